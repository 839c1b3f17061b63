"""Number -> its entry on the derivations page: formula, values put in, inputs, sources."""

from __future__ import annotations

import html
from collections.abc import Iterator
from decimal import Decimal

from bookgen import formula, schema, units
from bookgen.book import Book
from bookgen.calculators import QUANTITIES
from bookgen.evaluation import Number
from bookgen.language import Style, write
from bookgen.numbers import Graph
from bookgen.page import machine
from bookgen.proof.words import KINDS, say_basis, word


def derivations(book: Book, graph: Graph, language: str, title: schema.Bilingual) -> str:
    """The derivations page: every number of the book by chapter, anchors by number id."""
    lines = [
        "---",
        "search: {exclude: true}  # every number leads here; the index stays small",
        "---",
        "",
    ]
    lines += [f"# {getattr(title, language)} {{#derivations}}", "", word("intro", language), ""]
    for chapter, ids in graph.chapters.items():
        heading = getattr(book.pages[chapter].title, language)
        lines += [f"## {heading} {{#{chapter}}}", ""]
        for id in ids:
            page = book.page_of("calculators")
            lines += [*_entry(graph.numbers[id], graph, language, page), ""]
    return "\n".join(lines) + "\n"


def _entry(number: Number, graph: Graph, language: str, page: str) -> Iterator[str]:
    assert number.means is not None
    colon = word("colon", language)
    title = getattr(number.means, language)
    yield f"### {_plain(title[0].upper() + title[1:])} {{#{number.id}}}"
    yield ""
    origin = word("computed" if number.calculator else "datum", language)
    kind = origin.format(KINDS[number.kind][language])
    yield f"- {word('value', language)}{colon}{_full(number, language)}{kind}"
    if number.basis:
        yield f"- {word('basis', language)}{colon}{say_basis(number.basis, language)}"
    if number.low is not None and number.high is not None:
        ends = [_end(number, si, language) for si in (number.low, number.high)]
        yield f"- {word('range', language)}{colon}{ends[0]}{word('to', language)}{ends[1]}"
    if number.calculator:
        yield from _formula(number, language, page)
    yield from _sources(number, graph, language)
    if number.note:
        yield f"- {word('note', language)}{colon}{_plain(getattr(number.note, language))}"


def _formula(number: Number, language: str, page: str) -> Iterator[str]:
    calculator = number.calculator
    assert calculator is not None
    colon, comma = word("colon", language), word("semicolon", language)
    texts = [(name, _tex(child, language)) for name, child in number.inputs]
    name = f"`{calculator.name}`"
    shown = f"[{name}]({page}.md#{calculator.name})" if page else name
    yield f"- {word('formula', language)}{colon}{shown}"
    yield ""
    put_in, result = formula.values(calculator, texts), _tex(number, language)
    lines = rf" \\ &= {put_in} \\ &= {result}"
    yield rf"    $$ \begin{{aligned}} & {formula.symbols(calculator)}{lines} \end{{aligned}} $$"
    yield ""
    parts = []
    for name, child in number.inputs:
        quantity, shown = QUANTITIES[name], _linked(child, language)
        if name not in calculator.series:
            shown = f"${quantity.symbol}$ {getattr(quantity, language)} = {shown}"
        parts.append(shown)
    yield f"- {word('inputs', language)}{colon}{comma.join(parts)}"


def _sources(number: Number, graph: Graph, language: str) -> Iterator[str]:
    """The sources under a number, each once, in the order of the proof."""
    keys = number.rests_on()
    colon = word("colon", language)
    label = word("sources" if number.calculator else "source", language)
    texts = [source_line(graph.catalog.sources[key], language) for key in keys]
    if len(texts) == 1:
        yield f"- {label}{colon}{texts[0]}"
    elif texts:
        yield f"- {label}{colon.rstrip()}"
        yield from (f"    - {text}" for text in texts)
    if number.datum:
        yield f"- {word('checked', language)}{colon}{number.datum.verified}"
    for text, rivals in number.datum.also if number.datum else ():
        titles = "; ".join(_plain(graph.catalog.sources[key].title) for key in rivals)
        value = _mark(units.read(text).number, text)
        yield f"- {word('also', language)}{colon}{value} ({titles})"


def source_line(source: schema.Source, language: str) -> str:
    """A source as its line under a number: title, publisher, date."""
    title = _plain(source.title)
    linked = f"[{title}]({source.url})" if source.url else title
    parts = [linked, _plain(source.publisher), _plain(source.date)]
    return word("comma", language).join(parts)


def _full(number: Number, language: str) -> str:
    text = write(number.value, number.unit, language, _style(number))
    return (
        f'<data class="num" data-num="{number.id}" value="{machine(number)}" '
        f'data-unit="{html.escape(number.unit)}">{html.escape(text)}</data>'
    )


def _style(number: Number) -> Style:
    """Full precision, in scientific form where digits would run on."""
    size = abs(number.value)
    return Style("scientific" if size >= 10**9 or 0 < size < 10**-3 else "plain", 6)


def _end(number: Number, si: float, language: str) -> str:
    """One end of a number's range."""
    value = units.from_si(si, number.unit)
    return _mark(value, write(value, number.unit, language, _style(number)))


def _mark(value: Decimal, text: str) -> str:
    """A value that is no number of the book's own, marked for machines."""
    return f'<data value="{float(value)!r}">{html.escape(text)}</data>'


def _tex(number: Number, language: str) -> str:
    text = write(number.value, number.unit, language, _style(number))
    return rf"\num{{{number.id}}}{{{machine(number)}}}{{{number.unit}}}{{{text}}}"


def _linked(number: Number, language: str) -> str:
    text = write(number.value, number.unit, language, _style(number))
    if number.means is not None:
        return f"[{html.escape(text)}](#{number.id})"
    where = f"`{number.datum.id}`" if number.datum else KINDS[number.kind][language]
    return f"{_mark(number.value, text)} ({where})"


def _plain(text: str) -> str:
    """Text that Markdown prints as it is."""
    return html.escape(text, quote=False).replace("*", "&#42;").replace("_", "&#95;")
