"""Models: how large they are, how they are built, what they were trained on."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from bookgen.schema.base import Model, Text, fault
from bookgen.schema.datum import (
    BytesPerToken,
    Count,
    Entity,
    FlopPerToken,
    Happening,
    Parameters,
    Tokens,
)


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
