"""The order of work: data, numbers, Markdown, site; nothing is written before all is right."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookgen import (
    book,
    cards,
    catalog,
    declarations,
    explanations,
    exports,
    numbers,
    reference,
    render,
    schema,
    site,
)
from bookgen.book import Book
from bookgen.checks.typed import exceptions
from bookgen.errors import BookError
from bookgen.numbers import Graph
from bookgen.rendered import Rendered, Subject


@dataclass(frozen=True)
class Loaded:
    """A book whose data and numbers have been read and found right."""

    root: Path
    book: Book
    graph: Graph


def load(root: Path) -> Loaded:
    """Read book.yml, data/ and every numbers.yml.

    Raises:
        BookError: every fault found.
    """
    if not (root / "content").is_dir():
        raise BookError("this is not the book's folder: it has no content/", file=root)
    contents = book.load(root / "content")
    graph = numbers.load(root / "content", contents.chapters, catalog.load(root / "data"))
    return Loaded(root, contents, graph)


def compose(loaded: Loaded) -> Rendered:
    """The Markdown of all pages, in memory."""
    return render.Renderer(loaded.root, loaded.book, loaded.graph).render()


def subject(root: Path) -> Subject:
    """The whole book, read and rendered, for whoever looks at it as a whole.

    Raises:
        BookError: every fault found on the way.
    """
    loaded = load(root)
    return Subject(root, loaded.book, loaded.graph, compose(loaded))


def build(root: Path, tell: Callable[[str], None] = lambda _: None) -> list[str]:
    """Build the whole site and return the paths under site/ that changed.

    Args:
        root: the book's folder.
        tell: is told of each step as it begins.

    Raises:
        BookError: any fault; the site built before is untouched.
    """
    with site.lock(root):
        tell("reading data and numbers")
        loaded = load(root)
        tell("drawing figures and writing pages")
        rendered = compose(loaded)
        tell("building the site")
        return publish(loaded, rendered)


def publish(loaded: Loaded, rendered: Rendered) -> list[str]:
    """Write the pages, have the site built from them, and publish it."""
    render.write(loaded.root / "build" / "docs", rendered)
    titles, subtitles = loaded.book.title.model_dump(), loaded.book.subtitle.model_dump()
    pages = [
        site.Page(id, page.title.model_dump(), plain=exports.has_plain(loaded.book, id))
        for id, page in loaded.book.pages.items()
    ]
    unlisted = {id for _, id in rendered.pages} - loaded.book.pages.keys()
    pages += [site.Page(id) for id in sorted(unlisted)]
    languages = [
        site.Language(code, NAMES[code], titles[code], subtitles[code], glossary(loaded, code))
        for code in loaded.book.languages
    ]
    return site.build(loaded.root, pages, languages, extra_files(loaded, rendered))


NAMES = {"zh": "中文", "en": "English"}


def glossary(loaded: Loaded, language: str) -> dict[str, Any]:
    """What the site's extension for glossary terms needs; nothing where there is no such page."""
    page, terms = loaded.book.page_of("glossary"), loaded.graph.catalog.glossary
    if not page or not terms:
        return {}
    names = reference.terms.names(terms, loaded.root / "data")
    known = {
        id: {"names": names[id], "means": getattr(term.means, language)}
        for id, term in terms.items()
    }
    return {"page": f"{page}.md", "terms": known}


def extra_files(loaded: Loaded, rendered: Rendered) -> dict[str, bytes]:
    """The site's files for programs, by path, and the cards of its numbers."""
    book, graph = loaded.book, loaded.graph
    addresses = exports.addresses(book, graph, rendered)
    return {
        **exports.files(book, graph, rendered, schemas()),
        **cards.files(book, graph, rendered.places, addresses),
    }


def schemas() -> dict[str, str]:
    """The JSON Schema of every kind of YAML file, by file name."""
    models: dict[str, type[schema.Model]] = {
        **schema.FOLDERS,
        **schema.FILES,
        "numbers": declarations.Declarations,
        "calculators": explanations.Topic,
        "book": Book,
        "typed": exceptions.File,
    }
    return {
        f"{name}.json": json.dumps(schema.json_schema(model), ensure_ascii=False, indent=1) + "\n"
        for name, model in models.items()
    }
