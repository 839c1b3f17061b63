"""Something that is said in one place, and the fault of saying it in another."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bookgen import yamlfile
from bookgen.errors import BookError
from bookgen.yamlfile import Key


class Statement(NamedTuple):
    """Something said once, where it stands, and what makes another statement say the same."""

    same: tuple[object, ...]
    what: str
    file: Path
    path: Key = ()


def fault(statement: Statement, before: Statement, hint: str = "keep one of them") -> BookError:
    """The second of two statements of one fact, with the place of the first."""
    here, there = (
        yamlfile.load(place.file).line(place.path) if place.file.is_file() else None
        for place in (statement, before)
    )
    return BookError(
        f"{statement.what} is stated twice",
        file=statement.file,
        line=here,
        expected="each fact in one place",
        hint=f"the other is in {before.file.name}:{there}; {hint}",
    )
