from __future__ import annotations

from dataclasses import replace

import pytest

from bookgen import units, yardsticks
from bookgen.errors import BookError
from bookgen.pipeline import Loaded


def test_years_before_christ_have_no_year_zero(loaded: Loaded) -> None:
    history = loaded.graph.catalog.history
    years = yardsticks.length(history, history.yardsticks["since_zhou_conquest"])
    # 1046 BC to the end of November 2026
    assert years / units.read("1 year").si == pytest.approx(1045 + 2026 + 0.91, abs=0.02)


def test_the_nearest_is_chosen(loaded: Loaded) -> None:
    history = loaded.graph.catalog.history
    number = loaded.graph.numbers["one-gpu.llama_one_gpu"]
    assert "Zhou" in yardsticks.say(history, number, "en")
    assert "商周" in yardsticks.say(history, number, "zh")


def test_every_duration_from_a_day_to_ten_thousand_years_has_one(loaded: Loaded) -> None:
    history = loaded.graph.catalog.history
    number = loaded.graph.numbers["one-gpu.llama_one_gpu"]
    days = 1.0
    while days < 10_000 * 365:
        assert yardsticks.say(history, replace(number, si=days * 86400), "en")
        days *= 1.1


def test_none_is_made_up(loaded: Loaded) -> None:
    history = loaded.graph.catalog.history
    number = loaded.graph.numbers["one-gpu.llama_one_gpu"]
    with pytest.raises(BookError, match="no yardstick is near"):
        yardsticks.say(history, replace(number, si=number.si * 1e6), "en")
    with pytest.raises(BookError, match="not time"):
        yardsticks.say(history, loaded.graph.numbers["one-gpu.weight_bytes"], "en")
