"""The figure engine: what it draws, keeps, refuses, and leaves behind."""

from __future__ import annotations

import doctest
import gc
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookgen import catalog, numbers
from bookgen.catalog import Catalog
from bookgen.errors import BookError
from bookgen.evaluation import Number
from bookgen.page import Page
from bookgen.plot import Figures, draw, lines, places, svg, ticks
from bookgen.plot.job import Job
from bookgen.plot.outlines import Box

ROOT = Path(__file__).parent.parent
NUMBERS = """
years: {means: {zh: 年数, en: years}, value: 3035 year, reason: {zh: 试, en: test}}
other: {means: {zh: 别的, en: other}, value: 7 year, reason: {zh: 试, en: test}}
memory: {means: {zh: 显存, en: memory}, value: 80 GB, reason: {zh: 试, en: test}}
"""
YAML = """
numbers: {years: one.years}
size: {wide: 200 x 90, narrow: 150 x 90}
labels:
  name: {zh: 训练时间, en: training time}
  one: {zh: 一, en: I}
  time: {zh: "约 {{ n.years | plain(about=True) }}", en: "about {{ n.years | plain(about=True) }}"}
caption: {zh: "时间：{{ n.years | plain(2) }}。", en: "Time: {{ n.years | plain(2) }}."}
alt: {zh: "约 {{ n.years | plain(2) }}", en: "about {{ n.years | plain(2) }}"}
"""
MODULE = """
from __future__ import annotations
from dataclasses import dataclass
from bookgen.plot import Drawing

@dataclass
class Place:
    x: float

def draw(drawing: Drawing) -> None:
    drawing.text(Place(2).x, 20, drawing.label("name"))
    drawing.boxes([(2, 30, drawing.value("years", "year") / 100, 8)], fill=drawing.a)
    drawing.dots([(2, 45, 5)], 4, (2, 2), drawing.b)
    drawing.arrow((2, 55), (40, 55), drawing.d, both=True)
    drawing.text(2, 75, drawing.label("time"), drawing.muted)
    drawing.crop(85)
"""
Plant = Callable[..., Figures]


