"""Dated events and every accelerator of data/, a row for an event and one for a year's chips.

Where there is width, dots stand at their dates on an axis that is true to scale, their texts
beside them. A narrow page gets that axis as a strip above a plain list. What has no date is last.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookgen.plot import Drawing

YEARS = 46.0  # the column of the years
SPACE = 5.0  # between two items of a list
BETWEEN = 5.0  # between two years


@dataclass(frozen=True)
class Row:
    """An event, or the accelerators of a year: when, and in what words."""

    year: str
    dates: Sequence[float]
    texts: Sequence[str]
    chips: bool


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
    return drawing.items([drawing.name(id) for id in ids])


def _stairs(drawing: Drawing, rows: Sequence[Row], axis: Axis) -> float:
    """The axis, and below it a row for each text, beside its dots; returns where they end."""
    line, top = drawing.line_height, 22.0
    y, starts = top + line, []
    for row, before in zip(rows, [None, *rows], strict=False):
        y += BETWEEN if before and before.year != row.year else 0
        starts.append(y)
        room, _ = _beside(drawing, row, axis)
        y += line * len(_flow(drawing, row, room))
    _ticks(drawing, axis, 14, (top, y - line + 6))
    for row, before, start in zip(rows, [None, *rows], starts, strict=False):
        if not before or before.year != row.year:
            drawing.text(0, start, row.year, drawing.muted)
        room, x = _beside(drawing, row, axis)
        for number, items in enumerate(_flow(drawing, row, room)):
            wide = sum(map(drawing.measure, items)) + SPACE * (len(items) - 1)
            _write(drawing, items, x if room >= 0 and x > 0 else -x - wide, start + number * line, row)
        _dots(drawing, row, axis, start - 5)
    return y - line + 6
