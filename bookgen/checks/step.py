"""Languages in step: what a reader of one language is given, a reader of the other is given too.

The rule is the strictest that prose written twice can keep. Both languages have the same sections
in the same order, and each section the same pieces in the same order: paragraphs, items, rows with
as many cells, boxes of a kind, formulas, figures, footnotes. In each piece stand the same numbers,
yardsticks, verdicts, links and formulas, each as often. Inside a piece their order is the
language's own, and so is the form in which a number is written.

That a number, a figure or a section is in one language only, anywhere on the page, stops every
build (``bookgen.render``) and is not told again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from bookgen import pieces, yamlfile
from bookgen.book import template
from bookgen.checks.report import Report, Subject
from bookgen.errors import BookError, short
from bookgen.pieces import Piece, Section

_SHARED = ("asks", "links", "footnotes", "formulas")
_SHOWN = 4


@dataclass(frozen=True)
class _Text:
    """A page in one language."""

    file: Path
    sections: list[Section]


def step(subject: Subject) -> Report:
    """Every written page, held against itself in the other language."""
    report = Report(0, "pieces of text in both languages")
    looked_at = 0
    for id in subject.book.written:
        files = [
            template(subject.root / "content", id, language) for language in subject.book.languages
        ]
        texts = [_Text(file, pieces.split(yamlfile.read_text(file))) for file in files]
        looked_at += sum(len(section.pieces) for section in texts[0].sections)
        for own, other in pairwise(texts):
            report.faults.extend(_pages(own, other))
    return Report(looked_at, report.what, report.faults)


def _pages(own: _Text, other: _Text) -> Iterator[BookError]:
    """The sections in their order, then each section's pieces."""
    for here, there in zip(own.sections, other.sections, strict=False):
        if here.id != there.id:
            found = f"section {{#{here.id}}} here, {{#{there.id}}} there"
            yield _fault(own, here.pieces, 0, other, there.pieces, 0, found)
            break
    theirs = {section.id: section for section in other.sections}
    for section in own.sections:
        if section.id in theirs:
            yield from _sections(own, section, other, theirs[section.id])


def _sections(own: _Text, here: Section, other: _Text, there: Section) -> Iterator[BookError]:
    matcher = SequenceMatcher(None, here.kinds, there.kinds, autojunk=False)
    for way, a, b, c, d in matcher.get_opcodes():
        if way != "equal":
            found = f"{_kinds(here.pieces[a:b])} here, {_kinds(there.pieces[c:d])} there"
            yield _fault(own, here.pieces, a, other, there.pieces, c, found)
            continue
        for i, j in zip(range(a, b), range(c, d), strict=True):
            for found in _differences(here.pieces[i], there.pieces[j]):
                yield _fault(own, here.pieces, i, other, there.pieces, j, found)


def _differences(here: Piece, there: Piece) -> Iterator[str]:
    """What one of two pieces names and the other does not."""
    for what in _SHARED:
        mine, theirs = getattr(here, what), getattr(there, what)
        alone = [
            f"{_names(names)} {where}"
            for names, where in ((mine - theirs, "here"), (theirs - mine, "there"))
            if names
        ]
        if alone:
            yield ", ".join(alone) + " alone"


def _fault(
    own: _Text,
    mine: Sequence[Piece],
    i: int,
    other: _Text,
    theirs: Sequence[Piece],
    j: int,
    found: str,
) -> BookError:
    line, there = (own[min(at, len(own) - 1)].line for own, at in ((mine, i), (theirs, j)))
    return BookError(
        f"{found}: see {short(other.file)}:{there}",
        file=own.file,
        line=line,
        expected="the same in both languages",
    )


def _kinds(found: Sequence[Piece]) -> str:
    names = [piece.kind for piece in found[:_SHOWN]]
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return ", ".join(names) + more or "nothing"


def _names(found: Counter[str]) -> str:
    return ", ".join(name + f" ({count} times)" * (count > 1) for name, count in found.items())
