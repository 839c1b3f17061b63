"""Training compute against the date: every run that the book knows, and the line through some.

Only the axis of compute is logarithmic. A full dot is reported and a hollow one estimated, with
a bar as long as its range. The line is least squares through the runs of the fit, from the first
of them to the last; grey runs are not part of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bookgen.plot import Drawing
from bookgen.plot.places import Place, Wish, along, beside
from bookgen.plot.ticks import Across

RADIUS = 5.0
Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Run:
    """A training run: its date in years, its compute in FLOP with the range, and its part."""

    id: str
    date: float
    compute: float
    low: float
    high: float
    estimated: bool
    fitted: bool


def draw(drawing: Drawing) -> None:
    runs = _runs(drawing)
    across = runs[0].date - 0.6, runs[-1].date + 0.4
    up = _decades(min(run.low for run in runs), max(run.high for run in runs))
    powers, labelled = drawing.powers(up), drawing.powers(up, every=2)
    line, left = drawing.line_height, drawing.widest(labelled)
    chart = drawing.chart(left, 30, 10, line + 6)
    drawing.scale_y(
        chart, up, [mark if mark in labelled else (mark[0], "") for mark in powers], log=True
    )
    foot = drawing.scale_x(chart, across, _years(drawing, across))
    drawing.text(0, 14, drawing.label("axis"), drawing.muted)
    fit = [drawing.place(chart, *end) for end in _fit(drawing, runs)]
    dots = {run.id: drawing.place(chart, run.date, run.compute) for run in runs}
    bars = {
        run.id: [drawing.place(chart, run.date, end) for end in (run.low, run.high)] for run in runs
    }
    wishes = [
        Wish(
            dots[run.id],
            (drawing.measure(drawing.name(run.id)), 18),
            (*along(bars[run.id], 3), _around(dots[run.id])),
        )
        for run in runs
    ]
    taken = [*along(fit, 3), _doubling(drawing, fit)]
    room = (left, 20.0, drawing.width - 3.0, drawing.height - line - 6)
    for run, place in zip(runs, beside(wishes, taken, room), strict=True):
        if place:
            _name(drawing, run, dots[run.id], place)
    drawing.strokes([fit], drawing.a, line=1.5)
    for run in runs:
        color = drawing.a if run.fitted else drawing.muted
        drawing.strokes([bars[run.id]], color, line=1.5)
        drawing.circles([dots[run.id]], RADIUS, drawing.paper if run.estimated else color, color)
    drawing.crop(foot - line + 6)


def _around(dot: Point) -> Box:
    return dot[0] - 6.5, dot[1] - 6.5, dot[0] + 6.5, dot[1] + 6.5


def _runs(drawing: Drawing) -> list[Run]:
    """All runs whose date and compute are known, the earliest first."""
    dates = drawing.family("date", "year")
    fitted = drawing.family("fitted", "FLOP")
    runs = [
        Run(
            id,
            dates[id].value,
            compute.value,
            compute.low,
            compute.high,
            compute.kind == "estimate",
            id in fitted,
        )
        for id, compute in drawing.family("compute", "FLOP").items()
        if id in dates
    ]
    return sorted(runs, key=lambda run: (run.date, run.id))


def _decades(low: float, high: float) -> tuple[float, float]:
    return 10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high))


def _years(drawing: Drawing, ends: tuple[float, float]) -> list[tuple[float, str]]:
    """The even years of the axis; every fourth where it is narrow."""
    step = 4 if drawing.narrow else 2
    first, last = math.ceil(ends[0]), math.floor(ends[1])
    years = [year for year in range(first, last + 1) if year % step == 0]
    return [(float(year), drawing.calendar_year(year)) for year in years]


def _fit(drawing: Drawing, runs: Sequence[Run]) -> list[Point]:
    """The fitted line's ends: through the middle of its runs, at the rate that the book states."""
    fitted = [run for run in runs if run.fitted]
    rate = drawing.value("rate", "1/year")
    date = sum(run.date for run in fitted) / len(fitted)
    level = sum(math.log2(run.compute) for run in fitted) / len(fitted)
    ends = fitted[0].date, fitted[-1].date
    return [(end, 2.0 ** (level + rate * (end - date))) for end in ends]


def _doubling(drawing: Drawing, fit: Sequence[Point]) -> Box:
    """What the line says, to the lower right of it; returns the room it takes."""
    text = drawing.label("doubling")
    (x1, y1), (x2, y2) = fit
    lines = drawing.lines(text)
    width = max(drawing.measure(part) for part in lines)
    y = y1 + 0.16 * (y2 - y1)
    x = min(x1 + (x2 - x1) * (y - 14 - y1) / (y2 - y1) + 8, drawing.width - width - 3)
    drawing.text(x, y, text, drawing.a, backed=True)
    return x, y - 14, x + width, y + (len(lines) - 1) * drawing.line_height + 5


def _name(drawing: Drawing, run: Run, dot: Point, place: Place) -> None:
    """A run's name, aligned to its dot, and the line to it if there must be one."""
    left, _, right, bottom = place.box
    align: Across = "left" if left >= dot[0] else "right" if right <= dot[0] else "center"
    x = {"left": left, "right": right, "center": (left + right) / 2}[align]
    color = drawing.ink if run.fitted else drawing.muted
    drawing.text(x, bottom - 4, drawing.name(run.id), color, align=align, backed=True)
    if place.leader:
        drawing.strokes([place.leader], drawing.muted)
