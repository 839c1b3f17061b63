"""llms.txt: what a language model should know of the book first, and where to read on.

The format is that of llmstxt.org: a title, a summary, remarks, then lists of links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bookgen import sentences
from bookgen.book import Book
from bookgen.exports.records import SCHEMA

_ABOUT = """\
> {summary}. Every number in it is computed from data when the book is built, and every datum has \
a source.

This is version {version}. The book is written in Chinese (zh/) and in English (en/), page for \
page and number for number; the pages below are plain Markdown. A number there is followed by its \
id in square brackets, as in "3,000 years [one-gpu.llama_one_gpu]". Under that id numbers.json has \
the unrounded value, its unit, how it is known, the calculator and the inputs that it was computed \
with, its sources, and the address to cite it by, such as en/one-gpu.html#n-llama_one_gpu. Where a \
number rests on an assumption, an estimate or an unverified value, its kind says so."""
_PAGES = {"zh": "中文", "en": "English"}
_TABLE = {"zh": "{}，CSV 表格", "en": "{}, as CSV"}
_NUMBER = re.compile(r" \[[\w-]+\.[^\]\s]*\]")
_ROOM = {"zh": 80, "en": 160}  # characters


def index(
    book: Book,
    pages: Mapping[str, bytes],
    tables: Mapping[str, str],
    schemas: Mapping[str, str],
) -> str:
    """The text of llms.txt.

    Args:
        book: the book.
        pages: every page as plain Markdown, by path.
        tables: what each CSV file holds, by path.
        schemas: what the schema of each kind of data file is for, by path.
    """
    about = _ABOUT.format(summary=book.subtitle.en, version=book.edition.version)
    lines = [f"# {book.title.en} ({book.title.zh})", "", about]
    for language in sorted(book.languages):
        lines += ["", f"## {_PAGES[language]}", "", *_pages(book, pages, language)]
    lines += ["", "## Data", ""]
    lines.append(_link("numbers.json", "every number with its proof, down to its sources"))
    lines.append(_link(SCHEMA, "the JSON Schema of numbers.json"))
    lines.append(_link("formulas.js", "every calculator as a function in JavaScript"))
    lines += [
        _link(path, _TABLE[path.partition("/")[0]].format(label)) for path, label in tables.items()
    ]
    lines += ["", "## Optional", ""]
    lines += [_link(path, f"JSON Schema; {what}") for path, what in schemas.items()]
    return "\n".join(lines) + "\n"


def _pages(book: Book, pages: Mapping[str, bytes], language: str) -> Iterator[str]:
    for id, entry in book.pages.items():
        path = f"{language}/{id}.md"
        opening = _opening(pages[path].decode(), _ROOM[language])
        yield _link(path, opening, getattr(entry.title, language))


def _link(path: str, note: str, name: str = "") -> str:
    return f"- [{name or path}]({path}): {note}"


def _opening(text: str, room: int) -> str:
    """How a page opens, below its title and header: as many sentences as there is room for."""
    first = text.split("\n\n")[2]
    lines = [line.removeprefix(">").strip() for line in first.split("\n")]
    if first.startswith("> **"):
        lines = lines[1:]  # a box is named for its kind
    opening = ""
    for sentence in sentences.split(_NUMBER.sub("", " ".join(filter(None, lines)))):
        if opening and len(opening) + len(sentence) > room:
            break
        opening += (" " if opening and opening[-1].isascii() else "") + sentence
    return opening
