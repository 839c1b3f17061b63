"""Memory of training state and KV cache: what holds for any input."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.memory import (
    devices_needed,
    kv_bytes_per_token,
    kv_cache_bytes,
    memory_left,
    shard_bytes,
    training_state_bytes,
    zero1_bytes_per_device,
    zero2_bytes_per_device,
    zero3_bytes_per_device,
)

GIB = 1024**3
STAGES = (zero1_bytes_per_device, zero2_bytes_per_device, zero3_bytes_per_device)


@given(
    st.floats(1e6, 1e13),
    st.floats(0.5, 8),
    st.floats(0.5, 8),
    st.floats(1, 32),
    st.integers(1, 4096),
)
def test_zero_stages_descend(n: float, w: float, g: float, k: float, ranks: int) -> None:
    whole = training_state_bytes(n, w + g + k)
    one, two, three = (stage(n, w, g, k, ranks) for stage in STAGES)
    near = 1 + 1e-12
    assert three <= two * near <= one * near**2 <= whole * near**3
    assert three == pytest.approx(shard_bytes(whole, ranks), rel=1e-12)
    for stage in STAGES:
        assert stage(n, w, g, k, 1) == pytest.approx(whole, rel=1e-12)


def test_devices_needed_for_the_chapter() -> None:
    """Nothing published that is not the book's own brief: 810 GB on 80 GB devices are 11; 6.48 TB
    are exactly 81, and 82 for one byte more; 76 where a device has 80 GiB."""
    assert devices_needed(810e9, 80e9) == 11
    assert devices_needed(6.48e12, 80e9) == 81
    assert devices_needed(6.48e12 + 1, 80e9) == 82
    assert devices_needed(6.48e12, 80 * GIB) == 76


@given(st.integers(1, 1_000_000), st.integers(1, 10**12), st.integers(-20, 20))
def test_rounding_noise_adds_no_device(devices: int, capacity: int, ulps: int) -> None:
    """An exact fit that arithmetic left some ulps above or below stays an exact fit."""
    need = float(devices) * capacity
    assert devices_needed(need + ulps * math.ulp(need), capacity) == devices


@given(st.integers(1, 1000), st.integers(10**9, 10**11))
def test_one_byte_over_needs_one_device_more(devices: int, capacity: int) -> None:
    need = devices * capacity
    if need < 10**13:
        assert devices_needed(need + 1, capacity) == devices + 1


@given(st.floats(1, 1e16), st.floats(1e9, 1e12))
def test_what_is_needed_fits(need: float, capacity: float) -> None:
    devices = devices_needed(need, capacity)
    assert memory_left(devices, capacity, need) >= -1e-13 * need
    assert memory_left(devices - 1, capacity, need) < 0


@given(st.integers(1, 200), st.integers(1, 16), st.integers(1, 16), st.integers(16, 256))
def test_grouping_divides_the_cache(layers: int, kv: int, group: int, head: int) -> None:
    shared = kv_bytes_per_token(layers, kv, head, 2)
    assert kv_bytes_per_token(layers, kv * group, head, 2) == group * shared
    assert kv_cache_bytes(shared, 2 * 4096, 3) == 6 * kv_cache_bytes(shared, 4096, 1)
