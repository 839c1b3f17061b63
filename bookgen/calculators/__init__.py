"""Calculators: numbers in, one number out, in plain arithmetic that reads as the formula."""

from __future__ import annotations

from bookgen.calculators import (
    analogy,
    compute,
    cost,
    generic,
    inference,
    memory,
    network,
    power,
    reliability,
    roofline,
    scaling,
)
from bookgen.calculators.quantities import QUANTITIES, Quantity
from bookgen.calculators.registry import ANY, CALCULATORS, Calculator

__all__ = [
    "ANY",
    "CALCULATORS",
    "QUANTITIES",
    "Calculator",
    "Quantity",
    "analogy",
    "compute",
    "cost",
    "generic",
    "inference",
    "memory",
    "network",
    "power",
    "reliability",
    "roofline",
    "scaling",
]
