"""From the book's Markdown to its site: built, checked, published at once or not at all."""

from __future__ import annotations

from bookgen.site.assembly import build
from bookgen.site.builder import Language, Page
from bookgen.site.locking import lock

__all__ = ["Language", "Page", "build", "lock"]
