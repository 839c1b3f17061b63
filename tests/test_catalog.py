from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import catalog
from bookgen.errors import BookError
from bookgen.pipeline import Loaded

H100 = "data/accelerators/h100-sxm.yml"
LLAMA = "data/models/llama-3-1-405b.yml"

# file, text planted over, the plant, the error as a person reads it
FAULTS = [
    (
        H100,
        "capacity: 80 GB",
        "capacity: 80",
        r"memory.capacity: '80' has no unit; expected a value in units like GB",
    ),
    (H100, "capacity: 80 GB", "capacity: 80 GB/s", r"memory.capacity: '80 GB/s' is a data rate"),
    (H100, "vendor: NVIDIA", "vendr: NVIDIA", r"unknown key 'vendr'; .*did you mean vendor"),
    (H100, "vendor: NVIDIA", "vendor: NVIDIA\nvendor: AMD", r"key 'vendor' stands twice"),
    (H100, "verified: 2026-11-30", "verified: 2026-13-45", r"'2026-13-45' is not a day"),
    (H100, "per: gpu", "per: gup", r"per: 'gup' is not known; expected 'gpu'"),
    (H100, "direction: both", "direction: two", r"'two' is not known"),
    (H100, "capacity: 80 GB", "capacity: -80 GB", r"is not above zero"),
    (H100, "capacity: 80 GB", "capacity: 0 GB", r"is not above zero"),
    (H100, "capacity: 80 GB", "capacity: .nan", r"'.nan' is not a number"),
    (H100, "capacity: 80 GB", "capacity: ~", r"is not a number"),
    (H100, "capacity: 80 GB", "capacity:", r"the value is empty"),
    (
        H100,
        "capacity: 80 GB",
        "capacity: {value: 80 GB, kind: estimate}",
        r"is an estimate; expected its 'range'",
    ),
    (H100, "capacity: 80 GB", "capacity: {value: 80 GB, kind: assumption}", r"expected its reason"),
    (
        H100,
        "capacity: 80 GB",
        "capacity: {value: 80 GB, range: 90 GB to 100 GB}",
        r"does not hold 80 GB",
    ),
    (
        H100,
        "capacity: 80 GB",
        "capacity: {value: 80 GB, source: nowhere}",
        r"source 'nowhere' does not exist",
    ),
    (LLAMA, "architecture: dense", "architecture: moe", r"params.active is missing"),
    (
        "data/models/deepseek-v3.yml",
        "architecture: moe",
        "architecture: dense",
        r"params.active stands in a dense model",
    ),
    (
        "data/runs/llama-3-1-405b-run.yml",
        "accelerator: h100-sxm",
        "accelerator: h100-smx",
        r"'h100-smx' does not exist; .*h100-sxm",
    ),
    (
        "data/history.yml",
        "since: alexnet",
        "since: alexnte",
        r"event 'alexnte' does not exist; expected a key of events.*alexnet",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "error"), FAULTS)
def test_a_fault_is_one_line_with_its_place(
    copy: Path, edit: Callable[..., Path], file: str, old: str, new: str, error: str
) -> None:
    path = edit(file, old, new)
    with pytest.raises(BookError) as caught:
        catalog.load(copy / "data")
    (line,) = caught.value.lines()
    assert re.search(error, line), line
    assert re.search(rf"{path.name}:\d+: ", line), line


def test_a_missing_source_is_found(copy: Path, edit: Callable[..., Path]) -> None:
    path = copy / H100
    text = re.sub(r"(?m)^source:.*\n", "", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BookError, match=r"h100-sxm.yml:\d+: 'source' is missing"):
        catalog.load(copy / "data")


def test_a_missing_direction_is_found(copy: Path) -> None:
    path = copy / H100
    text = re.sub(r"(?m)^  direction:.*\n", "", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BookError, match="'direction' is missing"):
        catalog.load(copy / "data")


