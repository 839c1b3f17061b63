"""Answer times and fleets: what holds for any input, and examples that take several steps."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.compute import token_compute
from bookgen.calculators.inference import (
    decode_rate,
    decode_step_time,
    max_batch_size,
    max_context,
    prefill_time,
    replicas_needed,
    tpot,
)
from bookgen.calculators.memory import (
    kv_bytes_per_token,
    kv_cache_bytes,
)

DAY = 86400.0


def test_decode_step_time_of_a_30b_model() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 7, quiz: 256 caches of 819e6 B over 16 TPU
    v5e of 8.1e11 B/s, and the arithmetic at 1.97e14 FLOP/s, take 21 ms."""
    reading = decode_step_time(0, 256 * 819e6, 16, 8.1e11)
    arithmetic = prefill_time(token_compute(30e9, 2), 256, 16, 1.97e14)
    assert 1e3 * (reading + arithmetic) == pytest.approx(21, abs=0.5)


@given(st.floats(1e-4, 10), st.floats(1, 4))
def test_more_tokens_a_step_come_sooner(time: float, accepted: float) -> None:
    assert tpot(time, accepted) <= tpot(time, 1)
    assert 1 / tpot(time, accepted) == pytest.approx(decode_rate(1, accepted, time), rel=1e-12)


def test_replicas_of_deepseek() -> None:
    """DeepSeek-V3/R1 Inference System Overview (2025): 608B tokens in and 168B out a day at 73.7k
    and 14.8k tokens/s per node occupied 226.75 nodes on average; each of the two whole numbers
    is less than one node above what it rounds up."""
    nodes = replicas_needed(1, 608e9 / DAY, 73.7e3) + replicas_needed(1, 168e9 / DAY, 14.8e3)
    assert nodes - 2 < 226.75 <= nodes


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
    """80 layers with 8 key-value heads of 128 in 16 bits are 320 KiB a token, so that 32,768
    tokens take exactly 10 GiB."""
    size = kv_bytes_per_token(80, 8, 128, 2)
    assert max_context(10 * 2**30, size, 1) == 32_768
    assert max_context(10 * 2**30, size, 4) == 8_192


@given(st.floats(1e6, 1e13), st.floats(1e3, 1e7), st.integers(1, 1000))
def test_the_longest_context_fills_the_memory(free: float, size: float, batch: int) -> None:
    assert kv_cache_bytes(size, max_context(free, size, batch), batch) == pytest.approx(free)
