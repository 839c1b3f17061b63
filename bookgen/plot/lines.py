"""Breaks a label into lines as each language does: at spaces, and between Han characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

_NEVER_FIRST = "、，。；：！？）》〉】」』”’…%"
_NEVER_LAST = "（《〈【「『“‘"


def wrap(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Lines no wider than ``width``, as few as that allows; ends at punctuation, and even, if so.

    Args:
        text: the label; a line break in it stays one.
        width: the room there is; only an unbreakable piece may be wider.
        measure: how wide a piece of text is.
    """
    lines: list[str] = []
    for paragraph in text.strip().split("\n"):
        pieces = list(_pieces(paragraph.strip()))
        found = _filled(pieces, width, measure)
        room = width - 4
        while len(found) > 1 and room > width / 2:
            narrower = _filled(pieces, room, measure)
            if len(narrower) > len(found):
                break
            found = min(narrower, found, key=_broken_words)
            room -= 4
        lines += found
    return lines


def _broken_words(lines: list[str]) -> int:
    """How many lines end where a word may go on: in Chinese, anywhere but at punctuation."""
    return sum(_is_wide(line[-1]) and not _is_full(line[-1]) for line in lines[:-1] if line)


def _filled(pieces: list[str], width: float, measure: Callable[[str], float]) -> list[str]:
    """Each line filled with as many pieces as it takes."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and measure((lines[-1] + piece).rstrip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ") for line in lines]


def join(text: str) -> str:
    """A text written over several lines as one, without a space where Chinese takes none.

    >>> join("面积不按。\\n用通道数 {{ n }} 去除，  a\\nb")
    '面积不按。用通道数 {{ n }} 去除，a b'
    """
    words = re.split(r"[ \t\n]+", text.strip(" \t\n"))
    out = words[:1]
    for word in words[1:]:
        before, after = out[-1][-1], word[0]
        tight = (_is_wide(before) and _is_wide(after)) or _is_full(before) or _is_full(after)
        out += [word] if tight else [" ", word]
    return "".join(out)


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


def _is_full(character: str) -> bool:
    """Whether it is full-width punctuation, which brings its own space."""
    return _is_wide(character) and unicodedata.category(character).startswith("P")


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
