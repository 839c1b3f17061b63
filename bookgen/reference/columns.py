"""A column of a reference table: what it is called, and how its numbers are written."""

from __future__ import annotations

from dataclasses import dataclass

from bookgen import schema
from bookgen.language.writing import Form
from bookgen.reference.words import say


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes:
        id: the last part of the ids of its numbers.
        unit: the one unit of the column, which its head shows.
        form: how its numbers are written; None where it holds words or dates.
        digits: the significant digits of a computed or converted value.
        bare: whether no unit is shown at all, because the head says what is counted.
        long: whether its words may take several lines.
        hidden: whether only the table's CSV file has it, and the page does not.
        word: the key of its head among the words; its id where they are the same.
        blank: what fills the blank in that word.
    """

    id: str
    unit: str = ""
    form: Form | None = None
    digits: int = 4
    bare: bool = False
    long: bool = False
    hidden: bool = False
    word: str = ""
    blank: str = ""

    def name(self, language: str) -> str:
        """What the column is called."""
        parts = (self.blank,) if self.blank else ()
        return say(self.word or self.id, language, *parts)

    @property
    def means(self) -> schema.Bilingual:
        """Its name in both languages."""
        return schema.Bilingual(zh=self.name("zh"), en=self.name("en"))
