"""Pages generated straight from data: nobody edits anything else for a new row or entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bookgen.book import Book
from bookgen.numbers import Graph
from bookgen.page import Page
from bookgen.reference import (
    accelerators,
    calculators,
    changes,
    controls,
    models,
    runs,
    sources,
    terms,
    verdicts,
)
from bookgen.reference.shelf import Shelf
from bookgen.reference.table import Table

__all__ = ["PAGES", "Shelf", "Table", "accelerators", "controls", "page", "terms", "verdicts"]

PAGES: dict[str, Callable[[Shelf], str]] = {
    "accelerators": accelerators.compose,
    "models": models.compose,
    "runs": runs.compose,
    "claims": verdicts.compose,
    "glossary": terms.compose,
    "sources": sources.compose,
    "calculators": calculators.compose,
    "changes": changes.compose,
}


def page(id: str, book: Book, graph: Graph, data: Path, language: str) -> tuple[str, Shelf]:
    """One generated page in one language, and the shelf with what it printed.

    Args:
        id: the page's id in book.yml, whose kind says what it holds.
        book: the whole book, for links between its pages.
        graph: its numbers and data.
        data: the data folder, for the places of faults.
        language: the page's language.

    Raises:
        BookError: a fault in the data that only shows when they are put together.
    """
    shelf = Shelf(book, graph, data, Page(id, language, graph))
    text = PAGES[book.pages[id].kind](shelf)
    return f"# {shelf.title} {{#{id}}}\n\n{text}\n", shelf
