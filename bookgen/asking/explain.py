"""A number's whole proof as a tree: formula, values, choices, inputs, down to data and sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from bookgen import formula, proof, schema, units
from bookgen.asking.outline import Branch, outline
from bookgen.asking.words import COMMA, LIST, say
from bookgen.catalog import Catalog, Value
from bookgen.errors import short
from bookgen.evaluation import Number, arguments
from bookgen.language import Style, span, write
from bookgen.language.words import NBSP
from bookgen.proof.words import KINDS, say_basis

_FULL, _SHORT = 12, 6  # significant digits


def explain(
    number: Number,
    catalog: Catalog,
    language: str,
    *,
    texts: Mapping[str, Mapping[str, list[str]]] | None = None,
    depth: int | None = None,
    title: str = "",
    unit: str = "",
) -> str:
    """The proof of a number in lines of text.

    Args:
        number: what is to be proved.
        catalog: the data, for names and sources.
        language: the language of names and labels.
        texts: the texts that the book prints, by number id and language, if they are to be told.
        depth: how many levels of inputs to show; all of them where nothing is said.
        title: what to call the number, where it is not one of the book.
        unit: another unit to say its value in.
    """
    tree = _Proof(catalog, language, texts, depth).branch(number, "", 0, title)
    if unit and unit != number.unit:
        value, *rest = tree.lines
        other = _text(replace(number, unit=unit), language, _FULL)
        tree = replace(tree, lines=[f"{value} = {other}", *rest])
    return "\n".join(outline(tree))


@dataclass
class _Proof:
    """One proof on its way; what has been shown is not shown again."""

    catalog: Catalog
    language: str
    texts: Mapping[str, Mapping[str, list[str]]] | None
    depth: int | None
    shown: set[str] = field(default_factory=set)
    cited: set[str] = field(default_factory=set)

    def say(self, key: str, *parts: object) -> str:
        return say(key, self.language, *parts)

    def branch(self, number: Number, parameter: str, level: int, title: str = "") -> Branch:
        """A node with everything below it, or a word that it stands above."""
        title = title or self.title(number)
        if parameter:
            title = f"{parameter}: {title}"
        if number.id in self.shown:
            return Branch(self.say("above", title, _text(number, self.language, _SHORT)))
        lines = list(self.lines(number))
        if number.inputs and level == self.depth:
            return Branch(title, [*lines, self.say("deeper", len(number.inputs))])
        self.shown.add(number.id)
        below = [self.branch(child, name, level + 1) for name, child in number.inputs]
        return Branch(title, lines, below)

    def title(self, number: Number) -> str:
        """What a number is, and its id."""
        means = getattr(proof.name(number, self.catalog), self.language)
        return f"{means} ({number.id})"

    def lines(self, number: Number) -> Iterator[str]:
        """All that is known of a number itself."""
        yield self.say("value", _text(number, self.language, _FULL))
        yield from self.printed(number)
        yield from self.formula(number)
        yield from self.range(number)
        kind = KINDS[number.kind][self.language]
        if number.calculator:
            yield self.say("computed", kind, _weakest(number).id)
        else:
            yield self.say("kind", kind)
        if number.basis:
            yield self.say("basis", say_basis(number.basis, self.language))
        yield from self.origin(number)

    def printed(self, number: Number) -> Iterator[str]:
        """The number as the book writes it, in each language."""
        if self.texts is None:
            return
        texts = self.texts.get(number.id, {})
        if texts:
            said = [f"{code} {LIST[code].join(texts[code])}" for code in sorted(texts)]
            yield self.say("printed", " | ".join(said)).replace(NBSP, " ")
        elif number.means:
            yield self.say("unprinted")

    def formula(self, number: Number) -> Iterator[str]:
        """The formula in names and with values, and which way it went where it chose."""
        calculator = number.calculator
        if calculator is None:
            return
        values = [(name, _text(child, self.language, _SHORT)) for name, child in number.inputs]
        result = _text(number, self.language, _SHORT)
        yield self.say("formula", calculator.name, formula.text.names(calculator))
        yield self.say("filled", formula.text.filled(calculator, values), result)
        given = arguments(calculator, [(name, child.si) for name, child in number.inputs])
        for decision in formula.decisions(calculator, given, formula.text.part):
            over = COMMA[self.language].join(decision.over)
            yield self.say(decision.kind, decision.chosen, over)

    def range(self, number: Number) -> Iterator[str]:
        """What the data under the number allow, and which of them."""
        if number.low is None or number.high is None:
            return
        low, high = (units.from_si(end, number.unit) for end in (number.low, number.high))
        text = span(low, high, number.unit, self.language, _style(number, _SHORT)).replace(
            NBSP, " "
        )
        under = {
            node.id: None for node in number.walk() if not node.inputs and node.low is not None
        }
        if number.id in under:
            yield self.say("range", text)
        else:
            yield self.say("range from", text, COMMA[self.language].join(under))

    def origin(self, number: Number) -> Iterator[str]:
        """Where a number is written down, and where that comes from."""
        datum = number.datum
        own, given = _place(number), _place(datum) if datum else ""
        if own and own != given:
            yield self.say("declared", own)
        yield from (self.say("repeats", id) for id in number.repeats if not datum or id != datum.id)
        if datum:
            yield self.say("datum", datum.id, given)
        yield from (self.say("source", self.source(key)) for key in number.sources)
        if datum:
            yield self.say("checked", datum.verified)
        for text, rivals in datum.also if datum else ():
            titles = [self.catalog.sources[key].title for key in rivals]
            yield self.say("also", text, LIST[self.language].join(titles))
        if datum and datum.note:
            yield self.say("note", datum.note)
        if number.note:
            yield self.say("note", getattr(number.note, self.language))

    def source(self, key: str) -> str:
        """A source in full the first time, and by its title from then on."""
        found: schema.Source = self.catalog.sources[key]
        if key in self.cited:
            return found.title
        self.cited.add(key)
        parts = [found.title, found.publisher, found.date, *([found.url] if found.url else [])]
        return COMMA[self.language].join(parts)


def _place(item: Number | Value) -> str:
    """Where something is written down; empty where it was typed."""
    return f"{short(item.file)}:{item.line}" if item.line else ""


def _weakest(number: Number) -> Number:
    """The first of the data under a number that it is no surer than."""
    return next(n for n in number.walk() if not n.inputs and n.kind == number.kind)


def _text(number: Number, language: str, digits: int) -> str:
    return write(number.value, number.unit, language, _style(number, digits)).replace(NBSP, " ")


def _style(number: Number, digits: int) -> Style:
    """In scientific form where digits would run on."""
    size = abs(number.value)
    return Style("scientific" if size >= 10**9 or 0 < size < 10**-3 else "plain", digits)
