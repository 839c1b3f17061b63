"""The calculators: what each computes, what it was held against, and which numbers use it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from bookgen import formula, published, schema
from bookgen.addresses import derivation
from bookgen.calculators import ANY, CALCULATORS, QUANTITIES, Calculator
from bookgen.evaluation import Number
from bookgen.explanations import explain, topics
from bookgen.language import Style, write
from bookgen.language.words import NBSP
from bookgen.language.writing import Form
from bookgen.page import Mention
from bookgen.published import Point
from bookgen.reference.shelf import Shelf
from bookgen.reference.words import COMMA, LIST, SEMICOLON, plain, say
from bookgen.units import Magnitude

_INTRO = {
    "zh": "书里的数由这些公式算出。每个公式都写明它算什么、用哪些量、有什么假定、在哪里适用，"
    "再与别人印出来的数对照：同样的输入，他们印出多少，这里算出多少。算出的数取整到印出的那一位，"
    "必须与印出的相同，否则这本书造不出来；标“≈”的输入自己也取整过，这份余地算在内。"
    "公式由程序里实际运行的那段代码生成。",
    "en": "The numbers of the book are computed by these formulas. Each says what it computes, "
    "from which quantities, what it assumes and where it holds, and is held against values that "
    "others print: from the same inputs, what they print and what is computed here. A computed "
    "value has to round to the printed one, or the book is not built; an input marked ≈ is itself "
    "rounded, and is given that much room. The formulas are generated from the code that runs.",
}
_PLACES = {
    "part": {"zh": "第 {} 部分", "en": "part {}"},
    "section": {"zh": "第 {} 节", "en": "section {}"},
    "appendix": {"zh": "附录 {}", "en": "appendix {}"},
    "table": {"zh": "表 {}", "en": "table {}"},
    "figure": {"zh": "图 {}", "en": "figure {}"},
    "equation": {"zh": "式 {}", "en": "equation {}"},
    "quiz": {"zh": "测验 {}", "en": "quiz {}"},
    "question": {"zh": "第 {} 题", "en": "question {}"},
    "lab": {"zh": "实验 {}", "en": "lab {}"},
    "page": {"zh": "第 {} 页", "en": "page {}"},
}
_MARKED = re.compile(r"``([^`]+)``")
_ARXIV = re.compile(r"arXiv:(\d{4}\.\d{5})")
_IN_WORDS = frozenset({"param", "token", "USD"})
_FEW = 10  # links that stand in the open; more are folded
_STOP = {"zh": "。", "en": ". "}
_BRACKETS = {"zh": "（{}）", "en": " ({})"}


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    page = _Page(shelf)
    parts = [_INTRO[shelf.language]]
    for id, topic in topics().items():
        parts.append(f"## {plain(getattr(topic.topic, shelf.language))} {{#{id}}}")
        for calculator in CALCULATORS.values():
            if calculator.topic == id:
                parts += page.entry(calculator)
    return "\n\n".join(parts)


class _Page:
    """The entries of the page, in one language."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.language = shelf.language
        self.points = published.load(shelf.data, shelf.graph.catalog)

    def entry(self, calculator: Calculator) -> Iterator[str]:
        """A calculator under a heading with its name for an id."""
        self.mention(calculator.name, calculator)
        told = explain(calculator, self.language)
        yield f"### {plain(told.name)} {{#{calculator.name}}}"
        yield '<section data-search-exclude="yes" markdown="block">'  # search finds it by its name
        yield plain(told.does)
        yield f"$$ {formula.symbols(calculator)} $$"
        rows = [
            ("function", [f"`{calculator.name}`"]),
            ("symbols", self.symbols(calculator)),
            ("result", [self.unit(calculator.unit, "no unit", "same unit")]),
            ("assumes", [self.prose(told.assumes)]),
            ("valid", [self.prose(told.valid)]),
            ("from", [self.prose(told.source)]),
            ("checked against", self.checks(calculator)),
            ("used", self.uses(calculator)),
        ]
        lines = ['<dl class="calc" markdown="block">']
        for key, texts in rows:
            cells = [f'<dd markdown="span">{text}</dd>' for text in texts]
            if cells:
                lines += [f"<dt>{say(key, self.language)}</dt>", *cells]
        yield "\n".join([*lines, "</dl>", "", "</section>"])

    def mention(self, id: str, calculator: Calculator, part: str = "") -> None:
        """Keep that a calculator's entry names something."""
        self.shelf.page.mentions.append(Mention(id, calculator.name, part))

    def symbols(self, calculator: Calculator) -> Iterator[str]:
        """Each input: symbol, meaning, unit."""
        for name in calculator.parameters:
            quantity = QUANTITIES[name]
            unit = self.unit(quantity.unit, "", "any unit")
            shown = f"${quantity.symbol}$ {plain(getattr(quantity, self.language))}"
            yield shown + (_BRACKETS[self.language].format(unit) if unit else "")

    def unit(self, unit: str, none: str, any: str) -> str:
        """A unit as the data spell it, or words for none and for any."""
        if unit == ANY:
            return say(any, self.language)
        return _raised(plain(unit)) if unit else say(none, self.language) if none else ""

    def prose(self, text: str) -> str:
        """An explanation with its formulas set, and calculators and papers linked."""
        pieces = _MARKED.split(text[0].upper() + text[1:])
        for index, piece in enumerate(pieces):
            if index % 2 == 0:
                link = r"[arXiv:\1](https://arxiv.org/abs/\1)"
                pieces[index] = _ARXIV.sub(link, plain(piece))
            elif piece in CALCULATORS:
                pieces[index] = self.link(CALCULATORS[piece])
            else:
                pieces[index] = f"${formula.inline(piece)}$"
        return "".join(pieces)

    def link(self, calculator: Calculator) -> str:
        """A calculator's name, linked to its entry."""
        return f"[{plain(explain(calculator, self.language).name)}](#{calculator.name})"

    def checks(self, calculator: Calculator) -> Iterator[str]:
        """The published values it was held against, by source; or why there are none."""

        def place(point: Point) -> tuple[object, ...]:
            return point.entry.source, point.entry.where, point.entry.note

        for _, group in groupby(self.points.get(calculator.name, ()), key=place):
            points = list(group)
            self.mention(points[0].entry.source, calculator, "checked")
            yield self.group(points)
        steps = [
            self.link(CALCULATORS[name])
            for name, points in self.points.items()
            if name != calculator.name and any(calculator.name in p.steps for p in points)
        ]
        if steps:
            yield say("step", self.language, LIST[self.language].join(steps))
        reason = self.shelf.graph.catalog.publications.unpublished.get(calculator.name)
        if reason:
            yield plain(getattr(reason, self.language))

    def group(self, points: Sequence[Point]) -> str:
        """Values of one place in a source: what their inputs share first, then a line for each."""
        entry = points[0].entry
        inputs = [self.inputs(p.computed, p.entry.rounded) for p in points]
        shared = [text for text in inputs[0] if all(text in other for other in inputs)]
        head = [self.source(entry.source, entry.where)]
        if entry.note:
            head.append(plain(getattr(entry.note, self.language)).rstrip("。."))
        if shared:
            head.append(COMMA[self.language].join(shared))
        lines = []
        for point, texts in zip(points, inputs, strict=True):
            own = [text for text in texts if text not in shared]
            lead = COMMA[self.language].join(own)
            colon = {"zh": "：", "en": ": "}[self.language] if own else ""
            lines.append(f'<span class="point">{lead}{colon}{self.outcome(point)}</span>')
        return _STOP[self.language].join(head) + "".join(lines)

    def source(self, key: str, where: Mapping[schema.Place, str]) -> str:
        """A source's title, linked to its entry, and the place in it."""
        title = plain(self.shelf.graph.catalog.sources[key].title)
        address = self.shelf.address("sources", f"source-{key}")
        parts = [f'<a href="{address}">{title}</a>' if address else title]
        parts += [_PLACES[place][self.language].format(plain(n)) for place, n in where.items()]
        return COMMA[self.language].join(parts)

    def inputs(self, computed: Number, rounded: Sequence[str] = ()) -> list[str]:
        """What a result was computed from: symbols with values, or with results in their turn."""
        calculator = computed.calculator
        assert calculator is not None
        texts = []
        for name in calculator.parameters:
            shown = [self.value(number) for key, number in computed.inputs if key == name]
            sign = "≈" if name in rounded else "="
            symbol = f"${QUANTITIES[name].symbol}${NBSP}{sign}{NBSP}"
            texts.append(symbol + LIST[self.language].join(shown))
        return texts

    def value(self, number: Number) -> str:
        """An input as it is printed, or the calculator that gives it with its inputs."""
        if number.calculator is None:
            return self.printed(published.typed(number))
        inputs = COMMA[self.language].join(self.inputs(number))
        return self.link(number.calculator) + _BRACKETS[self.language].format(inputs)

    def outcome(self, point: Point) -> str:
        """The printed value and the computed one, the latter to two digits more."""
        exact = point.computed.value
        last = int(point.printed.number.as_tuple().exponent) - 2
        digits = max(1, exact.adjusted() - last + 1)
        computed = self.marked(exact, point.printed.unit, Style(_form(point.printed), digits))
        key = "printed cut" if point.entry.digits == "cut" else "printed"
        return say(key, self.language, self.printed(point.printed), computed)

    def printed(self, magnitude: Magnitude) -> str:
        """Somebody else's number with all the digits that it is printed with."""
        digits = len(magnitude.number.as_tuple().digits)
        style = Style(_form(magnitude), digits, zeros=True)
        return self.marked(magnitude.number, magnitude.unit, style)

    def marked(self, number: Decimal, unit: str, style: Style) -> str:
        """A number that is none of the book's, with its value for machines."""
        text = _raised(plain(write(number, unit, self.language, style)))
        return f'<data value="{float(number)!r}" data-unit="{html.escape(unit)}">{text}</data>'

    def uses(self, calculator: Calculator) -> Iterator[str]:
        """The numbers of the book that it computes; families, and long lists, are folded."""
        own = [n for n in self.shelf.graph.numbers.values() if n.calculator is calculator]
        named = self.shelf.named
        for entity in (named[number.id] for number in own if number.id in named):
            self.mention(entity, calculator, "used")
        for family in (False, True):
            links = [
                f'<a href="{derivation(number.id)}">'
                f"{html.escape(str(getattr(number.means, self.language)))}</a>"
                for number in own
                if (number.id in named) == family
            ]
            text = SEMICOLON[self.language].join(links)
            if len(links) > _FEW:
                count = f'<data value="{len(links)}">{len(links)}</data>'
                summary = say("uses", self.language, count)
                text = f"<details><summary>{summary}</summary>{text}</details>"
            if links:
                yield text


def _form(magnitude: Magnitude) -> Form:
    """Counts and money in words, other large or small values in scientific form."""
    size = abs(magnitude.number)
    if size and not Decimal("1e-3") <= size < Decimal("1e9"):
        return "words" if magnitude.unit in _IN_WORDS else "scientific"
    return "words" if size >= 10**5 and magnitude.unit in _IN_WORDS else "plain"


def _raised(text: str) -> str:
    """Powers of units as a reader writes them."""
    return text.replace("^2", "²").replace("^3", "³")