def write_book(
    root: Path, module: str = MODULE, yaml: str = YAML, values: str = NUMBERS
) -> Figures:
    """A book of one chapter and one figure."""
    for name, text in (
        ("content/one/numbers.yml", values),
        ("figures/tiny_one.yml", yaml),
        ("figures/tiny_one.py", module),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return Figures(root, numbers.load(root / "content", ["one"], Catalog()), root / "cache")


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Writes the book with something replaced in the module, the YAML or the numbers."""

    def write(old: str = "", new: str = "", **files: str) -> Figures:
        texts = {"module": MODULE, "yaml": YAML, "values": NUMBERS} | files
        assert not old or any(old in text for text in texts.values())
        return write_book(
            tmp_path, **{k: v.replace(old, new) if old else v for k, v in texts.items()}
        )

    return write


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    """The book as it should be, drawn once."""
    figures = write_book(tmp_path_factory.mktemp("book"))
    figures.prepare(["tiny-one"], ["zh", "en"])
    return figures


def fault(figures: Figures, language: str = "zh") -> str:
    with pytest.raises(BookError) as caught:
        figures.prepare(["tiny-one"], [language])
    return str(caught.value)


def block(figures: Figures, language: str = "zh") -> tuple[str, Page]:
    page = Page("one", language, figures.graph)
    return figures.html("tiny-one", language, page), page


def kept(figures: Figures) -> set[str]:
    return {file.name for file in figures.cache.glob("*.svg")}


# What a page gets


def test_the_block_is_html_that_markdown_leaves_alone(drawn: Figures) -> None:
    html, _ = block(drawn)
    assert re.match(
        r'<figure class="fig" id="fig-tiny-one">\n'
        r'<div class="fig-art" role="img" aria-label="约 3,000\u00a0年" data-search-exclude>\n'
        r'<div class="fig-wide"><svg .*</svg></div>\n<div class="fig-narrow"><svg .*</svg></div>\n'
        r"</div>\n<figcaption>时间：<data .*</data>。</figcaption>\n</figure>$",
        html,
        re.DOTALL,
    )
    assert "\n\n" not in html
    page = markdown.markdown(f"前\n\n{html}\n\n后", extensions=["md_in_html", "attr_list"])
    assert page == f"<p>前</p>\n{html}\n\n<p>后</p>"


def test_the_caption_marks_its_numbers_and_the_page_hears_of_them(drawn: Figures) -> None:
    html, page = block(drawn, "en")
    caption = html.split("<figcaption>")[1]
    assert 'id="n-years"' in caption
    assert 'data-num="one.years" value="3035.0"' in caption
    assert "<data" not in html.split("<figcaption>")[0]
    texts = {use.text for use in page.uses if use.number.id == "one.years"}
    assert texts == {"3,000\u00a0years"}
    assert 'id="n-years"' not in drawn.html("tiny-one", "en", page), "the anchor is there once"


def test_the_svg_is_small_and_follows_the_page(drawn: Figures) -> None:
    html, _ = block(drawn)
    art = html.split("<figcaption>")[0]
    assert re.findall(r'viewBox="([^"]*)"', art) == ["0 0 200 85", "0 0 150 85"]
    assert set(re.findall(r"(?:fill|stroke):([^;\"]*)", art)) == {
        "none", "var(--fig-ink)", "var(--fig-muted)", "var(--fig-a)", "var(--fig-b)", "var(--fig-d)"
    }  # fmt: skip
    assert ">训练时间</text>" in art
    assert '>约 <tspan class="num" data-num="one.years">3,000\u00a0年</tspan></text>' in art
    for unwanted in ("<?xml", "DOCTYPE", "<style", "metadata", "font-family", "xlink", 'width="2'):
        assert unwanted not in art
    assert len(art) < 3500


def test_ids_belong_to_one_figure_and_variant(plant: Plant) -> None:
    figures = plant(
        "    drawing.crop(85)",
        "    chart = drawing.chart(5, 5, 5, 5)\n"
        "    chart.set_axis_off()\n"
        "    chart.plot([0, 1, 2], [0, 1, 9], 'o', color=drawing.a)\n"
        "    chart.set_ylim(0, 5)",
    )
    html, _ = block(figures)
    ids = re.findall(r' id="([^"]*)"', html.split("<figcaption>")[0].replace('"fig-tiny-one"', ""))
    assert len(ids) == len(set(ids)) == 4, "a marker and a clip path, twice"
    assert all(re.match(r"tiny-one-(wide|narrow)-\d+$", id) for id in ids)
    referred = re.findall(r'(?:href="|url\()#([^")]*)', html)
    assert set(referred) == set(ids)


# The cache


def test_only_what_a_figure_depends_on_draws_it_anew(plant: Plant) -> None:
    figures = plant()
    assert figures.prepare(["tiny-one"], ["zh", "en"]) == 4
    before = kept(figures)
    for old, new in (("7 year", "8 year"), ("时间：", "多久："), ("zh: 年数", "zh: 年")):
        assert plant(old, new).prepare(["tiny-one"], ["zh", "en"]) == 0
    assert kept(figures) == before
    for old, new, how_many in (
        ("3035 year", "3036 year", 4),
        ("name: {zh: 训练时间", "name: {zh: 训练多久", 2),
        ("150 x 90", "160 x 90", 2),
        ("2, 30,", "2, 31,", 4),
    ):
        assert plant(old, new).prepare(["tiny-one"], ["zh", "en"]) == how_many, (old, new)
        assert len(kept(figures)) == 4, "what it looked like before is gone"
        assert plant().prepare(["tiny-one"], ["zh", "en"]) == how_many
        assert kept(figures) == before
    assert not [file for file in figures.cache.iterdir() if file.name.startswith(".")]


def test_a_lost_drawing_is_drawn_when_it_is_asked_for(plant: Plant) -> None:
    figures = plant()
    html, _ = block(figures)
    for file in figures.cache.glob("*.svg"):
        file.unlink()
    assert block(figures)[0] == html


def test_the_machine_that_draws_is_part_of_the_key(
    drawn: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    job: Job = drawn._make("tiny-one", "zh").jobs[0]
    key = job.key
    assert replace(job).key == key
    monkeypatch.setattr("bookgen.plot.job._version", lambda package: f"{package} 0")
    assert replace(job).key != key


PROGRAM = """
    import sys
    from pathlib import Path
    from bookgen import numbers
    from bookgen.catalog import Catalog
    from bookgen.page import Page
    from bookgen.plot import Figures
    root, cache = map(Path, sys.argv[1:])
    graph = numbers.load(root / "content", ["one"], Catalog())
    figures = Figures(root, graph, cache)
    for language in ("zh", "en"):
        print(figures.html("tiny-one", language, Page("one", language, graph)))
    print("matplotlib" in sys.modules)
"""


def run(root: Path, cache: Path, cwd: Path, **environment: str) -> str:
    """What another process makes of the book."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MPL", "LC_", "LANG"))}
    env |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment}
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(PROGRAM), str(root), str(cache)]
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, check=False)
    assert not done.stderr, done.stderr.decode()
    return done.stdout.decode()


