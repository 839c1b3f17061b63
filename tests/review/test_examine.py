"""The record cannot bless itself: what the last review did not write is refused."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import journal, review
from bookgen.errors import BookError
from bookgen.rendered import Subject

LOCK, CHANGES = "content/numbers.lock.yml", "content/changes.yml"
DAY = datetime.date(2099, 1, 1)


def accept(subject: Subject, reworded: str = "", day: datetime.date = DAY) -> journal.Entry | None:
    return review.accept(review.examine(subject), [], review.reasons("A test"), day, reworded)


def state(subject: Subject) -> list[str]:
    content = subject.root / "content"
    return [(content / name).read_text("utf-8") for name in ("changes.yml", "numbers.lock.yml")]


def refused(subject: Subject) -> str:
    """Check and accept both refuse, and nothing is written."""
    before = [path.read_bytes() for path in sorted((subject.root / "content").glob("*.yml"))]
    (fault,) = review.examine(subject).faults()
    with pytest.raises(BookError) as caught:
        accept(subject)
    assert str(caught.value) == str(fault)
    after = [path.read_bytes() for path in sorted((subject.root / "content").glob("*.yml"))]
    assert after == before
    return str(fault)


def test_the_book_as_it_ships_has_been_reviewed(copied: Subject) -> None:
    found = review.examine(copied)
    assert list(found.faults()) == []
    assert not found.difference  # text that was rewritten in both languages waits for nobody
    entry = accept(copied)
    assert (entry is None) == (found.difference.rewritten == 0)
    assert accept(copied) is None


def test_a_lock_edited_by_hand(copied: Subject, edit: Callable[..., Path]) -> None:
    text = (copied.root / LOCK).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("  one-gpu.llama_one_gpu:"))
    edit(LOCK, line, line.replace("3,000", "4,000"))
    assert re.search(r"numbers\.lock\.yml: this is not what the last review wrote", refused(copied))


def test_an_entry_taken_out_by_a_merge(copied: Subject, edit: Callable[..., Path]) -> None:
    older = "- date: '2001-01-01'\n  why: {en: Other}\n  lock: abc\n"
    edit(CHANGES, "reviews:\n", f"reviews:\n{older}")
    assert list(review.examine(copied).faults()) == []  # the newest still names the state
    text = (copied.root / CHANGES).read_text(encoding="utf-8")
    added = "- date: '2098-01-01'\n  why: {en: Of the other side}\n  lock: '1234'\n"
    (copied.root / CHANGES).write_text(text + added, encoding="utf-8")
    assert "take one side's, and accept the rest again" in refused(copied)


@pytest.mark.parametrize("gone", [LOCK, CHANGES])
def test_half_of_the_record_is_gone(copied: Subject, gone: str) -> None:
    (copied.root / gone).unlink()
    assert "restore numbers.lock.yml and changes.yml together from git" in refused(copied)


def test_the_first_review_of_a_book(copied: Subject) -> None:
    for name in (LOCK, CHANGES):
        (copied.root / name).unlink()
    (fault,) = review.examine(copied).faults()
    assert "has never been reviewed" in str(fault)
    entry = accept(copied)
    assert entry is not None
    assert entry.first == len(copied.rendered.uses)
    assert entry.groups == []
    found = review.examine(copied)
    assert list(found.faults()) == []
    assert not found.difference  # text that was rewritten in both languages waits for nobody
    entry = accept(copied)
    assert (entry is None) == (found.difference.rewritten == 0)
    assert accept(copied) is None


def test_text_rewritten_in_both_languages_can_be_taken_in(
    copied: Subject, edit: Callable[..., Path]
) -> None:
    before = review.examine(copied).difference.rewritten
    edit("content/one-gpu/en.md.j2", "Split the data,", "Divide the data,")
    edit("content/one-gpu/zh.md.j2", "拆法三种：", "三种拆法：")
    entry = accept(copied)
    assert entry is not None
    assert (entry.pieces, entry.groups, entry.one_language) == (before + 1, [], None)
    edit("content/one-gpu/en.md.j2", "Divide the data,", "Share out the data,")
    (fault,) = review.examine(copied).faults()
    assert "changed since the last review" in str(fault)


def test_text_in_one_language_needs_a_reason(copied: Subject, edit: Callable[..., Path]) -> None:
    edit("content/one-gpu/en.md.j2", "Split the data,", "Divide the data,")
    assert "--one-language" in refused(copied)
    entry = accept(copied, "改的只是英文的用词")
    assert entry is not None
    assert entry.one_language is not None
    (place,) = entry.one_language.pieces
    assert re.fullmatch(r"content/one-gpu/en\.md\.j2:\d+", place)
    assert entry.one_language.why == {"zh": "改的只是英文的用词"}
    assert list(review.examine(copied).faults()) == []


def test_faults_of_other_checks_are_told_and_nothing_is_written(copied: Subject) -> None:
    before = state(copied)
    fault = BookError("'twice' no longer holds")
    with pytest.raises(BookError, match="'twice' no longer holds"):
        review.accept(review.examine(copied), [fault], {"en": "A test"}, DAY)
    assert state(copied) == before


def test_a_review_before_the_last_one(copied: Subject, edit: Callable[..., Path]) -> None:
    edit("content/one-gpu/en.md.j2", "Split the data,", "Divide the data,")
    with pytest.raises(BookError, match="2020-01-01 is before the last review"):
        accept(copied, "because", datetime.date(2020, 1, 1))


@pytest.mark.parametrize(
    ("message", "zh", "reason"),
    [
        ("A typo", "", {"en": "A typo"}),
        ("改错字", "", {"zh": "改错字"}),
        ("A typo", "改错字", {"zh": "改错字", "en": "A typo"}),
    ],
)
def test_a_reason_in_one_language_or_in_both(message: str, zh: str, reason: dict[str, str]) -> None:
    assert review.reasons(message, zh) == reason
