"""A calculator's own source -> its formula in LaTeX, JavaScript and text, and how it decided."""

from __future__ import annotations

from bookgen.formula import text
from bookgen.formula.deciding import Decision, decisions
from bookgen.formula.javascript import function, script
from bookgen.formula.latex import inline, plain, symbols, values

__all__ = [
    "Decision",
    "decisions",
    "function",
    "inline",
    "plain",
    "script",
    "symbols",
    "text",
    "values",
]
