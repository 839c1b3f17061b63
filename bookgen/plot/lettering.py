"""The part of a drawing that knows its numbers and words, and writes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from bookgen import units
from bookgen.errors import BookError, did_you_mean
from bookgen.language import Style, write
from bookgen.language.writing import Form
from bookgen.plot import layout, style
from bookgen.plot.cast import Measured
from bookgen.plot.job import Job
from bookgen.plot.lines import wrap
from bookgen.plot.shapes import Shapes
from bookgen.plot.ticks import Across

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINE_HEIGHT = 1.4


@dataclass(frozen=True)
class Spread:
    """A number with its range in one unit, and how it is known."""

    value: float
    low: float
    high: float
    kind: str


class Lettering(Shapes):
    """What a drawing says.

    Attributes:
        job: what is drawn.
        shown: the entities that it names, and the members of families that it writes, as
            ``family.entity``.
        line_height: from one baseline to the next.
    """

    line_height = style.FONT_SIZE * LINE_HEIGHT

    def __init__(self, job: Job, figure: Figure) -> None:
        super().__init__(figure, job.size)
        self.job = job
        self.shown: set[str] = set()
        self._known: set[str] = set()
        self._widths: dict[str, float] = {}

    # Numbers and words

    def value(self, alias: str, unit: str) -> float:
        """A declared number in ``unit``, for lengths and places."""
        return self.spread(alias, unit).value

    def spread(self, alias: str, unit: str) -> Spread:
        """A declared number in ``unit`` with its range."""
        if alias not in self.job.values:
            raise self._unknown(alias, "the numbers", list(self.job.values))
        return self._in_unit(self.job.values[alias], alias, unit)

    def family(self, alias: str, unit: str) -> dict[str, Spread]:
        """A declared family's numbers in ``unit``, by entity."""
        if alias not in self.job.families:
            raise self._unknown(alias, "the families", list(self.job.families))
        members = self.job.families[alias].items()
        return {entity: self._in_unit(number, entity, unit) for entity, number in members}

    def _in_unit(self, number: Measured, what: str, unit: str) -> Spread:
        if not units.same_dimension(number.unit, unit):
            raise BookError(
                f"'{what}' is {units.describe(number.unit)}, not {units.describe(unit)}",
                file=self.job.file,
                line=self.job.lines[""],
            )
        value, low, high = (
            float(units.from_si(si, unit)) for si in (number.si, number.low, number.high)
        )
        return Spread(value, low, high, number.kind)

    def _unknown(self, alias: str, among: str, known: list[str]) -> BookError:
        return BookError(
            f"'{alias}' is not among {among} of figure '{self.job.id}'",
            file=self.job.file,
            line=self.job.lines[""],
            hint=did_you_mean(alias, known),
        )

    def count(self, alias: str) -> int:
        """A declared number that counts things."""
        return round(self.value(alias, ""))

    def label(self, name: str) -> str:
        """A declared label, with its numbers written."""
        if name not in self.job.labels:
            raise BookError(
                f"'{name}' is not among the labels of figure '{self.job.id}'",
                file=self.job.file,
                expected="a label declared in zh and en",
                hint=did_you_mean(name, self.job.labels),
            )
        return self._know(self.job.labels[name])

    def member(self, alias: str, entity: str) -> str:
        """The label of one entity of a family, with its numbers written."""
        if alias not in self.job.members:
            raise self._unknown(alias, "the members' labels", list(self.job.members))
        self.shown |= {entity, f"{alias}.{entity}"}
        return self._know(self.job.members[alias][entity])

    def name(self, entity: str) -> str:
        """What an entity is called; a drawing asks for the names of those that it shows."""
        self.shown.add(entity)
        return self._know(self.job.entities[entity].name)

    def year(self, entity: str) -> float | None:
        """When an entity came about, as a year with its fraction; None where nothing says so."""
        return self.job.entities[entity].year

    def moments(self) -> list[tuple[float, str]]:
        """The dated events, the earliest first: the year with its fraction, and what happened."""
        return [(moment.year, self._know(moment.text)) for moment in self.job.moments]

    def entities(self) -> list[str]:
        """The ids of all who appear, those of a year together and the undated last."""
        found = self.job.entities
        return sorted(found, key=lambda one: (found[one].year or math.inf, found[one].name))

    def calendar_year(self, year: int) -> str:
        """A year as one writes a date: without separators."""
        return self._know(str(year))

    def write(
        self,
        value: float,
        unit: str = "",
        form: Form = "plain",
        digits: int | None = None,
        *,
        about: bool = False,
    ) -> str:
        """A value as the page's language writes it, for ticks and for what a drawing counts."""
        number = Decimal(repr(value))
        return self._know(write(number, unit, self.job.language, Style(form, digits, about)))

    def amount(self, value: float, unit: str = "") -> str:
        """A tick: in digits while they are easily read, then in words (50,000; 5 万)."""
        easy = {"zh": 1e4, "en": 1e6}[self.job.language]
        return self.write(value, unit, "plain" if abs(value) < easy else "words")

    def _know(self, text: str) -> str:
        self._known.update([text, *text.split("\n")])
        return text

    # Text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        color: str = style.INK,
        *,
        align: Across = "left",
        width: float | None = None,
        backed: bool = False,
    ) -> float:
        """Write text whose first baseline is at ``y``, broken to ``width``.

        Args:
            x: the point that the text hangs on.
            y: the first baseline.
            text: a label, or what ``write`` returned.
            color: one of the drawing's colours.
            align: which end of the text is at ``x``.
            width: the room for each line.
            backed: whether to hide the grid lines that cross the text.

        Returns:
            The baseline of the line that would follow.
        """
        for line in self.lines(text, width):
            if backed:
                self._back(x, y, line, align)
            self.canvas.text(x, y, line, color=color, ha=align, va="baseline")
            y += self.line_height
        return y

    def _back(self, x: float, y: float, line: str, align: Across) -> None:
        """Paper behind one line of text."""
        wide = self.measure(line) / layout.SLACK + 4
        left = x - 2 - (wide - 4) * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        ends = max(0.0, left), min(float(self.width), left + wide)
        self.boxes([(ends[0], y - 12, ends[1] - ends[0], 16)], fill=self.paper)

    def lines(self, text: str, width: float | None = None) -> list[str]:
        """The lines that a text of the figure takes when broken to ``width``."""
        if text not in self._known:
            return [text]
        found = wrap(text, width if width is not None else math.inf, self.measure)
        self._known.update(found)
        return found

    def listing(self, texts: Sequence[str], width: float) -> list[str]:
        """Texts as a list in the language's manner, on lines that end after an item.

        Only an item that is wider than a line is broken.
        """
        comma, space = {"zh": ("、", ""), "en": (",", " ")}[self.job.language]
        found: list[str] = []
        for index, text in enumerate(texts):
            item = self._know(text + comma if index < len(texts) - 1 else text)
            joined = found[-1] + space + item if found else item
            if found and self.measure(joined) <= width:
                found[-1] = joined
            else:
                found += self.lines(item, width)
        self._known.update(found)
        return found

    def measure(self, text: str) -> float:
        """How wide a line of text may be on a reader's machine."""
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path

        if text not in self._widths:
            font = FontProperties(size=style.FONT_SIZE)
            width: float = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
            self._widths[text] = width * layout.SLACK
        return self._widths[text]
