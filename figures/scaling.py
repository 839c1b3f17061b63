"""Loss against compute by the Chinchilla formula, from a budget to one ten times as large.

The axis of compute is logarithmic. Heights are losses above the floor that the formula never gets
below, so a stem is what more compute could still win; between budgets they follow a power law.
"""

from __future__ import annotations

from itertools import pairwise

from bookgen.plot import Drawing

BUDGETS = ("24", "25", "26", "27")
DROPS = ("drop", "drop_later", "drop_last")
STEPS = 10  # pieces of the curve between two budgets
Point = tuple[float, float]


def draw(drawing: Drawing) -> None:
    line, floor = drawing.line_height, drawing.value("floor", "")
    points = [
        (drawing.value(f"budget_{budget}", "FLOP"), drawing.value(f"loss_{budget}", "") - floor)
        for budget in BUDGETS
    ]
    ends = points[0][0] / 3, points[-1][0] * 3
    chart = drawing.chart(0, 48, 0, 4 * line + 10)
    drawing.scale_y(chart, (0, max(loss for _, loss in points)), [])
    marks = drawing.powers((points[0][0], points[-1][0]))
    foot = drawing.scale_x(chart, ends, marks, log=True)
    base = drawing.place(chart, ends[0], 0)[1]
    drawing.text(0, 14, drawing.label("loss"), drawing.muted)
    for name, (start, end) in zip(DROPS, pairwise(points), strict=True):
        curve = drawing.trace(chart, _law(start, end), drawing.a)
        x, y = curve[STEPS // 2]
        below = max(y + line + 6, curve[-1][1] + 10)
        drawing.text(x, below, drawing.label(name), drawing.muted, align="center")
    for budget, point in zip(BUDGETS, points, strict=True):
        x, y = drawing.place(chart, *point)
        drawing.strokes([[(x, base), (x, y)]], drawing.a, line=3)
        drawing.circles([(x, y)], 5, drawing.a)
        drawing.text(x, y - 15, drawing.label(f"loss_{budget}"), align="center")
        drawing.text(x, foot, drawing.label(f"cost_{budget}"), align="center")
    drawing.strokes([[(0, base), (drawing.width, base)]], drawing.ink)
    x = drawing.place(chart, points[0][0], 0)[0]
    drawing.text(x + 10, base - 8, drawing.label("floor"))
    axis = drawing.label("axis")
    foot = drawing.text(0, foot + line, axis, drawing.muted, width=drawing.width)
    drawing.crop(foot - line + 6)


def _law(start: Point, end: Point) -> list[Point]:
    """Points of the power law that leads from one budget to the next."""
    growth = end[0] / start[0], end[1] / start[1]
    shares = [step / STEPS for step in range(STEPS + 1)]
    return [(start[0] * growth[0] ** share, start[1] * growth[1] ** share) for share in shares]
