"""One card, the weights and the training state, in tiles of one card each: area is bytes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bookgen.plot import Drawing

ROW = 10  # tiles in a row, so that they can be counted


@dataclass(frozen=True)
class Need:
    """Something that needs memory, in cards: all of it, and how much of that is weights."""

    name: str
    cards: float
    weights: float

    @property
    def tiles(self) -> int:
        return math.ceil(round(self.cards, 9))


def draw(drawing: Drawing) -> None:
    card = drawing.value("card", "GB")
    weights, state = (drawing.value(name, "GB") / card for name in ("weights", "state"))
    needs = [Need("card", 1, 0), Need("weights", weights, weights), Need("state", state, weights)]
    if drawing.narrow:
        columns, most, space, width = [needs], 32.0, 20.0, drawing.width
    else:
        columns, most, space, width = [needs[:2], needs[2:]], 27.0, 32.0, ROW * 27
    pitch = min(most, *(_pitch(drawing, column, width, space) for column in columns))
    ends = []
    for index, column in enumerate(columns):
        x = index * (drawing.width - width)
        y = -space
        for need in column:
            y = _group(drawing, need, x, y + space, pitch, width)
        ends.append(y)
    drawing.crop(max(ends))


def _pitch(drawing: Drawing, needs: Sequence[Need], width: float, space: float) -> float:
    """From one tile to the next, so that a column of groups fits with the words above them."""
    rows = sum(math.ceil(need.tiles / ROW) for need in needs)
    lines = sum(1 + len(drawing.lines(_how_many(drawing, need), width)) for need in needs)
    words = lines * drawing.line_height + len(needs) * 6
    return (drawing.height - words - (len(needs) - 1) * space) / rows


def _how_many(drawing: Drawing, need: Need) -> str:
    return drawing.label(f"{need.name}_cards")


def _group(drawing: Drawing, need: Need, x: float, y: float, pitch: float, width: float) -> float:
    """A label and its tiles, filled as far as the bytes go; returns where they end."""
    y = drawing.text(x, y + 14, drawing.label(need.name))
    y = drawing.text(x, y, _how_many(drawing, need), drawing.muted, width=width) - 8
    size = pitch - 3
    tiles = [(x + n % ROW * pitch, y + n // ROW * pitch) for n in range(need.tiles)]
    for start, end, color in (
        (0.0, need.weights, drawing.b),
        (need.weights, need.cards if need.weights else 0.0, drawing.c),
    ):
        drawing.boxes(
            [
                (left + size * _within(start - n), top, size * share, size)
                for n, (left, top) in enumerate(tiles)
                if (share := _within(end - n) - _within(start - n)) > 0
            ],
            fill=color,
        )
    inner = size - 1
    drawing.boxes(
        [(left + 0.5, top + 0.5, inner, inner) for left, top in tiles], edge=drawing.muted
    )
    return tiles[-1][1] + size


def _within(cards: float) -> float:
    """How much of one tile an amount fills."""
    return min(1.0, max(0.0, cards))