def test_the_same_everywhere_and_no_matplotlib_when_warm(drawn: Figures, tmp_path: Path) -> None:
    here = "\n".join(block(drawn, language)[0] for language in ("zh", "en"))
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nsvg.fonttype: path\n", encoding="utf-8")
    root = drawn.folder.parent
    cold = run(root, tmp_path / "new", tmp_path, PYTHONHASHSEED="7", LC_ALL="C", PYTHONUTF8="0")
    assert cold == f"{here}\nTrue\n"
    warm = run(root, tmp_path / "new", root, PYTHONHASHSEED="0", LC_ALL="C.UTF-8")
    assert warm == f"{here}\nFalse\n"


def test_processes_of_their_own_draw_the_same_and_say_what_is_wrong(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    figures = plant(
        'label("time")', 'label("time" if drawing.job.language == "en" else "tme")',
        module=MODULE + "    print('heard')\n",
    )  # fmt: skip
    with pytest.raises(BookError) as caught:
        figures.prepare(["tiny-one"], ["zh", "en"])
    assert str(caught.value).count("'tme' is not among the labels") == 2
    assert len(kept(figures)) == 2, "the drawings that can be made are kept"
    for job in figures._make("tiny-one", "en").jobs:
        there = job.target(figures.cache).read_text(encoding="utf-8")
        assert there == draw.draw(job, figures.cache / "matplotlib")


# Families, entities, events

EVENT = "source: s, kind: press, verified: 2026-11-30"
DATA = {
    "sources": "sources: {s: {title: S, publisher: P, date: 2024-01, seen: whole}}\n",
    "history": f"""
events:
  second: {{date: 2012-09-30, event: {{zh: 后一件, en: the second}}, timeline: true, {EVENT}}}
  first: {{date: 1999-08-31, event: {{zh: 前一件, en: the first}}, timeline: true, {EVENT}}}
  other: {{date: 2001, event: {{zh: 不画, en: not drawn}}, {EVENT}}}
yardsticks: {{}}
""",
}
CHIP = """
name: Acme {name}
source: s
kind: datasheet
verified: 2026-11-30
vendor: Acme
type: gpu
per: gpu
architecture: A
form_factor: card
announced: {year}-07-01
peak:
  bf16:
    dense: {{value: {peak} TFLOP/s, range: 1 TFLOP/s to 900 TFLOP/s, kind: estimate, note: x}}
memory: {{capacity: 80 GB}}
"""
CAST_NUMBERS = (
    NUMBERS
    + """
peak:
  each: accelerators
  means: {zh: "{name} 峰值", en: "peak of {name}"}
  datum: "{id}.peak.bf16.dense"
  unit: TFLOP/s
card:
  each: accelerators
  means: {zh: "{name} 显存", en: "memory of {name}"}
  datum: "{id}.memory.capacity"
rate:
  means: {zh: 斜率, en: slope}
  calc: growth_rate_fit
  inputs:
    times: [one-chip.announced, two-chip.announced]
    values: [one-chip.peak.bf16.dense, two-chip.peak.bf16.dense]
"""
)
CAST_YAML = (
    YAML.replace("200 x 90", "300 x 240").replace("150 x 90", "290 x 240")
    + """
families: {peak: one.peak, card: one.card, fitted: one.rate.values}
entities: accelerators
events: true
names: {two-chip: Second}
members:
  peak:
    zh: "{{ name }}，{{ n.peak | plain(2) }}"
    en: "{{ name }} {{ n.peak | plain(2) }}, {{ n.card | plain }}"
"""
)
CAST_MODULE = """
from bookgen.plot import Drawing

def draw(drawing: Drawing) -> None:
    one = drawing.family("peak", "TFLOP/s")["one-chip"]
    assert (one.value, one.low, one.high, one.kind) == (100, 1, 900, "estimate")
    assert set(drawing.family("fitted", "TFLOP/s")) == {"one-chip", "two-chip"}
    assert drawing.spread("years", "year").low == drawing.value("years", "year")
    assert 2019.4 < drawing.year("two-chip") < 2019.6
    assert [round(year) for year, _ in drawing.moments()] == [2000, 2013]
    y = 14
    for entity in drawing.entities():
        y = drawing.text(2, y, drawing.member("peak", entity))
    for _, text in drawing.moments():
        y = drawing.text(2, y, text)
    for line in drawing.listing([drawing.name(e) for e in drawing.entities()], 190):
        y = drawing.text(2, y, line)
    drawing.text(2, y, drawing.calendar_year(2019))
"""


@pytest.fixture
def cast_book(tmp_path: Path) -> Plant:
    """Writes a book with data and a figure of families, with something replaced or added."""

    def write(old: str = "", new: str = "", **chips: int) -> Figures:
        files = {f"data/{name}.yml": text for name, text in DATA.items()}
        for number, (name, year) in enumerate({"one": 2017, "two": 2019, **chips}.items(), 1):
            text = CHIP.format(name=name.title(), year=year, peak=100 * number)
            files[f"data/accelerators/{name}-chip.yml"] = text
        files["content/one/numbers.yml"] = CAST_NUMBERS
        files["figures/tiny_one.yml"], files["figures/tiny_one.py"] = CAST_YAML, CAST_MODULE
        files["figures/plain.yml"], files["figures/plain.py"] = YAML, MODULE
        assert not old or any(old in text for text in files.values())
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
        graph = numbers.load(tmp_path / "content", ["one"], catalog.load(tmp_path / "data"))
        return Figures(tmp_path, graph, tmp_path / "cache")

    return write


def words(figures: Figures, language: str) -> list[str]:
    """What the wide drawing says, in order."""
    html, _ = block(figures, language)
    texts = svg.texts(re.findall(r"<svg .*?</svg>", html, re.DOTALL)[0])
    return [text.replace("\u00a0", " ") for text in texts]


def test_a_figure_sees_families_entities_and_events(cast_book: Plant) -> None:
    figures = cast_book()
    assert words(figures, "en") == [
        *("Acme One 100 TFLOP/s, 80 GB", "Second 200 TFLOP/s, 80 GB"),
        *("the first", "the second", "Acme One, Second", "2019"),
    ]
    assert words(figures, "zh") == [
        *("Acme One，100 TFLOP/s", "Second，200 TFLOP/s"),
        *("前一件", "后一件", "Acme One、Second", "2019"),
    ]


def test_a_list_is_broken_between_its_items(cast_book: Plant) -> None:
    figures = cast_book("entities()], 190", "entities()], 90")
    assert words(figures, "en")[-3:] == ["Acme One,", "Second", "2019"]


def test_numbers_of_members_are_written_where_they_are_drawn(cast_book: Plant) -> None:
    def written(figures: Figures) -> set[str]:
        return {use.number.id for use in block(figures, "en")[1].uses if use.how == "figure"}

    assert written(cast_book()) >= {"one.peak.one-chip", "one.peak.two-chip", "one.card.one-chip"}
    one = cast_book('member("peak", entity)', 'member("peak", "two-chip")')
    assert "one.peak.two-chip" in written(one)
    assert "one.peak.one-chip" not in written(one)


def test_only_who_is_drawn_is_shown(cast_book: Plant) -> None:
    def shown(figures: Figures) -> set[str]:
        return {use.number.id for use in block(figures, "en")[1].uses}

    both = {"one.peak.one-chip", "one.peak.two-chip", "one.card.one-chip", "one.card.two-chip"}
    assert shown(cast_book()) >= both
    one = cast_book("for entity in drawing.entities()", 'for entity in ["two-chip"]')
    assert shown(one) >= both  # the other is named in the list
    neither = cast_book("[drawing.name(e) for e in drawing.entities()]", "[]")
    assert shown(neither) >= both  # each has its label
    alone = cast_book("drawing.entities()", '(e for e in drawing.entities() if e != "one-chip")')
    assert shown(alone) & both == {"one.peak.two-chip", "one.card.two-chip"}


def test_the_foot_is_given_what_is_shown(drawn: Figures) -> None:
    page, given = Page("one", "zh", drawn.graph), []

    def foot(page: Page, numbers: Sequence[Number], texts: Mapping[str, str]) -> list[str]:
        given.append((page, [number.id for number in numbers], dict(texts)))
        return ["<p>foot</p>"]

    html = drawn.html("tiny-one", "zh", page, foot)
    assert html.endswith("</figcaption>\n<p>foot</p>\n</figure>")
    assert given == [(page, ["one.years"], {"one.years": "3,000\u00a0年"})]


@pytest.mark.parametrize(
    ("written", "signed"),
    [
        ("about 3 years", 'about <tspan class="num" data-num="a">3 years</tspan>'),
        ("23 years", "23 years"),
        (
            "3 years, 13",
            '<tspan class="num" data-num="a">3 years</tspan>, '
            '<tspan class="num" data-num="b">13</tspan>',
        ),
        ("1.13 and 13.1", "1.13 and 13.1"),
        ("5 &lt; 6", '<tspan class="num" data-num="c">5 &lt; 6</tspan>'),
    ],
)
def test_numbers_in_a_drawing_are_signed(written: str, signed: str) -> None:
    numbers = {"3 years": "a", "13": "b", "5 < 6": "c"}
    drawing = f'<svg>\n<text x="13" y="3 years">{written}</text>\n</svg>'
    assert svg.sign(drawing, numbers) == drawing.replace(written, signed)
    assert svg.sign(drawing, {}) == drawing


def test_what_two_numbers_write_alike_is_nobodys(plant: Plant) -> None:
    twins = plant(
        yaml=YAML.replace("years: one.years", "years: one.years, same: one.same").replace(
            "  name: {zh: 训练时间",
            '  same: {zh: "{{ n.same | plain }}", en: "{{ n.same | plain }}"}\n'
            "  name: {zh: 训练时间",
        ),
        values=NUMBERS
        + "same: {means: {zh: 同, en: same}, value: 3000 year, reason: {zh: 试, en: t}}\n",
    )
    html, _ = block(twins)
    assert ">约 3,000\u00a0年</text>" in html
    assert "tspan" not in html


def test_a_new_entity_draws_its_figures_anew_and_no_other(cast_book: Plant) -> None:
    both = ["plain", "tiny-one"]
    assert cast_book().prepare(both, ["zh", "en"]) == 8
    assert cast_book("not drawn", "still not").prepare(both, ["zh", "en"]) == 0
    more = cast_book(three=2021)
    assert more.prepare(["plain"], ["zh", "en"]) == 0
    assert more.prepare(["tiny-one"], ["zh", "en"]) == 4
    assert "Acme Three 300 TFLOP/s, 80 GB" in words(more, "en")
    for old, new in (("the first", "the 1st"), ("2012-09", "2012-08"), ("80 GB", "81 GB")):
        changed = cast_book(old, new)
        assert changed.prepare(["tiny-one"], ["en"]) == 2, old
        assert changed.prepare(["plain"], ["en"]) == 0, old
        assert cast_book().prepare(both, ["en"]) == 2, old


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("peak: one.peak,", "peak: one.peek,", r"'one.peek' is not a family.*mean one.peak"),
        ("one.rate.values", "one.rate.valves", r"'one.rate.valves' is not a family of numbers"),
        ("fitted: one.rate.values", "fitted: one.years", r"'one.years' is not a family"),
        ("  peak:\n    zh", "  peek:\n    zh", r"'peek' is not a family of the figure.*mean peak"),
        ("entities: acc", "entities: ecc", r"'eccelerators' is not a folder.*mean accelerators"),
        ("{two-chip: S", "{too-chip: S", r"'too-chip' does not appear.*did you mean two-chip"),
        ("n.peak | plain", "n.peek | plain", r"'peek' is not among the figure's.*mean peak"),
        ('family("peak"', 'family("peek"', r"'peek' is not among the families.*mean peak"),
        ('family("peak", "TFLOP/s")', 'family("peak", "GB")', r"'one-chip' is a rate.*not data"),
        ('member("peak"', 'member("card"', r"'card' is not among the members' labels"),
    ],
)
def test_faults_in_the_cast_say_where(cast_book: Plant, old: str, new: str, message: str) -> None:
    assert re.search(message, " ".join(fault(cast_book(old, new), "en").split()))


