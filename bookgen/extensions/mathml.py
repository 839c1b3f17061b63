"""Markdown extension: formulas become MathML when the book is built, with no script in the page.

It goes after ``pymdownx.arithmatex`` with ``generic: true``, which marks the formulas. A number
stands in TeX as ``\\num{CHAPTER.NAME}{VALUE}{UNIT}{TEXT}`` and comes out as a marked ``<mn>``.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as etree

import markdown
import math_core
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from bookgen.errors import BookError

_NUM = re.compile(r"\\num(?![a-zA-Z])((?:\s*\{[^{}]*\})*)")
_GROUP = re.compile(r"\{([^{}]*)\}")
_FIRST_SLOT, _LAST_SLOT = 0xE000, 0xF8FF  # Unicode's private use area: no formula has these
_SLOT = re.compile(f"[{chr(_FIRST_SLOT)}-{chr(_LAST_SLOT)}]")
_LEAF = re.compile(r"<(?P<tag>mi|mn|mtext)(?P<attributes>[^<>]*)>(?P<text>[^<>]*)</(?P=tag)>")

_CLOSING = re.compile(r"[,.;:!?)\]，。；：！？、）》”’…]+")


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
                f"formula '{_shown(tex)}': '{match[0]}' is not a number",
                expected=r"\num{CHAPTER.NAME}{VALUE}{UNIT}{TEXT}",
            )
        numbers.append(_marked(*parts))
        return rf"\text{{{chr(_FIRST_SLOT + len(numbers) - 1)}}}"

    source = _NUM.sub(keep, tex)
    if len(numbers) > _LAST_SLOT - _FIRST_SLOT + 1:
        raise BookError(f"formula '{_shown(tex)}' has too many numbers")
    try:
        converted = _converter().convert_with_local_state(source, displaystyle=display)
    except math_core.LatexError as bad:
        raise BookError(
            f"formula '{_shown(tex)}': {_reason(str(bad))}", expected="LaTeX that can be set"
        ) from None
    return _fill(converted, numbers, tex)


@functools.cache
def _converter() -> math_core.LatexToMathML:
    return math_core.LatexToMathML(fancy_error=False)


def _marked(name: str, value: str, unit: str, text: str) -> str:
    marks = {"data-num": name, "data-value": value, "data-unit": unit}
    attributes = "".join(f' {key}="{html.escape(mark.strip())}"' for key, mark in marks.items())
    return f'<mn class="num"{attributes}>{html.escape(text, quote=False)}</mn>'


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
            f"formula '{_shown(tex)}': a number was lost in it",
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


def _shown(tex: str) -> str:
    """The formula on one line, cut where it runs on."""
    line = " ".join(tex.split())
    return line if len(line) <= 120 else line[:119] + "…"


def _reason(message: str) -> str:
    """The converter's complaint without its offset, on one line."""
    return re.sub(r"^\d+: ", "", " ".join(message.split())).rstrip(".")


class _Formulas(Treeprocessor):
    """Replaces what arithmatex marked: ``\\(...\\)`` in a span, ``\\[...\\]`` in a div."""

    def run(self, root: etree.Element) -> None:
        for element in root.iter():
            if element.get("class") == "arithmatex" and element.text:
                self._convert(element)

    def _convert(self, element: etree.Element) -> None:
        display = element.tag == "div"
        text = (element.text or "").strip()
        tex = text[2:-2].strip()
        if display:
            tex = html.unescape(tex)  # arithmatex escapes blocks and leaves spans as they are
        self._not_money(tex, element.tail or "")
        mathml = self.md.htmlStash.store(to_mathml(tex, display=display))
        mark = None if display else _CLOSING.match(element.tail or "")
        if mark and element.tail:  # no line begins with the mark that ends a formula
            element.tail = element.tail[mark.end() :]
        element.text = mathml + (mark[0] if mark else "")
        element.set("class", "math math-block" if display else "math")

    @staticmethod
    def _not_money(tex: str, tail: str) -> None:
        """A price's dollar opens a formula as easily as a formula's own: refuse the mistake."""
        if "\x02" in tex or re.search(r"</?(?:data|a)\b", tex) or tail[:1].isdigit():
            found = _shown(re.sub(r"\x02.*?\x03", "…", tex))  # without Markdown's placeholders
            raise BookError(
                f"the text between two dollar signs '${found}$' was read as a formula",
                hint=r"write the dollar of a price as \$",
            )


class MathMLExtension(Extension):
    """The extension; see the module."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        """After the inline patterns (20), before headings are collected (5)."""
        md.treeprocessors.register(_Formulas(md), "bookgen-mathml", 12)


def makeExtension(**options: object) -> MathMLExtension:
    """How Python-Markdown loads this module by name."""
    return MathMLExtension(**options)
