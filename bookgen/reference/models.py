"""The page of models: every file of data/models, with what their sizes imply."""

from __future__ import annotations

from collections.abc import Iterator

from bookgen import schema
from bookgen.reference import cells
from bookgen.reference.columns import Column
from bookgen.reference.shelf import Blank, Found, Shelf
from bookgen.reference.table import Cell, Row, Table, page
from bookgen.reference.words import say

_INTRO = {
    "zh": "书里用到的模型，按发布日期从新到旧排列。稠密模型的激活参数就是全部参数；混合专家模型"
    "算运算量用激活参数，算显存用总参数。运算量按 6ND 算；每个 token 的 KV 缓存按 BF16，"
    "由层数、KV 头数和头的维度算出，用潜向量注意力（MLA）的按潜向量算。",
    "en": "The models that the book uses, newest first. In a dense model all parameters are "
    "active; a mixture of experts counts its active parameters for compute and all of them for "
    "memory. Compute is 6ND. The KV cache of a token is in BF16, computed from layers, KV heads "
    "and head size, or from the latent where attention is latent (MLA).",
}
_KINDS = {"mha": "MHA", "gqa": "GQA", "mqa": "MQA", "mla": "MLA"}
TOTAL = Column("total", form="words", bare=True)
ACTIVE = Column("active", form="words", bare=True)
TOKENS = Column("tokens", form="words", bare=True)
PER_PARAM = Column("tokens_per_param", form="plain", digits=3, bare=True)
COMPUTE = Column("six_nd", "FLOP", "scientific", digits=3)
LAYERS = Column("layers", form="plain")
WIDTH = Column("width", form="plain")
CONTEXT = Column("context", "token", "plain")
KV = Column("kv", "kB/token", "plain", digits=4)


def compose(shelf: Shelf) -> str:
    """The page's Markdown below its title."""
    models = shelf.newest("models", schema.LanguageModel, "released")
    columns = [
        *(Column("name"), Column("developer"), Column("released"), Column("architecture")),
        *(TOTAL, ACTIVE, TOKENS, PER_PARAM, COMPUTE),
        *(LAYERS, WIDTH, CONTEXT, Column("attention"), KV),
    ]
    rows = [Row(id, _cells(shelf, id, model)) for id, model in models.items()]
    order = ("released", "descending")
    csv = shelf.page.chapter
    table = Table("models-table", shelf.title, columns, rows, sorted_by=order, csv=csv)
    return page(_INTRO, shelf.keep(table), shelf.language)


def _cells(shelf: Shelf, id: str, model: schema.LanguageModel) -> list[Cell]:
    numbers = [cells.number(shelf, column, found) for column, found in _numbers(shelf, id, model)]
    kind = model.attention.kind if model.attention else ""
    attention = _KINDS.get(kind) or say("hybrid", shelf.language)
    architecture = "dense_model" if model.architecture == "dense" else model.architecture
    return [
        cells.words(model.name),
        cells.words(model.developer),
        cells.date(shelf, f"{id}.released", model.released),
        cells.words(say(architecture, shelf.language)),
        *numbers[:-1],
        cells.words(attention) if kind else cells.blank(say("none", shelf.language)),
        numbers[-1],
    ]


def _numbers(shelf: Shelf, id: str, model: schema.LanguageModel) -> Iterator[tuple[Column, Found]]:
    yield TOTAL, shelf.datum(id, "params.total", TOTAL)
    yield ACTIVE, shelf.datum(id, "params.active", ACTIVE)
    yield TOKENS, shelf.datum(id, "tokens", TOKENS)
    tokens = shelf.input(f"{id}.tokens")
    inputs = {"n_tokens": tokens, "n_params": shelf.input(f"{id}.params.total")}
    yield PER_PARAM, shelf.computed(id, PER_PARAM, "tokens_per_param", inputs)
    yield COMPUTE, six_nd(shelf, id, id, COMPUTE)
    yield LAYERS, shelf.datum(id, "layers", LAYERS)
    yield WIDTH, shelf.datum(id, "d_model", WIDTH)
    yield CONTEXT, shelf.datum(id, "context", CONTEXT)
    yield KV, _kv(shelf, id, model)


def six_nd(shelf: Shelf, model: str, entity: str, column: Column) -> Found:
    """Training compute of a model from its active parameters and tokens."""
    inputs = {
        "flop_per_param_token": shelf.input("constants.training_flop_per_param_token"),
        "n_active_params": shelf.input(f"{model}.params.active"),
        "n_tokens": shelf.input(f"{model}.tokens"),
    }
    return shelf.computed(entity, column, "training_compute", inputs)


def _kv(shelf: Shelf, id: str, model: schema.LanguageModel) -> Found:
    """The cache of a token; attention that mixes kinds has no formula here."""
    kind = model.attention.kind if model.attention else ""
    inputs = {
        "n_layers": shelf.input(f"{id}.layers"),
        "bytes_per_value": shelf.input("constants.bf16_bytes_per_token_value"),
    }
    if kind == "mla":
        name = "kv_bytes_per_token_mla"
        inputs["latent_rank"] = shelf.input(f"{id}.attention.latent_rank")
        inputs["rope_size"] = shelf.input(f"{id}.attention.rope_size")
    elif kind in _KINDS:
        name = "kv_bytes_per_token"
        inputs["n_kv_heads"] = shelf.input(f"{id}.attention.kv_heads")
        inputs["d_head"] = shelf.input(f"{id}.attention.head_size")
    else:
        return Blank(say("no_kv" if kind else "none", shelf.language))
    return shelf.computed(id, KV, name, inputs)
