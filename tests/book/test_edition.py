"""The edition that a citation names is the one that the changelog describes."""

from __future__ import annotations

import tomllib
from pathlib import Path

from bookgen.pipeline import Loaded


def test_the_version_is_the_same_wherever_it_stands(root: Path, loaded: Loaded) -> None:
    edition = loaded.book.edition
    package = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest = (root / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert package["version"] == edition.version
    assert newest.startswith(f"{edition.version} ({edition.date})\n")
