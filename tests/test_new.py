"""New files from templates: they name every field, and are refused until they are filled in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from click.testing import CliRunner, Result
from pydantic import BaseModel

from bookgen import catalog, checks, pipeline, schema, yamlfile
from bookgen.cli import main
from bookgen.declarations import Declaration as Number
from bookgen.errors import BookError
from bookgen.new import ENTITIES, KINDS, create, template
from bookgen.plot.spec import Declaration as Figure

# The model behind each template of one file or one entry.
MODELS: dict[str, type[BaseModel]] = {
    **{kind: schema.FOLDERS[folder] for kind, folder in ENTITIES.items()},
    "source": schema.Source,
    "number": Number,
    "figure": Figure,
}
WHOLE = (schema.Datum, schema.Event, schema.Bilingual)  # values, which the head of a file explains

# What an author writes for each TODO.
ENTITY = {"source": "this-book", "kind": "press", "verified": "2026-11-30"}
FILLED: dict[str, dict[str, str]] = {
    "accelerator": {
        **ENTITY,
        "name": "Maker Zeppelin",
        "vendor": "Maker",
        "type": "gpu",
        "per": "gpu",
        "architecture": "First",
        "form_factor": "board",
        "capacity": "80 GB",
    },
    "cpu": {
        **ENTITY,
        "name": "Maker C1",
        "vendor": "Maker",
        "architecture": "First",
        "cores": "64",
    },
    "system": {
        **ENTITY,
        "name": "Maker S1",
        "vendor": "Maker",
        "per": "server",
        "accelerator": "h100-sxm",
        "devices": "8 GPU",
    },
    "model": {
        **ENTITY,
        "name": "Maker M1",
        "developer": "Maker",
        "architecture": "dense",
        "total": "405e9 param",
    },
    "run": {**ENTITY, "name": "Maker M1 training"},
    "price": {
        **ENTITY,
        "name": "Maker X1 somewhere",
        "accelerator": "h100-sxm",
        "market": "{zh: 某处, en: somewhere}",
        "date": "2026-11-01",
        "price": "2.95 USD/GPU-h",
    },
    "claim": {
        **ENTITY,
        "name": "a claim",
        "claim": "{zh: 一种说法, en: a claim}",
        "where": "{zh: 某处, en: somewhere}",
        "number": "one-gpu.h100_bf16",
        "says": "2000 TFLOP/s",
    },
    "source": {
        "title": "A document",
        "publisher": "A publisher",
        "date": "2026-11",
        "seen": "whole",
    },
    "number": {"means": "{zh: 一个数, en: a number}", "datum": "h100-sxm.power"},
    "figure": {"zh": "图", "en": "a figure"},
}
# Fields that exclude each other: without these the rest of a template stands together.
APART = {
    "claim": ("growth", "factor"),
    "number": ("value", "kind", "reason", "range", "source", "basis", "calc", "inputs", "each"),
    "model": ("active", "latent_rank", "rope_size"),
}
UNNAMED = {"cpu": {"peak.sparse"}}  # no CPU has units for structured sparsity
IDS = {"number": "one-gpu.fresh", "figure": "fresh-figure"}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def uncommented(text: str, *without: str) -> str:
    """A template with all that it offers: no # before a field, but before prose."""
    lines = [re.sub(r"^(\s*)#(?=\S)", r"\1", line) for line in text.splitlines()]
    return "\n".join(line for line in lines if line.strip().split(":")[0] not in without)


def filled(text: str, kind: str) -> str:
    """A template with every TODO replaced as an author would."""
    for key, value in FILLED[kind].items():
        text = re.sub(rf"(?m)^(\s*){key}: .*\bTODO\b.*$", rf"\1{key}: {value}", text)
    return text


def parsed(text: str, kind: str) -> dict[str, Any]:
    data = yamlfile.parse(text, Path(f"{kind}.yml")).data
    return data["fresh"] if kind in {"source", "number"} else data


