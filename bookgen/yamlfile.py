"""Reads YAML as its author meant it: every scalar is text, every place is remembered.

YAML's implicit types turn ``2:4`` into 244, ``no`` into False and ``1e12`` into a string or a
number as the library pleases. Here nothing is converted; the schema gives each field its type.
Duplicate keys are refused (merge keys are not duplicates), and so is text that a `` #`` cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from bookgen.errors import BookError, did_you_mean

Key = tuple[str | int, ...]
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MERGE = "tag:yaml.org,2002:merge"


@dataclass(frozen=True)
class Document:
    """A YAML file as nested dicts, lists and strings, with the line of every path in it."""

    file: Path
    data: dict[str, Any]
    lines: dict[Key, int] = field(default_factory=dict)

    def line(self, path: Key) -> int:
        """The line of the path, or of its nearest ancestor that has one."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def part(self, path: Key) -> Document:
        """The document below a path, as a document of its own; lines stay those of the file."""
        data: Any = self.data
        for step in path:
            data = data[step]
        size = len(path)
        lines = {key[size:]: n for key, n in self.lines.items() if key[:size] == path}
        return Document(self.file, data, lines)

    def under(self, key: str) -> Document:
        """The document as what stands under a key."""
        lines = {(key, *path): line for path, line in self.lines.items()}
        return Document(self.file, {key: self.data}, lines)

    def leaves(self) -> Iterator[tuple[Key, str]]:
        """Every text in the document with its path."""
        yield from _leaves(self.data, ())

    def with_text(self, path: Key, text: str) -> Document:
        """The document with another text at a path that exists."""
        return replace(self, data=_with(self.data, path, text))

    def unfinished(self) -> list[BookError]:
        """A fault for every text that says TODO, with what the line's comment says of it."""
        return [
            self.error(
                path,
                f"{'.'.join(map(str, path))} is still to be filled in",
                hint=self._comment(self.line(path)),
            )
            for path, text in self.leaves()
            if text.startswith("TODO")
        ]

    def _comment(self, line: int) -> str | None:
        typed = read_text(self.file).splitlines()[line - 1]
        return typed.partition("  # ")[2] or None

    def error(self, path: Key, found: str, **more: str | None) -> BookError:
        """A BookError placed at the path."""
        return BookError(found, file=self.file, line=self.line(path), **more)


def _with(node: Any, path: Key, text: str) -> Any:
    """A node with another text at a path below it; what is not on the path is shared."""
    if not path:
        return text
    copy = node.copy()
    copy[path[0]] = _with(node[path[0]], path[1:], text)
    return copy


def _leaves(node: Any, path: Key) -> Iterator[tuple[Key, str]]:
    if isinstance(node, dict):
        for key, child in node.items():
            yield from _leaves(child, (*path, key))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _leaves(child, (*path, index))
    else:
        yield path, str(node)


def read_text(file: Path) -> str:
    """The file as text, without byte-order mark and with Unix line ends.

    Raises:
        BookError: the file cannot be read or is not UTF-8.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as bad:
        line = file.read_bytes()[: bad.start].count(b"\n") + 1
        raise BookError(
            f"byte 0x{bad.object[bad.start]:02x} is not UTF-8",
            file=file,
            line=line,
            expected="a file saved as UTF-8",
        ) from None
    except OSError as bad:
        raise BookError(f"cannot be read: {bad.strerror}", file=file) from None


def load(file: Path) -> Document:
    """Read one YAML mapping.

    Raises:
        BookError: bad encoding, bad syntax, an empty file, a duplicate key, or cut-off text.
    """
    return parse(read_text(file), file)


def parse(text: str, file: Path) -> Document:
    """Read one YAML mapping from text; ``file`` is where it stands, for errors.

    Raises:
        BookError: as ``load``.
    """
    try:
        return Document(file, *_parse(text))
    except BookError as bad:
        raise bad.located(file, bad.line) from None


@lru_cache(maxsize=2048)
def _parse(text: str) -> tuple[dict[str, Any], dict[Key, int]]:
    """What a text says, and where. It is read once; nobody changes it."""
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as bad:
        mark = bad.problem_mark or bad.context_mark
        raise BookError(
            f"not YAML: {bad.problem or bad.context}", line=mark.line + 1 if mark else 1
        ) from None
    except yaml.YAMLError as bad:
        raise BookError(f"not YAML: {bad}", line=1) from None
    if root is None:
        raise BookError("the file is empty", line=1, expected="a mapping of fields")
    reader = _Reader(text.splitlines())
    data = reader.read(root, ())
    if not isinstance(data, dict):
        raise BookError(
            "the top of the file is not a mapping", line=1, expected="'key: value' lines"
        )
    return data, reader.lines


class _Reader:
    """Walks the node tree of one document, and notes the line of each path."""

    def __init__(self, source: list[str]) -> None:
        self.lines: dict[Key, int] = {}
        self.source = source

    def read(self, node: yaml.Node, path: Key) -> Any:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*path, i)) for i, child in enumerate(node.value)]
        self._refuse_cut_text(node)
        return node.value

    def _mapping(self, node: yaml.MappingNode, path: Key) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        own: dict[str, Any] = {}
        seen: dict[str, int] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if key_node.tag == _MERGE:
                bases = value_node.value if value_node.id == "sequence" else [value_node]
                for base in reversed(bases):
                    merged.update(self.read(base, path))
                continue
            key = str(key_node.value)
            if key in seen:
                raise BookError(
                    f"key '{key}' stands twice",
                    line=line,
                    expected="each key once",
                    hint=f"the first one is on line {seen[key]}",
                )
            seen[key] = line
            self.lines[(*path, key)] = line
            own[key] = self.read(value_node, (*path, key))
        return {**merged, **own}

    def _refuse_cut_text(self, node: yaml.Node) -> None:
        """A plain scalar followed by `` #x`` has lost its tail to a comment nobody meant."""
        if getattr(node, "style", None) or node.end_mark is None:
            return
        line = node.end_mark.line
        rest = self.source[line][node.end_mark.column :] if line < len(self.source) else ""
        if re.match(r"\s*#[^\s#]", rest):
            raise BookError(
                f"'{rest.strip()}' after '{node.value}' is read as a comment and lost",
                line=line + 1,
                hint="quote the text, or write '# ' for a comment",
            )


def unknown_key(document: Document, path: Key, known: list[str]) -> BookError:
    """The error for a key that the schema does not have."""
    key = str(path[-1])
    return document.error(
        path,
        f"unknown key '{key}'",
        expected=f"one of {', '.join(known)}",
        hint=did_you_mean(key, known),
    )
