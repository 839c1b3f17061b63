"""The reference pages: every file of data/ in both languages, with nothing else to edit."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bookgen import catalog, pipeline, reference, schema
from bookgen.book import Book
from bookgen.catalog import Catalog
from bookgen.errors import BookError
from bookgen.exports import records
from bookgen.numbers import Graph
from bookgen.reference import Shelf
from bookgen.rendered import Rendered

LANGUAGES = ("zh", "en")
KINDS = ("accelerators", "models", "runs", "sources", "glossary")
BOOK = Book.model_validate(
    {
        "title": {"zh": "书", "en": "Book"},
        "subtitle": {"zh": "书", "en": "Book"},
        "pages": {kind: {"title": {"zh": kind, "en": kind}, "kind": kind} for kind in KINDS},
    }
)
MADE_UP = """\
name: Acme Abacus 9000
source: lockwood-h100
kind: datasheet
verified: 2026-11-30
vendor: Acme
type: asic
per: chip
architecture: beads
form_factor: frame
announced: 2026-11-01
peak:
  bf16: {dense: 2 PFLOP/s}
  fp8: {sparse: 8 PFLOP/s}
memory:
  capacity: 1 TiB
  bandwidth: {value: 10 TB/s, range: 9 TB/s to 11 TB/s, kind: estimate, note: a guess}
link: {bandwidth: 500 GB/s, direction: each}
power: 1 kW
"""


class Reader(HTMLParser):
    """A table's rows of cells: each its attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: dict[str, list[tuple[dict[str, str], str]]] = {}
        self.heads: list[tuple[dict[str, str], str]] = []
        self._row = ""
        self._cell: list[str] | None = None
        self._marks: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marks = {name: value or "" for name, value in attrs}
        if tag == "tr":
            self._row = marks.get("id", "")
        elif tag in {"td", "th"}:
            self._cell, self._marks = [], marks
        elif tag in {"data", "time"} and self._cell is not None:
            self._marks |= {f"{tag} {name}": value for name, value in marks.items()}

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self._cell is not None:
            cells = self.rows.setdefault(self._row, []) if self._row else self.heads
            cells.append((self._marks, "".join(self._cell)))
            self._cell = None

    def cell(self, row: str, column: str) -> tuple[dict[str, str], str]:
        """The cell of a row whose column's head begins with some words."""
        for index, (_, head) in enumerate(self.heads):
            if head.startswith(column):
                return self.rows[row][index]
        raise KeyError(column)


@pytest.fixture(scope="session")
def data(root: Path) -> Path:
    return root / "data"


@pytest.fixture(scope="session")
def values(data: Path) -> Catalog:
    """The book's data as they ship."""
    return catalog.load(data)


@pytest.fixture(scope="session")
def pages(values: Catalog, data: Path) -> dict[tuple[str, str], tuple[str, Shelf]]:
    """Every reference page in both languages."""
    graph = Graph(values)
    return {
        (language, kind): reference.page(kind, BOOK, graph, data, language)
        for language in LANGUAGES
        for kind in KINDS
    }


@pytest.fixture(scope="session")
def tables(pages: dict[tuple[str, str], tuple[str, Shelf]]) -> dict[tuple[str, str], Reader]:
    return {key: Reader(text) for key, (text, _) in pages.items() if "<table" in text}


Tables = dict[tuple[str, str], Reader]
Pages = dict[tuple[str, str], tuple[str, Shelf]]


