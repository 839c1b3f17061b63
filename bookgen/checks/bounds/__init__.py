"""Bounds that physics and families of hardware set, held against every value and number.

A rule names what it looks at, the range it sets and why. A value that is outside for a good
reason says so beside itself, or at the top of its file: ``unusual: {rule: reason}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bookgen import units
from bookgen.catalog import Value
from bookgen.checks.bounds import parts, works
from bookgen.checks.bounds.rule import RULES, Case, Facts, Rule
from bookgen.checks.report import Report, Subject
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.numbers import Graph

__all__ = ["RULES", "bounds", "parts", "works"]

_TOLD = 4  # of the values behind one comparison


def bounds(subject: Subject) -> Report:
    """Every rule held against all it speaks of; so are the exceptions, which must be needed."""
    graph = subject.graph
    facts = Facts(graph)
    faults: list[BookError] = []
    used: set[tuple[str, str]] = set()
    count = 0
    for rule in RULES.values():
        for case in rule.cases(facts):
            count += 1
            if rule.holds(case.measure):
                continue
            excuse = _excuse(rule, case, graph)
            if excuse:
                used.add((excuse, rule.name))
            else:
                faults.append(_fault(rule, case))
    faults += _needless(graph, used)
    return Report(count, "comparisons with what physics and families allow", faults)


def _excuse(rule: Rule, case: Case, graph: Graph) -> str:
    """The id of what declares the exception: the value judged, or its file."""
    judged = case.of[0]
    if rule.name in judged.unusual:
        return judged.id
    file = judged.id.partition(".")[0]
    return file if rule.name in _of_files(graph).get(file, {}) else ""


def _of_files(graph: Graph) -> dict[str, Mapping[str, str]]:
    """The exceptions at the top of data files, by entity."""
    return {
        id: entity.unusual
        for entities in graph.catalog.entities.values()
        for id, entity in entities.items()
        if entity.unusual
    }


def _fault(rule: Rule, case: Case) -> BookError:
    judged, *others = case.of
    beside = ", ".join(f"{other.id} {_say(other)}" for other in others[:_TOLD])
    more = f" and {len(others) - _TOLD} more" if len(others) > _TOLD else ""
    measure = f"{case.measure / float(units.factor(rule.unit)):.6g} {rule.unit}".strip()
    found = f"{judged.id} is {_say(judged)}"
    if others:
        found += f" beside {beside}{more}, which makes {measure}"
    return BookError(
        f"{rule.name}: {found}",
        file=judged.file,
        line=judged.line,
        expected=rule.ends(),
        hint=f"{rule.why}; where it truly is so, write unusual: {{{rule.name}: why}} beside it",
    )


def _say(value: Value | Number) -> str:
    return f"{units.from_si(value.si, value.unit):f} {value.unit}".strip()


def _needless(graph: Graph, used: set[tuple[str, str]]) -> Iterator[BookError]:
    """Exceptions from a rule that does not exist, or that holds without them."""
    everything: list[Value | Number] = [*graph.catalog.values.values(), *graph.numbers.values()]
    declared = [(item.id, item.unusual, item) for item in everything if item.unusual]
    for id, unusual in _of_files(graph).items():
        first = next(item for item in everything if item.id.startswith(f"{id}."))
        declared.append((id, unusual, first))
    for id, unusual, place in declared:
        for name in unusual:
            if name not in RULES:
                found, hint = f"there is no rule '{name}'", did_you_mean(name, RULES)
            elif (id, name) not in used:
                found, hint = f"'{name}' holds without an exception", "remove it"
            else:
                continue
            line = None if place.id != id else place.line
            yield BookError(f"{id}: unusual: {found}", file=place.file, line=line, hint=hint)
