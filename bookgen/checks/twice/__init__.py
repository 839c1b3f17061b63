"""One fact stated twice: two statements of it drift apart, and nobody sees which one is right."""

from __future__ import annotations

from bookgen import declarations
from bookgen.checks.report import Report, Subject
from bookgen.checks.twice import data, dates, literals

__all__ = ["twice"]


def twice(subject: Subject) -> Report:
    """Names, sources, constants, claims, terms, dates and literals that say what others say."""
    catalog, folder = subject.graph.catalog, subject.root / "data"
    statements = list(data.statements(catalog, folder))
    dated = list(dates.stated(catalog, folder))
    typed = [
        literal
        for chapter in subject.book.chapters
        for declared in declarations.load(subject.root / "content", chapter, catalog)
        for literal in literals.typed(declared)
    ]
    faults = [
        *data.repeated(statements),
        *data.rivals(catalog),
        *dates.repeated(dated),
        *literals.repeated(typed),
        *literals.held_by_data(typed, catalog),
    ]
    count = len(statements) + len(dated) + len(typed)
    warnings = list(data.constants(catalog))
    return Report(count, "statements held against each other", faults, warnings)
