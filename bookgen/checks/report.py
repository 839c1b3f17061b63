"""What a check is given and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bookgen.errors import BookError
from bookgen.render import Subject

__all__ = ["Check", "Report", "Subject"]


@dataclass(frozen=True)
class Report:
    """What one check found.

    Attributes:
        looked_at: how many things it looked at; nothing is a fault of the check.
        what: what they are, in the plural.
        faults: what must be mended.
        warnings: what somebody should look at.
    """

    looked_at: int
    what: str
    faults: list[BookError] = field(default_factory=list)
    warnings: list[BookError] = field(default_factory=list)


Check = Callable[[Subject], Report]
