"""Text that was changed since the last review: in both languages, or in one that should not be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from bookgen.page import Place
from bookgen.rendered import Subject
from bookgen.review.lock import Lock
from bookgen.review.texts import Pair, texts


@dataclass(frozen=True)
class Lopsided:
    """A piece of text that changed in one language since the last review, and not in another."""

    changed: str
    pair: Pair

    @property
    def places(self) -> tuple[Place, Place]:
        """Where it changed, and where it did not."""
        other = next(code for code in self.pair if code != self.changed)
        return self.pair[self.changed].place, self.pair[other].place


def compare(subject: Subject, old: Lock) -> tuple[list[Lopsided], int]:
    """The pieces that changed in one language, and how many are new in both."""
    pairs = list(_pairs(subject, old))
    lopsided = [Lopsided(changed, pair) for changed, pair in pairs if changed]
    return lopsided, len(pairs) - len(lopsided)


def _pairs(subject: Subject, old: Lock) -> Iterator[tuple[str, Pair]]:
    """Pieces that are not as they were, each with the one language that changed, if one did.

    Pairs that a page had at the last review, in whatever place, are as they were. Of the rest, a
    piece that was there has changed in one language where its partner is new; so have two that
    were both there and did not belong together, for one of them was moved.
    """
    had: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for name, own in old.pieces.items():
        had[_page(name)].update(zip(*own.values(), strict=True))
    left: dict[str, list[Pair]] = defaultdict(list)
    for name, pairs in texts(subject).items():
        for pair in pairs:
            digests = tuple(spot.digest for spot in pair.values())
            if had[_page(name)][digests]:
                had[_page(name)][digests] -= 1
            else:
                left[_page(name)].append(pair)
    for page, pairs in left.items():
        gone = list(zip(*had[page].elements(), strict=True)) or [()] * len(subject.book.languages)
        for pair in pairs:
            new = [
                code
                for (code, spot), known in zip(pair.items(), gone, strict=True)
                if spot.digest not in known
            ]
            one = new[0] if new else subject.book.languages[-1]
            yield one if len(new) < len(pair) else "", pair


def _page(name: str) -> str:
    """The page of a section's name in the lock; figures are a page, and a file is one."""
    return name.split(" ")[0]
