"""Nothing that readers are told changes without somebody having looked at it."""

from __future__ import annotations

from bookgen import review
from bookgen.rendered import Subject
from bookgen.review import report


def test_the_book_says_what_was_last_reviewed(subject: Subject) -> None:
    found = review.examine(subject)
    assert found.broken() is None, str(found.broken())
    assert not found.difference, "\n\n".join(
        [report.terminal(found.difference), "then bookgen accept -m WHY"]
    )