# Charts

CHART = """
from bookgen.plot import Drawing

def draw(drawing: Drawing) -> None:
    chart = drawing.chart(90, 10, 10, 40)
    up = drawing.powers((0.5, 2e4), "GB")
    assert [value for value, _ in up] == [1, 10, 100, 1000, 10000]
    drawing.scale_y(chart, (0.5, 2e4), up, log=True)
    across = [(x, drawing.amount(x)) for x in (0.0, 1.0, 50_000.0, 100_000.0)]
    foot = drawing.scale_x(chart, (0, 100_000), across, grid=True)
    assert foot == 240 - 40 + 2 * drawing.line_height
    assert drawing.place(chart, 0, 0.5) == (90, 200)
    ends = drawing.trace(chart, [(0, 0.5), (100_000, 2e4)], drawing.a)
    assert [(round(x), round(y)) for x, y in ends] == [(90, 200), (drawing.width - 10, 10)]
    assert [text for _, text in drawing.powers((1e16, 1e18), every=2)] == ["10¹⁶", "10¹⁸"]
"""


def test_scales_write_their_marks_and_leave_out_what_would_touch(plant: Plant) -> None:
    size = YAML.replace("200 x 90", "400 x 240").replace("150 x 90", "300 x 240")
    html, _ = block(plant(module=CHART, yaml=size), "zh")
    texts = svg.texts(re.findall(r"<svg .*?</svg>", html, re.DOTALL)[0])
    assert [text.replace("\u00a0", " ") for text in texts] == [
        *("1 GB", "10 GB", "100 GB", "1,000 GB", "1 万 GB"),
        *("0", "5 万", "10 万"),
    ]
    html, _ = block(plant(module=CHART, yaml=size), "en")
    assert "50,000" in html


