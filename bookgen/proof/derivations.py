"""The pages of derivations: an entrance, and a page for each page of the book that owns numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bookgen.addresses import derivations
from bookgen.page import escape
from bookgen.proof import entrance
from bookgen.proof.entry import entry
from bookgen.proof.ledger import Ledger
from bookgen.proof.writer import Writer

_FRONT = "---\nsearch: {exclude: true}  # every number leads here; the index stays small\n---\n\n"


def pages(ledger: Ledger, language: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Every page of derivations in a language: its id, and what makes its Markdown."""
    home = ledger.book.page_of("derivations")
    if home:
        yield home, partial(_home, ledger, home, language)
    for page in ledger.owners:
        yield derivations(page), partial(_page, Writer(ledger, page, language), home)


def _home(ledger: Ledger, home: str, language: str) -> str:
    title = str(getattr(ledger.book.pages[home].title, language))
    return f"{_FRONT}# {title} {{#{home}}}\n\n{entrance.compose(ledger, language)}\n"


def _page(writer: Writer, home: str) -> str:
    """One page's derivations under the sections of the book that they belong to.

    The entries are raw HTML, since they are thousands and Markdown has nothing to add to them.
    """
    ledger, page = writer.ledger, writer.page
    title = escape(str(getattr(ledger.book.pages[page].title, writer.language)))
    parts = [f"# {writer.say('title', title)} {{#{derivations(page)}}}"]
    book = f'<a href="{page}.html">{title}</a>'
    count = len(ledger.owners[page])
    counted = f'<data value="{count}">{count}</data>'
    lead = [writer.say("lead", book, counted)]
    if home:
        words = escape(str(getattr(ledger.book.pages[home].title, writer.language)))
        lead.append(writer.say("reading", f'<a href="{home}.html#reading">{words}</a>'))
    parts.append("\n".join(lead))
    for section, ids in ledger.sections(page).items():
        words = _words(writer, section)
        parts.append(f'## <a href="{page}.html#{section}">{words}</a> {{#{section}}}')
        entries = "\n".join(entry(writer, ledger.numbers[id]) for id in ids)
        parts.append(
            f'<!-- finished -->\n<div class="proofs">\n{entries}\n</div>\n<!-- /finished -->'
        )
    return _FRONT + "\n\n".join(parts) + "\n"


def _words(writer: Writer, section: str) -> str:
    """A section's heading in the book, or the name of the entity whose row it is."""
    ledger = writer.ledger
    if writer.page in ledger.graph.chapters:
        return escape(ledger.anchors[writer.language, writer.page].headings.get(section, section))
    return escape(ledger.graph.catalog.entity(section).name)
