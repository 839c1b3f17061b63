"""Who appears in a figure besides its single numbers: families, entities and dated events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bookgen import schema
from bookgen.catalog import Catalog
from bookgen.evaluation import Number
from bookgen.numbers import Graph


@dataclass(frozen=True)
class Measured:
    """A number as a drawing sees it: value and range in coherent units, and how it is known."""

    si: float
    unit: str
    low: float
    high: float
    kind: str

    @classmethod
    def of(cls, number: Number) -> Measured:
        """What a number says; without a range it is its own."""
        low = number.si if number.low is None else number.low
        high = number.si if number.high is None else number.high
        return cls(number.si, number.unit, low, high, number.kind)


@dataclass(frozen=True)
class Entity:
    """Something that data/ has a file for: what it is called, and the year and its fraction."""

    name: str
    year: float | None


@dataclass(frozen=True)
class Moment:
    """An event of data/history.yml in one language."""

    year: float
    text: str


def family(reference: str, graph: Graph) -> dict[str, Number]:
    """Numbers by entity: those of a family, or those under a fit as ``chapter.number.series``."""
    members = graph.family(reference, "")
    fitted, _, parameter = reference.rpartition(".")
    number = graph.numbers.get(fitted)
    if not members and number and number.calculator and parameter in number.calculator.series:
        under = [child for name, child in number.inputs if name == parameter]
        members = {child.id.split(".")[0]: child for child in under}
    return members


def families(graph: Graph) -> Iterator[str]:
    """Every reference that ``family`` knows."""
    yield from graph.families
    for id, number in graph.numbers.items():
        if number.calculator:
            yield from (f"{id}.{name}" for name in number.calculator.series)


def entity(id: str, catalog: Catalog, names: Mapping[str, str]) -> Entity:
    """An entity under the figure's own name for it, or the data's."""
    found = catalog.entity(id)
    event: schema.Event | None = getattr(found, day(found), None)
    return Entity(names.get(id, found.name), schema.decimal_year(event.value) if event else None)


def day(entity: schema.Entity) -> str:
    """The field that says when an entity came about; empty where nothing says so."""
    fields = ("announced", "released", "date", "shipped")
    return next((field for field in fields if getattr(entity, field, None)), "")


def moments(catalog: Catalog, language: str) -> tuple[Moment, ...]:
    """The events meant for a timeline, the earliest first."""
    events = [event for event in catalog.history.events.values() if event.timeline]
    found = [Moment(schema.decimal_year(e.date), getattr(e.event, language)) for e in events]
    return tuple(sorted(found, key=lambda moment: moment.year))
