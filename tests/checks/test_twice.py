"""A fact that is stated a second time, planted in each place where the check must see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import pipeline
from bookgen.checks import Report, Subject
from bookgen.checks.twice import twice
from bookgen.rendered import Rendered

PRICE = "data/prices/h100-sxm-2023-07-aws.yml"
CONSTANT = """
  {name}:
    value: {value}
    means: {{zh: {zh}, en: {en}}}
    source: {source}
    kind: {kind}
    verified: 2026-11-30
"""


def report(root: Path) -> Report:
    loaded = pipeline.load(root)
    return twice(Subject(root, loaded.book, loaded.graph, Rendered()))


def constant(name: str, value: str, **fields: str) -> str:
    given = {"zh": "新", "en": "new", "source": "this-book", "kind": "definition", **fields}
    return CONSTANT.format(name=name, value=value, **given)


def test_the_book_states_nothing_twice(root: Path) -> None:
    found = report(root)
    assert (found.faults, found.warnings) == ([], [])
    assert found.looked_at > 900


NUMBERS = "content/one-gpu/numbers.yml"
POWER = "h100_power:\n  means: {zh: H100 SXM 的最大功耗, en: maximum power of an H100 SXM}\n"
LICENCE = """\
  h20_licence:
    date: 2025-04-09
    event: {zh: H20 出口须申请许可, en: exports of the H20 need a licence}
    source: this-book
    kind: press
    verified: 2026-11-30

"""
TERM = "  copy:\n    term: {zh: 新, en: bandwidth}\n    means: {zh: 新, en: new}\n"

# file, old text, new text, what the fault says
EDITS = [
    ("data/cpus/epyc-9575f.yml", "name: AMD EPYC 9575F", "name: AMD EPYC 7763", "'AMD EPYC 7763'"),
    ("data/glossary.yml", "terms:\n", f"terms:\n{TERM}", "the term 'bandwidth'"),
    # days of runs, events and rules
    ("data/runs/gpt3-run.yml", "gpt3.released", "2020-05-28", "write 'date: gpt3.released'"),
    ("data/runs/bert-large-run.yml", "bert-large.released", "2018-10-11", "bert-large.released"),
    ("data/history.yml", "h100-sxm.announced\n", "2022-03-22\n", "of history h100 and h100-"),
    ("data/history.yml", "b200-hgx.announced", "2024-03-18", "of history blackwell and b200"),
    ("data/controls.yml", "h20.announced", "2023-11", "write 'date: h20.announced'"),
    ("data/history.yml", "  # long ago", f"{LICENCE}  # long ago", "and history h20_licence, is"),
    # typed in numbers.yml, and a datum or another number says it
    (
        NUMBERS,
        f"{POWER}  datum: h100-sxm.power",
        f"{POWER}  value: 0.7 kW\n  reason: {{zh: 新, en: new}}",
        "one-gpu.h100_power types what data/ holds as h100-sxm.power",
    ),
    (
        NUMBERS,
        "inputs: {n_params: llama_params_exact,",
        "inputs: {n_params: {value: 405e9 param, basis: {params: total}, kind: paper, "
        "source: llama-3-1-model-card, reason: {zh: 新, en: new}},",
        "one-gpu.training_state_exact types what data/ holds as llama-3-1-405b.params.total",
    ),
    (
        "content/compute/numbers.yml",
        "  datum: one-gpu.mfu_assumed",
        "  value: 40 %\n  reason: {zh: 新, en: new}",
        "states what compute.mfu_assumed states",
    ),
    (
        NUMBERS,
        "  datum: nic_bits\n  unit: GB/s",
        "  value: 50 GB/s\n  kind: paper\n  source: llama-3-paper\n  basis: {direction: each}\n"
        "  reason: {zh: 新, en: new}",
        "one-gpu.nic_bandwidth states what one-gpu.nic_bits states",
    ),
    # a rival that is the value itself
    (
        "data/accelerators/mi455x.yml",
        "also: [{value: 23.3 TB/s, source: semianalysis-amd-2026,",
        "also: [{value: 19600 GB/s, source: turtlesai-mi400,",
        "'also' repeats the value and its source",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "told"), EDITS)
def test_a_second_statement_is_a_fault_at_its_line(
    copy: Path, edit: Callable[..., Path], file: str, old: str, new: str, told: str
) -> None:
    edit(file, old, new)
    lines = [str(fault) for fault in report(copy).faults]
    assert len(lines) == 1, lines
    assert re.search(told, lines[0]), lines[0]
    assert re.search(r"\.yml:\d+: ", lines[0]), lines[0]


def test_a_price_of_the_same_day_and_place_is_a_fault(copy: Path) -> None:
    text = (copy / PRICE).read_text(encoding="utf-8")
    again = re.sub(r"name: .*", "name: again", text)
    (copy / "data/prices/h100-sxm-2023-07-aws-again.yml").write_text(again, encoding="utf-8")
    (fault,) = report(copy).faults
    assert "the price of h100-sxm on 2023-07" in fault.found
    assert fault.file
    assert fault.file.stem.startswith("h100-sxm-2023-07-aws")


def test_a_claim_under_two_names_is_a_fault(copy: Path) -> None:
    text = (copy / "data/claims/six-nd.yml").read_text(encoding="utf-8")
    again = re.sub(r"name: .*", "name: again", text)
    (copy / "data/claims/six-nd-again.yml").write_text(again, encoding="utf-8")
    (fault,) = report(copy).faults
    assert re.search("the claim about .* is stated twice", fault.found)


def test_a_source_under_two_keys_is_a_fault(copy: Path) -> None:
    file = copy / "data/sources.yml"
    text = file.read_text(encoding="utf-8")
    entry = re.search(r"(?m)^  gpt-3-paper:\n((?:    .*\n)+)", text)
    assert entry
    file.write_text(f"{text.rstrip()}\n  gpt-3-again:\n{entry[1]}", encoding="utf-8")
    (fault,) = report(copy).faults
    assert "is stated twice" in fault.found
    assert "the other is in sources.yml:" in str(fault)


def test_a_constant_that_means_what_another_means_is_a_fault(copy: Path) -> None:
    file = copy / "data/constants.yml"
    more = constant("again", "3 B", en="size of one BF16 number")
    file.write_text(f"{file.read_text(encoding='utf-8').rstrip()}\n{more}", encoding="utf-8")
    (fault,) = report(copy).faults
    assert "the constant 'size of one BF16 number' is stated twice" in fault.found


def test_a_constant_that_may_be_a_datum_is_a_warning(copy: Path) -> None:
    file = copy / "data/constants.yml"
    more = constant("gpus", "8 GPU", source="nvidia-dgx-h100-docs", kind="datasheet")
    file.write_text(f"{file.read_text(encoding='utf-8').rstrip()}\n{more}", encoding="utf-8")
    found = report(copy)
    assert found.faults == []
    assert ["may state what dgx-h100.devices states" in str(w) for w in found.warnings] == [True]


def test_equal_values_of_different_things_are_no_fault(
    copy: Path, edit: Callable[..., Path]
) -> None:
    """2,048 tokens of an example are not GPT-3's context, and two parts share a day."""
    edit("data/accelerators/rtx-4090.yml", "announced: 2022-09-20", "announced: 2022-03-22")
    edit("content/compute/numbers.yml", "value: 4096 token", "value: 131072 token")
    assert report(copy).faults == []
