"""The page of training runs: what was reported beside what follows from size, tokens and time."""

from __future__ import annotations

from collections.abc import Iterator

from bookgen import schema
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.models import six_nd
from bookgen.reference.shelf import Blank, Found, Shelf
from bookgen.reference.table import Cell, Row, Table, page
from bookgen.reference.words import say

_INTRO = {
    "zh": "报告值和计算值并排放着。运算量按 6ND 计算，N 是激活参数，D 是 token 数。反推的利用率，"
    "是这个运算量除以全部机时按 BF16 稠密峰值能做的运算量；停机和评测占的时间也在分母里，"
    "所以比稳态的利用率低。报告的运算量有的把重算激活也算在内，会比 6ND 大。",
    "en": "Reported values stand beside computed ones. Compute is 6ND, with N the active "
    "parameters and D the tokens. The implied MFU is that compute over what all of the device "
    "time could have done at the BF16 dense peak: stops and evaluation are in the denominator, so "
    "it lies below the steady state. Some reported figures count recomputed activations and "
    "exceed 6ND.",
}
DEVICES = Column("devices", form="plain", bare=True)
TIME = Column("device_time", "GPU-h", "words", digits=4)
REPORTED = Column("reported_compute", "FLOP", "scientific")
COMPUTED = Column("computed_compute", "FLOP", "scientific", digits=3)
RATIO = Column("compute_ratio", form="plain", digits=4)
REPORTED_MFU = Column("reported_mfu", form="percent", digits=3)
IMPLIED_MFU = Column("implied_mfu", form="percent", digits=3)
COST = Column("cost", form="words", digits=4)
CLOUD = Column("cloud_cost", form="words", digits=3)


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    runs = shelf.newest("runs", schema.Run, "date")
    columns = [
        *(Column("name"), Column("date"), Column("hardware", long=True), DEVICES, TIME),
        *(REPORTED, COMPUTED, RATIO, REPORTED_MFU, IMPLIED_MFU, COST, CLOUD),
    ]
    rows = [Row(id, _cells(shelf, id, run)) for id, run in runs.items()]
    order = ("date", "descending")
    csv = shelf.page.chapter
    table = Table("runs-table", shelf.title, columns, rows, sorted_by=order, csv=csv)
    return page(_INTRO, shelf.keep(table), shelf.language)


def _cells(shelf: Shelf, id: str, run: schema.Run) -> list[Cell]:
    numbers = [cells.number(shelf, column, found) for column, found in _numbers(shelf, id, run)]
    name = shelf.graph.catalog.entity(run.model).name if run.model else run.name
    href = shelf.address("models", run.model) if run.model else ""
    return [
        cells.words(name, href=href, names=[run.model] if run.model else ()),
        cells.date(shelf, f"{id}.date", run.date),
        _hardware(shelf, run),
        *numbers,
    ]


def _hardware(shelf: Shelf, run: schema.Run) -> Cell:
    """What it ran on, linked to the accelerator's row."""
    href = shelf.address("accelerators", run.accelerator) if run.accelerator else ""
    if run.hardware:
        return cells.words(str(getattr(run.hardware, shelf.language)), href=href)
    if run.accelerator:
        name = shelf.graph.catalog.entity(run.accelerator).name
        return cells.words(name, href=href, names=[run.accelerator])
    return cells.blank(say("none", shelf.language))


def _numbers(shelf: Shelf, id: str, run: schema.Run) -> Iterator[tuple[Column, Found]]:
    yield DEVICES, shelf.datum(id, "devices", DEVICES)
    yield TIME, shelf.datum(id, "device_time", TIME)
    yield REPORTED, shelf.datum(id, "compute", REPORTED)
    computed: Found = Blank(say("no_model", shelf.language))
    if run.model:
        computed = six_nd(shelf, run.model, id, COMPUTED)
    yield COMPUTED, computed
    yield RATIO, _ratio(shelf, id, shelf.input(f"{id}.compute"), computed)
    yield REPORTED_MFU, shelf.datum(id, "mfu", REPORTED_MFU)
    inputs = {
        "compute": computed,
        "device_time": shelf.input(f"{id}.device_time"),
        "peak_flops": shelf.input(f"{run.accelerator}.peak.bf16.dense"),
    }
    yield IMPLIED_MFU, shelf.computed(id, IMPLIED_MFU, "implied_mfu", inputs)
    yield COST, shelf.datum(id, "cost", COST)
    yield CLOUD, shelf.datum(id, "estimates.cloud", CLOUD)


def _ratio(shelf: Shelf, id: str, reported: Found, computed: Found) -> Found:
    """The reported compute over the computed one."""
    for found in (reported, computed):
        if isinstance(found, Blank):
            return found
    return shelf.computed(id, RATIO, "ratio", {"value": reported, "reference": computed})
