"""Where on the site a number is proved: the one place that knows."""

from __future__ import annotations


def derivations(page: str) -> str:
    """The page that proves the numbers of a page: ``derivations-one-gpu``."""
    return f"derivations-{page}"


def derivation(id: str) -> str:
    """Where a number is proved, from any page: ``derivations-one-gpu.html#one-gpu.mfu``."""
    return f"{derivations(id.partition('.')[0])}.html#{id}"
