"""What a figure's ``draw`` is given: its numbers, its words, its colours, and a few tools.

Lengths are pixels of the page at the variant's full width, from the upper left corner.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from bookgen import units
from bookgen.errors import BookError, did_you_mean
from bookgen.language import Style, write
from bookgen.language.writing import Form
from bookgen.plot import layout, style, ticks
from bookgen.plot.job import Job
from bookgen.plot.lines import wrap
from bookgen.plot.shapes import Shapes
from bookgen.plot.ticks import Across

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE_HEIGHT = 1.4


class Drawing(Shapes):
    """One variant of one figure in one language while it is drawn.

    Attributes:
        narrow: whether this is the variant for narrow pages.
        line_height: from one baseline to the next.
        used_height: where the drawing ends.
    """

    line_height = style.FONT_SIZE * LINE_HEIGHT

    def __init__(self, job: Job, figure: Figure) -> None:
        super().__init__(figure, job.size)
        self.job = job
        self.narrow = job.variant == "narrow"
        self.used_height = self.height
        self._known: set[str] = set()
        self._widths: dict[str, float] = {}

    # Numbers and words

    def value(self, alias: str, unit: str) -> float:
        """A declared number in ``unit``, for lengths and places."""
        if alias not in self.job.values:
            raise BookError(
                f"'{alias}' is not among the numbers of figure '{self.job.id}'",
                file=self.job.file,
                line=self.job.lines[""],
                hint=did_you_mean(alias, self.job.values),
            )
        si, own = self.job.values[alias]
        if not units.same_dimension(own, unit):
            raise BookError(
                f"'{alias}' is {units.describe(own)}, not {units.describe(unit)}",
                file=self.job.file,
                line=self.job.lines[""],
            )
        return float(units.from_si(si, unit))

    def count(self, alias: str) -> int:
        """A declared number that counts things."""
        return round(self.value(alias, ""))

    def label(self, name: str) -> str:
        """A declared label, with its numbers written."""
        if name not in self.job.labels:
            raise BookError(
                f"'{name}' is not among the labels of figure '{self.job.id}'",
                file=self.job.file,
                expected="a label declared in zh and en",
                hint=did_you_mean(name, self.job.labels),
            )
        return self._know(self.job.labels[name])

    def write(
        self,
        value: float,
        unit: str = "",
        form: Form = "plain",
        digits: int | None = None,
        *,
        about: bool = False,
    ) -> str:
        """A value as the page's language writes it, for ticks and for what a drawing counts."""
        number = Decimal(repr(value))
        return self._know(write(number, unit, self.job.language, Style(form, digits, about)))

    def _know(self, text: str) -> str:
        self._known.update([text, *text.split("\n")])
        return text

    # Text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        color: str = style.INK,
        *,
        align: Across = "left",
        width: float | None = None,
        backed: bool = False,
    ) -> float:
        """Write text whose first baseline is at ``y``, broken to ``width``.

        Args:
            x: the point that the text hangs on.
            y: the first baseline.
            text: a label, or what ``write`` returned.
            color: one of the drawing's colours.
            align: which end of the text is at ``x``.
            width: the room for each line.
            backed: whether to hide the grid lines that cross the text.

        Returns:
            The baseline of the line that would follow.
        """
        for line in self.lines(text, width):
            if backed:
                self._back(x, y, line, align)
            self.canvas.text(x, y, line, color=color, ha=align, va="baseline")
            y += self.line_height
        return y

    def _back(self, x: float, y: float, line: str, align: Across) -> None:
        """Paper behind one line of text."""
        wide = self.measure(line) / layout.SLACK + 4
        left = x - 2 - (wide - 4) * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        self.boxes([(left, y - 12, wide, 16)], fill=self.paper)

    def lines(self, text: str, width: float | None = None) -> list[str]:
        """The lines that a text of the figure takes when broken to ``width``."""
        if text not in self._known:
            return [text]
        found = wrap(text, width if width is not None else math.inf, self.measure)
        self._known.update(found)
        return found

    def measure(self, text: str) -> float:
        """How wide a line of text may be on a reader's machine."""
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path

        if text not in self._widths:
            font = FontProperties(size=style.FONT_SIZE)
            width: float = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
            self._widths[text] = width * layout.SLACK
        return self._widths[text]

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
        """A tick: in digits while they are easily read, then in words (10,000 years, 1 万年)."""
        easy = {"zh": 3, "en": 4}[self.job.language]
        return self.write(10.0**exponent, unit, "plain" if exponent <= easy else "words")

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
