"""The dated rules of export control, as a table for a chapter."""

from __future__ import annotations

import html

from bookgen import schema
from bookgen.proof import KINDS
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Shelf
from bookgen.reference.table import Cell, Origin, Row, Table
from bookgen.reference.words import say

_HYPHEN = "\N{NON-BREAKING HYPHEN}"
_COLUMNS = (
    Column("date"),
    Column("event"),
    Column("source", word="first_source"),
    Column("note", hidden=True),
)


def compose(shelf: Shelf) -> str:
    """A Markdown table of data/controls.yml in order of date, each row with its first source."""
    rules = sorted(shelf.graph.catalog.controls.items(), key=lambda item: item[1].date)
    rows = [Row(id, _cells(shelf, rule)) for id, rule in rules]
    label = say("controls", shelf.language)
    table = shelf.keep(Table("controls-table", label, _COLUMNS, rows, csv="controls"))
    lines = [[column.name(shelf.language) for _, column in table.columns_shown], ["---"] * 3]
    lines += [[row.cells[i].html for i, _ in table.columns_shown] for row in rows]
    text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{text}\n\n{table.download(shelf.language)}"


def _cells(shelf: Shelf, rule: schema.Rule) -> list[Cell]:
    """A date, what happened, its first source; a rule that nobody has verified says so."""
    text = str(getattr(rule.event, shelf.language))
    shown = html.escape(text).replace("|", "&#124;")
    if rule.kind == "unverified":
        bracket = {"zh": "（{}）", "en": " ({})"}[shelf.language]
        shown += bracket.format(KINDS[rule.kind][shelf.language])
    first = rule.source[0]
    publisher = shelf.graph.catalog.sources[first].publisher
    return [
        Cell(rule.date.replace("-", _HYPHEN), text=rule.date),
        Cell(shown, text=text, origin=Origin("", rule.kind, rule.source)),
        cells.words(publisher, href=shelf.address("sources", f"source-{first}")),
        Cell("", text=rule.note or ""),
    ]
