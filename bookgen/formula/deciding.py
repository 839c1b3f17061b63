"""Which side of a formula's ``min``, ``max`` or condition made its value."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from bookgen.calculators import Calculator, registry
from bookgen.formula import latex
from bookgen.formula.tree import body

Kind = Literal["min", "max", "if"]
Part = Callable[[Calculator, ast.expr], str]


@dataclass(frozen=True)
class Decision:
    """A choice that a formula made.

    Attributes:
        kind: the lesser, the greater, or the branch of a condition.
        chosen: what was taken, as written.
        over: what was not.
    """

    kind: Kind
    chosen: str
    over: tuple[str, ...]


def decisions(
    calculator: Calculator, arguments: list[Any], write: Part = latex.part
) -> list[Decision]:
    """The choices of one run, the outermost first.

    Args:
        calculator: the formula.
        arguments: its coherent values, in the order of its parameters.
        write: how a part of the formula is written; in LaTeX's symbols unless told otherwise.
    """
    if calculator.variadic:
        return []
    space = vars(math) | vars(registry) | {"min": min, "max": max, "__builtins__": {}}
    space |= dict(zip(calculator.parameters, arguments, strict=True))
    return [
        Decision(kind, write(calculator, taken), tuple(write(calculator, one) for one in left))
        for kind, taken, left in _within(body(calculator.function), space)
    ]


def _within(
    node: ast.expr, space: dict[str, Any]
) -> Iterator[tuple[Kind, ast.expr, list[ast.expr]]]:
    """Each choice: its kind, the part that was taken, and those that were not."""
    kind: Kind
    match node:
        case ast.Call(ast.Name("min" | "max" as name), parts):
            kind = name
            values = [_value(part, space) for part in parts]
            best = values.index(min(values) if kind == "min" else max(values))
        case ast.IfExp(test, then, orelse):
            kind, parts = "if", [then, orelse]
            best = 0 if _value(test, space) else 1
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from _within(child, space)
            return
    yield kind, parts[best], parts[:best] + parts[best + 1 :]
    yield from _within(parts[best], space)


def _value(node: ast.expr, space: dict[str, Any]) -> Any:
    return eval(compile(ast.fix_missing_locations(ast.Expression(node)), "formula", "eval"), space)
