"""What an accelerator can attain at each arithmetic intensity, for several of them.

Both axes are logarithmic: a roof rises with the memory's bandwidth up to its ridge point, a dot,
and is level from there. Names stand at the roofs' right ends, moved apart where they would touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookgen.plot import Drawing
from bookgen.plot.places import apart

# From the oldest. An accelerator that stands in neither list is new to the book and is drawn.
SHOWN = (
    "a100-sxm-80gb",
    "h100-sxm",
    "h200-sxm",
    "mi300x",
    "b200-hgx",
    "gb300",
    "tpu-v7",
    "rubin-vr200",
)
SHOWN_NARROW = ("a100-sxm-80gb", "h100-sxm", "gb300", "rubin-vr200")
LEFT_OUT = {
    *("a100-sxm-40gb", "a800-sxm-80gb", "b300-hgx", "gaudi3", "gb200", "h100-pcie", "h20"),
    *("h800-sxm", "mi250x", "mi325x", "mi355x", "mi455x", "rtx-4090", "rtx-5090"),
    *("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "trainium2", "trainium3"),
}
Point = tuple[float, float]
YARDSTICK = "h100-sxm"
LEADER = 16.0  # from the end of a roof to its name


@dataclass(frozen=True)
class Roof:
    """One accelerator: its ridge in FLOP/B, its peak in TFLOP/s, its name and its ridge's text."""

    id: str
    ridge: float
    peak: float
    name: str
    text: str
    color: str

    @property
    def slope(self) -> float:
        """The rate that one FLOP/B more gives below the ridge: the bandwidth, in TB/s."""
        return self.peak / self.ridge


def draw(drawing: Drawing) -> None:
    roofs = sorted(_roofs(drawing), key=lambda roof: (-roof.peak, roof.name))
    guides = {name: drawing.value(name, "FLOP/B") for name in ("decode", "prefill")}
    across = (guides["decode"] / 2, 2.5 * max([guides["prefill"], *(r.ridge for r in roofs)]))
    up = (min(roof.slope for roof in roofs) * across[0], 1.5 * max(roof.peak for roof in roofs))
    marks, line = drawing.powers(up), drawing.line_height
    left, right = drawing.widest(marks), LEADER + _widest_row(drawing, roofs)
    top, height = 2 * line + 6, max(270.0 if drawing.narrow else 300.0, len(roofs) * line)
    chart = drawing.chart(left, top, right, drawing.height - top - height)
    drawing.scale_y(chart, up, marks, log=True)
    foot = drawing.scale_x(chart, across, drawing.powers(across), log=True)
    drawing.text(0, 14, drawing.label("rate"), drawing.muted)
    drawing.text(drawing.width, top - 8, _heading(drawing), drawing.muted, align="right")
    for name, guide in guides.items():
        ends = drawing.trace(chart, [(guide, up[1]), (guide, up[0])], drawing.ink, dash=(2, 3))
        text = drawing.label(f"{name}_narrow" if drawing.narrow else name)
        if name == "decode":
            drawing.text(ends[0][0] - 3, top - 8, text)
        else:
            drawing.text(ends[0][0] + 3, top - 8, text, align="right")
    ends_of_roofs = [drawing.place(chart, across[1], roof.peak) for roof in roofs]
    _names(drawing, roofs, ends_of_roofs, (top, top + height))
    for roof in roofs:
        thick = roof.id == YARDSTICK
        corners = [(across[0], roof.slope * across[0]), (roof.ridge, roof.peak)]
        drawing.trace(chart, [*corners, (across[1], roof.peak)], roof.color, line=1 + 1.5 * thick)
        drawing.circles([drawing.place(chart, *corners[1])], 3.5 + thick, roof.color)
        if thick:
            point = drawing.place(chart, guides["decode"], roof.slope * guides["decode"])
            drawing.circles([point], 4.5, roof.color)
    below, room = drawing.label("intensity"), drawing.width - left
    end = drawing.text(left, foot, below, drawing.muted, width=room)
    for roof in roofs:
        if not _is_short(drawing, roof):
            drawing.text(drawing.width, end, roof.text, drawing.muted, align="right")
            end = drawing.text(0, end, roof.name, width=drawing.width - 60)
    drawing.crop(end - line + 6)


def _names(
    drawing: Drawing, roofs: Sequence[Roof], ends: Sequence[Point], room: tuple[float, float]
) -> None:
    """Each roof's name and ridge in a column of their own, with a line from the roof's end.

    A long name stands below the chart instead, where its ridge is told again.
    """
    rows = apart([y + 5 for _, y in ends], drawing.line_height, room[0] + 10, room[1])
    for roof, (x, y), row in zip(roofs, ends, rows, strict=True):
        drawing.strokes([[(x, y), (x + LEADER - 4, row - 5)]], roof.color)
        if _is_short(drawing, roof):
            drawing.text(x + LEADER, row, roof.name)
        drawing.text(drawing.width, row, roof.text, drawing.muted, align="right")


def _widest_row(drawing: Drawing, roofs: Sequence[Roof]) -> float:
    """The room of the names and of the ridges beside them."""
    texts = [(roof.name if _is_short(drawing, roof) else "", roof.text) for roof in roofs]
    rows = [drawing.measure(name) + 10 + drawing.measure(ridge) for name, ridge in texts]
    return max([drawing.measure(_heading(drawing)), *rows])


def _is_short(drawing: Drawing, roof: Roof) -> bool:
    """Whether a name leaves the chart enough room."""
    return drawing.measure(roof.name) <= (70 if drawing.narrow else 150)


def _heading(drawing: Drawing) -> str:
    return drawing.label("ridge_narrow" if drawing.narrow else "ridge")


def _roofs(drawing: Drawing) -> list[Roof]:
    """The accelerators drawn: those shown here, and any that the lists do not know."""
    ridges, peaks = drawing.family("ridge", "FLOP/B"), drawing.family("peak", "TFLOP/s")
    shown = SHOWN_NARROW if drawing.narrow else SHOWN
    roofs = [
        Roof(
            id,
            ridge.value,
            peaks[id].value,
            drawing.name(id),
            drawing.member("ridge", id),
            drawing.a if id == YARDSTICK else drawing.muted,
        )
        for id, ridge in ridges.items()
        if id in shown or id not in {*SHOWN, *LEFT_OUT}
    ]
    if not drawing.narrow:
        ridge, peak = drawing.value("v100_ridge", "FLOP/B"), drawing.value("v100_peak", "TFLOP/s")
        texts = drawing.label("v100"), drawing.label("v100_ridge")
        roofs.append(Roof("", ridge, peak, *texts, drawing.muted))
    return roofs
