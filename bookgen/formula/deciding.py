"""Which side of a formula's ``min``, ``max`` or condition made its value."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from typing import Any, Literal

from bookgen.calculators import Calculator, registry
from bookgen.formula import latex
from bookgen.formula.tree import body


@dataclass(frozen=True)
class Decision:
    """A choice that a formula made.

    Attributes:
        kind: the lesser, the greater, or the branch of a condition.
        chosen: what was taken, in symbols.
        over: what was not.
    """

    kind: Literal["min", "max", "if"]
    chosen: str
    over: tuple[str, ...]


def decisions(calculator: Calculator, arguments: list[Any]) -> list[Decision]:
    """The choices of one run, the outermost first.

    Args:
        calculator: the formula.
        arguments: its coherent values, in the order of its parameters.
    """
    if calculator.variadic:
        return []
    space = vars(math) | vars(registry) | {"min": min, "max": max, "__builtins__": {}}
    space |= dict(zip(calculator.parameters, arguments, strict=True))
    return _within(calculator, body(calculator.function), space)


def _within(calculator: Calculator, node: ast.expr, space: dict[str, Any]) -> list[Decision]:
    found: list[Decision] = []
    match node:
        case ast.Call(ast.Name("min" | "max" as kind), parts):
            values = [_value(part, space) for part in parts]
            best = values.index(min(values) if kind == "min" else max(values))
            found.append(_decision(calculator, kind, parts, best))
            return found + _within(calculator, parts[best], space)
        case ast.IfExp(test, then, orelse):
            taken = 0 if _value(test, space) else 1
            found.append(_decision(calculator, "if", [then, orelse], taken))
            return found + _within(calculator, (then, orelse)[taken], space)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            found += _within(calculator, child, space)
    return found


def _decision(calculator: Calculator, kind: Any, parts: list[ast.expr], index: int) -> Decision:
    texts = [latex.part(calculator, part) for part in parts]
    return Decision(kind, texts[index], tuple(texts[:index] + texts[index + 1 :]))


def _value(node: ast.expr, space: dict[str, Any]) -> Any:
    return eval(compile(ast.fix_missing_locations(ast.Expression(node)), "formula", "eval"), space)
