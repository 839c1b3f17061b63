"""The folder read file by file into a catalog; every fault in it is told at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bookgen import schema, yamlfile
from bookgen.catalog import references, values
from bookgen.catalog.contents import Catalog
from bookgen.catalog.validating import validate
from bookgen.errors import BookError, raise_all
from bookgen.yamlfile import Document


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
    raise_all(errors)  # dates are taken from all files, so all must be readable
    catalog.dates = references.take_over_dates(documents)
    for document in documents:
        try:
            _add(catalog, document, root)
        except BookError as bad:
            errors.append(bad)
    raise_all(errors)
    references.check(catalog, documents)
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
                catalog.values[f"constants.{name}"] = values.of_constant(name, constant, document)
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
    for value in values.of_entity(id, entity, document):
        repeats = catalog.dates.get(value.id, value.repeats)
        catalog.values[value.id] = replace(value, repeats=repeats)
