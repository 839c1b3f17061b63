"""A formula in LaTeX, in symbols or with values put in."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache

from bookgen.calculators import QUANTITIES, Calculator
from bookgen.formula.tree import body

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


def symbols(calculator: Calculator) -> str:
    """The formula in symbols: ``k\\,N\\,D``."""
    if calculator.variadic:
        symbol = QUANTITIES[calculator.parameters[0]].symbol
        return rf"{symbol}_1 + {symbol}_2 + \dots"
    return part(calculator, body(calculator.function))


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
    return _Writer(names, r" \times ").write(body(calculator.function))[0]


def part(calculator: Calculator, node: ast.expr) -> str:
    """A part of a calculator's expression in symbols."""
    names = {name: QUANTITIES[name].symbol for name in calculator.parameters}
    return _Writer(names, r"\,").write(node)[0]


def inline(text: str) -> str:
    """The LaTeX of a formula in plain symbols, as prose has it: ``0 < U <= 1``, ``C = k N D``.

    Raises:
        ValueError: a name that is no symbol of the vocabulary.
    """
    signs = {"<=": r"\le", ">=": r"\ge"}

    def token(match: re.Match[str]) -> str:
        word = match[0]
        if word[0].isalpha() and word not in _plain_symbols():
            raise ValueError(f"'{word}' in the formula '{text}' is not a symbol")
        return signs.get(word) or _plain_symbols().get(word, word)

    spaced = re.sub(r"(?<=\w) (?=[A-Za-z])", r"\,", text)
    return re.sub(r"[A-Za-z]\w*|[<>]=", token, spaced)


def plain(symbol: str) -> str:
    """A symbol as it is typed: ``N_act``, ``alpha``."""
    return re.sub(r"\\text|[\\{}]", "", symbol)


@cache
def _plain_symbols() -> dict[str, str]:
    """The symbols of the vocabulary as they are typed: ``N_act``, ``alpha``, ``d_head``."""
    symbols = {quantity.symbol for quantity in QUANTITIES.values()}
    return {plain(symbol): symbol for symbol in sorted(symbols)}


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
