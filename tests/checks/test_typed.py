"""Numbers typed by hand: planted in every place that text can live, in both languages."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bookgen import pipeline
from bookgen.checks import Report, Subject
from bookgen.checks.typed import digits, places, spelled, typed
from bookgen.checks.typed.marks import seen
from bookgen.checks.typed.names import Names
from bookgen.checks.typed.values import holder
from bookgen.errors import BookError
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered

LANGUAGES = ("zh", "en")

# The kinds of plant: values of the book in other spellings, and values that nobody has.
NUMBERS = {
    "zh": (
        "989 TFLOPS",
        "3350 GB/s",
        "3.35TB/s",
        "3.35e12",
        "3000 年",
        "7 倍",
        "40%",
        "5 万张",
        "½",
    ),
    "en": ("989 TFLOPS", "3350 GB/s", "3.35 TB/s", "3.35e12", "3,000 years", "7x", "40%", "$2.99"),
}
TEX = (r"3.35\times10^{12}", "989.4", r"80\,\text{GB}", r"10^{25}")
WORDS = {
    "zh": (
        "三千",
        "一万",
        "两倍",
        "一半",
        "翻倍",
        "几十万",
        "三分之一",
        "百分之四十",
        "翻了一番",
        "几倍",
        "成倍",
    ),
    "en": (
        "twice",
        "half",
        "a thousand",
        "ten times",
        "dozens",
        "two thirds",
        "twenty-five",
        "several times",
        "manyfold",
    ),
}

# Where it is planted on a page; @ is the plant.
ON_PAGES = {
    "paragraph": ("one-gpu", "It is @ so."),
    "heading": ("one-gpu", "## It is @ {#it}"),
    "list item": ("one-gpu", "- it is @"),
    "quotation": ("one-gpu", "> it is @"),
    "table": ("one-gpu", "| a | b |\n|---|---:|\n| c | @ |"),
    "formula": ("one-gpu", "with $B = @$ so"),
    "displayed formula": ("one-gpu", "$$\nB = @\n$$"),
    "title of a box": ("one-gpu", '!!! basis "It is @"\n    No.'),
    "text of a box": ("one-gpu", '!!! basis "It is"\n    It is @.'),
    "title of a folded box": ("one-gpu", '??? think "It is @"\n    No.'),
    "footnote": ("one-gpu", "So it is.[^it]\n\n[^it]: It is @."),
    "link": ("one-gpu", "[it is @](compute.md)"),
    "alternative text of an image": ("one-gpu", "![it is @](it.png)"),
    "title of an element": ("one-gpu", '<abbr title="it is @">it</abbr>'),
    "raw HTML": ("one-gpu", "<p>it is <b>@</b></p>"),
    "caption": ("compute", "<figcaption>It is @.</figcaption>"),
    "cell of a reference table": ("accelerators", "<td>@</td>"),
    "introduction of a reference page": ("runs", "It is @."),
    "rule of export control": ("compute", "    | 2026‑01‑13 | it is @ | it |"),
    "meaning of a term": ("glossary", "<dd>it is @</dd>"),
    "remark on a claim": ("claims", "It is @."),
}
# Where it is planted in a file: what stands there in each language, and what comes to stand there.
IN_FILES = {
    "means of a number": (
        "content/one-gpu/numbers.yml",
        ("{zh: 假定的算力利用率,", "{zh: 假定的算力利用率 @,"),
        ("en: assumed utilisation of the peak}", "en: assumed utilisation of the peak @}"),
    ),
    "reason of a number": (
        "content/one-gpu/numbers.yml",
        ("reason: {zh: 示例，比实际的多,", "reason: {zh: 示例，比实际的多 @,"),
        ("more than in the run", "more @ than in the run"),
    ),
    "label": ("figures/roofline.yml", ("zh: 拐点,", "zh: 拐点 @,"), ("en: ridge}", "en: ridge @}")),
    "label of a family": (
        "figures/roofline.yml",
        ('ridge: {zh: "{{', 'ridge: {zh: "@ {{'),
        ('unit=False) }}", en: "{{ n.ridge |', 'unit=False) }}", en: "@ {{ n.ridge |'),
    ),
    "alternative text": (
        "figures/roofline.yml",
        ("对数坐标图，", "@ 对数坐标图，"),
        ("A chart with two", "@ A chart with two"),
    ),
    "title of the book": (
        "content/book.yml",
        ("title: {zh: 算力账本,", "title: {zh: 算力账本 @,"),
        ("en: The Compute Ledger}", 'en: "The Compute Ledger @"}'),
    ),
    "subtitle": (
        "content/book.yml",
        ("{zh: 每个数字都能自证,", "{zh: 每个数字都能自证 @,"),
        ("en: AI infrastructure where", "en: AI infrastructure @ where"),
    ),
    "title of a page": (
        "content/book.yml",
        ("{zh: 为什么一张", "{zh: 为什么 @ 一张"),
        ("en: Why one", "en: Why @ one"),
    ),
    "navigation": (
        "mkdocs.yml",
        ("site_name: bookgen", 'nav: [{"一章 @": one-gpu.md}]'),
        ("site_name: bookgen", 'nav: [{"A chapter @": one-gpu.md}]'),
    ),
    "README": (
        "README.md",
        ("[中文说明]", "它是 @。[中文说明]"),
        ("A book about", "@ A book about"),
    ),
}
ELSEWHERE = {"front matter", "value drawn", "event drawn"}  # tested one by one below


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the check reads besides the rendered pages."""
    root, folder = Path(__file__).parents[2], tmp_path_factory.mktemp("light")
    for name in ("content", "data", "figures"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "README.md", "README.zh.md"):
        shutil.copy(root / name, folder / name)
    return folder


