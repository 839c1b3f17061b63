"""How long ago data were verified: told when it is long, a fault only past an age that is given."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from bookgen.catalog import Catalog
from bookgen.checks.report import Report, Subject
from bookgen.errors import BookError

OLD = 365  # days; told of from then on


@dataclass(frozen=True)
class Verified:
    """Something that data/ states, and the day on which somebody last held it against a source."""

    id: str
    day: str
    file: Path
    line: int | None = None

    def days(self, today: datetime.date) -> int:
        """How long ago that was; a month or a year alone stands for its first day."""
        parts = [int(part) for part in self.day.split("-")]
        return (today - datetime.date(*[*parts, 1, 1][:3])).days


def ages(subject: Subject) -> Report:
    """Every verified date, held against the clock: the only place in the book that looks at it."""
    found = list(verified(subject.graph.catalog, subject.root / "data"))
    faults = [
        BookError(
            f"{one.id} was verified on {one.day}, which is yet to come",
            file=one.file,
            line=one.line,
            expected=f"a day up to {subject.today}",
        )
        for one in found
        if one.days(subject.today) < -1  # a day begins earlier east of here
    ]
    limit = OLD if subject.max_age is None else subject.max_age
    aged = list(_aged(found, limit, subject.today))
    what = "statements with a verified date"
    if subject.max_age is None:
        return Report(len(found), what, faults, aged)
    return Report(len(found), what, faults + aged)


def verified(catalog: Catalog, data: Path) -> Iterator[Verified]:
    """Every value, claim, event and rule of data/ with its verified date."""
    for value in catalog.values.values():
        yield Verified(value.id, value.verified, value.file, value.line)
    for id, claim in catalog.entities.get("claims", {}).items():
        yield Verified(id, claim.verified, data / "claims" / f"{id}.yml")
    for key, event in catalog.history.events.items():
        yield Verified(f"history {key}", event.verified, data / "history.yml")
    for key, rule in catalog.controls.items():
        yield Verified(f"controls {key}", rule.verified, data / "controls.yml")


def _aged(found: Iterable[Verified], limit: int, today: datetime.date) -> Iterator[BookError]:
    """A line for each file with statements older than so many days; the oldest gives the place."""
    old = [one for one in found if one.days(today) > limit]
    for file, group in groupby(sorted(old, key=lambda one: str(one.file)), lambda one: one.file):
        ones = sorted(group, key=lambda one: one.day)
        oldest = ones[0]
        yield BookError(
            f"{len(ones)} verified more than {limit} days ago, first {oldest.id} on {oldest.day}",
            file=file,
            line=oldest.line,
            hint="read the sources again and write the day into 'verified'",
        )


def table_of_ages(subject: Subject) -> list[str]:
    """What data/ has of each age, a line for each file and day, the oldest first."""
    found = verified(subject.graph.catalog, subject.root / "data")
    rows: dict[tuple[int, str, str], int] = {}
    for one in found:
        row = (one.days(subject.today), one.day, one.file.relative_to(subject.root).as_posix())
        rows[row] = rows.get(row, 0) + 1
    ordered = sorted(rows.items(), key=lambda row: (-row[0][0], row[0][2]))
    return [f"{days:6d} days  {day:10}  {n:4d}  {file}" for (days, day, file), n in ordered]
