"""A formula in Python: the same expression over the names of its parameters."""

from __future__ import annotations

import ast

from bookgen.calculators import Calculator
from bookgen.formula.tree import body


def expression(calculator: Calculator) -> str:
    """The formula as Python writes it: ``n_params * bytes_per_param``."""
    return ast.unparse(body(calculator.function))
