"""What files name in each other must exist: sources, entities, events, and dates taken over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bookgen.catalog.contents import Catalog
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.yamlfile import Document

_FOLDERS = {"model": "models", "accelerator": "accelerators"}
_DATE_OF = re.compile(r"[a-z0-9-]+\.[a-z_]+")
_DATED = ("announced", "shipped", "released")


def take_over_dates(documents: list[Document]) -> dict[str, str]:
    """Put a date where a document names another's: ``date: h100-sxm.announced``.

    Returns:
        For each such place, as an id, the id of the date that was taken.

    Raises:
        BookError: each name that is not one of a date.
    """
    dates = {
        f"{document.file.stem}.{field}": date["value"] if isinstance(date, dict) else date
        for document in documents
        for field, date in document.data.items()
        if field in _DATED and (isinstance(date, str) or "value" in date)
    }
    taken: dict[str, str] = {}
    errors: list[BookError] = []
    for index, document in enumerate(documents):
        for path, text in document.leaves():
            stated = path[-1] == "date" or path[-2:] == ("date", "value")
            if not stated or not _DATE_OF.fullmatch(text):
                continue
            if text in dates:
                documents[index] = documents[index].with_text(path, dates[text])
                keys = [str(key) for key in path if key != "value"]
                taken[".".join([document.file.stem, *keys])] = text
            else:
                errors.append(
                    document.error(
                        path,
                        f"date '{text}' does not exist",
                        expected="a day, or the date of an entity such as h100-sxm.announced",
                        hint=did_you_mean(text, dates),
                    )
                )
    raise_all(errors)
    return taken


def check(catalog: Catalog, documents: list[Document]) -> None:
    """Refuse every name of something that is not there.

    Raises:
        BookError: each such name, with file, line and the nearest that exists.
    """
    errors: list[BookError] = []
    for document in documents:
        for path, text in document.leaves():
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
