"""Markdown -> what a reader sees of it that did not come from the graph.

A number of the book carries a mark, and goes; so do code, addresses, ids and quoted claims. What
stays is words as an author typed them, with ``GONE`` where something stood.
"""

from __future__ import annotations

import html
import re

from bookgen.page import CHOSEN

GONE = "\ufffc"
_FRONT = re.compile(r"\A---\n(.*?\n)---\n", re.DOTALL)
_HEAD = re.compile(r"^(?:title|subtitle|description)[ ]*:[ ]*(.*)$", re.MULTILINE)
_MARK = re.compile(
    rf"""
      {CHOSEN}                                          # words that rest on a number
    | <svg\b.*?</svg>                                   # a drawing: its labels are looked at apart
    | <(?P<tag>data|code|pre|script|style)\b.*?</(?P=tag)>
    | <time\b[^>]*>\d{{4}}(?:[-‑]\d\d){{0,2}}</time>
    | <div\ class="fig-art"[^>]*>                       # its text, too, is looked at apart
    | <a\ href="[^"]*\#source-[^"]*">.*?</a>            # a publisher's name
    | <!--.*?-->
    | \\num(?:\{{[^{{}}]*\}}){{4}}
    | ^\#{{1,6}}\ [^\n]*\.claimed\}}[ ]*$                  # what another text says
    | ^(?P<fence>`{{3,}}|~{{3,}}).*?^(?P=fence)
    | `[^`\n]+`
    | \]\([^()\s]*\) | \[\^[^\]\n]+\]:?                 # where a link or a footnote leads
    | (?<!\w)\{{[#.:][^}}\n]*\}}
    | \bhttps?://[^\s)>"]+
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)([^>]*)>")
_SAID = re.compile(r"""\b(?:alt|aria-label|title|summary|placeholder)=(?:"([^"]*)"|'([^']*)')""")
_HOVER = ("td", "th")  # their titles tell where a number is from, and cannot be marked
_INLINE = frozenset({"a", "abbr", "b", "dfn", "em", "i", "small", "span", "strong", "sub", "sup"})
_PLAIN: dict[
    int, int | str
] = {  # full-width signs as ASCII and every space as the plain one, character for character
    **{ord("！") + n: ord("!") + n for n in range(94)},
    **dict.fromkeys(map(ord, "\u00a0\u2009\u202f\u3000"), " "),
}


def seen(markdown: str) -> str:
    """The words of a page, where numbers of the book, code and addresses are gone."""
    text = _FRONT.sub(lambda match: "\n".join([*_HEAD.findall(match[1]), ""]), markdown)
    return plain(_TAG.sub(_tag, _MARK.sub(_gone, text)))


def _gone(match: re.Match[str]) -> str:
    """A mark as nothing; what closed a link's text still closes it."""
    return "]" if match[0].startswith("](") else GONE


def _tag(match: re.Match[str]) -> str:
    """A tag as the words in it that a reader gets to see, or nothing."""
    closing, name, attributes = match.groups()
    if not closing and "=" in attributes and name not in _HOVER:
        said = [one or two for one, two in _SAID.findall(attributes)]
        if said:
            return f"\n{' '.join(said)}\n"
    return "" if name in _INLINE else "\n"


def plain(text: str) -> str:
    """Text without entities, full-width signs and spaces that are not plain."""
    return html.unescape(text).translate(_PLAIN)


_FORGED = re.compile(r"<(?:data|svg)\b|fig-art|\\num\{|\.claimed\}|[\ue000\ue001]")


def forged(source: str) -> tuple[str, int] | None:
    """What only the book may write, typed into a template by hand; and its line."""
    text = literal(source)
    found = _FORGED.search(text)
    return (found[0], text.count("\n", 0, found.start()) + 1) if found else None


_JINJA = re.compile(r"\{\{(?!\s*\(?['\"\d]).*?\}\}|\{%.*?%\}|\{##.*?##\}", re.DOTALL)


def literal(source: str) -> str:
    """A template where expressions are gone, save those of a literal, every line where it was."""
    return _JINJA.sub(lambda match: GONE + "\n" * match[0].count("\n"), source)
