"""Takes in what has changed: a new lock, and an entry in the journal that says why."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any

import yaml

from bookgen import journal
from bookgen.errors import BookError, raise_all
from bookgen.journal import Entry, Group, Reason, Reworded
from bookgen.review import difference, lock
from bookgen.review.examine import Review, one_language

_HEAD = """\
# The reviews of the book's numbers, oldest first; the page of changes is made from them.
# `bookgen accept` appends to this file.
reviews:
"""
_HAN = re.compile("[\u4e00-\u9fff]")


def accept(
    review: Review,
    faults: Sequence[BookError],
    why: Reason,
    date: datetime.date,
    reworded: str = "",
) -> Entry | None:
    """Make what the book says now the reviewed state.

    Args:
        review: the book held against its last review.
        faults: what the other checks of the book found.
        why: the reason, in one language or in both.
        date: the day of the review.
        reworded: why pieces of text were changed in one language only, if they were.

    Returns:
        The new entry of the journal; nothing where nothing had changed.

    Raises:
        BookError: the book has faults, its record is broken, or a piece of text was changed in
            one language without a reason. Nothing is written.
    """
    refused = [*faults]
    if broken := review.broken():
        refused.append(broken)
    elif not (review.first or reworded):
        refused += [one_language(found) for found in review.difference.lopsided]
    reviews = review.journal.reviews
    if reviews and date.isoformat() < reviews[-1].date:
        refused.append(BookError(f"{date} is before the last review, of {reviews[-1].date}"))
    raise_all(refused)
    text = lock.write(review.now)
    if text == review.text:
        return None
    entry = Entry(
        date=date.isoformat(),
        why=why,
        lock=lock.digest(text),
        **(_first(review) if review.first else _changes(review, reworded)),
    )
    file = review.file.with_name(journal.FILE)
    present = file.read_text(encoding="utf-8") if reviews else _HEAD
    file.write_text(present + _yaml(entry), encoding="utf-8", newline="\n")
    review.file.write_text(text, encoding="utf-8", newline="\n")
    return entry


def reasons(message: str, zh: str = "") -> Reason:
    """A reason by language: told by its script, unless the Chinese one is given beside it."""
    if zh:
        return {"zh": zh, "en": message}
    return {"zh": message} if _HAN.search(message) else {"en": message}


def _first(review: Review) -> dict[str, Any]:
    """The first review lists no changes, only how many numbers the pages print."""
    return {"first": sum(bool(number.zh or number.en) for number in review.now.numbers.values())}


def _changes(review: Review, reworded: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "groups": [_group(group) for group in review.difference.groups],
        "pieces": review.difference.rewritten,
    }
    lopsided = review.difference.lopsided
    if lopsided:
        root = review.subject.root
        places = [own.places[0] for own in lopsided]
        names = [f"{place.file.relative_to(root).as_posix()}:{place.line}" for place in places]
        found["one_language"] = Reworded(pieces=names, why=reasons(reworded))
    return found


def _group(group: difference.Group) -> Group:
    seen = [change.said for change in group.changes if change.visible]
    return Group(causes=list(group.causes), said=seen, unseen=len(group.changes) - len(seen))


def _yaml(entry: Entry) -> str:
    data = entry.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    text = yaml.safe_dump(
        [data], allow_unicode=True, sort_keys=False, width=100, default_flow_style=None
    )
    assert isinstance(text, str)
    return text
