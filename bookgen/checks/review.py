"""Nothing stale: what the book says is what was last reviewed."""

from __future__ import annotations

from bookgen import review as reviews
from bookgen.checks.report import Report, Subject


def review(subject: Subject) -> Report:
    """The book held against its last review: numbers, words, verdicts, data, and text."""
    found = reviews.examine(subject)
    looked_at = len(found.now.data) + len(found.now.numbers)
    return Report(looked_at, "data and numbers held against the last review", [*found.faults()])
