"""What a figure's ``draw`` is given: its numbers, its words, its colours, and a few tools.

Lengths are pixels of the page at the variant's full width, from the upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bookgen.errors import BookError
from bookgen.plot import layout, ticks
from bookgen.plot.job import Job
from bookgen.plot.lettering import Lettering
from bookgen.plot.outlines import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Mark = tuple[float, str]


class Drawing(Lettering):
    """One variant of one figure in one language while it is drawn.

    Attributes:
        narrow: whether this is the variant for narrow pages.
        used_height: where the drawing ends.
    """

    def __init__(self, job: Job, figure: Figure) -> None:
        super().__init__(job, figure)
        self.narrow = job.variant == "narrow"
        self.used_height = self.height

    # Charts

    def chart(self, left: float, top: float, right: float, bottom: float) -> Axes:
        """Axes without a frame, each edge so many pixels from the drawing's."""
        axes = self.figure.add_axes(
            (
                left / self.width,
                bottom / self.height,
                1 - (left + right) / self.width,
                1 - (top + bottom) / self.height,
            )
        )
        axes.spines[:].set_visible(False)
        axes.set_axisbelow(True)
        return axes

    def decades(self, axes: Axes, ends: tuple[float, float], unit: str) -> float:
        """Make the horizontal axis logarithmic from decade to decade, a grid line each.

        Ticks are written in the page's language: with their unit where there is room for it (so
        the axis's label must name it), otherwise without, and fewer of them if need be.

        Args:
            axes: of ``chart``.
            ends: the least and the greatest value that must fit, in ``unit``.
            unit: what the ticks are written in.

        Returns:
            The baseline for the axis's label.
        """
        exponents = ticks.decades(*ends)
        axes.set_xscale("log")
        axes.set_xlim(10.0 ** exponents[0], 10.0 ** exponents[-1])
        axes.xaxis.set_ticks([10.0**exponent for exponent in exponents], [""] * len(exponents))
        axes.xaxis.set_ticks([], minor=True)
        axes.xaxis.grid(True)
        for line in axes.get_xgridlines():
            line.set_clip_on(False)  # or the outer ones lose half their width
        box = axes.get_position()
        step = (box.x1 - box.x0) * self.width / (len(exponents) - 1)
        places = [box.x0 * self.width + step * number for number in range(len(exponents))]
        y: float = self.height * (1 - box.y0) + self.line_height
        for tick in ticks.that_fit(
            exponents,
            places,
            self.width,
            lambda exponent, with_unit: self._power_of_ten(exponent, unit if with_unit else ""),
            self.measure,
        ):
            self.text(tick.x, y, tick.text, self.muted, align=tick.align)
        return y + self.line_height

    def _power_of_ten(self, exponent: int, unit: str) -> str:
        """A tick: in digits while they are easily read, in words (1 万年), then as 10²⁰."""
        value = float(f"1e{exponent}")
        if exponent >= 16:
            return self._know(self.write(value, unit, "scientific").removeprefix("1×"))
        easy = {"zh": 3, "en": 4}[self.job.language]
        return self.write(value, unit, "plain" if exponent <= easy else "words")

    def powers(self, ends: tuple[float, float], unit: str = "", every: int = 1) -> list[Mark]:
        """The powers of ten between two values, each with its text."""
        first, last = math.ceil(math.log10(ends[0]) - 1e-9), math.floor(math.log10(ends[1]) + 1e-9)
        return [
            (float(f"1e{exponent}"), self._power_of_ten(exponent, unit))
            for exponent in range(first, last + 1)
            if exponent % every == 0
        ]

    def scale_x(
        self,
        axes: Axes,
        ends: tuple[float, float],
        marks: Sequence[Mark],
        *,
        log: bool = False,
        grid: bool = False,
    ) -> float:
        """Make the horizontal axis run between two values, with a text below each mark.

        The vertical axis must have its ends already. A text that would touch the one before it is
        left out.

        Returns:
            The baseline for the axis's label.
        """
        if log:
            axes.set_xscale("log")
        axes.set_xlim(*ends)
        axes.xaxis.set_ticks([value for value, _ in marks], [""] * len(marks))
        axes.xaxis.set_ticks([], minor=True)
        axes.xaxis.grid(grid)
        for line in axes.get_xgridlines():
            line.set_clip_on(False)
        y = self.place(axes, ends[0], axes.get_ylim()[0])[1] + self.line_height
        end = -math.inf
        for value, text in marks:
            x, width = self.place(axes, value, axes.get_ylim()[0])[0], self.measure(text)
            tick = ticks.hung(text, x, self.width, width)
            if tick.start > end:
                self.text(tick.x, y, text, self.muted, align=tick.align)
                end = tick.end + ticks.GAP
        return y + self.line_height

    def scale_y(
        self, axes: Axes, ends: tuple[float, float], marks: Sequence[Mark], *, log: bool = False
    ) -> None:
        """Make the vertical axis run between two values, with a line and a text at each mark."""
        if log:
            axes.set_yscale("log")
        axes.set_ylim(*ends)
        axes.yaxis.set_ticks([value for value, _ in marks], [""] * len(marks))
        axes.yaxis.set_ticks([], minor=True)
        axes.yaxis.grid(True)
        for line in axes.get_ygridlines():
            line.set_clip_on(False)
        for value, text in marks:
            x, y = self.place(axes, axes.get_xlim()[0], value)
            self.text(x - 8, y + 5, text, self.muted, align="right")

    def place(self, axes: Axes, x: float, y: float) -> tuple[float, float]:
        """Where a point of a chart lies on the drawing."""
        across, up = axes.transData.transform((x, y))
        return float(across), self.height - float(up)

    def trace(
        self,
        axes: Axes,
        points: Iterable[Point],
        color: str,
        *,
        line: float = 1.5,
        dash: Sequence[float] = (),
    ) -> list[Point]:
        """A line through points of a chart; returns where it runs on the drawing."""
        places = [self.place(axes, x, y) for x, y in points]
        self.strokes([places], color, line=line, dash=dash)
        return places

    def widest(self, marks: Sequence[Mark]) -> float:
        """The room that the texts of marks take beside an axis."""
        return max(self.measure(text) for _, text in marks) + 10

    # The end

    def crop(self, height: float) -> None:
        """End the drawing at this height; its declared height is the most it may take."""
        self.used_height = min(math.ceil(height), self.height)

    def check(self) -> None:
        """Refuse text that was typed or lies on other text, and whatever is cut off."""
        try:
            layout.check(self.figure, self._known, (self.width, self.used_height))
        except BookError as bad:
            job = self.job
            bad.found += f" (figure '{job.id}', {job.language}, {job.variant})"
            raise bad.located(job.module, None) from None
