"""Ridge points and intensities against data sheets' readers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.roofline import (
    arithmetic_intensity,
    attainable_flops,
    decode_intensity,
    matmul_compute,
    matmul_intensity,
    memory_read_time,
    ridge_point,
)

POSITIVE = st.floats(1e-3, 1e20)


@pytest.mark.parametrize(
    ("peak", "bandwidth", "printed", "half"),
    [
        (125e12, 900e9, 138.9, 0.05),
        (1.97e14, 8.2e11, 240, 0.5),
        (9.89e14, 3.35e12, 295, 0.5),
        (312e12, 2.039e12, 153, 0.5),
    ],
)
def test_ridge_points(peak: float, bandwidth: float, printed: float, half: float) -> None:
    """V100: 138.9, NVIDIA Matrix Multiplication Background User's Guide (read 2026), section 2; TPU
    v5e: 240 and H100: 295, Austin et al. 2025, How to Scale Your Model, part 1; A100 80 GB: 153,
    NVIDIA's 312 TFLOP/s over 2,039 GB/s as many notes print it."""
    assert ridge_point(peak, bandwidth) == pytest.approx(printed, abs=half)


@pytest.mark.parametrize(("columns", "memory_bound"), [(128, True), (8192, False), (1, True)])
def test_attainable_where_nvidia_says_what_bounds(columns: int, memory_bound: bool) -> None:
    """NVIDIA Matrix Multiplication Background User's Guide (read 2026), section 2: on a V100 a
    product of 8192 x 128 x 8192 is memory bound, 8192 cubed is math bound, matrix by vector is
    memory bound."""
    intensity = matmul_intensity(8192, 8192, columns, 2, 2)
    rate = attainable_flops(125e12, 900e9, intensity)
    assert (rate < 125e12) == memory_bound
    assert rate == pytest.approx(900e9 * intensity if memory_bound else 125e12)


def test_matmul_compute_in_nvidia_guide() -> None:
    """NVIDIA Matrix Multiplication Background User's Guide (read 2026), section 2: 8192 x 128 x
    8192 takes 2 M N K operations, on the FP16 bytes of its three matrices 124.1 FLOP/B."""
    moved = 2 * (8192 * 8192 + 8192 * 128 + 8192 * 128)
    work = matmul_compute(8192, 8192, 128, 2)
    assert arithmetic_intensity(work, moved) == pytest.approx(124.1, abs=0.05)


def test_matmul_intensity_in_nvidia_guide() -> None:
    """NVIDIA Matrix Multiplication Background User's Guide (read 2026), section 2: 124.1 FLOP/B for
    8192 x 128 x 8192, 2730 (cut from 8192/3) for 8192 cubed, under 1 for a vector."""
    assert matmul_intensity(8192, 8192, 128, 2, 2) == pytest.approx(124.1, abs=0.05)
    assert int(matmul_intensity(8192, 8192, 8192, 2, 2)) == 2730
    assert matmul_intensity(1, 8192, 8192, 2, 2) < 1


def test_arithmetic_intensity_of_an_addition() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 12, quiz 1: adding two FP32 vectors does
    N operations on 12 N bytes, 1/12 FLOP/B."""
    assert arithmetic_intensity(65_536, 12 * 65_536) == pytest.approx(1 / 12, rel=1e-12)


def test_decode_intensity_at_the_critical_batch() -> None:
    """Austin et al. 2025, How to Scale Your Model, parts 1 and 7: on a TPU v5e, whose ridge is at
    240 FLOP/B, the critical batch is 240 with BF16 weights and 120 with int8 weights."""
    assert decode_intensity(2, 240, 1, 2) == 240
    assert decode_intensity(2, 120, 1, 1) == 240
    assert decode_intensity(2, 1, 1, 2) == 1


def test_memory_read_time_of_a_large_model() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 2, question 1: 200 billion parameters in
    BF16 on 32 TPU v4p are 12.5e9 bytes a chip; at 1.23e12 bytes/s the load takes around 10 ms."""
    assert memory_read_time(2 * 200e9 / 32, 1.23e12) == pytest.approx(10e-3, rel=0.05)


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