# What is refused


def test_a_glyph_that_no_font_has(plant: Plant) -> None:
    message = fault(plant("zh: 训练时间", "zh: 训练\U0001f9e0时间"))
    assert re.search(
        r"tiny_one\.yml:5: no font has the glyph '\U0001f9e0' \(U\+1F9E0 BRAIN\) "
        r"\(figure 'tiny-one', zh, label 'name'\)",
        message,
    )


def test_every_printable_sign_of_our_numbers_can_be_drawn(plant: Plant) -> None:
    figures = plant("training time", "−×⁰¹²³⁴⁵⁶⁷⁸⁹⁻→㎡")
    assert figures.prepare(["tiny-one"], ["en"]) == 2


def test_a_dollar_sign_is_a_dollar_sign(plant: Plant) -> None:
    html, _ = block(plant("training time", "$3 to $4_5"), "en")
    assert ">$3 to $4_5</text>" in html


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("n.years | plain(about", "n.yers | plain(about", r"yml:7: 'yers' is not.*mean years\?"),
        ("one.years", "one.yeers", r"yml:2: 'one.yeers' is not a number.*mean one.years"),
        ('value("years"', 'value("yeas"', r"yml:2: 'yeas' is not among the numbers.*mean years"),
        ('"year") / 100', '"GB")', r"yml:2: 'years' is time, not data in bytes"),
        ('label("time")', 'label("tme")', r"'tme' is not among the labels.*did you mean time"),
        ("200 x 90", "200px", r"yml:3: size.wide: '200px' is not a size.*680 x 300"),
        ("caption:", "captoin:", r"yml:\d: unknown key 'captoin'.*did you mean caption"),
        ("def draw(", "def paint(", r"tiny_one\.py: the module has no function 'draw'"),
        ("Place(2).x", "Plaice(2).x", r"tiny_one\.py:11: NameError: .*'Plaice'.*\(figure"),
        ("Place(2).x,", "Place(2.x,", r"tiny_one\.py:11: not Python"),
        ("drawing.a)", "'red')", r"colour #ff0000 is not one of the theme's.*'tiny-one', zh, wide"),
        ("drawing.a)", "'#000')", r"colour black, by default is not"),
        ("drawing.muted)", "'black')", r"colour black, by default of '约 3,000"),
        ('drawing.label("name")', '"typed"', r"the text 'typed' is neither a label nor"),
        ("2, 75", "180, 75", r"'约 3,000.*' is cut off at the edge.*zh, wide"),
        ("crop(85)", "crop(70)", r"cut off at the edge"),
        ("2, 30,", "-2, 30,", r"a shape is cut off by 2\.0 pixels"),
        ("2, 75", "2, 25", r"'约 3,000.*' lies on '训练时间'"),
        (
            "drawing.crop(85)",
            "drawing.canvas.text(99, 40, drawing.label('one'), family='Nil')",
            r"matplotlib: findfont: Font family 'Nil' not found",
        ),
        ("drawing.crop(85)", "drawing.chart(9, 9, 9, 9)", r"the text '0\.0' is neither a label"),
    ],
)
def test_faults_say_where_and_what(plant: Plant, old: str, new: str, message: str) -> None:
    assert re.search(message, " ".join(fault(plant(old, new)).split()))


