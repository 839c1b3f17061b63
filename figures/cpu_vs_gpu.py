"""A CPU's few cores beside a GPU's many lanes: every core, lane and tensor core is drawn.

One dot is one FP32 lane on both sides. Only counts are to scale, not areas on silicon. Whatever
calculates has one colour; grey is what decides and remembers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookgen.plot import Drawing

CORE_LANES = 8  # lanes in a row of a core
SM_LANES = 16  # lanes in a row of a streaming multiprocessor
SM_COLUMNS = 11


@dataclass(frozen=True)
class Grid:
    """Equal blocks in rows: where they start, how they repeat, and what a lane measures.

    With whole pixels for the pitch, all else is whole too and the dots come out crisp.
    """

    left: float
    top: float
    columns: int
    gap: float
    pitch: float
    dot: float

    def place(self, index: int, size: tuple[float, float]) -> tuple[float, float]:
        """The upper left corner of a block."""
        row, column = divmod(index, self.columns)
        return self.left + column * (size[0] + self.gap), self.top + row * (size[1] + self.gap)


def draw(drawing: Drawing) -> None:
    if drawing.narrow:
        _narrow(drawing)
    else:
        _wide(drawing)


def _wide(drawing: Drawing) -> None:
    line, pitch, gap = drawing.line_height, 2.0, 4.0
    left = drawing.width - SM_COLUMNS * (SM_LANES * pitch + gap) + gap
    drawing.text(0, 14, drawing.label("cpu"))
    y = _cpu(drawing, Grid(0, 26, 8, gap, pitch, dot=1))
    y = drawing.text(0, y + line, drawing.label("cpu_parts"), drawing.muted, width=left - 15)
    end = _enlarged(drawing, y + 16)
    drawing.text(left, 14, drawing.label("gpu"))
    y = _gpu(drawing, Grid(left, 26, SM_COLUMNS, gap, pitch, dot=1))
    words, room = drawing.label("gpu_parts"), drawing.width - left
    y = drawing.text(left, y + line, words, drawing.muted, width=room)
    drawing.crop(max(end, y - line + 6))


def _narrow(drawing: Drawing) -> None:
    line, pitch, dot, width = drawing.line_height, 1.7, 1.1, drawing.width
    gap = (width - 16 * (CORE_LANES + 2) * pitch) / 15
    drawing.text(0, 14, drawing.label("cpu"))
    y = _cpu(drawing, Grid(0, 24, 16, gap, pitch, dot))
    y = drawing.text(0, y + line, drawing.label("cpu_parts"), drawing.muted, width=width)
    drawing.text(0, y + 12, drawing.label("gpu"))
    gap = (width - SM_COLUMNS * SM_LANES * pitch) / (SM_COLUMNS - 1)
    y = _gpu(drawing, Grid(0, y + 22, SM_COLUMNS, gap, pitch, dot))
    y = drawing.text(0, y + line, drawing.label("gpu_parts"), drawing.muted, width=width)
    drawing.crop(_enlarged(drawing, y + 14))


def _enlarged(drawing: Drawing, y: float) -> float:
    """One core and one multiprocessor, large enough to see what is in them."""
    y = drawing.text(0, y, drawing.label("enlarged"), drawing.muted) - 10
    core, sm = Grid(0, y, 1, 0, 6, 4), Grid(84, y, 1, 0, 6, 4)
    cores, sms = drawing.count("cpu_cores"), drawing.count("sms")
    _cores(drawing, core, _shares(drawing.count("cpu_lanes"), cores)[:1])
    return _multiprocessors(
        drawing,
        sm,
        _shares(drawing.count("lanes"), sms)[:1],
        _shares(drawing.count("tensor_cores"), sms)[:1],
    )


def _cpu(drawing: Drawing, grid: Grid) -> float:
    lanes = _shares(drawing.count("cpu_lanes"), drawing.count("cpu_cores"))
    return _cores(drawing, grid, lanes)


def _gpu(drawing: Drawing, grid: Grid) -> float:
    sms = drawing.count("sms")
    lanes, tensors = drawing.count("lanes"), drawing.count("tensor_cores")
    return _multiprocessors(drawing, grid, _shares(lanes, sms), _shares(tensors, sms))


def _cores(drawing: Drawing, grid: Grid, lanes: Sequence[int]) -> float:
    """Cores as grey boxes with their lanes in the lower half; returns where they end."""
    pitch = margin = grid.pitch
    width = CORE_LANES * pitch + 2 * margin
    height = (2 * -(-max(lanes) // CORE_LANES) + 1) * pitch
    boxes, rows = [], []
    for index, count in enumerate(lanes):
        x, y = grid.place(index, (width, height))
        boxes.append((x, y, width, height))
        rows += _rows(grid, x + margin, y + height / 2, count, CORE_LANES)
    drawing.boxes(boxes, fill=drawing.grid)
    drawing.dots(rows, pitch, (grid.dot, grid.dot), drawing.a)
    return boxes[-1][1] + height


def _multiprocessors(
    drawing: Drawing, grid: Grid, lanes: Sequence[int], tensors: Sequence[int]
) -> float:
    """Multiprocessors as rows of lanes over a row of tensor cores; returns where they end."""
    pitch = grid.pitch
    width = SM_LANES * pitch
    height = (-(-max(lanes) // SM_LANES) + 2.5) * pitch
    step = width / max(*tensors, 1)
    rows, bars, y = [], [], 0.0
    for index, (count, tensor) in enumerate(zip(lanes, tensors, strict=True)):
        x, y = grid.place(index, (width, height))
        rows += _rows(grid, x, y, count, SM_LANES)
        bars.append((x, y + height - pitch, tensor))
    drawing.dots(rows, pitch, (grid.dot, grid.dot), drawing.a)
    drawing.dots(bars, step, (step - pitch / 2, 2 * pitch), drawing.a)
    return y + height


def _rows(
    grid: Grid, x: float, y: float, lanes: int, across: int
) -> list[tuple[float, float, int]]:
    """The lanes of one block as rows of dots."""
    return [
        (x, y + start // across * grid.pitch + grid.dot / 2, min(across, lanes - start))
        for start in range(0, lanes, across)
    ]


def _shares(total: int, parts: int) -> list[int]:
    """``total`` things dealt out to ``parts`` as evenly as they go."""
    return [total // parts + (part < total % parts) for part in range(parts)]
