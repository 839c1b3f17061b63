"""How long one GPU would train each model, on a logarithmic axis with a decade a line.

A bar's length means nothing without a zero, so each time is a dot, and a thin line leads the eye
to it from the name. A hollow dot is reported, a full one computed.
"""

from __future__ import annotations

import math

from bookgen.plot import Drawing

ROWS = ("gpt3", "deepseek", "llama", "llama_many")
REPORTED = {"deepseek"}


def draw(drawing: Drawing) -> None:
    years = {row: drawing.value(row, "year") for row in ROWS}
    left, right = _margins(drawing, years)
    chart = drawing.chart(left=left, top=4, right=right, bottom=2 * drawing.line_height + 6)
    foot = drawing.decades(chart, (min(years.values()), max(years.values())), "year")
    low, high = (-0.85, 0.4) if drawing.narrow else (-0.5, 0.5)
    chart.set_ylim(len(ROWS) - 1 + high, low)
    chart.set_yticks([])
    drawing.text(left, foot, drawing.label("axis"), drawing.muted)
    for place, row in enumerate(ROWS):
        x, y = chart.transData.transform((years[row], place))
        _row(drawing, row, left, float(x), drawing.height - float(y))
    drawing.crop(foot + 6)


def _margins(drawing: Drawing, years: dict[str, float]) -> tuple[float, float]:
    """The room left of the axis for the names, and right of it for each time beside its dot."""
    if drawing.narrow:
        return 8, 26
    names = [drawing.label(f"{row}{part}") for row in ROWS for part in ("", "_where")]
    left = max(map(drawing.measure, names)) + 14
    first = math.floor(math.log10(min(years.values())))
    decades = math.ceil(math.log10(max(years.values()))) - first
    widest = min(
        (drawing.width - left - 14 - drawing.measure(drawing.label(f"{row}_time")))
        / ((math.log10(time) - first) / decades)
        for row, time in years.items()
    )
    return left, max(40.0, drawing.width - left - widest)


def _row(drawing: Drawing, row: str, left: float, x: float, y: float) -> None:
    """One model: its name, a line to its dot, and its time beside the dot."""
    drawing.strokes([[(left, y), (x, y)]], drawing.a, line=1.5)
    drawing.circles([(x, y)], 5, drawing.paper if row in REPORTED else drawing.a, drawing.a)
    time = drawing.label(f"{row}_time")
    if x + 12 + drawing.measure(time) < drawing.width:
        drawing.text(x + 12, y + 5, time, backed=True)
    else:
        drawing.text(x + 5, y + 21, time, align="right", backed=True)
    if drawing.narrow:
        drawing.text(left + 5, y - 12, drawing.label(f"{row}_both"), backed=True)
        return
    below = y - 3 + drawing.line_height
    drawing.text(left - 14, y - 3, drawing.label(row), align="right")
    drawing.text(left - 14, below, drawing.label(f"{row}_where"), drawing.muted, align="right")
