"""Shapes on a drawing: boxes, lines, dots, arrows, in pixels from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bookgen.plot import style
from bookgen.plot.outlines import Box, Point, arc, arrow_head, foot, outline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Shapes:
    """The part of a drawing that draws shapes.

    Attributes:
        width, height: the size of the drawing in pixels.
        ink, muted, grid, paper, a, b, c, d: the theme's colours, the only ones there are.
        figure: matplotlib's figure.
    """

    ink, muted, grid, paper = style.INK, style.MUTED, style.GRID, style.PAPER
    a, b, c, d = style.A, style.B, style.C, style.D

    def __init__(self, figure: Figure, size: tuple[int, int]) -> None:
        self.figure = figure
        self.width, self.height = size
        self._canvas: Axes | None = None

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
