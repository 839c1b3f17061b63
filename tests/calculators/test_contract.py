"""What every calculator owes the book: grammar, words, dimensions and purity.

The guards are themselves tested on planted offenders, so that a guard that no longer sees
anything fails.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import inspect
import math
import re
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pint
import pytest

from bookgen import calculators as package
from bookgen import units
from bookgen.calculators import ANY, CALCULATORS, QUANTITIES, Calculator, registry

HERE = Path(__file__).parent
PACKAGE = Path(package.__file__).parent
MODULES = sorted(
    set(PACKAGE.glob("*.py")) - {PACKAGE / f"{n}.py" for n in ("__init__", "registry")}
)
EVERY = pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda c: c.name)

# --- Grammar -----------------------------------------------------------------------------------

FUNCTIONS = {"ceil": registry.ceil, "floor": registry.floor, "log2": math.log2, "sqrt": math.sqrt}
FROM_MATH = set(FUNCTIONS)
# Of series; the first group gives a number, the second another series.
VECTOR_FUNCTIONS = {
    "count": registry.count,
    "covariance": registry.covariance,
    "variance": registry.variance,
}
SERIES_FUNCTIONS = {"log2_each": registry.log2_each}
KNOWN_FUNCTIONS = FUNCTIONS | VECTOR_FUNCTIONS | SERIES_FUNCTIONS
BUILT_IN = {"min", "max"}
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
BODY_LINES = 12
LARGEST_LITERAL = 20


def definition(function: Callable[..., float]) -> ast.FunctionDef:
    """The function's own source as a tree."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found = tree.body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def offenders(function: ast.FunctionDef) -> list[str]:
    """What in a calculator's source is outside the grammar, one line each."""
    return list(_signature(function)) + list(_body(function))


def _signature(function: ast.FunctionDef) -> Iterator[str]:
    args = function.args
    if args.kwonlyargs or args.posonlyargs or args.kwarg:
        yield "takes more than plain parameters"
    if args.defaults or args.kw_defaults:
        yield "has a default, which is a hidden input"
    if args.vararg and function.name != "total":
        yield "takes any number of values"
    for argument in [*args.args, *([args.vararg] if args.vararg else [])]:
        named = isinstance(argument.annotation, ast.Name) and argument.annotation.id
        if named not in {"float", "Series"} or (argument is args.vararg and named != "float"):
            yield f"parameter {argument.arg} is not a float"


def series_of(function: ast.FunctionDef) -> set[str]:
    """The parameters that are annotated as lists."""
    return {
        argument.arg
        for argument in function.args.args
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id == "Series"
    }


def _body(function: ast.FunctionDef) -> Iterator[str]:
    parameters = {a.arg for a in function.args.args}
    if function.args.vararg:
        parameters.add(function.args.vararg.arg)
    known, used, series = set(parameters), set[str](), series_of(function)
    statements = function.body
    if isinstance(statements[0], ast.Expr) and isinstance(statements[0].value, ast.Constant):
        statements = statements[1:]
    if not statements or not isinstance(statements[-1], ast.Return):
        yield "does not end in a return"
    elif statements[-1].lineno - statements[0].lineno + 1 > BODY_LINES:
        yield f"has a body of more than {BODY_LINES} lines"
    for statement in statements:
        match statement:
            case ast.Assign([ast.Name(name)], value) if name not in known:
                if _is_series(value, series):
                    yield from _series(value, series, used)
                    series.add(name)
                else:
                    yield from _expression(value, known - series, used, series, function)
                known.add(name)
            case ast.Return(ast.expr() as value) if statement is statements[-1]:
                yield from _expression(value, known - series, used, series, function)
            case _:
                yield f"holds '{ast.unparse(statement).splitlines()[0]}'"
    for name in sorted(known - used):
        yield f"never uses {name}"


def _is_series(node: ast.expr, series: set[str]) -> bool:
    match node:
        case ast.Name(name):
            return name in series
        case ast.Call(ast.Name(name)):
            return name in SERIES_FUNCTIONS
    return False


