"""Figures that other texts print, held against the book's: the verdict follows from the numbers.

A claim names a value or a way of growing, and the number of the book to hold it against. Nobody
types how far it is off: a price that moves or a spec that is corrected moves the verdict too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from math import exp, inf, log
from pathlib import Path
from typing import Literal

from bookgen import schema, units, yamlfile
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.evaluation import Number, check_unit, say_basis
from bookgen.numbers import Graph
from bookgen.units import Magnitude

Kind = Literal["wrong kind", "off", "rounding", "agrees"]
WORST_FIRST: tuple[Kind, ...] = ("wrong kind", "off", "rounding", "agrees")
NEAR = 1.05  # up to here a difference is one of rounding
POWERS = {"constant": 0, "linear": 1, "quadratic": 2}
_SAME_POWER = 0.05


@dataclass(frozen=True)
class Growth:
    """How a number grew with its input, against how it is said to grow.

    Attributes:
        claimed: what is claimed: constant, linear, quadratic or exponential.
        actual: which of the first three it is; empty for a power between them.
        exponent: the power of the input that the number grows with.
        input_factor: how many times the input became.
    """

    claimed: str
    actual: str
    exponent: float
    input_factor: float


@dataclass(frozen=True)
class Verdict:
    """A claim and what became of it.

    Attributes:
        id: the claim's id.
        claim: as it stands in data/claims.
        number: the book's number, in the unit of the claim.
        kind: what the numbers say.
        factor: how far off it is, as a ratio of 1 or more; infinite for exponential growth.
        says, most: the claimed value as printed, or the two ends of a claimed range.
        low, high: the claimed values that the printed text allows, in coherent units.
        growth: for a claim about growth, which has no claimed value.
    """

    id: str
    claim: schema.Claim
    number: Number
    kind: Kind
    factor: float
    says: Magnitude | None = None
    most: Magnitude | None = None
    low: float | None = None
    high: float | None = None
    growth: Growth | None = None

    @property
    def too_low(self) -> bool:
        """Whether the claimed value lies below the book's."""
        return self.high is not None and self.high < self.number.si

    @property
    def excess(self) -> float:
        """The claimed value over the book's, less one: -0.2 where it is a fifth too low."""
        return 1 / self.factor - 1 if self.too_low else self.factor - 1


def judge(data: Path, graph: Graph) -> dict[str, Verdict]:
    """Every claim of ``data/claims`` with its verdict by id, worst first.

    Args:
        data: the book's data folder, for the places of faults.
        graph: the book's numbers.

    Raises:
        BookError: every claim that cannot be held against its number, with file and line.
    """
    verdicts: list[Verdict] = []
    errors: list[BookError] = []
    for id, claim in graph.catalog.entities.get("claims", {}).items():
        assert isinstance(claim, schema.Claim)
        try:
            verdicts.append(_Case(id, claim, data / "claims" / f"{id}.yml", graph).verdict())
        except BookError as bad:
            errors.append(bad)
    raise_all(errors)
    verdicts.sort(key=lambda verdict: (WORST_FIRST.index(verdict.kind), -verdict.factor))
    return {verdict.id: verdict for verdict in verdicts}


