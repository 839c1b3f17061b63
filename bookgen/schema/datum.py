"""A value with where it comes from, and the start of every file that holds such values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from bookgen import units
from bookgen.errors import BookError
from bookgen.schema.base import Date, Model, Names, Text, fault

Kind = Literal[
    "datasheet", "paper", "measured", "press", "estimate", "assumption", "definition", "unverified"
]


class Rival(Model):
    """A value that another source prints for the same fact; kept, not used."""

    value: Text
    source: Names
    note: Text | None = None


class Datum(Model):
    """One value with where it comes from. Fields left out take the file's defaults.

    ``range`` is ``low to high`` in the value's unit; an estimate needs one and a note, an
    assumption needs its reason in ``note``. ``unusual`` says of a rule of ``bookgen.checks.bounds``
    why the value breaks it all the same.
    """

    value: Text
    range: Text | None = None
    source: Names | None = None
    kind: Kind | None = None
    verified: Date | None = None
    note: Text | None = None
    also: list[Rival] | None = None
    unusual: dict[str, Text] = Field(default_factory=dict)

    @property
    def magnitude(self) -> units.Magnitude:
        """The value as number and unit."""
        return units.read(self.value)


class Measure:
    """Marks a field that holds a value with the dimension of ``unit``; it must be positive."""

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        like = f"A value in units like {self.unit}" if self.unit else "A plain number"
        return {"anyOf": [{"type": "string"}, handler(schema)], "description": like}

    def read(self, raw: Any) -> Any:
        """Check a value in its short or long form, and return the long form."""
        like = f"a value in units like {self.unit}" if self.unit else "a plain number"
        given = {"value": raw} if isinstance(raw, str) else raw
        if not isinstance(given, dict) or not isinstance(given.get("value"), str):
            raise fault("the value is missing", like)
        try:
            size = units.parse(given["value"], self.unit).si
            for rival in given.get("also") or []:
                units.parse(str(rival.get("value", "")), self.unit)
            if "range" in given:
                range_around(str(given["range"]), units.read(given["value"]))
        except BookError as bad:
            raise fault(bad.found, bad.expected or "", bad.hint or "") from None
        if size <= 0:
            raise fault(f"'{given['value']}' is not above zero", "a positive value")
        return given


def read_range(text: str, unit: str) -> tuple[float, float]:
    """The two ends of ``120 kW to 132 kW`` in coherent units."""
    low, to, high = text.partition(" to ")
    if not to:
        raise BookError(f"'{text}' is not a range", expected=f"such as '1 {unit} to 2 {unit}'")
    ends = units.parse(low, unit).si, units.parse(high, unit).si
    if ends[0] > ends[1]:
        raise BookError(f"range '{text}' ends before it starts", expected="low to high")
    return ends


def range_around(text: str, value: units.Magnitude) -> tuple[float, float]:
    """A range in the unit of ``value`` that must hold it."""
    low, high = read_range(text, value.unit)
    if not low <= value.si <= high:
        raise BookError(f"range '{text}' does not hold {value}")
    return low, high


Count = Annotated[Datum, Measure("")]
Flop = Annotated[Datum, Measure("FLOP")]
FlopRate = Annotated[Datum, Measure("FLOP/s")]
OpRate = Annotated[Datum, Measure("OP/s")]
Bytes = Annotated[Datum, Measure("GB")]
ByteRate = Annotated[Datum, Measure("GB/s")]
Area = Annotated[Datum, Measure("mm^2")]
Power = Annotated[Datum, Measure("W")]
Clock = Annotated[Datum, Measure("GHz")]
Parameters = Annotated[Datum, Measure("param")]
Tokens = Annotated[Datum, Measure("token")]
BytesPerToken = Annotated[Datum, Measure("B/token")]
FlopPerToken = Annotated[Datum, Measure("FLOP/token")]
Share = Annotated[Datum, Measure("percent")]
DeviceTime = Annotated[Datum, Measure("GPU-h")]
Days = Annotated[Datum, Measure("day")]
HourlyPrice = Annotated[Datum, Measure("USD/GPU-h")]
Money = Annotated[Datum, Measure("USD")]


class Entity(Model):
    """What every data file starts with: a name and the defaults of its values."""

    name: Text
    source: Names
    kind: Kind
    verified: Date
    note: Text | None = None
    unusual: dict[str, Text] = Field(default_factory=dict)


class Event(Model):
    """A day on which something happened to the entity."""

    value: Date
    source: Names | None = None
    kind: Kind | None = None
    note: Text | None = None
    verified: Date | None = None


def _event(raw: Any) -> Any:
    return {"value": raw} if isinstance(raw, str) else raw


Happening = Annotated[Event, BeforeValidator(_event, json_schema_input_type=str | Event)]
