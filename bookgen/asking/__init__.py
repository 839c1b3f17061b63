"""Questions asked in the terminal: how a number came about, and what depends on a thing."""

from __future__ import annotations

from bookgen.asking.calc import calculate, needs, overview
from bookgen.asking.explain import explain
from bookgen.asking.finding import Known
from bookgen.asking.impact import Impact, impact
from bookgen.asking.report import markdown, text

__all__ = [
    "Impact",
    "Known",
    "calculate",
    "explain",
    "impact",
    "markdown",
    "needs",
    "overview",
    "text",
]
