"""The dated rules of export control, as a table for a chapter."""

from __future__ import annotations

import html

from bookgen.book import Book
from bookgen.catalog import Catalog
from bookgen.proof import KINDS

_HYPHEN = "\N{NON-BREAKING HYPHEN}"
_HEAD = {"zh": ("日期", "事件", "出处"), "en": ("Date", "Event", "Source")}


def compose(book: Book, catalog: Catalog, language: str) -> str:
    """A Markdown table of data/controls.yml in order of date, each row with its first source."""
    page = book.page_of("sources")
    rows = ["| " + " | ".join(_HEAD[language]) + " |", "|---|---|---|"]
    for rule in sorted(catalog.controls.values(), key=lambda rule: rule.date):
        event = html.escape(getattr(rule.event, language)).replace("|", "&#124;")
        if rule.kind == "unverified":
            event += {"zh": "（{}）", "en": " ({})"}[language].format(KINDS[rule.kind][language])
        first = rule.source[0]
        publisher = html.escape(catalog.sources[first].publisher)
        source = f'<a href="{page}.html#source-{first}">{publisher}</a>'
        rows.append(f"| {rule.date.replace('-', _HYPHEN)} | {event} | {source} |")
    return "\n".join(rows)
