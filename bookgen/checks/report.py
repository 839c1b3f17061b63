"""What a check is given and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bookgen.errors import BookError
from bookgen.rendered import Subject

__all__ = ["Check", "Report", "Subject"]


@dataclass(frozen=True)
class Report:
    """What one check found.

    Attributes:
        looked_at: how many things it looked at; nothing is a fault of the check.
        what: what they are, in the plural.
        faults: what must be mended.
        warnings: what somebody should look at.
        skipped: why it could look at nothing, where that is no fault.
    """

    looked_at: int
    what: str
    faults: list[BookError] = field(default_factory=list)
    warnings: list[BookError] = field(default_factory=list)
    skipped: str = ""


Check = Callable[[Subject], Report]
