"""Number -> its derivation: value, formula, inputs, sources, and where it is used."""

from __future__ import annotations

import html
from collections.abc import Iterator

from bookgen import formula
from bookgen.calculators import QUANTITIES
from bookgen.evaluation import Number, arguments
from bookgen.page import machine
from bookgen.proof.tree import origin, tree
from bookgen.proof.used import used
from bookgen.proof.words import say_basis
from bookgen.proof.writer import FULL, Writer, escape, symbol

_GUESSES = {"estimate", "assumption", "unverified"}
_NAMED = 3  # so many of the guesses under a number are named


def entry(writer: Writer, number: Number) -> str:
    """A heading with the number's id, and under it a row for each thing that is known of it."""
    assert number.means is not None
    title = str(getattr(number.means, writer.language))
    permalink = html.escape(writer.say("permalink"))
    head = (
        f'<h3 id="{number.id}">{escape(title[0].upper() + title[1:])}'
        f'<a class="headerlink" href="#{number.id}" title="{permalink}">§</a></h3>'
    )
    rows = [f"<dt>{writer.say(key)}</dt><dd>{shown}</dd>" for key, shown in _rows(writer, number)]
    return "\n".join([head, '<dl class="proof">', *rows, "</dl>"])


def _rows(writer: Writer, number: Number) -> Iterator[tuple[str, str]]:
    yield "value", _value(writer, number)
    if number.basis:
        yield "basis", escape(say_basis(number.basis, writer.language))
    if ends := writer.range(number):
        yield "range", f"{ends} <small>{_carried(writer, number)}</small>"
    if number.calculator:
        yield "formula", _formula(writer, number)
        yield "inputs", _inputs(writer, number) + tree(writer, number)
    if sources := _sources(writer, number):
        yield "sources", sources
    if number.datum and number.datum.also:
        yield "also", writer.join(_rivals(writer, number), "semicolon")
    if notes := [*_notes(writer, number)]:
        yield "note", writer.join(notes, "semicolon")
    yield from used(writer, number.id)


def _value(writer: Writer, number: Number) -> str:
    """The value in full, for readers and machines, and how sure it is."""
    sign = "≈ " if writer.rounds(number, FULL) else ""
    return (
        f'<data value="{machine(number)}" data-unit="{html.escape(number.unit)}">'
        f"{sign}{escape(writer.value(number, FULL))}</data> <small>{_sure(writer, number)}</small>"
    )


def _sure(writer: Writer, number: Number) -> str:
    """How a number is known; where it rests on guesses, on which."""
    kind = writer.kind(number)
    if not number.calculator:
        return kind
    if number.kind in _GUESSES:
        guesses = [leaf for leaf in _leaves(number) if leaf[1].kind == number.kind]
        text = writer.join(writer.name(leaf, parameter) for parameter, leaf in guesses[:_NAMED])
        if rest := len(guesses[_NAMED:]):
            text += f" {writer.say('more', rest)}"
        kind += writer.say("brackets", text)
    return writer.say("computed", kind)


def _carried(writer: Writer, number: Number) -> str:
    """Where a range comes from: the data that state one, each with its own."""
    if not number.calculator:
        return writer.say("stated")
    ranges = [
        writer.name(leaf, parameter) + writer.say("brackets", writer.range(leaf))
        for parameter, leaf in _leaves(number)
        if writer.range(leaf)
    ]
    return writer.say("carried", writer.join(ranges))


def _leaves(number: Number) -> list[tuple[str, Number]]:
    """The data and given values under a number, each once, with what it is bound to."""
    found: dict[str, tuple[str, Number]] = {}
    for parameter, child in number.inputs:
        for name, leaf in _leaves(child) if child.inputs else [(parameter, child)]:
            found.setdefault(leaf.id, (name, leaf))
    return list(found.values())


def _formula(writer: Writer, number: Number) -> str:
    """The formula in symbols, with the values put in, and the choices that it made."""
    calculator = number.calculator
    assert calculator is not None
    texts = [(name, writer.tex(child)) for name, child in number.inputs]
    equals = r"\approx" if writer.rounds(number) else "="
    lines = [
        formula.symbols(calculator),
        f"= {formula.values(calculator, texts)}",
        f"{equals} {writer.tex(number, link=False)}",
    ]
    block = "".join(formula.to_mathml(line, display=True) for line in lines)
    parts = [f'{writer.calculator(calculator)}<div class="math math-block">{block}</div>']
    given = arguments(calculator, [(name, child.si) for name, child in number.inputs])
    for made in formula.decisions(calculator, given):
        over = writer.join(symbol(part) for part in made.over)
        parts.append(f"<p>{writer.say(made.kind, symbol(made.chosen), over)}</p>")
    return "".join(parts)


def _inputs(writer: Writer, number: Number) -> str:
    """Each input with its symbol, its name and its value; data with all that is known of them."""
    items = []
    for parameter, child in number.inputs:
        text = f"{symbol(QUANTITIES[parameter].symbol)} {writer.equals(child, parameter)}"
        if not child.inputs:
            text += writer.note(writer.join(_known(writer, child), "semicolon"))
        items.append(f"<li>{text}</li>")
    return f"<ul>{''.join(items)}</ul>"


def _known(writer: Writer, leaf: Number) -> Iterator[str]:
    """How a datum or a given value is known, and from where or why."""
    yield origin(writer, leaf)
    for key in leaf.sources:
        yield escape(writer.ledger.graph.catalog.sources[key].title)
    if not writer.ledger.entry(leaf, writer.page):
        yield from _notes(writer, leaf)


def _notes(writer: Writer, number: Number) -> Iterator[str]:
    """Remarks on a number, and on its datum, which are in the language of the sources."""
    if number.note:
        yield escape(str(getattr(number.note, writer.language)))
    if number.datum and number.datum.note:
        note = escape(number.datum.note)
        yield note if writer.language == "en" else f'<span lang="en">{note}</span>'


def _sources(writer: Writer, number: Number) -> str:
    """The sources under a number, each once, in the order of the proof, with the days of checking.

    A number that shows a datum says which.
    """
    days: dict[str, set[str]] = {}
    for node in number.walk():
        for key in node.sources:
            days.setdefault(key, set()).update([node.datum.verified] if node.datum else [])
    texts = [_source(writer, key, sorted(checked)) for key, checked in days.items()]
    datum = f"<code>{escape(number.datum.id)}</code> " if number.datum else ""
    if len(texts) < 2:
        return datum + "".join(texts)
    return f"{datum}<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>"


def _source(writer: Writer, key: str, days: list[str]) -> str:
    source = writer.ledger.graph.catalog.sources[key]
    title = escape(source.title)
    if source.url:
        title = f'<a href="{html.escape(source.url)}">{title}</a>'
    text = writer.join([title, escape(source.publisher), _whole(source.date)], "comma")
    if days:
        text += writer.say("semicolon") + writer.say("checked", writer.join(map(_whole, days)))
    return text


def _whole(date: str) -> str:
    """A date that stays on one line."""
    return escape(date).replace("-", "\N{NON-BREAKING HYPHEN}")


def _rivals(writer: Writer, number: Number) -> Iterator[str]:
    """What other sources print for the same fact."""
    assert number.datum is not None
    for text, keys in number.datum.also:
        titles = (escape(writer.ledger.graph.catalog.sources[key].title) for key in keys)
        yield escape(text) + writer.note(writer.join(titles, "semicolon"))