def test_half_a_figure(plant: Plant) -> None:
    figures = plant()
    (figures.folder / "alone.py").write_text("", encoding="utf-8")
    with pytest.raises(BookError, match=r"figure 'alone' has no alone\.yml"):
        figures.ids()


def test_a_figure_that_does_not_exist(drawn: Figures) -> None:
    assert drawn.ids() == ["tiny-one"]
    with pytest.raises(BookError, match=r"'tiny-won' is not a figure.*did you mean tiny-one"):
        drawn.prepare(["tiny-won"], ["zh"])


# What is left behind: nothing


def test_nothing_stays_open_or_changed_even_after_an_exception(plant: Plant) -> None:
    import matplotlib
    from matplotlib import font_manager, pyplot
    from matplotlib.figure import Figure

    fonts = list(font_manager.fontManager.ttflist)
    settings = dict(matplotlib.rcParams)
    mine = pyplot.figure()
    figures = plant(
        "    drawing.crop(85)",
        "    import matplotlib.pyplot as plt\n"
        "    plt.rcParams['font.size'] = 40\n"
        "    for _ in range(30): plt.figure()\n"
        "    raise RuntimeError('half-way')",
    )
    message = fault(figures)
    assert "RuntimeError: half-way" in message
    assert "More than" not in message
    assert pyplot.get_fignums() == [mine.number]
    pyplot.close(mine)
    assert dict(matplotlib.rcParams) == settings
    assert font_manager.fontManager.ttflist == fonts
    assert not [name for name in sys.modules if name.startswith("figures.")]
    del mine
    gc.collect()
    assert not [thing for thing in gc.get_objects() if isinstance(thing, Figure)]


