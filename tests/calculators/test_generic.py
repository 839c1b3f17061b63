"""Ratio, differences and sums against figures that their publishers computed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.generic import difference, ratio, relative_difference, total

POSITIVE = st.floats(min_value=1e-6, max_value=1e30)


def test_ratio_nvlink_over_pcie() -> None:
    """NVIDIA Hopper Architecture In-Depth (2022): NVLink 4 has 7x the bandwidth of PCIe Gen 5."""
    assert ratio(900e9, 128e9) == pytest.approx(7, abs=0.5)
    assert ratio(450e9, 64e9) == ratio(900e9, 128e9)


def test_relative_difference_of_electricity_bills() -> None:
    """EIA Electricity Monthly Update, November 2019: the average bill of 2018, $117.65, was up 5.4%
    from the $111.67 of 2017; January 2019: $111.67 was down 0.8% from the $112.59 of 2016."""
    assert 100 * relative_difference(117.65, 111.67) == pytest.approx(5.4, abs=0.05)
    assert 100 * relative_difference(111.67, 112.59) == pytest.approx(-0.8, abs=0.05)


def test_difference_of_electricity_bills() -> None:
    """EIA Electricity Monthly Update, November 2019: $117.65 was up $5.98 from $111.67."""
    assert difference(117.65, 111.67) == pytest.approx(5.98, abs=0.005)


def test_total_of_interruption_causes() -> None:
    """Llama 3 paper, arXiv:2407.21783, table 5: the counts of 18 causes add up to 419."""
    counts = (148, 72, 54, 35, 32, 19, 17, 7, 7, 6, 6, 3, 3, 2, 2, 2, 2, 2)
    assert total(*counts) == 419


def test_total_of_training_hours() -> None:
    """DeepSeek-V3 report, arXiv:2412.19437, table 1: 2664K + 119K + 5K = 2788K GPU hours."""
    assert total(2664e3, 119e3, 5e3) == 2788e3


@given(POSITIVE, POSITIVE)
def test_the_comparisons_agree(value: float, reference: float) -> None:
    assert relative_difference(value, reference) == ratio(value, reference) - 1
    assert difference(value, reference) == -difference(reference, value)
    assert ratio(value, value) == 1


@given(st.lists(POSITIVE, min_size=1, max_size=9))
def test_total_is_at_least_its_largest_term(terms: list[float]) -> None:
    assert max(terms) <= total(*terms) <= len(terms) * max(terms) * (1 + 1e-12)
