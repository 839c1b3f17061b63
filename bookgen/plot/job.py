"""What one drawing depends on, and the key it is kept under."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib import metadata
from pathlib import Path

from bookgen.errors import BookError
from bookgen.plot.cast import Entity, Measured, Moment
from bookgen.plot.style import FONT_PACKAGE

# Besides the figure's own files, what decides how a drawing looks and how its numbers are written.
_MACHINE = ("plot/*.py", "language/*.py", "units.py", "units.txt")
_PACKAGES = ("matplotlib", FONT_PACKAGE)


@dataclass(frozen=True)
class Job:
    """All that one drawing depends on.

    Attributes:
        id, language, variant: what is drawn.
        size: width and height in pixels.
        source: the text of the module that draws.
        values: the declared numbers.
        families: the declared families' numbers, by alias and entity.
        entities: those who appear, by id.
        moments: the dated events, if the figure shows them.
        labels: the labels' texts, with their numbers written.
        members: the texts for each entity of a family, by the family's alias.
        module, file: the module and the YAML file, for the places of errors.
        lines: the lines of the YAML file on which ``numbers`` and each label stand.
    """

    id: str
    language: str
    variant: str
    size: tuple[int, int]
    source: str
    values: dict[str, Measured]
    families: dict[str, dict[str, Measured]]
    entities: dict[str, Entity]
    moments: tuple[Moment, ...]
    labels: dict[str, str]
    members: dict[str, dict[str, str]]
    module: Path
    file: Path
    lines: dict[str, int]

    @cached_property
    def key(self) -> str:
        """A hash of everything that can change the drawing, and of nothing else."""
        said = {
            name: value
            for name, value in asdict(self).items()
            if name not in {"module", "file", "lines"}
        }
        text = json.dumps([said, _machine()], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def target(self, folder: Path) -> Path:
        """The file in the cache that holds the drawing."""
        return folder / f"{self.stem}.{self.key}.svg"

    @property
    def stem(self) -> str:
        """What the names of this drawing's files in the cache start with."""
        return f"{self.id}.{self.language}.{self.variant}"

    def label_with(self, glyph: str) -> str:
        """The name of the first label with this character, or nothing."""
        return next((name for name, text in self.labels.items() if glyph in text), "")


def _machine() -> list[str]:
    """The code and the packages that draw, as read at this moment."""
    home = Path(__file__).parent.parent
    files = sorted(file for pattern in _MACHINE for file in home.glob(pattern))
    code = hashlib.sha256()
    for file in files:
        code.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return [code.hexdigest(), *(_version(package) for package in _PACKAGES)]


@cache
def _version(package: str) -> str:
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        raise BookError(
            f"the package {package} is missing", hint=f"pip install {package}"
        ) from None
