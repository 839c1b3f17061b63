"""The cards of the numbers on every page, as scripts that a page loads when it needs them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from bookgen.book import Book
from bookgen.cards.card import Deck
from bookgen.cards.words import say
from bookgen.numbers import Graph
from bookgen.page import Use

__all__ = ["files"]

_WORDS = ("back", "close", "derivation", "about", "cite")  # what the script says by itself


def files(
    book: Book,
    graph: Graph,
    shown: Mapping[tuple[str, str], Iterable[Use]],
    addresses: Mapping[str, str],
) -> dict[str, bytes]:
    """One script for each page that shows numbers, by its path in the site.

    Args:
        book: for its title and edition.
        graph: the numbers.
        shown: the uses of numbers on each page, by (language, page id).
        addresses: where each number is marked first.
    """
    scripts = {}
    for (language, page), uses in shown.items():
        deck = Deck(book, graph, language, dict(addresses))
        for use in uses:
            deck.take(use)
        if deck.cards:
            words = {key: say(key, language) for key in _WORDS}
            edition = " ".join(filter(None, (book.edition.version, book.edition.date)))
            title = getattr(book.title, language)
            words["citation"] = say("citation", language, title, edition, "{id}", "{value}")
            data = {"words": words, **deck.contents()}
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            scripts[f"{language}/cards/{page}.js"] = f"bookCards({text});\n".encode()
    return scripts
