"""numbers.json: right by its schema, complete down to the sources, and enough to recompute from."""

from __future__ import annotations

import copy as copies
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bookgen import pipeline, units
from bookgen.calculators import registry
from bookgen.exports import records, shape
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered

Data = dict[str, Any]
SCHEMA = json.loads(shape.text())
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": math.sqrt,
    "log2": math.log2,
    **{
        name: getattr(registry, name)
        for name in ("ceil", "floor", "count", "covariance", "variance", "log2_each")
    },
}


@pytest.fixture(scope="module")
def data(loaded: Loaded, rendered: Rendered) -> Data:
    """numbers.json as it ships."""
    found: Data = json.loads(records.numbers_json(loaded.book, loaded.graph, rendered))
    return found


def faults(data: Data) -> list[str]:
    """What the published schema has against some data, by place."""
    validator = jsonschema.Draft202012Validator(SCHEMA)
    return ["/".join(map(str, error.absolute_path)) for error in validator.iter_errors(data)]


class TestSchema:
    def test_it_is_a_schema(self) -> None:
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_the_file_that_ships_is_right(self, data: Data) -> None:
        assert faults(data) == []

    @pytest.mark.parametrize(
        ("plant", "place"),
        [
            (lambda d: d["numbers"]["one-gpu.mtbf"].update(value="3.1"), "value"),
            (lambda d: d["numbers"]["one-gpu.mtbf"].update(kind="guess"), "kind"),
            (lambda d: d["numbers"]["one-gpu.mtbf"].update(basis=None), "basis"),
            (lambda d: d["numbers"]["one-gpu.mtbf"].update(colour="red"), ""),
            (lambda d: d["numbers"]["one-gpu.mtbf"].pop("address"), ""),
            (lambda d: d["numbers"]["one-gpu.mtbf"]["inputs"][0].append("x"), "inputs/0"),
            (lambda d: d["numbers"]["one-gpu.mtbf"]["means"].pop("zh"), "means"),
        ],
    )
    def test_a_fault_is_seen(self, data: Data, plant: Callable[[Data], Any], place: str) -> None:
        broken = copies.deepcopy(data)
        plant(broken)
        assert faults(broken) == ["/".join(filter(None, ["numbers", "one-gpu.mtbf", place]))]

    def test_every_field_says_what_it_is(self) -> None:
        def fields(node: Any, path: str) -> Iterator[tuple[str, Any]]:
            for name, field in node.get("properties", {}).items():
                yield f"{path}.{name}", field
            for name, definition in node.get("$defs", {}).items():
                yield from fields(definition, name)

        found = dict(fields(SCHEMA, "file"))
        assert len(found) > 30
        assert [
            name for name, field in found.items() if len(field.get("description", "")) < 9
        ] == []

    def test_it_is_published_where_the_file_says(
        self, data: Data, loaded: Loaded, rendered: Rendered
    ) -> None:
        files = pipeline.extra_files(loaded, rendered)
        assert json.loads(files[data["$schema"]]) == SCHEMA
        assert json.loads(files["schema/numbers.json"]) != SCHEMA  # that is of numbers.yml


def test_it_names_the_book_and_its_version(data: Data, loaded: Loaded) -> None:
    assert data["title"] == loaded.book.title.model_dump()
    edition = loaded.book.edition
    assert (data["version"], data["date"]) == (edition.version, edition.date)


def test_everything_named_is_there(data: Data, loaded: Loaded) -> None:
    numbers = data["numbers"]
    assert len(numbers) > len(loaded.graph.numbers)
    for id, record in numbers.items():
        assert record["unit"] in data["units"], id
        assert ("calculator" in record) == ("inputs" in record)
        for parameter, child in record.get("inputs", []):
            assert child in numbers, (id, child)
            assert parameter in data["calculators"][record["calculator"]]["parameters"]
        for source in record.get("sources", []):
            assert source in data["sources"], (id, source)
        if "inputs" not in record:
            reasoned = record["kind"] in {"assumption", "definition", "unverified"}
            assert record.get("sources") or reasoned, id
        assert record["means"]["zh"]
        assert record["means"]["en"]
        if record["kind"] == "assumption" and "inputs" not in record:
            assert record.get("reason") or record.get("note"), id


def test_a_machine_can_recompute_every_number(data: Data) -> None:
    """From the file alone: values, factors of units, and expressions."""
    numbers, factors, computed = data["numbers"], data["units"], 0
    for id, record in numbers.items():
        if "calculator" not in record:
            continue
        given: dict[str, list[float]] = {}
        for parameter, child in record["inputs"]:
            value = numbers[child]["value"] * factors[numbers[child]["unit"]]
            given.setdefault(parameter, []).append(value)
        calculator = data["calculators"][record["calculator"]]
        text, parameters = calculator["expression"], calculator["parameters"]
        series = {name for name in parameters if parameters[name]["series"]}
        names = {name: v if name in series else v[0] for name, v in given.items()}
        assert all(len(v) == 1 for name, v in given.items() if name not in series), id
        result = eval(
            text, {"__builtins__": {"sum": sum, "min": min, "max": max}, **FUNCTIONS}, names
        )
        own = record["value"] * factors[record["unit"]]
        assert result == pytest.approx(own, rel=1e-11), id
        computed += 1
    assert computed > 250


