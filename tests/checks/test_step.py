"""What one language has and the other lacks is a fault at both places."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen.checks.step import step
from bookgen.rendered import Subject

ZH, EN = "content/one-gpu/zh.md.j2", "content/one-gpu/en.md.j2"
MEMORY = "{{ figure('memory-fit') }}"
COLUMNS = "| Llama 3.1 405B | Compute |\n|---|---:|"
TAKE = "- Split the data, the matrices, or the layers."


def test_the_book_keeps_the_rule(subject: Subject) -> None:
    report = step(subject)
    assert report.faults == []
    assert report.looked_at > 200


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        # a piece more or less
        (EN, MEMORY, f"{MEMORY}\n\nOne more paragraph.", "nothing here, paragraph there"),
        (ZH, MEMORY, f"{MEMORY}\n\n再来一段。", "paragraph here, nothing there"),
        (EN, TAKE, f"{TAKE}\n    - One more item.", "nothing here, item there"),
        # other pieces
        (EN, "> work per token", "work per token", "quotation here, paragraph there"),
        (EN, '!!! analogy "', '!!! basis "', "box 'analogy' here, box 'basis' there"),
        (EN, COLUMNS, "| Llama | FLOP | |\n|---|---:|---|", "row of 2 cells, rule ||:| here"),
        (EN, COLUMNS, COLUMNS.replace("---:", "---"), "rule ||:| here, rule ||| there"),
        (EN, "## Why a GPU {", "### Why a GPU {", "level 2 {#why-gpu} here, heading of level 3"),
        (EN, "??? think", "!!! think", None),
        # in a piece
        (EN, "{{ n.flop_forward | plain(unit=False) }} operations. So", "two operations. So",
         "n.flop_forward here alone"),
        (EN, "That is {{ n.token_compute", "That is {{ n.llama_params | plain }}{{ n.token_compute",
         "n.llama_params there alone"),
        (EN, "holds('5 to 10'", "holds('5 to 11'", "holds 5 to 10 here, n.bandwidth_ratio holds 5"),
        (EN, "In symbols, $c = 2N$", "In symbols, $c = 3N$", "$c=2N$ here, $c=3N$ there alone"),
        (EN, r"\frac{p-1}{m+p-1}", r"\frac{p}{m+p-1}", r"$$\frac{p-1}{m+p-1}$$ here"),
        (EN, "(Young's formula)", "([Young's formula](sources.md))", "sources.md there alone"),
        (EN, "(Young's formula)", "(Young's formula)[^young]", "young there alone"),
        # a number's form and its place in the sentence are the language's own
        (EN, "{{ n.interruptions | plain }} interruptions in {{ n.snapshot_days | plain }}",
         "in {{ n.snapshot_days | plain }} {{ n.interruptions | words }} interruptions", None),
        (EN, "about {{ n.llama_one_gpu | plain(about=True) }} on one H100",
         "{{ n.llama_one_gpu | plain(4) }} on one H100", None),
    ],
)  # fmt: skip
def test_a_language_out_of_step(
    copied: Subject, edit: Callable[..., Path], file: str, old: str, new: str, told: str | None
) -> None:
    edit(file, old, new)
    faults = step(copied).faults
    if told is None:
        assert faults == []
        return
    assert any(told in str(fault) for fault in faults), [str(fault) for fault in faults]
    for fault in faults:
        assert re.search(r"zh\.md\.j2:\d+: .*en\.md\.j2:\d+", str(fault))


def test_sections_in_another_order(copied: Subject) -> None:
    file = copied.root / EN
    head, *sections = re.split(r"(?m)^(?=## )", file.read_text(encoding="utf-8"))
    sections[1], sections[2] = sections[2], sections[1]
    file.write_text(head + "".join(sections), encoding="utf-8")
    (fault,) = step(copied).faults
    assert "section {#why-gpu} here, {#how-long} there" in str(fault)
    assert fault.line is not None
