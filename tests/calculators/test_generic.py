"""What ratio, differences and sums owe each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.generic import difference, ratio, relative_difference, total

POSITIVE = st.floats(min_value=1e-6, max_value=1e30)


@given(POSITIVE, POSITIVE)
def test_the_comparisons_agree(value: float, reference: float) -> None:
    assert relative_difference(value, reference) == ratio(value, reference) - 1
    assert difference(value, reference) == -difference(reference, value)
    assert ratio(value, value) == 1


@given(st.lists(POSITIVE, min_size=1, max_size=9))
def test_total_is_at_least_its_largest_term(terms: list[float]) -> None:
    assert max(terms) <= total(*terms) <= len(terms) * max(terms) * (1 + 1e-12)
