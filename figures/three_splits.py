"""What each GPU holds under each way of splitting, and what it must exchange.

Every frame is a GPU and shows the same model as a stack of layers: full where this GPU holds it,
an outline where it does not. Arrows are what must be exchanged. Four of each are drawn; the
numbers are those of a real run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from bookgen.plot import Drawing

GPUS = LAYERS = 4
FRAME, GAP = 64.0, 24.0  # width of a GPU, and what lies between two
PAD, SLAB, SPACE = 7.0, 11.0, 4.0  # inside a GPU: margin, height of a layer, between layers
HEIGHT = 2 * PAD + LAYERS * SLAB + (LAYERS - 1) * SPACE
WIDTH = GPUS * FRAME + (GPUS - 1) * GAP
Box = tuple[float, float, float, float]


def draw(drawing: Drawing) -> None:
    panels: Sequence[tuple[str, Callable[[Drawing, float, float], float]]] = (
        ("data", _data),
        ("tensor", _tensor),
        ("pipeline", _pipeline),
        ("expert", _expert),
    )
    columns = 1 if drawing.narrow else 2
    y = end = 0.0
    for index, (name, panel) in enumerate(panels):
        if index % columns == 0:
            y = end + (28 if index else 0)
        x = 0.5 + index % columns * (drawing.width - WIDTH - 1)
        drawing.text(x, y + 13, drawing.label(name), width=WIDTH)
        below = panel(drawing, x, y + 25)
        text = drawing.label(f"{name}_talk")
        below = drawing.text(x, below + drawing.line_height, text, drawing.muted, width=WIDTH)
        end = max(end, below - drawing.line_height + 6)
    drawing.crop(end)


def _data(drawing: Drawing, x: float, y: float) -> float:
    """Everything everywhere; a bus below on which gradients are summed."""
    _gpus(drawing, x, y, held=[_layers(x, y, gpu) for gpu in range(GPUS)])
    bus = y + HEIGHT + 24
    middles = [_left(x, gpu) + FRAME / 2 for gpu in range(GPUS)]
    drawing.strokes([[(middles[0] - 0.75, bus), (middles[-1] + 0.75, bus)]], drawing.d, line=1.5)
    for middle in middles:
        drawing.arrow((middle, bus), (middle, y + HEIGHT + 3), drawing.d)
    return bus + 4


def _tensor(drawing: Drawing, x: float, y: float) -> float:
    """An upright slice of every layer; arrows between the slices of a layer."""
    held = []
    for gpu in range(GPUS):
        layers = _layers(x, y, gpu)
        part = layers[0][2] / GPUS
        held.append([(left + gpu * part, top, part, high) for left, top, _, high in layers])
    _gpus(drawing, x, y, held)
    for gpu in range(GPUS - 1):
        for _, top, _, high in _layers(x, y, gpu):
            start = _left(x, gpu) + FRAME + 3
            middle = top + high / 2
            drawing.arrow((start, middle), (start + GAP - 6, middle), drawing.d, both=True)
    return y + HEIGHT


def _pipeline(drawing: Drawing, x: float, y: float) -> float:
    """One layer each, from the bottom up; arrows from a layer to the next."""
    held = [[_layers(x, y, gpu)[LAYERS - 1 - gpu]] for gpu in range(GPUS)]
    _gpus(drawing, x, y, held)
    for gpu in range(GPUS - 1):
        (_, top, _, high), (_, next_top, _, _) = held[gpu][0], held[gpu + 1][0]
        start = _left(x, gpu) + FRAME + 3
        drawing.arrow(
            (start, top + high / 2), (start + GAP - 6, next_top + high / 2), drawing.d, both=True
        )
    return y + HEIGHT


def _expert(drawing: Drawing, x: float, y: float) -> float:
    """A common part of every layer, and one of its experts; every GPU talks to every other."""
    held, others = [], []
    for gpu in range(GPUS):
        boxes: list[Box] = []
        for left, top, wide, high in _layers(x, y, gpu):
            common = wide * 0.3
            cell = (wide - common - 2) / GPUS
            cells = [(left + common + 2 + n * cell, top, cell, high) for n in range(GPUS)]
            boxes += [(left, top, common, high), cells[gpu]]
            others += cells
        held.append(boxes)
    _gpus(drawing, x, y, held, others)
    tip, depth = y + HEIGHT + 3, 34.0
    middles = [_left(x, gpu) + FRAME / 2 for gpu in range(GPUS)]
    for middle in middles:
        drawing.arrow((middle, tip + 8), (middle, tip), drawing.d)
    ends = [((start, tip + 7), (end, tip + 7)) for start, end in combinations(middles, 2)]
    drawing.arcs(ends, depth, drawing.d)
    return tip + 7 + 0.75 * depth


def _gpus(
    drawing: Drawing,
    x: float,
    y: float,
    held: Sequence[Sequence[Box]],
    outlines: Sequence[Box] = (),
) -> None:
    """Four GPUs, the model's outline in each, and full what each of them holds."""
    drawing.boxes([(_left(x, gpu), y, FRAME, HEIGHT) for gpu in range(GPUS)], edge=drawing.muted)
    drawing.boxes([box for boxes in held for box in boxes], fill=drawing.b)
    drawing.boxes(
        outlines or [layer for gpu in range(GPUS) for layer in _layers(x, y, gpu)],
        edge=drawing.b,
        line=0.8,
    )


def _layers(x: float, y: float, gpu: int) -> list[Box]:
    """The model's layers inside a GPU, from the top."""
    left = _left(x, gpu) + PAD
    step = SLAB + SPACE
    return [(left, y + PAD + layer * step, FRAME - 2 * PAD, SLAB) for layer in range(LAYERS)]


def _left(x: float, gpu: int) -> float:
    return x + gpu * (FRAME + GAP)
