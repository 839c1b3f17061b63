"""Fixtures: the book itself, and copies of it to break."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from bookgen import pipeline
from bookgen.pipeline import Loaded
from bookgen.render import Rendered

# A busy machine is slow, not wrong.
hypothesis.settings.register_profile("book", deadline=None)
hypothesis.settings.load_profile("book")

ROOT = Path(__file__).parent.parent
SOURCES = ("content", "data", "figures")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def loaded() -> Loaded:
    """The book's data and numbers as they ship."""
    return pipeline.load(ROOT)


@pytest.fixture(scope="session")
def rendered(loaded: Loaded) -> Rendered:
    """The book's Markdown as it ships."""
    return pipeline.compose(loaded)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the book's sources, with its figure cache, that a test may break."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", tmp_path / "mkdocs.yml")
    cache = ROOT / "build" / "cache"
    if cache.is_dir():
        shutil.copytree(cache, tmp_path / "build" / "cache")
    return tmp_path


@pytest.fixture
def edit(copy: Path) -> Callable[..., Path]:
    """Replace text in a file of the copy; the text must be there, so that the plant is real."""

    def replace(file: str, old: str, new: str) -> Path:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return replace
