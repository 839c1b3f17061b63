from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen import units
from bookgen.errors import BookError


@pytest.mark.parametrize(
    ("text", "unit", "si"),
    [
        ("80 GB", "GB", 80e9),
        ("80 GiB", "GB", 80 * 2**30),
        ("400 Gbit/s", "GB/s", 50e9),
        ("400 Gbps", "GB/s", 50e9),
        ("3350 GB/s", "TB/s", 3.35e12),
        ("3.35TB/s", "TB/s", 3.35e12),
        ("989.4 TFLOP/s", "FLOP/s", 989.4e12),
        ("2.788e6 GPU-h", "GPU-h", 2.788e6 * 3600),
        ("1 PFLOP/s-day", "FLOP", 8.64e19),
        ("40 %", "percent", 0.4),
        ("1 year", "day", 365.25 * 86400),
        ("12 month", "year", 365.25 * 86400),
        ("10.2 kW", "W", 10200),
        ("2 USD/GPU-h", "USD/GPU-h", 2 / 3600),
        ("814 mm^2", "mm^2", 814e-6),
        ("10 1/h", "1/s", 10 / 3600),
    ],
)
def test_reads_value_and_unit(text: str, unit: str, si: float) -> None:
    assert units.parse(text, unit).si == pytest.approx(si, rel=1e-15)


@pytest.mark.parametrize(
    ("exponent", "value"),
    [("989e12", 9.89e14), ("1.0e12", 1e12), ("1e+12", 1e12), ("989.0e+12", 9.89e14)],
)
def test_every_way_to_write_an_exponent_is_a_number(exponent: str, value: float) -> None:
    assert units.parse(f"{exponent} FLOP/s", "FLOP/s").si == value


@pytest.mark.parametrize(
    ("text", "unit", "found", "hint"),
    [
        ("80", "GB", "'80' has no unit", None),
        ("80 GB/s", "GB", "'80 GB/s' is a data rate in B/s, not data in bytes", None),
        ("400 gb/s", "GB/s", "'gb/s' is not a unit", None),
        ("80 gib", "GB", "'gib' is not a unit", "did you mean GiB?"),
        ("80 G", "GB", "'G' is not a unit", None),
        ("80GB#每卡", "GB", "'每' in unit 'GB#每卡' is not ASCII", None),
        ("3.35TB／s", "TB/s", "'／' in unit 'TB／s' is not ASCII", None),
        ("８０ GB", "GB", "'８０ GB' is not a number", "'８' is not ASCII"),
        ("0700 W", "W", "'0700 W' is not a number", "write it without leading zeros"),
        ("10 1/2", "1/s", "'1/2' is not a unit", None),
        ("10 000", "", "'10 000' is not a number", None),
        ("16,896", "", "'16,896' is not a number", "write digits without separators"),
        (".nan W", "W", "'.nan W' is not a number", None),
        ("nan", "", "'nan' is not a number", None),
        (".inf", "", "'.inf' is not a number", None),
        ("1e400 W", "W", "'1e400 W' is too large for a number", None),
        ("~", "", "'~' is not a number", None),
        ("", "GB", "the value is empty", None),
        ("5 FLOPS", "FLOP/s", "'FLOPS' is not a unit", None),
        ("5 barn", "GB", "'barn' is not a unit", None),
    ],
)
def test_refuses(text: str, unit: str, found: str, hint: str | None) -> None:
    with pytest.raises(BookError) as caught:
        units.parse(text, unit)
    assert caught.value.found == found
    assert caught.value.expected
    if hint:
        assert caught.value.hint == hint


@pytest.mark.parametrize("spelling", sorted(units.SPELLINGS))
def test_every_spelling_is_in_the_vocabulary(spelling: str) -> None:
    assert units.factor(spelling) > 0


@given(
    st.decimals(min_value="0.001", max_value="999999", places=3),
    st.sampled_from(["GB", "GiB", "TFLOP/s", "h", "year", "kW", "percent", "Gbit/s"]),
)
def test_a_value_survives_the_way_through_coherent_units(number: Decimal, unit: str) -> None:
    assert units.from_si(units.to_si(number, unit), unit) == number.normalize()
