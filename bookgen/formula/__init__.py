"""A calculator's own source -> its formula in several languages and as text; how it decided."""

from __future__ import annotations

from bookgen.formula import text
from bookgen.formula.deciding import Decision, decisions
from bookgen.formula.javascript import function, script
from bookgen.formula.latex import inline, plain, symbols, values
from bookgen.formula.mathml import to_mathml
from bookgen.formula.python import expression

__all__ = [
    "Decision",
    "decisions",
    "expression",
    "function",
    "inline",
    "plain",
    "script",
    "symbols",
    "text",
    "to_mathml",
    "values",
]
