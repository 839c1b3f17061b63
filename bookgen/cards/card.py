"""A number's card: what it is, how it was computed, from what, and how sure that is.

A card is HTML without scripts of its own. Parts that many cards share, the formulas in symbols
and the sources, are kept once and named by ``data-part``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bookgen import formula, units
from bookgen.addresses import derivation
from bookgen.book import Book
from bookgen.calculators import QUANTITIES
from bookgen.cards.words import say
from bookgen.evaluation import Number, arguments
from bookgen.language import Style, span, write
from bookgen.numbers import Graph
from bookgen.page import Use, machine
from bookgen.proof import KINDS, day, name
from bookgen.proof.words import say_basis

_DIGITS = 12
_COMMA = {"zh": "，", "en": ", "}


@dataclass
class Deck:
    """The cards of one page in one language, and the parts they share.

    Attributes:
        book, graph: what the numbers belong to.
        language: of the page.
        addresses: where each number is marked first, for citing it.
        cards: by number id: its HTML, where it is derived, and where it is marked first.
        parts: HTML by the name in ``data-part``.
        printed: how far the texts of the page are rounded, by number id and text.
    """

    book: Book
    graph: Graph
    language: str
    addresses: dict[str, str] = field(default_factory=dict)
    cards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    printed: dict[str, dict[str, str]] = field(default_factory=dict)

    def take(self, use: Use) -> None:
        """Make the card of a number that the page marks, and note how far its text is rounded."""
        self.add(use.number)
        value = use.number.value
        if use.said is None or not value or use.said == value:
            return
        off = use.said / value - 1
        share = write(abs(off), "", self.language, Style("percent", 2))
        way = say("above" if off > 0 else "below", self.language, use.text, share)
        self.printed.setdefault(use.number.id, {})[use.text] = way

    def add(self, number: Number) -> None:
        """Make the card of a number and of everything under it."""
        if number.id in self.cards:
            return
        self.cards[number.id] = ()
        address = self.addresses.get(number.id, "")
        self.cards[number.id] = ("".join(self._card(number)), self._derivation(number), address)
        for _, child in number.inputs:
            self.add(child)

    def contents(self) -> dict[str, Any]:
        """The deck as the script takes it."""
        page = self.book.page_of("calculators")
        return {
            "parts": self.parts,
            "cards": self.cards,
            "printed": self.printed,
            "about": page and f"{page}.html#",  # where each calculator says what it assumes
        }

    def _card(self, number: Number) -> Iterator[str]:
        title = getattr(name(number, self.graph.catalog), self.language)
        yield f"<h2>{html.escape(title[0].upper() + title[1:])}</h2>"
        yield f'<p class="card-value">{self._value(number)}</p>'
        yield f'<p class="card-kind">{self._kind(number)}</p>'
        if number.calculator:
            yield from self._formula(number)
            yield from self._inputs(number)
        yield from self._remarks(number)
        yield from self._sources(number)

    def _value(self, number: Number) -> str:
        return (
            f'<data value="{machine(number)}" data-unit="{html.escape(number.unit)}">'
            f"{html.escape(self._text(number, _DIGITS))}</data>"
        )

    def _text(self, number: Number, digits: int) -> str:
        own = day(number, self.graph.catalog)
        return own or write(number.value, number.unit, self.language, _style(number, digits))

    def _kind(self, number: Number) -> str:
        kind = KINDS[number.kind][self.language]
        said = say("computed" if number.calculator else "datum", self.language, kind)
        parts = [f'<span data-kind="{number.kind}">{said}</span>']
        if number.low is not None and number.high is not None:
            low, high = (units.from_si(end, number.unit) for end in (number.low, number.high))
            text = span(low, high, number.unit, self.language, _style(number, 4))
            parts.append(html.escape(say("range", self.language, text)))
        if number.basis:
            said = html.escape(say_basis(number.basis, self.language))
            parts.append(f"{say('basis', self.language)} {said}")
        return " · ".join(parts)

    def _formula(self, number: Number) -> Iterator[str]:
        calculator = number.calculator
        assert calculator is not None
        part = f"formula {calculator.name}"
        if part not in self.parts:
            self.parts[part] = _set(formula.symbols(calculator))
        texts = [(parameter, _tex(self._text(child, 6))) for parameter, child in number.inputs]
        values = formula.values(calculator, texts)
        result = _tex(self._text(number, 6))
        yield f'<div class="card-formula"><div data-part="{part}"></div>'
        yield f"<div>{_set(f'= {values}')}</div><div>{_set(f'= {result}')}</div></div>"
        given = [(parameter, child.si) for parameter, child in number.inputs]
        for choice in formula.decisions(calculator, arguments(calculator, given)):
            chosen = _set(choice.chosen)
            yield f'<p class="card-choice">{say(choice.kind, self.language)}{chosen}</p>'

    def _inputs(self, number: Number) -> Iterator[str]:
        calculator = number.calculator
        assert calculator is not None
        items = []
        for parameter, child in number.inputs:
            symbol = f"symbol {parameter}"
            if symbol not in self.parts:
                self.parts[symbol] = _set(QUANTITIES[parameter].symbol)
            title = html.escape(getattr(name(child, self.graph.catalog), self.language))
            marks = f'data-card="{html.escape(child.id)}" data-input="{parameter}"'
            items.append(
                f'<li><span class="card-symbol" data-part="{symbol}"></span>'
                f"<a {marks}>{title}</a> "
                f'<data value="{machine(child)}" data-unit="{html.escape(child.unit)}">'
                f"{html.escape(self._text(child, 6))}</data></li>"
            )
        label = say("inputs", self.language)
        many = len(items) > 6
        if many:
            count = say("series", self.language, len(items))
            yield f"<details><summary>{label}{'：' if self.language == 'zh' else ': '}{count}"
            yield "</summary>"
        yield f'<ul class="card-inputs" aria-label="{label}">{"".join(items)}</ul>'
        if many:
            yield "</details>"

    def _remarks(self, number: Number) -> Iterator[str]:
        if number.datum:
            shown = write(
                units.from_si(number.datum.si, number.datum.unit),
                number.datum.unit,
                self.language,
                Style(),
            )
            if number.datum.unit != number.unit:
                yield self._remark("given", shown)
            if number.datum.note:
                yield self._remark("note", number.datum.note, lang="en")
        if number.note:
            key = "reason" if number.kind == "assumption" and not number.inputs else "note"
            yield self._remark(key, getattr(number.note, self.language))

    def _remark(self, key: str, text: str, lang: str = "") -> str:
        inner = html.escape(text)
        if lang and lang != self.language:
            inner = f'<span lang="{lang}">{inner}</span>'
        return f'<p class="card-remark"><b>{say(key, self.language)}</b> {inner}</p>'

    def _sources(self, number: Number) -> Iterator[str]:
        """The sources under a number, each once, and when the oldest of its data was checked."""
        keys = number.rests_on()
        days = [node.datum.verified for node in number.walk() if node.datum]
        if keys:
            label = say("under" if number.calculator else "sources", self.language)
            for key in keys:
                self.parts.setdefault(f"source {key}", self._source(key))
            items = "".join(f'<li data-part="source {key}"></li>' for key in keys)
            yield f'<div class="card-sources"><b>{label}</b><ul>{items}</ul></div>'
        elif not number.inputs:
            kind = KINDS[number.kind][self.language]
            yield f'<p class="card-sources">{say("no source", self.language)}{kind}</p>'
        if days:
            day = min(days)
            key = "checked" if len(set(days)) == 1 else "oldest"
            shown = f'<time datetime="{day}" data-age>{day}</time>'
            yield f'<p class="card-age">{say(key, self.language)} {shown}</p>'

    def _source(self, key: str) -> str:
        source = self.graph.catalog.sources[key]
        title = html.escape(source.title)
        if source.url:
            title = f'<a href="{html.escape(source.url)}" rel="external">{title}</a>'
        parts = [title, *(html.escape(part) for part in (source.publisher, source.date) if part)]
        return _COMMA[self.language].join(parts)

    def _derivation(self, number: Number) -> str:
        """Where a number is derived; for bare data, where their source is described."""
        if number.means is not None:
            return derivation(number.id)
        sources = self.book.page_of("sources")
        return f"{sources}.html#source-{number.sources[0]}" if number.sources and sources else ""


def _style(number: Number, digits: int) -> Style:
    """Digits as far as they are known to a reader's use, scientific where they would run on."""
    size = abs(number.value)
    return Style("scientific" if size >= 10**9 or 0 < size < 10**-3 else "plain", digits)


def _tex(text: str) -> str:
    """A written number inside a formula."""
    return rf"\num{{}}{{}}{{}}{{{text}}}"


def _set(tex: str) -> str:
    """A formula as MathML without what only a page's style sheet would need."""
    return re.sub(r' (?:class|data-\w+)="[^"]*"', "", formula.to_mathml(tex, display=False))
