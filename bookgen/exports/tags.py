"""The HTML inside the book's Markdown -> Markdown, with each number's id behind it.

It knows the tags that the book's pages are made of, and refuses any other, so that nothing that a
reader sees is lost here in silence.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from bookgen.errors import BookError

END = "\ue003"  # stands behind a number's id until the text is whole
_CLEAR = (
    *("button", "dfn", "figcaption", "ins", "label", "option", "output", "select", "tbody"),
    *("small", "time"),
)
_CELL, _TERM, _MEANING = "\x1f", "\x1d", "\x1e"
_TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ENTITY = re.compile(r"&(?:#\d+|#x[\da-fA-F]+|[A-Za-z]\w*);")
_SPECIAL = re.compile(r"[\\`*_$<>\[\]|]")
_PAGE = re.compile(r"^([\w-]+)\.html(?=#|$)")
_BRACKETS = {"zh": "（{}）", "en": " ({})"}
_COLON = {"zh": "：", "en": ": "}
_FIGURE = {
    "zh": "> **图 [#{id}]** {caption}\n>\n> 画的是：{alt}",
    "en": "> **Figure [#{id}].** {caption}\n>\n> It shows: {alt}",
}


def inert(text: str) -> str:
    """Text that Markdown prints as it is."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def plain(text: str, language: str) -> str:
    """Markdown without HTML in it.

    Raises:
        BookError: a tag that has no plain form, or one that is not closed.
    """
    writer, end = _Writer(language), 0
    for tag in _TAG.finditer(text):
        writer.say(text[end : tag.start()])
        if tag[1]:
            writer.close(tag[2].lower())
        else:
            writer.start(tag[2].lower(), tag[3])
        end = tag.end()
    writer.say(text[end:])
    return writer.result()


@dataclass
class _Element:
    tag: str
    marks: dict[str, str]
    parts: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        return self.marks.get("class", "").split()

    @property
    def anchor(self) -> str:
        return f" [#{self.marks['id']}]" if "id" in self.marks else ""


