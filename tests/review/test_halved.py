"""Half the peak of the H100: what a maintainer is told, in both languages, before it may land."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from bookgen import checks, pipeline, review
from bookgen.cli import main
from bookgen.errors import BookError
from bookgen.rendered import Subject
from bookgen.review import report
from bookgen.review.difference import Difference, Group

H100 = "data/accelerators/h100-sxm.yml"
DENSE, SPARSE = "h100-sxm.peak.bf16.dense", "h100-sxm.peak.bf16.sparse"
TRUE_BEFORE = {"zh": "从商周之交到今天", "en": "from the Zhou conquest of Shang to today"}
GUARD = {"zh": "快了七八倍", "en": "seven or eight times"}


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def halved(tmp_path_factory: pytest.TempPathFactory, duplicate: Callable[[Path], Path]) -> Subject:
    """A reviewed book with words under a condition on the peak, which is then halved."""
    copy = duplicate(tmp_path_factory.mktemp("halved"))
    for language, words in GUARD.items():
        guard = f"{{{{ n.bf16_ratio | holds('7 to 9', '{words}') }}}}"
        page = copy / f"content/one-gpu/{language}.md.j2"
        replace(page, "{{ figure('memory-fit') }}", f"{{{{ figure('memory-fit') }}}}\n\n{guard}\n")
    before = pipeline.subject(copy)
    today = datetime.date(2099, 1, 1)
    assert review.accept(review.examine(before), [], {"en": "A condition"}, today)
    replace(copy / H100, "bf16: {dense: 989.4 TFLOP/s, sparse: 1978.9 TFLOP/s}",
            "bf16: {dense: 494.7 TFLOP/s, sparse: 989.45 TFLOP/s}")  # fmt: skip
    return pipeline.subject(copy)


@pytest.fixture(scope="module")
def found(halved: Subject) -> Difference:
    return review.examine(halved).difference


def group(found: Difference, cause: str) -> Group:
    (own,) = [own for own in found.groups if [own.id for own in own.causes] == [cause]]
    return own


def test_changes_are_grouped_by_the_datum_that_caused_them(found: Difference) -> None:
    dense, sparse = group(found, DENSE), group(found, SPARSE)
    assert found.groups == [dense, sparse]
    assert [change.said.id for change in sparse.changes] == ["one-gpu.h100_bf16_sparse"]
    (cause,), (place,) = dense.causes, dense.places
    assert (cause.old, cause.new) == ("989.4 TFLOP/s", "494.7 TFLOP/s")
    assert place is not None
    line = place.file.read_text(encoding="utf-8").splitlines()[place.line - 1]
    assert "494.7 TFLOP/s" in line


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_yardstick_s_sentence_is_no_longer_true(
    halved: Subject, found: Difference, language: str
) -> None:
    words = [change for change in group(found, DENSE).changes if change.said.what == "words"]
    (own,) = [change for change in words if change.said.id == "one-gpu.llama_one_gpu"]
    assert own.said.old is not None
    assert own.said.new is not None
    assert getattr(own.said.old, language) == TRUE_BEFORE[language]
    assert getattr(own.said.new, language) != TRUE_BEFORE[language]
    seen = [seen.use for seen in own.seen if seen.language == language]
    page = halved.root / f"content/one-gpu/{language}.md.j2"
    lines = page.read_text(encoding="utf-8").splitlines()
    assert len(seen) == 2
    for use in seen:
        assert use.place is not None
        assert use.place.file == page
        assert "yardstick(n.llama_one_gpu)" in lines[use.place.line - 1]
        assert getattr(own.said.new, language) in use.sentence
    told = report.terminal(found)
    assert f"{TRUE_BEFORE[language]} -> " in told
    assert re.search(rf"content/one-gpu/{language}\.md\.j2:{seen[-1].place.line}  ", told)  # type: ignore[union-attr]


def test_every_number_under_the_datum_is_told_and_no_other(
    halved: Subject, found: Difference, subject: Subject
) -> None:
    def numbers(book: Subject) -> dict[str, float]:
        every = {**book.graph.numbers, **book.rendered.reference}
        return {id: number.si for id, number in every.items()}

    before, after = numbers(subject), numbers(halved)
    moved = {id for id in before if before[id] != after[id]}
    changes = [change for own in found.groups for change in own.changes]
    told = {change.said.id for change in changes if change.said.what == "number"}
    assert moved <= told
    assert all(after[id] == before[id] for id in told - moved)
    assert len(moved) > 20


def test_the_figures_and_tables_are_named(found: Difference) -> None:
    dense = group(found, DENSE)
    assert {"one-gpu-years", "roofline", "scaling"} <= set(dense.figures)
    (years,) = [c for c in dense.changes if c.said.id == "one-gpu.llama_one_gpu"][1:]
    assert {s.use.name for s in years.seen if s.use.how == "figure"} == {"one-gpu-years"}
    assert {s.use.name for s in years.seen if s.use.how == "table"} == {"claims"}


def test_verdicts_that_flipped_are_named(found: Difference) -> None:
    verdicts = {
        change.said.id: (change.old.split(" (")[0], change.new.split(" (")[0])
        for change in group(found, DENSE).changes
        if change.said.what == "verdict"
    }
    assert verdicts["one-h100-405b"] == ("agrees", "off")


def test_the_broken_condition_is_named_in_both_languages(found: Difference) -> None:
    broken = {seen.language: seen.use.text for seen in group(found, DENSE).broken}
    assert broken == GUARD
    told = report.terminal(found)
    for words in GUARD.values():
        assert f"no longer true: “{words}” of one-gpu.bf16_ratio at " in told


def test_markdown_for_a_pull_request(found: Difference) -> None:
    text = report.markdown(found)
    assert "| `one-gpu.llama_one_gpu` | no longer true | 从商周之交到今天 → " in text
    assert "| 25 年 → 50 年 | 25 years → 50 years |" in text
    assert text.count("<details>") == text.count("</details>") == 2
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}


def test_check_and_accept_refuse_and_say_why(halved: Subject) -> None:
    reports = dict(checks.run(halved))
    (stale,) = reports["review"].faults
    assert re.search(r"numbers\.lock\.yml: \d+ numbers and words .*run bookgen diff", str(stale))
    broken = reports["guards"].faults
    assert [fault.found.split("'")[1] for fault in broken] == list(GUARD.values())
    before = [file.read_bytes() for file in sorted((halved.root / "content").glob("*.yml"))]
    with pytest.raises(BookError) as caught:
        review.accept(review.examine(halved), broken, {"en": "Halved"}, datetime.date(2099, 1, 2))
    assert sorted(caught.value.lines()) == sorted(str(fault) for fault in broken)
    assert before == [file.read_bytes() for file in sorted((halved.root / "content").glob("*.yml"))]


def test_the_command_refuses_too(halved: Subject) -> None:
    arguments = ["accept", "-m", "Halved", "--date", "2099-01-02", "--root", str(halved.root)]
    refused = CliRunner().invoke(main, arguments)
    assert refused.exit_code == 1
    head, *lines = refused.stderr.splitlines()
    assert head == "nothing was accepted:"
    broken = [line for line in lines if "no longer holds: one-gpu.bf16_ratio is 3.97" in line]
    assert len(broken) == 2, "one in each language"
    assert any("fp8_is_twice_bf16" in line for line in lines), "nor is it what its family allows"
