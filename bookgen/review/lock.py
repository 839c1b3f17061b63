"""content/numbers.lock.yml: what the book said when its numbers were last reviewed.

One entry a line, in order of id, so that git shows what a review took in and merges what two
reviews took in apart. It is written by ``bookgen accept`` and by nothing else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from bookgen import schema, yamlfile
from bookgen.catalog import validate

FILE = "numbers.lock.yml"
_HEAD = """\
# What the book said when its numbers were last reviewed. `bookgen accept` writes this file; what a
# hand changes in it is refused. After a conflict take one side's changes.yml and
# numbers.lock.yml whole, and accept again.
"""
_PLAIN = re.compile(
    r"(?!(?:on|off|yes|no|true|false|null)$)[A-Za-z][\w./-]*(?: [\w./-]+)*", re.ASCII
)
_SAME = 1e-9  # as parts of the value: what another machine's arithmetic may differ by


class Datum(schema.Model):
    """A value of data/ or a value typed in numbers.yml."""

    value: schema.Text
    kind: schema.Text


class Printed(schema.Model):
    """A number: its value in its unit, how it is known, and its texts by language."""

    value: float
    unit: str
    kind: str
    zh: str = ""
    en: str = ""

    def moved(self, other: Printed) -> bool:
        """Whether it is another value, or known in another way."""
        return (self.unit, self.kind) != (other.unit, other.kind) or not _same(
            self.value, other.value
        )

    def same(self, other: Printed) -> bool:
        """Whether nothing about it has changed."""
        return not self.moved(other) and (self.zh, self.en) == (other.zh, other.en)


class Said(schema.Model):
    """Words by language; one language may do without them."""

    zh: str = ""
    en: str = ""


class Verdict(schema.Model):
    """The verdict on a claim: its kind, how far off it is, and its words by language."""

    kind: str
    factor: float
    zh: str
    en: str

    def same(self, other: Verdict) -> bool:
        """Whether nothing about it has changed."""
        words = ("kind", "zh", "en")
        return _same(self.factor, other.factor) and all(
            getattr(self, word) == getattr(other, word) for word in words
        )


class Lock(schema.Model):
    """The whole file.

    Attributes:
        data: every datum of data/, and every value typed in numbers.yml, by id.
        numbers: every number that is declared or printed, by id.
        words: words that a number chose or allowed, by page, way and number.
        claims: the verdicts on claims of other texts, by id.
        pieces: the names of the pieces of text of each section of a page by language, in order.
    """

    data: dict[str, Datum] = Field(default_factory=dict)
    numbers: dict[str, Printed] = Field(default_factory=dict)
    words: dict[str, Said] = Field(default_factory=dict)
    claims: dict[str, Verdict] = Field(default_factory=dict)
    pieces: dict[str, dict[Literal["zh", "en"], list[str]]] = Field(default_factory=dict)


def _same(value: float, other: float) -> bool:
    """Equal to the precision that machines agree on; what is infinite is equal to itself."""
    return value == other or abs(value - other) <= _SAME * abs(value) < inf


def write(lock: Lock) -> str:
    """The file's text: the same for the same state."""
    return _HEAD + "".join(
        f"{section}:{'' if entries else ' {}'}\n" + "".join(_lines(entries))
        for section, entries in lock.model_dump().items()
    )


def _lines(entries: Mapping[str, Any]) -> Iterator[str]:
    for id, entry in sorted(entries.items()):
        if all(isinstance(value, list) for value in entry.values()):
            yield f"  {_flow(id)}:\n"
            for language, names in entry.items():
                yield f"    {language}: [{', '.join(names)}]\n"
        else:
            fields = (f"{name}: {_flow(value)}" for name, value in entry.items())
            yield f"  {_flow(id)}: {{{', '.join(fields)}}}\n"


def _flow(value: str | float) -> str:
    """A value as YAML reads it: a number to twelve digits, text in quotes where it needs them."""
    if isinstance(value, float):
        return f"{value:.12g}"
    return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def digest(text: str) -> str:
    """The name of a state of the file, which the review that wrote it keeps."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(file: Path) -> Lock:
    """The state that was written.

    Raises:
        BookError: a fault in the file.
    """
    return validate(Lock, yamlfile.load(file))
