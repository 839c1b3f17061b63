"""Dimensions and parsing: text with a unit in, exact coherent numbers out.

The vocabulary is ``units.txt``; pint does the algebra. A unit must be spelled exactly: ``GB/s``,
``Gbit/s`` and ``GiB`` are units, ``gb/s``, ``gib`` and ``G`` are errors, never guesses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

import pint

from bookgen.errors import BookError, did_you_mean

_FILE = Path(__file__).with_name("units.txt")
_DECIMAL = ("", "k", "M", "G", "T", "P", "E")
_BINARY = ("Ki", "Mi", "Gi", "Ti")
_SMALL = ("m", "u", "n")
_WITH_PREFIX = {
    "FLOP": _DECIMAL,
    "OP": _DECIMAL,
    "B": _DECIMAL + _BINARY,
    "bit": _DECIMAL,
    "bps": _DECIMAL,
    "Hz": _DECIMAL,
    "J": _DECIMAL,
    "W": _DECIMAL,
    "Wh": _DECIMAL,
    "s": ("", *_SMALL),
}
_ALONE = (
    "min",
    "h",
    "day",
    "month",
    "year",
    "mm",
    "param",
    "token",
    "USD",
    "CNY",
    "GPU",
    "percent",
)
SPELLINGS: frozenset[str] = frozenset(
    prefix + unit for unit, prefixes in _WITH_PREFIX.items() for prefix in prefixes
) | frozenset(_ALONE)

_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[^\s*/()^0-9]+")


@lru_cache(maxsize=1)
def registry() -> pint.UnitRegistry[Decimal]:
    """The pint registry that knows ``units.txt`` and nothing else, with exact factors."""
    return pint.UnitRegistry(str(_FILE), non_int_type=Decimal, on_redefinition="raise")


@dataclass(frozen=True)
class Magnitude:
    """A number as typed with its unit as typed: ``989.4`` and ``TFLOP/s``."""

    number: Decimal
    unit: str

    @property
    def si(self) -> float:
        """The value in coherent units (FLOP, B, s, J, USD ...)."""
        return to_si(self.number, self.unit)

    def __str__(self) -> str:
        return f"{self.number:f} {self.unit}".strip()


@lru_cache(maxsize=4096)
def _pint_unit(unit: str) -> pint.Unit:
    """The pint unit of a spelling such as ``GB/s``, ``GPU-h``, ``PFLOP/s-day`` or ``USD/GPU-h``."""
    text = unit.strip().replace("·", "*")
    if not text:
        return registry().parse_units("")
    if not text.isascii():
        odd = next(c for c in text if not c.isascii())
        raise BookError(f"'{odd}' in unit '{unit}' is not ASCII", expected="plain / * and letters")
    text = text.replace("FLOP/s-day", "FLOP/s*day")
    text = re.sub(r"[A-Za-z]+(?:-[A-Za-z]+)+", lambda m: f"({m[0].replace('-', '*')})", text)
    for word in _WORD.findall(text):
        if word not in SPELLINGS:
            known = sorted(SPELLINGS)
            same = [k for k in known if k.lower() == word.lower()]
            hint = f"did you mean {' or '.join(same)}?" if same else did_you_mean(word, known)
            raise BookError(
                f"'{unit}' is not a unit", expected="such as GB, TB/s, TFLOP/s", hint=hint
            )
    try:
        return registry().parse_units(text)
    except Exception:
        raise BookError(f"'{unit}' is not a unit", expected="such as GB, TB/s, TFLOP/s") from None


@lru_cache(maxsize=4096)
def factor(unit: str) -> Decimal:
    """How many coherent units one ``unit`` is, exactly."""
    number, _ = registry().get_base_units(_pint_unit(unit))
    return Decimal(str(number))


@lru_cache(maxsize=4096)
def dimension(unit: str) -> str:
    """The dimension of a unit as text, equal for units that convert into each other."""
    return str(_pint_unit(unit).dimensionality)


def same_dimension(a: str, b: str) -> bool:
    """Whether the two units measure the same thing."""
    return dimension(a) == dimension(b)


def to_si(number: Decimal, unit: str) -> float:
    """A typed magnitude in coherent units, rounded once."""
    return float(number * factor(unit))


def from_si(value: float, unit: str) -> Decimal:
    """A coherent value in ``unit``, to 15 significant digits: past them a float says nothing."""
    exact = Decimal(value) / factor(unit)
    return Decimal(f"{exact:.14e}").normalize()


def parse(text: str, unit: str) -> Magnitude:
    """Read ``80 GB`` where a value with the dimension of ``unit`` is expected.

    Args:
        text: what was typed; ASCII, one number, and a unit unless ``unit`` is dimensionless.
        unit: any unit of the expected dimension, quoted in errors; ``""`` for a bare count.

    Raises:
        BookError: not a number, a missing or unknown unit, or one of another dimension.
    """
    like = f"a value in units like {unit}" if unit else "a plain number"
    try:
        magnitude = read(text)
    except BookError as bad:
        bad.expected = bad.expected or like
        raise
    typed = text.strip()
    if not magnitude.unit and dimension(unit) != dimension(""):
        raise BookError(f"'{typed}' has no unit", expected=like)
    if dimension(magnitude.unit) != dimension(unit):
        found = f"'{typed}' is {describe(magnitude.unit)}, not {describe(unit)}"
        raise BookError(found, expected=like)
    return magnitude


def read(text: str) -> Magnitude:
    """Read a number with whatever unit it has.

    Raises:
        BookError: empty, not a number, not a unit, or too large.
    """
    typed = text.strip()
    if not typed:
        raise BookError("the value is empty")
    match = _NUMBER.match(typed)
    rest = typed[match.end() :].strip() if match else ""
    broken = rest[:1] in {".", ",", "_"} or (rest[:1].isdigit() and not rest.startswith("1/"))
    if not match or broken:
        raise BookError(f"'{typed}' is not a number", hint=_number_hint(typed))
    magnitude = Magnitude(Decimal(match[0]), "percent" if rest == "%" else rest)
    if abs(magnitude.si) == float("inf"):
        raise BookError(f"'{typed}' is too large for a number")
    return magnitude


def describe(unit: str) -> str:
    """What a unit measures, in words for an error message."""
    names = {
        "": "a plain number",
        "FLOP": "work in FLOP",
        "FLOP/s": "a rate in FLOP/s",
        "OP/s": "a rate in integer OP/s",
        "B": "data in bytes",
        "B/s": "a data rate in B/s",
        "s": "time",
        "W": "power",
        "J": "energy",
        "USD": "money",
    }
    for known, name in names.items():
        if same_dimension(unit, known):
            return name
    return f"a quantity in {unit}"


def _number_hint(text: str) -> str | None:
    odd = next((c for c in text if not c.isascii()), None)
    if odd:
        return f"'{odd}' is not ASCII"
    if re.match(r"[+-]?[0-9]{1,3}([,_][0-9]{3})+", text):
        return "write digits without separators"
    if re.match(r"[+-]?0[0-9]", text):
        return "write it without leading zeros"
    return None
