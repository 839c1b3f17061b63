"""``impact`` against the truth: an entity's file is changed, and what changes is what it listed.

Every value of the file moves by a factor of its own, the book is rendered before and after, and
everything in it is compared: sentences, words, figures as drawn, cells of tables, claims, proofs.
"""

from __future__ import annotations

import functools
import html
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import yaml

from bookgen import asking, pipeline, sentences, units
from bookgen.asking import Impact
from bookgen.catalog import Value
from bookgen.errors import BookError
from bookgen.evaluation import Number
from bookgen.plot import Figures, draw, figures, spec, svg
from bookgen.plot.job import Job
from bookgen.rendered import Rendered, Subject
from bookgen.schema import FILES

ROOT = Path(__file__).parents[2]
SOURCES = ("content", "data", "figures")
LANGUAGES = ("zh", "en")
CHAPTERS = ("index", "compute", "one-gpu")
TABLES = [(page, page) for page in ("accelerators", "models", "runs", "sources")]
TABLES += [("compute", "accelerators")]
DAYS, NAMES = {"announced", "released", "date"}, {"name", "hardware", "cited"}  # columns
HYPHEN = "\N{NON-BREAKING HYPHEN}"
ROUNDED = 0.05  # what two digits may hide
DRAWN = re.compile(r'<div class="fig-art".*?</div>\n</div>', re.DOTALL)
BEHIND = re.compile(r'<details class="fig-numbers">.*?</details>', re.DOTALL)
TABLE = re.compile(r"<tbody>.*?</tbody>", re.DOTALL)
ROW = re.compile(r'<tr id="([^"]+)"[^>]*>(.*?)</tr>', re.DOTALL)
CELL = re.compile(r"<t[hd][^>]*>.*?</t[hd]>", re.DOTALL)


def known(book: Subject) -> dict[str, Number]:
    """The declared numbers and those of the tables."""
    return {**book.graph.numbers, **book.rendered.reference}


def sketch(jobs: list[Job], folder: Path) -> None:
    """In place of a drawing all the words it may show, and who is in it: no more is needed."""
    folder.mkdir(parents=True, exist_ok=True)
    for job in jobs:
        members = [text for family in job.members.values() for text in family.values()]
        words = html.escape("\n".join([*job.labels.values(), *members]))
        real = next((ROOT / "build" / "cache" / "figures").glob(f"{job.stem}.*.svg"))
        shown = " ".join(svg.shows(real.read_text(encoding="utf-8")))
        text = f'<svg data-shows="{shown}">{words}</svg>'
        job.target(folder).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def sketched(rendered: Rendered) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "draw_all", sketch)
        yield


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A copy of the book that has a yardstick for every length of time."""
    folder = tmp_path_factory.mktemp("book")
    for name in SOURCES:
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "data/history.yml").open("a", encoding="utf-8") as history:
        for power in range(-200, 300):
            says = f"{{zh: 尺度 {power}, en: stretch {power}}}"
            history.write(f'  stretch_{power}: {{says: {says}, length: "{1.1**power:.6g} day"}}\n')
    return folder


@pytest.fixture(scope="module")
def before(book: Path, sketched: None) -> Subject:
    return pipeline.subject(book)


# A file whose every value is another


def changed(book: Path, to: Path, values: list[Value], factors: tuple[float, ...]) -> Subject:
    """The book with some data changed, each by a factor of its own."""
    shutil.copytree(book, to)
    file = to / values[0].file.relative_to(book)
    data = yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)
    turn: dict[str, float] = {"context": 16}  # a claim asks for a growth with a whole power
    given = cycle(factors)
    for value in values:
        path = value.id.split(".") if file.stem in FILES else value.id.split(".")[1:]
        *parents, last = path
        if value.repeats == f"{value.id.split('.')[0]}.params.total":
            continue
        owner = functools.reduce(lambda node, key: node[key], parents, data)
        # dense and sparse belong together, and key-value heads divide the heads
        together = {"dense": "peak", "sparse": "peak", "heads": "heads", "kv_heads": "heads"}
        group = ".".join([*parents, together.get(last, last)])
        owner[last] = moved(owner[last], turn.setdefault(group, next(given)))
    file.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return pipeline.subject(to)


def moved(node: Any, factor: float) -> Any:
    """A value in its short or long form, or a day, as another one."""
    if isinstance(node, dict):
        return {**node, **{key: moved(node[key], factor) for key in {"value", "range"} & set(node)}}
    if re.fullmatch(r"\d{4}(-\d\d){0,2}", node):
        return f"{int(node[:4]) - 2}{node[4:]}"
    if re.fullmatch(r"[\w-]+\.[a-z]+", node):  # a date that another file states
        return "2001-02-03"
    return " to ".join(times(part, factor) for part in node.split(" to "))


def times(text: str, factor: float) -> str:
    """A magnitude times a factor; what is counted stays whole."""
    magnitude = units.read(text)
    if not magnitude.unit and magnitude.number == int(magnitude.number):
        count = int(magnitude.number)
        return str(count * round(1.3 * factor) if factor > 1 else count // 2 or count)
    unit = magnitude.unit.replace("percent", "%")
    return f"{float(magnitude.number) * factor:.6g} {unit}".strip()


# What is where


@functools.cache
def texts(page: str) -> list[str]:
    """A page's sentences without its drawings, what stands behind them, and cells of tables."""
    return sentences.split(TABLE.sub("", BEHIND.sub("", DRAWN.sub("", page))))


