"""Generic: comparing two values of one kind, and adding up a list of them."""

from __future__ import annotations

from bookgen.calculators.registry import ANY, calculator


@calculator("", same_basis=(("value", "reference"),))
def ratio(value: float, reference: float) -> float:
    """How many times the reference the value is: x / r.

    Symbols: x value (any unit), r reference (the same dimension as x).
    Assumes: both are counted on the same basis (precision, sparsity, direction, per what).
    Valid: ``r`` is not zero.
    Source: definition of a ratio.

    >>> ratio(900e9, 128e9)
    7.03125
    """
    return value / reference


@calculator("", same_basis=(("value", "reference"),))
def relative_difference(value: float, reference: float) -> float:
    """How far the value lies from the reference, as a share of it: x / r - 1.

    Symbols: x value (any unit), r reference (the same dimension as x).
    Assumes: both are counted on the same basis; positive where the value is the larger.
    Valid: ``r`` is not zero.
    Source: definition of a relative difference.

    >>> relative_difference(125.0, 100.0)
    0.25
    """
    return value / reference - 1


@calculator(ANY, basis_from="value", same_basis=(("value", "reference"),))
def difference(value: float, reference: float) -> float:
    """How much the value is above the reference: x - r.

    Symbols: x value (any unit), r reference (the same dimension as x).
    Assumes: both are counted on the same basis; negative where the value is the smaller.
    Valid: always.
    Source: definition of a difference.

    >>> difference(466.0, 47.0)
    419.0
    """
    return value - reference


@calculator(ANY)
def total(*terms: float) -> float:
    """Sum of a list of values of one kind: t_1 + t_2 + ...

    Symbols: t each term (any unit, all of one dimension).
    Assumes: the terms do not overlap.
    Valid: at least one term.
    Source: definition of a sum.

    >>> total(2.0, 2.0, 4.0, 4.0, 4.0)
    16.0
    """
    return sum(terms)
