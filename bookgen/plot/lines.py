"""Breaks a label into lines as each language does: at spaces, and between Han characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise

_NEVER_FIRST = "、，。；：！？）》〉】」』”’…%"
_NEVER_LAST = "（《〈【「『“‘"


def wrap(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Lines no wider than ``width``: as few as that allows, then even, and no word cut if so.

    Args:
        text: the label; a line break in it stays one.
        width: the room there is; only an unbreakable piece may be wider.
        measure: how wide a piece of text is.
    """
    lines: list[str] = []
    for paragraph in text.strip().split("\n"):
        pieces = list(_pieces(paragraph.strip()))
        widths = [measure(piece) for piece in pieces]
        ends = _best_ends(pieces, widths, width, _fewest(widths, width))
        lines += ["".join(pieces[start:end]).rstrip(" ") for start, end in pairwise([0, *ends])]
    return lines


def _fewest(widths: list[float], width: float) -> int:
    """How many lines there are when each takes as many pieces as it can."""
    count, room = 1, width
    for piece in widths:
        if piece > room and room < width:
            count, room = count + 1, width
        room -= piece
    return count


def _best_ends(pieces: list[str], widths: list[float], width: float, count: int) -> tuple[int, ...]:
    """Where ``count`` lines end so that they are even and few end inside a word."""
    upto = [0.0, *accumulate(widths)]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for line in range(1, count + 1):
        found: dict[int, tuple[float, tuple[int, ...]]] = {}
        for end in range(line, len(pieces) + 1):
            for start, (cost, ends) in best.items():
                used = upto[end] - upto[start]
                if start >= end or (used > width and end - start > 1):
                    continue
                cut = end < len(pieces) and _cuts_a_word(pieces[end - 1])
                total = cost + (width - used) ** 2 + (cut * 0.5 * width) ** 2
                if end not in found or total < found[end][0]:
                    found[end] = (total, (*ends, end))
        best = found
    return best[len(pieces)][1]


def _cuts_a_word(piece: str) -> bool:
    """Whether a word may go on after a piece: in Chinese, anywhere but at punctuation."""
    return _is_wide(piece[-1]) and not _is_full(piece[-1])


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
        if _may_break(text[:at], text[at]):
            yield text[start:at]
            start = at
    yield text[start:]


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between two stretches; a number stays with what it counts."""
    last = before[-1]
    if last == " ":
        return after != " " and not before.rstrip(" ")[-1:].isdigit()
    if after in _NEVER_FIRST or last in _NEVER_LAST or after == " ":
        return False
    if "\N{NO-BREAK SPACE}" in (last, after):
        return False
    return _is_wide(last) or _is_wide(after)


def _is_full(character: str) -> bool:
    """Whether it is full-width punctuation, which brings its own space."""
    return _is_wide(character) and unicodedata.category(character).startswith("P")


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
