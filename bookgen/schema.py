"""What a valid data file is: one model a kind of entity, the source of checks and JSON Schema.

A value is text with its unit (``989.4 TFLOP/s``) or a mapping around it that overrides the
file's defaults: ``{value: 80 GB, source: nvidia-h100, kind: datasheet, note: ...}``.
"""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from bookgen import units
from bookgen.errors import BookError

Kind = Literal[
    "datasheet", "paper", "measured", "press", "estimate", "assumption", "definition", "unverified"
]
Precision = Literal["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8"]
Direction = Literal["each", "both"]
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def fault(found: str, expected: str = "", hint: str = "") -> PydanticCustomError:
    """A validation fault whose words reach the person unchanged."""
    return PydanticCustomError(
        "book", "{found}", {"found": found, "expected": expected, "hint": hint}
    )


class Model(BaseModel):
    """Base of all models: unknown keys are refused, nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _text(value: Any) -> Any:
    if isinstance(value, str) and not value.strip():
        raise fault("the value is empty", "some text")
    return value


def _date(value: Any) -> Any:
    """A date of year, month or day precision: 2024, 2024-03 or 2024-03-18."""
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}(-\d\d){0,2}", value):
        raise fault(f"'{value}' is not a date", "a date such as 2024-03-18 or 2024-03")
    parts = [int(part) for part in value.split("-")]
    try:
        datetime.date(*[*parts, 1, 1][:3])
    except ValueError:
        raise fault(
            f"'{value}' is not a day of the calendar", "a date such as 2024-03-18"
        ) from None
    return value


def decimal_year(date: str) -> float:
    """A date as years of the Gregorian count; there is no year 0, so 1 BC is 0.

    A month or a year alone stands for its first day.
    """
    if date.startswith("-"):
        return float(int(date) + 1)
    parts = [int(part) for part in date.split("-")]
    day = datetime.date(*[*parts, 1, 1][:3])
    return day.year + (day.timetuple().tm_yday - 1) / 365.25


def _list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_text)]
Date = Annotated[str, BeforeValidator(_date)]
Names = Annotated[
    list[Text],
    BeforeValidator(_list, json_schema_input_type=str | list[str]),
    Field(min_length=1),
]


class Bilingual(Model):
    """The same thing said in both languages."""

    zh: Text
    en: Text


class Rival(Model):
    """A value that another source prints for the same fact; kept, not used."""

    value: Text
    source: Names
    note: Text | None = None


class Datum(Model):
    """One value with where it comes from. Fields left out take the file's defaults.

    ``range`` is ``low to high`` in the value's unit; an estimate needs one and a note, an
    assumption needs its reason in ``note``.
    """

    value: Text
    range: Text | None = None
    source: Names | None = None
    kind: Kind | None = None
    verified: Date | None = None
    note: Text | None = None
    also: list[Rival] | None = None

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


class Peak(Model):
    """Peak rate at one precision, dense and with structured sparsity."""

    dense: FlopRate | None = None
    sparse: FlopRate | None = None


class IntegerPeak(Model):
    """Peak integer rate, dense and with structured sparsity."""

    dense: OpRate | None = None
    sparse: OpRate | None = None


class Memory(Model):
    """Device memory. ``reported`` is what the driver shows, where it differs from the label."""

    capacity: Bytes
    reported: Bytes | None = None
    bandwidth: ByteRate | None = None
    type: Text | None = None
    stacks: Count | None = None
    stack_height: Count | None = None


class Link(Model):
    """A chip's own interconnect; ``direction`` says whether the figure sums both ways."""

    name: Text | None = None
    bandwidth: ByteRate
    direction: Direction


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


class Accelerator(Entity):
    """data/accelerators: a chip or card for AI work, its values per ``per``."""

    vendor: Text
    type: Literal["gpu", "tpu", "asic", "gaming"]
    per: Literal["gpu", "chip", "board", "die"]
    architecture: Text
    form_factor: Text
    announced: Happening | None = None
    shipped: Happening | None = None
    process: Text | None = None
    transistors: Count | None = None
    dies: Count | None = None
    die_area: Area | None = None
    die_link: ByteRate | None = None
    sms: Count | None = None
    fp32_lanes: Count | None = None
    tensor_cores: Count | None = None
    peak: dict[Precision, Peak] = {}
    int_peak: IntegerPeak | None = None
    memory: Memory
    link: Link | None = None
    power: Power | None = None
    export: Text | None = None


class Cpu(Entity):
    """data/cpus: one socket of a server CPU."""

    vendor: Text
    architecture: Text
    announced: Happening | None = None
    cores: Count
    fp32_lanes: Count | None = None
    clock: Clock | None = None
    peak: dict[Precision, Peak] = {}
    memory_bandwidth: ByteRate | None = None
    power: Power | None = None


class Params(Model):
    """Parameter counts; ``exact`` is the count from the configuration where the label rounds."""

    total: Parameters
    active: Parameters | None = None
    exact: Parameters | None = None


class Attention(Model):
    """Attention geometry: multi-head, grouped-query, multi-query or latent (MLA)."""

    kind: Literal["mha", "gqa", "mqa", "mla", "hybrid"]
    heads: Count | None = None
    kv_heads: Count | None = None
    head_size: Count | None = None
    latent_rank: Count | None = None
    rope_size: Count | None = None

    @model_validator(mode="after")
    def _heads_divide(self) -> Self:
        if self.heads and self.kv_heads:
            heads, kv = self.heads.magnitude.si, self.kv_heads.magnitude.si
            if kv > heads or heads % kv:
                raise fault(
                    f"kv_heads {kv:g} does not divide heads {heads:g}",
                    "kv_heads that divides heads",
                )
        return self


