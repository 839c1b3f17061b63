"""The page of changes: every review of the book's numbers, what it took in, and why."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from bookgen import journal, schema
from bookgen.journal import Cause, Entry, Group, Reason, Said
from bookgen.language.words import NBSP
from bookgen.proof import KINDS
from bookgen.reference.shelf import Shelf
from bookgen.reference.words import LIST, plain

_SHOWN = 10  # of a group; the rest is folded
_UNIT = re.compile(r"(?<=\d) (?=[^\d\s])")  # the space before a unit
_INTRO = {
    "zh": "书里的数不会悄悄地变。数据、算法或行文一改，印出来的数跟着变，这里就记下一条：哪一天，"
    "为什么，原来印的是什么，现在印的是什么。划掉的是旧的，带下划线的是新的；数的名字通向它的推导。",
    "en": "No number of this book changes quietly. When a datum, a formula or the text changes "
    "what is printed, it is entered here: the day, the reason, what was printed before and what "
    "is printed now. The old is struck out, the new is underlined, and each name leads to its "
    "derivation.",
}
_WORDS = {
    "none": {"zh": "还没有核对过。", "en": "There has been no review yet."},
    "first": {
        "zh": "从这一天起，书里印出的 {} 个数都有底账。",
        "en": "From this day on the numbers that the book prints are on record, {} of them.",
    },
    "more": {"zh": "另外 {} 条", "en": "{} more"},
    "unseen": {
        "zh": "另有 {} 个数变了，印出来的没有变。",
        "en": "Changed without a change in print: {} more.",
    },
    "pieces": {
        "zh": "两种语言都改写了的文字：{} 处。",
        "en": "Passages of text rewritten in both languages: {}.",
    },
    "one": {
        "zh": "只在一种语言里改了的文字：{} 处。{}",
        "en": "Passages of text changed in one language only: {}. {}",
    },
    "datum": {"zh": "{}：", "en": "{}: "},
    "file new": {"zh": "新的数据文件：{}", "en": "A new data file: {}"},
    "file gone": {"zh": "不再收录的数据文件：{}", "en": "A data file dropped: {}"},
    "formula": {"zh": "{}：换了声明或算法", "en": "{}: declared or computed in another way"},
    "text": {"zh": "{}：换了写法", "en": "{}: written in another way"},
    "new": {"zh": "新增 {}", "en": "new, {}"},
    "gone": {"zh": "{}，不再印出", "en": "{}, no longer printed"},
    "kind": {"zh": "{}（{}）", "en": "{} ({})"},
    "quoted": {"zh": "“{}”", "en": "“{}”"},
}


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title, newest review first."""
    reviews = journal.load(shelf.data.parent / "content").reviews
    if not reviews:
        return (
            f'{_INTRO[shelf.language]}\n\n<p class="ref-empty">{_say("none", shelf.language)}</p>'
        )
    entries = [
        part for number in reversed(range(len(reviews))) for part in _entry(shelf, reviews, number)
    ]
    return "\n\n".join([_INTRO[shelf.language], *entries])


def _entry(shelf: Shelf, reviews: Sequence[Entry], number: int) -> Iterator[str]:
    entry, language = reviews[number], shelf.language
    before = sum(other.date == entry.date for other in reviews[:number])
    anchor = f"review-{entry.date}" + (f"-{before + 1}" if before else "")
    yield f"## {_why(entry.why, language)} {{#{anchor}}}"
    yield f'<p class="day"><time datetime="{entry.date}">{entry.date}</time></p>'
    if entry.first is not None:
        yield _paragraph(_say("first", language, _count(entry.first)))
    for group in entry.groups:
        yield "\n".join(_group(shelf, group))
    if entry.pieces:
        yield _paragraph(_say("pieces", language, _count(entry.pieces)))
    if entry.one_language:
        count = _count(len(entry.one_language.pieces))
        yield _paragraph(_say("one", language, count, _why(entry.one_language.why, language)))


