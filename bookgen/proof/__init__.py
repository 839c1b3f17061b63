"""What proves a number: its name, formula, inputs and sources, as pages and as a card."""

from __future__ import annotations

from bookgen.proof.behind import behind
from bookgen.proof.derivations import pages
from bookgen.proof.ledger import Ledger
from bookgen.proof.names import name
from bookgen.proof.words import KINDS
from bookgen.proof.writer import day

__all__ = ["KINDS", "Ledger", "behind", "day", "name", "pages"]
