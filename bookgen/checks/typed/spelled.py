"""Numbers in words: multiples, vague ones too, parts, and whatever is ten or more.

Smaller counts (two sentences, 三种) are just language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookgen.checks.typed.marks import GONE

_ONES = "two|three|four|five|six|seven|eight|nine"
_TENS = (
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_LARGE = "hundred|thousand|million|billion|trillion|quadrillion"
_COUNT = rf"(?:a|an|one|half\sa|(?:{_TENS})(?:-(?:{_ONES}|one))?|{_ONES})"
_ENGLISH = re.compile(
    rf"""\b(?:
      (?:{_COUNT}[\s-])?(?:tens|dozens?|(?:{_LARGE})s?)
        (?:\sof\s(?:tens|(?:{_LARGE})s?)|\s(?:{_LARGE}))*
    | (?:{_COUNT}|half)\stimes | (?:{_ONES}|{_TENS}|{_LARGE})-?fold
    | (?:{_TENS})(?:-(?:{_ONES}|one))?
    | (?:a|one|two|three|four)[\s-](?:third|quarter|fifth|sixth|seventh|eighth|tenth|sixteenth)s?
    | (?:several|(?<!how\s)(?<!as\s)many|a\sfew|a\scouple\sof|countless)\stimes
    | (?:several|many)-?fold
    | twice | thrice | half | halved | doubled? | doubles(?!\s(?:in|every|that)\b|[.,;:)])
    | tripled? | triples | quadruple[ds]?
    )\b(?!-bit)""",
    re.VERBOSE | re.IGNORECASE,
)
_ONE = "一二两三四五六七八九"
_MANY = f"{_ONE}十百千万亿"
_CHINESE = re.compile(
    rf"""
      (?<!翻)(?<!翻了)(?:[{_MANY}几数]*[{_MANY}]|好几|[几数多]|许多|若干)倍 | 成倍
    | (?<!{GONE})(?<!{GONE}[ ])(?<!多久)翻了?(?:[一两几]?番|[{_ONE}]?倍)(?!时间|的次数)
    | 双倍 | 加倍 | 减半 | 折半 | 一半 | 半数
    | [{_MANY}]+分之[{_MANY}]+ | (?<![构形完变达做合组])[{_ONE}]成(?![为立果功本员份分熟长])
    | 成千上万
    | (?<![{_MANY}])(?>[{_ONE}几数上好成]?[十百千万亿](?:零?[{_ONE}]?[十百千万亿])*零?[{_ONE}]?)
      [余多来几]?(?!进制|位)
    """,
    re.VERBOSE,
)
_IDIOM = re.compile(rf"万一|十分|百分(?!之[{_MANY}])|千万别|亿万|一般|万能|百科")


def words(text: str, language: str) -> Iterator[re.Match[str]]:
    """Every number in words in a line of text."""
    if language == "en":
        yield from _ENGLISH.finditer(text)
        return
    for match in _CHINESE.finditer(text):
        if not _IDIOM.match(text, match.start()):
            yield match
