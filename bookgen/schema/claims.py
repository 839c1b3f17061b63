"""Claims: figures that other texts print."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from bookgen.schema.base import Bilingual, Text, fault
from bookgen.schema.datum import Entity


class Claim(Entity):
    """data/claims: a figure that other texts print, and the number of the book to hold it against.

    Exactly one of: ``says`` with ``number`` (a value claimed for that number), or ``growth`` with
    ``number`` and ``factor`` (how the number is said to grow when its input grows by ``factor``).
    """

    claim: Bilingual
    where: Bilingual
    number: Text
    says: Text | None = None
    most: Text | None = None
    growth: Literal["constant", "linear", "quadratic", "exponential"] | None = None
    factor: Text | None = None
    remark: Bilingual | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.says is None) == (self.growth is None):
            raise fault("a claim needs either 'says' or 'growth'", "exactly one of the two")
        if (self.growth is None) != (self.factor is None):
            raise fault("'growth' and 'factor' go together", "both or neither")
        return self
