from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookgen import asking, pipeline
from bookgen.calculators import CALCULATORS
from bookgen.errors import BookError
from bookgen.evaluation import CERTAINTY, apply
from bookgen.pipeline import Loaded

NUMBERS = "content/one-gpu/numbers.yml"

MIX = """
mixed:
  means: {zh: 混, en: mix}
  calc: ratio
  inputs: {value: gb300.peak.fp4.dense, reference: h100-sxm.peak.bf16.dense}
"""


def test_a_mix_of_precisions_is_refused_with_both_named(copy: Path) -> None:
    path = copy / NUMBERS
    path.write_text(path.read_text(encoding="utf-8") + MIX, encoding="utf-8")
    with pytest.raises(BookError) as caught:
        pipeline.load(copy)
    (line,) = caught.value.lines()
    assert re.search(r"numbers\.yml:\d+: ", line)
    assert "gb300.peak.fp4.dense is fp4 dense" in line
    assert "h100-sxm.peak.bf16.dense is bf16 dense" in line


@pytest.mark.parametrize(
    ("value", "reference"),
    [
        ("gb300.peak.fp4.dense", "h100-sxm.peak.bf16.dense"),  # precision
        ("h100-sxm.peak.bf16.sparse", "h100-sxm.peak.bf16.dense"),  # sparsity
        ("deepseek-v3.params.total", "deepseek-v3.params.active"),  # which parameters
        ("one-gpu.nvlink_total", "one-gpu.nic_bits"),  # direction
        ("dgx-h100.power", "h100-sxm.power"),  # per server, per device
    ],
)
def test_every_axis_of_a_basis_is_kept_apart(loaded: Loaded, value: str, reference: str) -> None:
    pairs = [("value", value), ("reference", reference)]
    known = asking.Known(loaded.graph)
    with pytest.raises(BookError, match="values on different bases are not compared"):
        asking.calculate(known, "ratio", pairs, "en")


def test_a_required_basis_is_checked(loaded: Loaded) -> None:
    find = loaded.graph.find
    inputs = [
        ("n_active_params", find("deepseek-v3.params.total", "")),
        ("flop_per_param_token", find("one-gpu.flop_forward", "")),
    ]
    with pytest.raises(BookError, match="has params 'total'; expected params 'active'"):
        apply(CALCULATORS["token_compute"], inputs)


def test_a_two_way_link_is_no_link_bandwidth(loaded: Loaded) -> None:
    find = loaded.graph.find
    inputs = [
        ("message_bytes", find("one-gpu.weight_bytes", "")),
        ("link_bandwidth", find("h100-sxm.link.bandwidth", "")),
    ]
    with pytest.raises(BookError, match="has direction 'both'; expected direction 'each'"):
        apply(CALCULATORS["transfer_time"], inputs)


FAULTS = [
    (
        "n_tokens: llama_tokens",
        "n_tokens: llama_tokns",
        r"'llama_tokns' is not a number.*did you mean llama_tokens",
    ),
    (
        "n_tokens: llama_tokens",
        "n_tokens: h100-sxm.pwer",
        r"'h100-sxm.pwer' does not exist.*h100-sxm.power",
    ),
    (
        "n_tokens: llama_tokens",
        "n_tokens: h100_memory",
        r"n_tokens: one-gpu.h100_memory is data in bytes, not",
    ),
    (
        "n_tokens: llama_tokens",
        "n_tokns: llama_tokens",
        r"has no input 'n_tokns'.*did you mean n_tokens",
    ),
    ("n_tokens: llama_tokens, ", "", r"input 'n_tokens' of training_compute is missing"),
    ("n_tokens: llama_tokens", "n_tokens: training_compute", r"depend on each other in a ring"),
    (
        "calc: training_compute",
        "calc: trainin_compute",
        r"calculator 'trainin_compute' does not exist.*training_compute",
    ),
    (
        "datum: llama-3-1-405b.tokens",
        "datum: llama-3-1-405b.tokns",
        r"does not exist.*llama-3-1-405b.tokens",
    ),
    (
        "datum: llama-3-1-405b.tokens",
        "datum: llama-3-1-405b.tokens\n  unit: GB",
        r"unit 'GB' does not fit",
    ),
    (
        "datum: llama-3-1-405b.tokens",
        "datum: llama-3-1-405b.tokens\n  value: 3 token",
        r"has datum and value",
    ),
    ("value: 10 TB", "value: 10 TB/s", r"10 TB/s|data rate"),
    ("value: 16000 GPU", "value: 16,000 GPU", r"is not a number"),
    ("value: 40 %\n  range", "value: 50 %\n  range", r"range|does not hold"),
]


@pytest.mark.parametrize(("old", "new", "error"), FAULTS)
def test_a_fault_in_numbers_is_one_line(
    copy: Path, edit: Callable[..., Path], old: str, new: str, error: str
) -> None:
    edit(NUMBERS, old, new)
    with pytest.raises(BookError) as caught:
        pipeline.load(copy)
    (line,) = caught.value.lines()
    assert re.search(r"numbers\.yml:\d+: ", line), line
    assert re.search(error, line), line


def test_a_number_is_no_surer_than_its_least_sure_input(loaded: Loaded) -> None:
    for number in loaded.graph.numbers.values():
        if number.inputs:
            least = min(CERTAINTY.index(child.kind) for _, child in number.inputs)
            assert CERTAINTY.index(number.kind) == least
    assert loaded.graph.numbers["one-gpu.llama_one_gpu"].kind == "assumption"


def test_every_leaf_has_a_source_or_says_what_it_is(loaded: Loaded) -> None:
    leaves = [
        node
        for number in loaded.graph.numbers.values()
        for node in number.walk()
        if not node.inputs
    ]
    assert leaves
    for leaf in leaves:
        assert leaf.sources or leaf.kind in {"assumption", "definition", "unverified"}, leaf.id


def test_a_result_that_is_no_number_is_refused(loaded: Loaded) -> None:
    number = loaded.graph.find("one-gpu.h100_memory", "")
    with pytest.raises(BookError, match="cannot be computed"):
        apply(CALCULATORS["ratio"], [("value", number), ("reference", replace(number, si=0.0))])
