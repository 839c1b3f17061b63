"""The page of sources: each with how it was seen, and what rests on it."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from bookgen import schema
from bookgen.reference import cells
from bookgen.reference.cells import Cell
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Shelf
from bookgen.reference.table import Row, Table
from bookgen.reference.words import COMMA, LIST, say

_INTRO = {
    "zh": "书里每个数据的出处。“全文”是读过整篇；“摘录”是只读到一部分；“转引”是从别人的引用里看到；"
    "“未见原文”的数据一律标为未核实。地址不知道的就不写，不编造。",
    "en": "Where every datum of the book comes from. Whole: all of it was read. Excerpt: a part "
    "was. Second-hand: seen in somebody's quotation of it. Values from what was not seen are "
    "marked as unverified. An address that is not known is left out, never made up.",
}
_LINKED = {"accelerators": "accelerators", "models": "models", "runs": "runs", "claims": "claims"}
Uses = dict[str, dict[str, None]]


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    files, numbers = _files(shelf), _numbers(shelf)
    sources = shelf.graph.catalog.sources
    columns = [
        *(Column("title"), Column("publisher", long=True), Column("date"), Column("seen")),
        Column("cited", long=True),
    ]
    rows = [
        Row(f"source-{id}", _cells(shelf, id, source, files.get(id, {}), numbers.get(id, {})))
        for id, source in sorted(sources.items(), key=lambda item: item[1].title.casefold())
    ]
    order = ("title", "ascending")
    table = Table("sources-table", shelf.title, columns, rows, sorted_by=order, frame=False)
    return "\n\n".join([_INTRO[shelf.language], table.html(shelf.language)])


def _files(shelf: Shelf) -> Uses:
    """The data files that name each source."""
    uses: Uses = {}
    catalog = shelf.graph.catalog

    def use(names: Iterable[str], file: str) -> None:
        for name in names:
            uses.setdefault(name, {})[file] = None

    for value in catalog.values.values():
        use(value.sources, _file(shelf, value.id.split(".")[0]))
        for _, rivals in value.also:
            use(rivals, _file(shelf, value.id.split(".")[0]))
    for entities in catalog.entities.values():
        for id, entity in entities.items():
            use(entity.source, _file(shelf, id))
    for moment in catalog.history.events.values():
        use(moment.source, "history.yml")
    for yardstick in catalog.history.yardsticks.values():
        use(yardstick.source or (), "history.yml")
    for rule in catalog.controls.values():
        use(rule.source, "controls.yml")
    for calculator, entries in catalog.publications.published.items():
        for entry in entries:
            use([entry.source], _entry(shelf, calculator))
    return uses


def _file(shelf: Shelf, entity: str) -> str:
    """A data file as its folder and id, linked to its row where there is one."""
    for folder, entities in shelf.graph.catalog.entities.items():
        if entity in entities:
            name = f"{folder}/{entity}"
            address = shelf.address(_LINKED.get(folder, ""), entity)
            return f'<a href="{address}">{name}</a>' if address else name
    return f"{entity}.yml"


def _entry(shelf: Shelf, calculator: str) -> str:
    """The published values of a calculator, linked to where they are shown."""
    name, address = f"published.yml: {calculator}", shelf.address("calculators", calculator)
    return f'<a href="{address}">{name}</a>' if address else name


def _numbers(shelf: Shelf) -> Uses:
    """The numbers of the book that rest on each source, linked to their derivations."""
    uses: Uses = {}
    for number in shelf.graph.numbers.values():
        assert number.means is not None
        text = html.escape(str(getattr(number.means, shelf.language)))
        address = shelf.address("derivations", number.id)
        link = f'<a href="{address}">{text}</a>' if address else text
        for node in number.walk():
            for source in node.sources:
                uses.setdefault(source, {})[link] = None
                if number.id in shelf.named:
                    shelf.mention(shelf.named[number.id], f"source-{source}", "cited")
    return uses


def _cells(
    shelf: Shelf, id: str, source: schema.Source, files: dict[str, None], numbers: dict[str, None]
) -> list[Cell]:
    language = shelf.language
    shelf.mention(id, f"source-{id}")
    title = cells.words(source.title, href=source.url or "", lang=_lang(source.title, language))
    if not source.url:
        title = Cell(title.html, title.key, say("no_url", language))
    parts = [*_list("files", files, language), *_list("numbers", numbers, language)]
    cited = Cell("".join(parts), key=f"{len(files) + len(numbers):06d}")
    if not parts:
        cited = cells.blank(say("not_cited", language))
    return [
        title,
        cells.words(source.publisher, lang=_lang(source.publisher, language)),
        cells.blank(say("undated", language)) if source.date == "undated" else _day(source.date),
        cells.words(say(source.seen, language)),
        cited,
    ]


def _lang(text: str, language: str) -> str:
    """The language of a title that is not in that of the page, for whoever reads it aloud."""
    return "en" if language != "en" and text.isascii() else ""


def _day(day: str) -> Cell:
    return Cell(html.escape(day), key=day)


def _list(what: str, names: dict[str, None], language: str) -> Iterator[str]:
    """A folded list with its length."""
    if names:
        inner = (LIST if what == "numbers" else COMMA)[language].join(names)
        summary = say(what, language, f'<data value="{len(names)}">{len(names)}</data>')
        yield f"<details><summary>{summary}</summary>{inner}</details>"
