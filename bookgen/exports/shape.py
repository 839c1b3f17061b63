"""What numbers.json looks like: the models that write it are the ones its schema comes from."""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import NullableSchema, WithDefaultSchema

from bookgen.schema import Bilingual, Described, Kind, Source


class Record(Described):
    """A number: its value, and where it comes from."""

    value: float
    """The value in `unit`, unrounded."""

    unit: str
    """The unit, a key of `units`; empty for a plain number."""

    kind: Kind
    """How the value is known; for a computed number, how its least sure datum is."""

    address: str
    """Where the book shows it, relative to a language's folder: `one-gpu.html#n-mtbf`."""

    means: Bilingual
    """What it is."""

    basis: dict[str, str] | None = None
    """What makes it comparable, such as precision, sparsity, direction, per what."""

    range: tuple[float, float] | None = None
    """The least and the greatest value that the ranges of the data allow, in `unit`."""

    calculator: str | None = None
    """What it was computed with, a key of `calculators`."""

    inputs: list[tuple[str, str]] | None = None
    """What went in: pairs of a parameter and a key of `numbers`; a series repeats its parameter."""

    sources: list[str] | None = None
    """Its own sources, keys of `sources`; a computed number has those of its inputs."""

    datum: str | None = None
    """The id of the datum that it is, in the book's data."""

    verified: str | None = None
    """When the datum was last checked against its sources."""

    note: str | None = None
    """The remark that stands with the datum."""

    reason: Bilingual | None = None
    """Why it was chosen, or a remark of the book."""

    texts: dict[str, list[str]] | None = None
    """How the book writes it, by language."""


class Parameter(Described):
    """An input of a calculator."""

    symbol: str
    """Its symbol in the formula, in LaTeX."""

    unit: str
    """A unit of its dimension; empty for a plain number, `*` where it may be of any dimension,
    the same for all such parameters of a calculator."""

    series: bool
    """Whether it takes several values, in step with the calculator's other series."""

    means: Bilingual
    """What it is."""


class Formula(Described):
    """A calculator: values in coherent units in, one value in coherent units out."""

    expression: str
    """The arithmetic in Python, over the names of the parameters."""

    latex: str
    """The same as a formula in symbols."""

    unit: str
    """A unit of the result's dimension; `*` for that of the parameters marked so."""

    parameters: dict[str, Parameter]
    """Its parameters by name."""


class NumbersFile(Described):
    """Every number of the book with its proof, down to the data and their sources.

    A number is recomputed by putting its inputs, each its value times the factor of its unit, into
    its calculator's expression, and dividing the result by the factor of its own unit. There,
    `ceil(x)` and `floor(x)` first take one part in 10^14 from x, or add it; `covariance` and
    `variance` divide by how many values there are; `log2_each` is the binary logarithm of each
    value over the first; `count` is how many there are.
    """

    schema_address: str = Field(alias="$schema")
    """The address of this schema, relative to numbers.json."""

    title: Bilingual
    """The book's title."""

    version: str
    """The version of the book."""

    date: str | None = None
    """The day of that version."""

    units: dict[str, float]
    """How many coherent units (B, FLOP, s, W, USD, ...) each unit that occurs is."""

    calculators: dict[str, Formula]
    """The calculators that occur, by name."""

    numbers: dict[str, Record]
    """The numbers by id: those that the book declares, and the data that they rest on."""

    sources: dict[str, Source]
    """The sources by key."""


class _NothingIsNull(GenerateJsonSchema):
    """What is not there is left out, never null; a name that says itself needs no title."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: NullableSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: WithDefaultSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])


def text() -> str:
    """The JSON Schema of numbers.json."""
    found = NumbersFile.model_json_schema(schema_generator=_NothingIsNull)
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
