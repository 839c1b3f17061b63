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
from bookgen.render import Rendered


def ask(loaded: Loaded, rendered: Rendered, id: str) -> Impact:
    return asking.impact(id, loaded.root, loaded.book, loaded.graph, rendered)


def ids(impact: Impact) -> set[str]:
    return {number.id for number in impact.numbers}


def test_an_entity_is_in_both_chapters_and_languages(loaded: Loaded, rendered: Rendered) -> None:
    found = ask(loaded, rendered, "h100-sxm")
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


def test_each_kind_of_id(loaded: Loaded, rendered: Rendered) -> None:
    power = ask(loaded, rendered, "h100-sxm.power")
    assert {"compute.h100_power", "one-gpu.h100_power", "compute.chips_power"} == ids(power)
    entity = ask(loaded, rendered, "h100-sxm")
    assert ids(power) < ids(ask(loaded, rendered, "h100-sxm")) == ids(entity)
    assert ids(ask(loaded, rendered, "h100-sxm.peak")) < ids(entity)
    rate = ask(loaded, rendered, "device_time")
    assert {"one-gpu.llama_one_gpu", "one-gpu.gpt3_one_gpu", "compute.cost_27"} <= ids(rate)
    assert "one-gpu.effective_rate" not in ids(rate)
    source = ask(loaded, rendered, "lockwood-h100")
    assert {"one-gpu.h100_bf16", "one-gpu.llama_one_gpu"} <= ids(source)
    assert "one-gpu.h100_power" not in ids(source)


def test_a_number_under_another_name_is_the_same(loaded: Loaded, rendered: Rendered) -> None:
    found = ids(ask(loaded, rendered, "one-gpu.effective_rate"))
    assert {"one-gpu.llama_one_gpu", "compute.h100_rate", "compute.cost_24"} <= found
    found = ids(ask(loaded, rendered, "llama-3-1-405b.params.total"))
    assert "one-gpu.llama_params" in found, "a dense model's active parameters are all of them"


def test_a_short_name_that_is_no_others(loaded: Loaded, rendered: Rendered) -> None:
    assert ask(loaded, rendered, "llama_one_gpu").subject.id == "one-gpu.llama_one_gpu"


def test_the_numbers_of_a_calculator_are_those_it_made(loaded: Loaded, rendered: Rendered) -> None:
    for name in ("device_time", "ratio", "total"):
        found = ids(ask(loaded, rendered, name))
        for id, number in loaded.graph.numbers.items():
            under = {node.calculator.name for node in number.walk() if node.calculator}
            assert (id in found) == (name in under)


def test_tables_by_cell(loaded: Loaded, rendered: Rendered) -> None:
    found = ask(loaded, rendered, "h100-sxm.memory.bandwidth")
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
        places = {use.place for use in rendered.places[language, "compute"] if use.how == "table"}
        (place,) = places
        assert place is not None
        lines = place.file.read_text(encoding="utf-8").splitlines()
        assert "accelerators()" in lines[place.line - 1]


def test_claims_by_their_factor_too(loaded: Loaded, rendered: Rendered) -> None:
    found = ask(loaded, rendered, "compute.context_short")
    assert "kv-exponential" in {verdict.id for verdict in found.claims}


def test_an_event_is_in_the_figures_that_show_events(loaded: Loaded, rendered: Rendered) -> None:
    found = ask(loaded, rendered, "itc-geforce-256")
    assert [(figure.id, figure.ids) for figure in found.figures] == [
        ("timeline", ("history.geforce_256",))
    ]


def test_a_name_in_a_template_depends_on_the_entity(copy: Path) -> None:
    for language in ("zh", "en"):
        file = copy / "content" / "index" / f"{language}.md.j2"
        with file.open("a", encoding="utf-8") as template:
            template.write("\n{{ entity('tpu-v5e').name }}\n")
    loaded = pipeline.load(copy)
    rendered = pipeline.compose(loaded)
    found = ask(loaded, rendered, "tpu-v5e").words
    assert [(one.page, one.language, one.how) for one in found] == [
        ("index", "zh", "name"),
        ("index", "en", "name"),
    ]
    assert isinstance(rendered.mentions["en", "index"][0], Mention)
    assert not ask(loaded, rendered, "tpu-v5e.power").words


def test_nothing_depends_on_it(loaded: Loaded, rendered: Rendered) -> None:
    found = ask(loaded, rendered, "tpu-v5e.int_peak.dense")
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
def test_an_id_that_nothing_has(loaded: Loaded, rendered: Rendered, id: str, near: str) -> None:
    with pytest.raises(BookError, match=f"'{id}' does not exist; did you mean .*{near}"):
        ask(loaded, rendered, id)


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