def test_what_goes_in_and_comes_out_is_of_the_unit_that_is_named(data: Data) -> None:
    """A program that puts other values in needs no more than the file to know their units."""
    looked_at = 0
    for id, number in data["numbers"].items():
        if not number.get("calculator"):
            continue
        calculator = data["calculators"][number["calculator"]]
        free = {number["unit"]} if calculator["unit"] == "*" else set[str]()
        if calculator["unit"] != "*":
            assert units.same_dimension(number["unit"], calculator["unit"]), id
        for name, child in number["inputs"]:
            unit, wanted = data["numbers"][child]["unit"], calculator["parameters"][name]["unit"]
            if wanted == "*":
                free.add(unit)
            else:
                assert units.same_dimension(unit, wanted), (id, name)
            looked_at += 1
        assert all(units.same_dimension(one, other) for one in free for other in free), id
        given = [name for name, _ in number["inputs"]]
        for name, parameter in calculator["parameters"].items():
            assert parameter["series"] or given.count(name) == 1, (id, name)
    assert looked_at > 500


def test_the_factors_are_those_of_the_units(data: Data) -> None:
    assert data["units"]["GiB"] == 2**30
    assert data["units"]["Gbit/s"] == 1e9 / 8
    assert data["units"]["year"] == 365.25 * 86400
    assert data["units"][""] == 1
    assert data["units"] == {unit: float(units.factor(unit)) for unit in data["units"]}
    assert {record["unit"] for record in data["numbers"].values()} == set(data["units"])


class TestAddress:
    @pytest.mark.parametrize(
        ("id", "address"),
        [
            ("one-gpu.llama_one_gpu", "one-gpu.html#n-llama_one_gpu"),
            (
                "compute.ridge.gaudi3",
                "derivations-compute.html#compute.ridge.gaudi3",
            ),  # not in the text
            ("accelerators.h100-sxm.ridge", "accelerators.html#h100-sxm"),
            ("h100-sxm.memory.capacity", "accelerators.html#h100-sxm"),
            ("one-gpu.tp_bytes_per_layer.batch_size", "one-gpu.html#n-tp_bytes_per_layer"),
            ("constants.rice_grain_volume", "derivations-compute.html#compute.gpt3_heap"),
        ],
    )
    def test_where_a_number_is_shown(self, data: Data, id: str, address: str) -> None:
        assert data["numbers"][id]["address"] == address

    def test_every_address_leads_somewhere_in_both_languages(
        self, data: Data, rendered: Rendered
    ) -> None:
        anchors = {
            key: {*re.findall(r' id="([^"]+)"', text), *re.findall(r"\{#([^\s}]+)", text)}
            for key, text in rendered.pages.items()
        }
        wanted = {record["address"] for record in data["numbers"].values()}
        assert len(wanted) > 300
        for address in wanted:
            page, _, anchor = address.partition(".html#")
            for language in ("zh", "en"):
                assert anchor in anchors[language, page], (language, address)

    def test_a_number_marked_in_one_language_only_is_cited_by_its_derivation(
        self, loaded: Loaded, rendered: Rendered
    ) -> None:
        less = copies.copy(rendered)
        own = rendered.anchors["zh", "one-gpu"]
        under = {id: section for id, section in own.under.items() if id != "n-mtbf"}
        less.anchors = {**rendered.anchors, ("zh", "one-gpu"): replace(own, under=under)}
        found = json.loads(records.numbers_json(loaded.book, loaded.graph, less))
        assert (
            found["numbers"]["one-gpu.mtbf"]["address"] == "derivations-one-gpu.html#one-gpu.mtbf"
        )

    def test_a_number_that_leaves_the_text_moves_to_its_derivation(
        self, copy: Path, edit: Callable[..., Path]
    ) -> None:
        for language in ("zh", "en"):
            file = copy / "content" / "one-gpu" / f"{language}.md.j2"
            text = file.read_text(encoding="utf-8")
            file.write_text(re.sub(r"\{\{ n\.faulty_gpu_count \|.*?\}\}", "X", text), "utf-8")
        loaded = pipeline.load(copy)
        files = pipeline.extra_files(loaded, pipeline.compose(loaded))
        found = json.loads(files["numbers.json"])["numbers"]["one-gpu.faulty_gpu_count"]
        assert found["address"] == "derivations-one-gpu.html#one-gpu.faulty_gpu_count"
