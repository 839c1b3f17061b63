"""The page of accelerators: every file of data/accelerators, peaks dense and links one way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bookgen import schema
from bookgen.evaluation import CERTAINTY, Number
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Blank, Found, Shelf
from bookgen.reference.table import Cell, Row, Table, page
from bookgen.reference.words import KINDS, LIST, say

PRECISIONS = ("fp4", "fp8", "bf16", "fp16", "fp32")
_INTRO = {
    "zh": "书里用到的加速器，按发布日期从新到旧排列。峰值一律是稠密的；链路带宽一律是单向的，"
    "规格表写双向合计的，这里只取一个方向；每瓦算力和拐点由本行的 BF16 稠密峰值、功率和"
    "显存带宽算出。精度不同的峰值不能相除。",
    "en": "The accelerators that the book uses, newest first. All peaks are dense. All link "
    "bandwidths are one way: where a datasheet sums both ways, the figure for one stands here. "
    "Rate per watt and ridge point are computed from the BF16 dense peak, the power and the memory "
    "bandwidth of the row. Peaks at different precisions may not be divided by each other.",
}
POWER = Column("power", "W", "plain")
MEMORY = Column("memory", "GB", "plain")
BANDWIDTH = Column("bandwidth", "TB/s", "plain")
LINK = Column("link", "GB/s", "plain")
EFFICIENCY = Column("efficiency", "TFLOP/s/W", "plain", digits=3)
RIDGE = Column("ridge", "FLOP/B", "plain", digits=3)


_EXCERPT = ("name", "bf16", "memory", "bandwidth", "power", "efficiency", "ridge")


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    return page(_INTRO, shelf.keep(_table(shelf)), shelf.language)


def excerpt(shelf: Shelf) -> str:
    """The table for a chapter: the accelerators with a BF16 peak, in the columns it compares."""
    whole = _table(shelf)
    kept = [i for i, column in enumerate(whole.columns) if column.id in _EXCERPT]
    peak = next(i for i, column in enumerate(whole.columns) if column.id == "bf16")
    rows = [
        replace(row, cells=[row.cells[i] for i in kept])
        for row in whole.rows
        if row.cells[peak].key
    ]
    columns = [whole.columns[i] for i in kept]
    short = replace(
        whole, columns=columns, rows=rows, sorted_by=("", "none"), filter="", wide=False, csv=""
    )
    shelf.shorten([row.id for row in rows], [column.id for column in columns])
    return shelf.keep(short).html(shelf.language)


def _table(shelf: Shelf) -> Table:
    accelerators = shelf.newest("accelerators", schema.Accelerator, "announced")
    peaks = [
        Column(precision, "TFLOP/s", "plain", word="dense", blank=precision.upper())
        for precision in PRECISIONS
    ]
    columns = [
        *(Column("name"), Column("vendor"), Column("announced"), *peaks),
        *(MEMORY, BANDWIDTH, LINK, POWER, EFFICIENCY, RIDGE),
        *(Column("basis"), Column("verified")),
    ]
    rows = [
        Row(id, _cells(shelf, id, entity, peaks), {"vendor": entity.vendor})
        for id, entity in accelerators.items()
    ]
    return Table(
        "accelerators-table",
        shelf.title,
        columns,
        rows,
        sorted_by=("announced", "descending"),
        filter="vendor",
        csv=shelf.page.chapter,
    )


def _cells(shelf: Shelf, id: str, entity: schema.Accelerator, peaks: list[Column]) -> list[Cell]:
    numbers = [*_numbers(shelf, id, entity, peaks)]
    return [
        cells.words(entity.name.removeprefix(f"{entity.vendor} ")),
        cells.words(entity.vendor),
        cells.date(shelf, f"{id}.announced", entity.announced),
        *(cells.number(shelf, column, found) for column, found in numbers),
        *_knowledge(shelf, [found for _, found in numbers if isinstance(found, Number)]),
    ]


def _numbers(
    shelf: Shelf, id: str, entity: schema.Accelerator, peaks: list[Column]
) -> Iterator[tuple[Column, Found]]:
    for column in peaks:
        yield column, shelf.datum(id, f"peak.{column.id}.dense", column)
    yield MEMORY, shelf.datum(id, "memory.capacity", MEMORY)
    yield BANDWIDTH, shelf.datum(id, "memory.bandwidth", BANDWIDTH)
    yield LINK, _one_way(shelf, id, entity)
    yield POWER, shelf.datum(id, "power", POWER)
    peak, bandwidth = (
        shelf.input(f"{id}.{path}") for path in ("peak.bf16.dense", "memory.bandwidth")
    )
    power = shelf.input(f"{id}.power")
    inputs = {"peak_flops": peak, "device_power": power}
    yield EFFICIENCY, shelf.computed(id, EFFICIENCY, "flops_per_watt", inputs)
    inputs = {"peak_flops": peak, "mem_bandwidth": bandwidth}
    yield RIDGE, shelf.computed(id, RIDGE, "ridge_point", inputs)


def _one_way(shelf: Shelf, id: str, entity: schema.Accelerator) -> Found:
    """The link in one direction: half of a figure that sums both."""
    if entity.link is None:
        return Blank(say("none", shelf.language))
    if entity.link.direction == "each":
        return shelf.datum(id, "link.bandwidth", LINK)
    inputs = {"link_bandwidth_total": shelf.input(f"{id}.link.bandwidth")}
    return shelf.computed(id, LINK, "one_way_bandwidth", inputs)


def _knowledge(shelf: Shelf, numbers: list[Number]) -> list[Cell]:
    """The kinds of the row's data, each linked to a source of it, and the oldest check."""
    kinds: dict[str, str] = {}
    days = []
    for number in numbers:
        for value in (node.datum for node in number.walk() if node.datum):
            kinds.setdefault(value.kind, value.sources[0])
            days.append(value.verified)
    if not days:
        return [cells.blank(say("none", shelf.language))] * 2
    order = sorted(kinds, key=CERTAINTY.index, reverse=True)
    named = [
        cells.words(
            KINDS[kind][shelf.language], href=shelf.address("sources", f"source-{kinds[kind]}")
        )
        for kind in order
    ]
    between = LIST[shelf.language]
    least = f"{CERTAINTY.index(order[-1]):02d}"
    oldest = min(days)
    return [
        Cell(
            between.join(cell.html for cell in named),
            key=least,
            text=between.join(cell.text for cell in named),
        ),
        Cell(f'<time datetime="{oldest}">{oldest}</time>', key=oldest, text=oldest),
    ]