class TestTables:
    @pytest.mark.parametrize("kind", ["accelerators", "models", "runs"])
    def test_every_file_is_a_row_in_both_languages(
        self, tables: Tables, data: Path, kind: str
    ) -> None:
        files = {file.stem for file in (data / kind).glob("*.yml")}
        assert files
        for language in LANGUAGES:
            assert set(tables[language, kind].rows) == files

    def test_every_row_has_a_cell_for_every_head(self, tables: Tables) -> None:
        assert len(tables) == 2 * 4
        for table in tables.values():
            assert len(table.heads) > 4
            for row in table.rows.values():
                assert len(row) == len(table.heads)

    def test_heads_and_row_names_have_their_scope(self, tables: Tables) -> None:
        for table in tables.values():
            assert all(marks["scope"] == "col" for marks, _ in table.heads)
            assert {marks["aria-sort"] for marks, _ in table.heads} <= {
                "none",
                "ascending",
                "descending",
            }
            assert sum(marks["aria-sort"] != "none" for marks, _ in table.heads) == 1
            assert all(row[0][0].get("scope") == "row" for row in table.rows.values())

    def test_both_languages_print_the_same_numbers(self, tables: Tables) -> None:
        for kind in ("accelerators", "models", "runs"):
            both = [
                {
                    marks["data data-num"]: (marks["data value"], marks["data data-unit"])
                    for row in tables[language, kind].rows.values()
                    for marks, _ in row
                    if "data data-num" in marks
                }
                for language in LANGUAGES
            ]
            assert len(both[0]) > 50
            assert both[0] == both[1]

    def test_every_cell_has_a_value_to_sort_by_or_a_reason(self, tables: Tables) -> None:
        blanks = 0
        for table in tables.values():
            for row in table.rows.values():
                for marks, shown in row:
                    assert ("data-value" in marks) != (shown == "—")
                    if shown == "—":
                        blanks += 1
                        assert len(marks["title"]) > 4
        assert blanks

    def test_a_number_tells_its_kind_its_source_and_its_date(self, tables: Tables) -> None:
        marks, shown = tables["en", "accelerators"].cell("h100-sxm", "Memory bandwidth")
        assert shown == "3.35"
        assert marks["data data-kind"] == "datasheet"
        assert re.search(r"datasheet; source: .*H100.*; checked \d{4}-\d\d-\d\d", marks["title"])
        marks, shown = tables["zh", "accelerators"].cell("rubin-vr200", "功率")
        assert marks["data data-kind"] == "estimate"
        assert marks["title"].startswith("估计；范围 1,800\N{NO-BREAK SPACE}W 至 2,300")

    def test_nothing_of_python_shows(self, pages: Pages) -> None:
        for text, _ in pages.values():
            assert not re.search(r"\bNone\b|\bnan\b|Blank\(|Number\(| at 0x|\{\}", text)


class TestAccelerators:
    @pytest.mark.parametrize(
        ("row", "column", "shown"),
        [
            ("h100-sxm", "BF16 dense", "989.4"),  # not 1,978.9, which is sparse
            ("h100-sxm", "FP8 dense", "1,978.9"),
            ("h100-sxm", "Link", "450"),  # NVLink's 900 sums both ways
            ("h100-sxm", "Power", "700"),
            ("h100-sxm", "Rate per watt", "1.41"),
            ("h100-sxm", "Ridge point", "295"),
            ("a100-sxm-80gb", "Ridge point", "153"),
            ("gb300", "FP4 dense", "15,000"),
            ("gb300", "Memory bandwidth", "8"),
            ("tpu-v7", "MemoryGB", "206.2"),  # 192 GiB
        ],
    )
    def test_published_values(self, tables: Tables, row: str, column: str, shown: str) -> None:
        head = column.removesuffix("GB") + ("" if column != "MemoryGB" else " ")
        assert tables["en", "accelerators"].cell(row, head)[1] == shown

    def test_a_converted_value_says_what_was_given(self, tables: Tables) -> None:
        marks, _ = tables["en", "accelerators"].cell("tpu-v7", "Memory ")
        assert "given as 192\N{NO-BREAK SPACE}GiB" in marks["title"]

    def test_a_computed_value_says_from_what(self, tables: Tables) -> None:
        marks, _ = tables["zh", "accelerators"].cell("h100-sxm", "拐点")
        assert marks["title"].startswith("算出：峰值算力 989.4")
        assert "内存带宽 3.35" in marks["title"]
        assert marks["title"].endswith("最弱的输入：规格表")

    def test_a_blank_names_what_is_missing(self, tables: Tables) -> None:
        assert tables["en", "accelerators"].cell("ascend-910c", "Ridge point")[1] == "—"
        marks, _ = tables["en", "accelerators"].cell("ascend-910c", "Ridge point")
        assert marks["title"] == "cannot be computed without peak rate"

    def test_values_sort_in_coherent_units(self, tables: Tables) -> None:
        table = tables["en", "accelerators"]
        sizes = {
            row: float(table.cell(row, "Memory ")[0]["data-value"])
            for row in ("h100-sxm", "h200-sxm", "tpu-v7", "gtx-580")
        }
        assert sorted(sizes, key=sizes.__getitem__) == ["gtx-580", "h100-sxm", "h200-sxm", "tpu-v7"]
        assert sizes["h100-sxm"] == 80e9

    def test_points_stand_under_each_other(self, pages: Pages) -> None:
        cell = r'style="--pad: ([\d.]+)"><data [^>]*data-num="accelerators\.[\w-]+\.bf16"'
        pads = set(re.findall(cell, pages["en", "accelerators"][0]))
        assert pads == {"1.5"}  # a whole number beside 989.4 lacks a digit and a point

    def test_the_filter_offers_each_vendor_once(self, pages: Pages, values: Catalog) -> None:
        vendors = {
            entity.vendor
            for entity in values.entities["accelerators"].values()
            if isinstance(entity, schema.Accelerator)
        }
        for language, word in (("zh", "厂商"), ("en", "Vendor")):
            text = pages[language, "accelerators"][0]
            assert sorted(re.findall(r"<option>([^<]+)</option>", text)) == sorted(vendors)
            assert f'<label for="accelerators-table-filter">{word}</label>' in text


