"""A template -> its pieces, section by section: what one language has, the other must have too.

A piece is what a reader takes in at once: a heading, a paragraph, an item of a list, a row of a
table, a formula, the head of a box, a figure. Its source is read, not what is rendered from it, so
that a datum that changes does not change a piece.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bookgen.templates import EXPRESSION, MATHS

_COMMENT = re.compile(r"\{##.*?##\}", re.DOTALL)
_FRONT = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
_STARTS = (
    ("heading", re.compile(r"(?P<level>#{1,6}) .*?(?P<id>\{#[^}\s]+[^}]*\})?$")),
    ("box", re.compile(r"(?:!!!|\?\?\?\+?) +(?P<id>[\w-]+)")),
    ("rule", re.compile(r"\|(?:\s*:?-+:?\s*\|)+$")),
    ("row", re.compile(r"\|")),
    ("footnote", re.compile(r"\[\^(?P<id>[^\]]+)\]:")),
    ("item", re.compile(r"[-*+] ")),
    ("numbered item", re.compile(r"\d+\. ")),
    ("quotation", re.compile(r">")),
    ("formula", re.compile(r"\$\$")),
    ("code", re.compile(r"```|~~~")),
    ("control", re.compile(r"\{%.*%\}$")),
    ("call", re.compile(r"\{\{\s*[a-z]+\([^{}]*\}\}$")),
    ("HTML", re.compile(r"<")),
)
_WHOLE = {"heading", "box", "rule", "row", "control", "call"}  # a line each, never continued
_FENCES = {"formula": "$$", "code": "```"}
_LINK = re.compile(r"\]\(([^)\s]+)")
_FOOTNOTE = re.compile(r"\[\^([^\]]+)\](?!:)")
_HOLDS = re.compile(r"holds\(\s*(['\"])(.*?)\1")
_WORDS = re.compile(r"\\(?:text|mathrm|textbf)\s*\{[^{}]*\}")
_SYMBOL = re.compile(r"\\?[A-Za-z]+|[a-zA-Z]_\w")


@dataclass(frozen=True)
class Piece:
    """A piece of a template.

    Attributes:
        kind: what it is, with whatever of it both languages must share.
        text: its source.
        line: its first line.
        depth: how deep it is indented, in boxes.
    """

    kind: str
    text: str
    line: int
    depth: int

    @cached_property
    def asks(self) -> Counter[str]:
        """What it asks to be written, however that is written: numbers, yardsticks, verdicts."""
        return Counter(essence(found[1]) for found in EXPRESSION.finditer(self.text))

    @cached_property
    def links(self) -> Counter[str]:
        """Where its links lead."""
        return Counter(_LINK.findall(self.text))

    @cached_property
    def footnotes(self) -> Counter[str]:
        """The footnotes that it calls."""
        return Counter(_FOOTNOTE.findall(self.text))

    @cached_property
    def formulas(self) -> Counter[str]:
        """Its formulas without words and spaces; a lone symbol is a word of the sentence."""
        bare = EXPRESSION.sub(lambda found: f"[{essence(found[1])}]", self.text)
        found = (_WORDS.sub("", re.sub(r"\s", "", match[0])) for match in MATHS.finditer(bare))
        return Counter(text for text in found if not _SYMBOL.fullmatch(text.strip("$")))

    @cached_property
    def digest(self) -> str:
        """A short name of what it says: neither spaces nor the form of a number count."""
        words = EXPRESSION.sub(
            lambda found: found[1] if _HOLDS.search(found[1]) else essence(found[1]), self.text
        )
        return hashlib.sha256(re.sub(r"\s", "", words).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Section:
    """A heading's id, and all pieces from the heading to the next one."""

    id: str
    pieces: tuple[Piece, ...]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """What each piece is and how deep: the same in both languages."""
        return [(piece.kind, piece.depth) for piece in self.pieces]


def split(source: str) -> list[Section]:
    """A template's sections, in order."""
    sections: list[tuple[str, list[Piece]]] = []
    for piece in _pieces(_blank(_COMMENT, _blank(_FRONT, source))):
        if piece.kind.startswith("heading"):
            sections.append((piece.kind.rpartition("{#")[2].rstrip("}"), []))
        if not sections:
            sections.append(("", []))
        sections[-1][1].append(piece)
    return [Section(id, tuple(pieces)) for id, pieces in sections]


def essence(expression: str) -> str:
    """What an expression names, without the form that it is given: ``n.cost``, ``claim('x')``."""
    head = re.sub(r"\s+", "", expression.split("|")[0]).replace('"', "'")
    condition = _HOLDS.search(expression)
    return f"{head} holds {condition[2]}" if condition else head


def _blank(pattern: re.Pattern[str], source: str) -> str:
    """The source without what matches, each line where it was."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), source)


def _pieces(source: str) -> Iterator[Piece]:
    name, kind, start, held = "", "", 0, list[str]()

    def piece() -> Iterator[Piece]:
        if held:
            indent = len(held[0]) - len(held[0].lstrip())
            yield Piece(kind, "\n".join(held), start, indent // 4)
            held.clear()

    for line, text in enumerate(source.split("\n"), 1):
        bare = text.strip()
        fence = _FENCES.get(name, "") if held else ""
        if not fence:
            own, what = _kind(bare)
            begins = own != "paragraph" and not own == name == "quotation"
            if not bare or begins or name in _WHOLE:
                yield from piece()
            if not bare:
                continue
            if not held:
                name, kind, start = own, what, line
        held.append(text)
        opening = not fence and bare in _FENCES.values()
        if name in _FENCES and bare.endswith(_FENCES[name]) and not opening:
            yield from piece()
    yield from piece()


def _kind(text: str) -> tuple[str, str]:
    """What a line starts, and the same with whatever of it both languages must share."""
    for name, pattern in _STARTS:
        if found := pattern.match(text):
            return name, _shared(name, text, found)
    return "paragraph", "paragraph"


def _shared(name: str, text: str, found: re.Match[str]) -> str:
    match name:
        case "heading":
            return f"heading of level {len(found['level'])} {found['id'] or ''}".rstrip()
        case "box" | "footnote":
            return f"{name} '{found['id']}'"
        case "rule":
            return f"rule {re.sub('[^|:]', '', text)}"
        case "row":
            bare = MATHS.sub("", EXPRESSION.sub("", text)).replace(r"\|", "")
            return f"row of {bare.count('|') - 1} cells"
        case "control":
            return text
        case "call":
            return essence(text.strip("{} "))
    return name
