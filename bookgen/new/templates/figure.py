"""One bar, to be replaced by what the figure shows."""

from __future__ import annotations

from bookgen.plot import Drawing


def draw(drawing: Drawing) -> None:
    """Draw one variant; lengths are pixels, texts and values come from the YAML file."""
    below = drawing.text(0, 16, drawing.label("value"), width=drawing.width)
    drawing.boxes([(0, below, drawing.width, 24)], fill=drawing.a)
    drawing.crop(below + 24)