def _group(shelf: Shelf, group: Group) -> Iterator[str]:
    """What caused it, then what is said differently; a long list is folded."""
    language = shelf.language
    causes = "<br>".join(_cause(cause, language) for cause in group.causes)
    items = [f"<li>{_said(shelf, said)}</li>" for said in group.said]
    yield '<div class="changes" data-search-exclude>'
    yield f"<p>{causes}</p>"
    if items:
        yield f"<ul>{''.join(items[:_SHOWN])}</ul>"
    if items[_SHOWN:]:
        summary = _say("more", language, _count(len(items) - _SHOWN))
        rest = "".join(items[_SHOWN:])
        yield f'<details class="think"><summary>{summary}</summary><ul>{rest}</ul></details>'
    if group.unseen:
        yield f"<p>{_say('unseen', language, _count(group.unseen))}</p>"
    yield "</div>"


def _cause(cause: Cause, language: str) -> str:
    name = f"<strong>{_name(cause.means, cause.id, language)}</strong>"
    if cause.what != "datum":
        way = {True: " new", False: " gone"}[cause.new is not None] if cause.what == "file" else ""
        return _say(f"{cause.what}{way}", language, name)
    return _say("datum", language, name) + _arrow(cause.old, cause.new, cause.kinds, language)


def _said(shelf: Shelf, said: Said) -> str:
    """A number, words or a verdict by name, with what was said and what is."""
    language = shelf.language
    name = _name(said.means, said.id, language)
    if said.what == "number":
        old, new = (_once(text, language) for text in (said.old, said.new))
    else:
        old, new = (str(getattr(text, language, "")) for text in (said.old, said.new))
    if said.what == "verdict":
        name = _say("quoted", language, name.rstrip("。."))
    address = _address(shelf, said)
    linked = f'<a href="{html.escape(address)}">{name}</a>' if address else name
    return _say("datum", language, linked) + _arrow(old, new, said.kinds, language)


def _arrow(old: str | None, new: str | None, kinds: Sequence[str] | None, language: str) -> str:
    """The old struck out and the new underlined; what is new or gone says so."""
    texts = [html.escape(_UNIT.sub(NBSP, text or "")) for text in (old, new)]
    sides = [f"<{tag}>{text}</{tag}>" for tag, text in zip(("del", "ins"), texts, strict=True)]
    if kinds:
        known = [KINDS[kind][language] for kind in kinds]
        sides = [
            _say("kind", language, side, kind) for side, kind in zip(sides, known, strict=True)
        ]
    if old and new:
        return " → ".join(sides)
    return _say("gone", language, sides[0]) if old else _say("new", language, sides[1])


def _address(shelf: Shelf, said: Said) -> str:
    """Where a reader finds what is said: its derivation, its row or its entry, if still there."""
    graph = shelf.graph
    if said.what == "verdict":
        known = said.id in graph.catalog.entities.get("claims", {})
        return shelf.address("claims", said.id) if known else ""
    if said.id in graph.numbers:
        return shelf.address("derivations", said.id)
    page, _, rest = said.id.partition(".")
    entity = rest.partition(".")[0]
    known = page in shelf.book.pages and any(
        entity in own for own in graph.catalog.entities.values()
    )
    return f"{page}.html#{entity}" if known else ""


def _once(text: schema.Bilingual | None, language: str) -> str:
    """The texts of a number without those that another holds: 2.1 million beside $2.1 million."""
    parts = str(getattr(text, language)).split(LIST[language]) if text else []
    return LIST[language].join(p for p in parts if not any(p != q and p in q for q in parts))


def _why(why: Reason, language: str) -> str:
    """The reason in the page's language, or in the one that it was given in."""
    for own, text in why.items():
        if own == language:
            return plain(text)
    other, text = next(iter(why.items()))
    return f'<span lang="{other}">{plain(text)}</span>'


def _name(means: schema.Bilingual | None, id: str, language: str) -> str:
    return (
        html.escape(str(getattr(means, language))) if means else f"<code>{html.escape(id)}</code>"
    )


def _count(number: int) -> str:
    return f'<data value="{number}">{number}</data>'


def _paragraph(inner: str) -> str:
    """A paragraph in HTML, so that nothing in it is read as Markdown."""
    return f"<p>{inner}</p>"


def _say(key: str, language: str, *parts: str) -> str:
    return _WORDS[key][language].format(*parts)
