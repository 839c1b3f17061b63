"""Reviews of the book's numbers: what has changed since the last one, and taking it in.

The lock says what the book said then, the journal why it was taken in. ``examine`` holds the book
against both.
"""

from __future__ import annotations

from bookgen.review.accept import accept, reasons
from bookgen.review.examine import Review, examine

__all__ = ["Review", "accept", "examine", "reasons"]
