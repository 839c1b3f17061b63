"""A calculator's own source -> the LaTeX of its formula, in symbols or with values put in.

The source is walked with ``ast``, so the formula printed is the one that was computed. A local
assignment is written out where its name is used.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from functools import lru_cache

from bookgen.calculators import QUANTITIES, Calculator

_PRECEDENCE = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2, ast.USub: 3, ast.Pow: 4}
_ATOM = 9
_COMPARE = {
    ast.Lt: "<",
    ast.LtE: r"\le",
    ast.Gt: ">",
    ast.GtE: r"\ge",
    ast.Eq: "=",
    ast.NotEq: r"\ne",
}
_CALLS = {
    "ceil": r"\left\lceil {} \right\rceil",
    "floor": r"\left\lfloor {} \right\rfloor",
    "sqrt": r"\sqrt{{{}}}",
    "log2": r"\log_2 \left( {} \right)",
    "min": r"\min\left( {} \right)",
    "max": r"\max\left( {} \right)",
    "covariance": r"\operatorname{{Cov}}\left( {} \right)",
    "variance": r"\operatorname{{Var}}\left( {} \right)",
    "log2_each": r"\log_2 {}",
    "count": "n",
}


@lru_cache
def _body(function: Callable[..., float]) -> ast.expr:
    """The returned expression with local assignments written out."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    local: dict[str, ast.expr] = {}
    for statement in definition.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            local[statement.targets[0].id] = _Inline(local).visit(statement.value)
        elif isinstance(statement, ast.Return) and statement.value is not None:
            result: ast.expr = _Inline(local).visit(statement.value)
            return result
    raise ValueError(f"{function.__name__} returns nothing")


class _Inline(ast.NodeTransformer):
    def __init__(self, local: Mapping[str, ast.expr]) -> None:
        self.local = local

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.local.get(node.id, node)


def symbols(calculator: Calculator) -> str:
    """The formula in symbols: ``k\\,N\\,D``."""
    if calculator.variadic:
        symbol = QUANTITIES[calculator.parameters[0]].symbol
        return rf"{symbol}_1 + {symbol}_2 + \dots"
    names = {name: QUANTITIES[name].symbol for name in calculator.parameters}
    return _Writer(names, r"\,").write(_body(calculator.function))[0]


def expression(calculator: Calculator) -> str:
    """The formula as Python over the names of the parameters: ``n_params * bytes_per_param``."""
    return ast.unparse(_body(calculator.function))


def values(calculator: Calculator, texts: list[tuple[str, str]]) -> str:
    """The formula with each input's text put in place of its symbol.

    Series keep their symbols: their values stand in the list of inputs.

    Args:
        calculator: the calculator.
        texts: parameter and LaTeX text of its value, in the order they were bound.
    """
    if calculator.variadic:
        return " + ".join(text for _, text in texts)
    names = dict(texts) | {name: QUANTITIES[name].symbol for name in calculator.series}
    return _Writer(names, r" \times ").write(_body(calculator.function))[0]


class _Writer:
    """Writes one expression; each part comes with its precedence."""

    def __init__(self, names: Mapping[str, str], times: str) -> None:
        self.names = names
        self.times = times

    def write(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Name(id):
                return self.names[id], _ATOM
            case ast.Constant(value):
                return f"{value:g}" if isinstance(value, int | float) else str(value), _ATOM
            case ast.UnaryOp(ast.USub(), operand):
                return f"-{self._inside(operand, 3)}", 3
            case ast.BinOp(left, ast.Div(), right):
                return rf"\frac{{{self.write(left)[0]}}}{{{self.write(right)[0]}}}", 2
            case ast.BinOp(left, ast.Pow(), right):
                return f"{{{self._inside(left, 5)}}}^{{{self.write(right)[0]}}}", 4
            case ast.BinOp(left, ast.Mult(), right):
                return (
                    f"{self._inside(left, 2)}{self._times(left, right)}{self._inside(right, 2)}",
                    2,
                )
            case ast.BinOp(left, operator, right):
                sign = "+" if isinstance(operator, ast.Add) else "-"
                after = 1 if sign == "+" else 2
                return f"{self._inside(left, 1)} {sign} {self._inside(right, after)}", 1
            case ast.Call(ast.Name(name), arguments):
                inner = ",\\, ".join(self.write(argument)[0] for argument in arguments)
                return _CALLS[name].format(inner), _ATOM
            case ast.IfExp(test, body, orelse):
                rows = (
                    rf"{self.write(body)[0]} & {self.write(test)[0]} \\ {self.write(orelse)[0]} & "
                )
                return rf"\begin{{cases}} {rows} \text{{—}} \end{{cases}}", _ATOM
            case ast.Compare(left, [operator], [right]):
                sign = _COMPARE[type(operator)]
                return f"{self.write(left)[0]} {sign} {self.write(right)[0]}", 0
        raise ValueError(f"{ast.dump(node)} has no place in a calculator")

    def _times(self, left: ast.expr, right: ast.expr) -> str:
        """A thin space between symbols, a cross where a digit follows."""
        return r" \times " if isinstance(right, ast.Constant) else self.times

    def _inside(self, node: ast.expr, needed: int) -> str:
        text, precedence = self.write(node)
        return text if precedence >= needed else rf"\left( {text} \right)"
