"""How Chinese and how English write a number. Rounding happens here and nowhere else."""

from __future__ import annotations

from bookgen.language.writing import LANGUAGES, Style, said, span, to, with_unit, write

__all__ = ["LANGUAGES", "Style", "said", "span", "to", "with_unit", "write"]
