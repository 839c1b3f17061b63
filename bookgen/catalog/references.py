"""What files name in each other must exist: sources, entities, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bookgen.catalog.contents import Catalog
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.yamlfile import Document, Key

_FOLDERS = {"model": "models", "accelerator": "accelerators"}


def check(catalog: Catalog, documents: list[Document]) -> None:
    """Refuse every name of something that is not there.

    Raises:
        BookError: each such name, with file, line and the nearest that exists.
    """
    errors: list[BookError] = []
    for document in documents:
        for path, text in _leaves(document.data, ()):
            named = _named(catalog, [part for part in path if isinstance(part, str)])
            if named and text not in named.known:
                errors.append(
                    document.error(
                        path,
                        f"{named.what} '{text}' does not exist",
                        expected=named.expected,
                        hint=did_you_mean(text, named.known),
                    )
                )
    raise_all(errors)


class _Named(NamedTuple):
    """What a text must be the name of: all that it may be, and where they stand."""

    what: str
    known: Mapping[str, Any]
    expected: str


def _named(catalog: Catalog, keys: list[str]) -> _Named | None:
    match keys:
        case [*_, "source"]:
            return _Named("source", catalog.sources, "a key of sources.yml")
        case [*_, "since"]:
            return _Named("event", catalog.history.events, "a key of events")
        case [key] if key in _FOLDERS:
            folder = _FOLDERS[key]
            known = catalog.entities.get(folder, {})
            return _Named(key, known, f"the name of a file in {folder}/")
    return None


def _leaves(node: Any, path: Key) -> Iterator[tuple[Key, str]]:
    if isinstance(node, dict):
        for key, child in node.items():
            yield from _leaves(child, (*path, key))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _leaves(child, (*path, index))
    else:
        yield path, str(node)
