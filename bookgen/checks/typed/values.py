"""One value in many spellings: 3.35TB/s, 3350 GB/s, 3.35e12 and LaTeX are the same number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from bookgen import units
from bookgen.errors import BookError
from bookgen.evaluation import Number, leaf
from bookgen.numbers import Graph

_POWER = re.compile(
    r"(?P<mantissa>[\d,.]+)\s?(?:×|\\times|\\cdot|\*|·|x)\s?10(?:\^|\*\*)?\{?(?P<power>[-+−⁻]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+)\}?"
    r"|(?P<base>\d+)(?:\^\{?|(?=[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]))(?P<own>[-+−⁻]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+)\}?"
    r"|(?P<plain>[\d,.]+(?:[eE][+-]?\d+)?)"
)
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_DRESS = re.compile(r"\\(?:text|mathrm)\{|\\[,;]|[\\{}~$¥€\s]")
_SCALES = {
    "trillion": 12, "billion": 9, "million": 6, "thousand": 3, "万亿": 12, "亿": 8, "万": 4,
    "千": 3, "K": 3, "k": 3, "M": 6, "G": 9, "B": 9, "T": 12,
}  # fmt: skip
_WORDS = {
    "year": "year", "month": "month", "day": "day", "hour": "h", "minute": "min", "second": "s",
    "年": "year", "个月": "month", "天": "day", "小时": "h", "分钟": "min", "秒": "s",
    "token": "token", "个token": "token", "parameter": "param", "个参数": "param", "byte": "B",
    "字节": "B", "GPU": "GPU", "card": "GPU", "张": "GPU", "块": "GPU", "GPU-hour": "GPU-h",
    "dollar": "USD", "美元": "USD", "percent": "percent", "%": "percent", "times": "", "倍": "",
    "×": "", "x": "",
}  # fmt: skip


@dataclass(frozen=True)
class Typed:
    """A number as it was typed.

    Attributes:
        value: what it says, without its unit.
        step: one unit of the last digit that is meant.
        digits: how many digits are meant.
        units: the units that the spelling allows, each with a power of ten; none where none stands.
    """

    value: Decimal
    step: Decimal
    digits: int
    units: tuple[tuple[int, str], ...]

    def says(self, number: Number) -> bool:
        """Whether this is the value of a number, within the rounding as typed."""
        for power, unit in self.units:
            if units.same_dimension(unit, number.unit):
                exact = units.from_si(number.si, unit).scaleb(-power)
                if abs(exact - self.value) <= self.step / 2:
                    return True
        bare = not self.units
        return bare and any(
            abs(exact - self.value) <= self.step / 2 for exact in (number.value, Decimal(number.si))
        )


def read(text: str) -> Typed | None:
    """A number with its unit as typed; nothing where it is none."""
    match = _POWER.search(text)
    if match is None:
        return None
    number, power = match["plain"] or match["mantissa"] or "1", match["power"]
    if match["base"]:
        value = Decimal(int(match["base"]) ** max(0, int(match["own"].translate(_DIGITS))))
        step = Decimal(1).scaleb(value.adjusted() - 2)
        return Typed(value, step, 1, tuple(_units(text[match.end() :], text)))
    value = Decimal(number.strip(",.").replace(",", ""))
    _, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    meant = len("".join(map(str, digits)).lstrip("0").rstrip("0" if exponent >= 0 else "")) or 1
    if power:
        value = value.scaleb(int(power.translate(_DIGITS)))
    step = Decimal(1).scaleb(value.adjusted() - max(meant, 2) + 1) if value else Decimal(1)
    return Typed(value, step, meant, tuple(_units(text[match.end() :], text)))


def _units(rest: str, whole: str) -> Iterator[tuple[int, str]]:
    """Every way to read what stands behind a number."""
    rest = _DRESS.sub("", rest).lstrip("-")
    if "$" in whole.lstrip()[:1]:
        rest += "dollars"
    power = 0
    for word, scale in _SCALES.items():
        if rest.startswith(word) and (len(word) > 1 or not word.isascii() or rest == word):
            power, rest = scale, rest.removeprefix(word)
            if not rest:
                yield from ((power, unit) for unit in ("", "param", "token", "USD", "FLOP", "GPU"))
                if word != "B":
                    return
                power, rest = 0, word
            break
    for spelling in (rest, rest.removesuffix("s"), *_flops(rest)):
        unit = _WORDS.get(spelling, spelling)
        try:
            units.dimension(unit)
        except BookError:
            continue
        if rest:
            yield power, unit
            return


def _flops(unit: str) -> Iterator[str]:
    """``TFLOPS`` is meant as a rate more often than as an amount."""
    if unit.endswith("FLOPS"):
        yield f"{unit.removesuffix('S')}/s"
    if unit.endswith(("bps", "Bps")):
        yield unit.replace("bps", "bit/s").replace("Bps", "B/s")


def holder(text: str, graph: Graph, chapter: str) -> Number | None:
    """The number or datum that holds a typed value, one of the chapter's own if there is one."""
    typed = read(text)
    if typed is None or typed.digits < (1 if any(u for _, u in typed.units) else 3):
        return None
    own = [graph.numbers[id] for id in graph.chapters.get(chapter, ())]
    for numbers in (own, graph.numbers.values()):
        for number in numbers:
            if typed.says(number):
                return number
    return next((n for n in map(leaf, graph.catalog.values.values()) if typed.says(n)), None)
