"""data/published.yml: what others print for the book's calculators."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from bookgen.schema.base import Bilingual, Model, Text

Place = Literal[
    "part", "section", "appendix", "table", "figure", "equation", "quiz", "question", "lab", "page"
]


class Published(Model):
    """A value that somebody else printed for a calculator's inputs.

    An input is a value with its unit, a list of them, or ``{calc: ..., inputs: ...}`` where the
    source computes it in turn. ``value`` has the digits that the source prints: they stand for
    everything that rounds to them. ``digits: cut`` says that the source cut further digits off,
    ``digits: exact`` that there are none. The inputs in ``rounded`` are read in the same way.
    """

    inputs: dict[str, Any]
    value: Text
    digits: Literal["rounded", "cut", "exact"] = "rounded"
    rounded: list[Text] = Field(default_factory=list)
    source: Text
    where: dict[Place, Text] = Field(default_factory=dict)
    note: Bilingual | None = None


class Publications(Model):
    """Printed values by calculator, and why a calculator has none."""

    published: dict[str, list[Published]]
    unpublished: dict[str, Bilingual] = Field(default_factory=dict)