@dataclass(frozen=True)
class _Case:
    """One claim on its way to a verdict."""

    id: str
    claim: schema.Claim
    file: Path
    graph: Graph

    def error(self, field: str, found: str, **more: str | None) -> BookError:
        """A fault at a field of the claim's file."""
        return yamlfile.load(self.file).error((field,), found, **more)

    def verdict(self) -> Verdict:
        number = self.number("number", self.claim.number)
        if number.si <= 0:
            raise self.error("number", f"{number.id} is {number.value}", expected="more than 0")
        return self.of_growth(number) if self.claim.growth is not None else self.of_value(number)

    def number(self, field: str, id: str) -> Number:
        """A number of the book; a bare datum has no derivation to show."""
        numbers = self.graph.numbers
        if id not in numbers:
            raise self.error(
                field,
                f"'{id}' is not a number",
                expected="chapter.name, declared in a numbers.yml",
                hint=did_you_mean(id, numbers),
            )
        return numbers[id]

    def of_value(self, number: Number) -> Verdict:
        """A claimed value, or two that are the ends of a claimed range."""
        says = self.read("says", self.claim.says or "", number.unit)
        most = None
        if self.claim.most is None:
            half = units.to_si(_half_a_digit(says.number), says.unit)
            low, high = says.si - half, says.si + half
        else:
            most = self.read("most", self.claim.most, number.unit)
            low, high = says.si, most.si
            if low > high:
                found = f"'{self.claim.most}' is less than '{self.claim.says}'"
                raise self.error("most", found, expected="the larger end of the range")
        factor = max(number.si / (most or says).si, says.si / number.si, 1.0)
        kind: Kind = "off" if factor > NEAR else "rounding"
        if _meet(low, high, number):
            kind = "agrees"
        shown = replace(number, unit=says.unit)
        return Verdict(self.id, self.claim, shown, kind, factor, says, most, low, high)

    def read(self, field: str, text: str, unit: str) -> Magnitude:
        """A claimed value, which must measure what the number does."""
        try:
            claimed = units.parse(text, unit)
        except BookError as bad:
            raise self.error(field, bad.found, expected=bad.expected, hint=bad.hint) from None
        if claimed.si <= 0:
            raise self.error(field, f"'{text}' is not above zero", expected="a positive value")
        return claimed

    def of_growth(self, number: Number) -> Verdict:
        """A claimed way of growing, against what the number did when its input grew."""
        assert self.claim.growth is not None
        self.require_plain("number", number)
        input_factor = self.input_factor(number)
        exponent = log(number.si) / log(input_factor)
        near = (name for name, power in POWERS.items() if abs(exponent - power) < _SAME_POWER)
        growth = Growth(self.claim.growth, next(near, ""), exponent, input_factor)
        if growth.claimed == growth.actual:
            return Verdict(self.id, self.claim, number, "agrees", 1.0, growth=growth)
        if growth.claimed in POWERS:
            factor = exp(abs(log(input_factor) * (exponent - POWERS[growth.claimed])))
        elif growth.actual:
            factor = inf
        else:
            raise self.error(
                "factor",
                f"{number.id} grows with the power {exponent:.3g} of its input here, and one "
                "point does not tell such a power from exponential growth",
                expected="a number that grows with the power 0, 1 or 2",
            )
        return Verdict(self.id, self.claim, number, "wrong kind", factor, growth=growth)

    def input_factor(self, number: Number) -> float:
        """How many times the input became: a plain number, or one of the book."""
        text = self.claim.factor or ""
        if text[:1].isdigit():
            factor = self.read("factor", text, "").si
        else:
            source = self.number("factor", text)
            self.require_plain("factor", source)
            if dict(source.basis) != dict(number.basis):
                found = f"{source.id} is {say_basis(source)} and {number.id} {say_basis(number)}"
                raise self.error("factor", found, expected="the same basis")
            factor = source.si
        if factor <= 0 or factor == 1:
            raise self.error("factor", f"'{text}' is no growth", expected="a factor other than 1")
        return factor

    def require_plain(self, field: str, number: Number) -> None:
        """A growth is a ratio: it has no unit."""
        try:
            check_unit("", number.unit, number.id)
        except BookError:
            what = f"{number.id} is {units.describe(number.unit)}"
            raise self.error(field, what, expected="a ratio, without a unit") from None


def _half_a_digit(number: Decimal) -> Decimal:
    """Half a unit of the last digit that was printed: 0.05 for 6.5, 0.5 for 3200, 50 for 3.2e3."""
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return Decimal((0, (5,), exponent - 1))


def _meet(low: float, high: float, number: Number) -> bool:
    """Whether the book's value, or the range that it gives for it, meets the claimed one."""
    least = number.low if number.low is not None else number.si
    most = number.high if number.high is not None else number.si
    return low * (1 - 1e-12) <= most and least <= high * (1 + 1e-12)
