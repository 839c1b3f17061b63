"""The whole book as rendered: its pages, and every use of a number, a name and a figure on them."""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path

from bookgen import anchors, sentences
from bookgen.anchors import Anchors
from bookgen.book import Book
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.page import Mention, Use
from bookgen.reference import Shelf, Table


class Pages(MutableMapping[tuple[str, str], str]):
    """The texts of pages by (language, page id).

    A text may be put off: it is made when somebody reads it, and kept.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str | Callable[[], str]] = {}

    def put_off(self, key: tuple[str, str], make: Callable[[], str]) -> None:
        """Have a page's text made when it is first read."""
        self._texts[key] = make

    def __getitem__(self, key: tuple[str, str]) -> str:
        text = self._texts[key]
        if not isinstance(text, str):
            text = self._texts[key] = text()
        return text

    def __setitem__(self, key: tuple[str, str], text: str) -> None:
        self._texts[key] = text

    def __delitem__(self, key: tuple[str, str]) -> None:
        del self._texts[key]

    def __contains__(self, key: object) -> bool:
        return key in self._texts  # without making it

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@dataclass
class Rendered:
    """The Markdown of the whole book and what it used.

    Attributes:
        pages: text by (language, page id).
        chosen: the same, with the signs around words that rest on a number (``CHOSEN``).
        uses: the texts each number was written as, by number id and language.
        places: every use of a number with its source line and sentence, by (language, page id).
        anchors: where a link can land on each page, by (language, page id).
        reference: the numbers that only reference pages print, by id.
        tables: the tables straight from data, by (language, page id).
        mentions: what is named outside numbers and tables, by (language, page id).
        drawn: the entities in each figure that a page shows, by the figure's id.
    """

    pages: MutableMapping[tuple[str, str], str] = field(default_factory=Pages)
    chosen: dict[tuple[str, str], str] = field(default_factory=dict)
    uses: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    places: dict[tuple[str, str], list[Use]] = field(default_factory=dict)
    anchors: dict[tuple[str, str], Anchors] = field(default_factory=dict)
    reference: dict[str, Number] = field(default_factory=dict)
    tables: dict[tuple[str, str], list[Table]] = field(default_factory=dict)
    mentions: dict[tuple[str, str], list[Mention]] = field(default_factory=dict)
    drawn: dict[str, set[str]] = field(default_factory=dict)

    def keep(self, shelf: Shelf, text: str, source: str = "") -> None:
        """Take in a page that has been written, from the source of its template if it has one."""
        page = shelf.page
        key = page.language, page.chapter
        self.chosen[key] = text
        text, words = page.unmark(text)
        ends = [end - 1 for end, _ in words]
        for (_, use), sentence in zip(words, sentences.at(text, ends), strict=True):
            use.sentence = sentence
        self.pages[key] = text
        self.places[key] = page.uses
        self.tables[key] = shelf.tables
        self.mentions[key] = page.mentions
        self.reference.update(shelf.printed)
        self.anchors[key] = anchors.read(text)
        sections = list(anchors.headings(source))
        for use in page.uses:
            if sections and use.place and use.anchor not in self.anchors[key].under:
                after = bisect_right(sections, use.place.line, key=lambda heading: heading.line)
                use.anchor = sections[max(after - 1, 0)].id
        waiting: dict[str, deque[Use]] = defaultdict(deque)
        for use in page.marks:
            waiting[use.number.id].append(use)
        for id, sentence in sentences.marked(text):
            if waiting[id]:
                waiting[id].popleft().sentence = sentence
        for use in page.uses:
            if use.how in {"text", "figure", "table"}:
                texts = self.uses.setdefault(use.number.id, {}).setdefault(page.language, [])
                if use.text not in texts:
                    texts.append(use.text)


@dataclass(frozen=True)
class Subject:
    """The whole book, read and rendered, in memory.

    Attributes:
        root: the book's folder.
        book, graph: its pages and its numbers.
        rendered: the Markdown of its pages, and every use of a number.
        today: the day on which it is looked at.
        max_age: how many days ago data may have been verified; None where age is no fault.
        since: the branch or commit to compare data with; None for the last commit.
    """

    root: Path
    book: Book
    graph: Graph
    rendered: Rendered
    today: datetime.date = field(default_factory=datetime.date.today)
    max_age: int | None = None
    since: str | None = None
