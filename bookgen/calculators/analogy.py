"""Analogies: numbers of the book in things that a reader can picture."""

from __future__ import annotations

from bookgen.calculators.registry import calculator


@calculator("mm^3")
def heap_volume(compute: float, grain_volume: float) -> float:
    """Volume of a heap with one grain for each operation: V = C v.

    Symbols: C total work (FLOP), v volume that a grain takes, with the air around it, for each
    operation (mm^3/FLOP).
    Assumes: grains lie as loosely as in a poured heap.
    Valid: ``v`` as a range; grains differ in size.
    Source: definition.

    >>> heap_volume(1000.0, 30.0)
    30000.0
    """
    return compute * grain_volume