@pytest.fixture
def subject(light: Path, loaded: Loaded, rendered: Rendered) -> Subject:
    return Subject(light, loaded.book, loaded.graph, rendered)


def only(subject: Subject, page: str, language: str, before: str = "", after: str = "") -> Subject:
    """The subject with one page alone, and with more text at its start and its end."""
    key = language, page
    rendered = subject.rendered
    chosen = rendered.chosen.get(key, rendered.pages[key])
    text = f"{before}{chosen}\n\n{after}\n"
    return replace(subject, rendered=replace(rendered, pages={key: text}, chosen={key: text}))


@contextmanager
def edited(file: Path, old: str, fresh: str) -> Iterator[int]:
    """A file with other text in it for a while; yields the line on which that starts."""
    source = file.read_text(encoding="utf-8")
    assert old in source
    file.write_text(source.replace(old, fresh, 1), encoding="utf-8")
    try:
        yield source.count("\n", 0, source.index(old)) + 1
    finally:
        file.write_text(source, encoding="utf-8")


def new(before: Subject, after: Subject) -> tuple[list[str], list[str]]:
    """The faults and the warnings that a plant brings."""
    old, more = typed(before), typed(after)
    faults, warnings = set(map(str, old.faults)), set(map(str, old.warnings))
    return (
        [str(fault) for fault in more.faults if str(fault) not in faults],
        [str(warning) for warning in more.warnings if str(warning) not in warnings],
    )


def missed(plants: tuple[str, ...], told: list[str]) -> list[str]:
    """The plants that nothing was told of, as they were typed."""
    return [one for one in plants if not any(f"'{one}' is " in text for text in told)]


