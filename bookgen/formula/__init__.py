"""A calculator's own source -> its formula in LaTeX, JavaScript and Python, and how it decided."""

from __future__ import annotations

from bookgen.formula.deciding import Decision, decisions
from bookgen.formula.javascript import function, script
from bookgen.formula.latex import inline, symbols, values
from bookgen.formula.python import expression

__all__ = [
    "Decision",
    "decisions",
    "expression",
    "function",
    "inline",
    "script",
    "symbols",
    "values",
]
