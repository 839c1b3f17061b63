from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.errors import BookError
from bookgen.language import Style, write
from bookgen.language.writing import MINUS

NBSP = "\N{NO-BREAK SPACE}"
ABOUT = Style(about=True)
WORDS = Style("words")


@pytest.mark.parametrize(
    ("value", "unit", "style", "zh", "en"),
    [
        ("8.1e11", "", Style("words", 2), "8100 亿", "810 billion"),
        ("3035.25", "year", ABOUT, "3,000 年", "3,000 years"),
        ("6070.5", "year", ABOUT, "6,000 年", "6,000 years"),
        ("69.29", "day", ABOUT, "70 天", "70 days"),
        ("138.58", "day", ABOUT, "140 天", "140 days"),
        ("25.15", "year", Style("plain", 2), "25 年", "25 years"),
        ("318.05", "year", Style("plain", 2), "320 年", "320 years"),
        ("6.48", "TB", Style("plain", 2), "6.5 TB", "6.5 TB"),
        ("3.7908e25", "FLOP", Style("scientific", 2), "3.8×10²⁵ FLOP", "3.8×10²⁵ FLOP"),
        ("6.626e-34", "", Style("scientific", 2), "6.6×10⁻³⁴", "6.6×10⁻³⁴"),
        # roll-over at the borders of the magnitude words, one decimal, no trailing zero
        ("999949", "", WORDS, "100 万", "999.9 thousand"),
        ("999950", "", WORDS, "100 万", "1 million"),
        ("99999999", "", WORDS, "1 亿", "100 million"),
        ("999999999999", "", WORDS, "1 万亿", "1 trillion"),
        ("671e9", "", WORDS, "6710 亿", "671 billion"),
        ("14.8e12", "", WORDS, "14.8 万亿", "14.8 trillion"),
        ("9999", "", WORDS, "9,999", "10 thousand"),
        ("1e16", "", WORDS, "1×10¹⁶", "1×10¹⁶"),
        ("9999950000000000", "", WORDS, "1×10¹⁶", "1×10¹⁶"),
        ("7e9", "", WORDS, "70 亿", "7 billion"),
        ("640000", "", WORDS, "64 万", "640 thousand"),
        # money stands where the language puts it
        ("5576000", "USD", Style("words", 4), "557.6 万美元", "$5.576 million"),
        ("-2", "USD", Style(), f"{MINUS}2 美元", f"{MINUS}$2"),
        # singular only after exactly one; Chinese has no plural
        ("10000", "year", WORDS, "1 万年", "10 thousand years"),
        ("0", "day", Style(), "0 天", "0 days"),
        ("1", "day", Style(), "1 天", "1 day"),
        ("1.5", "day", Style(), "1.5 天", "1.5 days"),
        ("1", "month", Style(), "1 个月", "1 month"),
        ("9.56", "month", Style("plain", 2), "9.6 个月", "9.6 months"),
        ("2", "GPU", Style(), "2 张", "2 GPUs"),
        ("2788000", "GPU-h", Style("words", 4), "278.8 万 GPU 小时", "2.788 million GPU-hours"),
        # signs, zero and shares
        ("-0", "", Style(), "0", "0"),
        ("-5", "", Style(), f"{MINUS}5", f"{MINUS}5"),
        ("0.3451", "", Style("percent", 3), "34.5%", "34.5%"),
        ("40", "percent", Style("percent"), "40%", "40%"),
        ("0.25", "", Style("plain", 1), "0.3", "0.3"),  # half-up, not half-even
        ("16384", "", Style(), "16,384", "16,384"),
        ("1e21", "", Style("scientific"), "1×10²¹", "1×10²¹"),
        # zeros that somebody else printed as digits
        ("20.30", "ms", Style("plain", 4), "20.3 毫秒", "20.3 ms"),
        ("20.30", "ms", Style("plain", 4, zeros=True), "20.30 毫秒", "20.30 ms"),
        ("43e1", "TFLOP/s", Style("plain", 2, zeros=True), "430 TFLOP/s", "430 TFLOP/s"),
    ],
)
def test_writes(value: str, unit: str, style: Style, zh: str, en: str) -> None:
    assert write(Decimal(value), unit, "zh", style).replace(NBSP, " ") == zh
    assert write(Decimal(value), unit, "en", style).replace(NBSP, " ") == en


def test_number_and_unit_never_part() -> None:
    for language in ("zh", "en"):
        text = write(Decimal(80), "GB", language, Style())
        assert text == f"80{NBSP}GB"


def test_something_is_never_printed_as_nothing() -> None:
    assert write(Decimal("0.0004"), "", "en", Style("percent", 1)) == "0.04%"


_UNITS = {"": 1, "万": 10**4, "亿": 10**8, "万亿": 10**12}
_ENGLISH = {"": 1, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def read_back(text: str, scales: dict[str, int]) -> Decimal:
    match = re.fullmatch(r"([\d,.]+)(?:\s(\D+))?", text.replace(NBSP, " "))
    assert match, text
    return Decimal(match[1].replace(",", "")) * scales[match[2] or ""]


@given(st.integers(min_value=1, max_value=10**15), st.integers(min_value=1, max_value=6))
def test_both_languages_say_the_same_number(value: int, digits: int) -> None:
    style = Style("words", digits)
    zh = read_back(write(Decimal(value), "", "zh", style), _UNITS)
    en = read_back(write(Decimal(value), "", "en", style), _ENGLISH)
    assert zh == en
    assert abs(zh - value) * 2 * 10 ** (digits - 1) <= value


@given(st.integers(min_value=10**4, max_value=10**16 - 1))
def test_a_mantissa_never_reaches_the_next_word(value: int) -> None:
    zh = write(Decimal(value), "", "zh", WORDS)
    mantissa = Decimal(re.match(r"[\d.]+", zh.replace(",", ""))[0])  # type: ignore[index]
    assert mantissa < 10**4 or zh.startswith("1×10")


@given(st.decimals(min_value="1e-6", max_value="1e15", allow_nan=False, allow_infinity=False))
def test_about_is_never_far_off(value: Decimal) -> None:
    from bookgen.language.rounding import rough

    assert abs(rough(value) - value) <= value / 4


def test_refuses_to_print_a_value_as_zero() -> None:
    from bookgen.language.rounding import keep_nonzero

    with pytest.raises(BookError, match="would be printed as 0"):
        keep_nonzero(Decimal("0.004"), Decimal("0.0"))
