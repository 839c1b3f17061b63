"""What was found in a text, and where its author typed it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookgen import yamlfile
from bookgen.checks.typed.marks import GONE, literal, plain
from bookgen.checks.typed.places import Text

_CODE = Path(__file__).parents[2]
_SHELVES = (  # the likeliest first
    ("content/*/numbers.yml", "figures/*.yml", "data/glossary.yml", "data/controls.yml"),
    ("data/claims/*.yml", "content/book.yml"),
    ("data/history.yml", "data/constants.yml", "data/sources.yml", "data/*/*.yml"),
)
_WINDOWS = (
    (400, 400),
    (30, 30),
    (15, 15),
    (8, 8),
    (0, 15),
    (15, 0),
    (0, 8),
    (8, 0),
    (4, 4),
    (0, 0),
)
_MACHINE = ("proof.py", "reference/*.py", "calculators/quantities.py", "language/words.py")


@dataclass(frozen=True)
class Finding:
    """A number that somebody typed.

    Attributes:
        text: the number as typed.
        around: the line of text that it stands in.
        start, end: where in it.
        where: the text.
    """

    text: str
    around: str
    start: int
    end: int
    where: Text

    def within(self, words: str) -> bool:
        """Whether it stands inside these words."""
        line, words = self.around.lower(), words.lower()
        at = line.find(words)
        while at >= 0:
            if at <= self.start and self.end <= at + len(words):
                return True
            at = line.find(words, at + 1)
        return False

    def windows(self, least: int) -> Iterator[str]:
        """What to search for to find it in a source: as much around it as there is, then less."""
        before = self.around[: self.start].rpartition(GONE)[2].lstrip("#>|*- ")
        after = self.around[self.end :].partition(GONE)[0]
        own = self.around[self.start : self.end]
        for left, right in _WINDOWS:
            window = (before[-left:] if left else "") + own + after[:right]
            if len(window) - len(own) >= min(least, len(before + after) or least):
                yield " ".join(window.split()).lower()


@dataclass(frozen=True)
class _Source:
    """A file as one line of plain text, and where its own lines start in that."""

    file: Path
    text: str
    starts: list[int]

    @classmethod
    def read(cls, file: Path, bare: bool) -> _Source:
        """A file, with or without the expressions of a template."""
        text = yamlfile.read_text(file)
        joined, starts, end = [], [], 0
        for line in plain(literal(text) if bare else text).lower().split("\n"):
            line = " ".join(line.split()).removeprefix("- ")
            if file.suffix == ".py":
                line = line.strip('"').rstrip(",)")
            starts.append(end)
            joined.append(line if line.endswith(" ") else f"{line} ")
            end += len(joined[-1])
        return cls(file, "".join(joined), starts)

    def line(self, words: str) -> int | None:
        """The line on which these words start; None where they do not stand."""
        at = self.text.find(words)
        return None if at < 0 else bisect_right(self.starts, at)


class Sources:
    """The files of a book and of the machine, searched for text.

    Args:
        root: the book's folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[Path | int, tuple[_Source, ...]] = {}

    def place(self, finding: Finding) -> tuple[Path, int | None]:
        """The file and line where it was typed; a page's own name where it is nowhere found."""
        own = finding.where.file
        if finding.where.line:
            return own, finding.where.line
        for shelf in (own, *range(len(_SHELVES) + 1)):
            if found := self._search(finding, shelf, 8):
                return found
        return self._search(finding, own, 0) or (own, None)

    def stands(self, finding: Finding, file: Path) -> bool:
        """Whether it was typed in a file, as far as the words around it tell."""
        own = finding.where.file
        if file == own or finding.where.line or self._search(finding, own, 8):
            return file == own
        return self._search(finding, file, 8) is not None

    def _search(
        self, finding: Finding, shelf: Path | int, least: int
    ) -> tuple[Path, int | None] | None:
        for window in finding.windows(least):
            for source in self._on(shelf):
                if line := source.line(window):
                    return source.file, line
        return None

    def _on(self, shelf: Path | int) -> tuple[_Source, ...]:
        """A file without its expressions and with them, or a shelf of files."""
        if shelf not in self._read:
            self._read[shelf] = tuple(self._sources(shelf))
        return self._read[shelf]

    def _sources(self, shelf: Path | int) -> Iterator[_Source]:
        if isinstance(shelf, Path):
            if shelf.suffix != ".html" and shelf.is_file():
                yield from (_Source.read(shelf, bare) for bare in (True, False))
            return
        machine = shelf == len(_SHELVES)
        folder, patterns = (_CODE, _MACHINE) if machine else (self.root, _SHELVES[shelf])
        for pattern in patterns:
            yield from (_Source.read(file, True) for file in sorted(folder.glob(pattern)))
