"""Verdicts on what other texts print: from the numbers alone, worst first, faults with a place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen import catalog, claims, pipeline, reference, schema, units, yamlfile
from bookgen.book import Book
from bookgen.catalog import Catalog
from bookgen.errors import BookError
from bookgen.evaluation import Number
from bookgen.numbers import Graph

HEAD = """\
name: Made up
source: tutorials
kind: press
verified: 2026-11-30
claim: {zh: 有人这样说。, en: Somebody says so.}
where: {zh: 教程, en: a tutorial}
"""
BOOK = Book.model_validate(
    {
        "title": {"zh": "书", "en": "Book"},
        "subtitle": {"zh": "书", "en": "Book"},
        "pages": {
            "checked": {"title": {"zh": "核对", "en": "Checked"}, "kind": "claims"},
            "proofs": {"title": {"zh": "推导", "en": "Derivations"}, "kind": "derivations"},
        },
    }
)


def number(id: str, value: str, unit: str = "", **more: object) -> Number:
    return replace(
        Number(
            id=id,
            si=units.parse(value, unit).si,
            unit=unit,
            basis={},
            kind="paper",
            means=schema.Bilingual(zh="某数", en="some number"),
            file=Path("numbers.yml"),
            line=1,
        ),
        **more,  # type: ignore[arg-type]
    )


NUMBERS = (
    number("c.days", "11648 GPU-day", "GPU-day"),
    number("c.hours", "279552 GPU-h", "GPU-h"),
    number("c.bytes", "6.48 TB", "TB"),
    number("c.share", "64 %"),
    number("c.cost", "78.4e6 USD", "USD", low=39e6, high=157e6),
    number("c.sixteen", "16"),
    number("c.square", "256"),
    number("c.root", "4"),
    number("c.same", "1"),
    number("c.dense", "16", basis={"sparsity": "dense"}),
)


def judge(folder: Path, texts: Mapping[str, str], *numbers: Number) -> dict[str, claims.Verdict]:
    """The verdicts on claims written as files, held against made-up numbers."""
    found: dict[str, schema.Entity] = {}
    for id, text in texts.items():
        file = folder / "claims" / f"{id}.yml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(HEAD + text, encoding="utf-8")
        found[id] = catalog.validate(schema.Claim, yamlfile.load(file))
    known = {item.id: item for item in (*NUMBERS, *numbers)}
    return claims.judge(folder, Graph(Catalog(entities={"claims": found}), known))


def one(folder: Path, text: str, *numbers: Number) -> claims.Verdict:
    return judge(folder, {"made-up": text}, *numbers)["made-up"]


@pytest.mark.parametrize(
    ("text", "kind", "factor"),
    [
        ("number: c.days\nsays: 3200 GPU-day", "off", 3.64),
        ("number: c.days\nsays: 3000 GPU-day\nmost: 3200 GPU-day", "off", 3.64),
        ("number: c.days\nsays: 20000 GPU-day\nmost: 40000 GPU-day", "off", 1.717),
        ("number: c.days\nsays: 11648 GPU-day", "agrees", 1),
        ("number: c.days\nsays: 11649 GPU-day", "rounding", 1.0001),
        ("number: c.days\nsays: 1.20e4 GPU-day", "rounding", 1.030),
        ("number: c.days\nsays: 1.16e4 GPU-day", "agrees", 1.004),  # 11,550 to 11,650
        ("number: c.days\nsays: 11000 GPU-day\nmost: 12000 GPU-day", "agrees", 1),
        ("number: c.days\nsays: 279552 GPU-h", "agrees", 1),  # the same in another unit
        ("number: c.hours\nsays: 3200 GPU-day", "off", 3.64),
        ("number: c.bytes\nsays: 6.5 TB", "agrees", 1.003),  # 6.45 to 6.55
        ("number: c.bytes\nsays: 6.53 TB", "rounding", 1.008),
        ("number: c.bytes\nsays: 6 TB", "agrees", 1.08),  # 5.5 to 6.5
        ("number: c.bytes\nsays: 6.0 TB", "off", 1.08),
        ("number: c.share\nsays: 58.7 %", "off", 1.09),
        ("number: c.share\nsays: 0.64", "agrees", 1),
        ("number: c.cost\nsays: 200e6 USD\nmost: 500e6 USD", "off", 2.551),
        ("number: c.cost\nsays: 100e6 USD\nmost: 500e6 USD", "agrees", 1.276),  # inside the range
    ],
)
def test_a_claimed_value(tmp_path: Path, text: str, kind: str, factor: float) -> None:
    verdict = one(tmp_path, text)
    assert verdict.kind == kind
    assert verdict.factor == pytest.approx(factor, rel=1e-3)


def test_which_way_it_is_off(tmp_path: Path) -> None:
    low = one(tmp_path, "number: c.share\nsays: 32 %")
    high = one(tmp_path, "number: c.share\nsays: 80 %")
    assert (low.too_low, high.too_low) == (True, False)
    assert low.excess == pytest.approx(-0.5)
    assert high.excess == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("number_", "growth", "kind", "actual", "factor"),
    [
        ("c.sixteen", "exponential", "wrong kind", "linear", float("inf")),
        ("c.square", "exponential", "wrong kind", "quadratic", float("inf")),
        ("c.sixteen", "linear", "agrees", "linear", 1),
        ("c.sixteen", "quadratic", "wrong kind", "linear", 16),
        ("c.square", "linear", "wrong kind", "quadratic", 16),
        ("c.square", "quadratic", "agrees", "quadratic", 1),
        ("c.same", "linear", "wrong kind", "constant", 16),
        ("c.same", "constant", "agrees", "constant", 1),
        ("c.root", "linear", "wrong kind", "", 4),
    ],
)
def test_a_claimed_growth(
    tmp_path: Path, number_: str, growth: str, kind: str, actual: str, factor: float
) -> None:
    verdict = one(tmp_path, f'number: {number_}\ngrowth: {growth}\nfactor: "16"')
    assert verdict.growth is not None
    assert (verdict.kind, verdict.growth.actual) == (kind, actual)
    assert verdict.factor == pytest.approx(factor)


def test_the_factor_of_the_input_may_be_a_number(tmp_path: Path) -> None:
    verdict = one(tmp_path, "number: c.square\ngrowth: quadratic\nfactor: c.sixteen")
    assert verdict.kind == "agrees"
    assert verdict.growth is not None
    assert verdict.growth.input_factor == 16


FAULTS = [
    ("number: c.dys\nsays: 1 GPU-day", 7, r"'c.dys' is not a number; .*did you mean c.days"),
    ("number: h100-sxm.power\nsays: 1 W", 7, r"is not a number; expected chapter.name, declared"),
    (
        "number: c.days\nsays: 3200 GPU",
        8,
        r"'3200 GPU' is .*expected a value in units like GPU-day",
    ),
    ("number: c.days\nsays: 3200", 8, r"'3200' has no unit"),
    ("number: c.days\nsays: 3,200 GPU-day", 8, r"without separators"),
    ("number: c.days\nsays: 2 GPU-day\nmost: 1 GPU-day", 9, r"'1 GPU-day' is less than"),
    ("number: c.days\nsays: 2 GPU-day\nmost: 3 GB", 9, r"'3 GB' is data in bytes"),
    ("number: c.days\nsays: 0 GPU-day", 8, r"'0 GPU-day' is not above zero"),
    ('number: c.days\ngrowth: linear\nfactor: "2"', 7, r"expected a ratio, without a unit"),
    ('number: c.sixteen\ngrowth: linear\nfactor: "1"', 9, r"'1' is no growth"),
    ("number: c.sixteen\ngrowth: linear\nfactor: c.sixten", 9, r"did you mean c.sixteen"),
    ("number: c.sixteen\ngrowth: linear\nfactor: c.days", 9, r"c.days is .*without a unit"),
    ("number: c.sixteen\ngrowth: linear\nfactor: c.dense", 9, r"c.dense is dense and c.sixteen"),
    ('number: c.root\ngrowth: exponential\nfactor: "16"', 9, r"power 0.5 .*does not tell"),
]


@pytest.mark.parametrize(("text", "line", "error"), FAULTS)
def test_a_claim_that_cannot_be_held_against_its_number(
    tmp_path: Path, text: str, line: int, error: str
) -> None:
    with pytest.raises(BookError) as caught:
        one(tmp_path, text)
    (told,) = caught.value.lines()
    assert f"claims/made-up.yml:{line}: " in told
    assert re.search(error, told), told


def test_a_number_that_is_not_positive_has_no_factor(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"made-up.yml:7: c.loss is -1"):
        one(tmp_path, "number: c.loss\nsays: 1", replace(number("c.loss", "1"), si=-1.0))


def test_every_fault_is_told(tmp_path: Path) -> None:
    with pytest.raises(BookError) as caught:
        judge(tmp_path, {"a": "number: c.dys\nsays: 1", "b": "number: c.bytes\nsays: 1 W"})
    assert len(caught.value.lines()) == 2


def test_worst_first(tmp_path: Path) -> None:
    texts = {
        "a-right": "number: c.bytes\nsays: 6.48 TB",
        "b-near": "number: c.days\nsays: 11600 GPU-day",
        "c-far": "number: c.days\nsays: 3200 GPU-day",
        "d-farther": "number: c.days\nsays: 100 GPU-day",
        "e-growth": 'number: c.sixteen\ngrowth: exponential\nfactor: "16"',
    }
    order = ["e-growth", "d-farther", "c-far", "b-near", "a-right"]
    assert list(judge(tmp_path, texts)) == order


def test_the_verdict_follows_the_number(tmp_path: Path) -> None:
    text = "number: c.days\nsays: 3200 GPU-day"
    assert one(tmp_path, text).kind == "off"
    assert one(tmp_path, text, number("c.days", "3200 GPU-day", "GPU-day")).kind == "agrees"


@given(st.floats(1e-6, 1e12), st.floats(1e-6, 1e12))
def test_a_factor_is_never_below_one(
    tmp_path_factory: pytest.TempPathFactory, claimed: float, computed: float
) -> None:
    folder = tmp_path_factory.mktemp("claims")
    text = f"number: c.any\nsays: {claimed:e} GB".replace("e+", "e")
    verdict = one(folder, text, number("c.any", f"{computed:e} GB".replace("e+", "e"), "GB"))
    assert verdict.factor >= 1
    near = verdict.factor <= claims.NEAR
    assert verdict.kind in (("rounding", "agrees") if near else ("off", "agrees"))


def page(folder: Path, language: str, **texts: str) -> str:
    judge(folder, {id.replace("_", "-"): text for id, text in texts.items()})
    found = {
        file.stem: catalog.validate(schema.Claim, yamlfile.load(file))
        for file in sorted((folder / "claims").iterdir())
    }
    graph = Graph(Catalog(entities={"claims": dict(found)}), {item.id: item for item in NUMBERS})
    return reference.page("checked", BOOK, graph, folder, language)[0]


class TestPage:
    def test_an_entry_tells_both_numbers_the_factor_and_the_verdict(self, tmp_path: Path) -> None:
        text = page(tmp_path, "en", days="number: c.days\nsays: 3200 GPU-day")
        assert "### “Somebody says so” {#days .claimed}" in text
        assert "a tutorial" in text
        assert 'value="3200" data-unit="GPU-day">3,200\N{NO-BREAK SPACE}GPU-days<' in text
        assert 'data-num="c.days" value="11648.0" data-unit="GPU-day"' in text
        assert 'href="derivations.html#c.days">11,600\N{NO-BREAK SPACE}GPU-days</a>' in text
        assert re.search(r'too low by a factor of <data value="3\.64\d*">3\.6</data>', text)

    def test_the_same_in_chinese(self, tmp_path: Path) -> None:
        text = page(tmp_path, "zh", days="number: c.days\nsays: 3200 GPU-day")
        assert "### “有人这样说” {#days .claimed}" in text
        assert re.search(r'偏低，差 <data value="3\.64\d*">3\.6</data> 倍', text)
        assert "出自" in text

    def test_the_book_answers_in_the_unit_of_the_claim(self, tmp_path: Path) -> None:
        text = page(tmp_path, "en", days="number: c.days\nsays: 100000 GPU-h")
        assert 'data-num="c.days" value="11648.0" data-unit="GPU-day"' in text
        assert re.search(r">280[^<]*GPU-hours</a>", text)

    def test_growth_in_words(self, tmp_path: Path) -> None:
        claim = 'number: c.sixteen\ngrowth: exponential\nfactor: "16"'
        assert "linear growth, not exponential growth" in page(tmp_path, "en", kv=claim)
        assert "线性增长，不是指数增长" in page(tmp_path, "zh", kv=claim)

    def test_groups_are_in_order_and_only_those_that_are_needed(self, tmp_path: Path) -> None:
        text = page(
            tmp_path,
            "en",
            right="number: c.bytes\nsays: 6.5 TB",
            far="number: c.days\nsays: 3200 GPU-day",
        )
        assert re.findall(r"\{#(verdict-\S+)\}", text) == ["verdict-off", "verdict-agrees"]

    def test_markup_in_a_claim_is_text(self, tmp_path: Path) -> None:
        claim = "number: c.bytes\nsays: 6.5 TB\nremark: {zh: a*b* $5 <b>, en: a*b* $5 <b>}"
        assert "a&#42;b&#42; &#36;5 &lt;b&gt;" in page(tmp_path, "en", x=claim)


CLAIM = """
source: llama-3-paper
kind: press
verified: 2026-11-30
name: H100
claim: {zh: H100 有 160 GB 显存, en: An H100 has 160 GB.}
where: {zh: 教程, en: a tutorial}
number: one-gpu.h100_memory
says: 160 GB
"""


@pytest.fixture
def claimed(copy: Path) -> Path:
    """A copy of the book with one claim and a page for it."""
    folder = copy / "data" / "claims"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    (folder / "h100-memory.yml").write_text(CLAIM, encoding="utf-8")
    book = copy / "content" / "book.yml"
    text = book.read_text(encoding="utf-8")
    if "kind: claims" not in text:
        text += "  claims:\n    title: {zh: 核对, en: Checked}\n    kind: claims\n"
        book.write_text(text, encoding="utf-8")
    for language in ("zh", "en"):
        for file in copy.glob(f"content/*/{language}.md.j2"):
            source = file.read_text(encoding="utf-8")
            file.write_text(re.sub(r"\{\{\s*claim\(.*?\}\}", "", source), encoding="utf-8")
    return copy


def say(root: Path, language: str, text: str) -> None:
    file = root / "content" / "one-gpu" / f"{language}.md.j2"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


class TestInTheText:
    def test_a_chapter_links_the_verdict(self, claimed: Path) -> None:
        for language in ("zh", "en"):
            say(claimed, language, "\n{{ claim('h100-memory') }}\n")
        pages = pipeline.compose(pipeline.load(claimed)).pages
        assert re.search(
            r'\[too high by a factor of <data value="2.0">2</data>\]\(claims.md#h100-memory\)',
            pages["en", "one-gpu"],
        )
        assert "[偏高，差 <data" in pages["zh", "one-gpu"]
        assert "{#h100-memory .claimed}" in pages["zh", "claims"]

    def test_in_one_language_only(self, claimed: Path) -> None:
        say(claimed, "en", "\n{{ claim('h100-memory') }}\n")
        with pytest.raises(BookError, match=r"en.md.j2:\d+: claim 'h100-memory' is in en only"):
            pipeline.compose(pipeline.load(claimed))

    def test_an_unknown_claim(self, claimed: Path) -> None:
        for language in ("zh", "en"):
            say(claimed, language, "\n{{ claim('h100-memry') }}\n")
        with pytest.raises(BookError) as caught:
            pipeline.compose(pipeline.load(claimed))
        for line in caught.value.lines():
            assert re.search(r"j2:\d+: claim 'h100-memry' does not exist.*h100-memory", line)

    def test_without_a_page_for_them(self, claimed: Path) -> None:
        book = claimed / "content" / "book.yml"
        text = book.read_text(encoding="utf-8").replace("kind: claims", "kind: models")
        book.write_text(text, encoding="utf-8")
        for language in ("zh", "en"):
            say(claimed, language, "\n{{ claim('h100-memory') }}\n")
        with pytest.raises(BookError, match="no page of kind 'claims'"):
            pipeline.compose(pipeline.load(claimed))

    def test_a_claim_against_nothing_stops_the_build(self, claimed: Path) -> None:
        file = claimed / "data" / "claims" / "h100-memory.yml"
        file.write_text(CLAIM.replace("h100_memory", "h100_memry"), encoding="utf-8")
        with pytest.raises(BookError, match=r"h100-memory.yml:8: 'one-gpu.h100_memry' is not"):
            pipeline.compose(pipeline.load(claimed))
