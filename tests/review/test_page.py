"""The page of changes, from a journal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bookgen import journal, reference
from bookgen.errors import BookError
from bookgen.exports import plain
from bookgen.rendered import Subject

JOURNAL = """\
reviews:
- date: '2026-11-30'
  why: {zh: 第一次全书核对, en: First review of every number}
  lock: '0001'
  first: 816
- date: '2026-12-01'
  why: {en: "The *peak* of a_card, < corrected"}
  lock: '0002'
  groups:
  - causes:
    - {what: datum, id: h100-sxm.power, means: {zh: 功率, en: power}, old: 700 W, new: 650 W}
    said:
    - {what: words, id: one-gpu.llama_one_gpu, means: {zh: 时间, en: time}, old: {zh: 三年, en: three years}, new: {zh: 六年, en: six years}}
    - {what: verdict, id: h100-1979, means: {zh: 是 1979。, en: It is 1979.}, old: {zh: 对得上, en: agrees}, new: {zh: 偏高, en: too high}}
    - {what: number, id: one-gpu.h100_power, means: {zh: 功耗, en: draw}, old: {zh: "7、700 W", en: "7, 700 W"}, new: {zh: 650 W, en: 650 W}}
    - {what: number, id: one-gpu.long_gone, old: {zh: 5 年, en: 5 years}}
    - {what: number, id: accelerators.h100-sxm.power, means: {zh: 功率, en: power}, new: {zh: 650 W, en: 650 W}, kinds: [datasheet, unverified]}
    unseen: 3
- date: '2026-12-01'
  why: {zh: 只改了说法}
  lock: '0003'
  pieces: 2
  one_language: {pieces: ["content/one-gpu/en.md.j2:4"], why: {en: A slip of the pen.}}
"""  # noqa: E501


def page(subject: Subject, language: str, text: str | None = JOURNAL) -> str:
    file = subject.root / "content" / journal.FILE
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8")
    data = subject.root / "data"
    return reference.page("changes", subject.book, subject.graph, data, language)[0]


def test_the_newest_review_comes_first_each_under_its_own_anchor(copied: Subject) -> None:
    heads = re.findall(r"^## .*\{#(.*)\}$", page(copied, "en"), re.M)
    assert heads == ["review-2026-12-01-2", "review-2026-12-01", "review-2026-11-30"]


def test_a_reason_in_one_language_says_which(copied: Subject) -> None:
    english, chinese = page(copied, "en"), page(copied, "zh")
    escaped = "The &#42;peak&#42; of a&#95;card, &lt; corrected"
    assert f"## {escaped} {{#" in english
    assert f'## <span lang="en">{escaped}</span> {{#' in chinese
    assert '## <span lang="zh">只改了说法</span> {#' in english
    assert "## 第一次全书核对 {#" in chinese


def test_old_and_new_stand_beside_each_other(copied: Subject) -> None:
    space = "\N{NO-BREAK SPACE}"
    english = page(copied, "en")
    assert f"<strong>power</strong>: <del>700{space}W</del> → <ins>650{space}W</ins>" in english
    assert "<del>three years</del> → <ins>six years</ins>" in english
    assert 'href="claims.html#h100-1979">“It is 1979”</a>: <del>agrees</del> →' in english
    assert (
        f'derivations-one-gpu.html#one-gpu.h100_power">draw</a>: <del>700{space}W</del> →'
        in english
    )
    assert f"<code>one-gpu.long_gone</code>: <del>5{space}years</del>, no longer" in english
    chinese = page(copied, "zh")
    assert "“是 1979”</a>：<del>对得上</del> → <ins>偏高</ins>" in chinese
    assert f"<del>5{space}年</del>，不再印出" in chinese
    assert "3</data> 个数变了，印出来的没有变" in chinese


def test_the_plain_text_tells_old_from_new(copied: Subject) -> None:
    english = plain.plain(page(copied, "en"), "en")
    assert "**power**: ~~700 W~~ → 650 W" in english
    assert "- [draw](derivations-one-gpu.html#one-gpu.h100_power): ~~700 W~~ → 650 W\n" in english
    assert "- `one-gpu.long_gone`: ~~5 years~~, no longer printed" in english


def test_text_that_was_rewritten_is_counted(copied: Subject) -> None:
    assert '<data value="2">2</data> 处' in page(copied, "zh")
    english = page(copied, "en")
    assert 'one language only: <data value="1">1</data>. A slip of the pen.' in english


def test_nothing_old_is_marked_as_a_number_of_the_book(copied: Subject) -> None:
    for language in ("zh", "en"):
        assert "data-num" not in page(copied, language)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_book_without_a_review(copied: Subject, language: str) -> None:
    assert 'class="ref-empty"' in page(copied, language, None)


def test_a_journal_out_of_order(copied: Subject) -> None:
    text = JOURNAL.replace("date: '2026-11-30'", "date: '2026-12-31'")
    with pytest.raises(BookError, match="the review of 2026-12-01 stands after that of 2026-12-31"):
        page(copied, "en", text)


def test_a_date_that_is_none(tmp_path: Path) -> None:
    (tmp_path / journal.FILE).write_text(JOURNAL.replace("2026-12-01", "2026-13-01"), "utf-8")
    with pytest.raises(BookError, match=r"changes\.yml:6: .*2026-13-01"):
        journal.load(tmp_path)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_it_has_a_plain_form(copied: Subject, language: str) -> None:
    """Whatever a review brings, the site can be built after it."""
    text = plain.plain(page(copied, language), language)
    assert "~~700 W~~ → 650 W" in text
    assert "`one-gpu.long_gone`" in text
    assert not re.search(r"</?[a-z]+[ >]", text)
