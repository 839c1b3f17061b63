"""What a page writes while it is rendered: its numbers, how each is marked, and from where."""

from __future__ import annotations

import html
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Literal

from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.numbers import Graph

DERIVATIONS = "derivations.html"
How = Literal["text", "figure", "table", "holds", "yardstick", "claim"]


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
        how: as a number of the text or of a figure or table, or under words: a condition that
            they ``holds``, a ``yardstick``, the verdict on a ``claim``.
        place: where the source asks for it; a generated page has no source.
        name: the figure, table or claim.
        low, high: what a condition asks of the number, in coherent units.
        sentence: what it stands in, without marks; empty where it is not in running text.
        said: the magnitude that the text says, in the number's unit: the value as rounded.
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


@dataclass(frozen=True)
class Mention:
    """Something of data/ that a page prints without a number: a name, a day, a rule.

    Attributes:
        id: of the entity, the day or the rule: ``h100-sxm``, ``h100-sxm.announced``,
            ``controls.a800``.
        table: the table it stands in, if it stands in one.
        row, column: where in that table; without a column the row is about it.
        place: where the source asks for it; a generated page has no source.
    """

    id: str
    table: str = ""
    row: str = ""
    column: str = ""
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
        number = self.number
        anchor = f' id="n-{number.name}"' if self.page.first(number) else ""
        return (
            f'<data class="num"{anchor} data-num="{number.id}" value="{self.magnitude}"'
            f' data-unit="{html.escape(number.unit)}" data-kind="{number.kind}">'
            f'<a href="{DERIVATIONS}#{number.id}">{_escape(self.text)}</a></data>'
        )


@dataclass
class Page:
    """One page in one language while it is rendered.

    Attributes:
        chapter, language, graph: what is rendered.
        marked: whether numbers carry marks, or are plain text.
        uses: every use of a number, in the order of rendering.
        marks: those that were marked, in the order in which they stand in the text.
        mentions: what it prints of data/ without a number.
    """

    chapter: str
    language: str
    graph: Graph
    marked: bool = True
    uses: list[Use] = field(default_factory=list)
    marks: list[Use] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def first(self, number: Number) -> bool:
        """Whether this is the number's first mark on its own chapter's page."""
        if number.id in self._seen or number.id.split(".")[0] != self.chapter:
            return False
        self._seen.add(number.id)
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


def machine(number: Number) -> str:
    """A number's magnitude for machines: plain or with an exponent, never rounded for show."""
    return repr(float(number.value))


def _escape(text: str) -> str:
    """Text that neither HTML nor Markdown nor the maths extension reads as markup."""
    return html.escape(text).replace("$", "&#36;").replace("*", "&#42;").replace("_", "&#95;")
