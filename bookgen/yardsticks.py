"""Stretches of time that a reader can feel, chosen from data/history.yml by length."""

from __future__ import annotations

import datetime
from math import log

from bookgen import schema, units
from bookgen.errors import BookError
from bookgen.evaluation import Number

TODAY = "today"
_NEAR = log(1.25)


def say(history: schema.History, number: Number, language: str) -> str:
    """The yardstick nearest to a duration, in words; refuses where none is within a quarter."""
    if not units.same_dimension(number.unit, "s"):
        raise BookError(f"{number.id} is {units.describe(number.unit)}, not time")
    nearest = min(
        history.yardsticks.values(),
        key=lambda yardstick: abs(log(number.si / length(history, yardstick))),
    )
    distance = abs(log(number.si / length(history, nearest)))
    if distance > _NEAR:
        raise BookError(
            f"no yardstick is near {number.value.normalize():f} {number.unit} ({number.id})",
            hint="add one to data/history.yml",
        )
    return str(getattr(nearest.says, language))


def length(history: schema.History, yardstick: schema.Yardstick) -> float:
    """A yardstick's length in seconds: fixed, or from its event to the day of this edition."""
    if yardstick.length is not None:
        return units.parse(yardstick.length, "day").si
    assert yardstick.since is not None
    start = _years(history.events[yardstick.since].date)
    return (_years(history.events[TODAY].date) - start) * units.read("1 year").si


def _years(date: str) -> float:
    """A date as years of the Gregorian count; there is no year 0, so 1 BC is 0."""
    if date.startswith("-"):
        return float(int(date) + 1)
    parts = [int(part) for part in date.split("-")]
    day = datetime.date(*[*parts, 1, 1][:3])
    return day.year + (day.timetuple().tm_yday - 1) / 365.25
