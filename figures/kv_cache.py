"""KV cache against context for three models, on axes from zero: straight lines, each so steep.

GPT-3's line is solid as far as its context goes and dashed beyond, and leaves the chart at the top.
"""

from __future__ import annotations

from bookgen.plot import Drawing

MODELS = ("gpt3", "llama", "deepseek")


def draw(drawing: Drawing) -> None:
    long, card = drawing.value("context", "token"), drawing.value("card", "GB")
    slopes = {model: drawing.value(model, "GB/token") for model in MODELS}
    most = 1.25 * card
    step = 10 * round(most / 50)
    marks = [(float(y), drawing.write(y, "GB")) for y in range(0, int(most) + 1, step)]
    contexts = [(float(x), drawing.amount(x)) for x in range(0, int(long) + 1, 50_000)]
    line, left = drawing.line_height, drawing.widest(marks)
    chart = drawing.chart(left, 10, 8, 2 * line + 6)
    drawing.scale_y(chart, (0, most), marks)
    foot = drawing.scale_x(chart, (0, long), contexts)
    drawing.text(left, foot, drawing.label("axis"), drawing.muted)
    ends = drawing.trace(chart, [(0, card), (long, card)], drawing.ink, dash=(2, 3))
    drawing.text(ends[1][0], ends[1][1] - 7, drawing.label("card"), align="right", backed=True)
    limit = drawing.value("gpt3_context", "token")
    drawing.trace(chart, [(0, 0), (limit, slopes["gpt3"] * limit)], drawing.c, line=2.5)
    above = [(limit, slopes["gpt3"] * limit), (most / slopes["gpt3"], most)]
    drawing.trace(chart, above, drawing.c, line=2.5, dash=(5, 3))
    drawing.circles([drawing.place(chart, *above[0])], 4, drawing.c)
    drawing.circles([drawing.place(chart, card / slopes["gpt3"], card)], 4, drawing.c)
    x, y = drawing.place(chart, card / slopes["gpt3"], 0.66 * card)
    drawing.text(x + 4, y, drawing.label("gpt3"), backed=True)
    for model in MODELS[1:]:
        points = drawing.trace(chart, [(0, 0), (long, slopes[model] * long)], drawing.c, line=2.5)
        drawing.circles(points[1:], 4, drawing.c)
        x, y = points[1]
        drawing.text(x, y - 10, drawing.label(model), align="right", backed=True)
    drawing.crop(foot + 6)