@functools.cache
def behind(page: str) -> dict[tuple[str, str], str]:
    """The numbers behind the figures of a page, by figure and number."""
    found = {}
    for figure in re.findall(r'<figure class="fig" id="fig-[^"]*">.*?</figure>', page, re.DOTALL):
        name = re.match(r'<figure class="fig" id="fig-([^"]*)"', figure)[1]
        for item in re.findall("<li>.*?</li>", "".join(BEHIND.findall(figure))):
            found[name, re.search('data-num="([^"]*)"', item)[1]] = item
    return found


@functools.cache
def cells(page: str) -> dict[tuple[str, str], str]:
    """The cells of a page's generated tables by row and column; other than numbers by place."""
    found = {}
    for row, inner in ROW.findall(page):
        for index, cell in enumerate(CELL.findall(inner)):
            number = re.search(r'data-num="[^"]*\.([^".]+)"', cell)
            id = row.removeprefix("source-")
            found[id, number[1] if number else f"#{index}"] = re.sub(r' style="[^"]*"', "", cell)
    return found


@functools.cache
def entries(page: str) -> dict[str, str]:
    """A page's entries by their anchors, their headings included."""
    bare = re.sub(r'(?m)^(## |<a class="csv").*', "", page)
    parts = re.split(r"(?m)^(### .*\{#([^ }]+)[^}]*\})$", bare)
    heads, ids, bodies = parts[1::3], parts[2::3], parts[3::3]
    return {id: head + body.rstrip() for id, head, body in zip(ids, heads, bodies, strict=True)}


def differing(old: dict[Any, str], new: dict[Any, str]) -> set[Any]:
    assert set(old) == set(new)
    return {key for key in old if old[key] != new[key]}


