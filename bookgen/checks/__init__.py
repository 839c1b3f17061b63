"""The checks of a whole book, one module each: what is false, stale or missing in it.

Each looks at the book in memory and says how much it looked at; nothing is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from bookgen.checks.ages import ages, table_of_ages
from bookgen.checks.bounds import bounds
from bookgen.checks.changes import changes
from bookgen.checks.guards import guards
from bookgen.checks.report import Check, Report, Subject
from bookgen.checks.review import review
from bookgen.checks.step import step
from bookgen.checks.twice import twice
from bookgen.checks.typed import typed

__all__ = ["CHECKS", "Report", "Subject", "run", "table_of_ages"]

CHECKS: dict[str, Check] = {
    "guards": guards,
    "bounds": bounds,
    "twice": twice,
    "ages": ages,
    "changes": changes,
    "typed": typed,
    "step": step,
    "review": review,
}


def run(subject: Subject) -> Iterator[tuple[str, Report]]:
    """Every check with its name and what it found, in order."""
    for name, check in CHECKS.items():
        yield name, check(subject)
