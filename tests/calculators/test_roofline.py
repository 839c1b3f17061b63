"""Roofs and intensities: what holds for any input, and publications that print no number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.roofline import (
    arithmetic_intensity,
    attainable_flops,
    decode_intensity,
    matmul_intensity,
    ridge_point,
)

POSITIVE = st.floats(1e-3, 1e20)


@pytest.mark.parametrize(("columns", "memory_bound"), [(128, True), (8192, False), (1, True)])
def test_attainable_where_nvidia_says_what_bounds(columns: int, memory_bound: bool) -> None:
    """NVIDIA Matrix Multiplication Background User's Guide (read 2026), section 2: on a V100 a
    product of 8192 x 128 x 8192 is memory bound, 8192 cubed is math bound, matrix by vector is
    memory bound."""
    intensity = matmul_intensity(8192, 8192, columns, 2, 2)
    rate = attainable_flops(125e12, 900e9, intensity)
    assert (rate < 125e12) == memory_bound
    assert rate == pytest.approx(900e9 * intensity if memory_bound else 125e12)


def test_arithmetic_intensity_of_an_addition() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 12, quiz 1: adding two FP32 vectors does
    N operations on 12 N bytes, 1/12 FLOP/B."""
    assert arithmetic_intensity(65_536, 12 * 65_536) == pytest.approx(1 / 12, rel=1e-12)


@given(POSITIVE, POSITIVE, POSITIVE)
def test_the_roof(peak: float, bandwidth: float, intensity: float) -> None:
    rate = attainable_flops(peak, bandwidth, intensity)
    assert rate <= peak
    assert rate <= bandwidth * intensity
    at_ridge = attainable_flops(peak, bandwidth, ridge_point(peak, bandwidth))
    assert at_ridge == pytest.approx(peak, rel=1e-12)
    assert attainable_flops(peak, bandwidth, 2 * intensity) >= rate


@given(st.integers(1, 4096))
def test_a_wide_layer_has_the_intensity_of_its_batch(batch: int) -> None:
    wide = matmul_intensity(batch, 10**9, 10**9, 2, 2)
    assert wide == pytest.approx(decode_intensity(2, batch, 1, 2), rel=1e-4)
    assert decode_intensity(2, batch, 3, 2) == decode_intensity(2, 3 * batch, 1, 2)
