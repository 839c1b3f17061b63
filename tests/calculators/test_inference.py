"""Answer times and fleets against worked examples that others published."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.compute import token_compute
from bookgen.calculators.inference import (
    decode_rate,
    decode_step_time,
    fleet_devices,
    max_batch_size,
    max_context,
    prefill_time,
    replicas_needed,
    requests_in_flight,
    tpot,
)
from bookgen.calculators.memory import (
    kv_bytes_per_token,
    kv_cache_bytes,
    memory_left,
    weight_bytes,
)

HOUR = 3600.0
DAY = 86400.0
# How to Scale Your Model, part 7: LLaMA 2 13B on 8 TPU v5e of 0.82 TB/s, 26 GB of weights and
# 6.7 GB of KV cache a sequence: batch, printed milliseconds a step, printed tokens a second.
LLAMA_13B = [
    (1, 4.98, 200.61),
    (8, 12.13, 659.30),
    (16, 20.30, 787.99),
    (32, 36.65, 873.21),
    (64, 69.33, 923.13),
    (240, 249.09, 963.53),
]


def test_prefill_time_of_llama_7b() -> None:
    """Baseten, A guide to LLM inference and performance (2023): 350 tokens of a 7B model on an A10
    of 125 TFLOP/s take 39 ms."""
    time = prefill_time(token_compute(7e9, 2), 350, 1, 125e12)
    assert 1e3 * time == pytest.approx(39, abs=0.5)


def test_decode_step_time_of_llama_7b() -> None:
    """Baseten, A guide to LLM inference and performance (2023): 14 GB of weights at 600 GB/s take
    23 ms per token."""
    time = decode_step_time(weight_bytes(7e9, 2), 0, 1, 600e9)
    assert 1e3 * tpot(time, 1) == pytest.approx(23, abs=0.5)


def test_max_context_of_llama_7b() -> None:
    """Baseten, A guide to LLM inference and performance (2023): beside 14 GB of weights an A10 of
    24 GB has room for 10 GB / 0.00052 GB = 19,230 tokens (a token is 524,288 B, cut to 0.00052)."""
    free = memory_left(1, 24e9, weight_bytes(7e9, 2))
    assert int(max_context(free, 0.00052e9, 1)) == 19_230
    assert max_context(free, kv_bytes_per_token(32, 32, 128, 2), 1) == pytest.approx(
        19_230, rel=0.01
    )


def test_decode_step_time_of_a_30b_model() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 7, quiz: 256 caches of 819e6 B over 16 TPU
    v5e of 8.1e11 B/s, and the arithmetic at 1.97e14 FLOP/s, take 21 ms. The same quiz prints
    (4 x 819e6 + 30e9) / (16 x 8.1e11) as 2.5 ms, which is 2.57 and was cut."""
    reading = decode_step_time(0, 256 * 819e6, 16, 8.1e11)
    arithmetic = prefill_time(token_compute(30e9, 2), 256, 16, 1.97e14)
    assert 1e3 * (reading + arithmetic) == pytest.approx(21, abs=0.5)
    assert int(1e4 * decode_step_time(30e9, 4 * 819e6, 16, 8.1e11)) == 25


@pytest.mark.parametrize(("batch", "milliseconds", "tokens"), LLAMA_13B)
def test_decode_of_llama_13b(batch: int, milliseconds: float, tokens: float) -> None:
    """Austin et al. 2025, How to Scale Your Model, part 7, table of theoretical step time and
    throughput of LLaMA 2 13B."""
    time = decode_step_time(26e9, batch * 6.7e9, 8, 0.82e12)
    assert 1e3 * time == pytest.approx(milliseconds, abs=0.005)
    assert decode_rate(batch, 1, time) == pytest.approx(tokens, abs=0.005)
    assert batch / tpot(time, 1) == pytest.approx(tokens, abs=0.005)