# Words and ticks


def measure(text: str) -> float:
    return sum(2.0 if ord(character) > 0x2E80 else 1.0 for character in text)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("one two three four", 9, ["one two", "three", "four"]),
        ("每一层都要拼结果。八张卡之间", 20, ["每一层都要拼结果。", "八张卡之间"]),
        ("共 528 个核心", 9, ["共 528 个", "核心"]),
        ("一二三（四五）六", 8, ["一二", "三（四", "五）六"]),
        ("about 12.6\u00a0GB of it", 10, ["about", "12.6\u00a0GB", "of it"]),
        ("first\nsecond", 99, ["first", "second"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("", 4, [""]),
    ],
)
def test_lines_break_where_each_language_breaks_them(
    text: str, width: float, expected: list[str]
) -> None:
    assert lines.wrap(text, width, measure) == expected


def test_ticks_lose_their_unit_and_then_their_neighbours_but_never_touch() -> None:
    exponents = ticks.decades(0.2, 3000)

    def written(exponent: int, with_unit: bool) -> str:
        return f"{10.0**exponent:,g}{' years' if with_unit else ''}"

    for width in (900.0, 70.0, 36.0, 20.0):
        places = [width * number / 5 for number in range(6)]
        found = ticks.that_fit(exponents, places, width, written, measure)
        ends = [0.0, *(end for tick in found for end in (tick.start, tick.end)), width]
        assert found
        assert ends == sorted(ends)
        assert ("years" in found[0].text) == (width == 900)
        assert (len(found) == 6) == (width > 36)