def _series(node: ast.expr, series: set[str], used: set[str]) -> Iterator[str]:
    """A list, or what a function makes of one."""
    match node:
        case ast.Name(name) if name in series:
            used.add(name)
        case ast.Call(ast.Name(name), [argument], []) if name in SERIES_FUNCTIONS:
            yield from _series(argument, series, used)
        case _:
            yield f"takes '{ast.unparse(node)}' for a series"


def _expression(
    node: ast.expr, known: set[str], used: set[str], series: set[str], function: ast.FunctionDef
) -> Iterator[str]:
    parts: list[ast.expr] = []
    match node:
        case ast.Name(name):
            used.add(name)
            if name not in known:
                yield f"reads {name}, which is not among its inputs"
        case ast.Constant(bool() | str() | bytes() | complex() | None):
            yield f"holds the constant {node.value!r}"
        case ast.Constant(value) if not abs(value) <= LARGEST_LITERAL:  # type: ignore[arg-type]
            yield f"holds {value}, which should be an input"
        case ast.Constant():
            pass
        case ast.BinOp(left, operator, right):
            parts = [left, right]
            if not isinstance(operator, OPERATORS):
                yield f"uses {type(operator).__name__}"
        case ast.UnaryOp(ast.USub(), operand):
            parts = [operand]
        case ast.IfExp(ast.Compare(left, [operator], [right]), body, orelse):
            parts = [left, right, body, orelse]
            if not isinstance(operator, COMPARISONS):
                yield f"compares by {type(operator).__name__}"
        case ast.Call(ast.Name("sum"), [ast.Name(name)], []) if (
            function.args.vararg and name == function.args.vararg.arg
        ):
            used.add(name)
        case ast.Call(ast.Name(name), arguments, []) if name in VECTOR_FUNCTIONS:
            for argument in arguments:
                yield from _series(argument, series, used)
        case ast.Call(ast.Name(name), arguments, []) if name in FROM_MATH | BUILT_IN:
            parts = arguments
        case _:
            yield f"holds '{ast.unparse(node)}'"
    for part in parts:
        yield from _expression(part, known, used, series, function)


@EVERY
def test_grammar(calculator: Calculator) -> None:
    """Assignments, one return and plain arithmetic over the parameters, nothing else."""
    assert offenders(definition(calculator.function)) == []


@EVERY
def test_names_mean_what_they_say(calculator: Calculator) -> None:
    """``sqrt`` is that of ``math``, ``ceil`` the registry's and ``min`` the built-in one."""
    for name in calculator.function.__code__.co_names:
        bound = calculator.function.__globals__.get(name, getattr(builtins, name, None))
        assert bound is (KNOWN_FUNCTIONS.get(name) or getattr(builtins, name))


