"""A calculator's source as one expression.

The source is walked with ``ast``, so that what is shown is what was computed. A local assignment
is written out where its name is used.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from functools import lru_cache


@lru_cache
def body(function: Callable[..., float]) -> ast.expr:
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
