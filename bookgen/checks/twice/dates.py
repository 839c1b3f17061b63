"""Days stated twice, as typed: the catalogue no longer tells a day taken over from one restated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookgen import yamlfile
from bookgen.catalog import Catalog
from bookgen.checks.twice.statement import Statement, fault
from bookgen.errors import BookError
from bookgen.yamlfile import Key

_NAME = re.compile(r"(?=\S*\d)(?=\S*[A-Z])[\w.-]*\w")  # H100, GPT-3, 405B: a name of one thing
_PROPER = re.compile(r"\b[A-Z][a-zA-Z]{4,}")  # Blackwell, Rubin
_MAKERS = {"NVIDIA", "Google", "Huawei", "Intel", "Amazon"}


@dataclass(frozen=True)
class Dated:
    """A day as typed: whose it is, where it stands, and the words that name what it is about.

    A run is about its model, and carries the model's id among its words.
    """

    date: str
    owner: str
    file: Path
    path: Key
    names: frozenset[str]

    @property
    def in_a_list(self) -> bool:
        """Whether it is of history.yml or controls.yml, and not of an entity."""
        return len(self.path) > 1


def stated(catalog: Catalog, data: Path) -> Iterator[Dated]:
    """Every day that a file of data/ types: of entities, of events and of rules."""
    for folder in ("accelerators", "cpus", "models"):
        for id, entity in catalog.entities.get(folder, {}).items():
            own = names(f"{entity.name} {getattr(entity, 'architecture', '')}") | {id}
            for field in ("announced", "shipped", "released"):
                event = getattr(entity, field, None)
                if event:
                    file = data / folder / f"{id}.yml"
                    yield Dated(event.value, f"{id}.{field}", file, (field,), own)
    for id, run in catalog.entities.get("runs", {}).items():
        file = data / "runs" / f"{id}.yml"
        date = yamlfile.load(file).data.get("date", "")
        text = date["value"] if isinstance(date, dict) else date
        about = getattr(run, "model", None) or id
        yield Dated(text, f"{id}.date", file, ("date",), names(run.name) | {about})
    for name, list_of in (("history", "events"), ("controls", "rules")):
        document = yamlfile.load(data / f"{name}.yml")
        for key, entry in document.data[list_of].items():
            path = (list_of, key, "date")
            own = names(entry["event"]["en"])
            yield Dated(entry["date"], f"{name} {key}", document.file, path, own)


def names(text: str) -> frozenset[str]:
    """The words that name one thing: with a digit in them, or proper nouns; makers are none."""
    words = {*_NAME.findall(text), *_PROPER.findall(text)} - _MAKERS
    return frozenset(word.removesuffix("s") for word in words)


def repeated(dates: list[Dated]) -> Iterator[BookError]:
    """The same day of the same thing: of a run and its model, or in a list and anywhere else."""
    for n, late in enumerate(dates):
        before = next((early for early in dates[:n] if _same(early, late)), None)
        if before is not None:
            what = f"{late.date}, of {late.owner} and {before.owner},"
            nameable = before.path[0] in {"announced", "shipped", "released"}
            hint = f"write 'date: {before.owner}'" if nameable else "keep one of them"
            there = Statement((), "", before.file, before.path)
            yield fault(Statement((), what, late.file, late.path), there, hint)


def _same(early: Dated, late: Dated) -> bool:
    if early.date != late.date or len(late.date) <= len("2024") or "." in late.date:
        return False  # another day, no more than a year, or taken over and not stated
    if late.path == ("date",):
        return early.path == ("released",) and early.owner.partition(".")[0] in late.names
    return late.in_a_list and bool(early.names & late.names)
