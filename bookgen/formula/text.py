"""A formula as plain text, for a terminal: in names of parameters, or with values put in."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from bookgen.calculators import Calculator
from bookgen.formula.tree import body

_ATOM = 9
_SIGNS: dict[type[ast.AST], tuple[str, int]] = {
    ast.Add: ("+", 1),
    ast.Sub: ("-", 1),
    ast.Mult: ("×", 2),
    ast.Div: ("/", 2),
    ast.Pow: ("^", 4),
}
_COMPARE: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "≤",
    ast.Gt: ">",
    ast.GtE: "≥",
    ast.Eq: "=",
    ast.NotEq: "≠",
}


def names(calculator: Calculator) -> str:
    """The formula in the names of its parameters: ``compute / flops``."""
    if calculator.variadic:
        return f"{calculator.parameters[0]} + {calculator.parameters[0]} + ..."
    return part(calculator, body(calculator.function))


def filled(calculator: Calculator, texts: list[tuple[str, str]]) -> str:
    """The formula with each input's text put in place of its name; a series keeps its name.

    Args:
        calculator: the calculator.
        texts: parameter and text of its value, in the order they were bound.
    """
    if calculator.variadic:
        return " + ".join(text for _, text in texts)
    known = dict(texts) | {name: name for name in calculator.series}
    return _Writer(known).write(body(calculator.function))[0]


def part(calculator: Calculator, node: ast.expr) -> str:
    """A part of a calculator's expression in the names of its parameters."""
    return _Writer({name: name for name in calculator.parameters}).write(node)[0]


class _Writer:
    """Writes one expression; each part comes with its precedence."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known

    def write(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Name(id):
                text = self.known[id]
                return text, 2 if re.search("[ ×/]", text) else _ATOM  # a unit multiplies
            case ast.Constant(value):
                return f"{value:g}" if isinstance(value, int | float) else str(value), _ATOM
            case ast.UnaryOp(ast.USub(), operand):
                return f"-{self._inside(operand, 3)}", 3
            case ast.BinOp(left, operator, right):
                sign, rank = _SIGNS[type(operator)]
                after = rank + (not isinstance(operator, ast.Add | ast.Mult))
                before = rank + isinstance(operator, ast.Pow)
                joint = sign if sign == "^" else f" {sign} "
                return f"{self._inside(left, before)}{joint}{self._inside(right, after)}", rank
            case ast.Call(ast.Name(name), arguments):
                inner = ", ".join(self.write(argument)[0] for argument in arguments)
                return f"{name}({inner})", _ATOM
            case ast.IfExp(test, then, orelse):
                parts = [self.write(each)[0] for each in (then, test, orelse)]
                return "{} if {}, else {}".format(*parts), 0
            case ast.Compare(left, [operator], [right]):
                sign = _COMPARE[type(operator)]
                return f"{self.write(left)[0]} {sign} {self.write(right)[0]}", 0
        raise ValueError(f"{ast.dump(node)} has no place in a calculator")

    def _inside(self, node: ast.expr, needed: int) -> str:
        text, rank = self.write(node)
        return text if rank >= needed else f"({text})"
