"""Writes a decimal value with its unit as a language does, in one of a few forms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from bookgen.language import rounding
from bookgen.language.words import EN, NBSP, ZH, Words

Form = Literal["plain", "words", "scientific", "percent"]
LANGUAGES: dict[str, Words] = {"zh": ZH, "en": EN}
MINUS = "\N{MINUS SIGN}"
_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_LARGEST_IN_WORDS = Decimal("1e16")


@dataclass(frozen=True)
class Style:
    """How a number is asked to look at its point of use.

    Attributes:
        form: plain (3,000), words (8100 亿), scientific (3.8×10²⁵) or percent (40%).
        digits: significant digits; None keeps the value as it is.
        about: round as one says "about" (one digit, two after a leading 1).
        unit: whether the unit is written too.
        zeros: keep zeros at the end of a plain number, where somebody printed them as digits.
    """

    form: Form = "plain"
    digits: int | None = None
    about: bool = False
    unit: bool = True
    zeros: bool = False


def write(value: Decimal, unit: str, language: str, style: Style) -> str:
    """The text of a value.

    Args:
        value: the magnitude in ``unit``.
        unit: the display unit, as spelled in the data.
        language: ``zh`` or ``en``.
        style: form and rounding.

    Raises:
        BookError: a value that is not zero would print as 0.
    """
    words = LANGUAGES[language]
    told = said(value, unit, language, style)
    if style.form == "percent":
        return _signed(_plain(told if unit == "percent" else told * 100, grouped=True)) + "%"
    text = _number(told, words, style)
    if unit == "percent":
        return text + "%"
    return with_unit(text, unit, language) if style.unit else text


def said(value: Decimal, unit: str, language: str, style: Style) -> Decimal:
    """The magnitude that the text of a value says, in the same unit: the value as rounded.

    Raises:
        BookError: a value that is not zero would print as 0.
    """
    if style.form == "percent" and unit != "percent":
        return _round(value * 100, style) / 100
    if style.form == "words" and style.digits is None and not style.about:
        factor = _scale(value, LANGUAGES[language])[0]
        if factor > 1 and abs(value) < _LARGEST_IN_WORDS:
            return rounding.decimals(value / factor, 1) * factor
    return _round(value, style)


def span(low: Decimal, high: Decimal, unit: str, language: str, style: Style) -> str:
    """The text of a range: ``2,800 to 3,200 years``, ``2 亿至 5 亿元``; the unit stands once.

    Raises:
        BookError: as ``write``.
    """
    last = write(high, unit, language, style)
    first = write(low, unit, language, replace(style, unit=False))
    if not last[:1].isdigit():  # a sign of money or a minus belongs to each end
        first = write(low, unit, language, style)
    return first + to(first, language) + last


def to(low: str, language: str) -> str:
    """What stands between the ends of a range: ``8 to 16``, ``8 至 16``, ``2 亿至 5 亿``."""
    if language == "en":
        return " to "
    return " 至 " if low[-1].isascii() else "至 "


def _number(value: Decimal, words: Words, style: Style) -> str:
    """The text of a value that has been rounded."""
    if style.form == "scientific" or (style.form == "words" and abs(value) >= _LARGEST_IN_WORDS):
        return _signed(_scientific(value))
    if style.form == "words":
        factor, word = _scale(value, words)
        mantissa = _plain(value / factor, grouped=words.grouped_mantissa or not word)
        return _signed(f"{mantissa}{NBSP}{word}" if word else mantissa)
    return _signed(_plain(value, grouped=True, zeros=style.zeros))


def _scale(value: Decimal, words: Words) -> tuple[Decimal, str]:
    """The largest magnitude word that fits, with its factor; 1 and none for a small value."""
    found = (scale for scale in words.scales if abs(value) >= scale[0])
    return next(found, (Decimal(1), ""))


def _round(value: Decimal, style: Style) -> Decimal:
    if style.about:
        return rounding.rough(value)
    if style.digits is None:
        return value if value else Decimal(0)
    return rounding.keep_nonzero(value, rounding.significant(value, style.digits))


def _plain(value: Decimal, *, grouped: bool, zeros: bool = False) -> str:
    text = format(value, ",f" if grouped else "f")
    return text if zeros or "." not in text else text.rstrip("0").rstrip(".")


def _scientific(value: Decimal) -> str:
    if value == 0:
        return "0"
    exponent = value.adjusted()
    mantissa = _plain(value.scaleb(-exponent), grouped=False)
    power = str(exponent).translate(_SUPERSCRIPT)
    return f"{mantissa}×10{power}"


def _signed(text: str) -> str:
    if text.startswith("-"):
        return MINUS + text[1:] if text.strip("-0.,") else text[1:]
    return text


def with_unit(text: str, unit: str, language: str) -> str:
    """The text of a number with its unit, or a sum of money with its sign."""
    words = LANGUAGES[language]
    if not unit:
        return text
    if unit in words.money:
        prefix, suffix = words.money[unit]
        sign, digits = (MINUS, text[1:]) if text.startswith(MINUS) else ("", text)
        return f"{sign}{prefix}{digits}{_joint(text, suffix)}{suffix}"
    word = words.unit(unit, text)
    return f"{text}{_joint(text, word)}{word}"


def _joint(text: str, word: str) -> str:
    """A no-break space before a unit, none between two Chinese words (1 万年)."""
    return NBSP if word and (text[-1].isascii() or word[0].isascii()) else ""
