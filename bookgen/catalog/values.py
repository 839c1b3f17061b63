"""The values of a file: each datum under its id, with its kind, its sources and its basis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from bookgen import schema, units
from bookgen.catalog.contents import Value
from bookgen.errors import BookError
from bookgen.yamlfile import Document, Key

_PER_UNIT = {"peak", "int_peak", "link", "memory", "memory_bandwidth", "power"}


def of_entity(id: str, entity: schema.Entity, document: Document) -> Iterator[Value]:
    """Every value of an entity, and the aliases that let calculators ask for what they mean."""
    for path, datum in _data(entity, ()):
        yield _value(id, path, datum, entity, document)
    if isinstance(entity, schema.LanguageModel) and entity.params.active is None:
        total = _value(id, ("params", "total"), entity.params.total, entity, document)
        active = {"params": "active"}
        yield replace(total, id=f"{id}.params.active", basis=active, repeats=total.id)


def _data(model: Any, path: Key) -> Iterator[tuple[Key, schema.Datum]]:
    if isinstance(model, schema.Datum):
        yield path, model
    elif isinstance(model, schema.Event):
        year = f"{schema.decimal_year(model.value):.6f} year"
        yield path, schema.Datum(**{**model.model_dump(), "value": year})
    elif isinstance(model, BaseModel):
        for name in type(model).model_fields:
            yield from _data(getattr(model, name), (*path, name))
    elif isinstance(model, dict):
        for name, child in model.items():
            yield from _data(child, (*path, name))


def _value(
    id: str, path: Key, datum: schema.Datum, entity: schema.Entity, document: Document
) -> Value:
    magnitude = datum.magnitude
    kind = datum.kind or entity.kind
    name = ".".join(str(part) for part in path)
    if kind == "estimate" and not (datum.range and datum.note):
        raise document.error(path, f"{name} is an estimate", expected="its 'range' and a 'note'")
    if kind == "assumption" and not datum.note:
        raise document.error(path, f"{name} is an assumption", expected="its reason in 'note'")
    low, high = schema.read_range(datum.range, magnitude.unit) if datum.range else (None, None)
    return Value(
        id=f"{id}.{name}",
        si=magnitude.si,
        unit=magnitude.unit,
        kind=kind,
        sources=tuple(datum.source or entity.source),
        verified=datum.verified or entity.verified,
        basis=_basis(path, entity),
        file=document.file,
        line=document.line(path),
        note=datum.note or "",
        low=low,
        high=high,
        also=tuple((rival.value, tuple(rival.source)) for rival in datum.also or ()),
        unusual=datum.unusual,
    )


def _basis(path: Key, entity: schema.Entity) -> dict[str, str]:
    """What a value may be compared with, read off its place in the file."""
    basis: dict[str, str] = {}
    match path:
        case ("peak", str(precision), str(sparsity)):
            basis |= {"precision": precision, "sparsity": sparsity}
        case ("int_peak", str(sparsity)):
            basis |= {"precision": "int8", "sparsity": sparsity}
        case ("link", "bandwidth"):
            link = getattr(entity, "link", None)
            basis |= {"direction": link.direction if link else "both"}
        case ("params", ("total" | "active") as which):
            basis |= {"params": which}
        case ("params", "exact"):
            basis |= {"params": "total"}
    if path and path[0] in _PER_UNIT:
        per = getattr(entity, "per", "socket")
        basis |= {"per": "device" if per in {"gpu", "chip", "board", "socket"} else str(per)}
    return basis


def of_constant(name: str, constant: schema.Constant, document: Document) -> Value:
    """A constant as a value; it has no basis."""
    path: Key = ("constants", name, "value")
    try:
        magnitude = units.read(constant.value)
        ends = schema.range_around(constant.range, magnitude) if constant.range else (None, None)
    except BookError as bad:
        raise bad.located(document.file, document.line(path)) from None
    return Value(
        id=f"constants.{name}",
        si=magnitude.si,
        unit=magnitude.unit,
        kind=constant.kind,
        sources=tuple(constant.source),
        verified=constant.verified,
        basis={},
        file=document.file,
        line=document.line(path),
        note=constant.note or "",
        means=constant.means,
        low=ends[0],
        high=ends[1],
    )
