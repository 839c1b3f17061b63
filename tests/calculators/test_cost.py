"""Whole servers, paid for whole."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.cost import billed_devices
from bookgen.calculators.power import server_count


@given(st.integers(1, 10**6), st.integers(1, 72))
def test_billed_devices_are_at_least_those_used(devices: int, per_server: int) -> None:
    """Nothing published: by definition all accelerators of whole servers."""
    billed = billed_devices(devices, per_server)
    assert devices <= billed < devices + per_server
    assert billed == server_count(devices, per_server) * per_server
