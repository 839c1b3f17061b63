"""Data that nobody has read about for long: warned of, refused only when asked to."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bookgen import pipeline
from bookgen.checks import Report, Subject, table_of_ages
from bookgen.checks.ages import Verified, ages, verified
from bookgen.cli import main
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered

H100 = "data/accelerators/h100-sxm.yml"
POWER = "power: {value: 700 W,"


@pytest.fixture(scope="module")
def found(loaded: Loaded) -> list[Verified]:
    """Everything in data/ that has a verified date."""
    return list(verified(loaded.graph.catalog, loaded.root / "data"))


@pytest.fixture(scope="module")
def today(found: list[Verified]) -> datetime.date:
    """The day after the newest of them, so that no test looks at the clock."""
    newest = max(one.day for one in found)
    return datetime.date.fromisoformat(newest) + datetime.timedelta(1)


def subject(root: Path, today: datetime.date, max_age: int | None = None) -> Subject:
    loaded = pipeline.load(root)
    return Subject(root, loaded.book, loaded.graph, Rendered(), today, max_age)


def check(root: Path, today: datetime.date, max_age: int | None = None) -> Report:
    return ages(subject(root, today, max_age))


def ago(today: datetime.date, days: int) -> str:
    return str(today - datetime.timedelta(days))


def test_all_that_has_a_verified_date_is_looked_at(
    root: Path, found: list[Verified], today: datetime.date
) -> None:
    oldest = max(one.days(today) for one in found)
    assert check(root, today, oldest).faults == []
    assert check(root, today, oldest - 1).faults != []
    assert check(root, today).looked_at == len(found) > 1000
    kinds = {one.id.split()[0].split(".")[0] for one in found}
    assert {"h100-sxm", "constants", "history", "controls", "h100-1979"} <= kinds


def test_old_data_are_a_warning_a_file(
    copy: Path, edit: Callable[..., Path], today: datetime.date
) -> None:
    before = ago(today, 400)[:7]
    edit(H100, "\nverified: ", f"\nverified: {before}  # ")
    report = check(copy, today)
    assert report.faults == []
    (warning,) = report.warnings
    told = rf"\d\d verified more than 365 days ago, first h100-sxm\.\S+ on {before}"
    assert re.search(rf"h100-sxm\.yml:\d+: {told}", str(warning))


@pytest.mark.parametrize(
    ("file", "id"),
    [
        (H100, r"h100-sxm\.\S+"),
        ("data/constants.yml", r"constants\.\w+"),
        ("data/claims/six-nd.yml", "six-nd"),
        ("data/history.yml", r"history \w+"),
        ("data/controls.yml", r"controls \w+"),
    ],
)
def test_max_age_makes_old_data_a_fault(
    copy: Path, today: datetime.date, file: str, id: str
) -> None:
    before = ago(today, 900)
    text = (copy / file).read_text(encoding="utf-8")
    planted, count = re.subn(r"(?m)^( *verified:) .*$", rf"\g<1> {before}", text, count=1)
    assert count
    (copy / file).write_text(planted, encoding="utf-8")
    assert check(copy, today, 900).faults == []
    (fault,) = check(copy, today, 899).faults
    assert re.search(rf"verified more than 899 days ago, first {id} on {before}", str(fault))
    assert fault.file == copy / file


def test_a_value_has_an_age_of_its_own(
    copy: Path, edit: Callable[..., Path], today: datetime.date
) -> None:
    path = edit(H100, POWER, f"{POWER} verified: {ago(today, 366)},")
    (warning,) = check(copy, today).warnings
    assert "1 verified more than 365 days ago, first h100-sxm.power" in str(warning)
    assert warning.line
    line = path.read_text(encoding="utf-8").splitlines()[warning.line - 1]
    assert line.startswith("power:")


def test_a_day_to_come_is_a_fault(
    copy: Path, edit: Callable[..., Path], today: datetime.date
) -> None:
    later = ago(today, -40)
    edit(H100, POWER, f"{POWER} verified: {later},")
    (fault,) = check(copy, today).faults
    assert f"h100-sxm.power was verified on {later}, which is yet to come" in str(fault)
    eve = datetime.date.fromisoformat(later) - datetime.timedelta(1)
    assert check(copy, eve).faults == []  # in the east it is that day already


def test_the_table_begins_with_the_oldest(
    copy: Path, edit: Callable[..., Path], today: datetime.date
) -> None:
    before = ago(today, 900)
    edit(H100, POWER, f"{POWER} verified: {before},")
    rows = table_of_ages(subject(copy, today))
    assert rows[0].split() == ["900", "days", before, "1", H100]
    days = [int(row.split()[0]) for row in rows]
    assert days == sorted(days, reverse=True)
    assert sum(int(row.split()[3]) for row in rows) == check(copy, today).looked_at


def test_the_command_warns_refuses_and_lists(copy: Path, edit: Callable[..., Path]) -> None:
    """Against the clock itself: the planted day is older than any age that is asked for."""
    edit(H100, POWER, f"{POWER} verified: 2001-01-01,")
    run = CliRunner().invoke(main, ["check", "--root", str(copy)])
    assert run.exit_code == 0
    assert re.search(r"warning: .*h100-sxm\.power on 2001-01-01.* \[ages\]", run.stderr)
    run = CliRunner().invoke(main, ["check", "--ages", "--max-age", "9000", "--root", str(copy)])
    assert run.exit_code == 1
    assert "h100-sxm.power on 2001-01-01" in run.stderr
    listed = [line for line in run.stdout.splitlines() if " days  " in line]
    assert "2001-01-01" in listed[0]
    assert len(listed) > 100


def test_the_same_book_ages_while_it_lies(loaded: Loaded, today: datetime.date) -> None:
    now = Subject(loaded.root, loaded.book, loaded.graph, Rendered(), today)
    in_ten_years = replace(now, today=today + datetime.timedelta(3650))
    assert len(ages(in_ten_years).warnings) > 100 > len(ages(now).warnings)
