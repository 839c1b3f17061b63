"""Power and energy: what holds for any input."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.power import (
    average_power,
    devices_power,
    energy,
    facility_power,
    server_count,
    servers_power,
)

HOUR = 3600.0
POSITIVE = st.floats(1e-3, 1e9)


def test_average_power() -> None:
    """Nothing published with all three numbers: the energy at average power equals that of the
    rated power for the loaded share of the time."""
    assert energy(average_power(16e6, 0.75), 1000 * HOUR) == energy(16e6, 750 * HOUR)
    assert average_power(16e6, 0.75) == 12e6


@given(POSITIVE, POSITIVE, st.floats(1, 3))
def test_a_building_draws_more_than_its_servers(n: float, power: float, pue: float) -> None:
    assert facility_power(n, power, pue) >= servers_power(n, power)
    assert facility_power(n, power, 1) == servers_power(n, power) == devices_power(n, power)


@given(st.integers(1, 10**6), st.integers(1, 72))
def test_servers_hold_what_they_must(devices: int, per_server: int) -> None:
    servers = server_count(devices, per_server)
    assert (servers - 1) * per_server < devices <= servers * per_server
