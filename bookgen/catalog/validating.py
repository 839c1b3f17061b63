"""A YAML file held against its model; what is wrong in it, in words for the person who typed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from bookgen import yamlfile
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.yamlfile import Document, Key

M = TypeVar("M", bound=BaseModel)


def validate(model: type[M], document: Document) -> M:
    """The document as ``model``.

    Raises:
        BookError: every fault in it, each with its line; what still says TODO before all else.
    """
    raise_all(document.unfinished())
    try:
        return model.model_validate(document.data)
    except ValidationError as bad:
        details = bad.errors()
        unknown = [d["loc"] for d in details if d["type"] == "extra_forbidden"]
        raise_all([_fault(model, document, d) for d in details if not _misspelt(d, unknown)])
        raise


def _misspelt(detail: Any, unknown: list[tuple[int | str, ...]]) -> bool:
    """Whether a missing field is there, only under a wrong name that is told already."""
    if detail["type"] != "missing":
        return False
    *parent, name = detail["loc"]
    siblings = [str(loc[-1]) for loc in unknown if list(loc[:-1]) == parent]
    return did_you_mean(str(name), siblings) is not None


def _fault(model: type[BaseModel], document: Document, detail: Any) -> BookError:
    """One fault of pydantic's in our words, with the field's line."""
    path: Key = detail["loc"]
    if detail["type"] == "missing" or path not in document.lines:
        path = path[:-1]
    name = ".".join(str(part) for part in path)
    context = detail.get("ctx", {})
    match detail["type"]:
        case "book":
            found = f"{name}: {context['found']}" if name else context["found"]
            return document.error(
                path, found, expected=context["expected"] or None, hint=context["hint"] or None
            )
        case "extra_forbidden":
            return yamlfile.unknown_key(document, path, _fields_at(model, path[:-1]))
        case "missing":
            missing = detail["loc"][-1]
            return document.error(path, f"'{missing}' is missing", expected=f"'{missing}: ...'")
        case "literal_error":
            return document.error(
                path, f"{name}: '{detail['input']}' is not known", expected=context["expected"]
            )
    return document.error(path, f"{name}: '{detail['input']}': {detail['msg']}")


def _fields_at(model: type[BaseModel], path: Key) -> list[str]:
    """The field names allowed at a path, as far as the models tell."""
    for part in path:
        info = model.model_fields.get(str(part))
        inner = list(_models_in(info.annotation)) if info else []
        if inner:
            model = inner[0]
    return sorted(model.model_fields)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in getattr(annotation, "__args__", ()):
        yield from _models_in(argument)
