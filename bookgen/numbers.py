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

from pydantic import Field, model_validator

from bookgen import schema, units, yamlfile
from bookgen.calculators import CALCULATORS, Calculator
from bookgen.catalog import Catalog, validate
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.evaluation import CERTAINTY, Number, apply, check_unit, leaf
from bookgen.yamlfile import Document


class Literal(schema.Model):
    """A value typed where it is used, with the reason for it."""

    value: schema.Text
    kind: schema.Kind = "assumption"
    reason: schema.Bilingual
    range: schema.Text | None = None
    source: schema.Names | None = None
    basis: dict[str, str] = Field(default_factory=dict)


class Declaration(schema.Model):
    """One entry of numbers.yml: exactly one of ``datum``, ``value`` and ``calc``.

    ``datum`` may also name another number, to show it in another unit.
    """

    means: schema.Bilingual
    unit: str = ""
    datum: schema.Text | None = None
    value: schema.Text | None = None
    kind: schema.Kind | None = None
    reason: schema.Bilingual | None = None
    range: schema.Text | None = None
    source: schema.Names | None = None
    basis: dict[str, str] = Field(default_factory=dict)
    calc: schema.Text | None = None
    inputs: dict[str, Any] = Field(default_factory=dict)
    note: schema.Bilingual | None = None

    @model_validator(mode="after")
    def _one_origin(self) -> Declaration:
        given = [name for name in ("datum", "value", "calc") if getattr(self, name) is not None]
        if len(given) != 1:
            raise schema.fault(
                f"a number has {' and '.join(given) or 'no origin'}", "one of datum, value and calc"
            )
        if self.value is not None and self.reason is None:
            raise schema.fault("a literal value has no 'reason'", "why it is so, in zh and en")
        return self


class Declarations(schema.Model):
    """A chapter's numbers.yml."""

    numbers: dict[str, Declaration]


@dataclass
class Graph:
    """All numbers of the book, evaluated."""

    catalog: Catalog
    numbers: dict[str, Number] = field(default_factory=dict)
    chapters: dict[str, list[str]] = field(default_factory=dict)

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
    declared: dict[str, tuple[Document, str, Declaration]] = {}
    errors: list[BookError] = []
    graph = Graph(catalog)
    for chapter in chapters:
        graph.chapters[chapter] = []
        try:
            document = yamlfile.load(content / chapter / "numbers.yml")
            document.data = {"numbers": document.data}
            document.lines = {("numbers", *path): n for path, n in document.lines.items()}
            for name, declaration in validate(Declarations, document).numbers.items():
                declared[f"{chapter}.{name}"] = (document, name, declaration)
                graph.chapters[chapter].append(f"{chapter}.{name}")
        except BookError as bad:
            errors.append(bad)
    raise_all(errors)
    for id in _order(declared):
        document, name, declaration = declared[id]
        try:
            graph.numbers[id] = _evaluate(id, declaration, graph, document)
        except BookError as bad:
            errors.append(bad.located(document.file, document.line(("numbers", name))))
            break
    raise_all(errors)
    graph.numbers = {id: graph.numbers[id] for id in declared}
    return graph