@EVERY
def test_series_are_declared(calculator: Calculator) -> None:
    """A parameter is a list in the decorator and in its annotation, or in neither."""
    if not calculator.variadic:
        assert set(calculator.series) == series_of(definition(calculator.function))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("def f(x: float) -> float:\n    return x * 86400", "holds 86400"),
        ("def f(x: float) -> float:\n    return x * SECONDS", "reads SECONDS"),
        ("def f(x: float) -> float:\n    return x // 2", "uses FloorDiv"),
        ("def f(x: float) -> float:\n    return x % 2", "uses Mod"),
        ("def f(x: float) -> float:\n    return round(x)", "holds 'round(x)'"),
        ("def f(x: float) -> float:\n    return math.sqrt(x)", "holds 'math.sqrt(x)'"),
        ("def f(x: float) -> float:\n    return max(x, key=x)", "holds 'max(x, key=x)'"),
        ("def f(x: float) -> float:\n    return [x][0]", "holds '[x][0]'"),
        ("def f(x: float) -> float:\n    return x if x else 0", "holds 'x if x else 0'"),
        ("def f(x: float) -> float:\n    return x if x == 0 else 1", "compares by Eq"),
        ("def f(x: float) -> float:\n    return True * x", "holds the constant True"),
        ("def f(x: float, y: float) -> float:\n    return x", "never uses y"),
        ("def f(x: float) -> float:\n    y = x\n    return x", "never uses y"),
        ("def f(x: float) -> float:\n    x = 2 * x\n    return x", "holds 'x = 2 * x'"),
        ("def f(x: float) -> float:\n    y = 2 * x", "does not end in a return"),
        ("def f(x: float) -> float:\n    if x < 1:\n        return x\n    return 1", "holds 'if x"),
        ("def f(x: float) -> float:\n    for y in x:\n        pass\n    return x", "holds 'for y"),
        ("def f(x: float) -> float:\n    x += 1\n    return x", "holds 'x += 1'"),
        ("def f(x: float) -> float:\n    import os\n    return x", "holds 'import os'"),
        ("def f(x: float = 1) -> float:\n    return x", "has a default"),
        ("def f(x: float, *, y: float) -> float:\n    return x * y", "more than plain parameters"),
        ("def f(*x: float) -> float:\n    return sum(x)", "any number of values"),
        ("def f(x: int) -> float:\n    return x", "x is not a float"),
        ("def f(*x: Series) -> float:\n    return variance(x)", "x is not a float"),
        ("def f(x: Series) -> float:\n    return 2 * x", "reads x"),
        ("def f(x: Series) -> float:\n    return sum(x)", "holds 'sum(x)'"),
        ("def f(x: float) -> float:\n    return variance(x)", "takes 'x' for a series"),
        ("def f(x: Series) -> float:\n    return variance(2 * x)", "takes '2 * x' for a series"),
        ("def f(x: Series) -> float:\n    return log2_each(x)", "holds 'log2_each(x)'"),
        ("def f(x: Series) -> float:\n    y = log2_each(x)\n    return y", "reads y"),
        ("def f(x: Series, y: Series) -> float:\n    return variance(x)", "never uses y"),
        ("def f(x: float) -> float:\n" + "    a = x\n    b = a\n" * 6 + "    return b", "12 lines"),
    ],
)
def test_grammar_sees_offenders(source: str, complaint: str) -> None:
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert complaint in "; ".join(offenders(tree))


# --- Words -------------------------------------------------------------------------------------

SECTIONS = ("Symbols:", "Assumes:", "Valid:", "Source:")


def untold(doc: str) -> list[str]:
    """What a docstring leaves out or has out of order."""
    found = []
    if not re.match(r"[^\n]+\.\n\n", doc):
        found.append("no summary line of its own")
    places = [doc.find(f"\n{section}") for section in SECTIONS]
    found += [f"no {s}" for s, place in zip(SECTIONS, places, strict=True) if place < 0]
    if places != sorted(places):
        found.append("sections out of order")
    if doc.find("\n>>> ") < max(places):
        found.append("no worked example after the sections")
    return found


@EVERY
def test_docstring(calculator: Calculator) -> None:
    """Summary, symbols, assumptions, validity, source, worked example."""
    assert untold(inspect.getdoc(calculator.function) or "") == []


def test_docstring_check_sees_offenders() -> None:
    whole = "It is so.\n\nSymbols: x.\nAssumes: y.\nValid: z.\nSource: s.\n\n>>> 1\n1"
    assert untold(whole) == []
    for cut in ("Symbols: x.\n", "Assumes: y.\n", "Valid: z.\n", "Source: s.\n", ">>> 1\n1"):
        assert untold(whole.replace(cut, "")), cut
    assert untold("It is so. " + whole.removeprefix("It is so.\n\n"))
    assert untold(whole.replace("Valid", "Q").replace("Source", "Valid").replace("Q", "Source"))


def missing_symbols(calculator: Calculator, doc: str) -> list[str]:
    """The symbols of a calculator's parameters that its docstring calls by another name."""
    told = doc.partition("Symbols: ")[2].partition("\nAssumes: ")[0]
    plain = {
        QUANTITIES[n].symbol: re.sub(r"\\text|[\\{}]", "", QUANTITIES[n].symbol)
        for n in calculator.parameters
    }
    return [s for s in plain.values() if not re.search(rf"(?<!\w){re.escape(s)}(?!\w)", told)]


