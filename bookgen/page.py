"""What a page writes while it is rendered: its numbers, how each is marked, and from where."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Literal

from bookgen.addresses import derivation
from bookgen.addresses import mark as anchor
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.numbers import Graph

# Words that rest on a number stand between these two until the page is kept; the second is a sign
# of its own for each.
_START, _SIGNS = "\ue000", (0xE001, 0xF8FF)
_SIGN = re.compile("[{}-{}]".format(*map(chr, _SIGNS)))
CHOSEN = f"{_START}[^{_START}]*?{_SIGN.pattern}"
How = Literal["text", "figure", "drawn", "table", "holds", "yardstick", "claim"]


@dataclass(frozen=True)
class Place:
    """A line of a source file."""

    file: Path
    line: int


@dataclass
class Use:
    """One use of a number on a page.

    Attributes:
        number: the number.
        text: what is written because of it: itself, or words that it chooses or allows.
        how: as a number of the text or of a figure or table, ``drawn`` in a figure without its
            digits, or under words: a condition that they ``holds``, a ``yardstick``, the verdict
            on a ``claim``.
        place: where the source asks for it; a generated page has no source.
        name: the figure, table, claim or yardstick.
        low, high: what a condition asks of the number, in coherent units.
        sentence: what it stands in, without marks; empty where it is not in running text.
        said: the magnitude that the text says, in the number's unit: the value as rounded.
        anchor: where on the page it can be found: its own mark, its figure, row or claim, or
            the section that it stands in.
    """

    number: Number
    text: str
    how: How = "text"
    place: Place | None = None
    name: str = ""
    low: float | None = None
    high: float | None = None
    sentence: str = ""
    said: Decimal | None = None
    anchor: str = ""

    @property
    def margin(self) -> float:
        """How far inside its condition the number is, in coherent units: less than 0 outside."""
        inf = float("inf")
        low = -inf if self.low is None else self.low
        high = inf if self.high is None else self.high
        return min(self.number.si - low, high - self.number.si)


@dataclass(frozen=True)
class Mention:
    """An entity, a source or a calculator that a page names outside its numbers and tables.

    Attributes:
        id: what is named.
        entry, part: where on a generated page; without a part the entry is about it.
        place: where the source asks for it; a generated page has no source.
    """

    id: str
    entry: str = ""
    part: str = ""
    place: Place | None = None


def here() -> Place | None:
    """The line of the template that is being rendered."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        lines = frame.f_globals.get("debug_info")
        if isinstance(lines, str) and "blocks" in frame.f_globals:
            return Place(Path(frame.f_code.co_filename), _line(lines, frame.f_lineno))
        frame = frame.f_back
    return None


def _line(lines: str, compiled: int) -> int:
    """The template's line for a line of its compiled form."""
    return next((own for own, code in _lines(lines) if code <= compiled), 1)


@lru_cache
def _lines(lines: str) -> list[tuple[int, int]]:
    """Jinja's table of lines, ``template=compiled``, from the last to the first."""
    pairs = [pair.split("=") for pair in lines.split("&") if pair]
    return [(int(own), int(code)) for own, code in reversed(pairs)]


@dataclass(frozen=True)
class Written:
    """A number as written in one place; how it is marked depends on where it stands."""

    number: Number
    text: str
    page: Page
    use: Use

    @property
    def tex(self) -> str:
        """For a formula: a macro that the maths extension turns into a marked ``<mn>``."""
        self.page.marks.append(self.use)
        return rf"\num{{{self.number.id}}}{{{self.magnitude}}}{{{self.number.unit}}}{{{self.text}}}"

    @property
    def magnitude(self) -> str:
        """The value at full precision in the display unit, as a machine reads it."""
        return machine(self.number)

    def __str__(self) -> str:
        if not self.page.marked:
            return self.text
        self.page.marks.append(self.use)
        if not self.page.first(self.number):
            return mark(self.number, self.text)
        self.use.anchor = anchor(self.number.name)
        return mark(self.number, self.text, self.use.anchor)


@dataclass
class Page:
    """One page in one language while it is rendered.

    Attributes:
        chapter, language, graph: what is rendered.
        marked: whether numbers carry marks, or are plain text.
        uses: every use of a number, in the order of rendering.
        marks: those that were marked, in the order in which they stand in the text.
        anchors: the ids of the numbers whose first mark is an anchor, ``n-NAME``.
        worded: those whose text is words that rest on a number.
        mentions: what it names outside its numbers and tables.
    """

    chapter: str
    language: str
    graph: Graph
    marked: bool = True
    uses: list[Use] = field(default_factory=list)
    marks: list[Use] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    worded: list[Use] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)

    def words(self, use: Use) -> str:
        """Words that rest on a number, a use of their own."""
        self.uses.append(use)
        return self.sign(use)

    def sign(self, use: Use) -> str:
        """A use's text where no mark can stand, told apart from words that nothing stands for."""
        if not self.marked:
            return use.text
        self.worded.append(use)
        return f"{_START}{use.text}{chr(_SIGNS[0] + len(self.worded) - 1)}"

    def unmark(self, text: str) -> tuple[str, list[tuple[int, Use]]]:
        """The page's text without those signs, and where in it the words of each end."""
        text = text.replace(_START, "")
        found = [
            (match.start() - index, self.worded[ord(match[0]) - _SIGNS[0]])
            for index, match in enumerate(_SIGN.finditer(text))
        ]
        return _SIGN.sub("", text), found

    def first(self, number: Number) -> bool:
        """Whether this is the number's first mark on its own chapter's page."""
        if number.id in self.anchors or number.id.split(".")[0] != self.chapter:
            return False
        self.anchors.add(number.id)
        return True


class Names:
    """``n`` in a template: ``n.token_compute``, ``n['compute.gpt3']``."""

    def __init__(self, page: Page, aliases: Mapping[str, str] | None = None) -> None:
        self._page = page
        self._aliases = aliases

    def __getattr__(self, name: str) -> Number:
        return self[name]

    def __getitem__(self, name: str) -> Number:
        page = self._page
        if self._aliases is not None:
            if name not in self._aliases:
                raise BookError(
                    f"'{name}' is not among the figure's numbers",
                    hint=did_you_mean(name, self._aliases),
                )
            name = self._aliases[name]
        number = page.graph.find(name, page.chapter)
        if number.means is None:
            raise BookError(f"'{name}' is a datum", expected="a number declared in numbers.yml")
        return number


def mark(number: Number, text: str, anchor: str = "") -> str:
    """A number as it is written, for readers, for machines, and as a link to its derivation."""
    own = f' id="{anchor}"' if anchor else ""
    return (
        f'<data class="num"{own} data-num="{number.id}" value="{machine(number)}"'
        f' data-unit="{html.escape(number.unit)}" data-kind="{number.kind}">'
        f'<a href="{derivation(number.id)}">{escape(text)}</a></data>'
    )


def machine(number: Number) -> str:
    """A number's magnitude for machines: plain or with an exponent, never rounded for show."""
    return repr(float(number.value))


def escape(text: str) -> str:
    """Text that neither HTML nor Markdown nor the maths extension reads as markup."""
    return html.escape(text).replace("$", "&#36;").replace("*", "&#42;").replace("_", "&#95;")
