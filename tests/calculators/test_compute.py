"""Work, rates and times: what holds for any input, and publications that take several steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.compute import (
    attention_compute_per_token_causal,
    attention_compute_per_token_full,
    compute_in_time,
    device_time,
    implied_mfu,
    occupied_device_time,
    parallel_steps,
    run_time,
    token_compute,
    total_to_active,
    wall_time,
)

POSITIVE = st.floats(min_value=1e-3, max_value=1e27)


def test_attention_equals_projections_at_twice_the_width() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 4, question 5: per layer 12 B T^2 N H
    equals the projections' 24 B T D N H at T = 2 D, for D = 4096 at 8,192 tokens."""
    projections = 24 * 4096 * 32 * 128
    assert attention_compute_per_token_full(1, 32, 128, 8192, 12) == projections


def test_attention_share_in_megatron() -> None:
    """Megatron-LM, arXiv:2104.04473, equation 3: attention adds s / (6 h) to the layers' work."""
    layers, heads, head, sequence = 96, 96, 128, 2048
    width = heads * head
    weights = token_compute(12 * layers * width**2, 6)
    attention = attention_compute_per_token_full(layers, heads, head, sequence, 12)
    assert attention / weights == pytest.approx(sequence / (6 * width), rel=1e-12)


@pytest.mark.parametrize(
    ("length", "full", "causal"), [(8192, 422.21, 211.11), (129_024, 104_735.08, 52_367.54)]
)
def test_causal_attention_in_maxtext(length: int, full: float, causal: float) -> None:
    """AI-Hypercomputer/maxtext#1988, table of llama2-7b: attention of a step before and after
    the mask is counted, in TFLOP. Its 32 layers have 32 heads of 128; 4 sequences make a step."""
    tokens, shape = 4 * length, (32, 32, 128, length, 12)
    before = attention_compute_per_token_full(*shape) * tokens
    after = attention_compute_per_token_causal(*shape) * tokens
    assert before / 1e12 == pytest.approx(full, abs=0.005)
    assert after / 1e12 == pytest.approx(causal, abs=0.005)


def test_causal_forward_in_flash_attention() -> None:
    """FlashAttention-2, arXiv:2307.08691, section 4.1: forward 4 seqlen^2 x head dimension x
    heads, divided by 2 with a causal mask; here 2,048 tokens, 16 heads of 128."""
    work = attention_compute_per_token_causal(1, 16, 128, 2048, 4) * 2048
    assert work == 4 * 2048**2 * 128 * 16 / 2


def test_parallel_steps() -> None:
    """Nothing published: a million operations over 10,000 lanes take 100 steps by counting."""
    assert parallel_steps(1000 * 1000, 10_000, 1) == 100
    assert parallel_steps(1_000_001, 10_000, 1) == 101
    assert parallel_steps(1000 * 1000, 10_000, 2) == 50


@given(POSITIVE, POSITIVE)
def test_total_to_active_undoes_a_share(active: float, times: float) -> None:
    """Nothing published: so many times the active parameters are all of them."""
    assert total_to_active(active * times, active) == pytest.approx(times, rel=1e-12)


@given(POSITIVE, POSITIVE, st.integers(min_value=1, max_value=100_000))
def test_times_undo_each_other(work: float, rate: float, devices: int) -> None:
    time = device_time(work, rate)
    assert compute_in_time(rate, time) == pytest.approx(work, rel=1e-12)
    assert run_time(work, devices, rate) == pytest.approx(wall_time(time, devices), rel=1e-12)
    assert occupied_device_time(devices, wall_time(time, devices)) == pytest.approx(time, rel=1e-12)
    assert implied_mfu(work, time, rate) == pytest.approx(1, rel=1e-12)


@given(st.integers(1, 200), st.integers(1, 200), st.integers(8, 512), st.integers(1, 10**6))
def test_causal_is_half_of_full(layers: int, heads: int, head: int, tokens: int) -> None:
    full = attention_compute_per_token_full(layers, heads, head, tokens, 12)
    assert 2 * attention_compute_per_token_causal(layers, heads, head, tokens, 12) == full
    assert attention_compute_per_token_full(layers, heads, head, 2 * tokens, 12) == 2 * full
