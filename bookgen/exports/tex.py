"""Formulas for plain text: LaTeX with plain numbers in it, and the ids of those numbers."""

from __future__ import annotations

import re

_NUM = re.compile(r"\\num\{(?P<id>[^{}]*)\}\{[^{}]*\}\{[^{}]*\}\{(?P<text>[^{}]*)\}")
_ID = re.compile("\ue004([^\ue005]*)\ue005")
_PARTS = re.compile(
    r"(?P<before>[^\d−]*)(?P<digits>−?\d[\d,.]*)(?:×10(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))?(?P<after>.*)",
    re.DOTALL,
)
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SPECIAL = str.maketrans({"^": r"\^{}", "\N{NO-BREAK SPACE}": " "} | {c: f"\\{c}" for c in "$%&#_"})


def write(text: str) -> str:
    """A text whose formulas have their numbers as LaTeX, each behind its id."""
    return _NUM.sub(lambda match: f"\ue004{match['id']}\ue005{number(match['text'])}", text)


def take(formula: str) -> tuple[str, list[str]]:
    """A formula that has been written so: without the ids, and the ids in order."""
    return _ID.sub("", formula), _ID.findall(formula)


def number(text: str) -> str:
    """A number as the book writes it, as LaTeX: ``3.8×10²⁵ FLOP``, ``40%``, ``$5.6 million``."""
    parts = _PARTS.fullmatch(text)
    if not parts:
        return _words(text)
    digits = parts["digits"].replace("−", "-").replace(",", "{,}")
    power = rf" \times 10^{{{parts['power'].translate(_PLAIN)}}}" if parts["power"] else ""
    after = r"\%" if parts["after"] == "%" else _words(parts["after"])
    return f"{_words(parts['before'])}{digits}{power}{after}"


def _words(text: str) -> str:
    """Words inside a formula."""
    return rf"\text{{{text.translate(_SPECIAL)}}}" if text else ""
