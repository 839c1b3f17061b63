"""One base error: where it is, what was found as typed, what was expected, and a hint."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class BookError(Exception):
    """A fault that a person can mend, printed as one line: ``path:line: found; expected; hint``.

    Args:
        found: what is wrong, quoting the offending text as it was typed.
        file: the file that holds the fault, if there is one.
        line: the 1-based line in that file.
        expected: what would have been right.
        hint: how to mend it.
    """

    def __init__(
        self,
        found: str,
        *,
        file: Path | str | None = None,
        line: int | None = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(found)
        self.found = found
        self.file = Path(file) if file is not None else None
        self.line = line
        self.expected = expected
        self.hint = hint

    def located(self, file: Path | str, line: int | None) -> BookError:
        """Fill in the place where it is still unknown, and return the error itself."""
        if self.file is None:
            self.file, self.line = Path(file), line
        return self

    def lines(self) -> list[str]:
        """The error as lines for a terminal; a single fault is a single line."""
        place = ""
        if self.file is not None:
            place = f"{short(self.file)}:{self.line}: " if self.line else f"{short(self.file)}: "
        parts = [self.found]
        if self.expected:
            parts.append(f"expected {self.expected}")
        if self.hint:
            parts.append(self.hint)
        return [place + " ".join("; ".join(parts).split())]

    def __str__(self) -> str:
        return "\n".join(self.lines())


class BookErrors(BookError):
    """Several faults found in one pass, a line each."""

    def __init__(self, errors: Iterable[BookError]) -> None:
        self.errors = sorted(errors, key=lambda e: (str(e.file or ""), e.line or 0))
        super().__init__(f"{len(self.errors)} errors")

    def lines(self) -> list[str]:
        return [line for error in self.errors for line in error.lines()]


def raise_all(errors: list[BookError]) -> None:
    """Raise what was collected: nothing, the one error, or all of them together."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise BookErrors(errors)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A hint with the nearest known names, or None where nothing is near."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else None


def short(path: Path) -> str:
    """The path as seen from the working directory, with forward slashes."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return path.as_posix()
