"""Failures and checkpoints against the papers of the formulas."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.reliability import (
    checkpoint_overhead,
    cluster_mtbf,
    daly_interval,
    mean_time_between_failures,
    young_interval,
)

MINUTE = 60.0
HOUR = 3600.0
DAY = 86400.0
YEAR = 365.25 * DAY
DELTA = st.floats(1, 1e4)
MTBF = st.floats(1e3, 1e8)


def test_daly_interval_past_its_series() -> None:
    """Daly 2006, equation 37: tau = M where delta >= 2 M."""
    assert daly_interval(200.0, 100.0) == 100.0
    assert daly_interval(500.0, 100.0) == 100.0


@given(DELTA, MTBF)
def test_checkpoint_overhead_is_least_at_young(delta: float, mtbf: float) -> None:
    """Young 1974: sqrt(2 delta M) makes delta / tau + tau / (2 M) smallest. No worked number was
    found; at the minimum both terms are equal and their sum is sqrt(2 delta / M)."""
    best = young_interval(delta, mtbf)
    least = checkpoint_overhead(delta, best, mtbf)
    assert least == pytest.approx(math.sqrt(2 * delta / mtbf), rel=1e-9)
    for other in (0.5 * best, 0.99 * best, 1.01 * best, 2 * best):
        assert checkpoint_overhead(delta, other, mtbf) >= least * (1 - 1e-12)
    assert checkpoint_overhead(delta, 2 * best, mtbf) == pytest.approx(1.25 * least, rel=1e-9)


@given(st.floats(1e-3, 1), st.floats(1e6, 1e9))
def test_daly_nears_young_for_short_checkpoints(delta: float, mtbf: float) -> None:
    first = young_interval(delta, mtbf) - delta
    assert daly_interval(delta, mtbf) == pytest.approx(first, rel=1e-3)


@given(st.floats(1e-5, 3e-3))
def test_daly_is_near_the_exact_optimum(share: float) -> None:
    """Daly 2006 expands the optimum of his full cost, where exp(-(tau + delta) / M) = 1 - tau / M,
    in x = sqrt(delta / (2 M)); past x^2 / 9 little is left."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if math.exp(-(middle + share)) > 1 - middle:
            low, high = low, middle
        else:
            low, high = middle, high
    assert daly_interval(share, 1.0) == pytest.approx(low, rel=share**1.5 / 10 + 1e-9)


@given(DELTA, MTBF)
def test_intervals_grow_with_mtbf(delta: float, mtbf: float) -> None:
    assert young_interval(delta, 2 * mtbf) > young_interval(delta, mtbf)
    assert daly_interval(delta, 2 * mtbf) > daly_interval(delta, mtbf)


@given(st.floats(1e3, 1e9), st.integers(1, 10**6))
def test_a_failure_of_any_is_a_failure_of_all(mtbf: float, devices: int) -> None:
    whole = cluster_mtbf(mtbf, devices)
    assert mean_time_between_failures(mtbf, devices) == whole
    assert whole <= mtbf
