"""Where the money of a frontier model goes: a range and its middle for each kind of cost.

Shares are lengths from zero. Ranges overlap and are not parts of one whole, so nothing is stacked.
"""

from __future__ import annotations

import math

from bookgen.plot import Drawing

HARDWARE = ("accelerators", "servers", "interconnect")
ROWS = ("staff", *HARDWARE, "energy")


def draw(drawing: Drawing) -> None:
    shares = {row: drawing.spread(row, "percent") for row in ROWS}
    names = {row: drawing.label(row) for row in ROWS}
    left = 14.0 if drawing.narrow else max(map(drawing.measure, names.values())) + 24
    step, top = (74.0, 24.0) if drawing.narrow else (56.0, 0.0)
    height = step * len(ROWS)
    chart = drawing.chart(left, 4, 22, drawing.height - top - height)
    chart.set_ylim(len(ROWS), 0)
    chart.set_yticks([])
    most = math.ceil(max(share.high for share in shares.values()) / 10) * 10
    marks = [(float(mark), drawing.write(mark, "percent")) for mark in range(0, most + 1, 10)]
    foot = drawing.scale_x(chart, (0, most), marks, grid=True)
    drawing.text(left, foot, drawing.label("axis"), drawing.muted)
    for index, (row, share) in enumerate(shares.items()):
        color = drawing.a if row in HARDWARE else drawing.muted
        y = top + step * (index + 0.5)
        ends = [(drawing.place(chart, end, 0)[0], y) for end in (share.low, share.high)]
        middle = drawing.place(chart, share.value, 0)[0], y
        drawing.text(middle[0], y - 11, drawing.label(f"{row}_share"), align="center", backed=True)
        low, high = (drawing.write(end, "percent") for end in (share.low, share.high))
        drawing.text(ends[0][0] + 8, y + 20, low, drawing.muted, align="right", backed=True)
        drawing.text(ends[1][0] - 8, y + 20, high, drawing.muted, backed=True)
        drawing.strokes([ends], color, line=3)
        drawing.circles([middle], 5, color, color)
        if drawing.narrow:
            drawing.text(0, y - 30, names[row], backed=True)
        else:
            drawing.text(left - 24, y + 5, names[row], align="right")
    drawing.crop(foot + 6)
