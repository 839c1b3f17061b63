"""The page of claims: what other texts print, what the book computes, and how far off it is."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from math import isfinite

from bookgen import proof, units
from bookgen.book import Book
from bookgen.claims import NEAR, WORST_FIRST, Verdict, judge
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.language import Style, span, to, write
from bookgen.page import Page, Use, Written
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Shelf
from bookgen.reference.table import Cell, Origin, Row, Table, digits
from bookgen.reference.words import plain, say
from bookgen.units import Magnitude

_INTRO = {
    "zh": "这些数字在别处流传，书里一条条核对：原来怎么说，出自哪类文字，本书算出多少。"
    "结论由两边的数比出来，不是谁写上去的。说法自身的取整，或本书"
    "数据写明的范围，容得下两边的差，就算对得上；差得不到 {near}，算取整。数据一改，"
    "结论也跟着改。共 {all} 条。",
    "en": "These figures are printed elsewhere, and the book checks them one by one: what is "
    "claimed, in what kind of text, and what the book computes. Nobody writes the verdict: it "
    "follows from the two numbers. A claim agrees where its own rounding, or the range "
    "that the data state, allows the difference, and is right but for rounding where it is less "
    "than {near} off. When the data change, so does the verdict. There are {all} claims.",
}
_GROUPS = {
    "wrong kind": {"zh": "增长的方式说错了", "en": "The wrong kind of growth"},
    "off": {"zh": "对不上", "en": "Off by more than rounding"},
    "rounding": {"zh": "只差在取整", "en": "Right but for rounding"},
    "agrees": {"zh": "对得上", "en": "Right"},
}


_LEDGER = ("where", "claimed", "book", "verdict")
_COLUMNS = (
    *(Column("claim"), Column("where"), Column("claimed"), Column("most", hidden=True)),
    *(Column("unit", hidden=True), Column("book"), Column("verdict")),
    *(Column("factor", hidden=True), Column("remark")),
)


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    language = shelf.language
    verdicts = judge(shelf.data, shelf.graph)
    if not verdicts:
        return f'<p class="ref-empty">{say("empty", language)}</p>'
    rows = [
        Row(id, _cells(shelf, verdict), {"kind": verdict.kind}) for id, verdict in verdicts.items()
    ]
    csv = shelf.page.chapter
    table = shelf.keep(Table("claims-list", shelf.title, _COLUMNS, rows, csv=csv))
    near = _mark(NEAR - 1, write(Decimal(str(NEAR)) - 1, "", language, Style("percent", 1)))
    count = _mark(len(verdicts), str(len(verdicts)))
    parts = [_INTRO[language].format(near=near, all=count)]
    for kind in WORST_FIRST:
        group = [row for row in rows if row.words["kind"] == kind]
        if group:
            anchor = kind.replace(" ", "-")
            parts.append(f"## {_GROUPS[kind][language]} {{#verdict-{anchor}}}")
        for row in group:
            parts += _entry(row, language)
    return "\n\n".join([*parts, table.download(language)])


def _cells(shelf: Shelf, verdict: Verdict) -> list[Cell]:
    language, claim, says, most = shelf.language, verdict.claim, verdict.says, verdict.most
    quoted = str(getattr(claim.claim, language)).strip().rstrip("。.")
    remark = str(getattr(claim.remark, language)) if claim.remark else ""
    shown = phrase(verdict, language)
    claimed = digits(says.number) if says else _claimed(verdict, language)
    upper = digits(units.from_si(most.si, says.unit)) if most and says else ""
    book = digits(verdict.number.value)
    return [
        Cell(plain(quoted), text=quoted, origin=Origin("", claim.kind, claim.source)),
        cells.words(str(getattr(claim.where, language))),
        Cell(_claimed(verdict, language), text=claimed),
        Cell("", text=upper),
        Cell("", text=verdict.number.unit),
        Cell(_computed(shelf, verdict), text=book, origin=cells.origin(verdict.number)),
        Cell(f"<strong>{shown}</strong>", text=re.sub("<[^>]*>", "", shown)),
        Cell("", text=digits(verdict.factor) if isfinite(verdict.factor) else ""),
        Cell(plain(remark), text=remark),
    ]


def _entry(row: Row, language: str) -> Iterator[str]:
    """A claim under its own anchor: a heading, a short ledger, a remark."""
    shown = {column.id: cell.html for column, cell in zip(_COLUMNS, row.cells, strict=True)}
    marks = "“{}”"
    yield f"### {marks.format(shown['claim'])} {{#{row.id} .claimed}}"
    lines = [f"<dt>{say(key, language)}</dt><dd>{shown[key]}</dd>" for key in _LEDGER]
    yield "\n".join([f'<dl class="claim" data-verdict="{row.words["kind"]}">', *lines, "</dl>"])
    if shown["remark"]:
        yield shown["remark"]


def _claimed(verdict: Verdict, language: str) -> str:
    """The claimed value as it was printed, or the claimed way of growing."""
    if verdict.growth:
        return say(verdict.growth.claimed, language)
    assert verdict.says is not None
    whole = _say(verdict.says, language)
    if verdict.most is None:
        return _quote(verdict.says, whole)
    bare = _say(verdict.says, language, unit=False)
    first = bare if whole.startswith(bare) and verdict.says.unit == verdict.most.unit else whole
    most = _quote(verdict.most, _say(verdict.most, language))
    return _quote(verdict.says, first) + to(first, language) + most


def _say(magnitude: Magnitude, language: str, *, unit: bool = True) -> str:
    style = replace(_style(magnitude.number, None), unit=unit)
    return write(magnitude.number, magnitude.unit, language, style)


def _quote(magnitude: Magnitude, text: str) -> str:
    """Somebody else's number, with its value for machines."""
    return (
        f'<data class="claimed" value="{magnitude.number:f}" '
        f'data-unit="{html.escape(magnitude.unit)}">{html.escape(text)}</data>'
    )