def test_the_plants_stand_in_every_place_that_is_covered() -> None:
    assert sorted([*ON_PAGES, *IN_FILES, *ELSEWHERE]) == sorted(places.COVERED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", ON_PAGES)
def test_every_kind_is_found_in_every_place_of_a_page(
    subject: Subject, place: str, language: str
) -> None:
    page, form = ON_PAGES[place]
    kinds, words = NUMBERS[language], WORDS[language]
    if "formula" in place:
        kinds, words = TEX, ()
    text = "\n\n".join(form.replace("@", one) for one in (*kinds, *words))
    faults, warnings = new(only(subject, page, language), only(subject, page, language, after=text))
    assert missed(kinds, faults) == []
    assert missed(words, warnings) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", IN_FILES)
def test_every_kind_is_found_in_every_place_of_a_file_on_its_line(
    subject: Subject, place: str, language: str
) -> None:
    name, *pairs = IN_FILES[place]
    old, form = pairs[LANGUAGES.index(language)]
    file = subject.root / name
    no_pages = replace(subject, rendered=Rendered())
    before = {str(fault) for fault in typed(no_pages).faults}
    for one in (one for one in NUMBERS[language] if "," not in one):  # a comma has its use in YAML
        with edited(file, old, form.replace("@", one)) as line:
            told = [str(fault) for fault in typed(no_pages).faults if str(fault) not in before]
        assert missed((one,), told) == []
        places = (line, line - 1)  # a folded text stands where it is opened
        assert any(text.startswith(f"{file.as_posix()}:{n}: ") for text in told for n in places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_front_matter_is_text_where_a_reader_may_see_it(subject: Subject, language: str) -> None:
    plants = NUMBERS[language]
    head = f"---\nsearch: {{boost: 0.5}}\ndescription: it is {', '.join(plants)}\n---\n"
    before, after = (only(subject, "one-gpu", language, before=text) for text in ("", head))
    faults, _ = new(before, after)
    assert missed(plants, faults) == []
    assert len(faults) == len(plants)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_that_is_drawn_is_text(subject: Subject, language: str) -> None:
    catalog = subject.graph.catalog
    events = catalog.history.events
    event = events["a100"].event.model_copy(update={language: "it is 989 TFLOPS"})
    drawn = events["a100"].model_copy(update={"event": event})
    history = catalog.history.model_copy(update={"events": {**events, "a100": drawn}})
    graph = replace(subject.graph, catalog=replace(catalog, history=history))
    before = replace(subject, rendered=Rendered())
    faults, _ = new(before, replace(before, graph=graph))
    assert missed(("989 TFLOPS",), faults) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_typed_where_it_is_drawn_is_found(subject: Subject, language: str) -> None:
    """Text typed there is refused by the drawing itself (test_plot)."""
    file = subject.root / "figures" / "roofline.py"
    no_pages = replace(subject, rendered=Rendered())
    before = {str(fault) for fault in typed(no_pages).faults}
    head = "from dataclasses import dataclass\n"
    with edited(file, head, f'X = drawing.write(989.4, "TFLOP/s")\n{head}') as line:
        told = [str(fault) for fault in typed(no_pages).faults if str(fault) not in before]
    assert missed(("989.4 TFLOP/s",), told) == []
    assert f"roofline.py:{line}: " in told[0]


LEFT = {
    "code": ("one-gpu", "`989 TFLOPS`\n\n```\n989 TFLOPS\n```\n\n<code>989 TFLOPS</code>"),
    "address": (
        "one-gpu",
        "[it](https://example.org/989) <https://example.org/989> [it](x.md#n-9)",
    ),
    "comment": ("one-gpu", "<!-- 989 TFLOPS -->"),
    "what another text claims": ("claims", "### “It is 989 TFLOPS” {#it .claimed}"),
    "what a formula assumes": ("calculators", '<dl class="calc">\n<dd>$k = 989$</dd>\n</dl>'),
    "hover text of a reference table": ("accelerators", '<td title="range 989 TFLOPS">—</td>'),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", LEFT)
def test_what_is_left_out_is_left_out(subject: Subject, place: str, language: str) -> None:
    page, text = LEFT[place]
    before = only(subject, page, language)
    assert new(before, only(subject, page, language, after=text)) == ([], [])


def test_the_places_left_out_are_the_ones_that_are_declared() -> None:
    assert sorted([*LEFT, "title of a source"]) == sorted(places.LEFT_OUT)


@pytest.fixture(scope="module")
def names(loaded: Loaded) -> Names:
    return Names(loaded.graph.catalog, ["Llama 3"])


def found(text: str, names: Names) -> list[str]:
    """The numbers in a line of text."""
    bare = digits.without_structure(seen(text))
    return [match[0].strip() for line in bare.split("\n") for match in digits.numbers(line, names)]


@pytest.mark.parametrize(
    "text",
    [
        "GPT-3, an H100, the GTX 580s, FP8 and BF16, Llama 3.1 405B, Llama 3, DeepSeek-V3, HBM3E",
        "NVLink 4, TSMC's 4NP, arXiv:2407.21783, PaLM 540B, RTX PRO 5500, Xeon Platinum 8592+",
        "In 2012 AlexNet won; since 2017; on 18 March 2024, in May 2026 (2023), 2026-11-30, 300 BC",
        "from 2012 to 2024, 2012–2024, between 2017 and 2020, the 2010s, <time>2024</time>",
        "2012 年，2024 年 3 月，2024 年 3 月 18 日，公元前 1046 年，（2017）",
        "Table 2, figure 3.1, section 8.3, Table D.1, stage 2, the 2nd, 第 3 章，图 2，表 4，0.2.0",
        "1. first\n2. second\n    3. third",
        "4-bit and 16-bit numbers, 16 bits, 4 比特，16 位",
        r"$6ND$ is a name, $(n-1)/n$, $x_1 + N^{2}$",
        "$$\n\\frac{p-1}{m+p-1}\n$$",
    ],
)
def test_names_dates_ordinals_and_indices_are_no_numbers(text: str, names: Names) -> None:
    assert found(text, names) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("H100 显存80GB，带宽 3.35TB/s", ["80GB", "3.35TB/s"]),
        ("the H100's 989 TFLOPS in 2024", ["989 TFLOPS"]),
        ("in 2000 steps, 约 2000 年，长达 2000 年", ["2000", "2000 年", "2000 年"]),
        ("1979 TFLOPS, 2048 tokens, 2,048 tokens", ["1979 TFLOPS", "2048 tokens", "2,048 tokens"]),
        ("USD500, $2.99, 5 亿美元, 2 亿", ["500", "$2.99", "5 亿美元", "2 亿"]),
        ("3.35×10¹² B/s, 3.35 x 10^12, 2³⁰ bytes", ["3.35×10¹² B/s", "3.35 x 10^12", "2³⁰ bytes"]),
        (r"$c = 2N = 810$", ["2", "810"]),
        (r"$7ND$, $2(n-1)/n$, $\sqrt{2\delta M}$, $12 L d s^2$", ["7", "2", "2", "12"]),
        (r"$B = 5 GB$, $T = 16\times 3$", ["5 GB", r"16", "3"]),
        ("Blackwell 2 and Gaudi 3 and 7", ["2", "7"]),
    ],
)
def test_what_stands_beside_them_is(text: str, numbers: list[str], names: Names) -> None:
    assert found(text, names) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "two sentences, one of three ways, the first, once, a second, doubles every ten\ufffc",
        "one doubling",
        "how many times, as many times, many a time",
    ],
)
def test_small_counts_are_language(text: str) -> None:
    told = [match[0] for match in spelled.words(text, "en")]
    assert told in ([], ["ten"])


