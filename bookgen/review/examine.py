"""The book held against its last review: whether its record is whole, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bookgen import journal, yamlfile
from bookgen.errors import BookError, short
from bookgen.journal import Journal
from bookgen.rendered import Subject
from bookgen.review import difference, lock
from bookgen.review.difference import Difference
from bookgen.review.lock import Lock
from bookgen.review.record import record
from bookgen.review.rewording import Lopsided


@dataclass(frozen=True)
class Review:
    """What the last review kept, and what the book says now.

    Attributes:
        subject: the book.
        journal: the reviews that there were.
        text: the lock as it stands in its file; empty where there is none.
        now: what the book says.
    """

    subject: Subject
    journal: Journal
    text: str
    now: Lock

    @property
    def file(self) -> Path:
        """Where the lock is."""
        return self.subject.root / "content" / lock.FILE

    @property
    def first(self) -> bool:
        """Whether the book has never been reviewed."""
        return not self.text and not self.journal.reviews

    @cached_property
    def then(self) -> Lock:
        """What the book said at the last review."""
        return lock.read(self.file) if self.text else Lock()

    @cached_property
    def difference(self) -> Difference:
        """What has changed since; nothing where there is nothing to hold it against."""
        return difference.compare(self.subject, self.then, self.now)

    def broken(self) -> BookError | None:
        """Why the record cannot be trusted, if so.

        The newest entry of the journal names the state of the lock that it wrote, so that nobody
        takes in a change by editing the lock: not by hand, and not by a merge.
        """
        if self.first:
            return None
        reviews = self.journal.reviews
        hint = f"restore {lock.FILE} and {journal.FILE} together from git"
        if not self.text:
            return BookError("the record of the last review is gone", file=self.file, hint=hint)
        if not reviews or reviews[-1].lock != lock.digest(self.text):
            return BookError(
                "this is not what the last review wrote",
                file=self.file,
                expected=f"the state that the last entry of {journal.FILE} names",
                hint=f"{hint}; after a merge take one side's, and accept the rest again",
            )
        return None

    def faults(self) -> Iterator[BookError]:
        """Everything that has not been reviewed."""
        if self.first:
            yield BookError(
                "the book has never been reviewed", file=self.file, hint="run bookgen accept -m WHY"
            )
            return
        if broken := self.broken():
            yield broken
            return
        if count := self.difference.changes or len(self.difference.groups):
            what = "numbers and words" if self.difference.changes else "data"
            yield BookError(
                f"{count} {what} are not as they were last reviewed",
                file=self.file,
                hint="run bookgen diff, then bookgen accept -m WHY",
            )
        yield from (one_language(own) for own in self.difference.lopsided)


def one_language(found: Lopsided) -> BookError:
    """A piece of text that changed in one language only, with both places."""
    changed, other = found.places
    return BookError(
        f"changed since the last review, {short(other.file)}:{other.line} did not",
        file=changed.file,
        line=changed.line,
        hint="change both, or run bookgen accept with --one-language REASON",
    )


def examine(subject: Subject) -> Review:
    """Hold the book against its last review.

    Raises:
        BookError: a fault in the journal.
    """
    content = subject.root / "content"
    file = content / lock.FILE
    text = yamlfile.read_text(file) if file.is_file() else ""
    return Review(subject, journal.load(content), text, record(subject))