@EVERY
def test_docstring_uses_the_symbols_of_the_vocabulary(calculator: Calculator) -> None:
    """The page of calculators shows both, so that a quantity must not go by two names."""
    assert missing_symbols(calculator, inspect.getdoc(calculator.function) or "") == []


def test_symbol_check_sees_offenders() -> None:
    calculator = CALCULATORS["effective_rate"]
    doc = inspect.getdoc(calculator.function) or ""
    assert missing_symbols(calculator, doc.replace("F_peak", "F")) == ["F_peak"]
    assert missing_symbols(calculator, doc.replace("U model", "V model")) == ["U"]


@EVERY
def test_worked_example_runs(calculator: Calculator) -> None:
    """The docstring holds an example, calls the calculator in it, and comes out as it says."""
    module = sys.modules[calculator.function.__module__]
    tests = doctest.DocTestFinder(recurse=False).find(
        calculator.function, calculator.name, module, vars(module)
    )
    examples = [example.source for test in tests for example in test.examples]
    assert any(f"{calculator.name}(" in example for example in examples)
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        runner.run(test, out=lambda text: None)
    assert runner.summarize(verbose=False).failed == 0


# --- Vocabulary --------------------------------------------------------------------------------


@EVERY
def test_parameters_are_vocabulary(calculator: Calculator) -> None:
    """Each parameter stands in QUANTITIES, and no two of a calculator share a symbol."""
    assert [name for name in calculator.parameters if name not in QUANTITIES] == []
    symbols = [QUANTITIES[name].symbol for name in calculator.parameters]
    assert len(set(symbols)) == len(symbols)


@EVERY
def test_decorator_names_parameters(calculator: Calculator) -> None:
    """``basis_from`` and ``same_basis`` speak of parameters that are there."""
    named = {name for group in calculator.same_basis for name in group}
    if calculator.basis_from is not None:
        named.add(calculator.basis_from)
    assert named <= set(calculator.parameters)


def test_vocabulary_is_used_and_complete() -> None:
    used = {name for calculator in CALCULATORS.values() for name in calculator.parameters}
    assert set(QUANTITIES) == used
    for name, quantity in QUANTITIES.items():
        assert re.search(r"[\u4e00-\u9fff]", quantity.zh), name
        assert re.fullmatch(r"[ -~]+", quantity.en), name
        assert quantity.symbol, name
        if quantity.unit != ANY:
            units.dimension(quantity.unit)


def test_bases_that_matter_are_asked_for() -> None:
    """Total or active parameters, one way or both: bindings must say which."""
    for name, quantity in QUANTITIES.items():
        if quantity.unit == "param" and not name.endswith("_unit"):
            assert quantity.basis.get("params") in {"total", "active"}, name
        if "link_bandwidth" in name:
            assert quantity.basis.get("direction") in {"each", "both"}, name
    for calculator in CALCULATORS.values():
        if calculator.topic == "network":
            for name in calculator.parameters:
                unit = QUANTITIES[name].unit
                assert not units.same_dimension(unit, "B/s") or QUANTITIES[name].basis, name
    for name in ("ratio", "relative_difference", "difference"):
        assert CALCULATORS[name].same_basis == (("value", "reference"),)


# --- Dimensions --------------------------------------------------------------------------------


def _dimensionless(value: Any) -> float:
    if isinstance(value, pint.Quantity):
        if not value.dimensionless:
            raise pint.DimensionalityError(value.units, "dimensionless")
        return float(value.magnitude)
    return float(value)


def _sqrt(value: Any) -> Any:
    if not isinstance(value, pint.Quantity):
        return math.sqrt(value)
    root = units.registry().Quantity(math.sqrt(value.magnitude))
    for name, power in value.unit_items():
        half = units.registry().Quantity(Decimal(1), name) ** (Decimal(str(power)) / 2)
        root = root * units.registry().Quantity(1.0, half.units)
    return root


def _alike(choose: Callable[..., Any]) -> Callable[..., Any]:
    """``min`` or ``max`` that refuses arguments of unlike dimensions."""

    def chosen(*values: Any) -> Any:
        for value in values[1:]:
            values[0] + value
        return choose(values)

    return chosen


