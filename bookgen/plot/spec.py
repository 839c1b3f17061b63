"""What a figure declares about itself, in the YAML file beside its module."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from bookgen import schema, yamlfile
from bookgen.catalog import validate
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.plot import cast
from bookgen.yamlfile import Document

VARIANTS = ("wide", "narrow")


def _size(value: Any) -> Any:
    match = re.fullmatch(r"([1-9]\d{1,3}) x ([1-9]\d{1,3})", str(value))
    if not match:
        raise schema.fault(f"'{value}' is not a size", "width x height in pixels, as in 680 x 300")
    return int(match[1]), int(match[2])


Size = Annotated[tuple[int, int], BeforeValidator(_size, json_schema_input_type=str)]


class Sizes(schema.Model):
    """The two drawings of a figure: for a page's full column, and for a telephone."""

    wide: Size
    narrow: Size


class Declaration(schema.Model):
    """A figure's YAML file.

    ``families`` are numbers by entity: a family of numbers.yml, or what a fit goes through.
    ``members`` are labels written once for each entity of the family they are named after, with
    ``name`` and the entity's number of every family. ``entities`` are folders of data/ whose
    entities all appear, whatever numbers they have. ``names`` are short names for some of them.
    With ``events`` the dated events of history.yml appear; texts know them as pairs of year and
    event.
    """

    numbers: dict[str, schema.Text] = Field(default_factory=dict)
    families: dict[str, schema.Text] = Field(default_factory=dict)
    entities: schema.Names | None = None
    events: bool = False
    size: Sizes
    names: dict[str, schema.Text] = Field(default_factory=dict)
    labels: dict[str, schema.Bilingual] = Field(default_factory=dict)
    members: dict[str, schema.Bilingual] = Field(default_factory=dict)
    caption: schema.Bilingual
    alt: schema.Bilingual


@dataclass(frozen=True)
class Spec:
    """A figure as declared, with the numbers it names.

    Attributes:
        id: the figure's id, its file name with hyphens.
        module: the Python file that draws it.
        document: the YAML file, for the places of errors.
        declared: the YAML file's content.
        numbers: what stands behind each alias.
        families: the numbers by entity behind each family's alias.
        entities: all who appear, by id.
    """

    id: str
    module: Path
    document: Document
    declared: Declaration
    numbers: dict[str, Number]
    families: dict[str, dict[str, Number]]
    entities: dict[str, cast.Entity]

    @cached_property
    def calls(self) -> set[str]:
        """What the module asks of its drawing: ``name``, ``year``, ``value`` and so on."""
        source = self.module.read_text(encoding="utf-8")
        return set(re.findall(r"\bdrawing\.(\w+)\(", source))

    def size(self, variant: str) -> tuple[int, int]:
        """Width and height of a variant in pixels."""
        size: tuple[int, int] = getattr(self.declared.size, variant)
        return size

    def shown(self, who: Container[str]) -> dict[str, Number]:
        """The numbers that it shows in some way, by id.

        Args:
            who: the entities that it draws; of families only theirs are shown.
        """
        members = (
            number
            for family in self.families.values()
            for entity, number in family.items()
            if entity in who
        )
        return {number.id: number for number in (*self.numbers.values(), *members)}


def ids(folder: Path) -> list[str]:
    """The figures of a folder, each with a module and a YAML file.

    Raises:
        BookError: one of the two is missing.
    """
    found = {suffix: _stems(folder, suffix) for suffix in (".py", ".yml")}
    for suffix, other in ((".py", ".yml"), (".yml", ".py")):
        for stem in sorted(found[suffix] - found[other]):
            raise BookError(
                f"figure '{_id(stem)}' has no {stem}{other}",
                file=folder / f"{stem}{suffix}",
                expected="a module and a YAML file of the same name",
            )
    return sorted(_id(stem) for stem in found[".py"])


def load(folder: Path, id: str, graph: Graph) -> Spec:
    """Read one figure's declaration and find its numbers.

    Raises:
        BookError: no such figure, a fault in its YAML, or a number that does not exist.
    """
    stem = id.replace("-", "_")
    module, file = folder / f"{stem}.py", folder / f"{stem}.yml"
    if not schema.ID.fullmatch(id) or not (module.is_file() and file.is_file()):
        raise BookError(
            f"'{id}' is not a figure",
            expected=f"a module and a YAML file in {folder.name}/",
            hint=did_you_mean(id, ids(folder)),
        )
    document = yamlfile.load(file)
    declared = validate(Declaration, document)
    numbers = {
        alias: _number(alias, reference, document, graph)
        for alias, reference in declared.numbers.items()
    }
    families = {
        alias: _family(alias, reference, document, graph)
        for alias, reference in declared.families.items()
    }
    for alias in declared.members:
        if alias not in families:
            raise document.error(
                ("members", alias),
                f"'{alias}' is not a family of the figure",
                expected="an alias under 'families'",
                hint=did_you_mean(alias, families),
            )
    entities = _entities(declared, families, document, graph)
    return Spec(id, module, document, declared, numbers, families, entities)


def _family(alias: str, reference: str, document: Document, graph: Graph) -> dict[str, Number]:
    members = cast.family(reference, graph)
    if not members:
        raise document.error(
            ("families", alias),
            f"'{reference}' is not a family of numbers",
            expected="chapter.family, or chapter.number.series of a fit",
            hint=did_you_mean(reference, list(cast.families(graph))),
        )
    return members


def _entities(
    declared: Declaration,
    families: dict[str, dict[str, Number]],
    document: Document,
    graph: Graph,
) -> dict[str, cast.Entity]:
    """The entities of the families and of the folders, in the order of their names in data/."""
    wanted = {entity for family in families.values() for entity in family}
    for place, folder in enumerate(declared.entities or ()):
        if folder not in graph.catalog.entities:
            raise document.error(
                ("entities", place),
                f"'{folder}' is not a folder of data/",
                expected=f"one of {', '.join(graph.catalog.entities)}",
                hint=did_you_mean(folder, graph.catalog.entities),
            )
        wanted |= set(graph.catalog.entities[folder])
    for id in declared.names:
        if id not in wanted:
            raise document.error(
                ("names", id),
                f"'{id}' does not appear in the figure",
                expected="an entity of its families or folders",
                hint=did_you_mean(id, wanted),
            )
    return {id: cast.entity(id, graph.catalog, declared.names) for id in sorted(wanted)}


def _number(alias: str, reference: str, document: Document, graph: Graph) -> Number:
    if reference in graph.numbers or reference in graph.catalog.values:
        return graph.find(reference, "")
    raise document.error(
        ("numbers", alias),
        f"'{reference}' is not a number of the book",
        expected="chapter.name of a numbers.yml, or the id of a datum",
        hint=did_you_mean(reference, [*graph.numbers, *graph.catalog.values]),
    )


def _stems(folder: Path, suffix: str) -> set[str]:
    return {file.stem for file in folder.glob(f"*{suffix}") if not file.name.startswith(("_", "."))}


def _id(stem: str) -> str:
    return stem.replace("_", "-")