class TestMadeUp:
    """An accelerator that nobody has heard of: one new file, and nothing else."""

    @pytest.fixture
    def grown(self, copy: Path) -> Catalog:
        (copy / "data/accelerators/acme-9000.yml").write_text(MADE_UP, encoding="utf-8")
        return catalog.load(copy / "data")

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_appears_with_its_computed_values(
        self, copy: Path, grown: Catalog, language: str
    ) -> None:
        text, _ = reference.page("accelerators", BOOK, Graph(grown), copy / "data", language)
        row = [shown for _, shown in Reader(text).rows["acme-9000"]]
        assert row[:2] == ["Abacus 9000", "Acme"]
        assert row[2] == "2026-11-01"
        assert row[3:8] == ["—", "—", "2,000", "—", "—"]  # the sparse FP8 peak is no dense one
        assert row[8:14] == ["1,100", "10", "500", "1,000", "2", "200"]  # the link is one way
        assert "<option>Acme</option>" in text
        assert 'data-vendor="Acme"' in text

    def test_what_rests_on_an_estimate_is_one(self, copy: Path, grown: Catalog) -> None:
        text, shelf = reference.page("accelerators", BOOK, Graph(grown), copy / "data", "en")
        assert shelf.printed["accelerators.acme-9000.ridge"].kind == "estimate"
        assert shelf.printed["accelerators.acme-9000.efficiency"].kind == "datasheet"
        assert "range 9\N{NO-BREAK SPACE}TB/s to 11\N{NO-BREAK SPACE}TB/s" in text

    def test_it_is_in_the_book(self, copy: Path) -> None:
        (copy / "data/accelerators/acme-9000.yml").write_text(MADE_UP, encoding="utf-8")
        rendered = pipeline.compose(pipeline.load(copy))
        for language in LANGUAGES:
            assert 'id="acme-9000"' in rendered.pages[language, "accelerators"]
            assert "accelerators/acme-9000" in rendered.pages[language, "sources"]

    def test_a_new_peak_moves_what_follows_from_it(
        self, copy: Path, edit: Callable[..., Path]
    ) -> None:
        edit("data/accelerators/h100-sxm.yml", "dense: 989.4 TFLOP/s", "dense: 494.7 TFLOP/s")
        graph = Graph(catalog.load(copy / "data"))
        table = Reader(reference.page("accelerators", BOOK, graph, copy / "data", "en")[0])
        assert table.cell("h100-sxm", "Ridge point")[1] == "148"
        assert table.cell("h100-sxm", "Rate per watt")[1] == "0.707"


