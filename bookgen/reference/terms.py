"""The glossary: its page, and the names by which the text may call each term."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bookgen import schema, yamlfile
from bookgen.errors import BookError, raise_all
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Shelf
from bookgen.reference.table import Cell, Row, Table
from bookgen.reference.words import LIST, say

_COLUMNS = (
    Column("term"),
    Column("other_term"),
    Column("other_names"),
    Column("meaning"),
)
_BRACKETS = re.compile(r"\s*[（(]([^（）()]*)[）)]\s*")
_INTRO = {
    "zh": "书中的术语，中英对照，各用一句话说明。正文里每个术语第一次出现时链接到这里。",
    "en": "The terms of the book in English and Chinese, each with a sentence of meaning. The "
    "first time that a page uses a term, it links to its entry here.",
}


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    terms = shelf.graph.catalog.glossary
    names(terms, shelf.data)
    if not terms:
        return (
            f'{_INTRO[shelf.language]}\n\n<p class="ref-empty">{say("empty", shelf.language)}</p>'
        )
    ordered = sorted(terms.items(), key=lambda item: _order(item[1], shelf.language))
    rows = [Row(id, _cells(term, shelf.language)) for id, term in ordered]
    csv = shelf.page.chapter
    table = shelf.keep(Table("glossary-list", shelf.title, _COLUMNS, rows, csv=csv))
    entries = [line for row in rows for line in _entry(row)]
    listed = "\n".join(['<dl class="glossary">', *entries, "</dl>"])
    return "\n\n".join([_INTRO[shelf.language], listed, table.download(shelf.language)])


def _order(term: schema.Term, language: str) -> bytes:
    """Letters first; Chinese by GB 18030, whose common characters are in order of pinyin."""
    return str(getattr(term.term, language)).casefold().encode("gb18030")


def _cells(term: schema.Term, language: str) -> list[Cell]:
    other = "en" if language == "zh" else "zh"
    own, theirs = (str(getattr(term.term, code)) for code in (language, other))
    also = LIST[language].join(name for name in term.also or () if _speaks(name, language))
    more = f'<span class="also">{html.escape(say("also", language, also))}</span>' if also else ""
    shown = f'<dt class="other" lang="{_LANG[other]}">{html.escape(theirs)}</dt>'
    return [
        Cell(f"<dt><dfn>{html.escape(own)}</dfn></dt>", text=own),
        Cell(shown if own != theirs else "", text=theirs),
        Cell(more, text=also),
        cells.words(str(getattr(term.means, language))),
    ]


def _entry(row: Row) -> Iterator[str]:
    own, theirs, also, means = (cell.html for cell in row.cells)
    yield f'<div id="{html.escape(row.id)}">'
    yield own
    if theirs:
        yield theirs
    yield f"<dd>{means}{also}</dd>"
    yield "</div>"


_LANG = {"zh": "zh-Hans", "en": "en"}


def _speaks(name: str, language: str) -> bool:
    """Whether a name may stand on a page of the language: Chinese names on Chinese pages only."""
    return language == "zh" or name.isascii()


def names(terms: Mapping[str, schema.Term], data: Path) -> dict[str, list[str]]:
    """What the text may call each term, by id: ``HBM（高带宽内存）`` gives two names.

    Raises:
        BookError: two terms go by one name.
    """
    owners: dict[str, str] = {}
    errors: list[BookError] = []
    found: dict[str, list[str]] = {}
    for id, term in terms.items():
        spellings = [term.term.zh, term.term.en, *(term.also or ())]
        own = dict.fromkeys(name for spelling in spellings for name in _split(spelling))
        found[id] = list(own)
        for name in own:
            other = owners.setdefault(name.casefold(), id)
            if other != id:
                document = yamlfile.load(data / "glossary.yml")
                errors.append(
                    document.error(
                        ("terms", id), f"'{name}' is a name of '{other}' too", expected="one term"
                    )
                )
    raise_all(errors)
    return found


def _split(spelling: str) -> Iterator[str]:
    """A name and what it has in brackets; a name is no shorter than two characters."""
    for part in (_BRACKETS.sub("", spelling), *_BRACKETS.findall(spelling)):
        if len(part.strip()) > 1:
            yield part.strip()