@given(st.floats(1e-4, 10), st.floats(1, 4))
def test_more_tokens_a_step_come_sooner(time: float, accepted: float) -> None:
    assert tpot(time, accepted) <= tpot(time, 1)
    assert 1 / tpot(time, accepted) == pytest.approx(decode_rate(1, accepted, time), rel=1e-12)


def test_max_batch_size_of_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 8: 16 TPU v5e of 16 GB with LLaMA 3 70B in
    BF16 hold 43 KV caches of 8k tokens."""
    free = memory_left(16, 16e9, weight_bytes(70e9, 2))
    assert max_batch_size(free, kv_bytes_per_token(80, 8, 128, 2), 8192) == 43


def test_requests_in_flight_like_customers_in_a_store() -> None:
    """Wikipedia, Little's law (read 2026), after Little 1961: ten customers an hour who stay half
    an hour are five in the store."""
    assert requests_in_flight(10 / HOUR, 0.5 * HOUR) == pytest.approx(5, rel=1e-12)


def test_replicas_of_deepseek() -> None:
    """DeepSeek-V3/R1 Inference System Overview (2025): 608B tokens in and 168B out a day at 73.7k
    and 14.8k tokens/s per node occupied 226.75 nodes on average; each of the two whole numbers
    is less than one node above what it rounds up."""
    nodes = replicas_needed(1, 608e9 / DAY, 73.7e3) + replicas_needed(1, 168e9 / DAY, 14.8e3)
    assert nodes - 2 < 226.75 <= nodes


def test_fleet_devices_of_deepseek_units() -> None:
    """DeepSeek-V3/R1 Inference System Overview (2025): a decoding unit of 18 nodes is EP144, a
    prefill unit of 4 nodes is EP32, with 8 GPUs a node."""
    assert fleet_devices(18, 8) == 144
    assert fleet_devices(4, 8) == 32


@given(st.integers(1, 10**6), st.integers(1, 100), st.integers(-20, 20))
def test_rounding_noise_adds_no_replica(replicas: int, users_each: int, ulps: int) -> None:
    rate = 20.0 * users_each
    noisy = rate + ulps * math.ulp(rate)
    assert replicas_needed(replicas * users_each, 20.0, noisy) == replicas


@given(st.integers(1, 10**4), st.floats(1e3, 1e7), st.integers(1, 10**6), st.integers(-20, 20))
def test_the_batch_that_fits_fits(batch: int, size: float, tokens: int, ulps: int) -> None:
    free = batch * size * tokens
    assert max_batch_size(free + ulps * math.ulp(free), size, tokens) == batch
    assert max_batch_size(free * (1 - 1e-12), size, tokens) == batch - 1


@given(st.floats(1e9, 1e12), st.floats(1e6, 1e10), st.integers(1, 1000))
def test_a_larger_batch_is_slower_and_yields_more(weights: float, cache: float, n: int) -> None:
    small = decode_step_time(weights, n * cache, 8, 1e12)
    large = decode_step_time(weights, (n + 1) * cache, 8, 1e12)
    assert large >= small
    assert decode_rate(n + 1, 1, large) * (1 + 1e-12) >= decode_rate(n, 1, small)


def test_max_context_of_llama_70b_geometry() -> None:
    """jranaraki/vllm-fit#2 and vllm-project/vllm#29736: 80 layers with 8 key-value
    heads of 128 in 16 bits are 320 KiB a token, so 32,768 tokens take 10.00 GiB."""
    size = kv_bytes_per_token(80, 8, 128, 2)
    assert max_context(10 * 2**30, size, 1) == 32_768
    assert max_context(10 * 2**30, size, 4) == 8_192


@given(st.floats(1e6, 1e13), st.floats(1e3, 1e7), st.integers(1, 1000))
def test_the_longest_context_fills_the_memory(free: float, size: float, batch: int) -> None:
    assert kv_cache_bytes(size, max_context(free, size, batch), batch) == pytest.approx(free)