def test_chinese_idioms_and_small_counts_are_language() -> None:
    text = "一个、两种、三张，一般说来，万一，十分快，十进制，百分之\ufffc，完成，"
    text += "翻倍时间，\ufffc翻一番"
    assert [match[0] for match in spelled.words(text, "zh")] == []


@pytest.mark.parametrize(
    "text",
    ["3.35TB/s", "3350 GB/s", "3.35e12", r"3.35\times10^{12}", "3.35×10¹² B/s", "3.35 x 10^12 B/s"],
)
def test_other_spellings_of_a_value_name_their_number(text: str, loaded: Loaded) -> None:
    number = holder(text, loaded.graph, "one-gpu")
    assert number is not None
    assert number.id == "one-gpu.h100_bandwidth"


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("989 TFLOPS", "one-gpu.h100_bf16"),
        ("80 GB", "one-gpu.h100_memory"),
        ("405 billion", "one-gpu.llama_params"),
        ("4050 亿", "one-gpu.llama_params"),
        ("16,384 张", "one-gpu.n_gpus"),
        ("30.84 million GPU-hours", "one-gpu.llama_hours_reported"),
        ("7", None),
        ("123,457", None),
    ],
)
def test_the_number_that_holds_a_value(text: str, id: str | None, loaded: Loaded) -> None:
    number = holder(text, loaded.graph, "one-gpu")
    assert (number and number.id) == id


def examine(root: Path) -> Report:
    """What the check says of a copy of the book."""
    loaded = pipeline.load(root)
    return typed(Subject(root, loaded.book, loaded.graph, pipeline.compose(loaded)))


