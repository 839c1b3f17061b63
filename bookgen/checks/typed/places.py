"""Where text can live that a reader gets to see, and what of it was typed.

A page is looked at as it comes out, whatever wrote it; only derivations, which the graph writes,
are looked at where their words are typed. What cannot be marked there (the labels and
the alternative text of a figure) and what is no page (titles, README) is looked at where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookgen import yamlfile
from bookgen.book import template
from bookgen.checks.report import Subject
from bookgen.checks.typed.marks import GONE, literal, plain, seen
from bookgen.yamlfile import Document

COVERED = (
    *("paragraph", "heading", "list item", "quotation", "table", "formula", "displayed formula"),
    *("title of a box", "text of a box", "title of a folded box", "footnote", "link"),
    *("alternative text of an image", "title of an element", "raw HTML", "front matter"),
    *("caption", "label", "label of a family", "alternative text", "value drawn", "event drawn"),
    *("means of a number", "reason of a number", "meaning of a term", "remark on a claim"),
    *("rule of export control", "cell of a reference table", "introduction of a reference page"),
    *("title of the book", "subtitle", "title of a page", "navigation", "README"),
)
LEFT_OUT = (
    *("code", "address", "comment", "what another text claims", "title of a source"),
    "what a formula assumes",  # its conventions and examples, which published values hold
    "hover text of a reference table",  # tells where its number is from, and can hold no mark
    # besides notes on data, which derivations and cards quote in the words of their sources; what
    # is on no page: unprinted fields of data; the theme's own words; and cards, which repeat the
    # derivations
)

_TITLES = ("site_name", "site_description", "site_author", "copyright", "nav")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LISTS = re.compile(r"<details>.*?</details>", re.DOTALL)  # what the sources page repeats
_EXPLAINED = re.compile(r'<dl class="calc".*?</dl>|^\$\$.*?\$\$$', re.DOTALL | re.MULTILINE)
_WRITES = re.compile(r"""\.(?:write|amount)\(\s*-?(\d[\w.]*)(?:,\s*["']([^"']*)["'])?""")


@dataclass(frozen=True)
class Text:
    """Words that a reader sees, without the numbers that the book printed.

    Attributes:
        words: line by line, with ``GONE`` for what is no typed text.
        language: of the words.
        file: where they were typed, as far as it is known.
        line: of the first of them there; 0 where that must be searched for.
    """

    words: str
    language: str
    file: Path
    line: int = 0


def texts(subject: Subject, figures: Iterable[Document]) -> Iterator[Text]:
    """Everything that a reader sees."""
    for language, page in subject.rendered.pages:
        if page in subject.book.pages:
            yield _page(subject, language, page)
    yield from _declared(subject.root, subject.book.chapters)
    for document in figures:
        yield from _figure(document)
    yield from _events(subject)
    yield from _titles(subject.root)
    for language, name in (("en", "README.md"), ("zh", "README.zh.md")):
        if (file := subject.root / name).is_file():
            yield Text(seen(yamlfile.read_text(file)), language, file)


def _page(subject: Subject, language: str, page: str) -> Text:
    """A page as it comes out, without what is marked or chosen by a number."""
    rendered = subject.rendered
    text = rendered.chosen.get((language, page), rendered.pages[language, page])
    kind = subject.book.pages[page].kind
    if kind == "changes":
        text = text.partition("\n## ")[0]  # what follows was said at its time
    elif kind == "sources":
        text = _LISTS.sub(GONE, text)
    elif kind == "calculators":
        text = _EXPLAINED.sub(GONE, text)
    built = subject.root / "site" / language / f"{page}.html"
    written = template(subject.root / "content", page, language)
    file = written if page in subject.book.written else built
    return Text(seen(text), language, file)


def _declared(root: Path, chapters: Iterable[str]) -> Iterator[Text]:
    """What numbers.yml says in words, which the derivations and the cards print."""
    for chapter in chapters:
        document = yamlfile.load(root / "content" / chapter / "numbers.yml")
        for path, words in _leaves(document.data, ()):
            if len(path) > 1 and path[-2] in ("means", "reason", "note"):
                yield _typed(words, document, path, str(path[-1]))


def figures(root: Path) -> list[Document]:
    """The YAML files of the figures."""
    return [yamlfile.load(file) for file in sorted((root / "figures").glob("*.yml"))]


def _figure(document: Document) -> Iterator[Text]:
    """A figure's labels and alternative text, and values typed where it is drawn."""
    data = document.data
    paths: list[tuple[str, ...]] = [("alt",)]
    paths += [(part, name) for part in ("labels", "members") for name in data.get(part, {})]
    for path in paths:
        said: Any = data
        for step in path:
            said = said.get(step, {})
        for language, words in said.items():
            yield _typed(literal(words), document, (*path, language), language)
    module = document.file.with_suffix(".py")
    if module.is_file():
        yield from _drawn(module)


def _drawn(module: Path) -> Iterator[Text]:
    """Values that a figure's module writes without having them from a number.

    Text typed there never gets this far: a drawing refuses it.
    """
    source = yamlfile.read_text(module)
    for call in _WRITES.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        yield Text(" ".join(filter(None, call.groups())), "en", module, line)


def _events(subject: Subject) -> Iterator[Text]:
    """The events that a timeline draws."""
    file = subject.root / "data" / "history.yml"
    for event in subject.graph.catalog.history.events.values():
        for language, words in event.event if event.timeline else ():
            yield Text(plain(words), language, file)


def _titles(root: Path) -> Iterator[Text]:
    """What the book and its pages are called, and what mkdocs.yml adds."""
    book = yamlfile.load(root / "content" / "book.yml")
    site = yamlfile.load(root / "mkdocs.yml")
    for document, keys in ((book, tuple(book.data)), (site, _TITLES)):
        for key in keys:
            for path, words in _leaves(document.data.get(key, ""), (key,)):
                language = "zh" if _HAN.search(words) else "en"
                yield _typed(words, document, path, language)


def _leaves(node: Any, path: yamlfile.Key) -> Iterator[tuple[yamlfile.Key, str]]:
    """Every text below a path; the keys of a navigation are titles too."""
    if isinstance(node, dict):
        for key, child in node.items():
            if path and path[0] == "nav":
                yield (*path, key), key
            yield from _leaves(child, (*path, key))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _leaves(child, (*path, index))
    elif path[-1] != "kind" and not str(node).endswith(".md"):
        yield path, str(node)


def _typed(words: str, document: Document, path: yamlfile.Key, language: str) -> Text:
    joined = " ".join(plain(words).split())
    return Text(joined, language, document.file, document.line(path))
