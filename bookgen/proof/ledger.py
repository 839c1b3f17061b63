"""What derivations are written from: every number of the book, and where each is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bookgen.anchors import Anchors
from bookgen.book import Book
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.page import Use
from bookgen.proof.names import name


@dataclass(frozen=True)
class Ledger:
    """The numbers that the book proves and the pages that it has written with them.

    Attributes:
        book, graph: the whole book.
        reference: the numbers that only reference pages print, by id.
        places: every use of a number, by (language, page id).
        anchors: where a link can land on each page, by (language, page id).
    """

    book: Book
    graph: Graph
    reference: Mapping[str, Number]
    places: Mapping[tuple[str, str], list[Use]]
    anchors: Mapping[tuple[str, str], Anchors]

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """Every number that has a derivation, by id: chapter by chapter, then the tables."""
        return {**self.graph.numbers, **self.reference}

    def require_names(self) -> None:
        """Refuse a datum that no reader could be told the name of.

        Raises:
            BookError: a datum under a number, of a field that has no name yet.
        """
        seen: dict[int, Number] = {}
        waiting = list(self.numbers.values())
        while waiting:
            number = waiting.pop()
            if id(number) not in seen:
                seen[id(number)] = number
                name(number, self.graph.catalog)
                waiting += [child for _, child in number.inputs]

    @cached_property
    def owners(self) -> dict[str, list[str]]:
        """The ids of the numbers that each page of the book owns, by page."""
        owned: dict[str, list[str]] = {}
        for id in self.numbers:
            owned.setdefault(id.partition(".")[0], []).append(id)
        return {page: owned[page] for page in self.book.pages if page in owned}

    def entry(self, node: Number, page: str) -> str:
        """The id under which a node is proved, best on the page's own; empty where it is not.

        A datum has no entry of its own: it is found under a number that shows it.
        """
        if node.id in self.numbers:
            return node.id
        shown = self._shown.get(node.datum.id, []) if node.datum else []
        own = [id for id in shown if id.startswith(f"{page}.")]
        return next(iter([*own, *shown]), "")

    @cached_property
    def _shown(self) -> dict[str, list[str]]:
        """The numbers that show a datum, by the datum's id."""
        shown: dict[str, list[str]] = {}
        for id, number in self.numbers.items():
            if number.datum:
                shown.setdefault(number.datum.id, []).append(id)
        return shown

    @cached_property
    def feeds(self) -> dict[str, list[str]]:
        """The numbers that are computed straight from a number, by its id."""
        found: dict[str, dict[str, None]] = {}
        for id, number in self.numbers.items():
            for _, child in number.inputs:
                if under := self.entry(child, id.partition(".")[0]):
                    found.setdefault(under, {})[id] = None
        return {id: list(above) for id, above in found.items()}

    @cached_property
    def uses(self) -> dict[tuple[str, str], list[tuple[str, Use]]]:
        """Every use of a number with its page, by (language, number id), in the book's order."""
        found: dict[tuple[str, str], list[tuple[str, Use]]] = {}
        for page in self.book.pages:
            for language in self.book.languages:
                for use in self.places.get((language, page), ()):
                    found.setdefault((language, use.number.id), []).append((page, use))
        return found

    def sections(self, page: str) -> dict[str, list[str]]:
        """A page's numbers under the sections that first print them, or under their entities.

        A number that is not printed stands where the first number computed from it does.
        """
        if page not in self.graph.chapters:
            rows: dict[str, list[str]] = {}
            for id in self.owners[page]:
                rows.setdefault(id.split(".")[1], []).append(id)
            return rows
        language = self.book.languages[0]
        anchors = self.anchors[language, page]
        order = list(anchors.headings) or [page]
        homes: dict[str, str] = {}
        for use in self.places[language, page]:
            homes.setdefault(use.number.id, anchors.under.get(use.anchor, order[0]))
        found: dict[str, list[str]] = {section: [] for section in order}
        last = order[0]
        for id in self.owners[page]:
            last = self._home(id, page, homes, order) or last
            found[last].append(id)
        return {section: ids for section, ids in found.items() if ids}

    def _home(self, id: str, page: str, homes: dict[str, str], order: list[str]) -> str:
        """The section of a number; empty where neither it nor what rests on it is printed."""
        if id not in homes:
            above = [other for other in self.feeds.get(id, ()) if other in self.owners[page]]
            found = [self._home(other, page, homes, order) for other in above]
            homes[id] = min(filter(None, found), key=order.index, default="")
        return homes[id]