class LanguageModel(Entity):
    """data/models: one model. A mixture of experts must state its active parameters."""

    developer: Text
    architecture: Literal["dense", "moe", "cnn"]
    released: Happening | None = None
    params: Params
    layers: Count | None = None
    d_model: Count | None = None
    d_ffn: Count | None = None
    vocabulary: Count | None = None
    context: Tokens | None = None
    attention: Attention | None = None
    experts: Text | None = None
    tokens: Tokens | None = None
    kv_bytes_per_token: BytesPerToken | None = None
    flop_per_token: FlopPerToken | None = None

    @model_validator(mode="after")
    def _experts_state_active(self) -> Self:
        if self.architecture == "moe" and self.params.active is None:
            raise fault(
                "params.active is missing", "the active parameters of a mixture-of-experts model"
            )
        if self.architecture != "moe" and self.params.active is not None:
            raise fault("params.active stands in a dense model", "params.total alone")
        return self


class Interruption(Model):
    """One row of a table of causes."""

    cause: Bilingual
    category: Literal["gpu", "host", "network", "software", "maintenance", "unknown"]
    count: Count
    printed_share: Share | None = None


class Layout(Model):
    """A reported configuration of a run: how it was split and how well it used its peak."""

    devices: Count
    tp_size: Count | None = None
    cp_size: Count | None = None
    pp_size: Count | None = None
    dp_size: Count | None = None
    seq_len: Tokens | None = None
    tokens_per_step: Tokens | None = None
    mfu: Share | None = None
    rate: FlopRate | None = None


Method = Literal["amortised", "cloud", "acquisition", "statement"]


class Run(Entity):
    """data/runs: one training run as reported, or as others estimate it.

    ``cost`` is what the developer printed; ``estimates`` are other people's, by method:
    depreciation and energy, rental price, purchase of the cluster, or a remark.
    """

    model: Text | None = None
    accelerator: Text | None = None
    hardware: Bilingual | None = None
    date: Happening | None = None
    devices: Count | None = None
    compute: Flop | None = None
    device_time: DeviceTime | None = None
    parts: dict[str, DeviceTime] | None = None
    wall_time: Days | None = None
    mfu: Share | None = None
    hfu: Share | None = None
    rate: FlopRate | None = None
    price: HourlyPrice | None = None
    cost: Money | None = None
    estimates: dict[Method, Money] | None = None
    layouts: dict[str, Layout] | None = None
    snapshot: Days | None = None
    interruptions: dict[str, Count] | None = None
    printed_gpu_share: Share | None = None
    causes: dict[str, Interruption] | None = None


class System(Entity):
    """data/systems: a server or rack of accelerators."""

    vendor: Text
    per: Literal["server", "rack"]
    accelerator: Text
    devices: Count
    cpus: Count | None = None
    power: Power | None = None
    memory: Bytes | None = None
    memory_bandwidth: ByteRate | None = None
    peak: dict[Precision, Peak] = {}
    link: Link | None = None


class Price(Entity):
    """data/prices: what an hour of an accelerator cost somewhere on a day."""

    accelerator: Text
    market: Bilingual
    date: Happening
    price: HourlyPrice


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


class Term(Model):
    """A term of the glossary: what it is called and what it means."""

    term: Bilingual
    means: Bilingual
    also: list[Text] | None = None


class Glossary(Model):
    """data/glossary.yml."""

    terms: dict[str, Term]


class Rule(Model):
    """A dated event of export control, and the parts it concerns."""

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


class Moment(Model):
    """A dated event; years before Christ are written ``-1046`` for 1046 BC."""

    date: Annotated[
        str, BeforeValidator(lambda v: v if re.fullmatch(r"-\d{1,4}", str(v)) else _date(v))
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


class Source(Model):
    """Where values come from. An address that is not known is left out, never made up."""

    title: Text
    publisher: Text
    date: Text
    url: Text | None = None
    seen: Literal["whole", "excerpt", "second-hand", "not seen"]
    note: Text | None = None


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
    rounded: list[Text] = []
    source: Text
    where: dict[Place, Text] = {}
    note: Bilingual | None = None


class Publications(Model):
    """data/published.yml: printed values by calculator, and why a calculator has none."""

    published: dict[str, list[Published]]
    unpublished: dict[str, Bilingual] = {}


class History(Model):
    """data/history.yml."""

    events: dict[str, Moment]
    yardsticks: dict[str, Yardstick]


class Constants(Model):
    """data/constants.yml."""

    constants: dict[str, Constant]


class Sources(Model):
    """data/sources.yml."""

    sources: dict[str, Source]


FOLDERS: dict[str, type[Entity]] = {
    "accelerators": Accelerator,
    "cpus": Cpu,
    "models": LanguageModel,
    "runs": Run,
    "prices": Price,
    "claims": Claim,
    "systems": System,
}
FILES: dict[str, type[Model]] = {
    "constants": Constants,
    "history": History,
    "sources": Sources,
    "glossary": Glossary,
    "controls": Controls,
    "published": Publications,
}


def json_schema(model: type[Model]) -> dict[str, Any]:
    """The JSON Schema of a kind of data file; a value may stand as plain text."""
    schema = model.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
