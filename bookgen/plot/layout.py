"""What a drawing must keep to: no typed text, nothing cut off, no text on other text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bookgen.errors import BookError
from bookgen.plot.outlines import Box, is_closed

if TYPE_CHECKING:
    from collections.abc import Set

    from matplotlib.figure import Figure
    from matplotlib.text import Text

SLACK = 1.08  # fonts of readers' machines are up to this much wider than ours
_ROOM = "all of it in its own place, with room for wider fonts"


def check(figure: Figure, known: Set[str], size: tuple[int, int]) -> None:
    """Refuse a figure that breaks one of the rules.

    Args:
        figure: as drawn.
        known: the texts that come from labels and from ``write``.
        size: width and height of what will be shown.

    Raises:
        BookError: the first fault found.
    """
    figure.draw_without_rendering()  # ticks and axis labels get their places only now
    _check_texts(list(_texts(figure)), known, size)
    for box in _shapes(figure):
        beyond = _beyond(box, size)
        if beyond > 0.05:
            raise BookError(f"a shape is cut off by {beyond:.1f} pixels", expected=_ROOM)


def _check_texts(texts: list[tuple[str, Box]], known: Set[str], size: tuple[int, int]) -> None:
    for index, (text, box) in enumerate(texts):
        if text not in known:
            raise BookError(
                f"the text '{text}' is neither a label nor written by drawing.write()",
                expected="labels in the figure's YAML file, in both languages",
            )
        if _beyond(box, size) > 0:
            raise BookError(f"'{text}' is cut off at the edge", expected=_ROOM)
        for other, theirs in texts[:index]:
            if _overlap(box, theirs):
                raise BookError(f"'{text}' lies on '{other}'", expected=_ROOM)


def _texts(figure: Figure) -> Iterator[tuple[str, Box]]:
    """Every text that is seen, with the room it may take on a reader's machine."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        if isinstance(text, Text) and text.get_visible() and text.get_text().strip():
            yield text.get_text(), _room(text, figure.bbox.height)


def _shapes(figure: Figure) -> Iterator[Box]:
    """The room of every shape, with the line around it."""
    for axes in figure.axes:
        for patch in axes.patches:
            extent, half = patch.get_window_extent(), patch.get_linewidth() / 2
            half = half if is_closed(patch.get_path()) else 0.0
            height = figure.bbox.height
            yield (
                extent.x0 - half,
                height - extent.y1 - half,
                extent.x1 + half,
                height - extent.y0 + half,
            )


def _room(text: Text, height: float) -> Box:
    """Left, upper, right and lower end of a text, widened as a reader's font may widen it."""
    extent = text.get_window_extent()
    extra = (SLACK - 1) * extent.width
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[str(text.get_horizontalalignment())]
    return (
        extent.x0 - extra * share,
        height - extent.y1,
        extent.x1 + extra * (1 - share),
        height - extent.y0,
    )


def _beyond(box: Box, size: tuple[int, int]) -> float:
    """How far a box reaches past the edge."""
    return max(-box[0], -box[1], box[2] - size[0], box[3] - size[1])


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0 and down > 1
