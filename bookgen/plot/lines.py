"""Breaks a label into lines as each language does: at spaces, and between Han characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

_NEVER_FIRST = "、，。；：！？）》〉】」』”’…%"
_NEVER_LAST = "（《〈【「『“‘"


def wrap(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Lines no wider than ``width``, except where one unbreakable piece is.

    Args:
        text: the label; a line break in it stays one.
        width: the room there is.
        measure: how wide a piece of text is.
    """
    lines: list[str] = []
    for paragraph in text.strip().split("\n"):
        line = ""
        for piece in _pieces(paragraph.strip()):
            if line and measure((line + piece).rstrip(" ")) > width:
                lines.append(line.rstrip(" "))
                line = ""
            line += piece
        lines.append(line.rstrip(" "))
    return lines


def _pieces(text: str) -> Iterator[str]:
    """The text cut wherever a line may end."""
    start = 0
    for at in range(1, len(text)):
        if _may_break(text[at - 1], text[at]):
            yield text[start:at]
            start = at
    yield text[start:]


def _may_break(before: str, after: str) -> bool:
    if before == " ":
        return after != " "
    if after in _NEVER_FIRST or before in _NEVER_LAST or after == " ":
        return False
    if "\N{NO-BREAK SPACE}" in (before, after):
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
