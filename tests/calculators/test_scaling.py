"""Scaling laws against the Chinchilla paper's own tables."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bookgen.calculators.compute import training_compute
from bookgen.calculators.scaling import (
    doubling_time,
    doubling_time_fit,
    doubling_time_high,
    doubling_time_low,
    growth_rate_error,
    growth_rate_fit,
    optimal_params,
    optimal_params_exponent,
    optimal_tokens,
    power_law_growth,
    scaling_loss,
    tokens_per_param,
)

# Hoffmann et al. 2022, arXiv:2203.15556, table 3: parameters, FLOP, tokens, half a last digit.
TABLE_3 = [
    (400e6, 1.92e19, 8.0e9, 0.05e9),
    (1e9, 1.21e20, 20.2e9, 0.05e9),
    (10e9, 1.23e22, 205.1e9, 0.05e9),
    (175e9, 3.85e24, 3.7e12, 0.05e12),
    (280e9, 9.90e24, 5.9e12, 0.05e12),
    (520e9, 3.43e25, 11.0e12, 0.05e12),
    (1e12, 1.27e26, 21.2e12, 0.05e12),
    (10e12, 1.30e28, 216.2e12, 0.05e12),
]


@pytest.mark.parametrize(("params", "compute", "tokens", "half"), TABLE_3)
def test_optimal_params_and_tokens(
    params: float, compute: float, tokens: float, half: float
) -> None:
    """Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, table 3: at the ratio that tokens and
    parameters of a row have, its FLOP buy its parameters and tokens. FLOP are printed to three
    digits and tokens to the last one shown, so the roots may be off by half of both."""
    flop_half = 0.005 * 10 ** math.floor(math.log10(compute))
    slack = half / tokens / 2 + flop_half / compute / 2
    ratio = tokens_per_param(tokens, params)
    assert optimal_params(compute, 6, ratio) == pytest.approx(params, rel=slack)
    assert optimal_tokens(compute, 6, ratio) == pytest.approx(tokens, rel=slack)


def test_scaling_loss_does_not_hang_on_the_unit() -> None:
    """Counting in billions with coefficients made for billions gives the same loss."""
    loss = scaling_loss(1.69, 406.4, 70e9, 1, 0.34, 410.7, 1.4e12, 1, 0.28)
    billions = scaling_loss(
        1.69, 406.4 / 1e9**0.34, 70e9, 1e9, 0.34, 410.7 / 1e9**0.28, 1.4e12, 1e9, 0.28
    )
    assert billions == pytest.approx(loss, rel=1e-12)


@given(st.floats(0.01, 10), st.floats(0.01, 10))
def test_parameters_and_tokens_share_the_growth(alpha: float, beta: float) -> None:
    rest = optimal_params_exponent(beta, alpha)
    assert optimal_params_exponent(alpha, beta) == pytest.approx(1 - rest, rel=1e-9)


def test_power_law_growth_in_chinchilla() -> None:
    """Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, tables 2 and 3, approach 1: N ~ C^0.50;
    from 1.21e20 to 1.23e22 FLOP the best model grows from 1 to 10 billion (0.495 to 0.505)."""
    compute = 1.23e22 / 1.21e20
    assert power_law_growth(compute, 0.495) <= 10 <= power_law_growth(compute, 0.505)


# NIST Statistical Reference Datasets, linear least squares regression, Norris.dat: 36 pairs (y, x)
# of ozone readings, as the tests of many libraries print them, those of scipy/scipy among them.
NORRIS = [
    (0.1, 0.2), (338.8, 337.4), (118.1, 118.2), (888.0, 884.6), (9.2, 10.1), (228.1, 226.5),
    (668.5, 666.3), (998.5, 996.3), (449.1, 448.6), (778.9, 777.0), (559.2, 558.2), (0.3, 0.4),
    (0.1, 0.6), (778.1, 775.5), (668.8, 666.9), (339.3, 338.0), (448.9, 447.5), (10.8, 11.6),
    (557.7, 556.0), (228.3, 228.1), (998.0, 995.8), (888.8, 887.6), (119.6, 120.2), (0.3, 0.3),
    (0.6, 0.3), (557.6, 556.8), (339.3, 339.1), (888.0, 887.2), (998.5, 999.0), (778.9, 779.0),
    (10.2, 11.1), (117.6, 118.3), (228.9, 229.2), (668.4, 669.1), (449.2, 448.9), (0.2, 0.5),
]  # fmt: skip
# Mendenhall and Sincich, example 10.3, and a bad fit: pairs (x, y) of the tests of Apache Commons
# Math, SimpleRegressionTest.testInference, whose results were verified against R 1.8.1.
FIRE = [
    (15.6, 5.2), (26.8, 6.1), (37.8, 8.7), (36.4, 8.5), (35.5, 8.8), (18.6, 4.9), (15.3, 4.5),
    (7.9, 2.5), (0.0, 1.1),
]  # fmt: skip
BAD_FIT = [(1.0, 1.0), (2.0, 0.0), (3.0, 5.0), (4.0, 2.0), (5.0, -1.0), (6.0, 12.0)]


def exponentials(pairs: list[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Points whose binary logarithms are the y of a straight line's."""
    return tuple(x for x, _ in pairs), tuple(2.0**y for _, y in pairs)


