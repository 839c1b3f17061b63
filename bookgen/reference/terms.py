"""The glossary: its page, and the names by which the text may call each term."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bookgen import schema, yamlfile
from bookgen.errors import BookError, raise_all
from bookgen.reference.shelf import Shelf
from bookgen.reference.words import LIST, say

_BRACKETS = re.compile(r"\s*[（(]([^（）()]*)[）)]\s*")
_INTRO = {
    "zh": "书中的术语，中英对照，各用一句话说明。正文里每个术语第一次出现时链接到这里。",
    "en": "The terms of the book in English and Chinese, each with a sentence of meaning. The "
    "first time that a page uses a term, it links to its entry here.",
}


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    terms = shelf.graph.catalog.glossary
    names(terms, shelf.data)
    if not terms:
        return (
            f'{_INTRO[shelf.language]}\n\n<p class="ref-empty">{say("empty", shelf.language)}</p>'
        )
    ordered = sorted(terms.items(), key=lambda item: _order(item[1], shelf.language))
    entries = [line for id, term in ordered for line in _entry(id, term, shelf.language)]
    return "\n\n".join(
        [_INTRO[shelf.language], "\n".join(['<dl class="glossary">', *entries, "</dl>"])]
    )


def _order(term: schema.Term, language: str) -> bytes:
    """Letters first; Chinese by GB 18030, whose common characters are in order of pinyin."""
    return str(getattr(term.term, language)).casefold().encode("gb18030")


def _entry(id: str, term: schema.Term, language: str) -> Iterator[str]:
    other = "en" if language == "zh" else "zh"
    own, theirs = (html.escape(getattr(term.term, code)) for code in (language, other))
    yield f'<div id="{html.escape(id)}">'
    yield f"<dt><dfn>{own}</dfn></dt>"
    if own != theirs:
        yield f'<dt class="other" lang="{_LANG[other]}">{theirs}</dt>'
    also = [name for name in term.also or () if _speaks(name, language)]
    more = say("also", language, LIST[language].join(html.escape(name) for name in also))
    means = html.escape(getattr(term.means, language))
    yield f'<dd>{means}{f"""<span class="also">{more}</span>""" if also else ""}</dd>'
    yield "</div>"


_LANG = {"zh": "zh-Hans", "en": "en"}


def _speaks(name: str, language: str) -> bool:
    """Whether a name may stand on a page of the language: Chinese names on Chinese pages only."""
    return language == "zh" or name.isascii()


def names(terms: Mapping[str, schema.Term], data: Path) -> dict[str, list[str]]:
    """What the text may call each term, by id: ``HBM（高带宽内存）`` gives two names.

    Raises:
        BookError: two terms go by one name.
    """
    owners: dict[str, str] = {}
    errors: list[BookError] = []
    found: dict[str, list[str]] = {}
    for id, term in terms.items():
        spellings = [term.term.zh, term.term.en, *(term.also or ())]
        own = dict.fromkeys(name for spelling in spellings for name in _split(spelling))
        found[id] = list(own)
        for name in own:
            other = owners.setdefault(name.casefold(), id)
            if other != id:
                document = yamlfile.load(data / "glossary.yml")
                errors.append(
                    document.error(
                        ("terms", id), f"'{name}' is a name of '{other}' too", expected="one term"
                    )
                )
    raise_all(errors)
    return found


def _split(spelling: str) -> Iterator[str]:
    """A name and what it has in brackets; a name is no shorter than two characters."""
    for part in (_BRACKETS.sub("", spelling), *_BRACKETS.findall(spelling)):
        if len(part.strip()) > 1:
            yield part.strip()
