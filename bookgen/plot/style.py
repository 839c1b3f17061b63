"""matplotlib as the book uses it: our fonts, our settings, and every warning a fault.

Nothing here outlives a drawing: settings, fonts and log handlers are put back afterwards.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import unicodedata
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bookgen.errors import BookError

FONT_PACKAGE = "pylopdf-fonts-zh-cn"
FAMILIES = ("DejaVu Sans", "Noto Sans SC")
FONT_SIZE = 14.0  # that of a caption, at the width that the drawing is made for
DPI = 72  # an SVG of matplotlib's has 72 pixels to the inch
INK, MUTED, GRID, PAPER = "#f10001", "#f10002", "#f10003", "#f10004"
A, B, C, D = "#f1000a", "#f1000b", "#f1000c", "#f1000d"

_SETTINGS: dict[str, Any] = {
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.labelcolor": MUTED,
    "axes.labelsize": FONT_SIZE,
    "axes.unicode_minus": True,
    "font.family": list(FAMILIES),
    "font.size": FONT_SIZE,
    "grid.color": GRID,
    "grid.linewidth": 1.0,
    "lines.scale_dashes": False,
    "lines.solid_capstyle": "butt",
    "patch.force_edgecolor": False,
    "path.simplify": False,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "text.usetex": False,
    "xtick.bottom": False,
    "xtick.color": GRID,
    "xtick.labelcolor": MUTED,
    "xtick.labelsize": FONT_SIZE,
    "xtick.minor.bottom": False,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
    "ytick.labelsize": FONT_SIZE,
    "ytick.left": False,
    "ytick.minor.left": False,
}


class MissingGlyphError(BookError):
    """A character that none of the fonts can draw."""

    def __init__(self, glyph: str) -> None:
        name = unicodedata.name(glyph, "unnamed")
        super().__init__(
            f"no font has the glyph '{glyph}' (U+{ord(glyph):04X} {name})",
            expected=f"a character of {' or '.join(FAMILIES)}",
        )
        self.glyph = glyph


@contextmanager
def matplotlib_for_the_book(config: Path, salt: str) -> Iterator[None]:
    """Settings and fonts for one drawing, put back when it ends, however it ends.

    Args:
        config: a folder for matplotlib's own files, so that no user's settings matter.
        salt: what the ids in the SVG are made from.

    Raises:
        BookError: a missing glyph or font, or anything else that matplotlib warns of.
    """
    _import(config)
    import matplotlib

    with matplotlib.rc_context(), _fonts(), _no_open_figures(), _listening():
        matplotlib.rcdefaults()
        settings: Any = _SETTINGS | {"svg.hashsalt": salt}
        matplotlib.rcParams.update(settings)
        yield


def _import(config: Path) -> None:
    """Import matplotlib with its folder under our cache."""
    if "matplotlib.font_manager" in sys.modules:
        return
    config.mkdir(parents=True, exist_ok=True)
    before = os.environ.get("MPLCONFIGDIR")
    os.environ["MPLCONFIGDIR"] = str(config)
    try:
        import matplotlib.font_manager  # noqa: F401
    finally:
        if before is None:
            del os.environ["MPLCONFIGDIR"]
        else:
            os.environ["MPLCONFIGDIR"] = before


@contextmanager
def _fonts() -> Iterator[None]:
    """Only matplotlib's own fonts and the package's: no font of the machine is ever chosen."""
    import matplotlib
    from matplotlib.font_manager import fontManager

    before = list(fontManager.ttflist)
    own = Path(matplotlib.get_data_path()).resolve()
    fontManager.ttflist[:] = [
        font for font in before if Path(font.fname).resolve().is_relative_to(own)
    ]
    try:
        fontManager.addfont(_noto())  # this forgets what was found among other fonts
        missing = set(FAMILIES) - {font.name for font in fontManager.ttflist}
        if missing:
            raise BookError(f"the font {' and '.join(sorted(missing))} is missing")
        yield
    finally:
        fontManager.ttflist[:] = before


def _noto() -> Path:
    try:
        from pylopdf_fonts_zh_cn import sans_path
    except ImportError:
        raise BookError(
            f"the font package {FONT_PACKAGE} is missing", hint=f"pip install {FONT_PACKAGE}"
        ) from None
    return Path(sans_path())


@contextmanager
def _no_open_figures() -> Iterator[None]:
    """Close what a drawing left open in pyplot, which keeps every figure it made."""
    before = _open_figures()
    try:
        yield
    finally:
        for number in _open_figures() - before:
            sys.modules["matplotlib.pyplot"].close(number)


def _open_figures() -> set[int]:
    pyplot = sys.modules.get("matplotlib.pyplot")
    return set(pyplot.get_fignums()) if pyplot else set()


class _Heard(logging.Handler):
    """Keeps what matplotlib logs as a warning, such as a family that is not found."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _listening() -> Iterator[None]:
    """Turn what matplotlib only warns of into a fault."""
    heard, logger = _Heard(), logging.getLogger("matplotlib")
    before = logger.propagate, logger.level
    logger.propagate = False
    logger.setLevel(logging.WARNING)
    logger.addHandler(heard)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
    finally:
        logger.removeHandler(heard)
        logger.propagate, logger.level = before
    for message in [*heard.messages, *(str(warning.message) for warning in caught)]:
        raise _fault(message)


def _fault(message: str) -> BookError:
    match = re.match(r"Glyph (\d+) ", message)
    return MissingGlyphError(chr(int(match[1]))) if match else BookError(f"matplotlib: {message}")
