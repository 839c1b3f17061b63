"""Markdown -> its sentences, as a reader would quote them: for reports, not for the page."""

from __future__ import annotations

import html
import itertools
import re
from bisect import bisect_right
from collections.abc import Sequence

_MARK = re.compile(r'<data class="num"[^>]* data-num="(?P<data>[^"]*)"|\\num\{(?P<maths>[^{}]*)\}')
_BLOCK = re.compile(
    r"(?<=\")\n|\n(?:[ \t]*\n)+"
    r"|\n(?=[ \t]*(?:[-*+|#>!?]|\d+\. |\$\$|<(?:tr|figcaption|details|dd|li)))"
)
_WHOLE = re.compile(r"(</?\w*)[^>]*>|(?<!\$)(\$\$).*?\$\$", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_END = re.compile(
    r"(?<=[。！？])[”’」）]*|(?<=[a-z0-9)%\0\u00a0-\u024f\"”’][.!?])[\"”’)]*(?=\s+[A-Z“\"])"
)
_NUM = re.compile(r"\\num\{[^{}]*\}\{[^{}]*\}\{[^{}]*\}\{([^{}]*)\}")
_HEAD = re.compile(
    r"(?m)^[ \t]*(?:#{1,6}|[>*+-]|(?:!!!|\?\?\?\+?)[ \t]+\w+|\|)[ \t]+|[ \t]*\|[ \t]*$"
)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|\{[#.][^}]*\}")


def marked(text: str) -> list[tuple[str, str]]:
    """Every marked number of a page's Markdown in order: its id, and the sentence it stands in."""
    marks = list(_MARK.finditer(text))
    stands = at(text, [mark.start() for mark in marks])
    return [
        (mark["data"] or mark["maths"], words) for mark, words in zip(marks, stands, strict=True)
    ]


def at(text: str, positions: Sequence[int]) -> list[str]:
    """The sentence that stands at each position of a page's Markdown."""
    if not positions:
        return []
    starts = [*_starts(text), len(text)]
    words: dict[int, str] = {}
    for index in {bisect_right(starts, position) - 1 for position in positions}:
        words[index] = plain(text[starts[index] : starts[index + 1]])
    return [words[bisect_right(starts, position) - 1] for position in positions]


def split(text: str) -> list[str]:
    """The sentences of a text in Markdown, without marks; a table's row or a formula is one."""
    starts = [*_starts(text), len(text)]
    found = [plain(text[a:b]) for a, b in itertools.pairwise(starts)]
    return [sentence for sentence in found if sentence]


def _starts(text: str) -> list[int]:
    """Where sentences start. Inside a tag or a formula nothing ends."""
    masked = _WHOLE.sub(_keep, text)
    ends = {match.end() for pattern in (_BLOCK, _END) for match in pattern.finditer(masked)}
    return sorted({0, *ends})


def _keep(match: re.Match[str]) -> str:
    """A tag or a formula as its first letters and as much nothing as was there."""
    head = match[1] or match[2]
    return head + "\0" * (len(match[0]) - len(head))


def plain(text: str) -> str:
    """A piece of Markdown as words: no tags, marks or macros, one space where there was any."""
    text = re.sub(r"\{\s*([^{}\\]*?)\s*\}", r"\1", _NUM.sub(r"\1", text))
    text = _LINK.sub(lambda match: match[1] or "", text)
    text = html.unescape(_TAG.sub("", text)).replace("**", "").replace("$$", " ")
    text = _HEAD.sub("", text).replace(r"\times", "×").replace(r"\approx", "≈")
    return re.sub(r"[^\S\u00a0]+", " ", text).strip()
