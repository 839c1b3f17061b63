"""A page's Markdown -> plain Markdown for programs: no HTML, no marks, each number with its id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bookgen.book import Book
from bookgen.errors import BookError, raise_all
from bookgen.exports import tags, tex
from bookgen.rendered import Rendered
from bookgen.templates import CODE, MATHS

_HEADER = {
    "zh": "> 《{book}》{version} 版，[{title}]({page}.html)一页的纯文本。"
    "数后面的方括号里是它的编号，[numbers.json](../numbers.json) 里按编号可以查到不取整的值、"
    "算式和出处。方括号里以 # 开头的是网页上的锚点。",
    "en": "> {book}, version {version}: the page [{title}]({page}.html) as plain text. A number is "
    "followed by its id in square brackets. Under that id [numbers.json](../numbers.json) has the "
    "unrounded value, how it was computed, and its sources. A bracket that starts with # is an "
    "anchor of the page.",
}
_IN_ORDER = {"zh": "式中的数依次是 {}", "en": "The numbers in it, in order: {}"}
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_BOX = re.compile(r'(?P<indent> *)(?:!!!|\?\?\?\+?) +[\w-]+(?: +"(?P<title>.*)")? *')
_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_RAW = re.compile(  # a line of HTML in which Markdown reads nothing
    r"^ *</?(?!(?:a|code|data|em|span|strong|time)\b|[^<>]* markdown=)\w.*$", re.MULTILINE
)
_HEADING = re.compile(r"^(#{1,6} .*?) *\{#([^\s{}]+)[^{}\n]*\} *$", re.MULTILINE)
_MARKS = re.compile(r" ?\{[:#.][^{}\n]*\}")
_DERIVATIONS = re.compile(r"\]\((derivations[\w-]*)\.md")
_KEPT = re.compile("\ue000(\\d+)\ue001")
_SPACES = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NON-BREAKING HYPHEN}": "-"})


def has_plain(book: Book, id: str) -> bool:
    """Whether a page has a plain form: derivations are in numbers.json, whole."""
    return id in book.pages and book.pages[id].kind != "derivations"


def files(book: Book, rendered: Rendered) -> dict[str, bytes]:
    """Every page that has a plain form, by its path in the site.

    Raises:
        BookError: every page with HTML that has no plain form.
    """
    pages: dict[str, bytes] = {}
    errors: list[BookError] = []
    for (language, id), text in rendered.pages.items():
        if not has_plain(book, id):
            continue
        path = f"{language}/{id}.md"
        try:
            pages[path] = _page(book, language, id, plain(text, language)).encode()
        except BookError as bad:
            errors.append(bad.located(Path(path), None))
    raise_all(errors)
    return pages


def _page(book: Book, language: str, id: str, body: str) -> str:
    """A page's text with what it is below its title."""
    titles, title = book.title.model_dump(), book.pages[id].title.model_dump()
    header = _HEADER[language].format(
        book=titles[language], version=book.edition.version, title=title[language], page=id
    )
    heading, _, rest = body.partition("\n")
    return f"{heading}\n\n{header}\n{rest}"


def plain(text: str, language: str) -> str:
    """A page's text without its marks.

    Raises:
        BookError: HTML that has no plain form.
    """
    kept: list[str] = []

    def keep(shown: str) -> str:
        kept.append(shown)
        return f"\ue000{len(kept) - 1}\ue001"

    def formula(match: re.Match[str]) -> str:
        shown, ids = tex.take(match[0])
        listed = ", ".join(f"[{id}]" for id in ids)
        if not ids:
            return keep(shown)
        if match["inline"] or match["round"]:
            return f"{keep(shown)} {listed}{tags.END}"
        line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
        indent = line if line.isspace() else ""
        return f"{keep(shown)}\n\n{indent}{_IN_ORDER[language].format(listed)}"

    text = _DRAWING.sub("", _FRONT.sub("", text)).strip() + "\n"
    text = CODE.sub(lambda match: keep(match[0]), text)
    text = _RAW.sub(lambda match: match[0].replace("$", "&#36;"), text)
    text = MATHS.sub(formula, tex.write(text))
    text = _DERIVATIONS.sub(r"](\1.html", tags.plain(text, language))
    text = _MARKS.sub("", _HEADING.sub(r"\1 [#\2]", text))
    text = re.sub(rf"{tags.END}(?=[(\[])", " ", text).replace(tags.END, "")
    text = _KEPT.sub(lambda match: kept[int(match[1])], text.translate(_SPACES))
    text = "\n".join(_boxes(text.split("\n")))
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)[ \t]+$", "", text)).strip() + "\n"


def _boxes(lines: list[str]) -> Iterator[str]:
    """Boxes as quotations, their titles in bold."""
    at = 0
    while at < len(lines):
        box = _BOX.fullmatch(lines[at])
        at += 1
        if not box:
            yield lines[at - 1]
            continue
        inside = " " * (len(box["indent"]) + 4)
        start = at
        while at < len(lines) and (not lines[at].strip() or lines[at].startswith(inside)):
            at += 1
        head = [f"**{box['title']}**", ""] if box["title"] else []
        body = _boxes([line[len(inside) :] for line in lines[start:at]])
        for line in "\n".join([*head, *body]).strip().split("\n"):
            yield f"{box['indent']}> {line}".rstrip()
        yield ""
