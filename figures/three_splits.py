"""What each GPU holds under each way of splitting, and what it must exchange.

Every frame is a GPU and shows the same model as a stack of layers: full where this GPU holds it,
an outline where it does not. Arrows are what must be exchanged. Four of each are drawn; the
numbers are those of a real run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from bookgen.plot import Drawing

GPUS = LAYERS = 4
PAD, SLAB, SPACE = 7.0, 11.0, 4.0  # inside a GPU: margin, height of a layer, between layers
HEIGHT = 2 * PAD + LAYERS * SLAB + (LAYERS - 1) * SPACE
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Row:
    """A row of GPUs: its upper left corner, the width of a GPU, and what lies between two."""

    x: float
    y: float
    frame: float
    gap: float

    @property
    def bottom(self) -> float:
        """Where the frames end."""
        return self.y + HEIGHT

    def left(self, gpu: int) -> float:
        """Where a GPU begins."""
        return self.x + gpu * (self.frame + self.gap)

    def middles(self) -> list[float]:
        """The middle of each GPU."""
        return [self.left(gpu) + self.frame / 2 for gpu in range(GPUS)]

    def layers(self, gpu: int) -> list[Box]:
        """The model's layers inside a GPU, from the top."""
        left, width = self.left(gpu) + PAD, self.frame - 2 * PAD
        return [
            (left, self.y + PAD + layer * (SLAB + SPACE), width, SLAB) for layer in range(LAYERS)
        ]


def draw(drawing: Drawing) -> None:
    panels: Sequence[tuple[str, Callable[[Drawing, Row], float]]] = (
        ("data", _data),
        ("tensor", _tensor),
        ("pipeline", _pipeline),
        ("expert", _expert),
    )
    columns, frame, gap = (1, 66.0, 24.0) if drawing.narrow else (2, 56.0, 22.0)
    width = GPUS * frame + (GPUS - 1) * gap
    line = drawing.line_height
    y = end = 0.0
    for index, (name, panel) in enumerate(panels):
        if index % columns == 0:
            y = end + (28 if index else 0)
        x = 0.5 + index % columns * (drawing.width - width - 1)
        below = drawing.text(x, y + 14, drawing.label(name), width=width)
        below = panel(drawing, Row(x, below - 8, frame, gap))
        talk = drawing.label(f"{name}_talk")
        below = drawing.text(x, below + line, talk, drawing.muted, width=width)
        end = max(end, below - line + 6)
    drawing.crop(end)


def _data(drawing: Drawing, row: Row) -> float:
    """Everything everywhere; a bus below on which gradients are summed."""
    _gpus(drawing, row, held=[row.layers(gpu) for gpu in range(GPUS)])
    bus, middles = row.bottom + 24, row.middles()
    drawing.strokes([[(middles[0] - 0.75, bus), (middles[-1] + 0.75, bus)]], drawing.d, line=1.5)
    for middle in middles:
        drawing.arrow((middle, bus), (middle, row.bottom + 3), drawing.d)
    return bus + 4


def _tensor(drawing: Drawing, row: Row) -> float:
    """An upright slice of every layer; arrows between the slices of a layer."""
    held = [
        [
            (left + gpu * width / GPUS, top, width / GPUS, height)
            for left, top, width, height in row.layers(gpu)
        ]
        for gpu in range(GPUS)
    ]
    _gpus(drawing, row, held)
    for gpu in range(GPUS - 1):
        for _, top, _, height in row.layers(gpu):
            _between(drawing, row, gpu, top + height / 2, top + height / 2)
    return row.bottom


def _pipeline(drawing: Drawing, row: Row) -> float:
    """One layer each, from the bottom up; arrows from a layer to the next."""
    held = [[row.layers(gpu)[LAYERS - 1 - gpu]] for gpu in range(GPUS)]
    _gpus(drawing, row, held)
    heights = [boxes[0][1] + SLAB / 2 for boxes in held]
    for gpu in range(GPUS - 1):
        _between(drawing, row, gpu, heights[gpu], heights[gpu + 1])
    return row.bottom


def _expert(drawing: Drawing, row: Row) -> float:
    """A common part of every layer, and one of its experts; every GPU talks to every other."""
    held, experts = [], []
    for gpu in range(GPUS):
        boxes: list[Box] = []
        for left, top, width, height in row.layers(gpu):
            common = width * 0.3
            cell = (width - common - 2) / GPUS
            cells = [(left + common + 2 + n * cell, top, cell, height) for n in range(GPUS)]
            boxes += [(left, top, common, height), cells[gpu]]
            experts += cells
        held.append(boxes)
    _gpus(drawing, row, held, experts)
    tip, depth, middles = row.bottom + 3, 34.0, row.middles()
    for middle in middles:
        drawing.arrow((middle, tip + 8), (middle, tip), drawing.d)
    ends = [((start, tip + 7), (end, tip + 7)) for start, end in combinations(middles, 2)]
    drawing.arcs(ends, depth, drawing.d)
    return tip + 7 + 0.75 * depth


def _between(drawing: Drawing, row: Row, gpu: int, y: float, next_y: float) -> None:
    """An arrow both ways across the gap after a GPU."""
    start = row.left(gpu) + row.frame + 3
    drawing.arrow((start, y), (start + row.gap - 6, next_y), drawing.d, both=True)


def _gpus(
    drawing: Drawing, row: Row, held: Sequence[Sequence[Box]], outlines: Sequence[Box] = ()
) -> None:
    """The GPUs, the model's outline in each, and full what each of them holds."""
    frames = [(row.left(gpu), row.y, row.frame, HEIGHT) for gpu in range(GPUS)]
    drawing.boxes(frames, edge=drawing.muted)
    drawing.boxes([box for boxes in held for box in boxes], fill=drawing.b)
    layers = [layer for gpu in range(GPUS) for layer in row.layers(gpu)]
    drawing.boxes(outlines or layers, edge=drawing.b, line=0.8)
