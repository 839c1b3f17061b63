"""Traffic of parallel training against measurements and papers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.network import (
    pipeline_boundary_bytes,
    pipeline_bubble_fraction,
    pipeline_bubble_overhead,
    ring_all_reduce_bytes,
    ring_all_reduce_time,
    tensor_parallel_bytes_per_layer,
    transfer_time,
)

# nccl-tests, all_reduce_perf on 16 H100: bytes; microseconds out of place and half of their last
# digit; printed busbw in GB/s, to 0.01.
MEASURED = [
    (1_073_741_824, 6759.0, 0.05, 297.86),
    (2_147_483_648, 12646, 0.5, 318.40),
    (4_294_967_296, 24361, 0.5, 330.58),
    (8_589_934_592, 47535, 0.5, 338.82),
]


@pytest.mark.parametrize(("size", "microseconds", "half", "busbw"), MEASURED)
def test_ring_bytes_are_nccl_bus_bandwidth(
    size: int, microseconds: float, half: float, busbw: float
) -> None:
    """NVIDIA nccl-tests (read 2026), doc/PERFORMANCE.md: busbw = S / t x 2 (n - 1) / n, as printed
    by all_reduce_perf on 16 H100 (lessizzmore/create-a3mega-ztan-fork, ztan-NCCL-test-result)."""
    rate = ring_all_reduce_bytes(size, 16) / (microseconds * 1e-6) / 1e9
    assert rate == pytest.approx(busbw, rel=0.005 / busbw + half / microseconds)


def test_half_a_ring_is_an_all_gather() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 12, quiz 2, question 3: gathering 536e6 B
    on 8 H100 of 450 GB/s takes 1.04 ms; an all-reduce is a reduce-scatter and an all-gather."""
    time = ring_all_reduce_time(536e6, 8, 450e9, 0)
    assert 1e3 * time / 2 == pytest.approx(1.04, abs=0.005)


def test_latency_of_a_ring() -> None:
    """No published number was found: each of the 2 (n - 1) steps of the ring of Patarasuk and
    Yuan 2009 pays the latency once, whatever the bytes."""
    assert ring_all_reduce_time(0, 8, 450e9, 5e-6) == pytest.approx(2 * 7 * 5e-6, rel=1e-12)


@given(st.floats(1, 1e13), st.integers(2, 10**6))
def test_ring_factor_nears_two(size: float, ranks: int) -> None:
    sent = ring_all_reduce_bytes(size, ranks)
    near = 1 + 1e-12
    assert size <= sent * near
    assert sent <= 2 * size * near
    assert 2 * size - sent == pytest.approx(2 * size / ranks, abs=1e-9 * size)
    assert ring_all_reduce_bytes(size, ranks + 1) * near >= sent
    assert ring_all_reduce_bytes(size, 1) == 0
    time = ring_all_reduce_time(size, ranks, 50e9, 0)
    assert time == pytest.approx(transfer_time(sent, 50e9), rel=1e-9)


@pytest.mark.parametrize(("batch", "devices"), [(1, 2), (1, 8), (4, 8), (2, 64)])
def test_tensor_parallel_bytes_in_megatron(batch: int, devices: int) -> None:
    """Megatron-LM, arXiv:2104.04473, section 3.2: 8 b s h (t - 1) / t values per layer and device
    for a micro-batch, here of GPT-3 (s = 2048, h = 12288) at 2 bytes a value. The paper prints
    the formula, no number."""
    values = 8 * batch * 2048 * 12288 * (devices - 1) // devices
    found = tensor_parallel_bytes_per_layer(batch, 2048, 12288, 2, devices, 4)
    assert found == pytest.approx(2 * values, rel=1e-12)


def test_tensor_parallel_is_so_many_rings() -> None:
    """Megatron-LM, arXiv:2104.04473, section 3.2: two all-reduces forward, two backward."""
    ring = ring_all_reduce_bytes(pipeline_boundary_bytes(1, 8192, 16384, 2, 1), 8)
    assert tensor_parallel_bytes_per_layer(1, 8192, 16384, 2, 8, 4) == pytest.approx(4 * ring)
    assert tensor_parallel_bytes_per_layer(1, 8192, 16384, 2, 1, 4) == 0


@given(st.integers(1, 256))
def test_bubble_fraction_where_gpipe_calls_it_negligible(stages: int) -> None:
    """GPipe, arXiv:1811.06965, section 2.3: (K - 1) / (M + K - 1), negligible at M >= 4 K: under
    a fifth for any K."""
    assert pipeline_bubble_fraction(stages, 4 * stages) < 0.2


@given(st.integers(1, 64), st.integers(1, 64), st.integers(1, 4096))
def test_bubble_overhead_in_megatron(data: int, stages: int, batches: int) -> None:
    """Megatron-LM, arXiv:2104.04473, section 3.3.1: with p = n / d and m = b' / d the bubble
    (p - 1) / m is (n - d) / b'."""
    gpus, ratio = stages * data, batches * data
    assert pipeline_bubble_overhead(stages, batches) == pytest.approx((gpus - data) / ratio)


@given(st.integers(1, 256), st.integers(1, 4096))
def test_the_two_bubbles_are_one(stages: int, batches: int) -> None:
    """Megatron-LM, arXiv:2104.04473, equation 1: a step takes m + p - 1 slots, m of them ideal."""
    slots = batches + stages - 1
    fraction = pipeline_bubble_fraction(stages, batches)
    overhead = pipeline_bubble_overhead(stages, batches)
    assert fraction == pytest.approx(1 - batches / slots, abs=1e-12)
    assert overhead == pytest.approx(slots / batches - 1, abs=1e-9)
    assert fraction == pytest.approx(overhead / (1 + overhead), abs=1e-12)
