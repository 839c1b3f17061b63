"""Accelerators, CPUs, systems, and what an hour of them costs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bookgen.schema.base import Bilingual, Model, Text
from bookgen.schema.datum import (
    Area,
    ByteRate,
    Bytes,
    Clock,
    Count,
    Entity,
    FlopRate,
    Happening,
    HourlyPrice,
    OpRate,
    Power,
)

Precision = Literal["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8"]
Direction = Literal["each", "both"]


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
    peak: dict[Precision, Peak] = Field({})
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
    peak: dict[Precision, Peak] = Field({})
    memory_bandwidth: ByteRate | None = None
    power: Power | None = None


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
    peak: dict[Precision, Peak] = Field({})
    link: Link | None = None


class Price(Entity):
    """data/prices: what an hour of an accelerator cost somewhere on a day."""

    accelerator: Text
    market: Bilingual
    date: Happening
    price: HourlyPrice
