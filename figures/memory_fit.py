"""One card, the weights and the training state, in tiles of one card each: area is bytes."""

from __future__ import annotations

import math

from bookgen.plot import Drawing

ROW = 10  # tiles in a row, so that they can be counted


def draw(drawing: Drawing) -> None:
    card = drawing.value("card", "GB")
    weights = drawing.value("weights", "GB") / card
    state = drawing.value("state", "GB") / card
    rows = [1, math.ceil(weights / ROW), math.ceil(state / ROW)]
    line = drawing.line_height
    if drawing.narrow:
        pitch = min(30.0, (drawing.height - 6 * line - 50) / sum(rows))
        y = _group(drawing, "card", 0, 0, 1, pitch, 0)
        y = _group(drawing, "weights", 0, y + 18, weights, pitch, weights)
        _group(drawing, "state", 0, y + 18, state, pitch, weights)
        return
    pitch = min(30.0, (drawing.height - 2 * line - 16) / max(rows[0] + rows[1], rows[2]))
    y = _group(drawing, "card", 0, 0, 1, pitch, 0)
    _group(drawing, "weights", 0, y + 34, weights, pitch, weights)
    _group(drawing, "state", drawing.width - ROW * pitch, 0, state, pitch, weights)


def _group(
    drawing: Drawing, name: str, x: float, y: float, cards: float, pitch: float, weights: float
) -> float:
    """A label and its tiles; returns where they end."""
    y = drawing.text(x, y + 13, drawing.label(name))
    y = drawing.text(x, y, drawing.label(f"{name}_cards"), drawing.muted) - 8
    size = pitch - 3
    whole = math.ceil(round(cards, 9))
    places = [
        (x + n % ROW * pitch, y + n // ROW * pitch, max(0.0, min(1.0, cards - n)))
        for n in range(whole)
    ]
    if weights:
        rest = [
            (left + size * min(1.0, max(0.0, weights - n)), top, size * (share - min(share, max(0.0, weights - n))), size)
            for n, (left, top, share) in enumerate(places)
        ]
        drawing.boxes([box for box in rest if box[2] > 0], fill=drawing.c)
        held = [
            (left, top, size * min(share, max(0.0, weights - n)), size)
            for n, (left, top, share) in enumerate(places)
        ]
        drawing.boxes([box for box in held if box[2] > 0], fill=drawing.b)
    drawing.boxes(
        [(left + 0.5, top + 0.5, size - 1, size - 1) for left, top, _ in places],
        edge=drawing.ink,
        line=1.0,
    )
    return places[-1][1] + size
