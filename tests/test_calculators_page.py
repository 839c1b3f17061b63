"""The page of calculators: an entry for each in both languages, checked, linked and used."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import pipeline, published
from bookgen.calculators import CALCULATORS, QUANTITIES
from bookgen.errors import BookError
from bookgen.explanations import TOPICS, explain
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered

LANGUAGES = ("zh", "en")
ALWAYS = {
    "zh": ["函数", "符号", "结果", "假定", "适用", "出处", "对照"],
    "en": ["Function", "Symbols", "Result", "Assumes", "Valid", "Source", "Checked"],
}


def page(rendered: Rendered, language: str) -> str:
    return rendered.pages[language, "calculators"].replace("\N{NO-BREAK SPACE}", " ")


def entries(rendered: Rendered, language: str) -> dict[str, str]:
    """The page cut at its headings, by anchor."""
    parts = re.split(r"(?m)^##+ .*\{#([^}]+)\}$", page(rendered, language))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def shown(text: str) -> str:
    """An entry as it is read: no tags, no targets of links."""
    return re.sub(r"\]\([^)]*\)|\[", "", re.sub(r"<[^>]*>", "", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_calculator_has_an_entry_under_its_module(rendered: Rendered, language: str) -> None:
    wanted = [
        id
        for topic in TOPICS
        for id in (topic, *(c.name for c in CALCULATORS.values() if c.topic == topic))
    ]
    assert list(entries(rendered, language)) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_tells_everything(rendered: Rendered, language: str) -> None:
    for name, entry in entries(rendered, language).items():
        if name in TOPICS:
            continue
        labels = re.findall("<dt>([^<]+)</dt>", entry)
        assert labels[: len(ALWAYS[language])] == ALWAYS[language], name
        assert labels[len(ALWAYS[language]) :] in ([], ["用在"], ["Used for"]), name
        for parameter in CALCULATORS[name].parameters:
            quantity = QUANTITIES[parameter]
            assert f"${quantity.symbol}$ {getattr(quantity, language)}" in entry, (name, parameter)
        assert explain(CALCULATORS[name], language).does in entry
        assert "``" not in entry


def test_a_published_value_stands_beside_the_computed_one(rendered: Rendered) -> None:
    english, chinese = (shown(entries(rendered, code)["training_compute"]) for code in ("en", "zh"))
    assert "The Llama 3 Herd of Models, section 1." in english
    assert "$N_{\\text{act}}$ = 405 billion parameters, $D$ = 15.6 trillion tokens" in english
    assert "printed 3.8×10²⁵ FLOP, computed 3.791×10²⁵ FLOP" in english
    assert "The Llama 3 Herd of Models，第 1 节。" in chinese
    assert "印出 3.8×10²⁵ FLOP，算出 3.791×10²⁵ FLOP" in chinese


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("zero1_bytes_per_device", "$n_{\\text{dp}}$ = 64: printed 31.4 GB, computed 31.406 GB"),
        ("zero2_bytes_per_device", "printed 2,218 GB (cut off), computed 2,218.75 GB"),
        ("mfu", "$F$ ≈ 400 TFLOP/s: printed 41%, computed 40.43%"),
        ("mfu", "$F$ = Rate from throughput ($c$ = Weight compute per token ("),
        ("kv_bytes_per_token", "printed 327.680 kB/token"),  # its zero is a digit
        ("difference", "printed $5.98, computed $5.98"),
        ("relative_difference", "printed \N{MINUS SIGN}0.8%, computed \N{MINUS SIGN}0.817%"),
        ("total", "$t$ = 2,664,000 GPU-hours, 119,000 GPU-hours, 5,000 GPU-hours"),
        ("achieved_rate", "also a step where these are checked: Model FLOP utilisation (MFU)"),
        ("average_power", "No example with all three numbers was found"),
        ("ridge_point", "28 numbers of the book"),
    ],
)
def test_how_values_are_told(rendered: Rendered, name: str, text: str) -> None:
    assert text in shown(entries(rendered, "en")[name]).replace("&#36;", "$")


def test_both_languages_show_the_same_numbers(rendered: Rendered) -> None:
    values = [
        re.findall('<data value="([^"]+)" data-unit="([^"]*)">', page(rendered, language))
        for language in LANGUAGES
    ]
    assert len(values[0]) > 500
    assert values[0] == values[1]


def test_every_published_value_is_shown(rendered: Rendered, loaded: Loaded) -> None:
    points = published.load(loaded.root / "data", loaded.graph.catalog)
    for name, group in points.items():
        entry = entries(rendered, "en")[name]
        assert entry.count('<span class="point">') == len(group), name
        for point in group:
            value = f'<data value="{float(point.printed.number)!r}"'
            assert value in entry, (name, point.entry.value)
            assert f"sources.html#source-{point.entry.source}" in entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_that_use_it_are_linked_and_not_marked(
    rendered: Rendered, loaded: Loaded, language: str
) -> None:
    users = {
        (number.calculator.name, id)
        for id, number in loaded.graph.numbers.items()
        if number.calculator
    }
    found = {
        (name, id)
        for name, entry in entries(rendered, language).items()
        for id in re.findall(r'href="derivations-[\w-]+\.html#([^"]+)"', entry)
    }
    assert found == users
    assert "data-num=" not in page(rendered, language)


def test_more_than_ten_members_of_families_are_folded(rendered: Rendered) -> None:
    for name, entry in entries(rendered, "en").items():
        open_ = re.sub(r"<details>.*?</details>", "", entry, flags=re.DOTALL)
        assert open_.count('<a href="derivations-') <= 20, name
    folded = re.search(r"<details>(.*?)</details>", entries(rendered, "en")["ridge_point"])
    assert folded is not None
    assert folded[1].count('<a href="derivations-') == 28


def test_derivations_lead_here(rendered: Rendered) -> None:
    for language in LANGUAGES:
        text = rendered.pages[language, "derivations-one-gpu"]
        shown = "<code>training_compute</code>"
        assert f'<a href="calculators.html#training_compute">{shown}</a>' in text


def test_the_book_is_not_built_over_a_wrong_value(copy: Path, edit: Callable[..., Path]) -> None:
    edit("data/published.yml", "value: 3.8e25 FLOP", "value: 3.9e25 FLOP")
    with pytest.raises(BookError, match=r"published.yml:\d+: training_compute gives"):
        pipeline.compose(pipeline.load(copy))
