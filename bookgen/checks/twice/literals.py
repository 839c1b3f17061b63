"""Values typed in numbers.yml that a datum holds, or that another number states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bookgen import units
from bookgen.catalog import Catalog, Value
from bookgen.checks.twice.data import FACTUAL
from bookgen.checks.twice.dates import names
from bookgen.declarations import Declared
from bookgen.errors import BookError


@dataclass(frozen=True)
class Typed:
    """A literal of numbers.yml."""

    declared: Declared
    path: tuple[str, ...]
    si: float
    unit: str
    words: str
    sources: frozenset[str]
    factual: bool


def typed(declared: Declared) -> Iterator[Typed]:
    """What a declaration types itself: its value, and the values among its inputs."""
    declaration = declared.declaration
    given: list[tuple[tuple[str, ...], str, str, dict[str, Any]]] = []
    if declaration.value is not None:
        given.append((("value",), declaration.unit, declaration.means.en, declaration.model_dump()))
    for parameter, binding in declaration.inputs.items():
        if isinstance(binding, dict):
            words = f"{declaration.means.en} {binding['reason']['en']}"
            given.append((("inputs", parameter, "value"), "", words, binding))
    for path, unit, words, fields in given:
        magnitude = units.parse(fields["value"], unit) if unit else units.read(fields["value"])
        sources = fields.get("source") or ()
        yield Typed(
            declared,
            path,
            magnitude.si,
            magnitude.unit,
            words,
            frozenset([sources] if isinstance(sources, str) else sources),
            fields.get("kind") in FACTUAL,
        )


def repeated(literals: list[Typed]) -> Iterator[BookError]:
    """Numbers with the same value and the same meaning, or from the same source."""
    own = [literal for literal in literals if literal.path == ("value",)]
    for a, b in combinations(own, 2):
        alike = a.words == b.words or (a.factual and b.factual and a.sources & b.sources)
        if alike and _equal(a, b):
            yield b.declared.error(
                *b.path,
                found=f"{b.declared.id} states what {a.declared.id} states",
                expected="each fact in one place",
                hint=f"write 'datum: {a.declared.id}'",
            )


def held_by_data(literals: list[Typed], catalog: Catalog) -> Iterator[BookError]:
    """Literals whose value is that of a datum, where it is no coincidence."""
    for literal in literals:
        for value in catalog.values.values():
            if _equal(literal, value) and _about(literal, value, catalog):
                yield literal.declared.error(
                    *literal.path,
                    found=f"{literal.declared.id} types what data/ holds as {value.id}",
                    expected="each fact in one place",
                    hint=f"write '{value.id}' for it",
                )
                break


def _equal(a: Typed | Value, b: Typed | Value) -> bool:
    return abs(a.si - b.si) <= 1e-12 * abs(a.si) and units.same_dimension(a.unit, b.unit)


def _about(literal: Typed, value: Value, catalog: Catalog) -> bool:
    """Whether source, or name and unit, say that an equal value is no coincidence."""
    if literal.factual and literal.sources & set(value.sources):
        return True
    id = value.id.partition(".")[0]
    if units.same_dimension(value.unit, "") or id == "constants":
        return False
    return bool(names(catalog.entity(id).name) & names(literal.words))
