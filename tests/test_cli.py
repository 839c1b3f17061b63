"""The command as a person runs it: bad inputs are one line, exit 1, and the site stays."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bookgen import pipeline
from bookgen.cli import main

H100 = "data/accelerators/h100-sxm.yml"
NUMBERS = "content/one-gpu/numbers.yml"
EN = "content/one-gpu/en.md.j2"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


FAULTS = [
    (H100, "capacity: 80 GB", "capacity: 80", "has no unit"),
    (H100, "capacity: 80 GB", "capacity: 80 GB/s", "is a data rate"),
    (H100, "vendor: NVIDIA", "vendr: NVIDIA", "unknown key 'vendr'"),
    (H100, "vendor: NVIDIA", "vendor: NVIDIA\nvendor: NVIDIA", "stands twice"),
    (H100, "per: gpu", "per: gpu\nsource: lokwood-h100", "stands twice"),
    (NUMBERS, "datum: h100-sxm.power", "datum: h100-smx.power", "did you mean .*h100-sxm"),
    (EN, "{{ n.h100_power | plain }}", "{{ n.h100_power | plian }}", "No filter named 'plian'"),
    (
        EN,
        "{{ n.h100_power | plain }}",
        "{{ powr }}{{ n.h100_power | plain }}",
        "'powr' is undefined",
    ),
    (EN, "{{ n.h100_power | plain }}", "{{ nope }}", "'nope' is undefined"),
    (EN, "{{ n.h100_power | plain }}", "", "number 'h100_power' is in zh only"),
]


@pytest.mark.parametrize(("file", "old", "new", "error"), FAULTS)
def test_bad_input_leaves_the_site_alone(
    copy: Path, edit: Callable[..., Path], file: str, old: str, new: str, error: str
) -> None:
    site = copy / "site"
    site.mkdir()
    (site / "index.html").write_text("the site built before", encoding="utf-8")
    edit(file, old, new)
    result = run("build", "--root", str(copy))
    assert result.exit_code == 1
    (line,) = result.stderr.strip().splitlines()
    assert re.search(error, line), line
    assert re.search(r"\.(yml|j2):\d+: ", line), line
    assert "Traceback" not in result.output
    assert [path.name for path in site.iterdir()] == ["index.html"]
    assert (site / "index.html").read_text(encoding="utf-8") == "the site built before"


@pytest.mark.parametrize("file", [H100, NUMBERS, "data/sources.yml", "content/book.yml"])
def test_an_empty_file(copy: Path, file: str) -> None:
    (copy / file).write_text("", encoding="utf-8")
    result = run("build", "--root", str(copy))
    assert result.exit_code == 1
    assert f"{Path(file).name}:1: the file is empty" in result.stderr.splitlines()[0]


def test_check_says_how_much_it_looked_at(root: Path) -> None:
    result = run("check", "--root", str(root))
    assert result.exit_code == 0, result.output
    counts = dict(
        re.findall(r"^ *(\d+) (.+)$", result.output, re.M)
        and [
            (what, int(count)) for count, what in re.findall(r"^ *(\d+) (.+)$", result.output, re.M)
        ]
    )
    expected = "values in data/|sources|numbers|numbers in the text|pages|claims of other texts"
    assert set(counts) >= set(expected.split("|"))
    assert all(counts.values())


def test_a_claim_whose_verdict_changes_shows_up(copy: Path, edit: Callable[..., Path]) -> None:
    def verdicts() -> dict[str, str]:
        output = run("check", "--root", str(copy)).output
        found = re.findall(r"^ +(wrong kind|off|rounding|agrees)  (\S+) \(factor", output, re.M)
        return {id: kind for kind, id in found}

    before = verdicts()
    assert before["h100-1979"] == "off"
    edit(H100, "bf16: {dense: 989.4 TFLOP/s", "bf16: {dense: 1979 TFLOP/s")
    assert verdicts()["h100-1979"] == "agrees"


@pytest.mark.parametrize(
    "arguments",
    [
        ["accept"],
        ["accept", "-m", " "],
        ["accept", "-m", "why", "--date", "yesterday"],
        ["diff", "--format", "html"],
        ["explain"],
        ["impact"],
        ["calc", "ratio", "oops"],
        ["bild"],
        ["build", "--root", "/nowhere/at/all"],
    ],
)
def test_wrong_use_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_folder_that_is_no_book(tmp_path: Path) -> None:
    result = run("build", "--root", str(tmp_path))
    assert result.exit_code == 1
    assert "this is not the book's folder" in result.stderr


def test_schemas_describe_every_kind_of_file(copy: Path) -> None:
    result = run("schema", "--root", str(copy))
    assert result.exit_code == 0
    names = {path.stem for path in (copy / "build/schema").glob("*.json")}
    assert {"accelerators", "models", "runs", "systems", "sources", "numbers", "book"} <= names


def watched(root: Path) -> str:
    """What a build writes to a terminal besides its result."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bookgen", "build", "--root", str(root)]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=False)
    os.close(theirs)
    assert (run.returncode, run.stdout) == (1, b"")
    return os.read(ours, 10_000).decode()


def test_long_work_says_on_a_terminal_what_it_is_at(copy: Path, edit: Callable[..., Path]) -> None:
    edit(H100, "capacity: 80 GB", "capacity: 80")
    seen = watched(copy)
    assert "reading data and numbers ..." in seen
    told = seen.rpartition("\x1b[K")[2]  # what is left on the screen
    assert "h100-sxm.yml:" in told
    assert "reading" not in told
    command = [sys.executable, "-m", "bookgen", "build", "--root", str(copy)]
    piped = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "reading" not in piped.stdout + piped.stderr
    assert "\x1b" not in piped.stdout + piped.stderr


def test_every_step_is_told_as_it_begins(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(pipeline, "publish", lambda *_: [f"{len(told)} steps before"])
    assert pipeline.build(copy, told.append) == ["3 steps before"]
    assert told == [
        "reading data and numbers", "drawing figures and writing pages", "building the site"
    ]  # fmt: skip
