"""numbers.yml as its author wrote it: each number's origin, and families of numbers spread out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from bookgen import schema, yamlfile
from bookgen.catalog import Catalog, validate
from bookgen.errors import BookError, did_you_mean
from bookgen.yamlfile import Document, Key


class Literal(schema.Model):
    """A value typed where it is used, with the reason for it."""

    value: schema.Text
    kind: schema.Kind = "assumption"
    reason: schema.Bilingual
    range: schema.Text | None = None
    source: schema.Names | None = None
    basis: dict[str, str] = Field(default_factory=dict)


class Declaration(schema.Model):
    """One entry of numbers.yml: exactly one of ``datum``, ``value`` and ``calc``.

    ``datum`` may also name another number, to show it in another unit. With ``each: FOLDER`` it is
    a family: one number for every entity of the folder that has the data, with ``{id}`` standing
    for the entity in ``datum`` and ``inputs`` and ``{name}`` for its name in ``means``. ``unusual``
    says of a rule of ``bookgen.checks.bounds`` why the number breaks it all the same.
    """

    means: schema.Bilingual
    unit: str = ""
    each: schema.Text | None = None
    datum: schema.Text | None = None
    value: schema.Text | None = None
    kind: schema.Kind | None = None
    reason: schema.Bilingual | None = None
    range: schema.Text | None = None
    source: schema.Names | None = None
    basis: dict[str, str] = Field(default_factory=dict)
    calc: schema.Text | None = None
    inputs: dict[str, Any] = Field(default_factory=dict)
    note: schema.Bilingual | None = None
    unusual: dict[str, schema.Text] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_origin(self) -> Declaration:
        given = [name for name in ("datum", "value", "calc") if getattr(self, name) is not None]
        if len(given) != 1:
            raise schema.fault(
                f"a number has {' and '.join(given) or 'no origin'}", "one of datum, value and calc"
            )
        if self.value is not None and self.reason is None:
            raise schema.fault("a literal value has no 'reason'", "why it is so, in zh and en")
        return self


class Declarations(schema.Model):
    """A chapter's numbers.yml."""

    numbers: dict[str, Declaration]


@dataclass(frozen=True)
class Declared:
    """A number to evaluate: its id, its declaration, and the place of that in the file.

    Attributes:
        id: ``chapter.name``, or ``chapter.family.entity`` for a member of a family.
        key: the name under which it stands in the file.
        entity: the entity a family's member is about.
    """

    id: str
    chapter: str
    key: str
    declaration: Declaration
    document: Document
    entity: str = ""

    def at(self, *path: str) -> Key:
        """The path of a part of the declaration in the file."""
        return ("numbers", self.key, *path)

    def line(self, *path: str) -> int:
        """The line of a part of the declaration."""
        return self.document.line(self.at(*path))

    def error(self, *path: str, found: str, **more: str | None) -> BookError:
        """An error placed at a part of the declaration."""
        return self.document.error(self.at(*path), found, **more)

    def references(self) -> Iterator[str]:
        """What the declaration names: numbers and data."""
        if self.declaration.datum is not None:
            yield self.declaration.datum
        for binding in self.declaration.inputs.values():
            for item in binding if isinstance(binding, list) else [binding]:
                if isinstance(item, str):
                    yield item


def load(content: Path, chapter: str, catalog: Catalog) -> list[Declared]:
    """A chapter's numbers in the order of its file, families spread out.

    Raises:
        BookError: every fault found in the file.
    """
    document = yamlfile.load(content / chapter / "numbers.yml").under("numbers")
    declared: list[Declared] = []
    for key, declaration in validate(Declarations, document).numbers.items():
        single = Declared(f"{chapter}.{key}", chapter, key, declaration, document)
        if declaration.each is None:
            declared.append(single)
        else:
            known = {item.id for item in declared} | set(catalog.values)
            declared += _members(single, catalog, known)
    return declared


def _members(family: Declared, catalog: Catalog, known: Collection[str]) -> list[Declared]:
    """One declaration for every entity that has all that the family names."""
    folder = family.declaration.each
    assert folder is not None
    if folder not in catalog.entities:
        raise family.error(
            "each",
            found=f"'{folder}' is not a folder of data/",
            expected=f"one of {', '.join(catalog.entities)}",
            hint=did_you_mean(folder, catalog.entities),
        )
    members = []
    for id, entity in catalog.entities[folder].items():
        own = [
            reference.replace("{id}", id)
            for reference in family.references()
            if "{id}" in reference
        ]
        if all(name in known or f"{family.chapter}.{name}" in known for name in own):
            declaration = _about(family.declaration, id, entity.name)
            members.append(
                Declared(
                    f"{family.id}.{id}",
                    family.chapter,
                    family.key,
                    declaration,
                    family.document,
                    entity=id,
                )
            )
    if not members:
        raise family.error(found=f"family '{family.key}' has no member in {folder}/")
    return members


def _about(declaration: Declaration, id: str, name: str) -> Declaration:
    """A family's declaration for one entity."""

    def put(binding: Any) -> Any:
        if isinstance(binding, str):
            return binding.replace("{id}", id)
        return [put(item) for item in binding] if isinstance(binding, list) else binding

    means = declaration.means
    return declaration.model_copy(
        update={
            "means": schema.Bilingual(
                zh=means.zh.replace("{name}", name), en=means.en.replace("{name}", name)
            ),
            "datum": put(declaration.datum),
            "inputs": {parameter: put(item) for parameter, item in declaration.inputs.items()},
        }
    )
