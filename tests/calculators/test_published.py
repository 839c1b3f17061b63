"""Every calculator comes out as others print it: data/published.yml, run with real units.

A calculator for which nobody prints a value says why in that file, and is tested here in Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from bookgen import catalog, published, units
from bookgen.calculators import CALCULATORS
from bookgen.catalog import Catalog
from bookgen.errors import BookError
from bookgen.published import Point, stands_for

DATA = Path(__file__).parents[2] / "data"
VALUES = catalog.load(DATA)
POINTS = published.judge(DATA, VALUES)
EACH = [
    pytest.param(point, id=f"{name}:{point.line}")
    for name, points in POINTS.items()
    for point in points
]


@pytest.mark.parametrize("point", EACH)
def test_it_comes_out_as_printed(point: Point) -> None:
    assert point.agrees, (point.entry.source, point.entry.value, point.computed.value)


@pytest.mark.parametrize("point", EACH)
def test_a_value_twice_as_large_would_be_seen(point: Point) -> None:
    low, high = point.stands_for
    twice = Point(point.entry, point.printed, (2 * low, 2 * high), *_rest(point))
    assert not twice.agrees


def _rest(point: Point) -> tuple[object, ...]:
    return point.computed, point.line


# --- How exact a printed value is --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "digits", "ends"),
    [
        ("31.4 GB", "rounded", (31.35e9, 31.45e9)),
        ("31.40 GB", "rounded", (31.395e9, 31.405e9)),
        ("3.8e25 FLOP", "rounded", (3.75e25, 3.85e25)),
        ("43e1 TFLOP/s", "rounded", (425e12, 435e12)),
        ("45.7 percent", "rounded", (0.4565, 0.4575)),
        ("-0.8 percent", "rounded", (-0.0085, -0.0075)),
        ("4187 GB", "cut", (4187e9, 4188e9)),
        ("-2.5 s", "cut", (-2.6, -2.5)),
        ("16 B/param", "exact", (16, 16)),
        ("0 s", "rounded", (-0.5, 0.5)),
    ],
)
def test_digits_say_how_exact_a_value_is(text: str, digits: str, ends: tuple[float, float]) -> None:
    assert stands_for(units.read(text), digits) == pytest.approx(ends, rel=1e-12)


# --- Wrong values are seen ---------------------------------------------------------------------

# A text of the file, what is planted over it, and the error as a person reads it.
FAULTS = [
    (
        "value: 3.8e25 FLOP",
        "value: 3.9e25 FLOP",
        r"training_compute gives 3.7908e\+25 FLOP and llama-3-paper prints 3.9e25 FLOP; expected",
    ),
    ("value: 31.4 GB", "value: 31.5 GB", r"zero1_bytes_per_device gives 31.4062 GB and zero-paper"),
    ("value: 2218 GB\n      digits: cut", "value: 2218 GB", r"zero2_.* prints 2218 GB"),
    ("value: 16 B/param", "value: 16.1 B/param", r"prints 16.1 B/param"),
    ("value: 41 percent", "value: 42 percent", r"mfu gives 40.4285 percent"),
    (
        "{flops: 40e1 TFLOP/s, peak_flops: 989.4 TFLOP/s}\n      rounded: [flops]",
        "{flops: 40e1 TFLOP/s, peak_flops: 989.4 TFLOP/s}",
        r"mfu gives 40.4285 percent and llama-3-paper prints 41",
    ),
    ("pue: 1.1}", "pue: 1.2}", r"energy gives .* MWh and llama-1-paper"),
    ("value: 3.8e25 FLOP", "value: 3.8e25 FLOP/s", r"unit 'FLOP/s' does not fit training_comp"),
    ("n_tokens: 15.6e12 token", "n_tokens: 15.6e12", r"n_tokens: 15.6e12 is a plain number, not"),
    ("n_tokens: 15.6e12 token", "n_tokens: 15.6e12 tokn", r"'tokn' is not a unit"),
    ("n_tokens: 15.6e12 token", "n_token: 15.6e12 token", r"no input 'n_token'; .*mean n_tokens"),
    ("n_tokens: 15.6e12 token, ", "", r"input 'n_tokens' of training_compute is missing"),
    ("  training_compute:\n", "  training_computes:\n", r"'training_computes' does not exist"),
    (
        "calc: achieved_rate",
        "calc: achieved_rat",
        r"'achieved_rat' does not exist; .*achieved_rate",
    ),
    ("calc: achieved_rate", "cal: achieved_rate", r"flops is neither a value nor a calculator's"),
    ("  total_to_active:", "  mfu:", r"'mfu' has published values; expected one of the two"),
    ("  total_to_active:", "  total_to_activ:", r"'total_to_activ' does not exist"),
    ("rounded: [flops]", "rounded: [flop]", r"'flop' is not an input with a value"),
    ("source: lora-paper", "source: lora-papers", r"source 'lora-papers' does not exist"),
    ("where: {table: D.1}", "where: {tabel: D.1}", r"where.tabel: 'tabel' is not known; expected"),
    ("digits: cut", "digits: chopped", r"digits: 'chopped' is not known"),
]


@pytest.mark.parametrize(("old", "new", "error"), FAULTS)
def test_a_fault_is_told_with_its_place(
    copy: Path, edit: Callable[..., Path], old: str, new: str, error: str
) -> None:
    edit("data/published.yml", old, new)
    with pytest.raises(BookError) as caught:
        published.load(copy / "data", catalog.load(copy / "data"))
    lines = caught.value.lines()
    assert any(re.search(rf"published.yml:\d+: .*{error}", line) for line in lines), lines


def test_the_values_as_they_ship_are_loaded() -> None:
    assert published.load(DATA, VALUES) == POINTS
    assert sum(map(len, POINTS.values())) > 100


def test_a_book_without_published_values_is_one(tmp_path: Path) -> None:
    assert published.load(tmp_path, Catalog()) == {}


# --- A value for each --------------------------------------------------------------------------

PUBLICATION = re.compile(r"\b(1[89]|20)\d\d\b|arXiv|\b[\w-]+/[\w-]+#\d+")
NOTHING = re.compile(r"\bNothing published\b")


def without(points: Mapping[str, Iterable[Point]], reasons: Iterable[str]) -> set[str]:
    """The calculators that are in no published value, not even as a step, and say not why."""
    held = {step for group in points.values() for point in group for step in point.steps}
    return set(CALCULATORS) - held - set(reasons)


def argued(source: str) -> set[str]:
    """The names called in tests that cite a publication, or say that there is none."""
    return {
        call.func.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for doc in [ast.get_docstring(node) or ""]
        if PUBLICATION.search(doc) or NOTHING.search(doc)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    }


def test_every_calculator_has_a_published_value_or_a_reason() -> None:
    assert without(POINTS, VALUES.publications.unpublished) == set()


def test_a_calculator_without_either_is_seen() -> None:
    reasons = set(VALUES.publications.unpublished)
    assert without(POINTS, reasons - {"total_to_active"}) == {"total_to_active"}
    fewer = {name: points for name, points in POINTS.items() if name != "tpot"}
    assert without(fewer, reasons) == {"tpot"}


def test_a_reason_is_no_longer_given_once_there_is_a_value() -> None:
    held = {step for group in POINTS.values() for point in group for step in point.steps}
    assert held & set(VALUES.publications.unpublished) == set()


@pytest.mark.parametrize("name", VALUES.publications.unpublished)
def test_without_a_value_a_test_argues_for_it(name: str) -> None:
    """In Python: it calls the calculator, and cites what it rests on or says that nothing is."""
    sources = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    assert name in set().union(*(argued(source) for source in sources))


def test_arguments_are_told_from_other_tests() -> None:
    assert argued("def test_a():\n    f(1)\n") == set()
    assert argued("def test_a():\n    'By hand.'\n    f(1)\n") == set()
    assert argued("def helper():\n    'Young 1974.'\n    f(1)\n") == set()
    assert argued("def test_a():\n    'Young 1974.'\n    f(1)\n") == {"f"}
    assert argued("def test_a():\n    'Nothing published.'\n    f(1)\n") == {"f"}
