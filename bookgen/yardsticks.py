"""Stretches of time that a reader can feel, chosen from data/history.yml by length."""

from __future__ import annotations

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
    start = schema.decimal_year(history.events[yardstick.since].date)
    return (schema.decimal_year(history.events[TODAY].date) - start) * units.read("1 year").si
