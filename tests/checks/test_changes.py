"""Values changed without a word about why, told from git; and what happens without git."""

from __future__ import annotations

import datetime
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import pipeline
from bookgen.checks import Report, Subject
from bookgen.checks.changes import changes
from bookgen.errors import BookError
from bookgen.rendered import Rendered

LATER = datetime.date(2100, 1, 1)
H100 = "data/accelerators/h100-sxm.yml"
CAPACITY = "capacity: 80 GB"


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def check(root: Path, since: str | None = None, today: datetime.date = LATER) -> Report:
    loaded = pipeline.load(root)
    return changes(Subject(root, loaded.book, loaded.graph, Rendered(), today, None, since))


@pytest.fixture
def repository(copy: Path) -> Path:
    """The copy of the book, committed."""
    shutil.rmtree(copy / "build", ignore_errors=True)
    git(copy, "init", "-q", "-b", "main")
    git(copy, "add", ".")
    git(copy, "commit", "-qm", "the book")
    return copy


def test_nothing_changed(repository: Path) -> None:
    report = check(repository)
    assert report.faults == []
    assert report.looked_at == len(list((repository / "data").rglob("*.yml")))


GB200 = "data/systems/gb200-nvl72.yml"
MI300X = "data/accelerators/mi300x.yml"

# file, old, new, the path that changed, and how its line begins
CHANGED = [
    (H100, CAPACITY, "capacity: 94 GB", "memory.capacity", "capacity:"),
    (H100, CAPACITY, "capacity: {value: 94 GB, note: new}", "memory.capacity", "capacity:"),
    (H100, "value: 700 W", "value: 350 W", "power", "power:"),
    (MI300X, "direction: both", "direction: each", "link.direction", "direction:"),
    (H100, "{value: 2022-03-22", "{value: 2022-03-23", "announced", "announced:"),
    (GB200, "range: 120 kW", "range: 110 kW", "power.range", "power:"),
    ("data/constants.yml", "6 FLOP", "3 FLOP", "constants.training_flop_per_param_token", "train"),
    ("data/history.yml", "2022-11-30", "2022-11-29", "events.chatgpt.date", "date:"),
    ("data/controls.yml", "2022-08-26", "2022-08-27", "rules.licence_letter_2022.date", "date:"),
    ("data/claims/h100-1979.yml", "says: 1979", "says: 1978", "says", "says:"),
]


@pytest.mark.parametrize(("file", "old", "new", "path", "line"), CHANGED)
def test_a_value_that_changed_silently_is_a_fault(
    repository: Path, edit: Callable[..., Path], file: str, old: str, new: str, path: str, line: str
) -> None:
    text = edit(file, old, new).read_text(encoding="utf-8")
    (fault,) = check(repository).faults
    assert fault.found.startswith(f"{path} changed from '")
    assert "neither its source nor its verified date did" in str(fault)
    assert fault.line
    assert text.splitlines()[fault.line - 1].strip().startswith(line)


NOT_SILENT = [
    (H100, CAPACITY, "capacity: {value: 94 GB, source: nvidia-spec-notes}"),
    (H100, CAPACITY, "capacity: {value: 94 GB, verified: 2027-02-28}"),
    (H100, "verified: 2026-11-30", "verified: 2027-02-28"),  # with another value, below
    (H100, CAPACITY, "capacity: 80e9 B"),
    (H100, CAPACITY, "capacity: {value: 80 GB, note: the same}"),
    (H100, "name: NVIDIA H100 SXM5 80 GB", "name: NVIDIA H100"),
    (H100, "  type: HBM3", "  type: HBM3 stacked"),
    (H100, "  capacity: 80 GB\n", "  capacity: 80 GB\n  stack_height: 8\n"),
    ("data/runs/gpt3-run.yml", "date: gpt3.released", "date: 2020-05-28"),
    ("data/history.yml", "length: 102.75 h", "length: 102.5 h"),  # never had a verified date
]


@pytest.mark.parametrize(("file", "old", "new"), NOT_SILENT)
def test_a_change_with_a_reason_is_none(
    repository: Path, edit: Callable[..., Path], file: str, old: str, new: str
) -> None:
    edit(file, old, new)
    if new.startswith("verified"):
        edit(H100, CAPACITY, "capacity: 94 GB")
    assert check(repository).faults == []


def test_data_verified_today_cannot_be_newer(repository: Path, edit: Callable[..., Path]) -> None:
    edit(H100, CAPACITY, "capacity: 94 GB")
    assert check(repository, today=datetime.date(2026, 11, 30)).faults == []
    assert len(check(repository, today=datetime.date(2026, 12, 1)).faults) == 1


def test_since_a_branch_looks_at_every_commit_on_this_one(
    repository: Path, edit: Callable[..., Path]
) -> None:
    git(repository, "switch", "-qc", "change")
    edit(H100, CAPACITY, "capacity: 94 GB")
    git(repository, "commit", "-qam", "a change")
    assert check(repository).faults == []
    assert len(check(repository, since="main").faults) == 1
    git(repository, "switch", "-q", "main")
    edit(H100, "value: 700 W", "value: 600 W")
    git(repository, "commit", "-qam", "on main since")
    git(repository, "switch", "-q", "change")
    assert len(check(repository, since="main").faults) == 1


def test_a_file_that_is_new_or_gone_changed_nothing(repository: Path) -> None:
    cpus = repository / "data/cpus"
    (cpus / "epyc-9575f.yml").rename(cpus / "epyc-9575x.yml")
    report = check(repository)
    assert report.faults == []
    assert report.looked_at


def test_without_git_nothing_is_looked_at_and_it_says_so(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = check(copy)
    assert (report.looked_at, report.faults) == (0, [])
    assert "not looked at, not a git repository" in report.skipped
    monkeypatch.setenv("PATH", "")
    report = check(copy)
    assert (report.looked_at, report.faults) == (0, [])
    assert "not looked at, git cannot be run" in report.skipped


def test_a_ref_that_is_none_is_told(repository: Path) -> None:
    with pytest.raises(BookError, match="'origin/nope' cannot be compared with"):
        check(repository, since="origin/nope")


def test_a_book_inside_another_repository(tmp_path: Path, copy: Path) -> None:
    """Paths are those of the book's folder, wherever the repository begins."""
    outer = tmp_path / "outer"
    outer.mkdir()
    for name in ("content", "data"):
        shutil.copytree(copy / name, outer / "book" / name)
    git(outer, "init", "-q")
    assert check(outer / "book").skipped  # nothing is committed yet
    git(outer, "add", "book/content")
    git(outer, "commit", "-qm", "no data")
    assert "the book's data/ is not in git" in check(outer / "book").skipped
    git(outer, "add", ".")
    git(outer, "commit", "-qm", "all")
    file = outer / "book" / H100
    file.write_text(file.read_text("utf-8").replace(CAPACITY, "capacity: 94 GB"), "utf-8")
    assert len(check(outer / "book").faults) == 1
