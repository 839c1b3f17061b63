"""A CPU's few cores beside a GPU's many lanes: every core, lane and tensor core is drawn.

One dot is one FP32 lane on both sides. Only counts are to scale, not areas on silicon. Whatever
calculates has one colour; grey is what decides and remembers.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookgen.plot import Drawing


@dataclass(frozen=True)
class Block:
    """A core or a streaming multiprocessor: lanes in rows, and what stands around them.

    Attributes:
        across: lanes in a row.
        pitch: from one lane to the next.
        margin: grey around the lanes of a CPU's core.
        tensor: height of the strip of tensor cores; 0 for a CPU.
    """

    across: int
    pitch: float
    margin: float = 0.0
    tensor: float = 0.0

    def width(self) -> float:
        return self.across * self.pitch + 2 * self.margin

    def height(self, lanes: int) -> float:
        rows = -(-lanes // self.across)
        return rows * self.pitch + self.tensor + (3 * self.margin if self.margin else 0)


def draw(drawing: Drawing) -> None:
    pitch = 1.7 if drawing.narrow else 2.2
    core = Block(across=8, pitch=pitch, margin=2.0)
    sm = Block(across=16, pitch=pitch, tensor=2 * pitch)
    line = drawing.line_height
    if drawing.narrow:
        y = drawing.text(0, 13, drawing.label("cpu"))
        y = _cpu(drawing, core, 0, y - 8, columns=16, gap=340 / 16 - core.width())
        y = drawing.text(0, y + line + 4, drawing.label("cpu_lanes"), drawing.muted, width=340)
        y = drawing.text(0, y + 14, drawing.label("gpu"))
        gap = (340 - 11 * sm.width()) / 10
        y = _gpu(drawing, sm, 0, y - 8, columns=11, gap=gap)
        drawing.text(0, y + line + 2, drawing.label("gpu_parts"), drawing.muted, width=340)
        return
    drawing.text(0, 13, drawing.label("cpu"))
    left = 680 - 11 * sm.width() - 10 * 4
    drawing.text(left, 13, drawing.label("gpu"))
    y = _cpu(drawing, core, 0, 25, columns=8, gap=4)
    drawing.text(0, y + line, drawing.label("cpu_lanes"), drawing.muted, width=left - 30)
    y = _gpu(drawing, sm, left, 25, columns=11, gap=4)
    drawing.text(left, y + line, drawing.label("gpu_parts"), drawing.muted, width=680 - left)


def _cpu(
    drawing: Drawing, core: Block, left: float, top: float, columns: int, gap: float
) -> float:
    """All cores, each a grey box with its lanes in the lower part; returns where they end."""
    shares = _shares(drawing.count("cpu_lanes"), drawing.count("cpu_cores"))
    height = core.height(max(shares))
    boxes, rows = [], []
    for index, lanes in enumerate(shares):
        x = left + index % columns * (core.width() + gap)
        y = top + index // columns * (height + gap)
        boxes.append((x, y, core.width(), height))
        rows += _rows(core, x + core.margin, y + 2 * core.margin, lanes)
    drawing.boxes(boxes, fill=drawing.grid)
    drawing.dots(rows, core.pitch, drawing.a)
    return boxes[-1][1] + height


def _gpu(drawing: Drawing, sm: Block, left: float, top: float, columns: int, gap: float) -> float:
    """All multiprocessors: lanes above, tensor cores below; returns where they end."""
    sms = drawing.count("sms")
    shares = _shares(drawing.count("lanes"), sms)
    tensors = _shares(drawing.count("tensor_cores"), sms)
    height = sm.height(max(shares))
    boxes, rows = [], []
    for index, (lanes, cores) in enumerate(zip(shares, tensors, strict=True)):
        x = left + index % columns * (sm.width() + gap)
        y = top + index // columns * (height + gap)
        rows += _rows(sm, x, y, lanes)
        step = sm.width() / max(cores, 1)
        boxes += [
            (x + n * step, y + height - sm.tensor + 0.6, step - 1.5, sm.tensor - 0.6)
            for n in range(cores)
        ]
    drawing.dots(rows, sm.pitch, drawing.a)
    drawing.boxes(boxes, fill=drawing.a)
    return top + -(-sms // columns) * (height + gap) - gap


def _rows(block: Block, x: float, y: float, lanes: int) -> list[tuple[float, float, int]]:
    """The lanes of one block as rows for ``dots``."""
    return [
        (x, y + (start // block.across + 0.5) * block.pitch, min(block.across, lanes - start))
        for start in range(0, lanes, block.across)
    ]


def _shares(total: int, parts: int) -> list[int]:
    """``total`` things dealt out to ``parts`` as evenly as they go."""
    return [total // parts + (part < total % parts) for part in range(parts)]
