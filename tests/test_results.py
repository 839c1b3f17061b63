"""Results carry kind, basis and range; ranges against sums that anybody can do."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookgen import pipeline, results, units
from bookgen.calculators import CALCULATORS
from bookgen.errors import BookError
from bookgen.evaluation import Number
from bookgen.pipeline import Loaded


def leaf(
    id: str, si: float, low: float | None = None, high: float | None = None, unit: str = ""
) -> Number:
    """A literal, which has a range if its ends are given."""
    return Number(id, si, unit, {}, "estimate", None, Path("x"), 1, low=low, high=high)


def apply(name: str, *numbers: Number) -> Number:
    """A calculator applied to numbers in the order of its parameters."""
    calculator = CALCULATORS[name]
    names = calculator.parameters * len(numbers) if calculator.variadic else calculator.parameters
    pairs = list(zip(names, numbers, strict=False))
    return results.compute(calculator, pairs, id=name, file=Path("x"), line=1)


def test_a_rising_and_a_falling_input() -> None:
    quotient = apply("ratio", leaf("a", 12, 10, 20), leaf("b", 4, 2, 5))
    assert (quotient.low, quotient.si, quotient.high) == (10 / 5, 3, 20 / 2)


def test_one_datum_is_one_quantity_wherever_it_stands() -> None:
    a = leaf("a", 12, 10, 20)
    assert apply("ratio", a, a).low is None, "a over itself is 1, whatever a is"
    double = apply("total", a, a)
    assert (double.low, double.high) == (20, 40)
    share = apply("ratio", a, apply("total", a, leaf("b", 12)))
    assert share.low == pytest.approx(10 / 22)
    assert share.high == pytest.approx(20 / 32)


def test_one_value_under_two_names_is_one_quantity() -> None:
    a = leaf("a", 12, 10, 20)
    same = replace(a, id="b", repeats=("a",))
    assert apply("ratio", a, same).low is None
    assert apply("ratio", a, replace(a, id="b")).low is not None


def test_a_declared_number_says_what_it_shows_again(loaded: Loaded) -> None:
    numbers = loaded.graph.numbers
    assert numbers["compute.h100_rate"].repeats == ("one-gpu.effective_rate",)
    assert numbers["one-gpu.h100_power"].repeats == ("h100-sxm.power",)
    total, active = (f"llama-3-1-405b.params.{which}" for which in ("total", "active"))
    assert numbers["one-gpu.llama_params"].repeats == (active, total)
    assert numbers["one-gpu.llama_one_gpu"].repeats == ()


def test_without_ranges_there_is_none() -> None:
    assert apply("ratio", leaf("a", 12), leaf("b", 4)).low is None


@pytest.mark.parametrize("count", [10, 11, 14])
def test_many_ranges_are_summed_in_full(count: int) -> None:
    total = apply("total", *(leaf(f"x{i}", 2, 1, 4) for i in range(count)))
    assert (total.low, total.high) == (count, 4 * count)


def test_utilisation_of_38_to_43_per_cent_makes_2800_to_3200_years(loaded: Loaded) -> None:
    """6ND over 989.4 TFLOP/s at 38 and at 43%, the ends that the Llama 3 paper prints."""
    number = loaded.graph.numbers["one-gpu.llama_one_gpu"]
    work, peak, year = 6 * 405e9 * 15.6e12, 989.4e12, 365.25 * 86400
    assert number.low == pytest.approx(work / (peak * 0.43), rel=1e-12)
    assert number.high == pytest.approx(work / (peak * 0.38), rel=1e-12)
    assert [round(end / year, -2) for end in (number.low, number.high) if end] == [2800, 3200]


def test_no_data_inside_their_ranges_lead_outside_the_result(loaded: Loaded) -> None:
    """A thousand random draws for each number of the book that has a range."""
    draw = random.Random(1).uniform
    looked_at = 0
    for number in loaded.graph.numbers.values():
        if not number.inputs or number.low is None or number.high is None:
            continue
        ranges = {results._key(n): (n.low, n.high) for n in number.walk() if not n.inputs and n.low}
        for _ in range(1000 // len(ranges)):
            ends = {key: draw(low, high) for key, (low, high) in ranges.items() if low and high}
            value = results._at(number, ends, {})
            slack = 1e-9 * abs(number.si)
            assert number.low - slack <= value <= number.high + slack, number.id
        looked_at += 1
    assert looked_at > 20


def test_every_range_holds_its_number(loaded: Loaded) -> None:
    ranged = [n for n in loaded.graph.numbers.values() if n.low is not None and n.high is not None]
    assert len(ranged) > 40
    assert [n.id for n in ranged if not n.low <= n.si <= n.high] == []  # type: ignore[operator]


def test_a_number_shown_in_another_unit_keeps_its_range(loaded: Loaded) -> None:
    number = loaded.graph.numbers["one-gpu.llama_one_gpu"]
    shown = replace(number, unit="day")
    assert shown.low is not None
    assert float(units.from_si(shown.low, "day")) == pytest.approx(2823.5 * 365.25, rel=1e-4)


@pytest.mark.parametrize(
    ("language", "text"), [("zh", "2,800 至 3,200\u00a0年"), ("en", "2,800 to 3,200\u00a0years")]
)
def test_the_page_can_show_a_range(
    copy: Path, edit: Callable[..., Path], language: str, text: str
) -> None:
    number = "{{ n.llama_one_gpu | "
    path = f"content/one-gpu/{language}.md.j2"
    edit(path, f"{number}plain", f"{number}span(2) }}}} {number}plain")
    page = pipeline.compose(pipeline.load(copy)).pages[language, "one-gpu"]
    assert '"one-gpu.llama_one_gpu" value="3035.' in page
    assert f">{text}</a></data>" in page


def test_a_range_that_nothing_states_is_refused(copy: Path, edit: Callable[..., Path]) -> None:
    number = "{{ n.llama_params | "
    file = edit("content/one-gpu/en.md.j2", f"{number}words", f"{number}span }}}} {number}words")
    with pytest.raises(BookError, match=r"one-gpu\.llama_params has no range") as bad:
        pipeline.compose(pipeline.load(copy))
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    assert f"en.md.j2:{next(n for n, text in lines if 'span' in text)}: " in str(bad.value)
