"""What readers are told of each calculator: all of it, in both languages."""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import explanations, formula
from bookgen.calculators import CALCULATORS, Calculator
from bookgen.errors import BookError
from bookgen.explanations import FOLDER, TOPICS, explain

EVERY = pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda c: c.name)
PARTS = ("name", "does", "assumes", "valid", "source")
HAN = re.compile(r"[\u4e00-\u9fff]")
Edit = Callable[[str, str, str], Path]


@EVERY
def test_every_calculator_is_told_in_both_languages(calculator: Calculator) -> None:
    chinese, english = (explain(calculator, language) for language in ("zh", "en"))
    for part in PARTS:
        assert getattr(english, part).isascii(), part
    for part in ("name", "does", "assumes"):
        assert HAN.search(getattr(chinese, part)), part
    for part in PARTS[1:]:
        assert getattr(chinese, part).endswith("。"), part
        assert getattr(english, part).endswith("."), part
    assert not re.search(r"[,;:?!()]", re.sub(r"``[^`]*``", "", chinese.assumes)), "half-width"


@EVERY
def test_the_english_is_that_of_the_docstring(calculator: Calculator) -> None:
    doc = " ".join((inspect.getdoc(calculator.function) or "").split())
    english = explain(calculator, "en")
    assert doc.startswith(english.does.rstrip("."))
    for label, told in (("Assumes", english.assumes), ("Valid", english.valid)):
        assert f"{label}: {told}" in doc
    assert "Source: " not in english.valid
    assert ">>>" not in english.source


@EVERY
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_marked_is_a_formula_or_a_calculator(calculator: Calculator, language: str) -> None:
    told = explain(calculator, language)
    for part in PARTS:
        text = getattr(told, part)
        assert text.count("``") % 2 == 0
        for marked in re.findall("``([^`]+)``", text):
            assert marked in CALCULATORS or formula.inline(marked)


@EVERY
def test_both_languages_mark_the_same(calculator: Calculator) -> None:
    """The same condition on the same symbol stands in both."""
    both = [explain(calculator, language) for language in ("zh", "en")]
    marks = [set(re.findall("``([^`]+)``", told.valid)) for told in both]
    assert marks[0] == marks[1]


def test_names_are_told_apart() -> None:
    for language in ("zh", "en"):
        names = [explain(calculator, language).name for calculator in CALCULATORS.values()]
        assert len(set(names)) == len(names)


def test_every_module_has_its_place_in_the_order_of_reading() -> None:
    assert len(set(TOPICS)) == len(TOPICS)
    assert set(TOPICS) == {calculator.topic for calculator in CALCULATORS.values()}
    assert set(TOPICS) == {file.stem for file in FOLDER.glob("*.yml")}


@pytest.fixture
def words(tmp_path: Path) -> Edit:
    """A copy of the words with a text replaced in one of the files."""

    def replace(file: str, old: str, new: str) -> Path:
        for path in FOLDER.glob("*.yml"):
            shutil.copy(path, tmp_path)
        text = (tmp_path / file).read_text("utf-8")
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new, 1), "utf-8")
        return tmp_path

    return replace


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("  run_cost:", "  run_costs:", r"calculator 'run_cost' has no words; expected its name"),
        ("  run_cost:", "  run_costs:", r"'run_costs' is not a calculator of cost.py; .*run_cost"),
        ("  run_cost:", "  mfu:", r"'mfu' is not a calculator of cost.py"),
        (", en: Cost of a run}", "}", r"'en' is missing"),
        ("assumes: 全部机时一个价", "assume: 全部机时一个价", r"unknown key 'assume'; .*assumes"),
        ("valid: 按整台", "valid: ''\n    x: 按整台", r"valid: the value is empty"),
        ("topic:", "title:", r"unknown key 'title'"),
    ],
)
def test_words_that_are_missing_or_left_over_are_told(
    words: Edit, old: str, new: str, error: str
) -> None:
    with pytest.raises(BookError) as caught:
        explanations.topics(words("cost.yml", old, new))
    lines = caught.value.lines()
    assert any(re.search(rf"cost.yml:\d+: .*{error}", line) for line in lines), lines
