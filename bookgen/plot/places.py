"""Finds room for labels: apart on a line, or beside a point where nothing else is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from bookgen.plot.outlines import Box, Point

_REACH = (8.5, 11.0, 14.0, 18.0, 26.0, 34.0, 46.0, 60.0, 80.0, 110.0)  # from a point to its label
_NEAR = 15.0  # so near a label needs no line to its point
_LINE, _MISTAKEN, _CROSSING, _FORBIDDEN = 12.0, 60.0, 80.0, 1e6  # what each costs, in pixels
_ROUNDS = 12
_WAYS = (
    *((1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0)),
    *((1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),
    *((0.5, -1.0), (-0.5, -1.0), (0.5, 1.0), (-0.5, 1.0)),
)


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to the wanted ones as a gap between them allows, in their order.

    Whoever stands too close is moved together with whom it touches, both by the same. Where there
    is not room enough for all between ``low`` and ``high``, all start at ``low``.

    >>> apart([0, 1, 2, 40], 10, -50, 50), apart([3, 48, 50], 10, 0, 50)
    ([-9.0, 1.0, 11.0, 40.0], [3.0, 40.0, 50.0])
    """
    groups: list[list[float]] = []  # how far each would have to move, were all at gap from low
    shifted = [place - index * gap for index, place in enumerate(wanted)]
    for place in shifted:
        groups.append([place])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    most = max(low, high - (len(wanted) - 1) * gap)
    level = [min(max(_mean(group), low), most) for group in groups for _ in group]
    return [float(place + index * gap) for index, place in enumerate(level)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


@dataclass(frozen=True)
class Wish:
    """A label to be placed: its point, its width and height, and what is drawn for the point."""

    point: Point
    size: tuple[float, float]
    own: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Place:
    """Room for a label, and the line that leads to it from its point; none where it is near."""

    box: Box
    leader: tuple[Point, Point] | None
    cost: float

    @cached_property
    def line(self) -> tuple[Box, ...]:
        """What the leader covers."""
        return tuple(along(self.leader, 1)) if self.leader else ()

    @cached_property
    def hull(self) -> Box:
        """What label and leader cover together."""
        sides = list(zip(self.box, *self.line, strict=True))
        return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])

    def clashes(self, other: Place) -> float:
        """What it costs that both are there."""
        if not _touch(self.hull, other.hull):
            return 0.0
        if _touch(self.box, other.box):
            return _FORBIDDEN
        crossed = any(_touch(part, other.box) for part in self.line)
        crossed |= any(_touch(part, self.box) for part in other.line)
        crossed |= any(_touch(one, two) for one in self.line for two in other.line)
        return _CROSSING * crossed


def beside(wishes: Sequence[Wish], taken: Iterable[Box], room: Box) -> list[Place | None]:
    """Where labels may stand for their points; None for one that has no place at all.

    A label touches no other, nothing that is taken and nothing that is drawn for a point, and
    lies inside the room. Right of its point is the best place, then left, above, below, aslant;
    near is better than far, which takes a line, and that line should cross nothing; and a label
    should not stand nearer to another point than to its own. Each label in turn takes the place
    that costs least beside the others, until none wants to move; who begins is tried out.
    """
    obstacles = list(taken)
    options = [list(_options(index, wishes, obstacles, room)) for index in range(len(wishes))]
    orders = [
        [(start + step) % len(wishes) for step in range(len(wishes))]
        for start in range(len(wishes))
    ]
    settled = [_settle(options, order) for order in orders]
    return min(settled, key=_total, default=[])


def _settle(options: Sequence[Sequence[Place]], order: Sequence[int]) -> list[Place | None]:
    """A place for each label, from which none of them wants to move."""
    chosen: list[Place | None] = [None] * len(options)
    for _ in range(_ROUNDS):
        before = list(chosen)
        for index in order:
            others = [place for at, place in enumerate(chosen) if place and at != index]
            costs = [option.cost + sum(map(option.clashes, others)) for option in options[index]]
            least = min(costs, default=_FORBIDDEN)
            chosen[index] = options[index][costs.index(least)] if least < _FORBIDDEN else None
        if chosen == before:
            break
    return chosen


def _total(chosen: Sequence[Place | None]) -> float:
    """What a choice of places costs; a label that has none costs most."""
    placed = [place for place in chosen if place]
    clashes = sum(one.clashes(other) for one, other in combinations(placed, 2))
    return sum(p.cost for p in placed) + clashes + _FORBIDDEN * (len(chosen) - len(placed))


def _options(
    index: int, wishes: Sequence[Wish], obstacles: Sequence[Box], room: Box
) -> Iterator[Place]:
    """The places that a label could take if there were no other labels."""
    wish = wishes[index]
    others = [other for at, other in enumerate(wishes) if at != index]
    theirs = [*obstacles, *(box for other in others for box in other.own)]
    for liking, wanted in _candidates(wish.point, wish.size):
        box = _inside(wanted, room)
        fits = box[2] <= room[2] and box[3] <= room[3]
        if not fits or any(_touch(box, other) for other in (*theirs, *wish.own)):
            continue
        end = _nearest(wish.point, box)
        distance = math.dist(wish.point, end)
        if distance > _NEAR:
            leader = _between(wish.point, end, distance)
            crossed = any(_touch(part, other) for part in along(leader, 1) for other in theirs)
            yield Place(box, leader, liking + distance + _LINE + _CROSSING * crossed)
        elif distance > _REACH[0] - 1:
            rivals = (math.dist(other.point, _nearest(other.point, box)) for other in others)
            mistaken = any(rival < distance + 4 for rival in rivals)
            yield Place(box, None, liking + distance + _MISTAKEN * mistaken)


def _candidates(point: Point, size: tuple[float, float]) -> Iterator[tuple[float, Box]]:
    """Boxes around a point, each with how much less it is liked than the best."""
    width, height = size
    for reach in _REACH:
        for rank, (across, down) in enumerate(_WAYS):
            slant = 1 / math.hypot(across, down)
            x = point[0] + across * (reach * slant + width / 2)
            y = point[1] + down * (reach * slant + height / 2)
            yield rank / 2, (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _inside(box: Box, room: Box) -> Box:
    """The box, moved so that it lies in the room."""
    left = max(room[0], min(box[0], room[2] - (box[2] - box[0])))
    top = max(room[1], min(box[1], room[3] - (box[3] - box[1])))
    return left, top, left + box[2] - box[0], top + box[3] - box[1]


def _nearest(point: Point, box: Box) -> Point:
    return min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])


def _between(point: Point, end: Point, distance: float) -> tuple[Point, Point]:
    """A line from the edge of a dot to a little before the end."""
    dx, dy = (end[0] - point[0]) / distance, (end[1] - point[1]) / distance
    first, last = _REACH[0], distance - 3
    return (point[0] + first * dx, point[1] + first * dy), (
        point[0] + last * dx,
        point[1] + last * dy,
    )


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def along(points: Sequence[Point], half: float, step: float = 6.0) -> Iterator[Box]:
    """Boxes that cover a line, for what must not be written over."""
    for (x1, y1), (x2, y2) in pairwise(points):
        pieces = max(1, math.ceil(math.dist((x1, y1), (x2, y2)) / step))
        for piece in range(pieces + 1):
            x, y = x1 + (x2 - x1) * piece / pieces, y1 + (y2 - y1) * piece / pieces
            yield x - half, y - half, x + half, y + half
