"""Power and energy against tables that print them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.power import (
    average_power,
    devices_power,
    energy,
    energy_cost,
    facility_power,
    flops_per_watt,
    server_count,
    servers_power,
)

HOUR = 3600.0
KWH = 3.6e6
MWH = 3.6e9
POSITIVE = st.floats(1e-3, 1e9)


def test_devices_power_of_ten_thousand() -> None:
    """The claim of a popular text, read in 2026: 10,000 H100 at 700 W are
    7 MW, which is right for the chips alone."""
    assert devices_power(10_000, 700) == 7e6


def test_server_count_of_a_superpod() -> None:
    """NVIDIA DGX SuperPOD H100 design guide (second-hand, read 2026): 127 systems hold 1,016 GPUs,
    and 32 GPUs fill the 4 systems of a rack."""
    assert server_count(1016, 8) == 127
    assert server_count(1017, 8) == 128
    assert server_count(32, 8) == 4
    assert server_count(10, 8) == 2


def test_servers_power_of_a_rack() -> None:
    """NVIDIA DGX SuperPOD H100 design guide (second-hand, read 2026): four DGX H100 at 10.2 kW peak
    at 40.8 kW."""
    assert servers_power(4, 10.2e3) == pytest.approx(40.8e3, rel=1e-12)


def test_ten_thousand_h100_with_servers_and_building() -> None:
    """The brief and NVIDIA's 10.2 kW for a DGX H100 (2022): 1,250 systems are 12.75 MW, with a PUE
    of 1.1 to 1.25 14.0 to 15.9 MW."""
    servers = server_count(10_000, 8)
    assert servers_power(servers, 10.2e3) == pytest.approx(12.75e6, rel=1e-12)
    assert facility_power(servers, 10.2e3, 1.1) / 1e6 == pytest.approx(14.0, abs=0.05)
    assert facility_power(servers, 10.2e3, 1.25) / 1e6 == pytest.approx(15.9, abs=0.05)


@pytest.mark.parametrize(
    ("hours", "printed"), [(82_432, 36), (135_168, 59), (530_432, 233), (809_472, 356)]
)
def test_facility_power_and_energy_of_llama(hours: int, printed: int) -> None:
    """LLaMA paper, arXiv:2302.13971, table 15: A100 hours at 400 W and a PUE of 1.1 are 36 MWh
    (LLaMA 7B), 59 (13B), 233 (33B) and 356 (OPT-175B). Its 449 for 65B and 475 for BLOOM are not
    what its own formula rounds to (449.8 and 476.5) and are left out."""
    used = energy(facility_power(1, 400, 1.1), hours * HOUR)
    assert used / MWH == pytest.approx(printed, abs=0.5)


def test_energy_of_gpt3_on_a_dgx() -> None:
    """Bringing Creativity, Agility and Efficiency with Generative AI in Industries (24th edition,
    read 2026), p. 37: 118 million seconds at 10.2 kW are about 334,000 kWh."""
    assert energy(10.2e3, 118e6) / KWH == pytest.approx(334_000, abs=500)


def test_average_power() -> None:
    """Nothing published with all three numbers: the energy at average power equals that of the
    rated power for the loaded share of the time."""
    assert energy(average_power(16e6, 0.75), 1000 * HOUR) == energy(16e6, 750 * HOUR)
    assert average_power(16e6, 0.75) == 12e6


@pytest.mark.parametrize(
    ("kwh", "cents", "bill"),
    [
        (711, 22.71, 161.55),
        (570, 16.81, 95.77),
        (1142, 11.27, 128.64),
        (1145, 12.57, 143.95),
    ],
)
def test_energy_cost_of_a_household(kwh: int, cents: float, bill: float) -> None:
    """EIA 2020 Average Monthly Bill, Residential: kWh, cents per kWh and dollars in Connecticut,
    Maine, Florida and Alabama; kWh are rounded to 1 and cents to 0.01."""
    cost = energy_cost(kwh * KWH, cents / 100 / KWH)
    assert cost == pytest.approx(bill, abs=0.5 * cents / 100 + kwh * 0.005 / 100 + 0.005)


def test_flops_per_watt_of_an_exascale_machine() -> None:
    """Semiconductor Engineering, Top500: Frontier Is Still On Top (2023): 1 exaFLOPS in 20 MW is
    50 GFLOPS/W."""
    assert flops_per_watt(1e18, 20e6) == 50e9


@given(POSITIVE, POSITIVE, st.floats(1, 3))
def test_a_building_draws_more_than_its_servers(n: float, power: float, pue: float) -> None:
    assert facility_power(n, power, pue) >= servers_power(n, power)
    assert facility_power(n, power, 1) == servers_power(n, power) == devices_power(n, power)


@given(st.integers(1, 10**6), st.integers(1, 72))
def test_servers_hold_what_they_must(devices: int, per_server: int) -> None:
    servers = server_count(devices, per_server)
    assert (servers - 1) * per_server < devices <= servers * per_server
