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
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_SUPERSCRIPT = str.maketrans("0123456789-", _RAISED)
_LARGEST_IN_WORDS = Decimal("1e16")


@dataclass(frozen=True)
class Style:
    """How a number is asked to look at its point of use.

    Attributes:
        form: plain (3,000), words (8100 亿), scientific (3.8×10²⁵) or percent (40%).
        digits: significant digits; None keeps the value as it is.
        about: round as one says "about" (one digit, two after a leading 1).
        unit: whether the unit is written too.
    """

    form: Form = "plain"
    digits: int | None = None
    about: bool = False
    unit: bool = True


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
    if style.form == "percent":
        percent = value if unit == "percent" else value * 100
        return _signed(_plain(_round(percent, style), grouped=True)) + "%"
    text = _number(value, words, style)
    if unit == "percent":
        return text + "%"
    return _with_unit(text, unit, words) if style.unit else text


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
    return " 至 " if _latin(low[-1]) else "至 "


def _number(value: Decimal, words: Words, style: Style) -> str:
    rounded = _round(value, style)
    size = abs(rounded)
    if style.form == "scientific" or (style.form == "words" and size >= _LARGEST_IN_WORDS):
        return _signed(_scientific(rounded))
    if style.form == "words":
        return _signed(_in_words(rounded, words, exact=style.digits is not None or style.about))
    return _signed(_plain(rounded, grouped=True))


def _round(value: Decimal, style: Style) -> Decimal:
    if style.about:
        return rounding.rough(value)
    if style.digits is None:
        return value if value else Decimal(0)
    return rounding.keep_nonzero(value, rounding.significant(value, style.digits))


def _plain(value: Decimal, *, grouped: bool) -> str:
    text = format(value, ",f" if grouped else "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _in_words(value: Decimal, words: Words, *, exact: bool) -> str:
    """The mantissa and its magnitude word; a mantissa that rounds up moves to the next word."""
    for index, (factor, word) in enumerate(words.scales):
        if abs(value) < factor:
            continue
        mantissa = value / factor if exact else rounding.decimals(value / factor, 1)
        if abs(mantissa) * factor >= _LARGEST_IN_WORDS:
            return _scientific(mantissa * factor)
        if index and abs(mantissa) * factor >= words.scales[index - 1][0]:
            larger, word = words.scales[index - 1]
            mantissa = mantissa * factor / larger
        return f"{_plain(mantissa, grouped=words.grouped_mantissa)}{NBSP}{word}"
    return _plain(value, grouped=True)


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


def _with_unit(text: str, unit: str, words: Words) -> str:
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
    return NBSP if word and (_latin(text[-1]) or _latin(word[0])) else ""


def _latin(char: str) -> bool:
    """Whether a character is set apart from Chinese by a space; the digits of a power are too."""
    return char.isascii() or char in _RAISED
