from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import pipeline, render
from bookgen.errors import BookError
from bookgen.pipeline import Loaded
from bookgen.proof import derivations, names
from bookgen.rendered import Pages, Rendered

ZH, EN = "content/one-gpu/zh.md.j2", "content/one-gpu/en.md.j2"


def fault(copy: Path) -> str:
    with pytest.raises(BookError) as caught:
        pipeline.compose(pipeline.load(copy))
    (line,) = caught.value.lines()
    return line


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.parametrize(("file", "other"), [(ZH, "en"), (EN, "zh")])
def test_a_number_in_one_language_only(copy: Path, file: str, other: str) -> None:
    lines = (copy / file).read_text(encoding="utf-8").count("\n")
    append(copy / file, "\n{{ n['one-gpu.effective_rate'] | plain }}\n")
    text = fault(copy)
    assert f"number 'one-gpu.effective_rate' is in {Path(file).name[:2]} only" in text
    assert f"{Path(file).name}:{lines + 2}: " in text
    assert f"{other}.md.j2" in text


def test_a_figure_in_one_language_only(copy: Path, edit: Callable[..., Path]) -> None:
    edit(EN, "{{ figure('memory-fit') }}", "")
    assert re.search(r"zh\.md\.j2:\d+: figure 'memory-fit' is in zh only", fault(copy))


def test_a_section_in_one_language_only(copy: Path, edit: Callable[..., Path]) -> None:
    edit(EN, "{#memory}", "{#storage}")
    with pytest.raises(BookError) as caught:
        pipeline.compose(pipeline.load(copy))
    text = str(caught.value)
    assert "section {#storage} is in en only" in text
    assert "section {#memory} is in zh only" in text


def test_a_heading_without_id(copy: Path, edit: Callable[..., Path]) -> None:
    edit(ZH, " {#memory}", "")
    assert re.search(r"zh\.md\.j2:\d+: heading '## .*' has no id", fault(copy))


def test_an_unknown_variable(copy: Path, edit: Callable[..., Path]) -> None:
    edit(EN, "{{ n.h100_power | plain }}", "{{ n.h100_pwer | plain }}")
    edit(ZH, "{{ n.h100_power | plain }}", "{{ n.h100_pwer | plain }}")
    with pytest.raises(BookError) as caught:
        pipeline.compose(pipeline.load(copy))
    for line in caught.value.lines():
        assert re.search(r"(zh|en)\.md\.j2:\d+: 'h100_pwer' is not a number.*h100_power", line)


def test_an_unknown_figure(copy: Path, edit: Callable[..., Path]) -> None:
    for file in (ZH, EN):
        edit(file, "figure('memory-fit')", "figure('memry-fit')")
    assert re.search(r"zh\.md\.j2:\d+: figure 'memry-fit' does not exist.*memory-fit", fault(copy))


def test_only_changed_pages_are_written(tmp_path: Path) -> None:
    pages = {("zh", "a"): "x\n", ("en", "a"): "y\n"}
    assert len(render.write(tmp_path, Rendered(pages))) == 2
    before = (tmp_path / "zh/a.md").stat().st_mtime_ns
    pages["en", "a"] = "z\n"
    assert render.write(tmp_path, Rendered(pages)) == [tmp_path / "en/a.md"]
    assert (tmp_path / "zh/a.md").stat().st_mtime_ns == before
    del pages["en", "a"]
    render.write(tmp_path, Rendered(pages))
    assert not (tmp_path / "en/a.md").exists()


HOLE = re.compile(r"built-in method| at 0x|\bNone\b|\bnan\b|\bUndefined\b|\{\{|\}\} |\{%")


def test_no_python_and_no_hole_shows_on_any_page(rendered: Rendered) -> None:
    assert len(rendered.pages) >= 6
    for key, text in rendered.pages.items():
        prose = re.sub(r"\$\$.*?\$\$", "", text, flags=re.DOTALL)  # braces are LaTeX's own there
        prose = re.sub(r"(?<!\\)\$[^$\n]+\$", "", prose)
        holes = [line for line in prose.splitlines() if HOLE.search(line) and "\\num" not in line]
        assert holes == [], key


def test_both_languages_print_the_same_numbers(rendered: Rendered) -> None:
    assert rendered.uses
    for id, texts in rendered.uses.items():
        assert set(texts) == {"zh", "en"}, id


def test_every_use_knows_where_on_its_page_it_is(rendered: Rendered) -> None:
    for where, uses in rendered.places.items():
        known = rendered.anchors[where]
        assert all(use.anchor in known.under for use in uses), where
        headings = set(known.headings)
        assert set(known.under.values()) <= headings
    own = {use.anchor for use in rendered.places["en", "one-gpu"]}
    assert {"n-llama_params", "fig-memory-fit", "take-away"} <= own


def test_a_mark_that_is_not_printed_is_no_place_to_link_to(
    copy: Path, edit: Callable[..., Path]
) -> None:
    for file in (ZH, EN):
        number = "{{ n.llama_16k | plain(about=True) }}"
        edit(file, number, "{% set unused = (n.llama_16k | plain) ~ '' %}" + number)
    grown = pipeline.compose(pipeline.load(copy))
    uses = [use for use in grown.places["en", "one-gpu"] if use.number.name == "llama_16k"]
    assert uses
    assert {use.anchor for use in uses} <= grown.anchors["en", "one-gpu"].under.keys()
    assert "n-llama_16k" not in grown.pages["en", "derivations-one-gpu"]


def test_a_text_that_is_put_off_is_made_once_when_it_is_read() -> None:
    made: list[str] = []
    pages = Pages()
    pages["zh", "b"] = "B"
    pages.put_off(("zh", "a"), lambda: made.append("a") or "A")
    assert (list(pages), len(pages), made) == ([("zh", "b"), ("zh", "a")], 2, [])
    assert [dict(pages), dict(pages)] == [{("zh", "b"): "B", ("zh", "a"): "A"}] * 2
    assert made == ["a"]


def test_checking_makes_no_derivations_but_finds_a_datum_without_a_name(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derivations, "entry", lambda *_: pytest.fail("a derivation was made"))
    rendered = pipeline.compose(loaded)
    assert ("zh", "derivations-one-gpu") in rendered.pages
    known = [found for found in names._fields() if not found[0].fullmatch("power")]
    monkeypatch.setattr(names, "_fields", lambda: known)
    with pytest.raises(BookError, match="field 'power' has no name for readers"):
        pipeline.compose(loaded)
