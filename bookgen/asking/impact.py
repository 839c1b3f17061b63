"""What in the book depends on a thing: numbers, sentences, words, figures, tables, claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bookgen import claims
from bookgen.asking import asked
from bookgen.asking.asked import Asked
from bookgen.asking.finding import Known
from bookgen.claims import Verdict
from bookgen.evaluation import Number
from bookgen.page import Place, Use
from bookgen.plot import cast, spec
from bookgen.reference.table import Row, Table
from bookgen.rendered import Subject


@dataclass(frozen=True)
class Said:
    """A sentence, or words that a number chose.

    Attributes:
        page, language: where it is read.
        place: where it is written.
        how: as in ``Use``, or a ``name``.
        text: the sentence, or the words.
        ids: the numbers in it that depend, or what is named.
    """

    page: str
    language: str
    place: Place
    how: str
    text: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """A figure, and what it takes from data or numbers that depend."""

    id: str
    file: Path
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Rows:
    """The part of a table that depends.

    Attributes:
        page: where it is read.
        table: what it is a table of; a chapter may show a part of another page's.
        cells: the columns of each row; an empty name is the row as a whole.
    """

    page: str
    table: str
    cells: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Impact:
    """All that depends on what was asked about, in the order of the book."""

    asked: Asked
    numbers: list[Number]
    sentences: list[Said]
    words: list[Said]
    figures: list[Drawn]
    tables: list[Rows]
    claims: list[Verdict]

    def __bool__(self) -> bool:
        parts = (self.numbers, self.sentences, self.words, self.figures, self.tables, self.claims)
        return any(parts)


def impact(id: str, subject: Subject) -> Impact:
    """What depends on a number, datum, entity, calculator, source, event, yardstick or rule.

    Raises:
        BookError: nothing has that id.
    """
    return _Search(subject, asked.find(id, Known.of(subject), subject.root)).found()


Where = tuple[str, str]  # language and page


@dataclass(frozen=True)
class _Search:
    """A look through the whole book for what depends on one thing."""

    subject: Subject
    asked: Asked

    def found(self) -> Impact:
        graph, rendered = self.subject.graph, self.subject.rendered
        verdicts = claims.judge(self.subject.root / "data", graph).values()
        judged = [verdict for verdict in verdicts if self._judged(verdict)]
        said = self._said({verdict.id for verdict in judged})
        return Impact(
            self.asked,
            [number for number in graph.numbers.values() if self.asked.under(number)],
            [one for one in said if one.how == "text"],
            [one for one in said if one.how != "text"],
            list(self._figures()),
            [rows for page in rendered.tables for rows in self._rows(page)],
            judged,
        )

    def _judged(self, verdict: Verdict) -> bool:
        """Whether a claim, its number or its factor depends."""
        factor = self.subject.graph.numbers.get(verdict.claim.factor or "")
        numbers = [verdict.number, *([factor] if factor else [])]
        return verdict.id in self.asked.things or any(map(self.asked.under, numbers))

    def _said(self, judged: set[str]) -> list[Said]:
        """The sentences and words of running text, each once, with all that depends in it."""
        rendered = self.subject.rendered
        found: dict[tuple[str, str, Place, str, str], dict[str, None]] = {}
        for (language, page), uses in rendered.places.items():
            for use in uses:
                if not use.place or use.how in {"figure", "table"} or not self._uses(use, judged):
                    continue
                text = use.text if use.how != "text" else use.sentence or use.text
                id = use.name if use.how == "claim" else use.number.id
                found.setdefault((page, language, use.place, use.how, text), {})[id] = None
            for mention in rendered.mentions[language, page]:
                if mention.place and mention.id in self.asked.things:
                    id = mention.id
                    found[page, language, mention.place, "name", id] = {id: None}
        return [Said(*key, tuple(ids)) for key, ids in found.items()]

    def _uses(self, use: Use, judged: set[str]) -> bool:
        """Whether the use of a number, or of words, depends."""
        if use.how == "claim":
            return use.name in judged
        chosen = use.how == "yardstick" and f"history.yardsticks.{use.name}" in self.asked.things
        return chosen or self.asked.under(use.number)

    def _figures(self) -> Iterator[Drawn]:
        """The figures that declare numbers that depend, or name or date what does."""
        folder, catalog = self.subject.root / "figures", self.subject.graph.catalog
        for id in spec.ids(folder):
            figure = spec.load(folder, id, self.subject.graph)
            who = self.subject.rendered.drawn.get(id, set(figure.entities))
            numbers = figure.shown(who).values()
            ids = [number.id for number in numbers if self.asked.under(number)]
            shown = sorted(who - set(figure.declared.names))
            if figure.calls & {"year", "entities"}:
                shown += [f"{id}.{cast.day(catalog.entity(id))}" for id in sorted(who)]
            if figure.declared.events:
                events = catalog.history.events.items()
                shown += [f"history.events.{event}" for event, told in events if told.timeline]
            ids += [thing for thing in shown if thing in self.asked.things]
            if ids:
                yield Drawn(id, figure.document.file, tuple(dict.fromkeys(ids)))

    def _rows(self, where: Where) -> Iterator[Rows]:
        """What depends of a page's tables and entries, which are the same in all languages."""
        if where[0] != self.subject.book.languages[0]:
            return
        for table in self.subject.rendered.tables[where]:
            cells = {row.id: list(self._columns(table, row)) for row in table.rows}
            if any(cells.values()):
                known = {row: columns for row, columns in cells.items() if columns}
                yield Rows(where[1], table.id.removesuffix("-table"), known)
        entries: dict[str, dict[str, None]] = {}
        for mention in self.subject.rendered.mentions[where]:
            if mention.entry and mention.id in self.asked.things:
                entries.setdefault(mention.entry, {})[mention.part] = None
        if entries:
            yield Rows(where[1], where[1], {entry: [*parts] for entry, parts in entries.items()})

    def _columns(self, table: Table, row: Row) -> Iterator[str]:
        """The columns of a row that depend; an empty name where all of it does."""
        things = self.asked.things
        if row.id in things or f"{table.csv}.rules.{row.id}" in things:
            yield ""
        for index, column in table.columns_shown:
            cell = row.cells[index]
            named = not things.isdisjoint([*cell.names, *([cell.origin.id] if cell.origin else [])])
            if named or (cell.number and self.asked.under(cell.number)):
                yield column.id