class _Writer:
    """Writes each element that ends into the one around it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.open = [_Element("", {})]
        self.forms: dict[str, Callable[[_Element, str], str]] = {
            "a": self._link,
            "code": lambda _, inner: f"`{inner}`",
            "data": self._data,
            "dd": self._meaning,
            "del": lambda _, inner: f"~~{inner}~~",
            "details": self._folded,
            "div": self._div,
            "dl": self._list,
            "dt": self._term,
            "em": lambda _, inner: f"*{inner}*",
            "figure": self._figure,
            "li": lambda _, inner: f"- {inner.strip()}\n",
            "p": self._block,
            "section": self._div,
            "span": self._span,
            "strong": lambda _, inner: f"**{inner}**",
            "summary": lambda _, inner: inner + _COLON[language],
            "table": self._block,
            "td": self._cell,
            "th": self._cell,
            "thead": lambda _, inner: f"{inner.strip()}\n|{' --- |' * (inner.count(' | ') + 1)}",
            "tr": self._row,
            "ul": self._block,
        }
        for tag in _CLEAR:
            self.forms[tag] = lambda _, inner: inner

    def say(self, text: str) -> None:
        """Text of the element that is open."""
        found = _ENTITY.sub(lambda entity: inert(html.unescape(entity[0])), text)
        self.open[-1].parts.append(found)

    def start(self, tag: str, attributes: str) -> None:
        """An element begins."""
        if tag == "br":
            self.say("\n")
            return
        if tag not in self.forms:
            raise BookError(
                f"<{tag}> has no plain form",
                expected=f"one of {', '.join(sorted(self.forms))}",
                hint="give it one in bookgen/exports/tags.py",
            )
        found = _ATTRIBUTE.findall(attributes)
        self.open.append(_Element(tag, {name: html.unescape(a or b) for name, a, b in found}))

    def close(self, tag: str) -> None:
        """An element ends."""
        element = self.open.pop()
        if element.tag != tag:
            raise BookError(
                f"</{tag}> ends <{element.tag}>" if element.tag else f"a stray </{tag}>"
            )
        self.open[-1].parts.append(self.forms[tag](element, "".join(element.parts)))

    def result(self) -> str:
        """All that was written."""
        if len(self.open) > 1:
            raise BookError(f"<{self.open[-1].tag}> does not end")
        return "".join(self.open[0].parts)

    def _block(self, _: _Element, inner: str) -> str:
        return "\n" + "\n".join(line for line in inner.split("\n") if line.strip()) + "\n"

    def _list(self, _: _Element, inner: str) -> str:
        """A list of terms, each with its one meaning behind it or its several below it."""
        lines = []
        for group in self._block(_, inner).split(_TERM):
            term, *meanings = (part.strip("; \n") for part in group.split(_MEANING))
            colon = _COLON[self.language]
            if len(meanings) == 1:
                lines.append(f"- {term}{colon}{meanings[0]}")
            elif meanings:
                lines.append(f"- {term}{colon}".rstrip())
                lines += [f"    - {each}" for each in meanings]
            else:
                lines.append(term)
        return "\n" + "\n".join(filter(None, lines)) + "\n"

    def _data(self, element: _Element, inner: str) -> str:
        return f"{inner} [{element.marks['data-num']}]{END}" if "num" in element.kinds else inner

    def _link(self, element: _Element, inner: str) -> str:
        """A link, to plain text where it goes to a page; a number's own is said by its id."""
        if "num" in self.open[-1].kinds:
            return inner
        href = _PAGE.sub(r"\1.md", element.marks["href"])
        return f"[{inner}]({href})"

    def _span(self, element: _Element, inner: str) -> str:
        if "point" in element.kinds:  # on a line of its own
            return f"; {inner}"
        aside = {"also", "unit"} & set(element.kinds)
        return _BRACKETS[self.language].format(inner) if aside else inner

    def _div(self, element: _Element, inner: str) -> str:
        if "ref-tools" in element.kinds:  # a filter is for hands
            return ""
        if "fig-art" in element.kinds:
            self.open[-1].marks["alt"] = element.marks["aria-label"]
            return ""
        if "glossary" in self.open[-1].kinds:
            term = "".join(inner.split("\n"))
            return f"- {term}{element.anchor}"
        return inner

    def _figure(self, element: _Element, inner: str) -> str:
        marks = element.marks
        alt, caption = inert(marks["alt"]), " ".join(inner.split())
        text = _FIGURE[self.language].format(id=marks["id"], caption=caption, alt=alt)
        lines = filter(str.strip, marks.get("numbers", "").split("\n"))
        numbers = "".join(f"> {line}\n" for line in lines).replace("\n> -", "\n>\n> -", 1)
        return f"{text}\n>\n{numbers}" if numbers else text

    def _folded(self, element: _Element, inner: str) -> str:
        """What a click unfolds: in a line behind what stands before it, elsewhere below it."""
        if "fig-numbers" in element.kinds:
            self.open[-1].marks["numbers"] = inner
            return ""
        line = any(each.tag in {"td", "dd"} for each in self.open)
        return f"{inner}; " if line else f"\n{inner}\n"

    def _term(self, element: _Element, inner: str) -> str:
        if "other" in element.kinds:
            return _BRACKETS[self.language].format(inner)
        return f"**{inner}**" if self.open[-1].tag == "div" else _TERM + inner

    def _meaning(self, _: _Element, inner: str) -> str:
        return _COLON[self.language] + inner if self.open[-1].tag == "div" else _MEANING + inner

    def _cell(self, _: _Element, inner: str) -> str:
        shown = " ".join(inner.replace(END, "").strip("; \n").split()).replace(" （", "（")
        return re.sub(r"(?<!\\)\|", r"\\|", shown) + _CELL

    def _row(self, element: _Element, inner: str) -> str:
        first, *cells = inner.replace("\n", "").split(_CELL)[:-1]
        return f"| {' | '.join([first + element.anchor, *cells])} |"
