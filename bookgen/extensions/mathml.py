"""Markdown extension: formulas become MathML when the book is built, with no script in the page.

It goes after ``pymdownx.arithmatex`` with ``generic: true``, which marks the formulas.
"""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree as etree

import markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from bookgen.errors import BookError
from bookgen.formula import mathml, to_mathml

_CLOSING = re.compile(r"[,.;:!?)\]，。；：！？、）》”’…]+")


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
            plain = re.sub(r"\x02.*?\x03", "…", tex)  # without Markdown's placeholders
            raise BookError(
                "the text between two dollar signs "
                f"'${mathml.shown(plain)}$' was read as a formula",
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
