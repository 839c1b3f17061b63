"""numbers.yml -> the graph of numbers: each with its value, formula, inputs and sources.

A number is a datum, a literal with its reason, or a calculator applied to other numbers. The
evaluated graph *is* the proof: nothing downstream computes with a value again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from bookgen import declarations, schema, units
from bookgen.calculators import CALCULATORS, Calculator
from bookgen.catalog import Catalog, validate
from bookgen.declarations import Declared, Literal
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.evaluation import Number, check_unit, leaf
from bookgen.results import compute


@dataclass
class Graph:
    """All numbers of the book, evaluated.

    Attributes:
        numbers: by id, in the order of the book.
        chapters: the ids of each chapter's numbers.
        families: the ids of each family's members by entity, by the family's own id.
    """

    catalog: Catalog
    numbers: dict[str, Number] = field(default_factory=dict)
    chapters: dict[str, list[str]] = field(default_factory=dict)
    families: dict[str, dict[str, str]] = field(default_factory=dict)

    def find(self, reference: str, chapter: str) -> Number:
        """A number by its name in ``chapter``, its full id, or a datum's id.

        Raises:
            BookError: there is none; the nearest names are given.
        """
        for id in (f"{chapter}.{reference}", reference):
            if id in self.numbers:
                return self.numbers[id]
        if reference in self.catalog.values:
            return leaf(self.catalog.values[reference])
        raise _unknown(reference, chapter, self.numbers, self.catalog)

    def family(self, reference: str, chapter: str) -> dict[str, Number]:
        """A family's members by entity; empty where the reference names none."""
        for id in (f"{chapter}.{reference}", reference):
            if id in self.families:
                return {entity: self.numbers[own] for entity, own in self.families[id].items()}
        return {}


def _unknown(
    reference: str, chapter: str, numbers: Mapping[str, Any], catalog: Catalog
) -> BookError:
    head = reference.split(".")[0]
    if "." in reference and head not in {id.split(".")[0] for id in numbers}:
        try:
            catalog.value(reference)
        except BookError as unknown:
            return unknown
    names = [id.removeprefix(f"{chapter}.") for id in numbers]
    return BookError(
        f"'{reference}' is not a number",
        expected=f"a name in {chapter}/numbers.yml, chapter.name, or the id of a datum",
        hint=did_you_mean(reference, names),
    )


def load(content: Path, chapters: list[str], catalog: Catalog) -> Graph:
    """Read the chapters' numbers.yml files and evaluate every number in them.

    Raises:
        BookError: every fault found, each with file and line.
    """
    declared: dict[str, Declared] = {}
    errors: list[BookError] = []
    graph = Graph(catalog)
    for chapter in chapters:
        try:
            own = declarations.load(content, chapter, catalog)
        except BookError as bad:
            errors.append(bad)
            continue
        declared.update((item.id, item) for item in own)
        graph.chapters[chapter] = [item.id for item in own]
    raise_all(errors)
    for item in declared.values():
        if item.entity:
            graph.families.setdefault(f"{item.chapter}.{item.key}", {})[item.entity] = item.id
    for id in _order(declared, graph.families):
        item = declared[id]
        try:
            graph.numbers[id] = _evaluate(item, graph)
        except BookError as bad:
            raise bad.located(item.document.file, item.line()) from None
    graph.numbers = {id: graph.numbers[id] for id in declared}
    return graph


