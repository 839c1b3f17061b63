"""The numbers for programs: ``numbers.json``, each with its value and where it comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bookgen import formula, proof, units
from bookgen.book import Book
from bookgen.calculators import CALCULATORS, QUANTITIES
from bookgen.evaluation import Number
from bookgen.exports.places import addresses, shown
from bookgen.exports.shape import Formula, NumbersFile, Parameter, Record
from bookgen.numbers import Graph
from bookgen.rendered import Rendered
from bookgen.schema import Bilingual

SCHEMA = "schema/numbers-json.json"  # numbers.json there is the schema of numbers.yml


def numbers_json(book: Book, graph: Graph, rendered: Rendered) -> bytes:
    """Every number with its value, unit, kind, proof, texts and address.

    Raises:
        BookError: a datum of a field that has no name yet.
    """
    places = addresses(book, graph, rendered)
    nodes = {node.id: node for number in shown(graph, rendered) for node in number.walk()}
    records = {id: _record(nodes[id], places[id], graph, rendered.uses) for id in sorted(nodes)}
    names = {record.calculator for record in records.values() if record.calculator}
    file = NumbersFile.model_validate(
        {
            "$schema": SCHEMA,
            "title": book.title,
            "version": book.edition.version,
            "date": book.edition.date,
            "units": factors(graph, rendered),
            "calculators": {name: _formula(name) for name in sorted(names)},
            "numbers": records,
            "sources": graph.catalog.sources,
        }
    )
    data = file.model_dump(mode="json", by_alias=True, exclude_none=True)
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def factors(graph: Graph, rendered: Rendered) -> dict[str, float]:
    """How many coherent units each unit is that occurs in a number or under one."""
    found = {node.unit for number in shown(graph, rendered) for node in number.walk()}
    return {unit: float(units.factor(unit)) for unit in sorted(found)}


def _record(
    number: Number, address: str, graph: Graph, texts: Mapping[str, dict[str, list[str]]]
) -> Record:
    """What is known of a number."""
    ends = None
    if number.low is not None and number.high is not None:
        low, high = (units.from_si(si, number.unit) for si in (number.low, number.high))
        ends = float(low), float(high)
    datum = number.datum
    return Record(
        value=float(number.value),
        unit=number.unit,
        kind=number.kind,
        address=address,
        means=proof.name(number, graph.catalog),
        basis=dict(number.basis) or None,
        range=ends,
        calculator=number.calculator.name if number.calculator else None,
        inputs=[(name, child.id) for name, child in number.inputs] or None,
        sources=list(number.sources) or None,
        datum=datum.id if datum else None,
        verified=datum.verified if datum else None,
        note=(datum.note if datum else "") or None,
        reason=number.note,
        texts=texts.get(number.id),
    )


def _formula(name: str) -> Formula:
    """A calculator with what its parameters are."""
    calculator = CALCULATORS[name]
    parameters = {
        parameter: Parameter(
            symbol=found.symbol,
            unit=found.unit,
            series=calculator.variadic or parameter in calculator.series,
            means=Bilingual(zh=found.zh, en=found.en),
        )
        for parameter, found in ((each, QUANTITIES[each]) for each in calculator.parameters)
    }
    return Formula(
        expression=formula.expression(calculator),
        latex=formula.symbols(calculator),
        unit=calculator.unit,
        parameters=parameters,
    )
