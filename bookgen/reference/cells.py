"""The cells of the reference tables: words, dates, numbers with what is known of them, blanks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from bookgen import schema, units
from bookgen.calculators import QUANTITIES
from bookgen.evaluation import Number
from bookgen.language import Style, to, write
from bookgen.page import mark
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Blank, Found, Shelf
from bookgen.reference.table import Cell, Origin
from bookgen.reference.words import COMMA, KINDS, SEMICOLON, say

_SMALL = 10**5  # digits say such a number more plainly than "thousand" does


def words(shown: str, *, href: str = "", lang: str = "", names: Sequence[str] = ()) -> Cell:
    """A cell of words, linked where it has an address, in its own language; maybe names."""
    inner = html.escape(shown)
    if lang:
        inner = f'<span lang="{lang}">{inner}</span>'
    if href:
        inner = f'<a href="{html.escape(href)}">{inner}</a>'
    return Cell(inner, key=shown, text=shown, names=names)


def blank(reason: str) -> Cell:
    """A cell without a value, with its reason."""
    return Cell("—", title=reason)


def date(shelf: Shelf, id: str, event: schema.Event | None) -> Cell:
    """A day of an entity, such as its announcement, sorted by its place in time."""
    value = shelf.graph.catalog.values.get(id)
    if event is None or value is None:
        return blank(say("none", shelf.language))
    about = [KINDS[value.kind][shelf.language], *_origin(shelf, value.sources, value.verified)]
    title = SEMICOLON[shelf.language].join(about)
    day = html.escape(event.value)
    shown = f'<time datetime="{day}">{day}</time>'
    origin = Origin(id, value.kind, value.sources)
    return Cell(shown, repr(value.si), title, text=event.value, origin=origin)


def number(shelf: Shelf, column: Column, found: Found) -> Cell:
    """A number of the page in its column, marked, with its kind and sources on hover."""
    if isinstance(found, Blank):
        return blank(found.reason)
    shown = _written(shelf, column, found)
    shelf.print(found, shown)
    title = _computed(shelf, found) if found.calculator else _given(shelf, found)
    return Cell(mark(found, shown), repr(found.si), title, number=found, origin=origin(found))


def origin(found: Number) -> Origin:
    """How a number is known."""
    return Origin(found.id, found.kind, found.rests_on())


def _written(shelf: Shelf, column: Column, found: Number) -> str:
    """The bare number; only a value that was computed or converted is rounded."""
    form = column.form or "plain"
    if form == "words" and abs(found.value) < _SMALL:
        form = "plain"
    rounded = found.calculator or _converted(found) or form == "words"
    digits = column.digits if rounded else None
    style = Style(form, digits, unit=not column.unit and not column.bare)
    return write(found.value, found.unit, shelf.language, style)


def _computed(shelf: Shelf, found: Number) -> str:
    """What a computed number was computed from."""
    language = shelf.language
    parts = [
        f"{getattr(QUANTITIES[name], language)} {full(child, child.si, language)}"
        for name, child in found.inputs
    ]
    kind = KINDS[found.kind][language]
    return say("computed", language, COMMA[language].join(parts), kind)


def _given(shelf: Shelf, found: Number) -> str:
    """How a datum is known."""
    language, value = shelf.language, found.datum
    assert value is not None
    about = [KINDS[found.kind][language]]
    if found.low is not None and found.high is not None:
        low, high = (full(found, si, language) for si in (found.low, found.high))
        about.append(say("range", language, f"{low}{to(low, language)}{high}"))
    if _converted(found):
        typed = write(units.from_si(value.si, value.unit), value.unit, language, Style())
        about.append(say("given", language, typed))
    return SEMICOLON[language].join([*about, *_origin(shelf, value.sources, value.verified)])


def _converted(found: Number) -> bool:
    """Whether a datum's unit is more than a prefix away from the shown one, as GiB is from GB."""
    if found.datum is None:
        return False
    step = units.factor(found.datum.unit) / units.factor(found.unit)
    return step.normalize().as_tuple().digits != (1,)


def _origin(shelf: Shelf, sources: Iterable[str], verified: str) -> list[str]:
    """The sources of a value, and when it was checked against them."""
    titles = [shelf.graph.catalog.sources[key].title for key in sources]
    named = say("source", shelf.language, SEMICOLON[shelf.language].join(titles))
    return [named, say("checked", shelf.language, verified)]


def full(found: Number, si: float, language: str) -> str:
    """A value of a number's with its unit, to six digits."""
    value = units.from_si(si, found.unit)
    large = abs(value) >= 10**9 or 0 < abs(value) < 10**-3
    return write(value, found.unit, language, Style("scientific" if large else "plain", 6))
