"""Where a number is used: links back to what prints it, and on to what is computed from it."""

from __future__ import annotations

from collections.abc import Iterator

from bookgen import addresses, sentences
from bookgen.page import Use
from bookgen.proof.writer import Writer, escape


def used(writer: Writer, id: str) -> Iterator[tuple[str, str]]:
    """The rows of an entry that say so: a word and the links under it."""
    ledger = writer.ledger
    pages: dict[str, list[Use]] = {}
    for page, use in ledger.uses.get((writer.language, id), ()):
        pages.setdefault(page, []).append(use)
    checked = pages.pop(ledger.book.page_of("claims"), [])
    if pages:
        own_first = sorted(pages, key=lambda page: page != writer.page)
        parts = [_on(writer, page, pages[page]) for page in own_first]
        yield "printed", writer.join(parts, "semicolon")
    if id in ledger.feeds:
        yield "feeds", writer.join(writer.name(ledger.numbers[other]) for other in ledger.feeds[id])
    if checked:
        page = ledger.book.page_of("claims")
        headings = ledger.anchors[writer.language, page].headings
        claims = dict.fromkeys(use.anchor for use in checked)
        yield "claims", writer.join(_link(page, claim, headings[claim]) for claim in claims)


def _on(writer: Writer, page: str, uses: list[Use]) -> str:
    """The places of one page that print a number, each with what it prints."""
    found: dict[str, str] = {}
    texts: dict[str, dict[str, None]] = {}
    for use in uses:
        label = _label(writer, page, use)
        if label not in found or use.anchor.startswith(addresses.mark("")):
            found[label] = use.anchor
        if use.text:
            texts.setdefault(label, {})[sentences.plain(use.text)] = None
    places = []
    for label, anchor in found.items():
        printed = writer.join(map(escape, texts.get(label, ())))
        places.append(_link(page, anchor, label) + (writer.note(printed) if printed else ""))
    title = str(getattr(writer.ledger.book.pages[page].title, writer.language))
    before = "" if page == writer.page else escape(title) + writer.say("colon")
    return before + writer.join(places)


def _label(writer: Writer, page: str, use: Use) -> str:
    """What a place is called: the section, the section of a figure, or the row of a table."""
    if use.how == "table":
        return writer.say("row")
    anchors = writer.ledger.anchors[writer.language, page]
    section = anchors.headings.get(anchors.under.get(use.anchor, ""), page)
    return writer.say("figure", section) if use.anchor.startswith("fig-") else section


def _link(page: str, anchor: str, text: str) -> str:
    target = f"#{anchor}" if anchor else ""
    return f'<a href="{page}.html{target}">{escape(text)}</a>'
