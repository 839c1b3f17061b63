"""A datum changes, and everything that rests on it follows, with nothing else to edit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from bookgen import pipeline

H100 = "data/accelerators/h100-sxm.yml"


def plain(text: str) -> str:
    text = re.sub(r"</?(data|a)\b[^>]*>", "", text)
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_half_the_peak(copy: Path, edit: Callable[..., Path]) -> None:
    edit(H100, "dense: 989.4 TFLOP/s", "dense: 494.7 TFLOP/s")
    pages = pipeline.compose(pipeline.load(copy)).pages
    for language, years, days in (("zh", "6,000 年", "140 天"), ("en", "6,000 years", "140 days")):
        page = plain(pages[language, "one-gpu"])
        table = [line for line in page.splitlines() if line.startswith("|")]
        figure = page[page.index('id="fig-one-gpu-years"') :].split("</figure>")[0]
        alt = re.search(r'aria-label="([^"]*)"', figure)
        assert alt
        for text in (years, days):
            assert any(text in line for line in table), text
            assert text in alt[1]
            assert text in re.sub(r'aria-label="[^"]*"', "", figure)
        assert years not in ("3,000 年", "3,000 years")
        assert "3,000 年" not in page
        assert "3,000 years" not in page


def test_back_again_is_what_it_was(copy: Path, edit: Callable[..., Path]) -> None:
    before = pipeline.compose(pipeline.load(copy)).pages
    edit(H100, "dense: 989.4 TFLOP/s", "dense: 494.7 TFLOP/s")
    assert pipeline.compose(pipeline.load(copy)).pages != before
    edit(H100, "dense: 494.7 TFLOP/s", "dense: 989.4 TFLOP/s")
    assert pipeline.compose(pipeline.load(copy)).pages == before
