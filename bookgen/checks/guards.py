"""Words that hold only while a number stays in a range: true, and not about to stop being true."""

from __future__ import annotations

from math import inf

from bookgen import units
from bookgen.checks.report import Report, Subject
from bookgen.errors import BookError
from bookgen.page import Use

NEAR = 0.02  # of the number's own size


def guards(subject: Subject) -> Report:
    """Every ``holds`` of the templates and figures, held against its number.

    A number outside its range is a fault; one within two per cent of an end is a warning.
    """
    report = Report(0, "words that hold under a condition")
    uses = [use for uses in subject.rendered.places.values() for use in uses if use.how == "holds"]
    for use in uses:
        if use.margin < 0:
            report.faults.append(_told(use, "no longer holds"))
        elif use.margin < NEAR * abs(use.number.si):
            report.warnings.append(_told(use, "is near the edge"))
    return Report(len(uses), report.what, report.faults, report.warnings)


def _told(use: Use, what: str) -> BookError:
    ends = [
        f"{units.from_si(end, use.number.unit).normalize():f} {use.number.unit}".strip()
        for end in (use.low, use.high)
        if end is not None and abs(end) < inf
    ]
    value = f"{float(use.number.value):.6g} {use.number.unit}".strip()
    return BookError(
        f"'{use.text}' {what}: {use.number.id} is {value}",
        file=use.place.file if use.place else None,
        line=use.place.line if use.place else None,
        expected=" to ".join(ends),
        hint="change the words in both languages, then their condition",
    )
