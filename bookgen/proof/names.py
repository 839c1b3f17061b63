"""What each node of a proof is called, in both languages."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from string import capwords
from typing import Any

from bookgen import schema, yamlfile
from bookgen.catalog import Catalog
from bookgen.errors import BookError
from bookgen.evaluation import Number

_FIELDS = Path(__file__).parent / "fields.yml"


def name(number: Number, catalog: Catalog) -> schema.Bilingual:
    """What a number is: as declared, or for a datum what its file and field say.

    Raises:
        BookError: a datum of a field that has no name yet.
    """
    if number.means is not None:
        return number.means
    if number.datum is None:
        return schema.Bilingual(zh="算式里的给定值", en="a value given in the formula")
    if number.datum.means is not None:
        return number.datum.means
    entity, _, path = number.datum.id.partition(".")
    owner = catalog.entity(entity)
    field = field_name(path, owner)
    return schema.Bilingual(zh=f"{owner.name}：{field.zh}", en=f"{owner.name}: {field.en}")


def field_name(path: str, owner: schema.Entity) -> schema.Bilingual:
    """What the values at a path of an entity's file are."""
    for pattern, words in _fields():
        if match := pattern.fullmatch(path):
            parts = [_part(path[: match.end(at + 1)], owner) for at in range(len(match.groups()))]
            said = {
                code: words[code].format(*(getattr(part, code) for part in parts)) for code in words
            }
            return schema.Bilingual(**said)
    raise BookError(
        f"field '{path}' has no name for readers", file=_FIELDS, expected=f"'{path}: {{zh, en}}'"
    )


@functools.cache
def _fields() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    loaded = yamlfile.load(_FIELDS).data
    assert isinstance(loaded, dict)
    return [
        (re.compile(re.escape(path).replace(r"\{\}", r"([^.]+)")), words)
        for path, words in loaded.items()
    ]


def _part(path: str, owner: schema.Entity) -> schema.Bilingual:
    """What a part of a path that varies is called: as the file says, or after its key."""
    node: Any = owner
    for key in path.split("."):
        node = node.get(key) if isinstance(node, dict) else getattr(node, key, None)
    if isinstance(node, schema.Interruption):
        return node.cause
    key = path.rpartition(".")[2]
    precision = re.fullmatch(r"[a-z]+\d+", key)
    words = key.upper() if precision else capwords(key.replace("_", " "))
    return schema.Bilingual(zh=words, en=words)