def test_the_same_id_in_two_folders_is_found(copy: Path) -> None:
    (copy / "data/cpus/h100-sxm.yml").write_bytes(
        (copy / "data/cpus/xeon-8592plus.yml").read_bytes()
    )
    with pytest.raises(BookError, match="id 'h100-sxm' stands in accelerators/ too"):
        catalog.load(copy / "data")


@pytest.mark.parametrize("name", ["accelerators/H100.yml", "accelerators/a_b.yml"])
def test_a_file_name_must_be_an_id(copy: Path, name: str) -> None:
    (copy / "data" / name).write_bytes((copy / H100).read_bytes())
    with pytest.raises(BookError, match="is not an id"):
        catalog.load(copy / "data")


@pytest.mark.parametrize("name", ["accelerators/x.yaml", "notes.txt", "gpus/x.yml"])
def test_a_file_that_would_be_overlooked_is_refused(copy: Path, name: str) -> None:
    (copy / "data" / name).parent.mkdir(exist_ok=True)
    (copy / "data" / name).write_text("a: 1\n", encoding="utf-8")
    with pytest.raises(BookError, match="is not a data file"):
        catalog.load(copy / "data")


def test_all_faults_are_told_at_once(copy: Path, edit: Callable[..., Path]) -> None:
    edit(H100, "capacity: 80 GB", "capacity: 80")
    edit("data/accelerators/h20.yml", "vendor: NVIDIA", "vendr: NVIDIA")
    with pytest.raises(BookError) as caught:
        catalog.load(copy / "data")
    text = str(caught.value)
    assert "h100-sxm.yml" in text
    assert "h20.yml" in text


def test_an_unknown_id_names_the_nearest(loaded: Loaded) -> None:
    with pytest.raises(BookError, match="did you mean h100-sxm.power"):
        loaded.graph.catalog.value("h100-sxm.pwer")
    with pytest.raises(BookError, match="did you mean .*h100-sxm"):
        loaded.graph.catalog.value("h100-smx.power")


def test_place_in_the_file_gives_the_basis(loaded: Loaded) -> None:
    values = loaded.graph.catalog.values
    assert values["h100-sxm.peak.bf16.dense"].basis == {
        "precision": "bf16",
        "sparsity": "dense",
        "per": "device",
    }
    assert values["h100-sxm.link.bandwidth"].basis["direction"] == "both"
    assert values["deepseek-v3.params.active"].basis == {"params": "active"}
    assert values["deepseek-v3.params.total"].basis == {"params": "total"}


def test_in_a_dense_model_every_parameter_is_active(loaded: Loaded) -> None:
    values = loaded.graph.catalog.values
    assert values["llama-3-1-405b.params.active"].si == values["llama-3-1-405b.params.total"].si
    assert values["llama-3-1-405b.params.active"].basis == {"params": "active"}


def test_a_date_may_be_taken_over_from_another_file(loaded: Loaded) -> None:
    contents = loaded.graph.catalog
    announced = contents.entities["accelerators"]["h100-sxm"].announced
    assert contents.history.events["h100"].date == announced.value == "2022-03-22"
    assert contents.values["gpt3-run.date"].si == contents.values["gpt3.released"].si


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("data/history.yml", "date: h100-sxm.announced", "date: h100-sxm.anounced"),
        ("data/controls.yml", "date: h20.announced", "date: h2O.power"),
        ("data/runs/gpt3-run.yml", "date: gpt3.released", "date: gpt3.tokens"),
        ("data/runs/gopher-run.yml", "value: gopher.released", "value: gopha.released"),
    ],
)
def test_a_date_that_no_file_states_is_refused(
    copy: Path, edit: Callable[..., Path], file: str, old: str, new: str
) -> None:
    path = edit(file, old, new)
    with pytest.raises(BookError) as caught:
        catalog.load(copy / "data")
    (line,) = caught.value.lines()
    assert re.search(rf"{path.name}:\d+: .*(does not exist|is not a date); expected a ", line), line
