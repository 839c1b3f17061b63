"""Markdown extension: the first time that a page uses a term, it links to the glossary.

It is told the terms through the site's configuration and knows nothing of the book's data. It
works on the tree that Markdown has parsed, where code, formulas, headings and links are known for
what they are; in the source they would have to be guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as etree

import markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "summary", "th"})
_ART = frozenset({"figure", "figcaption", "math", "svg", "script", "style"})
_QUOTED = frozenset({"code", "pre", "kbd", "samp", "q"})
_CLOSED = _HEADINGS | _ART | _QUOTED | {"a", "abbr", "button", "dfn"}
_CLOSED_CLASSES = frozenset({"admonition-title", "arithmatex", "footnote-ref", "math"})
_PLACEHOLDER = re.compile("\x02(?:wzxhzdk:(?P<stash>\\d+)|[^\x03]*)\x03")
_TAG = re.compile(r"\s*<(?P<end>/?)(?P<name>[a-zA-Z][\w-]*)[^>]*?(?P<empty>/?)>\s*$", re.DOTALL)
_VOID = frozenset({"br", "hr", "img", "input", "wbr"})
_LATIN = re.compile(r"[!-~]")


class Terms:
    """The names of the terms as one pattern, the longest first.

    Args:
        terms: by id, the ``names`` that the text may call a term and what it ``means``.
    """

    def __init__(self, terms: Mapping[str, Mapping[str, Any]]) -> None:
        self.means = {id: str(term["means"]) for id, term in terms.items()}
        named = {str(name): id for id, term in terms.items() for name in term["names"]}
        self._exact = {name: id for name, id in named.items() if _cased(name)}
        self._folded = {name.casefold(): id for name, id in named.items() if not _cased(name)}
        longest = sorted(named, key=lambda name: (-len(name), name))
        self._pattern = re.compile("|".join(map(_spelling, longest)) or "(?!)")

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where terms stand in a text: start, end and id, in order and apart."""
        for match in self._pattern.finditer(text):
            said = re.sub(r"\s+", " ", match[0])
            for name in (said, said.removesuffix("s")):
                id = self._exact.get(name) or self._folded.get(name.casefold())
                if id:
                    yield match.start(), match.end(), id
                    break


def _cased(name: str) -> bool:
    """Whether a name is written in capitals on purpose: ``HBM``, ``NVLink``, but not ``Die``."""
    return any(char.isupper() or char.isdigit() for char in name[1:])


def _spelling(name: str) -> str:
    """A name as it may stand in a text: Latin letters as whole words, with or without an s."""
    words = r"\s+".join(re.escape(word) for word in name.split())
    before = r"(?<![A-Za-z0-9])(?<![A-Za-z0-9][-/.])" if _LATIN.match(name[0]) else ""
    after = r"s?(?![A-Za-z0-9])(?![-/.][A-Za-z0-9])" if _LATIN.match(name[-1]) else ""
    return f"{before}(?:{words}){after}" if _cased(name) else f"{before}(?i:{words}){after}"


class _Links(Treeprocessor):
    """Links the first occurrence of each term in running text."""

    terms: Terms
    page: str

    def run(self, root: etree.Element) -> None:
        self._seen = set[str]()
        self._open: list[str] = []  # raw HTML that has begun and not ended
        self._within(root)

    def _within(self, parent: etree.Element) -> None:
        if self.md.is_block_level(str(parent.tag)):
            self._open = []
        children = list(parent)
        parent.text, links = self._mark(parent.text)
        for link in reversed(links):
            parent.insert(0, link)
        for child in children:
            if child.tag not in _CLOSED and not self._closed(child):
                self._within(child)
            child.tail, links = self._mark(child.tail)
            place = list(parent).index(child) + 1
            for link in reversed(links):
                parent.insert(place, link)

    @staticmethod
    def _closed(element: etree.Element) -> bool:
        return not _CLOSED_CLASSES.isdisjoint((element.get("class") or "").split())

    def _mark(self, text: str | None) -> tuple[str | None, list[etree.Element]]:
        """The text before the first term, and a link for each with the text after it."""
        if not text or isinstance(text, AtomicString):
            return text, []
        end, links, before = 0, list[etree.Element](), ""
        for start, stop, id in self._found(text):
            if id in self._seen:
                continue
            self._seen.add(id)
            if links:
                links[-1].tail = text[end:start]
            else:
                before = text[:start]
            links.append(self._link(id, text[start:stop]))
            end = stop
        if not links:
            return text, []
        links[-1].tail = text[end:]
        return before, links

    def _found(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Terms in what is text, and in no raw HTML."""
        end = 0
        for place in [*_PLACEHOLDER.finditer(text), None]:
            stop = place.start() if place else len(text)
            if not self._open:
                for start, finish, id in self.terms.find(text[end:stop]):
                    yield end + start, end + finish, id
            if place:
                end = place.end()
                if place["stash"]:
                    self._pass(int(place["stash"]))

    def _pass(self, stash: int) -> None:
        """Go past a tag of raw HTML that Markdown has put aside."""
        raw = self.md.htmlStash.rawHtmlBlocks[stash]
        tag = _TAG.match(raw) if isinstance(raw, str) else None
        if not tag or tag["empty"] or tag["name"].lower() in _VOID:
            return
        name = tag["name"].lower()
        if not tag["end"]:
            self._open.append(name)
        elif name in self._open:
            while self._open.pop() != name:
                pass

    def _link(self, id: str, text: str) -> etree.Element:
        marks = {"class": "term", "href": f"{self.page}#{id}", "title": self.terms.means[id]}
        link = etree.Element("a", marks)
        link.text = AtomicString(text)
        return link


class GlossaryExtension(Extension):
    """The extension; ``terms`` by id, each with ``names`` and ``means``, and their ``page``."""

    def __init__(self, **options: object) -> None:
        self.config = {
            "terms": [{}, "the terms by id, each with its names and its meaning"],
            "page": ["glossary.md", "the page that explains them"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        """After line breaks are mended (13) and formulas are set (12)."""
        links = _Links(md)
        links.terms = Terms(self.getConfig("terms"))
        links.page = str(self.getConfig("page"))
        md.treeprocessors.register(links, "bookgen-glossary", 11)


def makeExtension(**options: object) -> GlossaryExtension:
    """How Python-Markdown loads this module by name."""
    return GlossaryExtension(**options)