def _style(value: Decimal, digits: int | None) -> Style:
    size = abs(value)
    if size >= Decimal("1e16") or size < Decimal("1e-3"):
        return Style("scientific", digits)
    return Style("words" if size >= Decimal("1e5") else "plain", digits)


def _computed(shelf: Shelf, verdict: Verdict) -> str:
    """The book's number, marked and linked to its derivation, with what it is."""
    language, number = shelf.language, verdict.number
    means = html.escape(str(getattr(number.means, language)))
    own = shelf.graph.numbers[number.id]
    shown = _linked(shelf.page, number, own, 4 if verdict.kind in {"rounding", "agrees"} else 3)
    if verdict.growth:
        factor = write(Decimal(repr(verdict.growth.input_factor)), "", language, Style("plain", 3))
        shown = say("times", language, _mark(verdict.growth.input_factor, factor), shown)
    kind = proof.KINDS[number.kind][language]
    bracket = "（{}，{}）" if language == "zh" else " ({}; {})"
    return shown + f'<span class="means">{bracket.format(means, kind)}</span>'


def _linked(page: Page, number: Number, own: Number, digits: int) -> str:
    """The number in the claim's unit, as the text of the book would print it, marked in its own."""
    text = write(number.value, number.unit, page.language, _style(number.value, digits))
    use = Use(own, text, "table", name=page.chapter)
    page.uses.append(use)
    return str(Written(own, text, page, use))


def link(book: Book, verdicts: Mapping[str, Verdict], id: str, language: str) -> str:
    """The verdict on a claim in a few words, linked to its entry.

    Raises:
        BookError: no such claim, or a book without a page for it.
    """
    if id not in verdicts:
        raise BookError(
            f"claim '{id}' does not exist",
            expected="the name of a file in data/claims/",
            hint=did_you_mean(id, verdicts),
        )
    page = book.page_of("claims")
    if not page:
        raise BookError("the book has no page of kind 'claims'", expected="one in book.yml")
    return f"[{phrase(verdicts[id], language)}]({page}.md#{id})"


def phrase(verdict: Verdict, language: str) -> str:
    """The verdict in a few words."""
    growth = verdict.growth
    if verdict.kind == "agrees":
        return _agreement(verdict, language)
    if growth:
        actual = (
            say(growth.actual, language) if growth.actual else _power(growth.exponent, language)
        )
        return say("not growth", language, actual, say(growth.claimed, language))
    if verdict.kind == "rounding":
        return say("rounding", language, _percent(abs(verdict.excess), language))
    way = "low" if verdict.too_low else "high"
    if verdict.factor < 2:
        return say(way, language, _percent(abs(verdict.excess), language))
    factor = write(Decimal(repr(verdict.factor)), "", language, Style("plain", 2))
    assert isfinite(verdict.factor)
    return say(f"far {way}", language, _mark(verdict.factor, factor))


def _agreement(verdict: Verdict, language: str) -> str:
    """That it agrees; with the range of the book's number where only that reaches the claim."""
    number = verdict.number
    if verdict.factor <= NEAR or number.low is None or number.high is None:
        return say("agrees", language)
    low, high = (units.from_si(end, number.unit) for end in (number.low, number.high))
    text = span(low, high, number.unit, language, _style(number.value, 3))
    return say("within", language, _mark(float(low), text))


def _power(exponent: float, language: str) -> str:
    text = write(Decimal(repr(exponent)), "", language, Style("plain", 2))
    return say("by power", language, _mark(exponent, text))


def _percent(share: float, language: str) -> str:
    text = write(Decimal(repr(share)), "", language, Style("percent", 2))
    return _mark(share, text)


def _mark(value: float, text: str) -> str:
    """A computed number that is not one of the book's own, with its value for machines."""
    return f'<data value="{value!r}">{html.escape(text)}</data>'