class Art:
    """Figures as they are really drawn, each once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.figures: dict[tuple[Path, str], list[str]] = {}
        self.drawn: dict[str, str] = {}

    def of(self, book: Subject, id: str) -> list[str]:
        """A figure as drawn in both widths; where it cannot be drawn, why."""
        root, graph = book.root, book.graph
        if (root, id) not in self.figures:
            jobs = Figures(root, graph, self.folder)._make(id, "en").jobs
            self.figures[root, id] = [self.draw(job) for job in jobs]
        return self.figures[root, id]

    def draw(self, job: Job) -> str:
        if job.key not in self.drawn:
            kept = job.target(ROOT / "build" / "cache" / "figures")
            try:
                self.drawn[job.key] = (
                    kept.read_text(encoding="utf-8")
                    if kept.is_file()
                    else draw.draw(job, self.folder)
                )
            except BookError as bad:
                self.drawn[job.key] = bad.found
        return self.drawn[job.key]


# What is wrong with a list


@dataclass
class Comparison:
    """The book before and after a change, and the list of what should have changed."""

    before: Subject
    after: Subject
    listed: Impact
    art: Art
    renamed: bool = False

    def __post_init__(self) -> None:
        self.old, self.new = known(self.before), known(self.after)

    def faults(self) -> list[str]:
        """What changed and is not listed, and what is listed and had to change but did not."""
        found = [*self.numbers(), *self.figures(), *self.tables(), *self.claims()]
        for language in LANGUAGES:
            found += [fault for page in CHAPTERS for fault in self.text(language, page)]
            found += self.rest(language)
        return found

    def shift(self, id: str) -> float:
        """By how much of itself a number moved, or an end of its range."""
        old, new = self.old[id], self.new[id]
        pairs = [(old.si, new.si), (old.low, new.low), (old.high, new.high)]
        return max(
            abs(b / a - 1) if a else b != a for a, b in pairs if a is not None and b is not None
        )

    def touched(self, id: str) -> bool:
        """Whether anything under a number moved, or it itself."""
        ends = zip(self.old[id].walk(), self.new[id].walk(), strict=True)
        return any((a.si, a.low, a.high) != (b.si, b.low, b.high) for a, b in ends)

    def hidden(self, ids: Iterable[str]) -> bool:
        """Whether numbers moved by no more than rounding hides, though something under each did."""
        known = [id for id in ids if id in self.old]
        still = all(self.touched(id) and self.shift(id) < ROUNDED for id in known)
        return self.renamed or (bool(known) and still)

    def numbers(self) -> Iterator[str]:
        own = self.before.graph.numbers
        listed = {number.id for number in self.listed.numbers}
        yield from (f"number {id} changed" for id in own if self.shift(id) and id not in listed)
        for number in self.listed.numbers if not self.renamed else ():
            if not self.touched(number.id):
                yield f"number {number.id} has nothing under it that changed"

    def text(self, language: str, page: str) -> Iterator[str]:
        old, new = (
            texts(each.rendered.pages[language, page]) for each in (self.before, self.after)
        )
        assert len(old) == len(new)
        moved = set((Counter(old) - Counter(new)).elements())  # rows of a table change places
        here = [
            one
            for one in (*self.listed.sentences, *self.listed.words)
            if (one.language, one.page) == (language, page)
        ]
        said = {one.text for one in here if one.how == "text"}
        words = [sentences.plain(one.text) for one in here if one.how != "text"]
        rows = next(
            (r.cells for r in self.listed.tables if (r.page, r.table) == (page, "controls")), {}
        )
        words += [self.before.graph.catalog.controls[id].date.replace("-", HYPHEN) for id in rows]
        for sentence in moved - said:
            if not any(word in sentence for word in words):
                yield f"{page} {language}: '{sentence}' changed"
        for one in here:
            if one.how == "text" and one.text not in moved and not self.hidden(one.ids):
                yield f"{page} {language}: '{one.text}' did not change"
            words = one.how in {"holds", "yardstick"} and not self.renamed
            if words and not all(map(self.touched, one.ids)):
                yield f"{page} {language}: what '{one.text}' rests on did not change"

    def figures(self) -> Iterator[str]:
        listed = {figure.id: figure.ids for figure in self.listed.figures}
        for id in spec.ids(ROOT / "figures"):
            old, new = (self.art.of(each, id) for each in (self.before, self.after))
            same = old == new
            if not same and id not in listed:
                yield f"figure {id} changed"
            named = self.renamed and self.listed.asked.id in listed.get(id, ())
            if same and (named or (id in listed and not self.hidden(listed[id]))):
                yield f"figure {id} did not change"
        for page in CHAPTERS:
            old, new = (
                behind(each.rendered.pages["en", page]) for each in (self.before, self.after)
            )
            for id, number in differing(old, new):
                if not self.renamed and number not in listed.get(id, ()):
                    yield f"{number} behind figure {id} changed"

    def tables(self) -> Iterator[str]:
        listed = {(rows.page, rows.table): rows.cells for rows in self.listed.tables}
        for page, table in TABLES:
            old, new = (
                cells(each.rendered.pages["en", page]) for each in (self.before, self.after)
            )
            known, moved = listed.get((page, table), {}), differing(old, new)
            for row, column in moved:
                ours = {name for name in known.get(row, ()) if name in {"", column, *DAYS, *NAMES}}
                if not ours or (column[0] != "#" and not ours & {"", column}):
                    yield f"{page}, {table}: {row} {column} changed"
            for row, columns in known.items():
                for column in columns:
                    if self.renamed != (column in NAMES) and column not in {"", *DAYS}:
                        continue
                    own = {name for other, name in moved if other == row}
                    same = column not in own if (row, column) in old else not own
                    if same and not self.hidden([f"{table}.{row}.{column}"]):
                        yield f"{page}, {table}: {row} {column} did not change"

    def claims(self) -> Iterator[str]:
        old, new = (
            entries(each.rendered.pages["en", "claims"]) for each in (self.before, self.after)
        )
        listed = {verdict.id: verdict.number.id for verdict in self.listed.claims}
        moved = differing(old, new)
        yield from (f"claim {id} changed" for id in moved - set(listed))
        for id in set(listed) - moved:
            if not self.hidden([listed[id]]):
                yield f"claim {id} did not change"

    def rest(self, language: str) -> Iterator[str]:
        """The derivations by number; any other page as a whole."""
        old, new = (each.rendered.pages for each in (self.before, self.after))
        listed = {number.id for number in self.listed.numbers}
        rows = {rows.table: rows.cells for rows in self.listed.tables}
        for page, known in (
            ("derivations", listed),
            ("calculators", set(rows.get("calculators", {}))),
        ):
            own = [entries(pages[language, page]) for pages in (old, new)]
            yield from (f"{page}: {id} changed" for id in differing(*own) - known)
        for page in self.before.book.pages:
            told = page in {*CHAPTERS, "derivations", "calculators", "claims"}
            if not told and texts(old[language, page]) != texts(new[language, page]):
                yield f"page {page} changed in {language}"


# The cases

GROW, SHRINK = (1.7, 2.3, 2.9, 3.7, 4.3), (0.61, 0.43, 0.71, 0.37)
CASES = {
    "h100-sxm": GROW,
    "h100-sxm.power": GROW,
    "h100-sxm.announced": GROW,
    "a800-sxm-80gb.announced": GROW,
    "gpt3.released": GROW,
    "gb300": GROW,
    "h100-pcie": GROW,
    "llama-3-1-405b": SHRINK,
    "h100-sxm-2026-05-median": GROW,
    "llama-3-1-405b-run": GROW,
    "constants.forward_flop_per_param_token": GROW,
}


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Art:
    return Art(tmp_path_factory.mktemp("art"))


def listing(id: str, before: Subject) -> Impact:
    return asking.impact(id, before)


@pytest.mark.parametrize("id", CASES)
def test_what_changes_is_what_was_listed(
    book: Path, before: Subject, art: Art, tmp_path: Path, id: str
) -> None:
    known = before.graph.catalog.values.values()
    values = [value for value in known if value.id == id or value.id.startswith(f"{id}.")]
    after = changed(book, tmp_path / "book", values, CASES[id])
    assert Comparison(before, after, listing(id, before), art).faults() == []


@pytest.mark.parametrize("id", ["accelerators/h100-sxm", "models/llama-3-1-405b"])
def test_what_prints_a_name_is_listed(
    book: Path, before: Subject, art: Art, tmp_path: Path, id: str
) -> None:
    shutil.copytree(book, tmp_path / "book")
    file = tmp_path / "book" / "data" / f"{id}.yml"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"(?m)^name: .*$", "name: Somebody Else", text), encoding="utf-8")
    after = pipeline.subject(tmp_path / "book")
    found = listing(file.stem, before)
    assert Comparison(before, after, found, art, renamed=True).faults() == []


@pytest.fixture(scope="module")
def costlier(
    book: Path, before: Subject, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Subject, Impact]:
    """The book at another power of the H100, and what should differ."""
    value = before.graph.catalog.values["h100-sxm.power"]
    folder = tmp_path_factory.mktemp("costlier") / "book"
    return changed(book, folder, [value], GROW), listing("h100-sxm.power", before)


@pytest.mark.parametrize("part", ["numbers", "sentences", "figures", "tables", "claims"])
def test_a_list_that_lacks_something_is_found_out(
    before: Subject, costlier: tuple[Subject, Impact], art: Art, part: str
) -> None:
    after, found = costlier
    for each in range(len(getattr(found, part))):
        short = [*getattr(found, part)[:each], *getattr(found, part)[each + 1 :]]
        wrong = Comparison(before, after, replace(found, **{part: short}), art)
        assert wrong.faults()


@pytest.mark.parametrize("part", ["numbers", "sentences", "figures", "tables", "claims"])
def test_a_list_that_has_too_much_is_found_out(
    before: Subject, costlier: tuple[Subject, Impact], art: Art, part: str
) -> None:
    after, found = costlier
    other = listing("h100-sxm", before)
    known = getattr(found, part)
    more = next(one for one in getattr(other, part) if one not in known)
    assert Comparison(before, after, replace(found, **{part: [*known, more]}), art).faults()
