"""Tables for spreadsheets and programs: CSV files beside the pages that show the tables.

A row starts with its id; then come the table's columns, in its order, and after them how each
value is known. RFC 4180, in UTF-8 with the mark that tells spreadsheets so.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from bookgen import units
from bookgen.language import LANGUAGES
from bookgen.reference.columns import Column
from bookgen.reference.table import Cell, Table, digits
from bookgen.reference.words import KINDS, say
from bookgen.rendered import Rendered


def offered(rendered: Rendered) -> dict[str, tuple[Table, str]]:
    """Every table that offers a CSV file, with its language, by the file's path in the site."""
    return {
        f"{language}/csv/{table.csv}.csv": (table, language)
        for (language, _), tables in rendered.tables.items()
        for table in tables
        if table.csv and table.rows
    }


def table_csv(table: Table, language: str) -> bytes:
    """A table as CSV, its heads in a language and every number plain, in the head's unit."""
    columns = [[say("id", language), *(row.id for row in table.rows)]]
    proofs: list[list[str]] = []
    for index, column in enumerate(table.columns):
        cells = [row.cells[index] for row in table.rows]
        columns.append(_values(column, cells, language))
        proofs += _origins(column, cells, language)
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(zip(*columns, *proofs, strict=True))
    return text.getvalue().encode("utf-8-sig")


def _values(column: Column, cells: list[Cell], language: str) -> list[str]:
    """A column: its head with the unit, then its values."""
    unit = _unit(column, cells)
    values = [
        digits(units.from_si(cell.number.si, unit)) if cell.number else cell.text for cell in cells
    ]
    shown = "" if column.bare else LANGUAGES[language].unit(unit, "2").replace("percent", "%")
    bracket = {"zh": "（{}）", "en": " ({})"}[language].format(shown) if shown else ""
    return [column.name(language) + bracket, *values]


def _unit(column: Column, cells: list[Cell]) -> str:
    """The one unit of a column's numbers, which all measure the same thing."""
    if column.form == "percent":
        return "percent"
    return column.unit or next((cell.number.unit for cell in cells if cell.number), "")


def _origins(column: Column, cells: list[Cell], language: str) -> Iterator[list[str]]:
    """How the values of a column are known: ids, kinds and sources, where there are any."""
    origins = [cell.origin for cell in cells]
    parts = {
        "its id": [origin.id if origin else "" for origin in origins],
        "its kind": [KINDS[origin.kind][language] if origin else "" for origin in origins],
        "its sources": ["; ".join(origin.sources) if origin else "" for origin in origins],
    }
    for head, values in parts.items():
        if any(values):
            yield [say(head, language, column.name(language)), *values]