def _order(
    declared: Mapping[str, Declared], families: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """The numbers' ids, inputs first, otherwise as declared."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for id, item in declared.items():
        sorter.add(id)
        for reference in item.references():
            for candidate in (f"{item.chapter}.{reference}", reference):
                if candidate in families:
                    sorter.add(id, *families[candidate].values())
                    break
                if candidate in declared:
                    sorter.add(id, candidate)
                    break
    try:
        return list(sorter.static_order())
    except CycleError as bad:
        ring = list(dict.fromkeys(bad.args[1]))
        raise declared[ring[0]].error(
            found=f"numbers depend on each other in a ring: {' <- '.join(ring)}"
        ) from None


def _evaluate(item: Declared, graph: Graph) -> Number:
    """One declared number; everything it depends on is in the graph already."""
    declaration = item.declaration
    if declaration.calc is not None:
        return _calculate(item, declaration.calc, graph)
    if declaration.datum is not None:
        try:
            found = graph.find(declaration.datum, item.chapter)
            number = replace(found, repeats=(found.id, *found.repeats))
        except BookError as bad:
            raise bad.located(item.document.file, item.line("datum")) from None
    else:
        assert declaration.value is not None
        assert declaration.reason is not None
        literal = Literal(
            value=declaration.value,
            kind=declaration.kind or "assumption",
            reason=declaration.reason,
            range=declaration.range,
            source=declaration.source,
            basis=declaration.basis,
        )
        number = _literal(item, literal, declaration.unit, catalog=graph.catalog)
    check_unit(declaration.unit or number.unit, number.unit, number.id)
    return replace(
        number,
        id=item.id,
        unit=declaration.unit or number.unit,
        means=declaration.means,
        note=declaration.note or number.note,
        file=item.document.file,
        line=item.line(),
        unusual=declaration.unusual,
    )


def _literal(item: Declared, literal: Literal, unit: str, *path: str, catalog: Catalog) -> Number:
    magnitude = units.parse(literal.value, unit) if unit else units.read(literal.value)
    low, high = schema.range_around(literal.range, magnitude) if literal.range else (None, None)
    for source in literal.source or ():
        if source not in catalog.sources:
            raise BookError(
                f"source '{source}' does not exist",
                expected="a key of sources.yml",
                hint=did_you_mean(source, catalog.sources),
            )
    return Number(
        id=".".join((item.id, *path[1:])),
        si=magnitude.si,
        unit=unit or magnitude.unit,
        basis=literal.basis,
        kind=literal.kind,
        means=None,
        file=item.document.file,
        line=item.line(*path),
        sources=tuple(literal.source or ()),
        note=literal.reason,
        low=low,
        high=high,
    )


def _calculate(item: Declared, name: str, graph: Graph) -> Number:
    declaration = item.declaration
    if name not in CALCULATORS:
        raise item.error(
            "calc",
            found=f"calculator '{name}' does not exist",
            expected="a function of bookgen/calculators",
            hint=did_you_mean(name, CALCULATORS),
        )
    calculator = CALCULATORS[name]
    inputs = [
        (parameter, number)
        for parameter, binding in _bindings(calculator, item)
        for number in _bind(item, parameter, binding, graph)
    ]
    try:
        number = compute(
            calculator,
            inputs,
            id=item.id,
            file=item.document.file,
            line=item.line(),
            means=declaration.means,
            note=declaration.note,
        )
    except BookError as bad:
        raise bad.located(item.document.file, item.line("inputs")) from None
    try:
        check_unit(declaration.unit or number.unit, number.unit, f"{calculator.name}()")
    except BookError as bad:
        raise bad.located(item.document.file, item.line("unit")) from None
    return replace(number, unit=declaration.unit or number.unit, unusual=declaration.unusual)


def _bind(item: Declared, parameter: str, binding: Any, graph: Graph) -> list[Number]:
    """What stands behind one input: numbers, data, a whole family, or a literal with its reason."""
    path = ("inputs", parameter)
    try:
        if isinstance(binding, dict):
            literal = validate(Literal, item.document.part(item.at(*path)))
            return [_literal(item, literal, "", *path, catalog=graph.catalog)]
        family = graph.family(str(binding), item.chapter)
        return list(family.values()) or [graph.find(str(binding), item.chapter)]
    except BookError as bad:
        raise bad.located(item.document.file, item.line(*path)) from None


def _bindings(calculator: Calculator, item: Declared) -> Iterator[tuple[str, Any]]:
    """Each parameter with what is bound to it; a missing or unknown one is an error."""
    wanted, given = calculator.parameters, item.declaration.inputs
    for parameter in given:
        if parameter not in wanted:
            raise item.error(
                "inputs",
                parameter,
                found=f"{calculator.name} has no input '{parameter}'",
                expected=f"one of {', '.join(wanted)}",
                hint=did_you_mean(parameter, wanted),
            )
    for parameter in wanted:
        if parameter not in given:
            raise item.error(
                "inputs",
                found=f"input '{parameter}' of {calculator.name} is missing",
                expected=f"a number, a datum or a literal for each of {', '.join(wanted)}",
            )
        many = parameter in calculator.series and isinstance(given[parameter], list)
        for binding in given[parameter] if many else [given[parameter]]:
            yield parameter, binding
