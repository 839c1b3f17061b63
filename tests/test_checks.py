"""Each check on the real book, and on a copy with the fault that it should catch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import checks, pipeline
from bookgen.checks import Report, Subject
from bookgen.errors import BookError


@pytest.fixture(scope="session")
def reports(subject: Subject) -> dict[str, Report]:
    """What every check says of the book as it ships."""
    return dict(checks.run(subject))


def examine(root: Path, check: str) -> Report:
    """What one check says of a copy of the book."""
    return checks.CHECKS[check](pipeline.subject(root))


def test_a_clean_book_has_no_faults_and_each_check_looked_at_something(
    reports: dict[str, Report],
) -> None:
    assert list(reports) == list(checks.CHECKS)
    assert {name: report.faults for name, report in reports.items() if report.faults} == {}
    idle = [name for name, report in reports.items() if not report.looked_at and not report.skipped]
    assert idle == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_condition_that_is_broken_is_a_fault_at_its_line(
    copy: Path, edit: Callable[..., Path], language: str
) -> None:
    path = edit(f"content/one-gpu/{language}.md.j2", "holds('5 to 10'", "holds('5 to 9'")
    (fault,) = examine(copy, "guards").faults
    assert fault.file == path
    assert "holds('5 to 9'" in path.read_text(encoding="utf-8").splitlines()[fault.line - 1]  # type: ignore[operator]
    assert "no longer holds: one-gpu.bandwidth_ratio is 9.3471" in str(fault)


def test_a_condition_near_its_edge_is_a_warning(copy: Path, edit: Callable[..., Path]) -> None:
    edit("content/one-gpu/en.md.j2", "holds('5 to 10'", "holds('5 to 9.4'")
    report = examine(copy, "guards")
    assert report.faults == []
    assert ["is near the edge" in str(warning) for warning in report.warnings] == [True]


@pytest.mark.parametrize(
    ("condition", "told"),
    [("5", "'5' is not a range"), ("10 to 5", "ends before"), ("above much", "'much'")],
)
def test_a_condition_that_says_nothing_is_refused(
    copy: Path, edit: Callable[..., Path], condition: str, told: str
) -> None:
    edit("content/one-gpu/en.md.j2", "holds('5 to 10'", f"holds('{condition}'")
    with pytest.raises(BookError, match=told):
        examine(copy, "guards")
