"""What an asker names, and which numbers rest on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bookgen import addresses, yardsticks
from bookgen.asking.finding import Known
from bookgen.calculators import CALCULATORS
from bookgen.catalog import Catalog
from bookgen.errors import short
from bookgen.evaluation import Number

Kind = Literal[
    "number", "datum", "entity", "data", "event", "yardstick", "rule", "calculator", "source"
]


@dataclass
class Asked:
    """Something that numbers may rest on.

    Attributes:
        id: as it was named, in full.
        kind: what it is.
        place: where it is written down.
        numbers: the ids of the numbers and the data that it stands for.
        things: the ids of what depends on it and is no number: itself, days, events, claims.
    """

    id: str
    kind: Kind
    place: str
    numbers: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    _known: dict[str, bool] = field(default_factory=dict)

    def under(self, number: Number) -> bool:
        """Whether a number rests on it."""
        if number.id not in self._known:
            below = (self.under(child) for _, child in number.inputs)
            self._known[number.id] = self._is(number) or any(below)
        return self._known[number.id]

    def _is(self, number: Number) -> bool:
        if self.kind == "calculator":
            return number.calculator is not None and number.calculator.name == self.id
        if self.kind == "source":
            return self.id in number.sources
        own = {number.id, *number.repeats} | ({number.datum.id} if number.datum else set())
        return not own.isdisjoint(self.numbers)


def find(id: str, known: Known, root: Path) -> Asked:
    """What an id stands for.

    That is a number, a datum, the data below a path, an entity, an event, a yardstick, a rule, a
    calculator or a source; at last a number by a short name that is no other's.

    Raises:
        BookError: nothing has that id; the nearest are named.
    """
    id = addresses.number(id)
    catalog, data = known.graph.catalog, root / "data"
    for number in (shelf.get(id) for shelf in (known.numbers, known.data, known.cells)):
        if number:
            kind: Kind = "datum" if id in known.data else "number"
            own = frozenset({id})
            return Asked(id, kind, f"{short(number.file)}:{number.line}", own, _dated(own, catalog))
    below = frozenset(datum for datum in known.data if datum.startswith(f"{id}."))
    for folder, entities in catalog.entities.items():
        if id in entities:
            things = _dated(below, catalog) | {id}
            return Asked(id, "entity", short(data / folder / f"{id}.yml"), below, things)
    if below:
        return Asked(id, "data", short(known.data[min(below)].file), below, _dated(below, catalog))
    for start, (kind, listed) in _lists(catalog).items():
        if id.startswith(start) and id.removeprefix(start) in listed:
            file = short(data / f"{start.partition('.')[0]}.yml")
            return Asked(id, kind, file, things=_with_yardsticks({id}, catalog))
    if id in CALCULATORS:
        file = f"bookgen/calculators/{CALCULATORS[id].topic}.py"
        return Asked(id, "calculator", file, things=frozenset({id}))
    if id in catalog.sources:
        return Asked(id, "source", short(data / "sources.yml"), things=_cited(id, catalog))
    if any(name.partition(".")[2] == id for name in known.graph.numbers):
        return find(known.find(id).id, known, root)
    names = [name for folder in catalog.entities.values() for name in folder]
    lists = [f"{start}{name}" for start, (_, own) in _lists(catalog).items() for name in own]
    raise known.unknown(id, *names, *lists, *CALCULATORS, *catalog.sources)


def _lists(catalog: Catalog) -> dict[str, tuple[Kind, Mapping[str, Any]]]:
    """What stands in lists, by the start of its id; each is dated or cites sources."""
    return {
        "history.events.": ("event", catalog.history.events),
        "history.yardsticks.": ("yardstick", catalog.history.yardsticks),
        "controls.rules.": ("rule", catalog.controls),
    }


def _dated(data: frozenset[str], catalog: Catalog) -> frozenset[str]:
    """Some data, and the events and rules that take their date from one of them."""
    taken = {id.removesuffix(".date") for id, date in catalog.dates.items() if date in data}
    return data | _with_yardsticks(taken, catalog)


def _with_yardsticks(things: Set[str], catalog: Catalog) -> frozenset[str]:
    """Things, and the yardsticks whose length an event among them decides."""
    measured = {
        f"history.yardsticks.{id}"
        for id, yardstick in catalog.history.yardsticks.items()
        if yardstick.since
        and not things.isdisjoint(
            {f"history.events.{yardstick.since}", f"history.events.{yardsticks.TODAY}"}
        )
    }
    return frozenset(things) | measured


def _cited(key: str, catalog: Catalog) -> frozenset[str]:
    """A source, and what cites it and is no number: claims, events, yardsticks and rules."""
    cited: dict[str, Sequence[str]] = {
        id: entity.source for folder in catalog.entities.values() for id, entity in folder.items()
    }
    for start, (_, listed) in _lists(catalog).items():
        cited |= {f"{start}{id}": entry.source or () for id, entry in listed.items()}
    return frozenset({key, *(id for id, sources in cited.items() if key in sources)})
