"""A maintainer adds a part: check, site, diff, accept, and not one edit outside data/."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from click.testing import CliRunner, Result

from bookgen import checks, pipeline, review
from bookgen.cli import main
from bookgen.rendered import Subject

PART = """\
name: Acme Abacus 9000
source: lockwood-h100
kind: datasheet
verified: 2026-11-30
vendor: Acme
type: gpu
per: gpu
architecture: beads
form_factor: frame
announced: 2026-11-01
peak:
  fp32: {dense: 100 TFLOP/s}
  bf16: {dense: 2 PFLOP/s}
  fp16: {dense: 2 PFLOP/s}
  fp8: {dense: 4 PFLOP/s}
  fp4: {dense: 8 PFLOP/s}
memory:
  capacity: 512 GB
  bandwidth: 20 TB/s
link: {name: Beads, bandwidth: 2 TB/s, direction: both}
power: 1500 W
"""


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--root", str(root)])


def sources(root: Path) -> dict[str, str]:
    """Every file of the book that people or commands write, by what is in it."""
    files = (path for path in root.rglob("*") if path.is_file())
    built = ("build", "site")
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.relative_to(root).parts[0] not in built
    }


def test_a_new_part_needs_no_edit_but_its_file(copy: Path) -> None:
    before = sources(copy)
    (copy / "data/accelerators/acme-9000.yml").write_text(PART, encoding="utf-8")

    check = run(copy, "check")
    assert check.exit_code == 1
    (stale,) = [line for line in check.stderr.splitlines() if not line.startswith("warning")]
    assert re.search(r"numbers\.lock\.yml: \d+ numbers and words are not as they were", stale)

    assert run(copy, "build").exit_code == 0  # it can be looked at before it is taken in
    for language in ("zh", "en"):
        table = (copy / "site" / language / "accelerators.html").read_text(encoding="utf-8")
        assert 'id="acme-9000"' in table

    diff = run(copy, "diff", "--format", "markdown")
    assert diff.exit_code == 1
    assert "data/accelerators/acme-9000.yml: acme-9000 is new" in diff.stdout
    assert "| `accelerators.acme-9000.bf16` | 2000 TFLOP/s, new | " in diff.stdout

    accept = ["accept", "-m", "The Abacus 9000 is out", "--zh", "Abacus 9000 上架"]
    assert run(copy, *accept, "--date", "2099-01-02").exit_code == 0

    after = sources(copy)
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    assert changed == {
        "data/accelerators/acme-9000.yml",  # the only file that a hand wrote
        "content/numbers.lock.yml",
        "content/changes.yml",
    }
    taken_in = pipeline.subject(copy)
    assert not review.examine(taken_in).difference
    assert [fault for _, report in checks.run(taken_in) for fault in report.faults] == []
    for language, why, name in (
        ("zh", "Abacus 9000 上架", "Acme Abacus 9000：BF16 稠密"),
        ("en", "The Abacus 9000 is out", "Acme Abacus 9000: BF16 dense"),
    ):
        told(taken_in, language, why, name)


def told(book: Subject, language: str, why: str, name: str) -> None:
    """The page of changes has the review first, with old and new, and its links lead somewhere."""
    page = book.rendered.pages[language, "changes"]
    entry = page.split("## ")[1]
    assert entry.startswith(f"{why} {{#review-2099-01-02}}")
    assert '<time datetime="2099-01-02">' in entry
    assert f'<a href="accelerators.html#acme-9000">{name}</a>' in entry
    assert "<ins>2,000\N{NO-BREAK SPACE}TFLOP/s</ins>" in entry
    assert entry.split("<details")[0].count("<li>") == 10
    assert entry.count("<li>") > 10
    links = re.findall(r'href="([\w-]+)\.html#([^"]+)"', entry)
    assert links
    for target, anchor in links:
        where = book.rendered.pages[language, target]
        assert f'id="{anchor}"' in where or f"{{#{anchor}}}" in where
