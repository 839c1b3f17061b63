"""The names whose digits are no numbers: data/ knows most, content/typed.yml the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bookgen import schema
from bookgen.catalog import Catalog
from bookgen.checks.typed.marks import GONE, plain

_NAMELESS = ("claims", "prices")  # their names are sentences
_CODE = re.compile(r"\d+[A-Z]+\b")  # as in TSMC 4NP


class Names:
    """Blanks out names, and knows the lines that are nothing but one.

    Args:
        catalog: what data/ holds.
        more: further names.
    """

    def __init__(self, catalog: Catalog, more: Iterable[str]) -> None:
        known = {plain(name) for name in (*_of(catalog), *more)}
        parts = {part for name in known for part in _parts(name)}
        longest = sorted((name for name in known | parts if _digit(name)), key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest)) or r"(?!)"
        self._pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?!\d|\.\d|[a-rt-zA-Z])")
        sources = catalog.sources.values()
        self._lines = known | {plain(t) for s in sources for t in (s.title, s.publisher)}

    def whole(self, line: str) -> bool:
        """Whether a line, such as a cell of a table, is a name and nothing else."""
        return line.strip() in self._lines

    def gone(self, text: str) -> str:
        """Text of the same length without its names."""
        return self._pattern.sub(lambda match: GONE * len(match[0]), text)


def _of(catalog: Catalog) -> Iterator[str]:
    """Every name that data/ gives to something."""
    for folder, entities in catalog.entities.items():
        for entity in entities.values() if folder not in _NAMELESS else ():
            yield entity.name
            match entity:
                case schema.Accelerator(vendor=vendor, process=process, link=link):
                    yield entity.name.removeprefix(f"{vendor} ")
                    yield from _CODE.findall(process or "")
                    yield link.name if link and link.name else ""
                case schema.Run(hardware=schema.Bilingual(zh=zh, en=en)):
                    yield from (zh, en)
    for term in catalog.glossary.values():
        yield from (term.term.zh, term.term.en, *(term.also or ()))
    for rule in catalog.controls.values():
        yield from rule.parts or ()


def _parts(name: str) -> Iterator[str]:
    """What a name is shortened to: runs of its words from one with a letter to one with a digit.

    A size that ends a name is none: of ``H100 SXM5 80 GB`` the last part is ``H100 SXM5``.
    """
    words = name.split()
    for end, last in enumerate(words, 1):
        if _digit(last) and words[end : end + 1] not in (["GB"], ["TB"]):
            yield from (
                " ".join(words[start:end]) for start in range(end - 1) if words[start][:1].isalpha()
            )


def _digit(text: str) -> bool:
    return any(character.isdigit() for character in text)
