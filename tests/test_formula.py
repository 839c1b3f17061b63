from __future__ import annotations

import math_core
import pytest

from bookgen import formula
from bookgen.calculators import CALCULATORS
from bookgen.calculators.registry import Calculator


def of(source: str, *parameters: str) -> Calculator:
    """A calculator made from source text, under names that the vocabulary has."""
    import linecache

    name = f"<formula test {hash(source)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    space: dict[str, object] = {}
    exec(compile(source, name, "exec"), space)
    return Calculator("f", space["f"], parameters, "")  # type: ignore[arg-type]


def test_symbols_and_values_of_a_known_formula() -> None:
    calculator = CALCULATORS["training_compute"]
    assert formula.symbols(calculator) == r"k\,N_{\text{act}}\,D"
    texts = [("n_active_params", "405"), ("n_tokens", "15.6"), ("flop_per_param_token", "6")]
    assert formula.values(calculator, texts) == r"6 \times 405 \times 15.6"


def test_series_keep_their_symbols() -> None:
    calculator = CALCULATORS["growth_rate_fit"]
    fraction = (
        r"\frac{\operatorname{Cov}\left( t,\, \log_2 v \right)}"
        r"{\operatorname{Var}\left( t \right)}"
    )
    assert formula.symbols(calculator) == fraction
    texts = [("times", "2018"), ("times", "2020"), ("values", "1"), ("values", "8")]
    assert formula.values(calculator, texts) == fraction


@pytest.mark.parametrize(
    ("body", "latex"),
    [
        ("return (value + reference) * value", r"\left( x + r \right)\,x"),
        ("return value - (reference - value)", r"x - \left( r - x \right)"),
        ("return value / (reference * 2)", r"\frac{x}{r \times 2}"),
        ("return (value + reference) ** 2", r"{\left( x + r \right)}^{2}"),
        ("half = value / 2\n    return half * reference", r"\frac{x}{2}\,r"),
        ("return -value * reference", r"-x\,r"),
    ],
)
def test_brackets_stand_where_they_are_needed(body: str, latex: str) -> None:
    source = f"def f(value, reference):\n    {body}\n"
    assert formula.symbols(of(source, "value", "reference")) == latex


@pytest.mark.parametrize("name", sorted(CALCULATORS))
def test_every_calculator_has_a_formula_that_typesets(name: str) -> None:
    text = formula.symbols(CALCULATORS[name])
    assert "e-" not in text
    math_core.LatexToMathML().convert_with_local_state(text, displaystyle=True)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("C = k N D", r"C = k\,N\,D"),
        ("0 < U <= 1", r"0 < U \le 1"),
        ("n_dp >= 1", r"n_{\text{dp}} \ge 1"),
        ("r > t_c s_r", r"r > t_{\text{c}}\,s_{r}"),
        ("alpha = 0", r"\alpha = 0"),
        ("2 S", r"2\,S"),
        ("T / 2", "T / 2"),
    ],
)
def test_prose_writes_formulas_in_plain_symbols(text: str, latex: str) -> None:
    assert formula.inline(text) == latex
    math_core.LatexToMathML().convert_with_local_state(latex, displaystyle=False)


def test_a_name_that_is_no_symbol_is_refused() -> None:
    with pytest.raises(ValueError, match="'n_devices' in the formula 'n_devices > 1'"):
        formula.inline("n_devices > 1")