# Places for labels


@given(st.lists(st.floats(0, 1000), max_size=12), st.floats(1, 40))
def test_labels_on_a_line_keep_their_order_and_their_distance(
    wanted: list[float], gap: float
) -> None:
    wanted.sort()
    found = places.apart(wanted, gap, 0, 1000)
    assert all(after - before >= gap - 1e-6 for before, after in pairwise(found))
    if found:
        assert found[0] >= 0
        assert found[-1] <= 1000 + 1e-6
    if all(after - before >= gap for before, after in pairwise(wanted)):
        assert found == pytest.approx(wanted)


def touch(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1e-9 and down > 1e-9


POINTS = st.lists(
    st.tuples(st.integers(10, 390), st.integers(10, 290)), min_size=1, max_size=9, unique=True
)


@settings(deadline=None, max_examples=30)
@given(POINTS)
def test_labels_beside_points_touch_nothing(points: list[tuple[int, int]]) -> None:
    dots = [(x - 5.0, y - 5.0, x + 5.0, y + 5.0) for x, y in points]
    wishes = [places.Wish(p, (60, 16), (dot,)) for p, dot in zip(points, dots, strict=True)]
    bar, room = (180.0, 0.0, 184.0, 300.0), (0.0, 0.0, 400.0, 300.0)
    found = places.beside(wishes, [bar], room)
    assert found == places.beside(wishes, [bar], room)
    boxes = [place.box for place in found if place]
    for index, box in enumerate(boxes):
        assert min(box) >= 0
        assert box[2] <= 400
        assert box[3] <= 300
        assert not any(touch(box, other) for other in [*boxes[:index], *dots, bar])


def test_a_label_stands_right_of_its_point_and_without_room_nowhere() -> None:
    wish = places.Wish((50, 50), (40, 16))
    [place] = places.beside([wish], [], (0, 0, 200, 100))
    assert place is not None
    assert place.box[0] > 50
    assert place.leader is None
    assert places.beside([wish], [(0, 0, 200, 100)], (0, 0, 200, 100)) == [None]
    assert places.beside([wish], [], (0, 0, 30, 100)) == [None]
    assert places.beside([], [], (0, 0, 30, 100)) == []


def test_a_crowd_gets_lines_to_its_labels() -> None:
    crowd = [places.Wish((100 + x, 100 + y), (70, 16)) for x in (0, 9, 18) for y in (0, 9, 18)]
    found = places.beside(crowd, [], (0, 0, 300, 300))
    assert all(found)
    assert any(place.leader for place in found if place)


@pytest.mark.parametrize("module", [lines, places, svg, ticks])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
