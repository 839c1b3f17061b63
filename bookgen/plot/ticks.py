"""Which ticks of an axis are written, and where, so that none touches another."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Across = Literal["left", "center", "right"]
GAP = 4.0


@dataclass(frozen=True)
class Tick:
    """A tick's text, the point it hangs on, and the room it takes."""

    text: str
    x: float
    align: Across
    start: float
    end: float


def decades(low: float, high: float) -> list[int]:
    """The exponents of ten from the decade below ``low`` to the one above ``high``.

    >>> decades(0.2, 3000), decades(100, 100)
    ([-1, 0, 1, 2, 3, 4], [2, 3])
    """
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return list(range(first, max(last, first + 1) + 1))


def that_fit(
    exponents: Sequence[int],
    places: Sequence[float],
    width: float,
    write: Callable[[int, bool], str],
    measure: Callable[[str], float],
) -> list[Tick]:
    """Ticks with their unit if all have room, else without it, else fewer of them.

    Args:
        exponents: the powers of ten on the axis.
        places: where each stands.
        width: the room from 0 that all ticks share.
        write: a power of ten as text, with or without the unit.
        measure: how wide a text is.
    """
    ticks: list[Tick] = []
    for with_unit, every in ((True, 1), *((False, n) for n in range(1, len(exponents) + 1))):
        ticks = [
            _measured(write(exponent, with_unit), place, width, measure)
            for exponent, place in zip(exponents, places, strict=True)
            if exponent % every == 0
        ]
        if all(one.end + GAP <= other.start for one, other in pairwise(ticks)):
            break
    return ticks


def _measured(text: str, x: float, room: float, measure: Callable[[str], float]) -> Tick:
    return hung(text, x, room, measure(text))


def hung(text: str, x: float, room: float, width: float) -> Tick:
    """A text centred on its place, or pushed inside where it would stick out."""
    if x < width / 2:
        return Tick(text, 0, "left", 0, width)
    if x + width / 2 > room:
        return Tick(text, room, "right", room - width, room)
    return Tick(text, x, "center", x - width / 2, x + width / 2)
