"""What the book says in words, piece by piece, the same piece in each language side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookgen import pieces, schema, yamlfile
from bookgen.book import template
from bookgen.page import Place
from bookgen.pieces import Piece, Section
from bookgen.plot import spec
from bookgen.rendered import Subject
from bookgen.yamlfile import Document


@dataclass(frozen=True)
class Spot:
    """A piece of text and where it stands."""

    place: Place
    digest: str


Pair = dict[str, Spot]  # the same piece in each language


def texts(subject: Subject) -> dict[str, list[Pair]]:
    """The pieces of text of every section, figure and file of words, languages side by side.

    A section whose languages are not in step is left to the check that says so.
    """
    found: dict[str, list[Pair]] = {}
    languages = subject.book.languages
    for page in subject.book.written:
        files = {code: template(subject.root / "content", page, code) for code in languages}
        sections = {
            code: {section.id: section for section in pieces.split(yamlfile.read_text(file))}
            for code, file in files.items()
        }
        for id in sections[languages[0]]:
            own = {code: sections[code].get(id, Section(id, ())) for code in languages}
            if len({tuple(section.kinds) for section in own.values()}) == 1:
                found[f"{page} {id}".strip()] = [
                    {
                        code: Spot(Place(files[code], piece.line), piece.digest)
                        for code, piece in zip(languages, pair, strict=True)
                    }
                    for pair in zip(*(own[code].pieces for code in languages), strict=True)
                ]
    for figure in spec.ids(subject.root / "figures"):
        found[f"figure {figure}"] = list(_figure(subject, figure))
    for file in _files(subject.root):
        if pairs := list(_file(yamlfile.load(file), subject.book.languages)):
            found[file.relative_to(subject.root).as_posix()] = pairs
    return found


def _files(root: Path) -> Iterator[Path]:
    """The YAML files whose words a reader gets to see: of content/ those that people write."""
    yield root / "content" / "book.yml"
    yield from sorted((root / "content").glob("*/numbers.yml"))
    yield from sorted((root / "data").rglob("*.yml"))


def _file(document: Document, languages: Sequence[str]) -> Iterator[Pair]:
    """Every text of a file that is there in each language."""
    found: dict[yamlfile.Key, dict[str, Spot]] = {}
    for path, text in document.leaves():
        if path[-1] in languages:
            place = Place(document.file, document.line(path))
            found.setdefault(path[:-1], {})[str(path[-1])] = _spot(place, text)
    for pair in found.values():
        if len(pair) == len(languages):
            yield {code: pair[code] for code in languages}


def _figure(subject: Subject, id: str) -> Iterator[Pair]:
    """A figure's caption, its alternative text and its labels."""
    found = spec.load(subject.root / "figures", id, subject.graph)
    declared = found.declared
    texts: dict[tuple[str, ...], schema.Bilingual]
    texts = {("caption",): declared.caption, ("alt",): declared.alt}
    texts |= {("labels", name): label for name, label in declared.labels.items()}
    texts |= {("members", name): label for name, label in declared.members.items()}
    for path, text in texts.items():
        yield {
            code: _spot(
                Place(found.document.file, found.document.line((*path, code))), getattr(text, code)
            )
            for code in subject.book.languages
        }


def _spot(place: Place, text: str) -> Spot:
    return Spot(place, Piece("text", text, 0, 0).digest)
