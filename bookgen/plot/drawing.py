"""What a figure's ``draw`` is given: its numbers, its words, its colours, and a few tools.

Lengths are pixels of the page at the variant's full width, from the upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from bookgen import units
from bookgen.errors import BookError, did_you_mean
from bookgen.language import Style, write
from bookgen.language.writing import Form
from bookgen.plot import style, ticks
from bookgen.plot.job import Job
from bookgen.plot.lines import wrap
from bookgen.plot.shapes import Box, Point, arc, arrow_head, foot, is_closed, outline
from bookgen.plot.ticks import Across

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

LINE_HEIGHT = 1.4
SLACK = 1.08  # fonts of readers' machines are up to this much wider than ours


class Drawing:
    """One variant of one figure in one language while it is drawn.

    Attributes:
        narrow: whether this is the variant for narrow pages.
        width, height: the size of the drawing in pixels.
        ink, muted, grid, paper, a, b, c, d: the theme's colours, the only ones there are.
        figure: matplotlib's figure.
    """

    ink, muted, grid, paper = style.INK, style.MUTED, style.GRID, style.PAPER
    a, b, c, d = style.A, style.B, style.C, style.D
    font_size = style.FONT_SIZE
    line_height = style.FONT_SIZE * LINE_HEIGHT

    def __init__(self, job: Job, figure: Figure) -> None:
        self.job = job
        self.figure = figure
        self.narrow = job.variant == "narrow"
        self.width, self.height = job.size
        self.used_height = self.height
        self._known: set[str] = set()
        self._widths: dict[str, float] = {}
        self._canvas: Axes | None = None

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
            x, y: where the text hangs.
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
        wide = self.measure(line) / SLACK + 4
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
            width = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
            self._widths[text] = float(width) * SLACK
        return self._widths[text]

    # Shapes

    @property
    def canvas(self) -> Axes:
        """Axes over the whole drawing whose coordinates are its pixels, y downwards."""
        if self._canvas is None:
            axes = self.figure.add_axes((0, 0, 1, 1))
            axes.set_xlim(0, self.width)
            axes.set_ylim(self.height, 0)
            axes.set_axis_off()
            self._canvas = axes
        return self._canvas

    def boxes(
        self,
        boxes: Iterable[Box],
        fill: str | None = None,
        edge: str | None = None,
        *,
        line: float = 1.0,
        dash: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> None:
        """Rectangles (left, top, width, height) of one look, drawn as one shape."""
        outlines = [
            [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            for x, y, width, height in boxes
        ]
        self._shape(
            outlines, closed=True, fill=fill, edge=edge, line=line, dash=dash, alpha=opacity
        )

    def strokes(
        self,
        strokes: Iterable[Sequence[Point]],
        color: str,
        *,
        line: float = 1.0,
        dash: Sequence[float] = (),
    ) -> None:
        """Open lines of one look, drawn as one shape."""
        self._shape(strokes, closed=False, fill=None, edge=color, line=line, dash=dash, alpha=1.0)

    def dots(
        self,
        rows: Iterable[tuple[float, float, int]],
        pitch: float,
        size: tuple[float, float],
        color: str,
    ) -> None:
        """Rows (left, middle, how many) of little boxes of one size, ``pitch`` apart.

        Each row is one dashed line with as many dashes as there are things, so that thousands of
        boxes, every one of them counted, take a few kilobytes.
        """
        width, height = size
        gap = pitch - width
        lines = [[(x, y), (x + count * pitch - gap / 2, y)] for x, y, count in rows if count > 0]
        self.strokes(lines, color, line=height, dash=(width, gap))

    def arrow(self, start: Point, end: Point, color: str, *, both: bool = False) -> None:
        """A straight arrow with a small head at ``end``, or at both ends."""
        heads = [arrow_head(start, end)] + ([arrow_head(end, start)] if both else [])
        self.strokes([[foot(heads[1]) if both else start, foot(heads[0])]], color, line=1.5)
        self._shape(heads, closed=True, fill=color, edge=None, line=0, dash=(), alpha=1.0)

    def arcs(self, ends: Iterable[tuple[Point, Point]], depth: float, color: str) -> None:
        """Curves that hang between points of one height, as deep as the points are apart."""
        from matplotlib.patches import PathPatch

        pairs = list(ends)
        widest = max(abs(start[0] - end[0]) for start, end in pairs)
        for start, end in pairs:
            shape = arc(start, end, depth * abs(start[0] - end[0]) / widest)
            self.canvas.add_artist(
                PathPatch(shape, facecolor="none", edgecolor=color, linewidth=1.5, capstyle="butt")
            )

    def circles(
        self, centres: Iterable[Point], radius: float, fill: str, edge: str | None = None
    ) -> None:
        """Circles of one look."""
        from matplotlib.patches import Circle

        for centre in centres:
            self.canvas.add_artist(
                Circle(centre, radius, facecolor=fill, edgecolor=edge or "none", linewidth=2)
            )

    def _shape(
        self,
        outlines: Iterable[Sequence[Point]],
        *,
        closed: bool,
        fill: str | None,
        edge: str | None,
        line: float,
        dash: Sequence[float],
        alpha: float,
    ) -> None:
        from matplotlib.patches import PathPatch

        shape = outline(outlines, closed=closed)
        if shape is None:
            return
        look: dict[str, Any] = {"linestyle": (0, tuple(dash))} if dash else {}
        self.canvas.add_artist(
            PathPatch(
                shape,
                facecolor=fill or "none",
                edgecolor=edge or "none",
                linewidth=line if edge else 0,
                alpha=alpha if alpha < 1 else None,
                capstyle="butt",
                joinstyle="miter",
                **look,
            )
        )

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
        box = axes.get_position()
        step = (box.x1 - box.x0) * self.width / (len(exponents) - 1)
        places = [box.x0 * self.width + step * number for number in range(len(exponents))]
        y = self.height * (1 - box.y0) + self.line_height
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
        from matplotlib.text import Text

        self.figure.draw_without_rendering()  # ticks and axis labels get their places only now
        found = [
            (text, _room(text))
            for text in self.figure.findobj(Text)
            if isinstance(text, Text) and text.get_visible() and text.get_text().strip()
        ]
        for index, (text, box) in enumerate(found):
            words = text.get_text()
            if words not in self._known:
                raise BookError(
                    f"the text '{words}' is neither a label of figure '{self.job.id}' nor written "
                    "by drawing.write()",
                    file=self.job.module,
                    expected="labels in the figure's YAML file, in both languages",
                )
            x, y, right, bottom = box
            if x < 0 or y < 0 or right > self.width or bottom > self.used_height:
                raise self._unfit(f"'{words}' is cut off at the edge")
            for other, theirs in found[:index]:
                if _overlap(box, theirs):
                    raise self._unfit(f"'{words}' lies on '{other.get_text()}'")
        for patch in self.canvas.patches:
            extent, half = patch.get_window_extent(), patch.get_linewidth() / 2
            half = half if is_closed(patch.get_path()) else 0.0
            top, low = self.height - extent.y1 - half, self.height - extent.y0 + half
            sides = (extent.x0 - half, top, self.width - extent.x1 - half, self.used_height - low)
            if min(sides) < -0.05:
                raise self._unfit(f"a shape is cut off at the edge by {-min(sides):.1f} pixels")

    def _unfit(self, found: str) -> BookError:
        return BookError(
            found,
            file=self.job.module,
            expected=f"everything in figure '{self.job.id}' ({self.job.language}, "
            f"{self.job.variant}) in its own place, with room for wider fonts",
        )


def _room(text: Text) -> Box:
    """Left, upper, right and lower end of a text, widened as a reader's font may widen it."""
    assert text.figure is not None
    extent = text.get_window_extent()
    height = text.figure.get_figure(root=True).bbox.height
    extra = (SLACK - 1) * extent.width
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[str(text.get_horizontalalignment())]
    return (
        extent.x0 - extra * share,
        height - extent.y1,
        extent.x1 + extra * (1 - share),
        height - extent.y0,
    )


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0 and down > 1
