"""What in the book depends on a thing: numbers, sentences, words, figures, tables, claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bookgen import claims
from bookgen.asking import subject as subjects
from bookgen.asking.finding import Known
from bookgen.asking.subject import Subject
from bookgen.book import Book
from bookgen.claims import Verdict
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.page import Mention, Place, Use
from bookgen.plot import cast, spec
from bookgen.render import Rendered


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
    """All that depends on a subject, in the order of the book."""

    subject: Subject
    numbers: list[Number]
    sentences: list[Said]
    words: list[Said]
    figures: list[Drawn]
    tables: list[Rows]
    claims: list[Verdict]

    def __bool__(self) -> bool:
        parts = (self.numbers, self.sentences, self.words, self.figures, self.tables, self.claims)
        return any(parts)


def impact(id: str, root: Path, book: Book, graph: Graph, rendered: Rendered) -> Impact:
    """What depends on a number, datum, entity, calculator or source.

    Raises:
        BookError: nothing has that id.
    """
    subject = subjects.find(id, Known(graph, rendered.reference), root)
    verdicts = [
        verdict
        for verdict in claims.judge(root / "data", graph).values()
        if _judged_by(verdict, subject, graph)
    ]
    uses = list(_uses(subject, book, rendered, {verdict.id for verdict in verdicts}))
    said = _said(uses, rendered, subject)
    return Impact(
        subject,
        [number for number in graph.numbers.values() if subject.under(number)],
        [one for one in said if one.how == "text"],
        [one for one in said if one.how != "text"],
        list(_figures(root / "figures", graph, subject)),
        _tables(uses, book, rendered, subject),
        verdicts,
    )


def _judged_by(verdict: Verdict, subject: Subject, graph: Graph) -> bool:
    """Whether a claim, its number or its factor is what was asked about."""
    factor = graph.numbers.get(verdict.claim.factor or "")
    numbers = [verdict.number, *([factor] if factor else [])]
    return verdict.id in subject.things or any(map(subject.under, numbers))


Where = tuple[str, str]  # language and page


def _uses(
    subject: Subject, book: Book, rendered: Rendered, judged: set[str]
) -> Iterator[tuple[Where, Use]]:
    """Every use that depends; the page of claims is told of claim by claim."""
    for where, uses in rendered.places.items():
        if book.pages[where[1]].kind == "claims":
            continue
        for use in uses:
            if use.name in judged if use.how == "claim" else subject.under(use.number):
                yield where, use


def _said(uses: list[tuple[Where, Use]], rendered: Rendered, subject: Subject) -> list[Said]:
    """The sentences and words of running text, each once, with all that depends in it."""
    found: dict[tuple[str, str, Place, str, str], dict[str, None]] = {}
    for (language, page), use in uses:
        if use.place and use.how not in {"figure", "table"}:
            key = (page, language, use.place, use.how, use.sentence or use.text)
            id = use.name if use.how == "claim" else use.number.id
            found.setdefault(key, {})[id] = None
    for (language, page), mention in _mentions(rendered, subject):
        if mention.place and not mention.table:
            found[page, language, mention.place, "name", mention.id] = {mention.id: None}
    return [Said(*key, tuple(ids)) for key, ids in found.items()]


def _mentions(rendered: Rendered, subject: Subject) -> Iterator[tuple[Where, Mention]]:
    for where, mentions in rendered.mentions.items():
        yield from ((where, mention) for mention in mentions if mention.id in subject.things)


def _figures(folder: Path, graph: Graph, subject: Subject) -> Iterator[Drawn]:
    """The figures that declare a number that depends, or name or date what was asked about."""
    for id in spec.ids(folder):
        figure = spec.load(folder, id, graph)
        families = [number for family in figure.families.values() for number in family.values()]
        ids = [n.id for n in (*figure.numbers.values(), *families) if subject.under(n)]
        for entity in figure.entities:
            found = graph.catalog.entity(entity)
            named = entity not in figure.declared.names
            if named and ("name" in figure.calls or figure.declared.members):
                ids += [entity] if entity in subject.things else []
            if figure.calls & {"year", "entities"} and (field := cast.day(found)):
                ids += [day] if (day := f"{entity}.{field}") in subject.things else []
        if figure.declared.events:
            events = (f"history.{event}" for event in graph.catalog.history.events)
            ids += [event for event in events if event in subject.things]
        if ids:
            yield Drawn(id, figure.document.file, tuple(dict.fromkeys(ids)))


def _tables(
    uses: list[tuple[Where, Use]], book: Book, rendered: Rendered, subject: Subject
) -> list[Rows]:
    """The cells that depend, the same in all languages."""
    cells = [
        (page, use.name, use.number.id.partition(".")[2].rpartition("."))
        for (_, page), use in uses
        if use.how == "table"
    ]
    found: dict[tuple[str, str], Rows] = {}
    printed = [(page, table, row, column) for page, table, (row, _, column) in cells]
    printed += [
        (page, mention.table, mention.row, mention.column)
        for (_, page), mention in _mentions(rendered, subject)
        if mention.table
    ]
    for page, table, row, column in dict.fromkeys(printed):
        rows = found.setdefault((page, table), Rows(page, table))
        rows.cells.setdefault(row, []).append(column)
    order = list(book.pages)
    return sorted(found.values(), key=lambda rows: order.index(rows.page))
