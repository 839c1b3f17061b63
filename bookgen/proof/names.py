"""What each node of a proof is called, in both languages."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from string import capwords

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
    field, owner = field_name(path), catalog.entity(entity).name
    return schema.Bilingual(zh=f"{owner}：{field.zh}", en=f"{owner}: {field.en}")


@functools.cache
def field_name(path: str) -> schema.Bilingual:
    """What the values at a path of a data file are."""
    for pattern, words in _fields():
        if match := pattern.fullmatch(path):
            parts = [_part(part) for part in match.groups()]
            return schema.Bilingual(zh=words["zh"].format(*parts), en=words["en"].format(*parts))
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


def _part(text: str) -> str:
    """A precision as it is written, any other key as words."""
    return text.upper() if re.fullmatch(r"[a-z]+\d+", text) else capwords(text.replace("_", " "))
