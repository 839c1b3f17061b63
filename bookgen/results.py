"""A calculator's result as a number: no surer than its inputs, and as wide as their ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

from bookgen import schema
from bookgen.calculators import Calculator
from bookgen.evaluation import CERTAINTY, Number, apply, arguments

_CORNERS = 10  # up to here every combination of ends is tried


def compute(
    calculator: Calculator,
    inputs: list[tuple[str, Number]],
    *,
    id: str,
    file: Path,
    line: int,
    unit: str = "",
    means: schema.Bilingual | None = None,
    note: schema.Bilingual | None = None,
) -> Number:
    """Run a calculator and take in what its inputs say of kind, basis and range.

    Args:
        calculator: the formula.
        inputs: a number for each parameter, several for one that takes a series.
        id: of the new number.
        file: where it is declared.
        line: where it is declared.
        unit: what it is shown in; the calculator's own unit where none is given.
        means: what it is.
        note: a remark for the reader.

    Raises:
        BookError: as ``evaluation.apply``.
    """
    si, basis, natural = apply(calculator, inputs)
    number = Number(
        id=id,
        si=si,
        unit=unit or natural,
        basis=basis,
        kind=min((given.kind for _, given in inputs), key=CERTAINTY.index),
        means=means,
        file=file,
        line=line,
        calculator=calculator,
        inputs=tuple(inputs),
        note=note,
    )
    low, high = spread(number)
    return replace(number, low=low, high=high)


def spread(number: Number) -> tuple[float | None, float | None]:
    """The least and the greatest value that the ranges of the data under a number allow.

    Each datum is one quantity wherever it stands in the tree: its ends are put in everywhere at
    once, and every combination of ends is tried. That finds the extremes of a formula that rises
    or falls steadily with each datum; a formula that says it does not carries no range. Beyond
    ten ranges only the two combinations are tried that each datum, moved alone, points to. A
    combination that the formula refuses counts for nothing.

    Returns:
        Two values in coherent units, or nothing twice where no datum states a range.
    """
    ranges = {
        _key(node): (node.low, node.high)
        for node in number.walk()
        if not node.inputs and node.low is not None and node.high is not None
    }
    if not all(node.calculator.monotonic for node in number.walk() if node.calculator):
        return None, None
    found = [number.si]
    for ends in _combinations(number, ranges):
        try:
            found.append(_at(number, ends, {}))
        except (ArithmeticError, ValueError):
            continue
    low, high = min(found), max(found)
    return (low, high) if low < high else (None, None)


def _combinations(
    number: Number, ranges: Mapping[str, tuple[float, float]]
) -> Iterator[dict[str, float]]:
    if not ranges:
        return
    if len(ranges) <= _CORNERS:
        yield from (dict(zip(ranges, ends, strict=True)) for ends in product(*ranges.values()))
        return
    rising = {
        key: _at(number, {key: high}, {}) >= _at(number, {key: low}, {})
        for key, (low, high) in ranges.items()
    }
    yield {key: ends[rising[key]] for key, ends in ranges.items()}
    yield {key: ends[not rising[key]] for key, ends in ranges.items()}


def _key(node: Number) -> str:
    """What a leaf stands for: numbers of several names may show one value."""
    return node.repeats[-1] if node.repeats else node.id


def _at(node: Number, ends: Mapping[str, float], known: dict[int, float]) -> float:
    """The number's value with some of its data at an end of their range."""
    if not node.inputs or node.calculator is None:
        return ends.get(_key(node), node.si)
    if id(node) not in known:
        inputs = [(name, _at(child, ends, known)) for name, child in node.inputs]
        known[id(node)] = node.calculator.function(*arguments(node.calculator, inputs))
    return known[id(node)]
