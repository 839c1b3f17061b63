"""A formula in JavaScript: the same expression over the same coherent values."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from bookgen.calculators import Calculator
from bookgen.formula.tree import body

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "===",
    ast.NotEq: "!==",
}
_LIBRARY = Path(__file__).parent / "library.js"


def function(calculator: Calculator) -> str:
    """The calculator as an arrow function of its parameters; a series is an array."""
    if calculator.variadic:
        return f"(...{calculator.parameters[0]}) => sum({calculator.parameters[0]})"
    return f"({', '.join(calculator.parameters)}) => {_write(body(calculator.function))}"


def script(calculators: Iterable[Calculator], units: Mapping[str, float]) -> str:
    """A script that defines ``bookFormulas`` by name, ``bookSeries`` and ``bookUnits``.

    ``bookSeries`` names the parameters of a formula that take an array.

    Args:
        calculators: the formulas to define.
        units: each unit's factor to coherent units.
    """
    calculators = list(calculators)
    series = {each.name: each.series for each in calculators if each.series}
    lines = [
        "(() => {",
        _LIBRARY.read_text(encoding="utf-8").rstrip(),
        "globalThis.bookFormulas = {",
        *(f"  {calculator.name}: {function(calculator)}," for calculator in calculators),
        "};",
        f"globalThis.bookSeries = {json.dumps(series)};",
        f"globalThis.bookUnits = {json.dumps(dict(units), ensure_ascii=False, indent=2)};",
        "})();",
    ]
    return "\n".join(lines) + "\n"


def _write(node: ast.expr) -> str:
    """One expression; each operation stands in brackets, so that nothing depends on rank."""
    match node:
        case ast.Name(id):
            return id
        case ast.Constant(value):
            return repr(value)
        case ast.UnaryOp(ast.USub(), operand):
            return f"(-{_write(operand)})"
        case ast.BinOp(left, operator, right):
            return f"({_write(left)} {_OPERATORS[type(operator)]} {_write(right)})"
        case ast.Call(ast.Name(name), arguments):
            return f"{name}({', '.join(_write(argument) for argument in arguments)})"
        case ast.IfExp(test, then, orelse):
            return f"({_write(test)} ? {_write(then)} : {_write(orelse)})"
        case ast.Compare(left, [operator], [right]):
            return f"({_write(left)} {_OPERATORS[type(operator)]} {_write(right)})"
    raise ValueError(f"{ast.dump(node)} has no place in a calculator")
