"""The page of claims: what other texts print, what the book computes, and how far off it is."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from math import isfinite

from bookgen import proof
from bookgen.book import Book
from bookgen.claims import NEAR, WORST_FIRST, Verdict, judge
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.language import Style, to, write
from bookgen.page import Page, Use, Written
from bookgen.reference.shelf import Shelf
from bookgen.reference.words import plain, say
from bookgen.units import Magnitude

_INTRO = {
    "zh": "这些数字在别处流传，书里一条条核对：原来怎么说，出自哪类文字，本书算出多少。"
    "结论由两边的数比出来，不是谁写上去的。说法自身的取整容得下本书的数，算对得上；"
    "差得不到 {near}，算取整。数据一改，结论也跟着改。共 {all} 条。",
    "en": "These figures are printed elsewhere, and the book checks them one by one: what is "
    "claimed, in what kind of text, and what the book computes. Nobody writes the verdict: it "
    "follows from the two numbers. A claim agrees where its own rounding allows the book's "
    "figure, and is right but for rounding where it is less than {near} off. When the data "
    "change, so does the verdict. There are {all} claims.",
}
_GROUPS = {
    "wrong kind": {"zh": "增长的方式说错了", "en": "The wrong kind of growth"},
    "off": {"zh": "对不上", "en": "Off by more than rounding"},
    "rounding": {"zh": "只差在取整", "en": "Right but for rounding"},
    "agrees": {"zh": "对得上", "en": "Right"},
}


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    language = shelf.language
    verdicts = judge(shelf.data, shelf.graph)
    if not verdicts:
        return f'<p class="ref-empty">{say("empty", language)}</p>'
    near = _mark(NEAR - 1, write(Decimal(str(NEAR)) - 1, "", language, Style("percent", 1)))
    count = _mark(len(verdicts), str(len(verdicts)))
    parts = [_INTRO[language].format(near=near, all=count)]
    for kind in WORST_FIRST:
        group = [verdict for verdict in verdicts.values() if verdict.kind == kind]
        if group:
            anchor = kind.replace(" ", "-")
            parts.append(f"## {_GROUPS[kind][language]} {{#verdict-{anchor}}}")
        for verdict in group:
            parts += _entry(shelf, verdict)
    return "\n\n".join(parts)


def _entry(shelf: Shelf, verdict: Verdict) -> Iterator[str]:
    """A claim under its own anchor: a heading, a short ledger, a remark."""
    language = shelf.language
    quoted = str(getattr(verdict.claim.claim, language)).strip().rstrip("。.")
    marks = "“{}”"
    yield f"### {marks.format(plain(quoted))} {{#{verdict.id} .claimed}}"
    rows = [
        ("where", html.escape(str(getattr(verdict.claim.where, language)))),
        ("claimed", _claimed(verdict, language)),
        ("book", _computed(shelf, verdict)),
        ("verdict", f"<strong>{phrase(verdict, language)}</strong>"),
    ]
    lines = [f"<dt>{say(key, language)}</dt><dd>{shown}</dd>" for key, shown in rows]
    yield "\n".join([f'<dl class="claim" data-verdict="{verdict.kind}">', *lines, "</dl>"])
    if verdict.claim.remark:
        yield plain(str(getattr(verdict.claim.remark, language)))


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
        return say("agrees", language)
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


def _power(exponent: float, language: str) -> str:
    text = write(Decimal(repr(exponent)), "", language, Style("plain", 2))
    return say("by power", language, _mark(exponent, text))


def _percent(share: float, language: str) -> str:
    text = write(Decimal(repr(share)), "", language, Style("percent", 2))
    return _mark(share, text)


def _mark(value: float, text: str) -> str:
    """A computed number that is not one of the book's own, with its value for machines."""
    return f'<data value="{value!r}">{html.escape(text)}</data>'