def inner(annotation: Any) -> tuple[type[BaseModel] | None, bool]:
    """The model inside a field's type, and whether it stands under names of the author's."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    many = get_origin(annotation) is dict
    for argument in get_args(annotation):
        found, below = inner(argument)
        if found:
            return found, many or below
    return None, False


def unnamed(model: type[BaseModel], node: dict[str, Any], path: str = "") -> Iterator[str]:
    """The fields of a model that a template does not name."""
    for name, field in model.model_fields.items():
        if name not in node:
            yield f"{path}{name}"
            continue
        below, many = inner(field.annotation)
        if below and not issubclass(below, WHOLE):
            child = node[name]
            if many:
                child = {key: value for each in child.values() for key, value in each.items()}
            yield from unnamed(below, child, f"{path}{name}.")


# Templates against the schema


@pytest.mark.parametrize("kind", MODELS)
def test_a_template_names_every_field(kind: str) -> None:
    text = uncommented(template(f"{kind}.yml", "fresh"))
    assert set(unnamed(MODELS[kind], parsed(text, kind))) == UNNAMED.get(kind, set())


@pytest.mark.parametrize("kind", MODELS)
def test_what_must_be_filled_in_says_todo_and_the_rest_is_offered(kind: str) -> None:
    node = parsed(template(f"{kind}.yml", "fresh"), kind)
    required = {name for name, field in MODELS[kind].model_fields.items() if field.is_required()}
    offered = {"claim": {"says"}, "number": {"datum"}, "figure": {"numbers", "labels"}}
    assert set(node) == required | offered.get(kind, set())


@pytest.mark.parametrize("kind", MODELS)
def test_every_example_in_a_template_fits_its_field(kind: str) -> None:
    text = uncommented(template(f"{kind}.yml", "fresh"), *APART.get(kind, ()))
    text = re.sub(r"\bTODO\b", "x.y", filled(text, kind))
    text = text.replace("llama-3-1-405b.released", "2024-07-23")  # which the catalogue looks up
    MODELS[kind].model_validate(parsed(text, kind))


@pytest.mark.parametrize(
    ("kind", "without", "change"),
    [
        ("claim", ("says", "most"), {}),
        ("model", (), {"architecture": "moe"}),
        ("number", ("datum", "calc", "inputs", "each"), {}),
        ("number", ("datum", "value", "kind", "reason", "range", "source", "basis"), {}),
    ],
)
def test_so_does_every_example_that_excludes_others(
    kind: str, without: tuple[str, ...], change: dict[str, str]
) -> None:
    text = filled(uncommented(template(f"{kind}.yml", "fresh"), *without), kind)
    MODELS[kind].model_validate({**parsed(text, kind), **change})


def test_the_head_of_a_file_names_all_that_a_value_may_carry() -> None:
    head = template("head.txt")
    for field in {*schema.Datum.model_fields, *schema.Event.model_fields}:
        assert re.search(rf"\b{field}: ", head), field


# New files


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_is_refused_until_it_is_filled_in(copy: Path, kind: str) -> None:
    id = IDS.get(kind, "fresh")
    made = run("new", kind, id, "--root", str(copy))
    assert made.exit_code == 0, made.output
    *wrote, then = made.output.strip().splitlines()
    assert then.startswith("then replace every TODO")
    for line in wrote:
        assert (copy / line.removeprefix("wrote ")).is_file()
    check = run("check", "--root", str(copy))
    assert check.exit_code == 1
    lines = check.stderr.strip().splitlines()
    assert lines
    for line in lines:
        assert re.search(r"\S+\.(yml|j2):\d+: ", line), line
        assert "is still to be" in line, line


def test_a_fault_says_what_belongs_there(copy: Path) -> None:
    create(copy, "accelerator", "fresh")
    with pytest.raises(BookError) as caught:
        catalog.load(copy / "data")
    lines = caught.value.lines()
    assert len(lines) == 10
    told = [line for line in lines if re.search(r"fresh\.yml:\d+: memory\.capacity is still", line)]
    assert "such as 80 GB" in told[0]


@pytest.fixture
def finished(copy: Path) -> Path:
    """The book with one new thing of each kind, filled in with no more than it must say."""
    for kind in KINDS:
        id = f"fresh-{kind}" if kind in ENTITIES else IDS.get(kind, "fresh")
        for file in create(copy, kind, id).files:
            if kind in FILLED and kind != "figure":
                file.write_text(filled(file.read_text("utf-8"), kind), "utf-8")
    chapter = copy / "content/fresh"
    for file in (copy / "content/book.yml", chapter / "numbers.yml"):
        text = file.read_text("utf-8").replace("datum: TODO", "datum: h100-sxm.power")
        file.write_text(text.replace("zh: TODO, en: TODO", "zh: 新, en: new"), "utf-8")
    for file in chapter.glob("*.j2"):
        text = file.read_text("utf-8").replace("TODO", "x") + "\n{{ figure('fresh-figure') }}\n"
        file.write_text(text, "utf-8")
    figure = copy / "figures/fresh_figure.yml"
    text = figure.read_text("utf-8").replace("value: TODO", "value: fresh.first")
    figure.write_text(re.sub(r"TODO ?", "新", text), "utf-8")
    return copy


def findings(root: Path) -> tuple[list[str], pipeline.Rendered]:
    loaded = pipeline.load(root)
    rendered = pipeline.compose(loaded)
    reports = dict(checks.run(checks.Subject(root, loaded.book, loaded.graph, rendered)))
    reports.pop("review")  # what is new is yet to be reviewed
    return [str(fault) for report in reports.values() for fault in report.faults], rendered


def test_filled_in_it_is_right_and_shows(finished: Path) -> None:
    faults, rendered = findings(finished)
    assert faults == []
    for language in ("zh", "en"):
        assert "Zeppelin" in rendered.pages[language, "accelerators"]
        assert "Maker M1" in rendered.pages[language, "models"]
        assert "700" in rendered.pages[language, "fresh"]
        assert "<svg" in rendered.pages[language, "fresh"]


def test_all_that_a_template_offers_is_right_too(copy: Path) -> None:
    for kind, folder in ENTITIES.items():
        without = (*APART.get(kind, ()), "unusual", "most")
        text = filled(uncommented(template(f"{kind}.yml"), *without), kind)
        (copy / f"data/{folder}/fresh-{kind}.yml").write_text(text, encoding="utf-8")
    faults, _ = findings(copy)
    assert faults == []


def test_a_chapter_comes_after_the_last_and_comments_stay(copy: Path) -> None:
    book = copy / "content/book.yml"
    before = book.read_text(encoding="utf-8")
    create(copy, "chapter", "fresh")
    after = book.read_text(encoding="utf-8")
    entry = template("chapter.book.yml", "fresh")
    assert after.replace(entry, "") == before
    pages = list(yamlfile.load(book).data["pages"])
    assert pages[pages.index("fresh") - 1] == "one-gpu"


def test_an_entry_is_appended_and_the_rest_stays(copy: Path) -> None:
    for kind, id, file in (
        ("source", "fresh", "data/sources.yml"),
        ("number", "one-gpu.fresh", "content/one-gpu/numbers.yml"),
    ):
        before = (copy / file).read_text(encoding="utf-8")
        create(copy, kind, id)
        assert (copy / file).read_text(encoding="utf-8").startswith(before.rstrip())


# What is refused


@pytest.mark.parametrize(
    ("kind", "id", "told"),
    [
        ("accelerator", "h100-sxm", r"h100-sxm\.yml: 'h100-sxm' exists already"),
        ("model", "h100-sxm", r"accelerators/h100-sxm\.yml: 'h100-sxm' exists already"),
        ("claim", "six-nd", r"six-nd\.yml: 'six-nd' exists already"),
        ("source", "gpt-3-paper", r"sources\.yml:\d+: 'gpt-3-paper' exists already"),
        ("chapter", "one-gpu", r"book\.yml:\d+: 'one-gpu' exists already"),
        ("chapter", "glossary", r"book\.yml:\d+: 'glossary' exists already"),
        ("number", "one-gpu.h100_power", r"numbers\.yml:\d+: 'one-gpu.h100_power' exists already"),
        ("figure", "memory-fit", r"memory_fit\.yml: 'memory-fit' exists already"),
        ("accelerator", "H100", "'H100' is not an id; expected small letters"),
        ("claim", "a_b", "'a_b' is not an id"),
        ("source", "a--b", "'a--b' is not an id"),
        ("chapter", "../x", "'../x' is not an id"),
        ("figure", "", "'' is not an id"),
        ("number", "fresh", "'fresh' is not the id of a number; expected chapter.name"),
        ("number", "one-gpu.Fresh", "is not the id of a number"),
        ("number", "one-gup.fresh", "'one-gup' is not a chapter; .*did you mean one-gpu"),
    ],
)
def test_a_bad_or_taken_id_is_one_line_and_writes_nothing(
    copy: Path, kind: str, id: str, told: str
) -> None:
    def files() -> dict[Path, bytes]:
        return {
            path: path.read_bytes()
            for folder in ("data", "content", "figures")
            for path in (copy / folder).rglob("*")
            if path.is_file()
        }

    before = files()
    result = run("new", kind, id, "--root", str(copy))
    assert result.exit_code == 1
    (line,) = result.stderr.strip().splitlines()
    assert re.search(told, line), line
    assert files() == before


def test_wrong_use_is_told(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    result = run("new", "gpu", "fresh", "--root", str(copy))
    assert result.exit_code == 2
    assert "'gpu' is none of accelerator, cpu" in result.output
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    result = run("new", "accelerator", "fresh", "--root", str(elsewhere))
    assert result.exit_code == 1
    assert "this is not the book's folder" in result.stderr


def test_the_help_names_every_kind() -> None:
    text = " ".join(run("new", "--help").output.split())
    for kind in KINDS:
        assert kind in text


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("content/one-gpu/en.md.j2", "A model pays", "TODO A model pays", "still to be written"),
        ("figures/roofline.yml", "zh: 解码,", "zh: TODO,", "labels.decode_narrow.zh is still"),
        ("data/accelerators/h100-sxm.yml", "TSMC 4N", "TODO ask", "process is still"),
    ],
)
def test_a_todo_anywhere_is_found(
    copy: Path, edit: Callable[..., Path], file: str, old: str, new: str, told: str
) -> None:
    path = edit(file, old, new)
    result = run("check", "--root", str(copy))
    (line,) = result.stderr.strip().splitlines()
    assert re.search(rf"{path.name}:\d+: .*{told}", line), line
