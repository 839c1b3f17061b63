"""What the chapter on compute must say, and that it follows the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bookgen import claims, pipeline
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("gpt3_compute", 3.14e23, "FLOP"),
        ("gpt3_pflops_days", 3.14e23 / 8.64e19, "PFLOP/s-day"),
        ("gpt3_weights", 350, "GB"),
        ("a100_days_peak", 3.14e23 / (312e12 * 86400), "GPU-day"),
        ("a100_days_40", 3.14e23 / (312e12 * 0.4 * 86400), "GPU-day"),
        ("chips_power", 7, "MW"),
        ("servers_power", 12.75, "MW"),
        ("facility_low", 12.75 * 1.1, "MW"),
        ("h100_10k_facility", 12.75 * 1.25, "MW"),
        ("kv_llama", 516096, "B/token"),
        ("kv_request", 516096 * 131072 / 1e9, "GB"),
        ("kv_gpt3", 4.718592, "MB/token"),
        ("kv_dsv3", 70272, "B/token"),
        ("kv_cache_growth", 16, ""),
        ("a100_ridge", 312 / 2.039, "FLOP/B"),
        ("h100_ridge", 989.4 / 3.35, "FLOP/B"),
        ("dsv3_cost", 5.576e6, "USD"),
    ],
)
def test_full_precision(loaded: Loaded, name: str, value: float, unit: str) -> None:
    number = loaded.graph.numbers[f"compute.{name}"]
    assert float(number.value) == pytest.approx(value, rel=1e-14)
    assert number.unit == unit


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "zh",
            "3.14×10²³|3,640|3,634|350 GB|约 11,600|约 29,000|7 MW|14 MW|16 MW|516,096 B/token|"
            "67.6 GB|131,072|70,272 B/token|153 FLOP/B|295 FLOP/B|557.6 万美元",
        ),
        (
            "en",
            "3.14×10²³|3,640|3,634|350 GB|about 11,600|about 29,000|7 MW|14 MW|16 MW|"
            "516,096 B/token|67.6 GB|131,072|70,272 B/token|153 FLOP/B|295 FLOP/B|$5.576 million",
        ),
    ],
)
def test_the_page_says_it(rendered: Rendered, language: str, texts: str) -> None:
    page = re.sub(r"</?(data|a)\b[^>]*>", "", rendered.pages[language, "compute"])
    page = page.replace("\N{NO-BREAK SPACE}", " ").replace("&#36;", "$")
    for text in texts.split("|"):
        assert text in page, text


def test_the_claims_come_out_as_the_arithmetic_says(loaded: Loaded, root: Path) -> None:
    verdicts = claims.judge(root / "data", loaded.graph)
    assert verdicts["gpt3-a100-days"].factor == pytest.approx(3.64, abs=0.01)
    assert verdicts["kv-exponential"].kind == "wrong kind"
    share = loaded.graph.numbers["compute.rice_over_pacific"].si
    assert 0.01 < share < 0.02
    assert verdicts["rice-pacific"].factor == pytest.approx(1 / share, rel=1e-9)


MADE_UP = """\
name: Made-up X1
source: this-book
kind: unverified
verified: 2026-11-30
vendor: Nobody
type: gpu
per: gpu
architecture: Invented
form_factor: none
announced: 2026-11-01
peak:
  bf16: {dense: 6000 TFLOP/s}
memory: {capacity: 500 GB, bandwidth: 30 TB/s}
power: 1500 W
"""


def test_a_new_accelerator_needs_nothing_else(copy: Path) -> None:
    before = pipeline.compose(pipeline.load(copy)).pages
    (copy / "data/accelerators/made-up-x1.yml").write_text(MADE_UP, encoding="utf-8")
    pages = pipeline.compose(pipeline.load(copy)).pages
    for language in ("zh", "en"):
        assert "Made-up X1" in pages[language, "accelerators"]
        chapter = pages[language, "compute"]
        for figure in ("roofline", "timeline"):
            block = chapter[chapter.index(f'id="fig-{figure}"') :].split("</figure>")[0]
            assert "Made-up" in block or "X1" in block, (language, figure)
    (copy / "data/accelerators/made-up-x1.yml").unlink()
    assert pipeline.compose(pipeline.load(copy)).pages == before
