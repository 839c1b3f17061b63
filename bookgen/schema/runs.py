"""Training runs: how long, on how many devices, for how much, and what stopped them."""

from __future__ import annotations

from typing import Literal

from bookgen.schema.base import Bilingual, Model, Text
from bookgen.schema.datum import (
    Count,
    Days,
    DeviceTime,
    Entity,
    Flop,
    FlopRate,
    Happening,
    HourlyPrice,
    Money,
    Share,
    Tokens,
)

Method = Literal["amortised", "cloud", "acquisition", "statement"]


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


class Run(Entity):
    """data/runs: one training run as reported, or as others estimate it.

    ``cost`` is what the developer printed; ``estimates`` are other people's, by method:
    depreciation and energy, rental price, purchase of the cluster, or a remark. The date may name
    another file's: ``gpt3.released``.
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
