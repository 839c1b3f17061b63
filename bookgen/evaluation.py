"""What a number is, and how a calculator is applied to numbers: dimensions and bases checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from bookgen import schema, units
from bookgen.calculators import ANY, QUANTITIES, Calculator
from bookgen.catalog import Basis, Value
from bookgen.errors import BookError

# From least to most certain: a number is no surer than the least sure datum under it.
CERTAINTY = (
    "unverified",
    "assumption",
    "estimate",
    "press",
    "measured",
    "paper",
    "datasheet",
    "definition",
)


@dataclass(frozen=True)
class Number:
    """A node of the graph.

    Attributes:
        id: ``chapter.name``; the datum's id for data; ``chapter.name.input`` for literals.
        si: the value in coherent units.
        unit: the unit it is shown in.
        basis: what makes it comparable.
        kind: how it is known: for a calculated number that of its least sure datum.
        means: what it is, in both languages; empty for bare data.
        calculator, inputs: the formula and what went into it.
        datum: the catalogue's value, for data.
        sources: source keys of the number itself (not of its inputs).
        note: a remark for the reader.
        low, high: the range that the data state, carried through; coherent units.
        unusual: reasons by the rule that the number breaks.
        file, line: where it is declared.
        repeats: the ids of the numbers and the data that it shows again under its own, down to
            the one that states the value.
    """

    id: str
    si: float
    unit: str
    basis: Basis
    kind: str
    means: schema.Bilingual | None
    file: Path
    line: int
    calculator: Calculator | None = None
    inputs: tuple[tuple[str, Number], ...] = ()
    datum: Value | None = None
    sources: tuple[str, ...] = ()
    note: schema.Bilingual | None = None
    low: float | None = None
    high: float | None = None
    unusual: Mapping[str, str] = field(default_factory=dict)
    repeats: tuple[str, ...] = ()

    @cached_property
    def value(self) -> Decimal:
        """The magnitude in the display unit, to the precision that a float holds."""
        return units.from_si(self.si, self.unit)

    @property
    def name(self) -> str:
        """The part of the id after the chapter."""
        return self.id.split(".", 1)[-1]

    def walk(self) -> Iterator[Number]:
        """The number and everything under it, depth first, repeats included."""
        yield self
        for _, child in self.inputs:
            yield from child.walk()

    def rests_on(self) -> list[str]:
        """The keys of the sources under the number, each once, in the order of the proof."""
        return list(dict.fromkeys(key for node in self.walk() for key in node.sources))


def leaf(value: Value) -> Number:
    """A datum of the catalogue as a node of the graph."""
    return Number(
        id=value.id,
        si=value.si,
        unit=value.unit,
        basis=value.basis,
        kind=value.kind,
        means=None,
        file=value.file,
        line=value.line,
        datum=value,
        sources=value.sources,
        low=value.low,
        high=value.high,
        repeats=(value.repeats,) if value.repeats else (),
    )


def apply(calculator: Calculator, inputs: list[tuple[str, Number]]) -> tuple[float, Basis, str]:
    """Run a calculator on checked inputs: value, basis and unit of the result.

    Raises:
        BookError: an input of the wrong dimension or basis, a mix of bases, or a result that is
            not a number.
    """
    generic = ""
    for parameter, number in inputs:
        wanted = QUANTITIES[parameter].unit
        if wanted == ANY:
            generic = generic or number.unit
            wanted = generic
        if not units.same_dimension(wanted, number.unit):
            raise BookError(
                f"{parameter}: {number.id} is {units.describe(number.unit)}, "
                f"not {units.describe(wanted)}",
                expected=f"a value in units like {wanted or '1'}",
            )
        for axis, needed in QUANTITIES[parameter].basis.items():
            if number.basis.get(axis) != needed:
                raise BookError(
                    f"{parameter}: {number.id} has {axis} '{number.basis.get(axis, 'not stated')}'",
                    expected=f"{axis} '{needed}'",
                )
    named = dict(inputs)
    for group in calculator.same_basis:
        _one_basis([named[parameter] for parameter in group if parameter in named])
    for parameter in calculator.series:
        _one_basis([number for name, number in inputs if name == parameter])
    try:
        values = [(name, number.si) for name, number in inputs]
        result = calculator.function(*arguments(calculator, values))
    except (ArithmeticError, ValueError) as bad:
        raise BookError(f"{calculator.name} cannot be computed: {bad}") from None
    if not abs(result) < float("inf"):
        raise BookError(f"{calculator.name} gives {result}, which is not a number")
    basis: Basis = calculator.basis
    if calculator.basis_from:
        basis = {**named[calculator.basis_from].basis, **basis}
    elif calculator.unit == ANY:
        basis = inputs[0][1].basis
    return result, basis, calculator.unit if calculator.unit != ANY else generic


def arguments(
    calculator: Calculator, inputs: list[tuple[str, float]]
) -> list[float | tuple[float, ...]]:
    """The coherent values in the function's order, a list for a parameter that takes one."""
    if calculator.variadic:
        return [value for _, value in inputs]
    values: dict[str, list[float]] = {parameter: [] for parameter in calculator.parameters}
    for parameter, value in inputs:
        values[parameter].append(value)
    return [
        tuple(values[parameter]) if parameter in calculator.series else values[parameter][0]
        for parameter in calculator.parameters
    ]


def _one_basis(numbers: list[Number]) -> None:
    """Refuse to compare values that stand on different bases, naming both."""
    first = numbers[0]
    for other in numbers[1:]:
        if dict(other.basis) != dict(first.basis):
            raise BookError(
                f"{first.id} is {say_basis(first)} and {other.id} is {say_basis(other)}: "
                "values on different bases are not compared",
                expected="the same precision, sparsity, direction and unit of count",
            )


def say_basis(number: Number) -> str:
    """A basis in words: ``fp4 dense, per gpu``."""
    basis = number.basis
    parts = [" ".join(basis[axis] for axis in ("precision", "sparsity") if axis in basis)]
    parts += [f"{axis} {basis[axis]}" for axis in ("direction", "params", "per") if axis in basis]
    return ", ".join(part for part in parts if part) or "without a basis"


def check_unit(unit: str, actual: str, what: str) -> None:
    """Refuse a display unit that does not measure what the number is."""
    if not units.same_dimension(unit, actual):
        raise BookError(
            f"unit '{unit}' does not fit {what}, which is {units.describe(actual)}",
            expected=f"a unit like {actual or 'none'}",
        )
