"""Markdown extension: what a typesetter would mend in the HTML of a bilingual book.

A line that is wrapped inside Chinese text joins without a space; a table stands in a region of
its own that scrolls and takes the keyboard's focus; every heading has an id that somebody chose.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as etree

import markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from bookgen.errors import BookError

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CODE = frozenset({"code", "pre", "kbd", "samp", "script", "style"})
_TOKEN = re.compile(
    r"""
      \x02wzxhzdk:(?P<stash>\d+)\x03   # raw HTML or an entity, put aside by Markdown
    | \x02(?P<escaped>\d+)\x03         # a character that was escaped with a backslash
    | \x02[^\x03]*\x03                 # any other placeholder
    | (?P<wrap>[ \t]*\n[ \t]*)
    | (?P<char>[^\x02])
    """,
    re.VERBOSE,
)
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003ffff]")
_WIDE_MARK = re.compile(
    "[\u3001-\u3003\u3008-\u3011\u3014-\u301b\uff01-\uff0f\uff1a-\uff20\uff3b-\uff60]"
)
_EITHER_WIDTH = re.compile("[\u2014\u2018\u2019\u201c\u201d\u2026\u00b7]")


def joins(before: str, after: str) -> bool:
    """Whether a line break between two characters is no space: ``汉\\n字``, ``，\\nGPU``."""
    if _WIDE_MARK.match(before) or _WIDE_MARK.match(after):
        return True
    wide = [bool(_WIDE.match(char)) for char in (before, after)]
    either = [bool(_EITHER_WIDTH.match(char)) for char in (before, after)]
    return any(wide) and all(w or e for w, e in zip(wide, either, strict=True))


@dataclass
class _Piece:
    """Text of the tree: an element's own, or what follows it."""

    element: etree.Element
    tail: bool
    fixed: bool

    @property
    def text(self) -> str:
        return (self.element.tail if self.tail else self.element.text) or ""

    @text.setter
    def text(self, text: str) -> None:
        if self.tail:
            self.element.tail = text
        else:
            self.element.text = text


class _HanWraps(Treeprocessor):
    """Takes line breaks out of Chinese text, across emphasis, links and inline HTML."""

    def run(self, root: etree.Element) -> None:
        line: list[_Piece] = []
        for piece in self._pieces(root, fixed=False):
            if piece is not None:
                line.append(piece)
            elif line:
                self._join(line)
                line = []

    def _pieces(self, element: etree.Element, *, fixed: bool) -> Iterator[_Piece | None]:
        """Text in the order of reading; None wherever a line of text ends."""
        block = element.tag == "br" or bool(self.md.is_block_level(str(element.tag)))
        fixed = fixed or element.tag in _CODE
        if block:
            yield None
        yield _Piece(element, False, fixed or isinstance(element.text, AtomicString))
        for child in element:
            yield from self._pieces(child, fixed=fixed)
            yield _Piece(child, True, fixed or isinstance(child.tail, AtomicString))
        if block:
            yield None

    def _join(self, line: list[_Piece]) -> None:
        if not any("\n" in piece.text for piece in line):
            return
        before, pending = "", None  # a break waits for the character after it
        cuts: dict[int, list[tuple[int, int]]] = {}
        for index, piece in enumerate(line):
            for token in _TOKEN.finditer(piece.text):
                if token["wrap"]:
                    pending = None if piece.fixed else (index, token.span())
                elif visible := self._visible(token):
                    if pending and before and joins(before, visible[0]):
                        cuts.setdefault(pending[0], []).append(pending[1])
                    before, pending = visible[-1], None
        for index, spans in cuts.items():
            text = line[index].text
            for start, end in reversed(spans):
                text = text[:start] + text[end:]
            line[index].text = text

    def _visible(self, token: re.Match[str]) -> str:
        """What a reader sees of a token: nothing of a tag."""
        if token["stash"]:
            kept = self.md.htmlStash.rawHtmlBlocks[int(token["stash"])]
            raw = kept if isinstance(kept, str) else "".join(kept.itertext())
            return html.unescape(re.sub(r"<[^>]*>", "", raw)).strip()
        if token["escaped"]:
            return chr(int(token["escaped"]))
        return token["char"] or ""


class _Tables(Treeprocessor):
    """Puts each table in a focusable region that is named after the section it stands in."""

    label = "Table"

    def run(self, root: etree.Element) -> None:
        self._heading, self._names = "", set[str]()
        self._within(root)

    def _within(self, element: etree.Element) -> None:
        for index, child in enumerate(list(element)):
            if child.tag in _HEADINGS:
                self._heading = _plain("".join(child.itertext()))
            elif child.tag == "table":
                element[index] = self._region(child, self._name())
            else:
                self._within(child)

    def _name(self) -> str:
        """The section's name; a number tells apart the tables of one section."""
        name = f"{self.label}: {self._heading}" if self._heading else self.label
        unique, count = name, 1
        while unique in self._names:
            count += 1
            unique = f"{name} ({count})"
        self._names.add(unique)
        return unique

    @staticmethod
    def _region(table: etree.Element, name: str) -> etree.Element:
        for cell in list(table.iter("th")):
            if len(cell) or (cell.text or "").strip():
                cell.set("scope", "col")
            else:
                cell.tag = "td"  # the empty corner heads nothing
        table.set("class", " ".join(["book-table", *(table.get("class") or "").split()]))
        marks = {"class": "table-region", "role": "region", "tabindex": "0", "aria-label": name}
        region = etree.Element("div", marks)
        region.append(table)
        region.tail, table.tail = table.tail, None
        return region


def _plain(text: str) -> str:
    """A heading's text without Markdown's placeholders."""
    return " ".join(re.sub(r"\x02.*?\x03", "", text).split())


class _HeadingIds(Treeprocessor):
    """Refuses a heading without an id: one made from its place would move."""

    def run(self, root: etree.Element) -> None:
        for element in root.iter():
            if element.tag in _HEADINGS and not element.get("id"):
                raise BookError(
                    f"heading '{_plain(''.join(element.itertext()))}' has no id",
                    expected="an id such as {#memory} at its end, the same in both languages",
                )


class TypesetExtension(Extension):
    """The extension; ``table_label`` is the page's word for a table."""

    def __init__(self, **options: object) -> None:
        self.config = {"table_label": ["Table", "how a screen reader announces a table"]}
        super().__init__(**options)

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        """Breaks before formulas are set (12); the rest between attr_list (8) and toc (5)."""
        tables = _Tables(md)
        tables.label = str(self.getConfig("table_label"))
        md.treeprocessors.register(_HanWraps(md), "bookgen-han-wraps", 13)
        md.treeprocessors.register(_HeadingIds(md), "bookgen-heading-ids", 7)
        md.treeprocessors.register(tables, "bookgen-tables", 6)


def makeExtension(**options: object) -> TypesetExtension:
    """How Python-Markdown loads this module by name."""
    return TypesetExtension(**options)
