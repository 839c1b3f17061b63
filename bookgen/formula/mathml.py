"""LaTeX -> MathML, with no script in the page.

A number stands in TeX as ``\\num{CHAPTER.NAME}{VALUE}{UNIT}{TEXT}`` and comes out as a marked
``<mn>`` that links to its derivation. Without a value it is a link and no mark, and without a
name it is neither.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator, Sequence

import math_core

from bookgen.addresses import derivation
from bookgen.errors import BookError

_NUM = re.compile(r"\\num(?![a-zA-Z])((?:\s*\{[^{}]*\})*)")
_GROUP = re.compile(r"\{([^{}]*)\}")
_FIRST_SLOT, _LAST_SLOT = 0xE000, 0xF8FF  # Unicode's private use area: no formula has these
_SLOT = re.compile(f"[{chr(_FIRST_SLOT)}-{chr(_LAST_SLOT)}]")
_LEAF = re.compile(r"<(?P<tag>mi|mn|mtext)(?P<attributes>[^<>]*)>(?P<text>[^<>]*)</(?P=tag)>")


def to_mathml(tex: str, *, display: bool) -> str:
    """Convert one formula, its marked numbers included.

    Args:
        tex: LaTeX without delimiters.
        display: whether it stands on a line of its own.

    Raises:
        BookError: TeX that cannot be read, quoted as typed.
    """
    numbers: list[str] = []

    def keep(match: re.Match[str]) -> str:
        parts = _GROUP.findall(match[1])
        if len(parts) != 4:
            raise BookError(
                f"formula '{shown(tex)}': '{match[0]}' is not a number",
                expected=r"\num{CHAPTER.NAME}{VALUE}{UNIT}{TEXT}",
            )
        numbers.append(_marked(*parts))
        return rf"\text{{{chr(_FIRST_SLOT + len(numbers) - 1)}}}"

    source = _NUM.sub(keep, tex)
    if len(numbers) > _LAST_SLOT - _FIRST_SLOT + 1:
        raise BookError(f"formula '{shown(tex)}' has too many numbers")
    try:
        converted = _converter().convert_with_local_state(source, displaystyle=display)
    except math_core.LatexError as bad:
        raise BookError(
            f"formula '{shown(tex)}': {_reason(str(bad))}", expected="LaTeX that can be set"
        ) from None
    return _fill(converted, numbers, tex)


@functools.cache
def _converter() -> math_core.LatexToMathML:
    return math_core.LatexToMathML(fancy_error=False)


def _marked(name: str, value: str, unit: str, text: str) -> str:
    shown = html.escape(text, quote=False)
    if not name:
        return f"<mn>{shown}</mn>"
    link = f'<a href="{html.escape(derivation(name.strip()))}">{shown}</a>'
    if not value:
        return f"<mn>{link}</mn>"
    marks = {"data-num": name, "data-value": value, "data-unit": unit}
    attributes = "".join(f' {key}="{html.escape(mark.strip())}"' for key, mark in marks.items())
    return f'<mn class="num"{attributes}>{link}</mn>'


def _fill(mathml: str, numbers: Sequence[str], tex: str) -> str:
    """Put the numbers where their slots are; each must have come through exactly once."""
    filled: list[int] = []

    def leaf(match: re.Match[str]) -> str:
        text = match["text"]
        if not _SLOT.search(text):
            return match[0]
        around = f"<{match['tag']}{match['attributes']}>{{}}</{match['tag']}>"
        pieces = list(_pieces(text, around, numbers, filled))
        return pieces[0] if len(pieces) == 1 else f"<mrow>{''.join(pieces)}</mrow>"

    result = _LEAF.sub(leaf, mathml)
    if sorted(filled) != list(range(len(numbers))) or _SLOT.search(result):
        raise BookError(
            f"formula '{shown(tex)}': a number was lost in it",
            hint="write the number outside that command",
        )
    return result


def _pieces(text: str, around: str, numbers: Sequence[str], filled: list[int]) -> Iterator[str]:
    end = 0
    for slot in _SLOT.finditer(text):
        if before := text[end : slot.start()]:
            yield around.format(before)
        index = ord(slot[0]) - _FIRST_SLOT
        if index >= len(numbers):
            return
        filled.append(index)
        yield numbers[index]
        end = slot.end()
    if rest := text[end:]:
        yield around.format(rest)


def shown(tex: str) -> str:
    """The formula on one line, cut where it runs on."""
    line = " ".join(tex.split())
    return line if len(line) <= 120 else line[:119] + "…"


def _reason(message: str) -> str:
    """The converter's complaint without its offset, on one line."""
    return re.sub(r"^\d+: ", "", " ".join(message.split())).rstrip(".")
