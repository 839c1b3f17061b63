"""A paragraph that is changed in one language only is told, with both places."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import pipeline, review
from bookgen.rendered import Subject

ZH, EN = "content/one-gpu/zh.md.j2", "content/one-gpu/en.md.j2"
HALVES = {
    EN: ("A picture is millions of pixels", "An image is millions of pixels"),
    ZH: ("游戏画面是几百万个像素", "一帧画面是几百万个像素"),
}
CAPTION = "figures/memory_fit.yml"


def told(subject: Subject) -> list[str]:
    return [str(fault) for fault in review.examine(subject).faults()]


@pytest.mark.parametrize(("file", "other"), [(EN, ZH), (ZH, EN)])
def test_one_half_is_told_with_both_places(
    copied: Subject, edit: Callable[..., Path], file: str, other: str
) -> None:
    edit(file, *HALVES[file])
    line = (copied.root / file).read_text("utf-8").split(HALVES[file][1])[0].count("\n") + 1
    (fault,) = told(copied)
    place = rf"{file}:{line}: changed since the last review, \S*{other}:{line} did not"
    assert re.search(place, fault)


def test_both_halves_are_silent(copied: Subject, edit: Callable[..., Path]) -> None:
    before = review.examine(copied).difference.rewritten
    for file, change in HALVES.items():
        edit(file, *change)
    assert told(copied) == []
    assert review.examine(copied).difference.rewritten == before + 1
    assert not review.examine(copied).difference


@pytest.mark.parametrize(("old", "new"), [(" each ", "  each\n    "), ("pixels, ", "pixels,\t ")])
def test_white_space_is_silent(
    copied: Subject, edit: Callable[..., Path], old: str, new: str
) -> None:
    before = review.examine(copied).difference.rewritten
    sentence = "A picture is millions of pixels, each working out"
    edit(EN, sentence, sentence.replace(old, new))
    assert told(copied) == []
    assert review.examine(copied).difference.rewritten == before


def test_the_form_of_a_number_is_not_a_change_of_text(
    copied: Subject, edit: Callable[..., Path]
) -> None:
    edit(EN, "{{ n.weight_bytes | plain }}", "{{ n.weight_bytes | plain(2) }}")
    assert told(copied) == []


def test_a_paragraph_that_is_new_or_gone_in_both_is_silent(
    copied: Subject, edit: Callable[..., Path]
) -> None:
    edit(EN, "## Why a GPU {#why-gpu}\n", "## Why a GPU {#why-gpu}\n\nOne more.\n")
    edit(ZH, "## 为什么是 GPU {#why-gpu}\n", "## 为什么是 GPU {#why-gpu}\n\n再来一段。\n")
    edit(EN, "That the two agree is no surprise. The paper uses the same formula and rounds one "
         "digit sooner.\n\n", "")  # fmt: skip
    edit(ZH, "两个数几乎重合，不奇怪：论文用的也是这个公式，只是多舍了一位。\n\n", "")
    assert told(copied) == []


def swap(file: Path, *starts: str) -> None:
    """Let two lines change places."""
    lines = file.read_text(encoding="utf-8").split("\n")
    one, two = (next(i for i, line in enumerate(lines) if start in line) for start in starts)
    lines[one], lines[two] = lines[two], lines[one]
    file.write_text("\n".join(lines), encoding="utf-8")


def test_paragraphs_that_moved_in_one_language_are_told(copied: Subject) -> None:
    swap(copied.root / EN, "FLOP is distance", "A CPU is {{ n.cpu_cores")
    assert [f"{EN}:" in fault and f"{ZH}:" in fault for fault in told(copied)] == [True, True]
    swap(copied.root / ZH, "FLOP 是路程", "CPU 是{{ n.cpu_cores")
    assert told(copied) == []


def test_a_caption_is_text_too(copied: Subject, edit: Callable[..., Path]) -> None:
    edit(CAPTION, "一张卡装不下。", "一张卡放不下。")
    (fault,) = told(copied)
    assert re.search(r"memory_fit\.yml:\d+: changed since .*memory_fit\.yml:\d+ did not", fault)


def test_a_text_that_is_new_is_traced_to_the_page_that_says_it(
    copy: Path, edit: Callable[..., Path]
) -> None:
    """The number stands on the home page too, which comes first and did not change."""
    number = "{{ n.training_compute | scientific(4) }}"
    for path in (EN, ZH):
        edit(path, number, f"{number}, {number.replace('4', '5')}")
    (group,) = review.examine(pipeline.subject(copy)).difference.groups
    assert [(cause.what, cause.id) for cause in group.causes] == [("text", "one-gpu")]


WORDED = {
    "data/glossary.yml": ("稀疏峰值要求每四个数里有两个是零", "a sparse one needs two zeros"),
    "data/claims/six-nd.yml": ("常见的教程和科普文章", "many tutorials and popular articles"),
    "data/history.yml": ("号称第一款 GPU", "billed as the first GPU"),
    "data/constants.yml": ("训练时每个参数每个 token 的运算数", "per token in training"),
    "content/compute/numbers.yml": ("几页纸的对话", "a conversation of a few pages"),
    "content/book.yml": ("每个数字都能自证", "where every number proves itself"),
}


@pytest.mark.parametrize("language", [0, 1])
@pytest.mark.parametrize("file", WORDED)
def test_words_of_data_and_numbers_are_text_too(
    copied: Subject, edit: Callable[..., Path], file: str, language: int
) -> None:
    words = WORDED[file]
    edit(file, words[language], words[language] + "!")
    (fault,) = told(copied)
    line = (copied.root / file).read_text("utf-8").split(words[language])[0].count("\n") + 1
    assert re.search(rf"{file}:{line}: changed since .*{Path(file).name}:\d+ did not", fault)
    edit(file, words[1 - language], words[1 - language] + "!")
    assert told(copied) == []
