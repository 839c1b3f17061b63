"""What depends on a thing: whatever can be asked for, and how it is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bookgen import asking, pipeline
from bookgen.asking import Impact
from bookgen.cli import main
from bookgen.errors import BookError
from bookgen.page import Mention
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered, Subject


@pytest.fixture(scope="module")
def subject(loaded: Loaded, rendered: Rendered) -> Subject:
    return Subject(loaded.root, loaded.book, loaded.graph, rendered)


def ids(impact: Impact) -> set[str]:
    return {number.id for number in impact.numbers}


def test_an_entity_is_in_both_chapters_and_languages(subject: Subject) -> None:
    found = asking.impact("h100-sxm", subject)
    where = {(one.page, one.language) for one in found.sentences}
    assert {(page, code) for page in ("compute", "one-gpu") for code in ("zh", "en")} <= where
    files = {one.place.file.name for one in found.sentences}
    assert {"zh.md.j2", "en.md.j2", "roofline.yml"} <= files
    for one in found.sentences:
        lines = one.place.file.read_text(encoding="utf-8").splitlines()
        name = one.ids[0].partition(".")[2].partition(".")[0]
        line = lines[one.place.line - 1]
        assert name in line or one.place.file.suffix == ".yml" or "{{ n[" in line, (one, line)
    assert {one.how for one in found.words} == {"claim", "holds", "yardstick"}
    assert "h100-1979" in {verdict.id for verdict in found.claims}


def test_each_kind_of_id(subject: Subject) -> None:
    power = asking.impact("h100-sxm.power", subject)
    assert {"compute.h100_power", "one-gpu.h100_power", "compute.chips_power"} == ids(power)
    entity = asking.impact("h100-sxm", subject)
    assert ids(power) < ids(asking.impact("h100-sxm", subject)) == ids(entity)
    assert ids(asking.impact("h100-sxm.peak", subject)) < ids(entity)
    rate = asking.impact("device_time", subject)
    assert {"one-gpu.llama_one_gpu", "one-gpu.gpt3_one_gpu", "compute.cost_27"} <= ids(rate)
    assert "one-gpu.effective_rate" not in ids(rate)
    source = asking.impact("lockwood-h100", subject)
    assert {"one-gpu.h100_bf16", "one-gpu.llama_one_gpu"} <= ids(source)
    assert "one-gpu.h100_power" not in ids(source)


def test_a_number_under_another_name_is_the_same(subject: Subject) -> None:
    found = ids(asking.impact("one-gpu.effective_rate", subject))
    assert {"one-gpu.llama_one_gpu", "compute.h100_rate", "compute.cost_24"} <= found
    found = ids(asking.impact("llama-3-1-405b.params.total", subject))
    assert "one-gpu.llama_params" in found, "a dense model's active parameters are all of them"


def test_a_short_name_that_is_no_others(subject: Subject) -> None:
    assert asking.impact("llama_one_gpu", subject).asked.id == "one-gpu.llama_one_gpu"


def test_the_numbers_of_a_calculator_are_those_it_made(subject: Subject) -> None:
    for name in ("device_time", "ratio", "total"):
        found = ids(asking.impact(name, subject))
        for id, number in subject.graph.numbers.items():
            under = {node.calculator.name for node in number.walk() if node.calculator}
            assert (id in found) == (name in under)


def test_tables_by_cell(subject: Subject) -> None:
    found = asking.impact("h100-sxm.memory.bandwidth", subject)
    cells = {(rows.page, rows.table): rows.cells for rows in found.tables}
    assert cells == {
        ("accelerators", "accelerators"): {"h100-sxm": ["bandwidth", "ridge"]},
        ("compute", "accelerators"): {"h100-sxm": ["bandwidth", "ridge"]},
    }


def test_a_shortened_table_uses_what_it_shows(rendered: Rendered) -> None:
    for language in ("zh", "en"):
        shown = set(
            re.findall(r'data-num="(accelerators\.[^"]+)"', rendered.pages[language, "compute"])
        )
        uses = {use.number.id for use in rendered.places[language, "compute"] if use.how == "table"}
        assert shown == uses
        assert "accelerators.h100-sxm.fp8" not in uses


def test_claims_by_their_factor_too(subject: Subject) -> None:
    found = asking.impact("compute.context_short", subject)
    assert "kv-exponential" in {verdict.id for verdict in found.claims}


def test_an_event_is_in_the_figures_that_show_events(subject: Subject) -> None:
    found = asking.impact("itc-geforce-256", subject)
    assert [(figure.id, figure.ids) for figure in found.figures] == [
        ("timeline", ("history.events.geforce_256",))
    ]


def test_a_name_in_a_template_depends_on_the_entity(copy: Path) -> None:
    for language in ("zh", "en"):
        file = copy / "content" / "index" / f"{language}.md.j2"
        with file.open("a", encoding="utf-8") as template:
            template.write("\n{{ entity('tpu-v5e').name }}\n")
    subject = pipeline.subject(copy)
    found = asking.impact("tpu-v5e", subject).words
    assert [(one.page, one.language, one.how) for one in found] == [
        ("index", "zh", "name"),
        ("index", "en", "name"),
    ]
    assert isinstance(subject.rendered.mentions["en", "index"][0], Mention)
    assert not asking.impact("tpu-v5e.power", subject).words


def test_a_date_that_another_file_takes_over(subject: Subject) -> None:
    """The day of the H100 is that of an event on the timeline; a run's day is its model's."""
    found = asking.impact("h100-sxm.announced", subject)
    (figure,) = found.figures
    assert (figure.id, figure.ids) == (
        "timeline",
        ("h100-sxm.announced", "history.events.h100"),
    )
    found = asking.impact("gpt3.released", subject)
    assert "compute.run_date.gpt3-run" in ids(found)
    rows = {(rows.page, row) for rows in found.tables for row in rows.cells}
    assert {("models", "gpt3"), ("runs", "gpt3-run")} <= rows
    found = asking.impact("a800-sxm-80gb.announced", subject)
    assert ("compute", "controls") in {(rows.page, rows.table) for rows in found.tables}


def test_events_and_yardsticks(subject: Subject) -> None:
    said = [one.text for one in asking.impact("history.events.zhou_conquest", subject).words]
    assert "from the Zhou conquest of Shang to today" in said
    today = [one.text for one in asking.impact("history.events.today", subject).words]
    assert set(said) < set(today) | set(said) == set(today)
    lone = asking.impact("history.yardsticks.since_zhou_conquest", subject).words
    assert [one.text for one in lone] == said
    assert asking.impact("controls.rules.a800", subject).tables


def test_nothing_depends_on_it(subject: Subject) -> None:
    found = asking.impact("tpu-v5e.int_peak.dense", subject)
    assert not found.sentences
    assert asking.text(found).startswith("nothing in the book depends on tpu-v5e.int_peak.dense")


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("h100-smx", "h100-sxm"),
        ("device_tim", "device_time"),
        ("one-gpu.llama_one_gpy", "one-gpu.llama_one_gpu"),
        ("lockwod-h100", "lockwood-h100"),
    ],
)
def test_an_id_that_nothing_has(subject: Subject, id: str, near: str) -> None:
    with pytest.raises(BookError, match=f"'{id}' does not exist; did you mean .*{near}"):
        asking.impact(id, subject)


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["impact", *arguments, "--root", str(root)])


def test_the_counts_come_first_and_are_those_of_the_lists(root: Path) -> None:
    result = run(root, "h100-sxm")
    assert result.exit_code == 0, result.output
    head, *lines = result.output.splitlines()
    counts = {noun: int(size) for size, noun in re.findall(r"(\d+) ([a-z ]+?)s?(?:,|$)", head)}
    sections = re.split(r"(?m)^(\w.*)$", "\n".join(lines))
    sizes = {
        title.lower().removesuffix("s"): len(body.strip("\n").splitlines())
        for title, body in zip(sections[1::2], sections[2::2], strict=True)
    }
    assert counts == sizes
    assert set(counts) == {"number", "sentence", "word", "figure", "table row", "claim"}


def test_as_markdown(root: Path) -> None:
    result = run(root, "h100-sxm", "--format", "markdown")
    assert result.exit_code == 0, result.output
    assert re.search(r"\n## Sentences\n\n- `content/\S+/zh\.md\.j2:\d+` ", result.output)
    assert "\n- `one-gpu.h100_bf16` 989.4 TFLOP/s" in result.output
    assert "<data" not in result.output


def test_exit_status(root: Path) -> None:
    assert run(root, "tpu-v5e.int_peak.dense").exit_code == 0
    unknown = run(root, "h100-smx")
    assert unknown.exit_code == 1
    assert unknown.stderr.startswith("'h100-smx' does not exist; did you mean h100-sxm")
