"""What stands behind a figure: all numbers that it shows, each with its name and its mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bookgen.catalog import Catalog
from bookgen.evaluation import Number
from bookgen.language import Style, write
from bookgen.page import Page, Use, escape, mark
from bookgen.proof.names import name
from bookgen.proof.words import say
from bookgen.proof.writer import day

_PLAIN, _WORDS = Style("plain", 6), Style("words", 4)
_LONG = 1e6  # from here on digits alone are hard to read


def behind(
    page: Page, numbers: Sequence[Number], texts: Mapping[str, str], catalog: Catalog
) -> Iterator[str]:
    """A folded list for the foot of a figure, line by line; none where no number is shown.

    A drawing's own text can be pointed at, but neither reached by keyboard nor read aloud.

    Args:
        page: where the figure stands.
        numbers: what it shows.
        texts: what it writes of them, by id.
        catalog: names those that data hold.
    """
    if not numbers:
        return
    language = page.language
    count = f'<data value="{len(numbers)}">{len(numbers)}</data>'
    yield f'<details class="fig-numbers"><summary>{say("behind", language, count)}</summary>'
    yield "<ul data-search-exclude>"
    for number in numbers:
        page.marks.append(Use(number, "", "drawn"))  # no use of its own, but a mark among marks
        what = escape(str(getattr(name(number, catalog), language)))
        style = _PLAIN if abs(number.value) < _LONG else _WORDS
        text = day(number, catalog) or write(number.value, number.unit, language, style)
        if not number.unit:  # a share may be written in percent, a count in digits
            text = texts.get(number.id) or text
        yield f"<li>{what}{say('colon', language)}{mark(number, text)}</li>"
    yield "</ul></details>"
