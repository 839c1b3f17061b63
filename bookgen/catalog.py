"""data/ loaded and validated: every value by its id, every entity and source by name.

The id of a value is the file's name and the path in it: ``h100-sxm.peak.bf16.dense``,
``constants.training_flop``. Ids are exact; a wrong one is answered with the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from bookgen import schema, units, yamlfile
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.yamlfile import Document, Key

Basis = Mapping[str, str]
M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Value:
    """One datum of the catalog.

    ``si`` is in coherent units; ``unit`` is as typed; ``basis`` says what makes the value
    comparable (precision, sparsity, direction, per, params, clock).
    """

    id: str
    si: float
    unit: str
    kind: str
    sources: tuple[str, ...]
    verified: str
    basis: Basis
    file: Path
    line: int
    note: str = ""
    low: float | None = None
    high: float | None = None
    also: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass
class Catalog:
    """All of data/: values by id, entities by folder and id, what else stands in files."""

    values: dict[str, Value] = field(default_factory=dict)
    entities: dict[str, dict[str, schema.Entity]] = field(default_factory=dict)
    sources: dict[str, schema.Source] = field(default_factory=dict)
    history: schema.History = field(
        default_factory=lambda: schema.History(events={}, yardsticks={})
    )
    glossary: dict[str, schema.Term] = field(default_factory=dict)
    controls: dict[str, schema.Rule] = field(default_factory=dict)
    publications: schema.Publications = field(
        default_factory=lambda: schema.Publications(published={})
    )

    def value(self, id: str) -> Value:
        """The datum with this id.

        Raises:
            BookError: there is none; the nearest ids are named.
        """
        if id in self.values:
            return self.values[id]
        entity = id.split(".")[0]
        fields = [known for known in self.values if known.split(".")[0] == entity]
        if fields:
            raise BookError(
                f"'{id}' does not exist",
                expected=f"a field of {entity}",
                hint=did_you_mean(id, fields) or f"it has {', '.join(sorted(fields)[:6])} ...",
            )
        raise BookError(
            f"'{id}' does not exist",
            expected="the id of a datum",
            hint=did_you_mean(entity, {known.split(".")[0] for known in self.values}),
        )

    def entity(self, id: str) -> schema.Entity:
        """The entity with this id, of whatever kind."""
        for entities in self.entities.values():
            if id in entities:
                return entities[id]
        known = [name for entities in self.entities.values() for name in entities]
        raise BookError(f"'{id}' is not an entity", hint=did_you_mean(id, known))


def load(root: Path) -> Catalog:
    """Read and validate the whole of ``root`` (the book's ``data/``).

    Raises:
        BookError: every fault found, each with file and line.
    """
    catalog = Catalog()
    errors: list[BookError] = []
    documents: list[Document] = []
    try:
        documents = list(_documents(root, errors))
    except OSError as bad:
        raise BookError(f"cannot be read: {bad.strerror}", file=root) from None
    for document in documents:
        try:
            _add(catalog, document, root)
        except BookError as bad:
            errors.append(bad)
    raise_all(errors)
    _cross_check(catalog, documents)
    return catalog


def _documents(root: Path, errors: list[BookError]) -> Iterator[Document]:
    if not root.is_dir():
        raise BookError("the data folder is missing", file=root)
    for file in sorted(root.rglob("*")):
        if file.is_dir() or file.name.startswith("."):
            continue
        folder = file.parent.relative_to(root).as_posix()
        known = folder in schema.FOLDERS or (folder == "." and file.stem in schema.FILES)
        if not known or file.suffix != ".yml":
            errors.append(
                BookError(
                    f"'{file.name}' is not a data file",
                    file=file,
                    expected=f"{', '.join(schema.FILES)}.yml, or *.yml in "
                    f"{', '.join(schema.FOLDERS)}",
                )
            )
            continue
        try:
            yield yamlfile.load(file)
        except BookError as bad:
            errors.append(bad)


def _add(catalog: Catalog, document: Document, root: Path) -> None:
    id = document.file.stem
    if document.file.parent == root:
        model = validate(schema.FILES[id], document)
        if isinstance(model, schema.Sources):
            catalog.sources = model.sources
        elif isinstance(model, schema.History):
            catalog.history = model
        elif isinstance(model, schema.Glossary):
            catalog.glossary = model.terms
        elif isinstance(model, schema.Controls):
            catalog.controls = model.rules
        elif isinstance(model, schema.Publications):
            catalog.publications = model
        elif isinstance(model, schema.Constants):
            for name, constant in model.constants.items():
                catalog.values[f"constants.{name}"] = _constant(name, constant, document)
        return
    if not schema.ID.fullmatch(id):
        raise BookError(
            f"file name '{id}' is not an id",
            file=document.file,
            expected="small letters, digits and single hyphens, such as h100-sxm.yml",
        )
    folder = document.file.parent.name
    entity = validate(schema.FOLDERS[folder], document)
    assert isinstance(entity, schema.Entity)
    for other, entities in catalog.entities.items():
        if id in entities:
            raise BookError(f"id '{id}' stands in {other}/ too", file=document.file, line=1)
    catalog.entities.setdefault(folder, {})[id] = entity
    for value in _values(id, entity, document):
        catalog.values[value.id] = value


def validate(model: type[M], document: Document) -> M:
    """The document as ``model``.

    Raises:
        BookError: every fault in it, each with its line.
    """
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


def _values(id: str, entity: schema.Entity, document: Document) -> Iterator[Value]:
    """Every value of an entity, and the aliases that let calculators ask for what they mean."""
    for path, datum in _data(entity, ()):
        yield _value(id, path, datum, entity, document)
    if isinstance(entity, schema.LanguageModel) and entity.params.active is None:
        total = _value(id, ("params", "total"), entity.params.total, entity, document)
        yield replace(total, id=f"{id}.params.active", basis={"params": "active"})


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
        basis=basis_of(path, entity),
        file=document.file,
        line=document.line(path),
        note=datum.note or "",
        low=low,
        high=high,
        also=tuple((rival.value, tuple(rival.source)) for rival in datum.also or ()),
    )


_PER_UNIT = {"peak", "int_peak", "link", "memory", "memory_bandwidth", "power"}


def basis_of(path: Key, entity: schema.Entity) -> dict[str, str]:
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


def _constant(name: str, constant: schema.Constant, document: Document) -> Value:
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
        low=ends[0],
        high=ends[1],
    )


_REFERENCES = {"model": "models", "accelerator": "accelerators"}


def _cross_check(catalog: Catalog, documents: list[Document]) -> None:
    """Sources and entities that files name must exist."""
    errors: list[BookError] = []
    for document in documents:
        for path, text in _leaves(document.data, ()):
            keys = [part for part in path if isinstance(part, str)]
            if not keys:
                continue
            if keys[-1] == "source" and text not in catalog.sources:
                errors.append(
                    document.error(
                        path,
                        f"source '{text}' does not exist",
                        expected="a key of sources.yml",
                        hint=did_you_mean(text, catalog.sources),
                    )
                )
            folder = _REFERENCES.get(keys[-1]) if len(keys) == 1 else None
            if folder and text not in catalog.entities.get(folder, {}):
                errors.append(
                    document.error(
                        path,
                        f"{keys[-1]} '{text}' does not exist",
                        expected=f"the name of a file in {folder}/",
                        hint=did_you_mean(text, catalog.entities.get(folder, {})),
                    )
                )
            if keys[-1] == "since" and text not in catalog.history.events:
                errors.append(
                    document.error(
                        path,
                        f"event '{text}' does not exist",
                        expected="a key of events",
                        hint=did_you_mean(text, catalog.history.events),
                    )
                )
    raise_all(errors)


def _leaves(node: Any, path: Key) -> Iterator[tuple[Key, str]]:
    if isinstance(node, dict):
        for key, child in node.items():
            yield from _leaves(child, (*path, key))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _leaves(child, (*path, index))
    else:
        yield path, str(node)
