"""What depends on a thing, in lines for a terminal or as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bookgen.asking.asked import Asked
from bookgen.asking.impact import Drawn, Impact, Rows, Said
from bookgen.claims import Verdict
from bookgen.errors import short
from bookgen.evaluation import Number
from bookgen.language import Style, write
from bookgen.language.words import NBSP
from bookgen.sentences import plain

_DIGITS = 6


@dataclass(frozen=True)
class Section:
    """One kind of what depends: what it is called in the plural, and its entries."""

    title: str
    entries: list[tuple[str, str]]

    @property
    def count(self) -> str:
        """How many there are, in words."""
        size, noun = len(self.entries), self.title.lower()
        return f"{size} {noun if size != 1 else noun.removesuffix('s')}"


def text(impact: Impact) -> str:
    """The counts, then every entry on a line of its own."""
    sections = list(_sections(impact))
    lines = [_head(impact.asked, sections)]
    for section in sections:
        lines += ["", section.title]
        lines += [f"  {key}  {said}" for key, said in section.entries]
    return "\n".join(lines)


def markdown(impact: Impact) -> str:
    """The same with headings and lists, for a note on a change."""
    sections = list(_sections(impact))
    lines = [_plain(_head(impact.asked, sections))]
    for section in sections:
        lines += ["", f"## {section.title}", ""]
        lines += [f"- `{key}` {_plain(said)}" for key, said in section.entries]
    return "\n".join(lines)


def _head(asked: Asked, sections: list[Section]) -> str:
    about = f"{asked.id} ({asked.kind}, {asked.place})"
    counts = ", ".join(section.count for section in sections)
    return f"{about}: {counts}" if counts else f"nothing in the book depends on {about}"


def _plain(text: str) -> str:
    """Text that Markdown prints as it is."""
    for mark in "\\*_`[]<|$#":
        text = text.replace(mark, f"\\{mark}")
    return text


def _sections(impact: Impact) -> Iterator[Section]:
    """The kinds of which there are any, in order."""
    parts = {
        "Numbers": map(_number, impact.numbers),
        "Sentences": map(_sentence, impact.sentences),
        "Words": map(_words, impact.words),
        "Figures": map(_figure, impact.figures),
        "Table rows": (entry for rows in impact.tables for entry in _rows(rows)),
        "Claims": map(_claim, impact.claims),
    }
    sections = (Section(title, list(dict.fromkeys(entries))) for title, entries in parts.items())
    yield from (section for section in sections if section.entries)


def _number(number: Number) -> tuple[str, str]:
    return number.id, f"{_value(number)}  {number.means.en if number.means else ''}".rstrip()


def _value(number: Number) -> str:
    size = abs(number.value)
    style = Style("scientific" if size >= 10**9 or 0 < size < 10**-3 else "plain", _DIGITS)
    return write(number.value, number.unit, "en", style).replace(NBSP, " ")


def _place(said: Said) -> str:
    return f"{short(said.place.file)}:{said.place.line}"


def _sentence(said: Said) -> tuple[str, str]:
    return _place(said), said.text.replace(NBSP, " ")


def _words(said: Said) -> tuple[str, str]:
    words = plain(said.text).replace(NBSP, " ")
    return _place(said), f"{said.how}: {words} ({', '.join(said.ids)})"


def _figure(drawn: Drawn) -> tuple[str, str]:
    return drawn.id, f"{short(drawn.file)} ({', '.join(drawn.ids)})"


def _rows(rows: Rows) -> Iterator[tuple[str, str]]:
    table = rows.table if rows.page == rows.table else f"{rows.table} in {rows.page}"
    for row, columns in rows.cells.items():
        named = "the whole row" if "" in columns else ", ".join(columns)
        yield f"{table}: {row}", named


def _claim(verdict: Verdict) -> tuple[str, str]:
    return verdict.id, f"{verdict.kind}, factor {verdict.factor:.3g} ({verdict.number.id})"
