"""The proof of a number as a tree in the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bookgen import asking
from bookgen.asking.outline import Branch, outline
from bookgen.calculators import CALCULATORS
from bookgen.cli import main
from bookgen.errors import BookError
from bookgen.evaluation import Number
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered
from bookgen.results import compute

Explain = Callable[..., list[str]]
HEAD = re.compile(r"^[│ ]*[├└]─ \w+: ")
BARS = re.compile(r"^[│├└─ ]*")


@pytest.fixture(scope="module")
def known(loaded: Loaded, rendered: Rendered) -> asking.Known:
    return asking.Known(loaded.graph, rendered.reference)


@pytest.fixture(scope="module")
def explain(loaded: Loaded, rendered: Rendered, known: asking.Known) -> Explain:
    def lines(name: str, language: str = "en", depth: int | None = None) -> list[str]:
        number, catalog = known.find(name), loaded.graph.catalog
        text = asking.explain(number, catalog, language, texts=rendered.uses, depth=depth)
        return text.splitlines()

    return lines


def bare(lines: list[str]) -> list[str]:
    """The lines without their branches."""
    return [BARS.sub("", line) for line in lines]


def test_branches_hang_below_what_they_belong_to() -> None:
    tree = Branch("a", ["of a"], [Branch("b", ["of b"], [Branch("c", ["of c"])]), Branch("d")])
    assert list(outline(tree)) == [
        "a",
        "│  of a",
        "├─ b",
        "│  │  of b",
        "│  └─ c",
        "│        of c",
        "└─ d",
    ]


def test_a_proof_from_the_number_to_its_data(explain: Explain) -> None:
    """Llama 3.1 405B on one H100: 6ND over 40% of 989.4 TFLOP/s."""
    lines = bare(explain("one-gpu.llama_one_gpu"))
    assert lines[:6] == [
        "time to train Llama 3.1 405B on one H100 (one-gpu.llama_one_gpu)",
        "value: 3,035.25377212 years",
        "printed as: en 3,000 years; 2,800 to 3,200 years; 3,035 years"
        " | zh 3,000 年、2,800 至 3,200 年、3,035 年",
        "formula: device_time = compute / flops",
        "put in: 3.7908×10²⁵ FLOP / (3.9576×10¹⁴ FLOP/s) = 3,035.25 years",
        "range: 2,823.49 to 3,195 years, from that of one-gpu.mfu_assumed",
    ]
    assert "kind: computed, weakest input assumption (one-gpu.mfu_assumed)" in lines
    assert "basis: BF16, dense, per device" in lines
    (datum,) = [line for line in lines if line.startswith("datum: h100-sxm.peak.bf16.dense")]
    file, line = datum.split(", ")[1].split(":")
    assert (
        "bf16: {dense: 989.4" in Path(file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    )
    assert "checked on 2026-11-30" in lines
    (source,) = [line for line in lines if line.startswith("source: H100 (garden note")]
    assert "Glenn K. Lockwood, undated, https://glennklockwood.com" in source


def test_each_language_in_its_own_words(explain: Explain) -> None:
    zh = explain("one-gpu.llama_one_gpu", "zh")
    assert zh[0] == "Llama 3.1 405B 在一张 H100 上的训练时间 (one-gpu.llama_one_gpu)"
    assert len(zh) == len(explain("one-gpu.llama_one_gpu"))
    labels = {BARS.sub("", line).split("：")[0] for line in zh if "：" in line}
    assert not [label for label in labels if re.fullmatch(r"[a-z ]+", label)]


def test_which_side_decided(explain: Explain) -> None:
    """Decode at batch one is bound by bandwidth."""
    lines = bare(explain("compute.decode_attainable"))
    assert "the lesser: mem_bandwidth × arithmetic_intensity, not peak_flops" in lines


def test_nothing_is_shown_twice(explain: Explain, known: asking.Known) -> None:
    again = 0
    for id in known.graph.numbers:
        lines = explain(id)
        titles = [lines[0], *(line for line in lines if HEAD.match(line))]
        titles = [HEAD.sub("", line) for line in titles]
        above = [title for title in titles if title.endswith(", see above")]
        full = [title for title in titles if not title.endswith(", see above")]
        assert len(full) == len(set(full)), id
        assert {title.split(" = ")[0] for title in above} <= set(full), id
        again += len(above)
    assert again > 20


def test_depth(explain: Explain) -> None:
    lines = explain("one-gpu.llama_one_gpu", depth=0)
    assert BARS.sub("", lines[-1]) == "inputs not shown (--depth): 2"
    assert not any(re.match(r"[├└]", line) for line in lines)
    one = explain("one-gpu.llama_one_gpu", depth=1)
    assert len([line for line in one if re.match(r"[├└]", line)]) == 2
    assert len(lines) < len(one) < len(explain("one-gpu.llama_one_gpu"))


def total(id: str, *terms: Number) -> Number:
    inputs = [("terms", term) for term in terms]
    return compute(CALCULATORS["total"], inputs, id=id, file=Path("x"), line=1)


def test_what_was_cut_off_above_is_shown_where_there_is_room(known: asking.Known) -> None:
    x = Number("x", 1.0, "", {}, "definition", None, Path("x"), 1)
    inner = total("inner", x)
    number = total("sum", total("outer", inner), inner)

    def lines(depth: int) -> list[str]:
        text = asking.explain(number, known.graph.catalog, "en", depth=depth)
        titles = [line for line in text.splitlines() if re.search(r"formula \((inner|x)\)", line)]
        return [re.sub("a value given in the formula ", "", line) for line in titles]

    assert lines(2) == ["│  └─ terms: (inner)", "└─ terms: (inner)", "   └─ terms: (x)"]
    assert lines(3) == [
        "│  └─ terms: (inner)",
        "│     └─ terms: (x)",
        "└─ terms: (inner) = 1, see above",
    ]


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("one-gpu.llama_one_gpu", "one-gpu.llama_one_gpu"),
        ("llama_one_gpu", "one-gpu.llama_one_gpu"),
        ("h100-sxm.power", "h100-sxm.power"),
        ("ridge.gb300", "compute.ridge.gb300"),
        ("accelerators.h100-sxm.link", "accelerators.h100-sxm.link"),
        ("compute.serve_rate.tokens_per_step", "compute.serve_rate.tokens_per_step"),
        ("one-gpu.html#n-llama_one_gpu", "one-gpu.llama_one_gpu"),
        ("file:///site/zh/derivations-compute.html#compute.ridge.gb300", "compute.ridge.gb300"),
    ],
)
def test_names(known: asking.Known, name: str, id: str) -> None:
    assert known.find(name).id == id


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("h100_bf16", "is short for several; expected one of compute.h100_bf16, one-gpu.h100_bf16"),
        ("h100-smx.power", "does not exist; did you mean h100-sxm.power"),
        ("one-gpu.html#n-llama_one_gpy", "'one-gpu.llama_one_gpy' does not exist; did you mean"),
        ("accelerators.html#h100-sxm", "is not one number; expected one of accelerators.h100-sxm"),
        ("llama_one_gpy", "does not exist; did you mean llama_one_gpu"),
        ("h100-sxm", "is not one number; expected one of h100-sxm.announced, .* and .* more"),
    ],
)
def test_names_that_are_none(known: asking.Known, name: str, error: str) -> None:
    with pytest.raises(BookError, match=error):
        known.find(name)


def test_a_number_that_shows_another_says_so(explain: Explain) -> None:
    lines = bare(explain("compute.h100_rate"))
    assert "same as one-gpu.effective_rate" in lines
    assert "same as llama-3-1-405b.params.total" in bare(explain("one-gpu.llama_params"))


def test_a_number_that_no_page_prints_says_so(explain: Explain, rendered: Rendered) -> None:
    number = "compute.gpt3_heap"
    assert number not in rendered.uses
    lines = bare(explain(number))
    assert "not printed itself" in lines


def test_a_value_that_sources_dispute_shows_both(explain: Explain) -> None:
    lines = bare(explain("gb300.memory.capacity"))
    assert len([line for line in lines if line.startswith("also printed: ")]) == 2


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments, "--root", str(root)])


def test_the_command(root: Path) -> None:
    result = run(root, "llama_one_gpu", "--language", "zh", "--depth", "1")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Llama 3.1 405B 在一张 H100 上的训练时间")
    assert "\x1b" not in result.output
    assert "\N{NO-BREAK SPACE}" not in result.output
    missing = run(root, "nothing-like-it")
    assert (missing.exit_code, missing.stderr) == (1, "'nothing-like-it' does not exist\n")
