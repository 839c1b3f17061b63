"""The book for programs: numbers.json and its schema, CSV, plain Markdown, llms.txt."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bookgen.book import Book
from bookgen.exports import llms, plain, records, shape, spreadsheets
from bookgen.numbers import Graph
from bookgen.render import Rendered


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
        records.SCHEMA: shape.text().encode(),
        **data,
        **{path: spreadsheets.table_csv(*table) for path, table in tables.items()},
        **pages,
    }


def _subject(schema: bytes) -> str:
    """The first sentence of what a schema says of itself."""
    return str(json.loads(schema)["description"]).split(".\n")[0].rstrip(".").replace("``", "`")
