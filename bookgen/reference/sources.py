"""The page of sources: each with how it was seen, and what rests on it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bookgen import schema
from bookgen.addresses import derivation
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Shelf
from bookgen.reference.table import Cell, Row, Table
from bookgen.reference.words import COMMA, LIST, say

_INTRO = {
    "zh": "书里每个数据的出处。“全文”是读过整篇；“摘录”是只读到一部分；“转引”是从别人的引用里看到；"
    "“未见原文”的数据一律标为未核实。地址不知道的就不写，不编造。",
    "en": "Where every datum of the book comes from. Whole: all of it was read. Excerpt: a part "
    "was. Second-hand: seen in somebody's quotation of it. Values from what was not seen are "
    "marked as unverified. An address that is not known is left out, never made up.",
}
_LINKED = {"accelerators": "accelerators", "models": "models", "runs": "runs", "claims": "claims"}
_DAY = re.compile(r"\d{4}(-\d\d){0,2}")
Uses = dict[str, dict[str, str]]
"""What rests on each source: by its plain name, its HTML."""


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    files, numbers = _files(shelf), _numbers(shelf)
    sources = shelf.graph.catalog.sources
    columns = [
        *(Column("title"), Column("publisher", long=True), Column("date"), Column("seen")),
        *(Column("cited", long=True), Column("url", hidden=True), Column("note", hidden=True)),
    ]
    rows = [
        Row(id, _cells(shelf, source, files.get(id, {}), numbers.get(id, {})))
        for id, source in sorted(sources.items(), key=lambda item: item[1].title.casefold())
    ]
    order = ("title", "ascending")
    table = Table(
        "sources-table",
        shelf.title,
        columns,
        rows,
        sorted_by=order,
        frame=False,
        csv=shelf.page.chapter,
        prefix="source-",
    )
    return "\n\n".join([_INTRO[shelf.language], shelf.keep(table).html(shelf.language)])


def _files(shelf: Shelf) -> Uses:
    """The data files that name each source."""
    uses: Uses = {}
    catalog = shelf.graph.catalog

    def use(names: Iterable[str], file: tuple[str, str]) -> None:
        for name in names:
            uses.setdefault(name, {})[file[0]] = file[1]

    for value in catalog.values.values():
        use(value.sources, _file(shelf, value.id.split(".")[0]))
        for _, rivals in value.also:
            use(rivals, _file(shelf, value.id.split(".")[0]))
    for entities in catalog.entities.values():
        for id, entity in entities.items():
            use(entity.source, _file(shelf, id))
    for moment in catalog.history.events.values():
        use(moment.source, _file(shelf, "history"))
    for yardstick in catalog.history.yardsticks.values():
        use(yardstick.source or (), _file(shelf, "history"))
    for rule in catalog.controls.values():
        use(rule.source, _file(shelf, "controls"))
    for calculator, entries in catalog.publications.published.items():
        for entry in entries:
            use([entry.source], _entry(shelf, calculator))
    return uses


def _file(shelf: Shelf, entity: str) -> tuple[str, str]:
    """A data file as its folder and id, and the same linked to its row where there is one."""
    for folder, entities in shelf.graph.catalog.entities.items():
        if entity in entities:
            name = f"{folder}/{entity}"
            address = shelf.address(_LINKED.get(folder, ""), entity)
            return name, f'<a href="{address}">{name}</a>' if address else name
    return f"{entity}.yml", f"{entity}.yml"


def _entry(shelf: Shelf, calculator: str) -> tuple[str, str]:
    """The published values of a calculator, as words and linked to where they are shown."""
    name, address = f"published.yml: {calculator}", shelf.address("calculators", calculator)
    return name, f'<a href="{address}">{name}</a>' if address else name


def _numbers(shelf: Shelf) -> Uses:
    """The numbers of the book that rest on each source, linked to their derivations."""
    uses: Uses = {}
    for number in shelf.graph.numbers.values():
        assert number.means is not None
        text = html.escape(str(getattr(number.means, shelf.language)))
        link = f'<a href="{derivation(number.id)}">{text}</a>'
        for source in number.rests_on():
            uses.setdefault(source, {})[number.id] = link
    return uses


def _cells(
    shelf: Shelf, source: schema.Source, files: dict[str, str], numbers: dict[str, str]
) -> list[Cell]:
    language = shelf.language
    title = cells.words(source.title, href=source.url or "", lang=_lang(source.title, language))
    if not source.url:
        title = replace(title, title=say("no_url", language))
    parts = [*_list("files", files, language), *_list("numbers", numbers, language)]
    cited = Cell(
        "".join(parts),
        key=f"{len(files) + len(numbers):06d}",
        text="; ".join([*files, *numbers]),
        names=[shelf.named[id] for id in numbers if id in shelf.named],
    )
    if not parts:
        cited = cells.blank(say("not_cited", language))
    return [
        title,
        cells.words(source.publisher, lang=_lang(source.publisher, language)),
        cells.blank(say("undated", language)) if source.date == "undated" else _day(source.date),
        cells.words(say(source.seen, language)),
        cited,
        Cell("", text=source.url or ""),
        Cell("", text=source.note or ""),
    ]


def _lang(text: str, language: str) -> str:
    """The language of a title that is not in that of the page, for whoever reads it aloud."""
    return "en" if language != "en" and text.isascii() else ""


def _day(day: str) -> Cell:
    text = html.escape(day)
    shown = f"<time>{text}</time>" if _DAY.fullmatch(day) else text
    return Cell(shown, key=day, text=day)


def _list(what: str, names: dict[str, str], language: str) -> Iterator[str]:
    """A folded list with its length."""
    if names:
        inner = (LIST if what == "numbers" else COMMA)[language].join(names.values())
        summary = say(what, language, f'<data value="{len(names)}">{len(names)}</data>')
        yield f"<details><summary>{summary}</summary>{inner}</details>"