def _log2_each(values: Any) -> Any:
    return tuple(math.log2(_dimensionless(value / values[0])) for value in values)


def _covariance(one: Any, other: Any) -> Any:
    """Mean-free too, so that adding what is unlike in one series is refused."""
    assert len(one) == len(other)
    means = [sum(series[1:], series[0]) / len(series) for series in (one, other)]
    products = [(a - means[0]) * (b - means[1]) for a, b in zip(one, other, strict=True)]
    return sum(products[1:], products[0]) / len(products)


AWARE: dict[str, Callable[..., Any]] = {
    "count": len,
    "covariance": _covariance,
    "log2_each": _log2_each,
    "variance": lambda values: _covariance(values, values),
    "ceil": lambda value: math.ceil(_dimensionless(value)),
    "floor": lambda value: math.floor(_dimensionless(value)),
    "log2": lambda value: math.log2(_dimensionless(value)),
    "sqrt": _sqrt,
    "min": _alike(min),
    "max": _alike(max),
}


def quantity(magnitude: float, unit: str) -> pint.Quantity[Any]:
    """A magnitude with the coherent units of the dimension of ``unit``."""
    registry = units.registry()
    _, base = registry.get_base_units(units._pint_unit(unit))
    return registry.Quantity(magnitude, base)


def dimensions(calculator: Calculator, any_unit: str = "B") -> set[str]:
    """The dimensions that a calculator's result takes, run with units over many magnitudes.

    Rising and falling magnitudes of the parameters take both ways of a conditional expression.

    Raises:
        pint.DimensionalityError: adding, comparing or rounding what has unlike dimensions.
    """
    original = calculator.function
    function = types.FunctionType(original.__code__, {**original.__globals__, **AWARE})
    names = list(calculator.parameters) * (2 if calculator.variadic else 1)
    found = set()
    rising = [2.0 + 4 * place for place in range(len(names))]
    for magnitudes in (rising, rising[::-1]):
        arguments = [
            _argument(calculator, n, magnitude, any_unit)
            for n, magnitude in zip(names, magnitudes, strict=True)
        ]
        result = function(*arguments)
        if not isinstance(result, pint.Quantity):
            result = units.registry().Quantity(float(result))
        found.add(str(result.dimensionality))
    return found


def _argument(calculator: Calculator, name: str, magnitude: float, any_unit: str) -> Any:
    """A quantity, or four of them that do not lie on a line."""
    unit = any_unit if QUANTITIES[name].unit == ANY else QUANTITIES[name].unit
    if name in calculator.series and not calculator.variadic:
        return tuple(quantity(magnitude + extra, unit) for extra in SCATTER[name != "times"])
    return quantity(magnitude, unit)


SCATTER = ((0.0, 1.0, 2.0, 5.0), (0.0, 9.0, 3.0, 40.0))


@EVERY
@pytest.mark.parametrize("any_unit", ["B", "FLOP/s", "GPU"])
def test_dimensions(calculator: Calculator, any_unit: str) -> None:
    """Run with real units, the result has the dimension of the declared unit."""
    declared = any_unit if calculator.unit == ANY else calculator.unit
    assert dimensions(calculator, any_unit) == {units.dimension(declared)}


