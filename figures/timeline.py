"""Dated events and every accelerator of data/, a row for an event and one for a year's chips.

Where there is width, dots stand at their dates on an axis that is true to scale, their texts
beside them. A narrow page gets that axis as a strip above a plain list. What has no date is last.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookgen.plot import Drawing
from bookgen.plot.ticks import Across, hung

YEARS = 46.0  # the column of the years
BETWEEN = 5.0  # between two years


@dataclass(frozen=True)
class Row:
    """An event, or the accelerators of a year: when, and in what words."""

    year: str
    dates: Sequence[float]
    texts: Sequence[str]
    chips: bool

    def lines(self, drawing: Drawing, room: float) -> list[str]:
        """The row's words on lines no wider than the room."""
        if self.chips:
            return drawing.listing(self.texts, room)
        return drawing.lines(self.texts[0], room)

    def colors(self, drawing: Drawing) -> tuple[str, str]:
        """Of the words and of the dots."""
        return (drawing.muted, drawing.a) if self.chips else (drawing.ink, drawing.ink)


@dataclass(frozen=True)
class Axis:
    """Where dates stand across the drawing."""

    left: float
    right: float
    first: int
    last: int

    def place(self, date: float) -> float:
        return self.left + (self.right - self.left) * (date - self.first) / (self.last - self.first)


def draw(drawing: Drawing) -> None:
    rows = list(_rows(drawing))
    dates = [date for row in rows for date in row.dates]
    left = 6.0 if drawing.narrow else YEARS + 8
    axis = Axis(left, drawing.width - 6.0, math.floor(min(dates)), math.ceil(max(dates)))
    if drawing.narrow:
        drawing.crop(_list(drawing, rows, _strip(drawing, rows, axis)))
    else:
        drawing.crop(_stairs(drawing, rows, axis))


def _rows(drawing: Drawing) -> Iterator[Row]:
    """Rows in order of year, a year's events before its accelerators."""
    events, chips = drawing.moments(), drawing.entities()
    dated = {id: date for id in chips if (date := drawing.year(id)) is not None}
    for year in sorted({int(date) for date in [*dated.values(), *(date for date, _ in events)]}):
        written = drawing.calendar_year(year)
        for date, text in events:
            if int(date) == year:
                yield Row(written, [date], [text], chips=False)
        own = [id for id, date in dated.items() if int(date) == year]
        if own:
            yield Row(written, [dated[id] for id in own], _names(drawing, own), chips=True)
    rest = [id for id in chips if id not in dated]
    if rest:
        yield Row(drawing.label("undated"), [], _names(drawing, rest), chips=True)


def _names(drawing: Drawing, ids: Sequence[str]) -> list[str]:
    return [drawing.name(id) for id in ids]


def _stairs(drawing: Drawing, rows: Sequence[Row], axis: Axis) -> float:
    """The axis, and below it a row for each text, beside its dots; returns where they end."""
    line = drawing.line_height
    _ticks(drawing, axis, (22, 28), drawing.muted)
    drawing.strokes([[(axis.left, 28), (axis.right, 28)]], drawing.muted)
    sides = [_side(drawing, row, axis) for row in rows]
    texts = [row.lines(drawing, side.room) for row, side in zip(rows, sides, strict=True)]
    starts, end = _starts(drawing, rows, texts, 28 + line + 4)
    for row, side, lines, start in zip(rows, sides, texts, starts, strict=True):
        align: Across = "left" if side.right else "right"
        for number, text in enumerate(lines):
            y = start + number * line
            drawing.text(side.edge, y, text, row.colors(drawing)[0], align=align)
        _dots(drawing, row, axis, start - 5)
    return end


@dataclass(frozen=True)
class Side:
    """On which side of a row's dots its text stands, from where, and how much room there is."""

    right: bool
    edge: float
    room: float


def _side(drawing: Drawing, row: Row, axis: Axis) -> Side:
    """Where there is more room."""
    after = max(map(axis.place, row.dates), default=axis.left) + 10
    before = min(map(axis.place, row.dates), default=axis.left) - 10
    rooms = drawing.width - after, before - axis.left
    right = rooms[0] >= rooms[1]
    return Side(right, after if right else before, rooms[0] if right else rooms[1])


def _list(drawing: Drawing, rows: Sequence[Row], top: float) -> float:
    """A row for each text, left-aligned behind its dot; returns where they end."""
    line, left = drawing.line_height, YEARS + 14
    texts = [row.lines(drawing, drawing.width - left) for row in rows]
    starts, end = _starts(drawing, rows, texts, top)
    for row, lines, start in zip(rows, texts, starts, strict=True):
        words, dots = row.colors(drawing)
        for number, text in enumerate(lines):
            drawing.text(left, start + number * line, text, words)
        drawing.circles([(left - 9, start - 5)], 3, dots)
    return end


def _strip(drawing: Drawing, rows: Sequence[Row], axis: Axis) -> float:
    """All dots on one axis, the events above and the accelerators below; returns where to go on."""
    _ticks(drawing, axis, (22, 52), drawing.grid)
    drawing.strokes([[(axis.left, 37), (axis.right, 37)]], drawing.muted)
    for row in rows:
        _dots(drawing, row, axis, 44 if row.chips else 30)
    return 84


def _ticks(drawing: Drawing, axis: Axis, ends: tuple[float, float], color: str) -> None:
    """Every fifth year, and a thin line below it."""
    years = [year for year in range(axis.first, axis.last + 1) if year % 5 == 0]
    places = [axis.place(year) for year in years]
    drawing.strokes([[(x, ends[0]), (x, ends[1])] for x in places], color)
    for year, x in zip(years, places, strict=True):
        text = drawing.calendar_year(year)
        tick = hung(text, x, drawing.width, drawing.measure(text))
        drawing.text(tick.x, ends[0] - 8, text, drawing.muted, align=tick.align)


def _dots(drawing: Drawing, row: Row, axis: Axis, y: float) -> None:
    places = [(axis.place(date), y) for date in row.dates]
    drawing.circles(places, 2.5, row.colors(drawing)[1])


def _starts(
    drawing: Drawing, rows: Sequence[Row], texts: Sequence[Sequence[str]], first: float
) -> tuple[list[float], float]:
    """The baseline of each row and the end of all; a year stands before the first of its rows."""
    y, year = first - BETWEEN, ""
    starts: list[float] = []
    for row, lines in zip(rows, texts, strict=True):
        if row.year != year:
            y, year = y + BETWEEN, row.year
            drawing.text(0, y, year, drawing.muted)
        starts.append(y)
        y += len(lines) * drawing.line_height
    return starts, y - drawing.line_height + 6
