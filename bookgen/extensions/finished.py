"""Markdown extension: HTML that is finished goes into the page as it is.

What stands between the lines ``<!-- finished -->`` and ``<!-- /finished -->`` begins and ends with
one block element. Nothing reads it: Markdown and MkDocs would each parse it from end to end to
find that there is nothing to do, which for thousands of entries takes seconds.
"""

from __future__ import annotations

import re

import markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

_FINISHED = re.compile(r"^<!-- finished -->\n(.*?)\n<!-- /finished -->$", re.DOTALL | re.MULTILINE)


class _Finished(Preprocessor):
    """Puts finished HTML aside before anything else sees it."""

    def run(self, lines: list[str]) -> list[str]:
        keep = self.md.htmlStash.store
        return _FINISHED.sub(lambda match: f"\n{keep(match[1])}\n", "\n".join(lines)).split("\n")


class FinishedExtension(Extension):
    """The extension; see the module."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        """After white space is made regular (30), before raw HTML is looked for (21 and 20)."""
        md.preprocessors.register(_Finished(md), "bookgen-finished", 25)


def makeExtension(**options: object) -> FinishedExtension:
    """How Python-Markdown loads this module by name."""
    return FinishedExtension(**options)