class TestModelsAndRuns:
    @pytest.mark.parametrize(
        ("kind", "row", "column", "shown"),
        [
            # 6 x 37e9 active x 14.8e12, not 671e9
            ("models", "deepseek-v3", "Compute", "3.29×10²⁴"),
            ("models", "deepseek-v3", "KV cache", "70.27"),  # 70,272 B, Zhao et al. 2025
            ("models", "llama-3-1-405b", "KV cache", "516.1"),  # 516,096 B, the same
            ("models", "mixtral-8x7b", "Compute", "—"),  # its tokens are undisclosed
            ("models", "chinchilla", "Tokens per parameter", "20"),  # Hoffmann et al. 2022
            ("runs", "palm-540b-run", "MFU, implied", "30.4%"),  # Epoch AI: over all chip-hours
            ("runs", "palm-540b-run", "MFU, reported", "46.2%"),
            ("runs", "llama-3-1-405b-run", "Compute, reported", "3.8×10²⁵"),
            ("runs", "llama-3-1-405b-run", "Compute, 6ND", "3.79×10²⁵"),
            ("runs", "deepseek-v3-run", "Cost, reported", "$5.576\N{NO-BREAK SPACE}million"),
            ("runs", "gpt3-run", "MFU, implied", "—"),  # its device time is not reported
        ],
    )
    def test_published_values(
        self, tables: Tables, kind: str, row: str, column: str, shown: str
    ) -> None:
        assert tables["en", kind].cell(row, column)[1] == shown

    def test_each_language_counts_in_its_own_words(self, tables: Tables) -> None:
        assert (
            tables["en", "models"].cell("deepseek-v3", "Total")[1] == "671\N{NO-BREAK SPACE}billion"
        )
        assert tables["zh", "models"].cell("deepseek-v3", "总参数")[1] == "6710\N{NO-BREAK SPACE}亿"

    def test_a_run_links_its_model_and_its_hardware(self, pages: Pages) -> None:
        text = pages["en", "runs"][0]
        assert '<a href="models.html#deepseek-v3">DeepSeek-V3</a>' in text
        assert '<a href="accelerators.html#h800-sxm">' in text


class TestSources:
    def test_every_source_is_a_row_with_what_rests_on_it(
        self, tables: Tables, values: Catalog
    ) -> None:
        table = tables["en", "sources"]
        assert set(table.rows) == {f"source-{id}" for id in values.sources}
        assert "accelerators/h100-sxm" in table.cell("source-lockwood-h100", "Cited by")[1]

    def test_numbers_of_the_book_that_rest_on_it(self, rendered: Rendered) -> None:
        text = rendered.pages["en", "sources"]
        row = text[text.index('id="source-llama-3-paper"') :].split("</tr>")[0]
        assert 'href="derivations-one-gpu.html#one-gpu.training_compute"' in row

    def test_a_source_without_an_address_is_not_linked(self, pages: Pages, values: Catalog) -> None:
        text = pages["en", "sources"][0]
        unknown = [id for id, source in values.sources.items() if not source.url]
        assert unknown
        for id in unknown:
            row = text[text.index(f'id="source-{id}"') :].split("</tr>")[0]
            assert "no address is known" in row
            assert '<a href="http' not in row

    def test_addresses_are_those_of_the_data(self, pages: Pages, values: Catalog) -> None:
        linked = re.findall(r'<a href="(https?://[^"]+)"', pages["zh", "sources"][0])
        known = {source.url for source in values.sources.values() if source.url}
        assert {html.unescape(address) for address in linked} == known


TERMS = {
    "memory": {
        "term": {"zh": "显存", "en": "GPU memory"},
        "means": {"zh": "卡上的内存。", "en": "The memory of a card."},
        "also": ["VRAM", "板载内存"],
    },
    "hbm": {
        "term": {"zh": "HBM（高带宽内存）", "en": "HBM (high-bandwidth memory)"},
        "means": {"zh": "叠起来的内存。", "en": "Memory in <stacks>."},
    },
    "bandwidth": {
        "term": {"zh": "带宽", "en": "bandwidth"},
        "means": {"zh": "每秒搬多少。", "en": "Bytes per second."},
    },
}