def test_growth_rate_fit_and_its_error_certified_by_nist() -> None:
    """NIST StRD, Norris (certified 1996): slope 1.00211681802045, its standard deviation
    0.429796848199937E-03. Our values are 2 to the power of NIST's y."""
    times, values = exponentials([(x, y) for y, x in NORRIS])
    assert len(times) == 36
    assert growth_rate_fit(times, values) == pytest.approx(1.00211681802045, rel=1e-12)
    assert growth_rate_error(times, values) == pytest.approx(0.429796848199937e-3, rel=1e-9)


@pytest.mark.parametrize(
    ("pairs", "error", "t_critical", "half_width"),
    [
        (FIRE, 0.011448491, 2.364624251592785, 0.0270713794287),
        (BAD_FIT, 1.07260253, 2.776445105197793, 2.97802204827),
    ],
)
def test_growth_rate_error_and_interval_verified_against_r(
    pairs: list[tuple[float, float]], error: float, t_critical: float, half_width: float
) -> None:
    """Mendenhall and Sincich, example 10.3, and a bad fit, both in Apache Commons Math (2003 on),
    SimpleRegressionTest.testInference, verified against R 1.8.1: standard error of the slope, and
    half the width of its 95% interval. t is that of 7 and 4 degrees of freedom."""
    times, values = exponentials(pairs)
    rate, found = growth_rate_fit(times, values), growth_rate_error(times, values)
    assert found == pytest.approx(error, abs=6e-9)
    fast, slow = (
        1 / ends(rate, found, t_critical) for ends in (doubling_time_low, doubling_time_high)
    )
    assert (fast - slow) / 2 == pytest.approx(half_width, abs=1e-8)
    assert (fast + slow) / 2 == pytest.approx(rate, rel=1e-12)


def test_doubling_time_fit_and_interval_of_epoch() -> None:
    """Epoch AI, epoch.ai/data-insights/compute-trend-post-2010 (2024, read 2026): a log-linear fit
    of 428 models gives 4.7 times a year with a 90% interval of 4.3 to 5.2; at 4.6 times a year
    compute "is doubling roughly every five months". t is that of so many points, 1.648."""
    assert doubling_time_fit(math.log2(4.6)) * 12 == pytest.approx(5.4, abs=0.1)
    rate, error = math.log2(4.7), (math.log2(5.2) - math.log2(4.3)) / 2 / 1.648
    fast = 1 / doubling_time_low(rate, error, 1.648)
    slow = 1 / doubling_time_high(rate, error, 1.648)
    assert 2**fast == pytest.approx(5.2, abs=0.05)
    assert 2**slow == pytest.approx(4.3, abs=0.05)


@given(
    st.floats(0.01, 100),
    st.floats(-1000, 1000),
    st.lists(st.floats(-50, 50), min_size=3, max_size=20, unique=True),
    st.floats(1e-30, 1e30),
)
def test_an_exact_exponential_is_found_in_any_unit(
    rate: float, start: float, places: list[float], unit: float
) -> None:
    times = tuple(start + place for place in places)
    assume(max(places) - min(places) > 1)
    values = tuple(unit * 2.0 ** (rate * place / 10) for place in places)
    assert growth_rate_fit(times, values) == pytest.approx(rate / 10, rel=1e-6)


@given(st.floats(0.1, 10), st.floats(0, 0.03), st.floats(1, 3))
def test_the_interval_holds_the_doubling_time(rate: float, error: float, t_critical: float) -> None:
    fast, middle = doubling_time_low(rate, error, t_critical), doubling_time_fit(rate)
    assert fast <= middle <= doubling_time_high(rate, error, t_critical)


@given(st.floats(1e15, 1e30), st.floats(1, 1000))
def test_the_optimum_spends_its_budget(compute: float, ratio: float) -> None:
    params, tokens = optimal_params(compute, 6, ratio), optimal_tokens(compute, 6, ratio)
    assert training_compute(params, tokens, 6) == pytest.approx(compute, rel=1e-9)
    assert tokens_per_param(tokens, params) == pytest.approx(ratio, rel=1e-9)


@given(st.floats(1e6, 1e13), st.floats(1e8, 1e15))
def test_more_of_either_lowers_the_loss(params: float, tokens: float) -> None:
    def loss(n: float, d: float) -> float:
        return scaling_loss(1.69, 406.4, n, 1, 0.34, 410.7, d, 1, 0.28)

    assert 1.69 < loss(2 * params, tokens) < loss(params, tokens)
    assert loss(params, 2 * tokens) < loss(params, tokens)


@given(st.floats(1, 1e6), st.floats(1.01, 1e6))
def test_it_doubles_in_its_doubling_time(duration: float, growth: float) -> None:
    time = doubling_time(duration, growth)
    assert power_law_growth(growth, time / duration) == pytest.approx(2, rel=1e-9)
