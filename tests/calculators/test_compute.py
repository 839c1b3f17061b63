"""Work, rates and times against papers that print them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.compute import (
    achieved_rate,
    attention_compute_per_token_causal,
    attention_compute_per_token_full,
    compute_in_time,
    device_time,
    effective_rate,
    implied_mfu,
    mfu,
    occupied_device_time,
    parallel_steps,
    peak_from_clock,
    precision_gain,
    run_time,
    throughput_time,
    token_compute,
    total_to_active,
    training_compute,
    wall_time,
)

HOUR = 3600.0
DAY = 86400.0
YEAR = 365.25 * DAY
POSITIVE = st.floats(min_value=1e-3, max_value=1e27)


def test_training_compute_llama() -> None:
    """Llama 3 paper, arXiv:2407.21783: 405B parameters, 15.6T tokens, 3.8e25 FLOP."""
    assert training_compute(405e9, 15.6e12, 6) == pytest.approx(3.8e25, abs=0.05e25)


def test_training_compute_gpt3() -> None:
    """GPT-3 paper, arXiv:2005.14165, table D.1: 174.6B, 300B tokens, 3.14e23 FLOP."""
    assert training_compute(174.6e9, 300e9, 6) == pytest.approx(3.14e23, abs=0.005e23)


def test_training_compute_counts_active_parameters() -> None:
    """AI-Hypercomputer/maxtext#678: 12.9B of 46.7B are active, over 1e12 tokens
    7.74e22 FLOP and not 2.80e23."""
    assert training_compute(12.9e9, 1e12, 6) == pytest.approx(7.74e22, abs=0.005e22)
    assert training_compute(46.7e9, 1e12, 6) == pytest.approx(2.80e23, abs=0.005e23)


def test_total_to_active_is_the_size_of_the_mistake() -> None:
    """AI-Hypercomputer/maxtext#678: counting 46.7B for 12.9B is 3.62 times off."""
    assert total_to_active(46.7e9, 12.9e9) == pytest.approx(3.62, abs=0.005)


def test_token_compute_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 6: 6 x 70e9 = 4.2e11 FLOP per token,
    and 6.3e24 over 15e12 tokens."""
    assert token_compute(70e9, 6) == pytest.approx(4.2e11, rel=1e-12)
    assert training_compute(70e9, 15e12, 6) == pytest.approx(6.3e24, rel=1e-12)


def test_palm_utilisation_without_attention() -> None:
    """PaLM paper, arXiv:2204.02311, section 4.1 and appendix B: 540.35B parameters at 238.3K
    tokens/s on 6,144 TPU v4 of 275 TFLOP/s are an MFU of 45.7% without self-attention."""
    rate = achieved_rate(token_compute(540.35e9, 6), 238.3e3, 6144)
    assert 100 * mfu(rate, 275e12) == pytest.approx(45.7, abs=0.05)


def test_palm_utilisation_with_attention() -> None:
    """PaLM paper, arXiv:2204.02311, section 4.1 and appendix B: with the 12 L H Q T of 118
    layers, 48 heads of 256 and 2,048 tokens the same run is at 46.2%."""
    attention = attention_compute_per_token_full(118, 48, 256, 2048, 12)
    rate = achieved_rate(token_compute(540.35e9, 6) + attention, 238.3e3, 6144)
    assert 100 * mfu(rate, 275e12) == pytest.approx(46.2, abs=0.05)


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


def test_causal_attention_in_maxtext() -> None:
    """AI-Hypercomputer/maxtext#1988: 32 layers of width 4096, batch 4 at 8,192:
    weights 1,299.0, attention 422.2 full or 211.1 causal; at 129,024 attention is 104,735 or
    52,368 (all TFLOP)."""
    tokens = 4 * 8192
    assert training_compute(6.607e9, tokens, 6) / 1e12 == pytest.approx(1299.0, abs=0.05)
    full = attention_compute_per_token_full(32, 32, 128, 8192, 12) * tokens
    causal = attention_compute_per_token_causal(32, 32, 128, 8192, 12) * tokens
    assert full / 1e12 == pytest.approx(422.2, abs=0.05)
    assert causal / 1e12 == pytest.approx(211.1, abs=0.05)
    long = 4 * 129024
    full = attention_compute_per_token_full(32, 32, 128, 129024, 12) * long
    causal = attention_compute_per_token_causal(32, 32, 128, 129024, 12) * long
    assert full / 1e12 == pytest.approx(104735, abs=0.5)
    assert causal / 1e12 == pytest.approx(52368, abs=0.5)


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


def test_peak_of_a100_from_its_clock() -> None:
    """NVIDIA Ampere Architecture In-Depth (2020): 432 tensor cores of 256 FMA per clock at 1,410
    MHz have a dense FP16 peak of 312 TFLOP/s."""
    assert peak_from_clock(432, 256 * 2, 1.41e9) == pytest.approx(312e12, abs=0.5e12)


def test_precision_gain_of_fp8() -> None:
    """NVIDIA Hopper Architecture In-Depth (2022): FP8 doubles throughput compared to FP16; the
    dense peaks of an H100 SXM are 1,978.9 and 989.4 TFLOP/s."""
    assert precision_gain(1978.9e12, 989.4e12) == pytest.approx(2, abs=0.0005)


@pytest.mark.parametrize(("rate", "percent"), [(430e12, 43), (400e12, 41), (380e12, 38)])
def test_mfu_rows_of_llama(rate: float, percent: int) -> None:
    """Llama 3 paper, arXiv:2407.21783, table 4: 430, 400 and 380 TFLOP/s are 43%, 41% and 38% of
    an H100's 989. The rates are printed to 10, so 400 stands for 395 to 405."""
    low, high = 100 * mfu(rate - 5e12, 989.4e12), 100 * mfu(rate + 5e12, 989.4e12)
    assert low <= percent + 0.5
    assert high >= percent - 0.5
    assert effective_rate(989.4e12, (percent - 0.5) / 100) <= rate + 5e12
    assert effective_rate(989.4e12, (percent + 0.5) / 100) >= rate - 5e12


