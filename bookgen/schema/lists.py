"""The files of data/ that are one of their kind, each a list of entries by name."""

from __future__ import annotations

import re
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, model_validator

from bookgen.schema.base import Bilingual, Date, Described, Model, Names, Text, fault, read_date
from bookgen.schema.datum import Kind


class Term(Model):
    """A term of the glossary: what it is called and what it means."""

    term: Bilingual
    means: Bilingual
    also: list[Text] | None = None


class Glossary(Model):
    """data/glossary.yml."""

    terms: dict[str, Term]


class Rule(Model):
    """A dated event of export control, and the parts it concerns.

    The date may name another file's: ``h20.announced``.
    """

    date: Date
    event: Bilingual
    parts: list[Text] | None = None
    source: Names
    kind: Kind
    verified: Date
    note: Text | None = None


class Controls(Model):
    """data/controls.yml: rules and the parts made for them, in order of date."""

    rules: dict[str, Rule]


class Constant(Model):
    """One constant or convention, with what it is in both languages."""

    value: Text
    means: Bilingual
    source: Names
    kind: Kind
    verified: Date
    note: Text | None = None
    range: Text | None = None


class Constants(Model):
    """data/constants.yml."""

    constants: dict[str, Constant]


class Moment(Model):
    """A dated event; years before Christ are written ``-1046`` for 1046 BC.

    The date may name another file's: ``h100-sxm.announced``.
    """

    date: Annotated[
        str, BeforeValidator(lambda v: v if re.fullmatch(r"-\d{1,4}", str(v)) else read_date(v))
    ]
    event: Bilingual
    source: Names
    kind: Kind
    verified: Date
    timeline: bool = False
    note: Text | None = None


class Yardstick(Model):
    """A stretch of time that a reader can feel: since an event, or a fixed length."""

    says: Bilingual
    since: Text | None = None
    length: Text | None = None
    source: Names | None = None
    kind: Kind | None = None
    note: Text | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.since is None) == (self.length is None):
            raise fault("a yardstick needs either 'since' or 'length'", "exactly one of the two")
        return self


class History(Model):
    """data/history.yml."""

    events: dict[str, Moment]
    yardsticks: dict[str, Yardstick]


class Source(Described):
    """Where values come from. An address that is not known is left out, never made up."""

    title: Text
    """What it is called."""

    publisher: Text
    """Who published it."""

    date: Text
    """When: a year, month or day, or `undated`."""

    url: Text | None = None
    """Its address."""

    seen: Literal["whole", "excerpt", "second-hand", "not seen"]
    """How much of it was seen; second-hand is somebody's quotation of it."""

    note: Text | None = None
    """A remark."""


class Sources(Model):
    """data/sources.yml."""

    sources: dict[str, Source]
