"""A rule: its name, why it holds, the range it sets, and where it finds what it speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TypeVar

from bookgen import schema, units
from bookgen.catalog import Value
from bookgen.evaluation import Number
from bookgen.numbers import Graph

E = TypeVar("E", bound=schema.Entity)


@dataclass(frozen=True)
class Case:
    """One comparison: what was looked at, the first being judged, and what they give together."""

    of: tuple[Value | Number, ...]
    measure: float


@dataclass(frozen=True)
class Facts:
    """Data and numbers as a rule asks for them."""

    graph: Graph

    def each(self, model: type[E]) -> Iterator[tuple[str, E]]:
        """Every entity of a kind, with its id."""
        for entities in self.graph.catalog.entities.values():
            for id, entity in entities.items():
                if isinstance(entity, model):
                    yield id, entity

    def first(self, *ids: str) -> str:
        """The first of these data that exists; the last of them where none does."""
        return next((id for id in ids if id in self.graph.catalog.values), ids[-1])

    @cached_property
    def _of_file(self) -> dict[str, list[str]]:
        ids: dict[str, list[str]] = defaultdict(list)
        for id in self.graph.catalog.values:
            ids[id.partition(".")[0]].append(id)
        return ids

    def under(self, prefix: str) -> list[str]:
        """The ids of all data under a path."""
        own = self._of_file.get(prefix.partition(".")[0], [])
        return [id for id in own if id.startswith(f"{prefix}.")]

    def named(self, *names: str) -> Iterator[str]:
        """The ids of all data whose path ends in one of these names."""
        for id in self.graph.catalog.values:
            if id.rpartition(".")[2] in names:
                yield id

    def case(self, measure: Callable[..., float], *ids: str) -> Iterator[Case]:
        """A comparison of these data, if all of them exist."""
        values = self.graph.catalog.values
        if all(id in values for id in ids):
            of = tuple(values[id] for id in ids)
            yield Case(of, measure(*(value.si for value in of)))

    def calculated(self, *calculators: str) -> Iterator[Case]:
        """Every number that one of these calculators gave."""
        for number in self.graph.numbers.values():
            if number.calculator and number.calculator.name in calculators:
                yield Case((number,), number.si)

    def bound(self, parameter: str) -> Iterator[Case]:
        """Every number that is an input of this name; one that is a datum is judged there."""
        for number in self.graph.numbers.values():
            for name, child in number.inputs:
                if name == parameter and child.datum is None:
                    yield Case((child,), child.si)


@dataclass(frozen=True)
class Rule:
    """What must lie between ``low`` and ``high``, both in ``unit``, and why."""

    name: str
    why: str
    low: float
    high: float
    unit: str
    cases: Callable[[Facts], Iterator[Case]]

    def holds(self, measure: float) -> bool:
        """Whether a measure in coherent units lies within the ends, which belong to the range."""
        scale = float(units.factor(self.unit))
        slack = 1e-9 * abs(measure)  # sums of decimals are not exact
        return self.low * scale - slack <= measure <= self.high * scale + slack

    def ends(self) -> str:
        """The range in words."""
        if self.low == self.high:
            text = f"exactly {self.low:g}"
        elif self.high == inf:
            text = f"at least {self.low:g}"
        else:
            text = f"{self.low:g} to {self.high:g}"
        return f"{text} {self.unit}".strip()


RULES: dict[str, Rule] = {}
Cases = Callable[[Facts], Iterator[Case]]


def rule(low: float, high: float, unit: str = "") -> Callable[[Cases], Cases]:
    """Make a rule of the function that finds its cases: its docstring says why it holds."""

    def register(cases: Cases) -> Cases:
        assert cases.__doc__
        why = cases.__doc__.strip().removesuffix(".")
        if why[1] == " " or why[1].islower():
            why = why[0].lower() + why[1:]
        RULES[cases.__name__] = Rule(cases.__name__, why, low, high, unit, cases)
        return cases

    return register


def ratio(a: float, b: float) -> float:
    """One over the other."""
    return a / b


def itself(a: float) -> float:
    """The value alone."""
    return a