def planted(function: Callable[..., float], unit: str) -> Calculator:
    """A calculator that is not registered."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return Calculator(function.__name__, function, names, unit)


def no_coefficient(n_active_params: float, n_tokens: float) -> float:
    return 6 * n_active_params * n_tokens


def upside_down(n_devices: float, device_time: float, peak_flops: float) -> float:
    return n_devices * device_time / peak_flops


def squared_time(checkpoint_time: float, mtbf: float) -> float:
    return 2 * checkpoint_time * mtbf


@pytest.mark.parametrize(
    ("function", "unit"), [(no_coefficient, "FLOP"), (upside_down, "FLOP"), (squared_time, "min")]
)
def test_wrong_dimensions_are_seen(function: Callable[..., float], unit: str) -> None:
    assert dimensions(planted(function, unit)) != {units.dimension(unit)}


def adds_unlike(seq_len: float, mtbf: float) -> float:
    return seq_len + mtbf


def adds_a_number(mtbf: float) -> float:
    return mtbf + 1


def rounds_bytes(bytes_needed: float) -> float:
    return AWARE["ceil"](bytes_needed)


def takes_a_log_of_time(mtbf: float) -> float:
    return AWARE["log2"](mtbf)


def lesser_of_unlike(mtbf: float, seq_len: float) -> float:
    return AWARE["min"](mtbf, seq_len)


def compares_unlike(mtbf: float, seq_len: float) -> float:
    return mtbf if mtbf < seq_len else 2 * mtbf


def raises_to_a_time(growth_factor: float, mtbf: float) -> float:
    return growth_factor**mtbf


@pytest.mark.parametrize(
    "function",
    [
        adds_unlike,
        adds_a_number,
        rounds_bytes,
        takes_a_log_of_time,
        lesser_of_unlike,
        compares_unlike,
        raises_to_a_time,
    ],
)
def test_mixed_dimensions_are_refused(function: Callable[..., float]) -> None:
    with pytest.raises(pint.DimensionalityError):
        dimensions(planted(function, "s"))


def adds_a_number_to_a_spread(times: tuple[float, ...]) -> float:
    return AWARE["variance"](times) + 1  # type: ignore[no-any-return]


def mixes_two_spreads(times: tuple[float, ...], values: tuple[float, ...]) -> float:
    variance = AWARE["variance"]
    return variance(times) + variance(values)  # type: ignore[no-any-return]


@pytest.mark.parametrize("function", [adds_a_number_to_a_spread, mixes_two_spreads])
def test_mixed_dimensions_of_series_are_refused(function: Callable[..., float]) -> None:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    calculator = Calculator(function.__name__, function, names, "s", series=names)
    with pytest.raises(pint.DimensionalityError):
        dimensions(calculator)


def wrong_on_one_side(checkpoint_time: float, mtbf: float) -> float:
    return checkpoint_time if checkpoint_time < mtbf else mtbf**2


def test_both_sides_of_a_condition_are_run() -> None:
    assert len(dimensions(planted(wrong_on_one_side, "s"))) == 2


# --- Purity and modules ------------------------------------------------------------------------


@EVERY
def test_runs_on_floats(calculator: Calculator) -> None:
    """Floats in, one finite number out, the same each time."""
    arguments = [
        tuple(2.0 + i + extra for extra in SCATTER[name != "times"])
        if name in calculator.series and not calculator.variadic
        else 2.0 + i
        for i, name in enumerate(calculator.parameters)
    ]
    first = calculator.function(*arguments)
    assert isinstance(first, int | float)
    assert math.isfinite(first)
    assert calculator.function(*arguments) == first


def imports(source: str) -> set[str]:
    """Every module that a source imports, at any depth."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_imports(module: Path) -> None:
    """Calculators import ``math`` and the registry; the vocabulary adds what its types need."""
    allowed = {"__future__", "math", "bookgen.calculators.registry"}
    if module.stem == "quantities":
        allowed |= {"collections.abc", "typing"}
    assert imports(module.read_text(encoding="utf-8")) <= allowed


def test_import_check_sees_offenders() -> None:
    hidden = "def f():\n    import os.path\n    from ..units import parse\n"
    assert imports(hidden) == {"os.path", "..units"}


def test_modules_hold_calculators_only() -> None:
    """No constants, helpers or classes: every function in a module is a calculator."""
    for module in MODULES:
        if module.stem == "quantities":
            continue
        for node in ast.parse(module.read_text(encoding="utf-8")).body[1:]:
            kept = isinstance(node, ast.ImportFrom) or (
                isinstance(node, ast.FunctionDef) and node.name in CALCULATORS
            )
            assert kept, f"{module.name}:{node.lineno}"
    assert {c.topic for c in CALCULATORS.values()} == {m.stem for m in MODULES} - {"quantities"}
