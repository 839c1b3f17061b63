"""Rounding, half-up on the decimal value: by significant digits, by step, or rough."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from bookgen.errors import BookError


def significant(value: Decimal, digits: int) -> Decimal:
    """Round to ``digits`` significant digits: 3035 to one digit is 3000.

    >>> significant(Decimal("0.34551"), 2)
    Decimal('0.35')
    """
    if value == 0:
        return Decimal(0)
    return _quantize(value, value.adjusted() - digits + 1)


def decimals(value: Decimal, places: int) -> Decimal:
    """Round to ``places`` digits after the point."""
    return _quantize(value, -places)


def rough(value: Decimal) -> Decimal:
    """Round as one says "about": one significant digit, two where the first one is a 1.

    So 69.3 is 70, 138.6 is 140 and 3,035 is 3,000: never off by more than a seventh or so.

    >>> [str(rough(Decimal(x)).normalize().__format__("f")) for x in ("69.3", "138.6", "3035")]
    ['70', '140', '3000']
    """
    return significant(value, 2 if value.as_tuple().digits[0] == 1 else 1)


def keep_nonzero(value: Decimal, rounded: Decimal) -> Decimal:
    """The rounded value, unless it would print something as nothing, or minus nothing."""
    if rounded == 0 and value != 0:
        raise BookError(
            f"{value.normalize()} would be printed as 0", hint="ask for more significant digits"
        )
    return rounded if rounded != 0 else Decimal(0)


def _quantize(value: Decimal, exponent: int) -> Decimal:
    return value.quantize(Decimal((0, (1,), exponent)), rounding=ROUND_HALF_UP)
