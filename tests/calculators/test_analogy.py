"""The heap of rice."""

from __future__ import annotations

import pytest

from bookgen.calculators.analogy import heap_volume

CUBIC_METRE = 1e9


def test_heap_volume_of_gpt3() -> None:
    """Nothing published comes out right: the popular text (read in 2026) fills the Pacific, some
    7e17 m^3, with 3.14e23 grains; by counting, grains of 25 to 36 mm^3 fill a sixtieth of it."""
    low, high = heap_volume(3.14e23, 25) / CUBIC_METRE, heap_volume(3.14e23, 36) / CUBIC_METRE
    assert low == pytest.approx(3.14e23 * 25 / 1e9, rel=1e-12)
    assert 7.1e17 / high < 66 < 6.6e17 / low
