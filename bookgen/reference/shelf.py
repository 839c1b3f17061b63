"""What a reference page is written from: the book, its numbers, and the page in one language."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from bookgen import schema
from bookgen.book import Book
from bookgen.calculators import CALCULATORS, QUANTITIES
from bookgen.evaluation import Number, leaf
from bookgen.numbers import Graph
from bookgen.page import Page, Use
from bookgen.reference.columns import Column
from bookgen.reference.table import Table
from bookgen.reference.words import LIST, say
from bookgen.results import compute

E = TypeVar("E", bound=schema.Entity)


@dataclass(frozen=True)
class Blank:
    """A cell that has no value, and why."""

    reason: str


Found = Number | Blank


@dataclass
class Shelf:
    """One reference page in one language while it is written.

    Attributes:
        book, graph: the whole book, for links and values.
        data: the folder of the data files, for the places of faults.
        page: collects the numbers that the page prints.
        printed: the numbers of its own that the page prints, by id.
        tables: the tables that the page shows.
    """

    book: Book
    graph: Graph
    data: Path
    page: Page
    printed: dict[str, Number] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)

    @property
    def language(self) -> str:
        """The page's language."""
        return self.page.language

    @cached_property
    def named(self) -> dict[str, str]:
        """The entity that each member of a family is about and named after, by number id."""
        families = self.graph.families.values()
        return {id: entity for family in families for entity, id in family.items()}

    @property
    def title(self) -> str:
        """The page's name in its language."""
        return str(getattr(self.book.pages[self.page.chapter].title, self.language))

    def newest(self, folder: str, model: type[E], day: str) -> dict[str, E]:
        """The entities of a folder of data/ by id, by the field ``day`` from the latest back."""
        found = self.graph.catalog.entities.get(folder, {})
        entities = {id: entity for id, entity in found.items() if isinstance(entity, model)}

        def when(id: str) -> tuple[float, str]:
            event: schema.Event | None = getattr(entities[id], day)
            return schema.decimal_year(event.value) if event else 0.0, id

        return {id: entities[id] for id in sorted(entities, key=when, reverse=True)}

    def address(self, kind: str, anchor: str) -> str:
        """Where an entry of the generated page of a kind is; empty where the book has no such."""
        page = self.book.page_of(kind)
        return f"{page}.html#{anchor}" if page else ""

    def datum(self, entity: str, path: str, column: Column) -> Found:
        """A datum as a number of this page, in the column's unit."""
        value = self.graph.catalog.values.get(f"{entity}.{path}")
        if value is None:
            return Blank(say("none", self.language))
        return self._own(leaf(value), entity, column)

    def computed(
        self, entity: str, column: Column, name: str, inputs: Mapping[str, Found], unit: str = ""
    ) -> Found:
        """A calculator's result as a number of this page; a blank says which inputs are missing.

        Args:
            entity: whose number it is.
            column: the column it stands in.
            name: the calculator.
            inputs: a number for each of its parameters, or a blank.
            unit: what it is shown in, where the column has no one unit.
        """
        absent = [parameter for parameter, found in inputs.items() if isinstance(found, Blank)]
        if absent:
            names = [str(getattr(QUANTITIES[parameter], self.language)) for parameter in absent]
            return Blank(say("missing", self.language, LIST[self.language].join(names)))
        known = [(key, found) for key, found in inputs.items() if isinstance(found, Number)]
        number = compute(CALCULATORS[name], known, id="", file=self.data, line=0, unit=unit)
        return self._own(number, entity, column)

    def input(self, id: str) -> Found:
        """A datum as an input of a calculator, under its own id."""
        value = self.graph.catalog.values.get(id)
        return leaf(value) if value else Blank(say("none", self.language))

    def _own(self, number: Number, entity: str, column: Column) -> Number:
        """The number under this page's own id, with what it is in both languages."""
        name, means = self.graph.catalog.entity(entity).name, column.means
        return replace(
            number,
            id=f"{self.page.chapter}.{entity}.{column.id}",
            unit=column.unit or number.unit,
            means=schema.Bilingual(zh=f"{name}：{means.zh}", en=f"{name}: {means.en}"),
        )

    def keep(self, table: Table) -> Table:
        """Keep a table that the page shows, and give it back."""
        self.tables.append(table)
        return table

    def shorten(self, rows: Collection[str], columns: Collection[str]) -> None:
        """Forget the numbers that a table prints outside these rows and columns."""
        page = self.page
        cells = {f"{page.chapter}.{row}.{column}" for row in rows for column in columns}
        page.uses = [use for use in page.uses if use.number.id in cells]

    def print(self, number: Number, text: str) -> None:
        """Keep what the page prints of a number, in the row of its entity."""
        row = number.id.split(".")[1]
        self.page.uses.append(Use(number, text, "table", name=self.page.chapter, anchor=row))
        self.printed.setdefault(number.id, number)
