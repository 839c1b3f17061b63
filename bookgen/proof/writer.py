"""How a derivation writes a number: its name, its value, how it is known."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bookgen import schema, units
from bookgen.addresses import derivation, derivations
from bookgen.calculators import QUANTITIES, Calculator
from bookgen.catalog import Catalog
from bookgen.evaluation import Number
from bookgen.formula import to_mathml
from bookgen.language import Style, span, write
from bookgen.proof.ledger import Ledger
from bookgen.proof.names import name
from bookgen.proof.words import KINDS, say

FULL, BRIEF = 12, 6  # significant digits of an entry's own value, and of those it is made from
_NOISE = 1e-13  # up to here a difference is one of floating point


@dataclass(frozen=True)
class Writer:
    """Writes the derivations of one page's numbers in one language.

    Attributes:
        ledger: the whole book's numbers.
        page: whose numbers are proved.
        language: in which.
    """

    ledger: Ledger
    page: str
    language: str

    def say(self, key: str, *parts: object) -> str:
        """A word or phrase of the page's language."""
        return say(key, self.language, *parts)

    def join(self, parts: Iterable[str], mark: str = "list") -> str:
        """Parts in a row, with the language's own mark between them."""
        return self.say(mark).join(parts)

    def link(self, id: str, text: str) -> str:
        """A link to the derivation of a number."""
        own = f"{derivations(self.page)}.html"
        return f'<a href="{derivation(id).removeprefix(own)}">{text}</a>'

    def name(self, node: Number, parameter: str = "") -> str:
        """What a node is, linked to its derivation where it has one.

        Args:
            node: a number, a datum, or a value given in a formula.
            parameter: what it is bound to; a value given in a formula has no other name.
        """
        given = node.means is None and node.datum is None and parameter
        words = QUANTITIES[parameter] if given else name(node, self.ledger.graph.catalog)
        text = escape(str(getattr(words, self.language)))
        id = self.ledger.entry(node, self.page)
        return self.link(id, text) if id else text

    def value(self, number: Number, digits: int = BRIEF) -> str:
        """A value with its unit as text; a day as the data have it, not as a count of years."""
        if found := day(number, self.ledger.graph.catalog):
            return found
        return write(number.value, number.unit, self.language, _style(number, digits))

    def rounds(self, number: Number, digits: int = BRIEF) -> bool:
        """Whether so many significant digits leave something of a value out."""
        value = float(number.value)
        left = abs(float(f"{value:.{digits - 1}e}") - value)
        return left > _NOISE * abs(value) and not day(number, self.ledger.graph.catalog)

    def equals(self, node: Number, parameter: str = "") -> str:
        """A node's name and its value, with the sign that says whether it was rounded."""
        sign = "≈" if self.rounds(node) else "="
        return f"{self.name(node, parameter)} {sign} {escape(self.value(node))}"

    def range(self, number: Number) -> str:
        """The ends of a number's range; empty where it has none."""
        if number.low is None or number.high is None:
            return ""
        low, high = (units.from_si(si, number.unit) for si in (number.low, number.high))
        return escape(span(low, high, number.unit, self.language, _style(number, BRIEF)))

    def tex(self, number: Number, *, link: bool = True) -> str:
        """A value for a formula, linked to its derivation."""
        id = self.ledger.entry(number, self.page) if link else ""
        return rf"\num{{{id}}}{{}}{{}}{{{self.value(number)}}}"

    def calculator(self, calculator: Calculator) -> str:
        """A calculator by its name, linked to its page where the book has one."""
        page, shown = self.ledger.book.page_of("calculators"), f"<code>{calculator.name}</code>"
        return f'<a href="{page}.html#{calculator.name}">{shown}</a>' if page else shown

    def kind(self, number: Number) -> str:
        """How a number is known, in a word."""
        return KINDS[number.kind][self.language]

    def note(self, text: str) -> str:
        """Words in brackets after what they are about, quieter than it."""
        return f"<small>{self.say('brackets', text)}</small>"


def day(number: Number, catalog: Catalog) -> str:
    """A datum that is a day, as its file has it; empty for any other number."""
    if number.datum is None or number.unit != "year":
        return ""
    entity, *path = number.datum.id.split(".")
    folders = catalog.entities.values()
    found: object = next((folder[entity] for folder in folders if entity in folder), None)
    for field in path:
        found = getattr(found, field, None)
    return found.value if isinstance(found, schema.Event) else ""


def _style(number: Number, digits: int) -> Style:
    """Digits in full, in scientific form where they would run on."""
    size = abs(number.value)
    return Style("scientific" if size >= 10**9 or 0 < size < 10**-3 else "plain", digits)


@lru_cache
def symbol(tex: str) -> str:
    """A symbol or a part of a formula in a line of text."""
    return f'<span class="math">{to_mathml(tex, display=False)}</span>'


def escape(text: str) -> str:
    """Text as HTML."""
    return html.escape(text, quote=False)
