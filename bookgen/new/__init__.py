"""New files for the book, from templates that name every field and say what belongs in it.

What is still to be filled in says TODO, and the book is refused until nothing does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bookgen import schema, yamlfile
from bookgen.errors import BookError, did_you_mean

_TEMPLATES = Path(__file__).parent / "templates"
_NAME = re.compile(r"[a-z][a-z0-9_]*")

ENTITIES = {
    "accelerator": "accelerators",
    "cpu": "cpus",
    "system": "systems",
    "model": "models",
    "run": "runs",
    "price": "prices",
    "claim": "claims",
}
_VALUES = {  # the path of one that each has
    "cpu": "cores",
    "system": "devices",
    "model": "params.total",
    "run": "compute",
    "price": "price",
}
KINDS = (*ENTITIES, "source", "chapter", "number", "figure")


class New(NamedTuple):
    """Files with what they are to hold, and what their author does then."""

    files: Mapping[Path, str]
    then: str


def create(root: Path, kind: str, id: str) -> New:
    """Write what a new entity, source, chapter, number or figure needs.

    Args:
        root: the book's folder.
        kind: one of ``KINDS``.
        id: what it is to be called; for a number ``chapter.name``.

    Raises:
        BookError: the id is none, or something has it already; nothing is written.
    """
    if not (root / "content").is_dir():
        raise BookError("this is not the book's folder: it has no content/", file=root)
    makers = {"source": _source, "chapter": _chapter, "number": _number, "figure": _figure}
    new = makers[kind](root, id) if kind in makers else _entity(root, kind, id)
    for file, text in new.files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return new


def template(name: str, id: str = "") -> str:
    """A template with its common parts put in, for this id."""
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    for part in ("head", "defaults"):
        if f"<{part}>\n" in text:
            text = text.replace(f"<{part}>\n", template(f"{part}.txt"))
    return text.replace("<id>", id)


def _entity(root: Path, kind: str, id: str) -> New:
    _require_id(id, "b300-hgx")
    for folder in ENTITIES.values():
        _require_absent(root / "data" / folder / f"{id}.yml", id)
    file = root / "data" / ENTITIES[kind] / f"{id}.yml"
    then = {
        "accelerator": "it appears on the page of accelerators, and in every figure over them",
        "claim": f"link to its verdict: {{{{ claim('{id}') }}}}",
    }
    use = then.get(kind, f"a number takes its values by their path: {id}.{_VALUES.get(kind)}")
    return New({file: template(f"{kind}.yml", id)}, use)


def _source(root: Path, id: str) -> New:
    _require_id(id, "nvidia-h100-datasheet")
    file = root / "data" / "sources.yml"
    document = yamlfile.load(file)
    if id in document.data.get("sources", {}):
        raise document.error(("sources", id), f"'{id}' exists already")
    text = _appended(file, template("source.yml", id))
    return New({file: text}, f"name it where its values stand, source: {id}")


def _chapter(root: Path, id: str) -> New:
    _require_id(id, "inference")
    content = root / "content"
    book = yamlfile.load(content / "book.yml")
    if id in book.data.get("pages", {}):
        raise book.error(("pages", id), f"'{id}' exists already")
    _require_absent(content / id, id)
    numbers = template("chapter.numbers.yml", id) + template("number.yml", "first")
    return New(
        {
            content / "book.yml": _after_the_chapters(book, template("chapter.book.yml", id)),
            content / id / "numbers.yml": numbers,
            content / id / "zh.md.j2": template("chapter.zh.md.j2", id),
            content / id / "en.md.j2": template("chapter.en.md.j2", id),
        },
        "move it in content/book.yml to its place in the order of reading",
    )


def _after_the_chapters(book: yamlfile.Document, entry: str) -> str:
    """book.yml with an entry put in where the last chapter's ends."""
    pages = book.data["pages"]
    chapters = [id for id, page in pages.items() if page.get("kind", "chapter") == "chapter"]
    order = list(pages)
    behind = order[order.index(chapters[-1]) + 1 :] if chapters else []
    if not behind:
        return _appended(book.file, entry)
    lines = yamlfile.read_text(book.file).splitlines(keepends=True)
    at = book.line(("pages", behind[0])) - 1
    return "".join([*lines[:at], entry, *lines[at:]])


def _number(root: Path, id: str) -> New:
    chapter, _, name = id.partition(".")
    files = sorted((root / "content").glob("*/numbers.yml"))
    chapters = [file.parent.name for file in files]
    if not _NAME.fullmatch(name):
        expected = "chapter.name, the name in small letters, digits and _, as in one-gpu.h100_power"
        raise BookError(f"'{id}' is not the id of a number", expected=expected)
    if chapter not in chapters:
        raise BookError(
            f"'{chapter}' is not a chapter",
            expected=f"one of {', '.join(chapters)}",
            hint=did_you_mean(chapter, chapters),
        )
    file = root / "content" / chapter / "numbers.yml"
    document = yamlfile.load(file)
    if name in document.data:
        raise document.error((name,), f"'{id}' exists already")
    text = _appended(file, template("number.yml", name))
    then = "move it to its place in the order of the text, and print it in both languages"
    return New({file: text}, f"{then}: {{{{ n.{name} | plain }}}}")


def _figure(root: Path, id: str) -> New:
    _require_id(id, "memory-fit")
    stem = root / "figures" / id.replace("-", "_")
    files = {stem.with_suffix(suffix): template(f"figure{suffix}") for suffix in (".yml", ".py")}
    for file in files:
        _require_absent(file, id)
    return New(files, f"draw it, and print it in both languages: {{{{ figure('{id}') }}}}")


def _appended(file: Path, block: str) -> str:
    return f"{yamlfile.read_text(file).rstrip()}\n{block}"


def _require_id(id: str, like: str) -> None:
    if not schema.ID.fullmatch(id):
        expected = f"small letters, digits and single hyphens, such as {like}"
        raise BookError(f"'{id}' is not an id", expected=expected)


def _require_absent(path: Path, id: str) -> None:
    if path.exists():
        raise BookError(f"'{id}' exists already", file=path)
