"""What the catalog holds: a value with all that is known of it, and where to look things up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bookgen import schema
from bookgen.errors import BookError, did_you_mean

Basis = Mapping[str, str]


@dataclass(frozen=True)
class Value:
    """One datum of the catalog.

    ``si`` is in coherent units; ``unit`` is as typed; ``basis`` says what makes the value
    comparable (precision, sparsity, direction, per, params, clock). ``unusual`` gives the reason
    by the rule that the value breaks. ``repeats`` is the id of the datum that this one is, under
    another name.
    """

    id: str
    si: float
    unit: str
    kind: str
    sources: tuple[str, ...]
    verified: str
    basis: Basis
    file: Path
    line: int
    note: str = ""
    low: float | None = None
    high: float | None = None
    also: tuple[tuple[str, tuple[str, ...]], ...] = ()
    means: schema.Bilingual | None = None
    unusual: Mapping[str, str] = field(default_factory=dict)
    repeats: str = ""


@dataclass
class Catalog:
    """All of data/: values by id, entities by folder and id, what else stands in files.

    ``dates`` says of a date that is another's, such as ``controls.rules.a800.date``, whose:
    ``a800-sxm-80gb.announced``.
    """

    values: dict[str, Value] = field(default_factory=dict)
    entities: dict[str, dict[str, schema.Entity]] = field(default_factory=dict)
    sources: dict[str, schema.Source] = field(default_factory=dict)
    history: schema.History = field(
        default_factory=lambda: schema.History(events={}, yardsticks={})
    )
    glossary: dict[str, schema.Term] = field(default_factory=dict)
    controls: dict[str, schema.Rule] = field(default_factory=dict)
    publications: schema.Publications = field(
        default_factory=lambda: schema.Publications(published={})
    )
    dates: dict[str, str] = field(default_factory=dict)

    def value(self, id: str) -> Value:
        """The datum with this id.

        Raises:
            BookError: there is none; the nearest ids are named.
        """
        if id in self.values:
            return self.values[id]
        entity = id.split(".")[0]
        fields = [known for known in self.values if known.split(".")[0] == entity]
        if fields:
            raise BookError(
                f"'{id}' does not exist",
                expected=f"a field of {entity}",
                hint=did_you_mean(id, fields) or f"it has {', '.join(sorted(fields)[:6])} ...",
            )
        raise BookError(
            f"'{id}' does not exist",
            expected="the id of a datum",
            hint=did_you_mean(entity, {known.split(".")[0] for known in self.values}),
        )

    def entity(self, id: str) -> schema.Entity:
        """The entity with this id, of whatever kind."""
        for entities in self.entities.values():
            if id in entities:
                return entities[id]
        known = [name for entities in self.entities.values() for name in entities]
        raise BookError(f"'{id}' is not an entity", hint=did_you_mean(id, known))
