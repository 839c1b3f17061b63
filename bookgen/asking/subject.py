"""What an asker names, and which numbers rest on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bookgen import schema
from bookgen.asking.finding import Known
from bookgen.calculators import CALCULATORS
from bookgen.catalog import Catalog
from bookgen.errors import short
from bookgen.evaluation import Number

Kind = Literal["number", "datum", "entity", "data", "calculator", "source"]


@dataclass
class Subject:
    """Something that numbers may rest on.

    Attributes:
        id: as it was named, in full.
        kind: what it is.
        place: where it is written down.
        numbers: the ids of the numbers and the data that it stands for.
        things: the ids by which pages mention it without a number.
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


def find(id: str, known: Known, root: Path) -> Subject:
    """What an id stands for.

    That is a number, a datum, the data below a path, an entity, a calculator or a source, in this
    order; at last a number by a short name that is no other's.

    Raises:
        BookError: nothing has that id; the nearest are named.
    """
    catalog = known.graph.catalog
    for number in (shelf.get(id) for shelf in (known.numbers, known.data, known.cells)):
        if number:
            kind: Kind = "datum" if id in known.data else "number"
            own = frozenset({id})
            return Subject(id, kind, f"{short(number.file)}:{number.line}", own, own)
    below = frozenset(datum for datum in known.data if datum.startswith(f"{id}."))
    for folder, entities in catalog.entities.items():
        if id in entities:
            file = short(root / "data" / folder / f"{id}.yml")
            return Subject(id, "entity", file, below, below | {id})
    if below:
        return Subject(id, "data", short(known.data[min(below)].file), below, below)
    if id in CALCULATORS:
        file = f"bookgen/calculators/{CALCULATORS[id].topic}.py"
        return Subject(id, "calculator", file, things=frozenset({id}))
    if id in catalog.sources:
        return Subject(
            id, "source", short(root / "data" / "sources.yml"), things=_cited(id, catalog)
        )
    if any(name.partition(".")[2] == id for name in known.graph.numbers):
        return find(known.find(id).id, known, root)
    names = [name for folder in catalog.entities.values() for name in folder]
    raise known.unknown(id, *names, *CALCULATORS, *catalog.sources)


def _cited(key: str, catalog: Catalog) -> frozenset[str]:
    """What cites a source and is no number: claims, events and rules; and the source itself."""
    cited: dict[str, schema.Names] = {
        id: entity.source for folder in catalog.entities.values() for id, entity in folder.items()
    }
    cited |= {f"history.{id}": event.source for id, event in catalog.history.events.items()}
    cited |= {f"controls.{id}": rule.source for id, rule in catalog.controls.items()}
    return frozenset({key, *(id for id, sources in cited.items() if key in sources)})
