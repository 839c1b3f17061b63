"""Times our own work against the site builder's, on the book and on synthetic chapters.

Own work is everything from an interpreter's start to the Markdown on disk: imports, data,
numbers, templates, with figures cached. The builder's is the MkDocs builds fed with it.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHAPTER = "one-gpu"
OWN = """
from pathlib import Path
from bookgen import pipeline, render
loaded = pipeline.load(Path({root!r}))
render.write(Path({root!r}) / "build" / "docs", pipeline.compose(loaded))
"""
SITE = """
import time
from pathlib import Path
from bookgen import pipeline, site
loaded = pipeline.load(Path({root!r}))
rendered = pipeline.compose(loaded)
start = time.perf_counter()
pipeline.publish(loaded, rendered)
print(time.perf_counter() - start)
"""


def synthetic(root: Path, chapters: int) -> None:
    """A book of so many copies of the chapter, with the real data and figures."""
    for name in ("data", "figures", "content"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "mkdocs.yml", root)
    book = root / "content" / "book.yml"
    entries = ""
    for number in range(1, chapters):
        shutil.copytree(root / "content" / CHAPTER, root / "content" / f"copy-{number}")
        entries += f"  copy-{number}:\n    title: {{zh: 副本 {number}, en: Copy {number}}}\n"
    text = book.read_text(encoding="utf-8")
    marker = "  derivations:\n"
    book.write_text(text.replace(marker, entries + marker), encoding="utf-8")


def run(code: str, root: Path) -> tuple[float, str]:
    """Wall seconds of a fresh interpreter on the code, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code.format(root=str(root))],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - start, done.stdout


def measure(chapters: int, runs: int = 5) -> tuple[float, float, float]:
    """Own work with no cache (all figures drawn), with one (median), and the site builds."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        synthetic(root, chapters)
        cold, _ = run(OWN, root)
        warm = statistics.median(run(OWN, root)[0] for _ in range(runs))
        site = statistics.median(float(run(SITE, root)[1].split()[-1]) for _ in range(3))
        return cold, warm, site


def main() -> None:
    """Print the table, and fail where our own work takes longer than it may."""
    print(
        f"{'chapters':>8} {'own, cold':>10} {'own, warm':>10} {'site builds':>12} {'own/site':>9}"
    )
    warm = {}
    for chapters in (1, 10):
        cold, warm[chapters], site = measure(chapters)
        share = warm[chapters] / site
        print(f"{chapters:>8} {cold:>9.2f}s {warm[chapters]:>9.2f}s {site:>11.2f}s {share:>9.2f}")
        if share >= 1:
            sys.exit("our own work takes longer than the builds it feeds")
    growth = warm[10] / warm[1]
    print(f"ten times the chapters take {growth:.1f} times as long")
    if growth > 10:
        sys.exit("that is more than ten times as long")


if __name__ == "__main__":
    main()
