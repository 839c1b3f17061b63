"""content/book.yml: the book's titles, languages and pages, in order."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from bookgen import schema, yamlfile
from bookgen.catalog import validate
from bookgen.errors import BookError
from bookgen.language import LANGUAGES

Written = Literal["home", "chapter"]
Generated = Literal[
    "derivations",
    "calculators",
    "accelerators",
    "models",
    "runs",
    "claims",
    "glossary",
    "sources",
    "changes",
]


class PageEntry(schema.Model):
    """A page: a folder of content/ with a template a language, or one that bookgen generates."""

    title: schema.Bilingual
    kind: Written | Generated = "chapter"


class Edition(schema.Model):
    """What a citation names: the version of the book, and the day of it."""

    version: schema.Text = "draft"
    date: schema.Date | None = None


class Book(schema.Model):
    """The whole of book.yml."""

    title: schema.Bilingual
    subtitle: schema.Bilingual
    edition: Edition = Edition()
    pages: dict[str, PageEntry]

    @property
    def languages(self) -> list[str]:
        """The languages, in the order in which they are offered."""
        return list(LANGUAGES)

    @property
    def chapters(self) -> list[str]:
        """The chapters' ids, in order."""
        return [id for id, page in self.pages.items() if page.kind == "chapter"]

    @property
    def written(self) -> list[str]:
        """The pages that have templates, in order."""
        return [id for id, page in self.pages.items() if page.kind in get_args(Written)]

    def page_of(self, kind: str) -> str:
        """The id of the generated page of a kind; empty where the book has none."""
        return next((id for id, page in self.pages.items() if page.kind == kind), "")


def load(content: Path) -> Book:
    """Read book.yml and check that every page has its templates.

    Raises:
        BookError: a fault in the file, a missing template, or a folder that is no page.
    """
    document = yamlfile.load(content / "book.yml")
    book = validate(Book, document)
    for id in book.written:
        for language in book.languages:
            if not template(content, id, language).is_file():
                raise document.error(
                    ("pages", id),
                    f"page '{id}' has no {template(content, id, language).name}",
                    expected=f"{content.name}/{id}/{language}.md.j2",
                )
    for folder in sorted(content.iterdir()):
        if folder.is_dir() and folder.name not in book.pages:
            raise BookError(
                f"folder '{folder.name}' is not a page of the book",
                file=folder,
                expected="an entry under 'pages' in book.yml",
            )
    return book


def template(content: Path, id: str, language: str) -> Path:
    """The template of a page in a language."""
    return content / id / f"{language}.md.j2"
