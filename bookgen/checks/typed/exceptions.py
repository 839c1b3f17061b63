"""content/typed.yml: the numbers that are typed all the same, each with its ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field, model_validator

from bookgen import schema, templates, yamlfile
from bookgen.catalog import validate
from bookgen.checks.typed.finding import Finding, Sources
from bookgen.checks.typed.marks import plain
from bookgen.checks.typed.values import read
from bookgen.errors import BookError
from bookgen.numbers import Graph
from bookgen.yamlfile import Document


class Name(schema.Model):
    """A name with digits in it that data/ does not have."""

    name: schema.Text
    reason: schema.Text


class Exempt(schema.Model):
    """Texts of a file that hold a typed number, and why they may.

    Either ``reason`` says why it is no number of the book, or ``number`` names the one that it
    is, where none can be printed: digits must say its value, words are true ``while`` it stays in
    a range.
    """

    text: schema.Names
    where: schema.Names
    reason: schema.Text | None = None
    number: schema.Text | None = None
    while_: schema.Text | None = Field(None, alias="while")

    @model_validator(mode="after")
    def _one_ground(self) -> Exempt:
        if (self.reason is None) == (self.number is None):
            raise schema.fault("an exception needs its ground", "either 'reason' or 'number'")
        if self.while_ is not None and self.number is None:
            raise schema.fault("'while' asks about no number", "'number' beside it")
        return self


class File(schema.Model):
    """The whole of content/typed.yml."""

    names: list[Name] = Field(default_factory=list)
    exceptions: list[Exempt] = Field(default_factory=list)


@dataclass
class Exceptions:
    """The exceptions of a book, and which of them were needed.

    Attributes:
        root: the book's folder.
        file: the exceptions as they stand in ``document``.
    """

    root: Path
    file: File
    document: Document | None
    _met: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def load(cls, root: Path) -> Exceptions:
        """A book's exceptions; a book need not have any.

        Raises:
            BookError: a fault in the file.
        """
        path = root / "content" / "typed.yml"
        if not path.is_file():
            return cls(root, File(), None)
        document = yamlfile.load(path)
        return cls(root, validate(File, document), document)

    def excuse(self, finding: Finding, sources: Sources) -> bool:
        """Whether a typed number may stand where it does."""
        excused = False
        for index, entry in enumerate(self.file.exceptions):
            for place, text in enumerate(entry.text):
                if finding.within(plain(text)) and any(
                    sources.stands(finding, self.root / file) for file in entry.where
                ):
                    self._met.add((index, place))
                    excused = True
        return excused

    def faults(self, graph: Graph) -> Iterator[BookError]:
        """Exceptions that excuse nothing any more, or say what is not so."""
        for index, entry in enumerate(self.file.exceptions):
            for place, text in enumerate(entry.text):
                if (index, place) not in self._met:
                    where = " or ".join(entry.where)
                    yield self._error(index, "text", f"'{text}' excuses nothing in {where}")
            if entry.number is not None:
                yield from self._false(index, entry, entry.number, graph)

    def _false(self, index: int, entry: Exempt, id: str, graph: Graph) -> Iterator[BookError]:
        """Typed figures and words that the number they stand for does not bear out."""
        try:
            number = graph.find(id, "")
        except BookError as bad:
            yield self._error(index, "number", bad.found, hint=bad.hint)
            return
        value = f"{number.id} is {float(number.value):.6g} {number.unit}".strip()
        if entry.while_ is None:
            for text in entry.text:
                typed = read(text)
                if typed is None or not typed.says(number):
                    yield self._error(index, "text", f"'{text}' is not what it stands for: {value}")
            return
        try:
            low, high = templates.read_condition(entry.while_, number.unit)
        except BookError as bad:
            yield self._error(index, "while", bad.found, hint=bad.hint)
            return
        if not low <= number.si <= high:
            words = "', '".join(entry.text)
            yield self._error(index, "while", f"'{words}' no longer holds: {value}")

    def _error(self, index: int, key: str, found: str, hint: str | None = None) -> BookError:
        assert self.document is not None
        return self.document.error(("exceptions", index, key), found, hint=hint)
