"""CSV files: what the pages' tables hold, plain enough for a program and right in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from bookgen import pipeline
from bookgen.exports import spreadsheets
from bookgen.pipeline import Loaded
from bookgen.reference import Table
from bookgen.reference.columns import Column
from bookgen.reference.table import Cell, Row
from bookgen.rendered import Rendered

NAMES = ("accelerators", "models", "runs", "claims", "glossary", "sources", "controls")
Rows = list[dict[str, str]]


@pytest.fixture(scope="module")
def files(loaded: Loaded, rendered: Rendered) -> dict[str, bytes]:
    """Everything that is published for programs."""
    return pipeline.extra_files(loaded, rendered)


@pytest.fixture(scope="module")
def tables(files: dict[str, bytes]) -> dict[str, Rows]:
    """Every CSV file, read as a program would."""
    return {
        path: list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
        for path, data in files.items()
        if path.endswith(".csv")
    }


def test_every_table_in_both_languages(tables: dict[str, Rows]) -> None:
    assert {*tables} == {f"{code}/csv/{name}.csv" for code in ("zh", "en") for name in NAMES}
    for name in NAMES:
        zh, en = tables[f"zh/csv/{name}.csv"], tables[f"en/csv/{name}.csv"]
        assert len(zh) == len(en) > 4
        assert {row["编号"] for row in zh} == {row["id"] for row in en}
        assert len({row["id"] for row in en}) == len(en)


def test_rfc_4180_with_the_mark_of_utf_8(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        if path.endswith(".csv"):
            assert data.startswith(b"\xef\xbb\xbf")
            lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
            assert {len(line) for line in lines} == {len(lines[0])}
            assert len({*lines[0]}) == len(lines[0]), path
            assert data.count(b"\r\n") == len(lines) == data.count(b"\n"), path


def test_no_field_is_a_formula_or_markup(tables: dict[str, Rows]) -> None:
    for path, rows in tables.items():
        for row in rows:
            for head, field in row.items():
                assert not field.startswith(("=", "@", "\t")), (path, head, field)
                assert not re.search(r"</?[a-z]+[ >]|&#?\w+;|—", field), (path, head, field)


@pytest.mark.parametrize(
    ("path", "row", "head", "field"),
    [
        ("en/csv/accelerators.csv", "h100-sxm", "BF16 dense (TFLOP/s)", "989.4"),
        ("zh/csv/accelerators.csv", "h100-sxm", "BF16 稠密（TFLOP/s）", "989.4"),
        ("en/csv/accelerators.csv", "gb300", "FP4 dense (TFLOP/s)", "15000"),
        ("en/csv/accelerators.csv", "tpu-v7", "Memory (GB)", "206.158430208"),  # 192 GiB
        ("en/csv/accelerators.csv", "ascend-910c", "Ridge point (BF16) (FLOP/B)", ""),
        ("en/csv/accelerators.csv", "h100-sxm", "BF16 dense: id", "accelerators.h100-sxm.bf16"),
        ("en/csv/accelerators.csv", "rubin-vr200", "Power: kind of source", "estimate"),
        ("zh/csv/accelerators.csv", "rubin-vr200", "功率：依据", "估计"),
        ("en/csv/accelerators.csv", "h100-sxm", "Memory: sources", "lockwood-h100"),
        ("en/csv/models.csv", "deepseek-v3", "Total parameters", "671000000000"),
        ("en/csv/models.csv", "deepseek-v3", "Compute (6ND) (FLOP)", "3.2856e+24"),
        ("zh/csv/runs.csv", "deepseek-v3-run", "成本（报告）（USD）", "5576000"),
        ("en/csv/runs.csv", "palm-540b-run", "MFU, reported (%)", "46.2"),
        ("en/csv/runs.csv", "deepseek-v3-run", "MFU, implied (%)", "33.0862474607695"),
        ("en/csv/runs.csv", "deepseek-v3-run", "Device time (GPU-hours)", "2788000"),
        ("en/csv/claims.csv", "gpt3-a100-days", "Claimed", "3000"),
        ("en/csv/claims.csv", "gpt3-a100-days", "Claimed at most", "3200"),
        ("en/csv/claims.csv", "gpt3-a100-days", "Unit", "GPU-day"),
        ("zh/csv/claims.csv", "kv-exponential", "结论", "线性增长，不是指数增长"),
        ("zh/csv/glossary.csv", "kv_cache", "英文", "KV cache"),
        ("en/csv/controls.csv", "a800", "Date", "2022-11-08"),
    ],
)
def test_published_values(
    tables: dict[str, Rows], path: str, row: str, head: str, field: str
) -> None:
    found = {next(iter(each.values())): each for each in tables[path]}
    assert found[row][head] == field


def test_a_number_is_the_one_of_numbers_json(
    tables: dict[str, Rows], files: dict[str, bytes]
) -> None:
    data = json.loads(files["numbers.json"])
    compared = 0
    for name in ("accelerators", "models", "runs"):
        for row in tables[f"en/csv/{name}.csv"]:
            for head, id in row.items():
                if not head.endswith(": id") or not id.startswith(f"{name}."):
                    continue
                column = head.removesuffix(": id")
                fields = [
                    v for h, v in row.items() if re.fullmatch(re.escape(column) + r"( \(.*\))?", h)
                ]
                record = data["numbers"][id]
                scale = 100 if record["unit"] == "" and f"{column} (%)" in row else 1
                assert [float(field) for field in fields] == pytest.approx(
                    [record["value"] * scale]
                )
                compared += 1
    assert compared > 500


def test_sources_have_the_keys_and_addresses_of_the_data(
    tables: dict[str, Rows], loaded: Loaded
) -> None:
    known = loaded.graph.catalog.sources
    rows = tables["en/csv/sources.csv"]
    assert {row["id"]: row["Address"] for row in rows} == {
        key: source.url or "" for key, source in known.items()
    }
    cited = {
        key
        for name in NAMES
        for row in tables[f"en/csv/{name}.csv"]
        for head, field in row.items()
        if head.endswith(": sources")
        for key in field.split("; ")
        if key
    }
    assert len(cited) > 50
    assert cited <= set(known)


def test_what_stands_in_a_field_comes_back(loaded: Loaded) -> None:
    awkward = 'a "quoted", word\nof 李白'
    columns = [Column("name"), Column("power", "W", "plain", hidden=True)]
    table = Table("t", "T", columns, [Row("x", [Cell("a", text=awkward), Cell("b", text="")])])
    data = spreadsheets.table_csv(table, "en").decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(data, newline=""))) == [
        ["id", "Name", "Power (W)"],
        ["x", awkward, ""],
    ]


def test_a_hidden_column_is_not_on_the_page(rendered: Rendered) -> None:
    table = rendered.tables["en", "sources"][0]
    assert any(column.hidden for column in table.columns)
    assert "<th" in table.html("en")
    assert "Address" not in table.html("en")


def test_the_link_under_a_table(rendered: Rendered, files: dict[str, bytes]) -> None:
    linked = {
        f"{language}/{path}"
        for (language, _), text in rendered.pages.items()
        for path in re.findall(r'<a class="csv" href="([^"]+)"', text)
    }
    assert linked == {path for path in files if path.endswith(".csv")}
    assert "csv/accelerators.csv" not in rendered.pages["en", "compute"]  # an excerpt has none


def test_a_table_without_rows_offers_nothing(rendered: Rendered) -> None:
    empty = Rendered(tables={("en", "x"): [Table("t", "T", [Column("name")], [], csv="t")]})
    assert spreadsheets.offered(empty) == {}
    assert "csv" not in Table("t", "T", [Column("name")], [], csv="t").html("en")
