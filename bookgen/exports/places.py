"""Where the book shows each number: the address to cite it by, the same in every language."""

from __future__ import annotations

from bookgen.addresses import derivation, mark
from bookgen.book import Book
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.rendered import Rendered


def shown(graph: Graph, rendered: Rendered) -> list[Number]:
    """The numbers that the book declares, and those that only its reference pages print."""
    return [*graph.numbers.values(), *rendered.reference.values()]


def addresses(book: Book, graph: Graph, rendered: Rendered) -> dict[str, str]:
    """The address of every number and of everything under it, relative to a language's folder.

    A number is at its first mark on its own chapter's page, ``one-gpu.html#n-mtbf``; without a
    mark at its derivation; in a reference table at its row. What is none of these is where the
    number is that it went into.
    """
    rows = {
        id: _row(number)
        for number in rendered.reference.values()
        for id in (number.id, number.datum.id if number.datum else number.id)
    }
    found: dict[str, str] = {}

    def place(number: Number, above: str) -> None:
        if number.id in found:
            return
        own = _place(number, book, rendered) if number.id in graph.numbers else rows.get(number.id)
        found[number.id] = own or above
        for _, child in number.inputs:
            place(child, found[number.id])

    for number in shown(graph, rendered):
        place(number, "")
    return found


def _place(number: Number, book: Book, rendered: Rendered) -> str:
    """A declared number's first mark, where every language has it, or its derivation."""
    page, _, name = number.id.partition(".")
    marked = (rendered.anchors.get((language, page)) for language in book.languages)
    if all(anchors and mark(name) in anchors.under for anchors in marked):
        return f"{page}.html#{mark(name)}"
    return derivation(number.id)


def _row(number: Number) -> str:
    """The row of a reference page that prints a number, ``PAGE.ENTITY.COLUMN``."""
    page, entity, _ = number.id.split(".", 2)
    return f"{page}.html#{entity}"
