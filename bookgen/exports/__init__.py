"""The book for programs: its numbers and formulas, CSV, plain Markdown, llms.txt."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bookgen import formula
from bookgen.book import Book
from bookgen.calculators import CALCULATORS
from bookgen.exports import llms, plain, records, shape, spreadsheets
from bookgen.exports.places import addresses
from bookgen.exports.plain import has_plain
from bookgen.numbers import Graph
from bookgen.rendered import Rendered

__all__ = ["addresses", "files", "has_plain"]


def files(
    book: Book, graph: Graph, rendered: Rendered, schemas: Mapping[str, str]
) -> dict[str, bytes]:
    """The site's files for programs, by path.

    Args:
        book: the whole book.
        graph: its numbers.
        rendered: its pages, and the tables and anchors on them.
        schemas: the JSON Schemas of the data's files, by file name.

    Raises:
        BookError: a page that has no plain form.
    """
    pages = plain.files(book, rendered)
    tables = spreadsheets.offered(rendered)
    data = {f"schema/{name}": text.encode() for name, text in schemas.items()}
    labels = {path: table.label for path, (table, _) in tables.items()}
    subjects = {path: _subject(text) for path, text in data.items()}
    return {
        "llms.txt": llms.index(book, pages, labels, subjects).encode(),
        "numbers.json": records.numbers_json(book, graph, rendered),
        "formulas.js": _formulas(graph, rendered).encode(),
        records.SCHEMA: shape.text().encode(),
        **data,
        **{path: spreadsheets.table_csv(*table) for path, table in tables.items()},
        **pages,
    }


def _formulas(graph: Graph, rendered: Rendered) -> str:
    """Every calculator as JavaScript, and the factors of the units."""
    calculators = sorted(CALCULATORS.values(), key=lambda calculator: calculator.name)
    return formula.script(calculators, records.factors(graph, rendered))


def _subject(schema: bytes) -> str:
    """The first sentence of what a schema says of itself."""
    return str(json.loads(schema)["description"]).split(".\n")[0].rstrip(".").replace("``", "`")
