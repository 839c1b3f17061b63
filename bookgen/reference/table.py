"""A table of a reference page, and its HTML: sortable, filtered, and plain without a script."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from bookgen.evaluation import Number
from bookgen.language import LANGUAGES
from bookgen.reference.columns import Column
from bookgen.reference.words import say

_POINT = 0.5  # how wide a decimal point is, in digits


@dataclass(frozen=True)
class Origin:
    """How what a cell shows is known: its id as a number, its kind, the keys of its sources."""

    id: str
    kind: str
    sources: Sequence[str]


@dataclass(frozen=True)
class Cell:
    """A cell.

    Attributes:
        html: what it shows.
        key: what it sorts by; nothing for a blank.
        title: what it says on hover.
        text: what it says where there is no markup; nothing for a number.
        number: the number that it shows.
        origin: how what it shows is known.
        names: the entities that it names, besides the one that its row is about.
    """

    html: str
    key: str = ""
    title: str = ""
    text: str = ""
    number: Number | None = None
    origin: Origin | None = None
    names: Sequence[str] = ()


@dataclass(frozen=True)
class Row:
    """A row: its id, its cells, and the words by which it can be filtered or grouped."""

    id: str
    cells: Sequence[Cell]
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table of a reference page.

    Attributes:
        id: its anchor.
        label: what a screen reader calls its region.
        columns, rows: its contents; the first column names the row.
        sorted_by: the key of the column that the rows are in order of, and which way.
        filter: the key of the words that rows can be filtered by.
        frame: whether its region is as high as the window, so that the heads stay in sight.
        wide: whether the page gives it the room beside the column of text.
        csv: the name of its CSV file; empty where it has none.
        prefix: what stands before a row's id in its anchor.
    """

    id: str
    label: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    sorted_by: tuple[str, str] = ("", "none")
    filter: str = ""
    frame: bool = True
    wide: bool = True
    csv: str = ""
    prefix: str = ""

    @property
    def columns_shown(self) -> list[tuple[int, Column]]:
        """The columns that the page shows, each with its place."""
        return [(i, column) for i, column in enumerate(self.columns) if not column.hidden]

    def html(self, language: str) -> str:
        """The table with its region and its filter, or the words for having no rows."""
        if not self.rows:
            return f'<p class="ref-empty">{say("empty", language)}</p>'
        lines = [*self._tools(language), *self._lines(language)]
        return "\n".join([*lines, "", self.download(language)] if self.csv else lines)

    def download(self, language: str) -> str:
        """The link to its CSV file, for a paragraph of its own."""
        word = say("download", language)
        return f'<a class="csv" href="csv/{self.csv}.csv" data-search-exclude>{word}</a>'

    def _tools(self, language: str) -> Iterator[str]:
        """The filter, hidden until the script is there to answer it."""
        if not self.filter:
            return
        known = sorted({row.words[self.filter] for row in self.rows}, key=str.casefold)
        options = "".join(f"<option>{html.escape(word)}</option>" for word in known)
        yield f'<div class="ref-tools" data-table="{self.id}" hidden>'
        yield f'<label for="{self.id}-filter">{say(self.filter, language)}</label>'
        yield f'<select id="{self.id}-filter" data-filter="{self.filter}">'
        yield f'<option value="">{say("all", language)}</option>{options}</select>'
        yield f'<output data-text="{html.escape(say("shown", language))}"></output>'
        yield "</div>"

    def _lines(self, language: str) -> Iterator[str]:
        kinds = "table-region ref-region"
        kinds += (" ref-wide" if self.wide else "") + (" ref-frame" if self.frame else "")
        label = html.escape(self.label)
        yield f'<div class="{kinds}" role="region" tabindex="0" aria-label="{label}">'
        yield f'<table class="book-table ref sortable" id="{self.id}">'
        yield "<thead><tr>"
        yield from (self._head(column, language) for _, column in self.columns_shown)
        yield "</tr></thead>"
        yield "<tbody>"
        pads = self._pads()
        for row in self.rows:
            words = "".join(f' data-{key}="{html.escape(word)}"' for key, word in row.words.items())
            yield f'<tr id="{self.prefix}{row.id}"{words}>'
            for index, column in self.columns_shown:
                pad = pads.get((row.id, column.id), 0.0)
                yield _cell(column, row.cells[index], pad, first=not index)
            yield "</tr>"
        yield "</tbody></table></div>"

    def _head(self, column: Column, language: str) -> str:
        word = column.name(language)
        unit = LANGUAGES[language].unit(column.unit, "2")
        shown = html.escape(word) + (
            f' <span class="unit">{html.escape(unit)}</span>' if unit else ""
        )
        key, way = self.sorted_by
        order = way if key == column.id else "none"
        kind = ' class="n"' if column.form else ""
        return (
            f'<th scope="col"{kind} aria-sort="{order}">'
            f'<button type="button" disabled>{shown}</button></th>'
        )

    def _pads(self) -> dict[tuple[str, str], float]:
        """What each number lacks on the right, in digits, for its column's points to line up."""
        pads: dict[tuple[str, str], float] = {}
        for index, column in enumerate(self.columns):
            if column.form != "plain":
                continue
            places = {row.id: _places(row.cells[index].html) for row in self.rows}
            most = max((n for n in places.values() if n is not None), default=0)
            for id, own in places.items():
                pads[id, column.id] = most - (own or 0) + (_POINT if most and not own else 0)
        return pads


def page(intro: Mapping[str, str], table: Table, language: str) -> str:
    """A page that is one table of numbers: what it shows, how to read it, the table."""
    return "\n\n".join([intro[language], say("reading", language), table.html(language)])


def digits(value: Decimal | float) -> str:
    """A value for machines: plain or with an exponent, to what a float holds."""
    return f"{float(value):.15g}"


def _places(cell: str) -> int | None:
    """The digits after the point of the number that a cell shows."""
    shown = re.search(r">([^<>]*)</a></data>", cell)
    return len(shown[1].partition(".")[2]) if shown else None


def _cell(column: Column, cell: Cell, pad: float, *, first: bool) -> str:
    tag, marks = ("th", ' scope="row"') if first else ("td", "")
    kinds = {"n": column.form, "long": column.long, "blank": not cell.key}
    names = [name for name, on in kinds.items() if on]
    if names:
        marks += f' class="{" ".join(names)}"'
    if cell.key:
        marks += f' data-value="{html.escape(cell.key)}"'
    if cell.title:
        marks += f' title="{html.escape(cell.title)}"'
    if pad:
        marks += f' style="--pad: {pad:g}"'
    return f"<{tag}{marks}>{cell.html}</{tag}>"
