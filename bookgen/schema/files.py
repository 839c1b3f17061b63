"""Which model a file of data/ must fit, by its folder or its name, and as JSON Schema."""

from __future__ import annotations

from typing import Any

from bookgen.schema.base import Model
from bookgen.schema.claims import Claim
from bookgen.schema.datum import Entity
from bookgen.schema.hardware import Accelerator, Cpu, Price, System
from bookgen.schema.lists import Constants, Controls, Glossary, History, Sources
from bookgen.schema.models import LanguageModel
from bookgen.schema.published import Publications
from bookgen.schema.runs import Run

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
