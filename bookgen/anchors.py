"""Markdown -> where a link can land on its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookgen import sentences

_HEADING = re.compile(r"^#{1,6}\s+(?P<words>.*?)\s*(?:\{#(?P<id>[^}\s]+)[^}]*\})?[^\S\n]*$", re.M)
_ID = re.compile(r'<\w+\b[^>]*? id="([^"]+)"')


@dataclass(frozen=True)
class Heading:
    """A heading of a page: its line, its words, and its id, which may be missing."""

    line: int
    words: str
    id: str


@dataclass(frozen=True)
class Anchors:
    """The ids of a page.

    Attributes:
        headings: the words of each heading by its id, in order.
        under: every id, with that of the heading it stands under; a heading stands under itself.
    """

    headings: dict[str, str]
    under: dict[str, str]


def headings(text: str) -> Iterator[Heading]:
    """The headings of a template or of its Markdown, in order."""
    for match in _HEADING.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Heading(line, match["words"], match["id"] or "")


def read(text: str) -> Anchors:
    """The ids of a page's Markdown: headings, figures, rows of tables and marked numbers."""
    known: dict[str, str] = {}
    under: dict[str, str] = {}
    end, last = 0, ""
    for match in _HEADING.finditer(text):
        under |= dict.fromkeys(_ID.findall(text, end, match.start()), last)
        end = match.start()
        if match["id"]:
            last = match["id"]
            known[last] = sentences.plain(match["words"])
            under[last] = last
    return Anchors(known, under | dict.fromkeys(_ID.findall(text, end), last))
