"""The numbers for machines: ``numbers.json``, each with its value and where it comes from."""

from __future__ import annotations

import json

import bookgen
from bookgen import formula, units
from bookgen.book import Book
from bookgen.calculators import CALCULATORS, QUANTITIES
from bookgen.evaluation import Number
from bookgen.exports.shape import Formula, NumbersFile, Parameter, Record
from bookgen.numbers import Graph
from bookgen.page import DERIVATIONS
from bookgen.render import Rendered
from bookgen.schema import Bilingual

SCHEMA = "schema/numbers-json.json"  # numbers.json there is the schema of numbers.yml


def numbers_json(book: Book, graph: Graph, rendered: Rendered) -> bytes:
    """Every number with its value, unit, kind, proof, texts and address."""
    found = _Numbers(book, graph, rendered)
    for number in (*graph.numbers.values(), *rendered.reference.values()):
        found.take(number)
    records = dict(sorted(found.records.items()))
    names = {record.calculator for record in records.values() if record.calculator}
    file = NumbersFile.model_validate(
        {
            "$schema": SCHEMA,
            "title": book.title,
            "version": bookgen.__version__,
            "units": {
                unit: float(units.factor(unit))
                for unit in sorted({record.unit for record in records.values()})
            },
            "calculators": {name: _formula(name) for name in sorted(names)},
            "numbers": records,
            "sources": graph.catalog.sources,
        }
    )
    data = file.model_dump(mode="json", by_alias=True, exclude_none=True)
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


class _Numbers:
    """The records of numbers and of everything under them."""

    def __init__(self, book: Book, graph: Graph, rendered: Rendered) -> None:
        self.book = book
        self.graph = graph
        self.rendered = rendered
        self.records: dict[str, Record] = {}
        self.rows = {
            number.datum.id: _row(number) for number in rendered.reference.values() if number.datum
        }

    def take(self, number: Number, above: str = "") -> None:
        """Take in a number and its inputs; one without a place is shown where it is used."""
        address = self.place(number) or above
        if number.id not in self.records:
            self.records[number.id] = self.record(number, address)
            for _, child in number.inputs:
                self.take(child, address)

    def place(self, number: Number) -> str:
        """The number's own place in the book, the same in every language; empty without one."""
        if number.id in self.rendered.reference:
            return _row(number)
        if number.id not in self.graph.numbers:
            return self.rows.get(number.id, "")
        page, _, name = number.id.partition(".")
        anchors = self.rendered.anchors
        if all(number.id in anchors.get((code, page), ()) for code in self.book.languages):
            return f"{page}.html#n-{name}"
        return f"{DERIVATIONS}#{number.id}"

    def record(self, number: Number, address: str) -> Record:
        """What is known of a number."""
        ends = None
        if number.low is not None and number.high is not None:
            low, high = (units.from_si(si, number.unit) for si in (number.low, number.high))
            ends = float(low), float(high)
        datum = number.datum
        return Record.model_validate(
            {
                "value": float(number.value),
                "unit": number.unit,
                "kind": number.kind,
                "address": address,
                "means": number.means,
                "basis": dict(number.basis) or None,
                "range": ends,
                "calculator": number.calculator.name if number.calculator else None,
                "inputs": [(name, child.id) for name, child in number.inputs] or None,
                "sources": list(number.sources) or None,
                "datum": datum.id if datum else None,
                "verified": datum.verified if datum else None,
                "note": (datum.note if datum else "") or None,
                "reason": number.note,
                "texts": self.rendered.uses.get(number.id),
            }
        )


def _row(number: Number) -> str:
    """The row of a reference page that prints a number, ``PAGE.ENTITY.COLUMN``."""
    page, entity, _ = number.id.split(".", 2)
    return f"{page}.html#{entity}"


def _formula(name: str) -> Formula:
    """A calculator with what its parameters are."""
    calculator = CALCULATORS[name]
    parameters = {
        parameter: Parameter(symbol=found.symbol, means=Bilingual(zh=found.zh, en=found.en))
        for parameter, found in ((each, QUANTITIES[each]) for each in calculator.parameters)
    }
    return Formula(
        expression=formula.expression(calculator),
        latex=formula.symbols(calculator),
        parameters=parameters,
    )
