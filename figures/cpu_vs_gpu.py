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
    """Equal blocks in rows: where they start, how they repeat, and what a lane measures."""

    left: float
    top: float
    columns: int
    gap: float
    pitch: float

    @property
    def margin(self) -> float:
        """The grey around the lanes of a core."""
        return 1.2 * self.pitch

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
    line = drawing.line_height
    grid = Grid(
        left=680 - SM_COLUMNS * (SM_LANES * 2.2 + 4) + 4,
        top=25,
        columns=SM_COLUMNS,
        gap=4,
        pitch=2.2,
    )
    drawing.text(0, 13, drawing.label("cpu"))
    y = _cpu(drawing, Grid(left=0, top=25, columns=8, gap=4, pitch=2.2))
    y = drawing.text(0, y + line, drawing.label("cpu_parts"), drawing.muted, width=232)
    left = _enlarged(drawing, y + 18)
    drawing.text(grid.left, 13, drawing.label("gpu"))
    y = _gpu(drawing, grid)
    words = drawing.label("gpu_parts")
    right = drawing.text(grid.left, y + line, words, drawing.muted, width=680 - grid.left)
    drawing.crop(max(left, right - line + 6))


def _narrow(drawing: Drawing) -> None:
    line = drawing.line_height
    drawing.text(0, 13, drawing.label("cpu"))
    y = _cpu(drawing, Grid(left=0, top=23, columns=16, gap=3.8, pitch=1.7))
    y = drawing.text(0, y + line, drawing.label("cpu_parts"), drawing.muted, width=340)
    drawing.text(0, y + 12, drawing.label("gpu"))
    y = _gpu(drawing, Grid(left=0, top=y + 22, columns=SM_COLUMNS, gap=4.08, pitch=1.7))
    y = drawing.text(0, y + line, drawing.label("gpu_parts"), drawing.muted, width=340)
    drawing.crop(_enlarged(drawing, y + 14))


def _enlarged(drawing: Drawing, y: float) -> float:
    """One core and one multiprocessor, large enough to see what is in them."""
    core, sm = Grid(0, y + 10, 1, 0, 6.5), Grid(128, y + 10, 1, 0, 6.5)
    drawing.text(core.left, y, drawing.label("core"), drawing.muted)
    drawing.text(sm.left, y, drawing.label("sm"), drawing.muted)
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
    pitch, margin = grid.pitch, grid.margin
    width = CORE_LANES * pitch + 2 * margin
    height = 2 * -(-max(lanes) // CORE_LANES) * pitch + margin
    boxes, rows = [], []
    for index, count in enumerate(lanes):
        x, y = grid.place(index, (width, height))
        boxes.append((x, y, width, height))
        rows += _rows(x + margin, y + height / 2, count, CORE_LANES, pitch)
    drawing.boxes(boxes, fill=drawing.grid)
    drawing.dots(rows, pitch, (0.66 * pitch, 0.66 * pitch), drawing.a)
    return boxes[-1][1] + height


def _multiprocessors(
    drawing: Drawing, grid: Grid, lanes: Sequence[int], tensors: Sequence[int]
) -> float:
    """Multiprocessors as rows of lanes over a row of tensor cores; returns where they end."""
    pitch = grid.pitch
    width = SM_LANES * pitch
    height = (-(-max(lanes) // SM_LANES) + 2.2) * pitch
    step = width / max(*tensors, 1)
    rows, bars, y = [], [], 0.0
    for index, (count, tensor) in enumerate(zip(lanes, tensors, strict=True)):
        x, y = grid.place(index, (width, height))
        rows += _rows(x, y, count, SM_LANES, pitch)
        bars.append((x, y + height - 0.9 * pitch, tensor))
    drawing.dots(rows, pitch, (0.66 * pitch, 0.66 * pitch), drawing.a)
    drawing.dots(bars, step, (step - 0.6 * pitch, 1.8 * pitch), drawing.a)
    return y + height


def _rows(
    x: float, y: float, lanes: int, across: int, pitch: float
) -> list[tuple[float, float, int]]:
    """The lanes of one block as rows of dots."""
    return [
        (x, y + (start // across + 0.5) * pitch, min(across, lanes - start))
        for start in range(0, lanes, across)
    ]


def _shares(total: int, parts: int) -> list[int]:
    """``total`` things dealt out to ``parts`` as evenly as they go."""
    return [total // parts + (part < total % parts) for part in range(parts)]
