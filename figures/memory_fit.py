"""One card, the weights and the training state, in tiles of one card each: area is bytes."""

from __future__ import annotations

import math
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
        pitch = _pitch(drawing, sum(_rows(need) for need in needs), 230)
        y = 0.0
        for need in needs:
            y = _group(drawing, need, 0, y, pitch) + 20
        drawing.crop(y - 20)
        return
    pitch = _pitch(drawing, max(_rows(needs[0]) + _rows(needs[1]) + 3, _rows(needs[2])), 70)
    y = _group(drawing, needs[0], 0, 0, pitch)
    left = _group(drawing, needs[1], 0, y + 32, pitch)
    right = _group(drawing, needs[2], drawing.width - ROW * pitch, 0, pitch)
    drawing.crop(max(left, right))


def _rows(need: Need) -> int:
    return math.ceil(need.tiles / ROW)


def _pitch(drawing: Drawing, rows: int, words: float) -> float:
    """From one tile to the next, so that all rows and the words above them fit."""
    return min(27.0 if drawing.width > 400 else 32.0, (drawing.height - words) / rows)


def _group(drawing: Drawing, need: Need, x: float, y: float, pitch: float) -> float:
    """A label and its tiles, filled as far as the bytes go; returns where they end."""
    y = drawing.text(x, y + 14, drawing.label(need.name))
    y = drawing.text(x, y, drawing.label(f"{need.name}_cards"), drawing.muted, width=10 * pitch)
    y -= 8
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
