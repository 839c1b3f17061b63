"""What a check is given and what it says."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bookgen.book import Book
from bookgen.errors import BookError
from bookgen.numbers import Graph
from bookgen.render import Rendered


@dataclass(frozen=True)
class Subject:
    """The whole book, read and rendered, in memory.

    Attributes:
        root: the book's folder.
        book, graph: its pages and its numbers.
        rendered: the Markdown of its pages, and every use of a number.
        today: the day on which it is checked.
        max_age: how many days ago data may have been verified; None where age is no fault.
        since: the branch or commit to compare data with; None for the last commit.
    """

    root: Path
    book: Book
    graph: Graph
    rendered: Rendered
    today: datetime.date = field(default_factory=datetime.date.today)
    max_age: int | None = None
    since: str | None = None


@dataclass(frozen=True)
class Report:
    """What one check found.

    Attributes:
        looked_at: how many things it looked at; nothing is a fault of the check.
        what: what they are, in the plural.
        faults: what must be mended.
        warnings: what somebody should look at.
        skipped: why it could look at nothing, where that is no fault.
    """

    looked_at: int
    what: str
    faults: list[BookError] = field(default_factory=list)
    warnings: list[BookError] = field(default_factory=list)
    skipped: str = ""


Check = Callable[[Subject], Report]
