from __future__ import annotations

import ast
import doctest
import json
import math
import random
import re
import shutil
import subprocess

import math_core
import pytest

from bookgen import formula
from bookgen.calculators import CALCULATORS, QUANTITIES, Quantity, registry
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


def run_in_node(script: str) -> str:
    """What a script prints; the browser's tests run the same formulas where there is no Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on the path")
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    return done.stdout


def test_javascript_of_every_calculator_gives_the_doctest_values() -> None:
    """Each calculator's worked example, run in both languages."""
    calls, expected = [], []
    for name, calculator in CALCULATORS.items():
        for example in doctest.DocTestParser().get_examples(calculator.function.__doc__ or ""):
            for call in ast.walk(ast.parse(example.source)):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == name:
                    typed = ", ".join(ast.unparse(argument) for argument in call.args)
                    arguments = eval(f"[{typed}]", calculator.function.__globals__)
                    expected.append((name, calculator.function(*arguments)))
                    calls.append(f"bookFormulas.{name}(...{json.dumps(arguments)})")
    script = formula.script(CALCULATORS.values(), {"TFLOP/s": 1e12})
    found = json.loads(run_in_node(f"{script}\nconsole.log(JSON.stringify([{', '.join(calls)}]))"))
    assert len(found) >= len(CALCULATORS)
    for (name, value), other in zip(expected, found, strict=True):
        assert other == pytest.approx(value, rel=1e-12), name


@pytest.mark.parametrize(
    ("body", "javascript"),
    [
        ("return value / reference ** 2", "(value / (reference ** 2))"),
        ("return -value * reference", "((-value) * reference)"),
        ("return value if value < 2 * reference else 1", "((value < (2 * reference)) ? value : 1)"),
        ("half = value / 2\n    return ceil(half)", "ceil((value / 2))"),
    ],
)
def test_javascript_of_each_construct(body: str, javascript: str) -> None:
    source = f"def f(value, reference):\n    {body}\n"
    calculator = of(source, "value", "reference")
    assert formula.function(calculator) == f"(value, reference) => {javascript}"


def evaluated(calculator: Calculator, text: str, values: dict[str, object]) -> float:
    """A formula in plain text, read as arithmetic."""
    for sign, operator in {"×": "*", "^": "**", "≤": "<=", "≥": ">=", "≠": "!="}.items():
        text = text.replace(sign, operator)
    code = re.sub(r"^(.*) if (.*), else (.*)$", r"(\1) if (\2) else (\3)", text)
    space = vars(math) | vars(registry) | {"min": min, "max": max}
    result: float = eval(code, space, values)
    return result


@pytest.mark.parametrize("name", [n for n, c in CALCULATORS.items() if not c.variadic])
def test_plain_text_of_every_calculator_is_its_arithmetic(name: str) -> None:
    """Brackets stand where arithmetic needs them: the text gives the same value."""
    calculator, draw = CALCULATORS[name], random.Random(1).uniform
    for _ in range(5):
        values: dict[str, object] = {
            parameter: tuple(draw(1, 9) for _ in range(4))
            if parameter in calculator.series
            else draw(1, 9)
            for parameter in calculator.parameters
        }
        arguments = list(values.values())
        expected = calculator.function(*arguments)
        text = formula.text.names(calculator)
        assert evaluated(calculator, text, values) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("return value - (reference - value)", "value - (reference - value)"),
        ("return value / (reference * 2)", "value / (reference × 2)"),
        ("return (value ** 2) ** reference", "(value^2)^reference"),
        ("return value / reference * 2", "value / reference × 2"),
        ("return -(value + 1)", "-(value + 1)"),
        ("return value if value <= 1 else reference", "value if value ≤ 1, else reference"),
    ],
)
def test_plain_text_of_each_construct(body: str, text: str) -> None:
    source = f"def f(value, reference):\n    {body}\n"
    assert formula.text.names(of(source, "value", "reference")) == text


def test_plain_text_with_values_brackets_what_is_divided_by() -> None:
    texts = [("compute", "3.8×10²⁵ FLOP"), ("flops", "4×10¹⁴ FLOP/s")]
    filled = formula.text.filled(CALCULATORS["device_time"], texts)
    assert filled == "3.8×10²⁵ FLOP / (4×10¹⁴ FLOP/s)"
    texts = [("terms", "1 GB"), ("terms", "2 GB")]
    assert formula.text.filled(CALCULATORS["total"], texts) == "1 GB + 2 GB"


@pytest.mark.parametrize("quantity", QUANTITIES.values(), ids=list(QUANTITIES))
def test_symbols_without_latex(quantity: Quantity) -> None:
    assert re.fullmatch(r"\w+", formula.plain(quantity.symbol))


def test_which_side_of_a_minimum_decided() -> None:
    roof = CALCULATORS["attainable_flops"]
    for intensity, chosen in ((10.0, r"w_{\text{mem}}\,I"), (1000.0, r"F_{\text{peak}}")):
        (decision,) = formula.decisions(roof, [989e12, 3.35e12, intensity])
        assert decision.kind == "min"
        assert decision.chosen == chosen
        assert decision.over != (chosen,)


def test_which_branch_of_a_condition_decided() -> None:
    source = "def f(value, reference):\n    return value if value < 2 * reference else reference\n"
    calculator = of(source, "value", "reference")
    assert [d.chosen for d in formula.decisions(calculator, [1.0, 1.0])] == ["x"]
    assert [d.chosen for d in formula.decisions(calculator, [3.0, 1.0])] == ["r"]
    assert formula.decisions(CALCULATORS["ratio"], [3.0, 1.0]) == []
