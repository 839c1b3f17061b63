"""The numbers for machines: ``numbers.json``, each with its value and where it comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bookgen import units
from bookgen.evaluation import Number
from bookgen.numbers import Graph


def numbers_json(
    graph: Graph,
    uses: Mapping[str, Mapping[str, list[str]]],
    reference: Mapping[str, Number] | None = None,
) -> bytes:
    """Every number with value, unit, kind, calculator, inputs, sources and both texts.

    ``reference`` holds the numbers that only reference pages print.
    """
    numbers: dict[str, Any] = {}
    for number in (*graph.numbers.values(), *(reference or {}).values()):
        for node in number.walk():
            numbers.setdefault(node.id, _record(node, uses))
    sources = {
        key: source.model_dump(exclude_none=True) for key, source in graph.catalog.sources.items()
    }
    data = {"numbers": dict(sorted(numbers.items())), "sources": sources}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _record(number: Number, uses: Mapping[str, Mapping[str, list[str]]]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "value": float(number.value),
        "unit": number.unit,
        "kind": number.kind,
    }
    if number.means:
        record["means"] = number.means.model_dump()
    if number.basis:
        record["basis"] = dict(number.basis)
    if number.low is not None and number.high is not None:
        record["range"] = [
            float(units.from_si(si, number.unit)) for si in (number.low, number.high)
        ]
    if number.calculator:
        record["calculator"] = number.calculator.name
        record["inputs"] = [[name, child.id] for name, child in number.inputs]
    if number.sources:
        record["sources"] = list(number.sources)
    if number.datum:
        record["datum"] = number.datum.id
        record["verified"] = number.datum.verified
        if number.datum.note:
            record["note"] = number.datum.note
    if number.id in uses:
        record["texts"] = dict(uses[number.id])
    return record