def terms(**more: object) -> dict[str, schema.Term]:
    return {id: schema.Term.model_validate(term) for id, term in {**TERMS, **more}.items()}


class TestGlossary:
    def page(self, tmp_path: Path, language: str) -> str:
        graph = Graph(Catalog(glossary=terms()))
        return reference.page("glossary", BOOK, graph, tmp_path, language)[0]

    def test_both_languages_side_by_side_in_order(self, tmp_path: Path) -> None:
        zh, en = self.page(tmp_path, "zh"), self.page(tmp_path, "en")
        assert re.findall(r'<div id="(\w+)">', zh) == ["hbm", "bandwidth", "memory"]  # dai, xian
        assert re.findall(r'<div id="(\w+)">', en) == ["bandwidth", "memory", "hbm"]
        assert '<dt><dfn>显存</dfn></dt>\n<dt class="other" lang="en">GPU memory</dt>' in zh
        assert '<dt class="other" lang="zh-Hans">显存</dt>' in en
        assert "Memory in &lt;stacks&gt;." in en

    def test_other_names_in_the_language_of_the_page(self, tmp_path: Path) -> None:
        assert "又作：VRAM、板载内存" in self.page(tmp_path, "zh")
        assert "also: VRAM<" in self.page(tmp_path, "en")

    def test_a_name_in_brackets_is_a_name(self, tmp_path: Path) -> None:
        names = reference.terms.names(terms(), tmp_path)
        assert names["hbm"] == ["HBM", "高带宽内存", "high-bandwidth memory"]

    def test_one_name_for_two_terms_is_refused(self, copy: Path) -> None:
        file = copy / "data" / "glossary.yml"
        again = "  zz_again:\n    term: {zh: 显存, en: zz again}\n    means: {zh: 再, en: again}\n"
        text = "terms:\n  zz_first:\n    term: {zh: 显存, en: zz first}\n"
        file.write_text(f"{text}    means: {{zh: 一, en: one}}\n{again}", encoding="utf-8")
        with pytest.raises(BookError, match=r"glossary.yml:5: '显存' is a name of 'zz_first' too"):
            reference.terms.names(catalog.load(copy / "data").glossary, copy / "data")

    def test_the_glossary_that_ships(self, values: Catalog, data: Path) -> None:
        names = reference.terms.names(values.glossary, data)
        assert len(names) == len(values.glossary) > 20
        assert all(names.values())

    def test_without_terms(self, tmp_path: Path) -> None:
        text, _ = reference.page("glossary", BOOK, Graph(Catalog()), tmp_path, "en")
        assert "No data yet" in text


def test_every_number_on_a_page_is_in_numbers_json(pages: Pages, values: Catalog) -> None:
    printed = {id: number for _, shelf in pages.values() for id, number in shelf.printed.items()}
    written = Rendered(reference=printed)
    data = json.loads(records.numbers_json(BOOK, Graph(values), written))["numbers"]
    marked = set()
    for text, _ in pages.values():
        for id, value, unit in re.findall(
            r'data-num="([^"]+)" value="([^"]+)" data-unit="([^"]*)"', text
        ):
            marked.add(id)
            assert data[id]["value"] == float(value)
            assert data[id]["unit"] == unit
            assert data[id]["means"]["zh"]
    assert len(marked) > 300
    for id in marked:
        for _, child in data[id].get("inputs", []):
            assert child in data


def test_the_site_is_told_the_terms(rendered: Rendered, root: Path) -> None:
    assert rendered.pages
    loaded = pipeline.load(root)
    told = pipeline.glossary(loaded, "zh")
    assert told["page"] == "glossary.md"
    assert "显存带宽" in told["terms"]["bandwidth"]["names"]
    assert (
        told["terms"]["bandwidth"]["means"] == loaded.graph.catalog.glossary["bandwidth"].means.zh
    )
