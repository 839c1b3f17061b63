"""Fixtures: the book itself, and copies of it to break."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import hypothesis
import pytest

from bookgen import pipeline
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered, Subject

# A busy machine is slow, not wrong.
hypothesis.settings.register_profile("book", deadline=None)
hypothesis.settings.load_profile("book")

ROOT = Path(__file__).parent.parent
SOURCES = ("content", "data", "figures")
FILES = ("mkdocs.yml", "README.md", "README.zh.md")


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


@pytest.fixture(scope="session")
def subject(loaded: Loaded, rendered: Rendered) -> Subject:
    """The whole book as it ships."""
    return Subject(ROOT, loaded.book, loaded.graph, rendered)


@pytest.fixture(scope="session")
def duplicate() -> Callable[[Path], Path]:
    """Copies the book's sources, with its figure cache, into a folder."""

    def into(folder: Path) -> Path:
        for name in SOURCES:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        for name in FILES:
            shutil.copy(ROOT / name, folder / name)
        cache = ROOT / "build" / "cache"
        if cache.is_dir():
            shutil.copytree(cache, folder / "build" / "cache")
        return folder

    return into


@pytest.fixture
def copy(tmp_path: Path, duplicate: Callable[[Path], Path]) -> Path:
    """A copy of the book that a test may break."""
    return duplicate(tmp_path)


@pytest.fixture
def copied(copy: Path, subject: Subject) -> Subject:
    """A copy of the book's files, with the book as it ships in memory: quick, for tests of text."""
    return replace(subject, root=copy)


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
