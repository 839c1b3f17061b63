"""What the book must say, as its data ship: full precision in numbers.json, text on the page."""

from __future__ import annotations

import json
import re

import pytest

from bookgen import pipeline
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("training_compute", 3.7908e25, "FLOP"),
        ("token_compute", 8.1e11, "FLOP/token"),
        ("llama_one_gpu", 3.7908e25 / (989.4e12 * 0.4) / (365.25 * 86400), "year"),
        ("llama_16k", 3.7908e25 / (16000 * 989.4e12 * 0.4) / 86400, "day"),
        ("gpt3_one_gpu", 3.14e23 / (989.4e12 * 0.4) / (365.25 * 86400), "year"),
        ("deepseek_v3_reported", 2.788e6 / 24 / 365.25, "year"),
        ("weight_bytes", 810, "GB"),
        ("gpus_for_weights", 11, "GPU"),
        ("training_state", 6.48, "TB"),
        ("gpus_for_state", 81, "GPU"),
        ("gpus_for_state_gib", 76, "GPU"),
        ("gpus_for_state_exact", 82, "GPU"),
        ("gpus_for_state_fp32", 92, "GPU"),
        ("mtbf", 54 * 24 / 419, "h"),
        ("gpu_failures", 148 + 72 + 19 + 17 + 6 + 6, ""),
        ("bubble", 15 / 31, ""),
    ],
)
def test_full_precision_in_numbers_json(
    loaded: Loaded, rendered: Rendered, name: str, value: float, unit: str
) -> None:
    data = json.loads(pipeline.extra_files(loaded, rendered)["numbers.json"])
    record = data["numbers"][f"one-gpu.{name}"]
    assert record["value"] == pytest.approx(value, rel=1e-14)
    assert record["unit"] == unit


def test_the_headline_figures_at_full_precision(loaded: Loaded) -> None:
    numbers = loaded.graph.numbers
    assert f"{numbers['one-gpu.llama_one_gpu'].value:.2f}" == "3035.25"
    assert f"{numbers['one-gpu.llama_16k'].value:.2f}" == "69.29"
    assert numbers["one-gpu.training_state"].si == 6.48e12


def text_of(rendered: Rendered, language: str) -> str:
    """A chapter as a reader sees it: marks gone, no-break spaces plain."""
    text = re.sub(r"</?(data|a)\b[^>]*>", "", rendered.pages[language, "one-gpu"])
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "zh",
            "3.8×10²⁵|8100 亿|约 25 年|约 3,000 年|约 320 年|约 70 天|810 GB|11 张|"
            "约 6.5 TB|81 张|76 张",
        ),
        (
            "en",
            "3.8×10²⁵|810 billion|about 25 years|about 3,000 years|about 320 years|about 70 days|"
            "810 GB|least 11 cards|About 6.5 TB|81 cards|answer is 76",
        ),
    ],
)
def test_the_page_says_it(rendered: Rendered, language: str, texts: str) -> None:
    page = text_of(rendered, language)
    for text in texts.split("|"):
        assert text in page, text


def test_the_paper_and_the_book_agree_to_a_third_of_a_per_cent(loaded: Loaded) -> None:
    assert abs(loaded.graph.numbers["one-gpu.training_compute_gap"].si) < 0.003


def test_implied_utilisation_of_llama(loaded: Loaded) -> None:
    # Llama 3.1 model card: 30.84 million H100-hours; Llama 3 paper: 3.8e25 FLOP
    expected = 3.8e25 / (30.84e6 * 3600 * 989.4e12)
    assert loaded.graph.numbers["one-gpu.llama_implied_mfu"].si == pytest.approx(
        expected, rel=0.003
    )
