"""Which digits in a text are a number: not those of names, dates, ordinals and list items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from bookgen import schema
from bookgen.checks.typed.marks import GONE
from bookgen.checks.typed.names import Names

_UNIT = "|".join(
    (
        r"[kKMGTPE]i?(?:B|b|bit|bps|FLOPS?|OPS?|W|Wh|Hz|J)(?:/s(?:/W)?|ps)?(?![A-Za-z])",
        r"(?:FLOPS?|OPS?|B|W|Wh|Hz|J)(?:/s)?(?:/token|/param)?(?![A-Za-z])",
        r"(?:mm|nm|ms|us|µs|ns|s|h|K|M|T)(?:\^?[23²³])?(?![A-Za-z0-9])",
        r"(?:trillion|billion|million|thousand)\b"
        r"(?:\s(?:dollars|GPUs?|tokens?|parameters?|years?)\b)?",
        r"(?:years?|months?|days?|hours?|minutes?|seconds?|tokens?|parameters?|GPU-hours?"
        r"|GPUs?|cards?|dollars|times|percent|bytes?)\b",
        r"(?:万亿|亿|万|千)?(?:美元|倍|个月|年|天|小时|分钟|秒|张|块|个\stoken|个参数|字节)",
        r"万亿|亿|万|千|%|‰|[×x](?![A-Za-z0-9])",
    )
)
_POWER = r"(?:\^\{?[-+−]?\d+\}?|\*\*\d+|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_NUMBER = re.compile(
    rf"""
    (?:(?<![A-Za-z])|(?<=USD|CNY|RMB|EUR))[$¥€]?(?:\d+(?:,\d{{3}})*(?:\.\d+)?|\.\d+|[½⅓⅔¼¾⅛])
    (?:[eE][+-]?\d+\b|\s?(?:×|\\times|\\cdot|\*|·|x)\s?10{_POWER}|{_POWER})?
    (?:(?:\\[,;]|\\?[ ~-])?(?:\\(?:text|mathrm)\{{\s?(?:{_UNIT})\}}|\\%|{_UNIT}))?
    """,
    re.VERBOSE,
)
_DIGIT = re.compile(r"[\d⁰¹²³⁴⁵⁶⁷⁸⁹½⅓⅔¼¾⅛]")

_YEAR = r"(?:19[4-9]\d|20[0-3]\d)"
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_LENGTH = ("约", "近", "高达", "达到", "长达", "超过", "要")  # 约 2000 年 is no date
_NO_LENGTH = "".join(rf"(?<!{word})(?<!{word}[ ])" for word in _LENGTH)
_WHEN = "|".join(
    f"[{word[0].upper()}{word[0]}]{word[1:]}"
    for word in ("in", "since", "by", "from", "to", "until", "before", "after", "early", "late")
)
_COUNTED = rf"(?![ ](?!(?:was|is|has|does|its|this)\b)[a-z]+s\b|[,.]\d|[ ]?(?:{_UNIT}))"
_INDEX = rf"(?>\d\d?(?:\.\d+)*)(?![A-Za-z0-9]|[ ]?(?:{_UNIT}))"
_BITS = "|".join(sorted({re.sub(r"\D", "", name) for name in get_args(schema.Precision)} - {""}))
_NO_NUMBER = re.compile(
    rf"""
      # a name: letters, then digits; a sign or a currency before them makes none
      (?<![A-Za-z0-9\\])(?!(?:USD|CNY|RMB|EUR|x|e)\d)
      (?:[A-Za-z]+|(?=[a-z]*[A-Z])[A-Za-z]+(?:-[A-Za-z]+)*-)\d[A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*
    | \barXiv:[\d.]+
      # a date
    | \b\d{{4}}[-‑]\d\d(?:[-‑]\d\d)?\b | \({_YEAR}\)
    | {_NO_LENGTH}(?<!\d){_YEAR}[ ]?年(?:[ ]?\d\d?[ ]?月(?:[ ]?\d\d?[ ]?日)?)?
    | \d\d?[ ]?月[ ]?\d\d?[ ]?日 | 公元前[ ]?\d+[ ]?年 | \b\d+[ ]BC\b
    | \b(?:\d\d?[ ])?{_MONTH}[ ](?:\d\d?,[ ])?{_YEAR}\b | \b\d\d?[ ]{_MONTH}\b
    | \b(?:{_WHEN})[ ]{_YEAR}\b{_COUNTED} | \b(?:19|20)\d0s\b
    | \b{_YEAR}(?:[–—-]|[ ](?:to|and)[ ]){_YEAR}\b{_COUNTED}
      # an ordinal, a number of a section, a figure or a release, a list item
    | \b\d+(?:st|nd|rd|th)\b | 第[ ]?\d+
    | (?:[图表式§]|步骤|脚注)[ ]?{_INDEX}
    | \b(?i:figures?|fig\.|tables?|sections?|chapters?|appendix|equations?|eq\.|steps?|stage)
      [ ]{_INDEX}
    | \b[A-Z]\.\d+\b | (?<![\d.])\d+\.\d+\.\d+\b
    | ^[ \t>]*\d\d?[.)](?=[ ])
      # the width of a number format
    | (?<!\d)(?<!\d[.,])(?:{_BITS})(?:[- ]bits?\b|[ ]?比特|[ ]?位(?![数小]))
    """,
    re.VERBOSE | re.MULTILINE,
)


def numbers(text: str, names: Names) -> Iterator[re.Match[str]]:
    """Every number in a line of text, with the unit behind it."""
    if _DIGIT.search(text):
        text = _NO_NUMBER.sub(lambda match: GONE * len(match[0]), names.gone(text))
        yield from _NUMBER.finditer(text)


_FORMULA = re.compile(
    r"(?<!\\)\$\$.+?\$\$|(?<![\\$])\$(?!\s)[^$\n]+?(?<!\s)\$(?!\d)|\\\(.+?\\\)|\\\[.+?\\\]",
    re.DOTALL,
)
_STRUCTURE = re.compile(r"(?:(?<=[A-Za-z)}])\s?[-+]\s?|(?<=[A-Za-z)}])[\^_]\{?)\d(?![\d.,])")


def without_structure(text: str) -> str:
    """Text where a formula in symbols has lost its indices, powers and steps: ``$x_1^2 + 1$``.

    They are one digit behind a symbol, in a formula that holds no number of the book. A
    coefficient, the 2 of ``$c = 2N$``, is a number like any other.
    """
    return _FORMULA.sub(_bare, text) if "$" in text or "\\" in text else text


def _bare(match: re.Match[str]) -> str:
    formula = match[0].replace("$", " ")
    return formula if GONE in formula else _STRUCTURE.sub(_symbolic, formula)


def _symbolic(match: re.Match[str]) -> str:
    return re.sub(r"\d", GONE, match[0])
