"""A tree in lines of text, its branches drawn with box characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Branch:
    """A node of a tree.

    Attributes:
        title: its first line.
        lines: what is said of it, a line each.
        branches: what hangs below it.
    """

    title: str
    lines: Sequence[str] = ()
    branches: Sequence[Branch] = ()


def outline(branch: Branch) -> Iterator[str]:
    """The lines of a tree."""
    yield branch.title
    bar = "│  " if branch.branches else "   "
    yield from (bar + line for line in branch.lines)
    for child in branch.branches:
        last = child is branch.branches[-1]
        head, *rest = outline(child)
        yield ("└─ " if last else "├─ ") + head
        yield from (("   " if last else "│  ") + line for line in rest)
