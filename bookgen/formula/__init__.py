"""A calculator's own source -> its formula in LaTeX, MathML, JavaScript and Python."""

from __future__ import annotations

from bookgen.formula.deciding import Decision, decisions
from bookgen.formula.javascript import function, script
from bookgen.formula.latex import inline, symbols, values
from bookgen.formula.mathml import to_mathml
from bookgen.formula.python import expression

__all__ = [
    "Decision",
    "decisions",
    "expression",
    "function",
    "inline",
    "script",
    "symbols",
    "to_mathml",
    "values",
]
