"""Figures: declared beside their module, drawn once, kept by what they depend on.

A figure ``one-gpu-years`` is ``figures/one_gpu_years.py``, with a function ``draw(drawing)``, and
``figures/one_gpu_years.yml``, with its numbers, sizes, labels, caption and alt text. matplotlib is
imported only when something must really be drawn.
"""

from __future__ import annotations

from bookgen.plot.drawing import Drawing
from bookgen.plot.figures import Figures

__all__ = ["Drawing", "Figures"]
