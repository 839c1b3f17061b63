"""Entries of data/ that say what others say: names, prices, claims, sources, constants, terms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookgen import schema, units
from bookgen.catalog import Catalog, Value
from bookgen.checks.twice.statement import Statement, fault
from bookgen.errors import BookError
from bookgen.yamlfile import Key

FACTUAL = {"datasheet", "paper", "measured", "press"}


def statements(catalog: Catalog, data: Path) -> Iterator[Statement]:
    """What is the same as soon as a few words of it are."""
    yield from _of_entities(catalog, data)
    yield from _of_lists(catalog, data)


def _of_entities(catalog: Catalog, data: Path) -> Iterator[Statement]:
    for folder, entities in catalog.entities.items():
        for id, entity in entities.items():
            file = data / folder / f"{id}.yml"
            yield Statement((folder, entity.name), f"'{entity.name}'", file, ("name",))
            if isinstance(entity, schema.Price):
                price = (entity.accelerator, entity.market.en, entity.date.value)
                what = f"the price of {entity.accelerator} on {entity.date.value}"
                yield Statement((folder, *price), f"{what}, {entity.market.en}", file, ("price",))
            if isinstance(entity, schema.Claim):
                claimed = (entity.number, entity.says, entity.most, entity.growth, entity.factor)
                what = f"the claim about {entity.number}"
                yield Statement((folder, *claimed), what, file, ("number",))


def _of_lists(catalog: Catalog, data: Path) -> Iterator[Statement]:
    for key, source in catalog.sources.items():
        printed = ("source", source.title, source.publisher, source.date)
        what = f"source '{source.title}'"
        yield Statement(printed, what, data / "sources.yml", ("sources", key))
    for id, value in catalog.values.items():
        path: Key = tuple(id.split("."))
        if path[0] == "constants" and value.means:
            for language, text in value.means.model_dump().items():
                same = ("constant", language, text)
                yield Statement(same, f"the constant '{text}'", value.file, path)
    for key, term in catalog.glossary.items():
        names = (term.term.zh, term.term.en, *(term.also or ()))
        for name in dict.fromkeys(name.casefold() for name in names):
            file, path = data / "glossary.yml", ("terms", key)
            yield Statement(("term", name), f"the term '{name}'", file, path)


def repeated(statements: list[Statement]) -> Iterator[BookError]:
    """A fault at each statement that says what one before it said; one fault a place."""
    first: dict[tuple[object, ...], Statement] = {}
    told: set[tuple[Path, Key]] = set()
    for statement in statements:
        before = first.setdefault(statement.same, statement)
        place = (statement.file, statement.path[:2])
        if place != (before.file, before.path[:2]) and place not in told:
            told.add(place)
            yield fault(statement, before)


def rivals(catalog: Catalog) -> Iterator[BookError]:
    """Another source's value that is the very value, from the very source."""
    for value in catalog.values.values():
        for text, sources in value.also:
            same = units.read(text).si == value.si and set(sources) <= set(value.sources)
            if same and not value.id.endswith(".params.active"):
                yield BookError(
                    f"{value.id}: 'also' repeats the value and its source",
                    file=value.file,
                    line=value.line,
                    expected="what another source prints",
                )


def constants(catalog: Catalog) -> Iterator[BookError]:
    """A constant that has value and source in common with a datum may be that datum."""
    facts: dict[tuple[float, str], list[Value]] = {}
    for value in catalog.values.values():
        if not value.id.startswith("constants."):
            facts.setdefault((value.si, units.dimension(value.unit)), []).append(value)
    for constant in catalog.values.values():
        if constant.id.startswith("constants.") and constant.kind in FACTUAL:
            for value in facts.get((constant.si, units.dimension(constant.unit)), []):
                if set(value.sources) & set(constant.sources):
                    yield BookError(
                        f"{constant.id} may state what {value.id} states",
                        file=constant.file,
                        line=constant.line,
                        hint="remove the constant and use the datum",
                    )