def test_a_fault_names_the_line_and_how_to_print_the_number(
    copy: Path, edit: Callable[..., Path]
) -> None:
    text = "No run reaches the peak."
    page = edit("content/one-gpu/en.md.j2", text, f"{text} It is {{{{ '989' }}}} TFLOPS or 80 GB.")
    data = edit("data/glossary.yml", "专做小块矩阵乘加的单元", "专做小块矩阵乘加的单元，共 528 个")
    edit("content/one-gpu/numbers.yml", "zh: 取整；", "zh: 取整，16384 张；")
    faults = {str(fault).split(": ", 1)[1]: fault for fault in examine(copy).faults}
    assert len(faults) == 4
    told = next(text for text in faults if text.startswith("'80 GB'"))
    assert "print it as {{ n.h100_memory | plain }}" in told
    assert faults[told].file == page
    assert "It is {{ '989' }}" in page.read_text("utf-8").splitlines()[faults[told].line - 1]  # type: ignore[operator]
    term = next(fault for text, fault in faults.items() if text.startswith("'528'"))
    assert term.file == data
    assert "it is one-gpu.n_gpus" in next(text for text in faults if text.startswith("'16384 张'"))


def test_words_under_a_condition_are_not_warned_about(
    copy: Path, edit: Callable[..., Path]
) -> None:
    text = "No run reaches the peak."
    guard = "{{ n.bandwidth_ratio | holds('5 to 10', 'ten times') }}"
    page = edit("content/one-gpu/en.md.j2", text, f"Not {guard}, ten times, nor {guard}.")
    report = examine(copy)
    assert report.faults == []
    (warning,) = report.warnings
    assert (warning.file, "'ten times'" in str(warning)) == (page, True)


@pytest.mark.parametrize(
    "mark",
    [
        '<data class="num" value="9">9</data>',
        r"$\num{a}{9}{}{9}$",
        "# A {#a .claimed}",
        "<svg><text>9</text></svg>",
    ],
)
def test_a_mark_typed_by_hand_is_a_fault(subject: Subject, mark: str) -> None:
    file = subject.root / "content" / "one-gpu" / "en.md.j2"
    with edited(file, "No run reaches the peak.", mark) as line:
        (fault,) = typed(subject).faults
    assert (fault.file, fault.line) == (file, line)
    assert "marks and drawings that the book makes by itself" in str(fault)


@pytest.mark.parametrize(
    ("old", "fresh", "told"),
    [
        ("    reason: what an order of magnitude is\n", "", "an exception needs its ground"),
        ("    reason: what doubling means\n", '    reason: ""\n', "the value is empty"),
        ("reason: what doubling means\n", "while: 1 to 2\n    reason: so\n", "about no number"),
        ("names:  #", "exempt: []\nnames:  #", "unknown key 'exempt'"),
    ],
)
def test_an_exception_without_its_ground_is_refused(
    subject: Subject, old: str, fresh: str, told: str
) -> None:
    file = subject.root / "content" / "typed.yml"
    with edited(file, old, fresh), pytest.raises(BookError, match=told) as bad:
        typed(subject)
    assert bad.value.file == file


@pytest.mark.parametrize(
    ("old", "fresh", "told"),
    [
        ("[涨到两倍,", "[涨到三倍, 涨到两倍,", "'涨到三倍' excuses nothing in data/glossary.yml"),
        ("[几百万个像素, millions of pixels]", "[像素]", "'millions' is a number in words"),
        ("while: 37 % to", "while: 37 %, not", "'37 %, not 43 %' is not a range"),
        ("while: 37 % to", "while: 41 % to", "no longer holds: one-gpu.mfu_assumed is 40"),
        ("number: compute.hundred", "number: compute.fleet", "is not what it stands for"),
        ("number: compute.fleet", "number: compute.flet", "did you mean"),
        ("  - {name: Llama 3,", "  - {name: Llama 9,", "'3' is typed by hand"),
    ],
)
def test_an_exception_that_is_stale_or_false_is_told(
    subject: Subject, old: str, fresh: str, told: str
) -> None:
    with edited(subject.root / "content" / "typed.yml", old, fresh):
        report = typed(subject)
    assert any(told in str(one) for one in [*report.faults, *report.warnings])


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("formula", ["$C = 7ND$", "$$\nC = 7ND\n$$", r"$\sqrt{3\delta M}$"])
def test_a_wrong_coefficient_in_a_formula_of_symbols_is_told(
    subject: Subject, language: str, formula: str
) -> None:
    before = only(subject, "one-gpu", language)
    faults, warnings = new(before, only(subject, "one-gpu", language, after=f"So {formula} here."))
    digit = re.search(r"\d", formula)[0]
    assert warnings == []
    assert [fault for fault in faults if f"'{digit}' is typed by hand" in fault]
