"""Prices of runs against what was paid or printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.compute import occupied_device_time
from bookgen.calculators.cost import billed_devices, device_price, run_cost
from bookgen.calculators.power import server_count

HOUR = 3600.0
DAY = 86400.0


@pytest.mark.parametrize(
    ("hours", "dollars"), [(2664e3, 5.328e6), (119e3, 0.238e6), (5e3, 0.01e6), (2788e3, 5.576e6)]
)
def test_run_cost_of_deepseek(hours: float, dollars: float) -> None:
    """DeepSeek-V3 report, arXiv:2412.19437, table 1: 2664K, 119K and 5K H800 hours at $2 are
    $5.328M, $0.238M and $0.01M, together 2788K and $5.576M."""
    assert run_cost(hours * HOUR, 2 / HOUR) == pytest.approx(dollars, rel=1e-12)


def test_run_cost_of_a_day_of_deepseek_inference() -> None:
    """DeepSeek-V3/R1 Inference System Overview (2025): 226.75 nodes of 8 H800 on average at $2 an
    hour cost $87,072 a day."""
    time = occupied_device_time(226.75 * 8, DAY)
    assert run_cost(time, 2 / HOUR) == pytest.approx(87_072, rel=1e-12)


def test_device_price_of_a_cloud_server() -> None:
    """AWS price of a p5.48xlarge (second-hand, read 2026): $98.32 an hour for 8 H100 is $12.29
    each."""
    assert device_price(98.32, 8) == pytest.approx(12.29, abs=0.005)


def test_device_price_is_not_the_price_of_the_node() -> None:
    """opencost/opencost#2523: a node of 8 at $24.00 is $3.00 a GPU hour; 64
    GPUs for 720 h are $138,240, not $1,105,920."""
    price = device_price(24.00 / HOUR, 8)
    assert price * HOUR == pytest.approx(3.00, rel=1e-12)
    time = occupied_device_time(64, 720 * HOUR)
    assert run_cost(time, price) == pytest.approx(138_240, rel=1e-12)
    assert run_cost(time, 24.00 / HOUR) == pytest.approx(1_105_920, rel=1e-12)


def test_billed_devices_are_whole_servers() -> None:
    """rai-opensource/theia#27: 10 GPUs on nodes of 8 are billed as 2 nodes."""
    assert billed_devices(10, 8) == 2 * 8


@given(st.integers(1, 10**6), st.integers(1, 72))
def test_billed_devices_are_at_least_those_used(devices: int, per_server: int) -> None:
    billed = billed_devices(devices, per_server)
    assert devices <= billed < devices + per_server
    assert billed == server_count(devices, per_server) * per_server
