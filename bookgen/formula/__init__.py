"""A calculator's own source -> its formula in LaTeX and in JavaScript, and how it decided."""

from __future__ import annotations

from bookgen.formula.deciding import Decision, decisions
from bookgen.formula.javascript import function, script
from bookgen.formula.latex import inline, symbols, values

__all__ = ["Decision", "decisions", "function", "inline", "script", "symbols", "values"]
