"""content/changes.yml: the reviews of the book's numbers, oldest first, and what each took in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from bookgen import schema, yamlfile
from bookgen.catalog import validate

FILE = "changes.yml"
Reason = Annotated[dict[Literal["zh", "en"], schema.Text], Field(min_length=1)]


class Cause(schema.Model):
    """What made the numbers of a group change.

    ``what`` is a datum, a whole file of data, the declaration of a number, or the text of a page;
    ``id`` names it. A datum has its old and its new value, and ``kinds`` where it is known in
    another way; what has no ``old`` is new, what has no ``new`` is gone.
    """

    what: Literal["datum", "file", "formula", "text"]
    id: schema.Text
    means: schema.Bilingual | None = None
    old: schema.Text | None = None
    new: schema.Text | None = None
    kinds: tuple[schema.Kind, schema.Kind] | None = None


class Said(schema.Model):
    """What was said before and after: a number's texts, words that rest on it, or a verdict.

    ``means`` is what it is, as long as it is there; ``kinds`` are given where a number is known in
    another way than before.
    """

    what: Literal["number", "words", "verdict"]
    id: schema.Text
    means: schema.Bilingual | None = None
    old: schema.Bilingual | None = None
    new: schema.Bilingual | None = None
    kinds: tuple[schema.Kind, schema.Kind] | None = None


class Group(schema.Model):
    """Changes with the same causes; those that no reader sees are only counted."""

    causes: list[Cause]
    said: list[Said] = Field(default_factory=list)
    unseen: int = 0


class Reworded(schema.Model):
    """Pieces of text, by place, that were meant to change in one language only."""

    pieces: list[schema.Text]
    why: Reason


class Entry(schema.Model):
    """One review.

    ``lock`` names the state of ``numbers.lock.yml`` that it wrote. ``first`` counts the numbers of
    the first review, which lists no changes; ``pieces`` counts pieces of text that were written or
    rewritten in both languages.
    """

    date: schema.Date
    why: Reason
    lock: schema.Text
    first: int | None = None
    groups: list[Group] = Field(default_factory=list)
    pieces: int = 0
    one_language: Reworded | None = None


class Journal(schema.Model):
    """The whole of changes.yml."""

    reviews: list[Entry] = Field(default_factory=list)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        for earlier, later in zip(self.reviews, self.reviews[1:], strict=False):
            if later.date < earlier.date:
                raise schema.fault(
                    f"the review of {later.date} stands after that of {earlier.date}",
                    "the reviews in order of date",
                )
        return self


def load(content: Path) -> Journal:
    """Every review there was; none where the file is not there yet.

    Raises:
        BookError: a fault in the file.
    """
    file = content / FILE
    if not file.is_file():
        return Journal()
    return validate(Journal, yamlfile.load(file))
