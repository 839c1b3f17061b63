"""What others print for a calculator, beside what it computes from the same inputs.

The digits of a printed value say how exact it is: ``31.4 GB`` stands for 31.35 to 31.45. A
calculator that comes out elsewhere is wrong, or is not what the source computes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

from bookgen import schema, units, yamlfile
from bookgen.calculators import CALCULATORS, QUANTITIES, Calculator
from bookgen.catalog import Catalog
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.evaluation import Number, check_unit
from bookgen.results import compute
from bookgen.units import Magnitude
from bookgen.yamlfile import Document, Key

_SLACK = 1e-12  # of the value: what floats lose


@dataclass(frozen=True)
class Point:
    """A published value, and what its inputs give.

    Attributes:
        entry: as it stands in data/published.yml.
        printed: the value as it is printed.
        stands_for: the ends of what its digits stand for, in coherent units.
        computed: the calculator's result in the unit of the printed value, its inputs under it;
            its range is what the rounding of the inputs allows.
        line: where the value stands in the file.
    """

    entry: schema.Published
    printed: Magnitude
    stands_for: tuple[float, float]
    computed: Number
    line: int

    @property
    def agrees(self) -> bool:
        """Whether something that the digits stand for comes out of the inputs."""
        slack, (low, high) = _SLACK * abs(self.printed.si), self.stands_for
        least = self.computed.si if self.computed.low is None else self.computed.low
        most = self.computed.si if self.computed.high is None else self.computed.high
        return low - slack <= most and least <= high + slack

    @cached_property
    def steps(self) -> set[str]:
        """The names of the calculators that it runs, those of its inputs too."""
        return {node.calculator.name for node in self.computed.walk() if node.calculator}


def load(data: Path, catalog: Catalog) -> dict[str, list[Point]]:
    """The published values by calculator, each of which agrees with it.

    Args:
        data: the book's data folder, for the places of faults.
        catalog: the data as they were read.

    Raises:
        BookError: every value that cannot be computed, or all that do not agree.
    """
    points = judge(data, catalog)
    errors = [
        BookError(
            f"{name} gives {float(point.computed.value):.6g} {point.printed.unit}".rstrip()
            + f" and {point.entry.source} prints {point.entry.value}",
            file=data / "published.yml",
            line=point.line,
            expected="what the printed digits stand for",
        )
        for name, group in points.items()
        for point in group
        if not point.agrees
    ]
    raise_all(errors)
    return points


def judge(data: Path, catalog: Catalog) -> dict[str, list[Point]]:
    """The published values by calculator, whether they agree or not.

    Raises:
        BookError: every value that cannot be computed, with file and line.
    """
    publications = catalog.publications
    if not publications.published and not publications.unpublished:
        return {}
    reader = _Reader(yamlfile.load(data / "published.yml"))
    errors = list(reader.misnamed(publications))
    points: dict[str, list[Point]] = {}
    for name in publications.published.keys() & CALCULATORS.keys():
        for index, entry in enumerate(publications.published[name]):
            path: Key = ("published", name, index)
            try:
                points.setdefault(name, []).append(reader.point(CALCULATORS[name], entry, path))
            except BookError as bad:
                errors.append(bad.located(reader.document.file, reader.document.line(path)))
    raise_all(errors)
    return {name: points[name] for name in CALCULATORS if name in points}


class _Reader:
    """Reads the entries of one file."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def misnamed(self, publications: schema.Publications) -> Iterator[BookError]:
        """Names of calculators that do not exist, or that stand on both sides."""
        published, unpublished = publications.published, publications.unpublished
        for side, names in (("published", list(published)), ("unpublished", list(unpublished))):
            for name in names:
                if name not in CALCULATORS:
                    yield self._no_calculator(name, (side, name))
        for name in published.keys() & unpublished.keys():
            yield self.document.error(
                ("unpublished", name), f"'{name}' has published values", expected="one of the two"
            )

    def point(self, calculator: Calculator, entry: schema.Published, path: Key) -> Point:
        """An entry with its calculator's result."""
        for name in entry.rounded:
            if not isinstance(entry.inputs.get(name), str):
                raise self.document.error(
                    (*path, "rounded"),
                    f"'{name}' is not an input with a value",
                    expected="names of inputs whose digits are rounded",
                )
        computed = self._computed(calculator, entry.inputs, path, entry.rounded)
        printed = units.read(entry.value)
        check_unit(printed.unit, computed.unit, f"{calculator.name}()")
        return Point(
            entry=entry,
            printed=printed,
            stands_for=stands_for(printed, entry.digits),
            computed=replace(computed, unit=printed.unit),
            line=self.document.line((*path, "value")),
        )

    def _computed(
        self,
        calculator: Calculator,
        given: Mapping[str, Any],
        path: Key,
        rounded: Collection[str] = (),
    ) -> Number:
        """A calculator's result, its inputs under it, those that are rounded with their range."""
        wanted, name = calculator.parameters, calculator.name
        for parameter in given:
            if parameter not in wanted:
                raise self.document.error(
                    (*path, "inputs", parameter),
                    f"{name} has no input '{parameter}'",
                    expected=f"one of {', '.join(wanted)}",
                    hint=did_you_mean(parameter, wanted),
                )
        for parameter in wanted:
            if parameter not in given:
                raise self.document.error(
                    (*path, "inputs"),
                    f"input '{parameter}' of {name} is missing",
                    expected=f"a value for each of {', '.join(wanted)}",
                )
        inputs = [
            (parameter, _ranged(number) if parameter in rounded else number)
            for parameter in wanted
            for number in self._bound(parameter, given[parameter], (*path, "inputs", parameter))
        ]
        return compute(
            calculator, inputs, id=name, file=self.document.file, line=self.document.line(path)
        )

    def _bound(self, parameter: str, given: Any, path: Key) -> Iterator[Number]:
        """What stands behind an input: a value, several of them, or a calculator's result."""
        if isinstance(given, list):
            for index, item in enumerate(given):
                yield from self._bound(parameter, item, (*path, index))
        elif isinstance(given, dict):
            name, inputs = given.get("calc"), given.get("inputs")
            if len(given) != 2 or not isinstance(name, str) or not isinstance(inputs, dict):
                raise self.document.error(
                    path,
                    f"{parameter} is neither a value nor a calculator's result",
                    expected="'80 GB', or {calc: ..., inputs: {...}}",
                )
            if name not in CALCULATORS:
                raise self._no_calculator(name, (*path, "calc"))
            yield self._computed(CALCULATORS[name], inputs, path)
        else:
            try:
                magnitude = units.read(given)
            except BookError as bad:
                raise bad.located(self.document.file, self.document.line(path)) from None
            yield Number(
                id=given,
                si=magnitude.si,
                unit=magnitude.unit,
                basis=QUANTITIES[parameter].basis,
                kind="paper",
                means=None,
                file=self.document.file,
                line=self.document.line(path),
            )

    def _no_calculator(self, name: str, path: Key) -> BookError:
        return self.document.error(
            path,
            f"calculator '{name}' does not exist",
            expected="a function of bookgen/calculators",
            hint=did_you_mean(name, CALCULATORS),
        )


def typed(number: Number) -> Magnitude:
    """An input of a published value as it is printed, which is its id."""
    return units.read(number.id)


def _ranged(number: Number) -> Number:
    low, high = stands_for(typed(number))
    return replace(number, low=low, high=high)


def stands_for(magnitude: Magnitude, digits: str = "rounded") -> tuple[float, float]:
    """The ends of what a printed value stands for by its last digit, in coherent units.

    Args:
        magnitude: the value with the digits that are printed.
        digits: whether what follows them was rounded off or cut off, or nothing does (exact).
    """
    number, unit = magnitude.number, magnitude.unit
    last, none = Decimal((0, (1,), int(number.as_tuple().exponent))), Decimal(0)
    below, above = {
        "rounded": (last / 2, last / 2),
        "cut": (none, last),
        "exact": (none, none),
    }[digits]
    if number < 0:
        below, above = above, below
    return units.to_si(number - below, unit), units.to_si(number + above, unit)
