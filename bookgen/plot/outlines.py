"""The outlines of shapes as matplotlib takes them, in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.path import Path as Outline

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def outline(lines: Iterable[Sequence[Point]], *, closed: bool) -> Outline | None:
    """Many lines as one outline, each of them closed or open; None where there are none."""
    from matplotlib.path import Path as Outline

    points: list[Point] = []
    codes: list[int] = []
    for line in lines:
        points += line
        codes += [int(Outline.MOVETO)] + [int(Outline.LINETO)] * (len(line) - 1)
        if closed:
            points.append(line[0])
            codes.append(int(Outline.CLOSEPOLY))
    return Outline(points, codes) if points else None


def is_closed(shape: Outline) -> bool:
    """Whether a line around the shape comes back to where it began."""
    from matplotlib.path import Path as Outline

    codes: Any = shape.codes
    return codes is None or Outline.CLOSEPOLY in codes


def arc(start: Point, end: Point, depth: float) -> Outline:
    """A curve that leaves ``start`` downwards and comes to ``end`` from below."""
    from matplotlib.path import Path as Outline

    points = [start, (start[0], start[1] + depth), (end[0], end[1] + depth), end]
    return Outline(points, [int(Outline.MOVETO)] + [int(Outline.CURVE4)] * 3)


def arrow_head(start: Point, end: Point, length: float = 7.0, half: float = 3.5) -> list[Point]:
    """The triangle at the end of an arrow: its tip and the two corners of its foot."""
    span = math.dist(start, end) or 1.0
    dx, dy = (end[0] - start[0]) / span, (end[1] - start[1]) / span
    x, y = end[0] - dx * length, end[1] - dy * length
    return [end, (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)]


def foot(head: Sequence[Point]) -> Point:
    """Where an arrow's line meets its head."""
    (_, (x1, y1), (x2, y2)) = head
    return (x1 + x2) / 2, (y1 + y2) / 2