@pytest.mark.parametrize(("rate", "percent"), [(140, 45), (148, 47), (155, 50), (163, 52)])
def test_share_of_peak_in_megatron(rate: int, percent: int) -> None:
    """Megatron-LM, arXiv:2104.04473, table 1: TFLOP/s per GPU and percentage of the A100's 312."""
    assert 100 * mfu(rate * 1e12, 312e12) == pytest.approx(percent, abs=0.5)


def test_effective_rate_and_run_time_of_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 6: 6.3e24 FLOP on 8,960 TPU v5p of
    4.59e14 FLOP/s at 40% take 3.8e6 s, about 44 days."""
    time = run_time(6.3e24, 8960, effective_rate(4.59e14, 0.4))
    assert time == pytest.approx(3.8e6, abs=0.05e6)
    assert time / DAY == pytest.approx(44, abs=0.5)


def test_implied_mfu_of_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 6, read backwards: 44 days of 8,960 TPU
    v5p for 6.3e24 FLOP are 40% of 4.59e14 FLOP/s (44 stands for 43.5 to 44.5)."""
    high = implied_mfu(6.3e24, 8960 * 43.5 * DAY, 4.59e14)
    low = implied_mfu(6.3e24, 8960 * 44.5 * DAY, 4.59e14)
    assert low <= 0.40 <= high


def test_run_time_of_gpt3_in_megatron() -> None:
    """Megatron-LM, arXiv:2104.04473, section 5.1: 8 T P / (n X) with 300B tokens, 175B
    parameters, 1,024 A100 at 140 TFLOP/s is 34 days."""
    time = run_time(training_compute(175e9, 300e9, 8), 1024, 140e12)
    assert time / DAY == pytest.approx(34, abs=0.5)


def test_run_time_of_the_trillion_in_megatron() -> None:
    """Megatron-LM, arXiv:2104.04473, section 5.1: 450B tokens on 3,072 A100 at 163 TFLOP/s are 84
    days for the "1 trillion" model, whose exact size in table 1 is 1,008.0B."""
    time = run_time(training_compute(1008.0e9, 450e9, 8), 3072, 163e12)
    assert time / DAY == pytest.approx(84, abs=0.5)


def test_device_time_on_an_h100() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 1: 1e12 FLOP at 9.89e14 FLOP/s take
    1.01 ms; part 6: 6.3e24 on one TPU v5p of 4.59e14 take 435 years."""
    assert 1e3 * device_time(1e12, 9.89e14) == pytest.approx(1.01, abs=0.005)
    assert device_time(6.3e24, 4.59e14) / YEAR == pytest.approx(435, abs=0.5)


def test_compute_in_time_of_a_petaflop_day() -> None:
    """GPT-3 paper, arXiv:2005.14165, table D.1: 3.14e23 FLOP are 3.64e3 PFLOP/s-days."""
    day = compute_in_time(1e15, DAY)
    assert day == 8.64e19
    assert training_compute(174.6e9, 300e9, 6) / day == pytest.approx(3.64e3, abs=0.005e3)
    assert compute_in_time(1e15, 3640 * DAY) == pytest.approx(3.145e23, abs=0.0005e23)


def test_wall_time_of_deepseek() -> None:
    """DeepSeek-V3 report, arXiv:2412.19437, section 1: 180K H800 hours are 3.7 days on 2,048."""
    assert wall_time(180e3 * HOUR, 2048) / DAY == pytest.approx(3.7, abs=0.05)


def test_occupied_device_time_moved_to_fewer() -> None:
    """jax-ml/scaling-book#131: 44 days of 8,960 chips are 1,752.2 days of
    225, which is 4.8 years and not nearly four."""
    time = wall_time(occupied_device_time(8960, 44 * DAY), 225)
    assert time / DAY == pytest.approx(1752.2, abs=0.05)
    assert time / YEAR == pytest.approx(4.8, abs=0.05)


def test_throughput_time_of_llama_65b() -> None:
    """LLaMA paper, arXiv:2302.13971, section 2.4: 380 tokens/s per GPU on 2,048 A100 take about
    21 days over 1.4T tokens."""
    assert throughput_time(1.4e12, 380 * 2048) / DAY == pytest.approx(21, abs=0.5)


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
