"""A calculator's own source -> its formula in LaTeX, MathML and JavaScript, and how it decided."""

from __future__ import annotations

from bookgen.formula.deciding import Decision, decisions
from bookgen.formula.javascript import function, script
from bookgen.formula.latex import symbols, values
from bookgen.formula.mathml import to_mathml

__all__ = ["Decision", "decisions", "function", "script", "symbols", "to_mathml", "values"]
