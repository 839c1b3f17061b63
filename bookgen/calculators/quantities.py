"""The vocabulary of calculator parameters: symbol, unit and meaning of each name, once.

A name means the same in every calculator. ``basis`` is what a value must state to be bound to
the name: a parallel link takes one-way bandwidth, training compute takes active parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bookgen.calculators.registry import ANY


class Quantity(NamedTuple):
    """A parameter name's LaTeX symbol, a unit of its dimension, and its meaning."""

    symbol: str
    unit: str
    zh: str
    en: str
    basis: Mapping[str, str] = {}


_ACTIVE = {"params": "active"}
_TOTAL = {"params": "total"}
_ONE_WAY = {"direction": "each"}

QUANTITIES: dict[str, Quantity] = {
    # generic
    "value": Quantity("x", ANY, "所求的量", "the value"),
    "reference": Quantity("r", ANY, "参照量", "the reference"),
    "terms": Quantity("t", ANY, "各项", "the terms"),
    # models
    "n_params": Quantity("N", "param", "参数总数", "total parameters", _TOTAL),
    "n_active_params": Quantity("N", "param", "激活参数数", "active parameters", _ACTIVE),
    "n_tokens": Quantity("D", "token", "训练 token 数", "training tokens"),
    "n_layers": Quantity("L", "", "层数", "layers"),
    "n_heads": Quantity("H", "", "注意力头数", "attention heads"),
    "n_kv_heads": Quantity(r"H_{\text{kv}}", "", "键值头数", "key-value heads"),
    "d_head": Quantity(r"d_{\text{head}}", "", "每个头的维度", "size of a head"),
    "d_model": Quantity("d", "", "隐藏维度", "model width"),
    "seq_len": Quantity("T", "token", "序列长度", "sequence length"),
    # compute
    "flop_per_param_token": Quantity(
        "k", "FLOP/param/token", "每参数每 token 的运算数", "FLOP per parameter per token"
    ),
    "compute": Quantity("C", "FLOP", "运算总量", "total work"),
    "peak_flops": Quantity(r"F_{\text{peak}}", "FLOP/s", "峰值算力", "peak rate"),
    "flops": Quantity("F", "FLOP/s", "实际算力", "achieved rate"),
    "mfu": Quantity("U", "", "算力利用率 (MFU)", "model FLOP utilisation (MFU)"),
    "n_devices": Quantity("n", "GPU", "加速器数", "accelerators"),
    "device_time": Quantity(r"t_{\text{GPU}}", "GPU-h", "加速器机时", "accelerator time"),
}