def _order(declared: Mapping[str, tuple[Document, str, Declaration]]) -> list[str]:
    """The numbers' ids, inputs first, otherwise as declared."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for id, (_, _, declaration) in declared.items():
        chapter = id.split(".")[0]
        sorter.add(id)
        for reference in _references(declaration):
            for candidate in (f"{chapter}.{reference}", reference):
                if candidate in declared:
                    sorter.add(id, candidate)
                    break
    try:
        return list(sorter.static_order())
    except CycleError as bad:
        ring = list(dict.fromkeys(bad.args[1]))
        document, name, _ = declared[ring[0]]
        raise document.error(
            ("numbers", name), f"numbers depend on each other in a ring: {' <- '.join(ring)}"
        ) from None


def _references(declaration: Declaration) -> Iterator[str]:
    if declaration.datum is not None:
        yield declaration.datum
    for binding in declaration.inputs.values():
        for item in binding if isinstance(binding, list) else [binding]:
            if isinstance(item, str):
                yield item


def _evaluate(id: str, declaration: Declaration, graph: Graph, document: Document) -> Number:
    """One declared number; everything it depends on is in the graph already."""
    at = ("numbers", id.split(".", 1)[1])
    line = document.line(at)
    if declaration.calc is not None:
        return _calculate(id, declaration, graph, document)
    if declaration.datum is not None:
        try:
            number = graph.find(declaration.datum, id.split(".")[0])
        except BookError as bad:
            raise bad.located(document.file, document.line((*at, "datum"))) from None
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
        number = _literal(id, literal, declaration.unit, graph.catalog, document, line)
    check_unit(declaration.unit or number.unit, number.unit, number.id)
    return replace(
        number,
        id=id,
        unit=declaration.unit or number.unit,
        means=declaration.means,
        note=declaration.note or number.note,
        file=document.file,
        line=line,
    )


def _literal(
    id: str, literal: Literal, unit: str, catalog: Catalog, document: Document, line: int
) -> Number:
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
        id=id,
        si=magnitude.si,
        unit=unit or magnitude.unit,
        basis=literal.basis,
        kind=literal.kind,
        means=None,
        file=document.file,
        line=line,
        sources=tuple(literal.source or ()),
        note=literal.reason,
        low=low,
        high=high,
    )


def _calculate(id: str, declaration: Declaration, graph: Graph, document: Document) -> Number:
    name = id.split(".", 1)[1]
    at = ("numbers", name)
    assert declaration.calc is not None
    if declaration.calc not in CALCULATORS:
        raise document.error(
            (*at, "calc"),
            f"calculator '{declaration.calc}' does not exist",
            expected="a function of bookgen/calculators",
            hint=did_you_mean(declaration.calc, CALCULATORS),
        )
    calculator = CALCULATORS[declaration.calc]
    inputs = [
        (parameter, _bind(f"{id}.{parameter}", binding, graph, document))
        for parameter, binding in _bindings(calculator, declaration, document, at)
    ]
    try:
        si, basis, unit = apply(calculator, inputs)
    except BookError as bad:
        raise bad.located(document.file, document.line((*at, "inputs"))) from None
    shown = declaration.unit or unit
    try:
        check_unit(shown, unit, f"{calculator.name}()")
    except BookError as bad:
        raise bad.located(document.file, document.line((*at, "unit"))) from None
    return Number(
        id=id,
        si=si,
        unit=shown,
        basis=basis,
        kind=min((n.kind for _, n in inputs), key=CERTAINTY.index),
        means=declaration.means,
        file=document.file,
        line=document.line(at),
        calculator=calculator,
        inputs=tuple(inputs),
        note=declaration.note,
    )


def _bind(id: str, binding: Any, graph: Graph, document: Document) -> Number:
    """What stands behind one input: another number, a datum, or a literal with its reason."""
    chapter, name, parameter = id.split(".")
    path = ("numbers", name, "inputs", parameter)
    try:
        if isinstance(binding, dict):
            literal = validate(Literal, document.part(path))
            return _literal(id, literal, "", graph.catalog, document, document.line(path))
        return graph.find(str(binding), chapter)
    except BookError as bad:
        raise bad.located(document.file, document.line(path)) from None


def _bindings(
    calculator: Calculator, declaration: Declaration, document: Document, at: yamlfile.Key
) -> Iterator[tuple[str, Any]]:
    """Each parameter with what is bound to it; a missing or unknown one is an error."""
    wanted = calculator.parameters
    for parameter in declaration.inputs:
        if parameter not in wanted:
            raise document.error(
                (*at, "inputs", parameter),
                f"{calculator.name} has no input '{parameter}'",
                expected=f"one of {', '.join(wanted)}",
                hint=did_you_mean(parameter, wanted),
            )
    for parameter in wanted:
        if parameter not in declaration.inputs:
            raise document.error(
                (*at, "inputs"),
                f"input '{parameter}' of {calculator.name} is missing",
                expected=f"a number, a datum or a literal for each of {', '.join(wanted)}",
            )
        binding = declaration.inputs[parameter]
        for item in binding if calculator.variadic and isinstance(binding, list) else [binding]:
            yield parameter, item
