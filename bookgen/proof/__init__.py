"""What proves a number: its name, formula, inputs and sources, as a page and as a card."""

from __future__ import annotations

from bookgen.proof.derivations import derivations
from bookgen.proof.names import name
from bookgen.proof.words import KINDS

__all__ = ["KINDS", "derivations", "name"]
