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
    return str(getattr(history.yardsticks[nearest(history, number)].says, language))


def nearest(history: schema.History, number: Number) -> str:
    """The name of that yardstick."""
    if not units.same_dimension(number.unit, "s"):
        raise BookError(f"{number.id} is {units.describe(number.unit)}, not time")
    distances = {
        name: abs(log(number.si / length(history, yardstick)))
        for name, yardstick in history.yardsticks.items()
    }
    name = min(distances, key=distances.__getitem__)
    if distances[name] > _NEAR:
        raise BookError(
            f"no yardstick is near {number.value.normalize():f} {number.unit} ({number.id})",
            hint="add one to data/history.yml",
        )
    return name


def length(history: schema.History, yardstick: schema.Yardstick) -> float:
    """A yardstick's length in seconds: fixed, or from its event to the day of this edition."""
    if yardstick.length is not None:
        return units.parse(yardstick.length, "day").si
    assert yardstick.since is not None
    start = schema.decimal_year(history.events[yardstick.since].date)
    return (schema.decimal_year(history.events[TODAY].date) - start) * units.read("1 year").si
