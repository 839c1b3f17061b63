"""Templates -> Markdown in build/docs: one folder a language, only changed files rewritten."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bookgen import (
    anchors,
    claims,
    proof,
    reference,
    schema,
    templates,
    yamlfile,
    yardsticks,
)
from bookgen.book import Book, template
from bookgen.errors import BookError, did_you_mean, raise_all
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.page import Mention, Names, Page, Use, here
from bookgen.plot import Figures
from bookgen.reference import Shelf
from bookgen.rendered import Pages, Rendered

_TODO = re.compile(r"\bTODO\b")


class Renderer:
    """Renders a book's pages from its templates, numbers and figures."""

    def __init__(self, root: Path, book: Book, graph: Graph) -> None:
        self.content = root / "content"
        self.data = root / "data"
        self.book = book
        self.graph = graph
        self.env = templates.environment(root / "build" / "cache" / "templates")
        self.figures = Figures(root, graph, root / "build" / "cache" / "figures")

    def render(self) -> Rendered:
        """Render every page in every language.

        Raises:
            BookError: every fault found in the templates, each with file and line.
        """
        sources = self._sources()
        self._require_finished(sources)
        self.figures.prepare(list(self._figures_in(sources)), self.book.languages)
        pages, errors = Pages(), []
        rendered = Rendered(pages)
        for (language, id), source in sources.items():
            shelf = Shelf(self.book, self.graph, self.data, Page(id, language, self.graph))
            file = template(self.content, id, language)
            try:
                text = templates.render(self.env, source, file, None, self._context(shelf))
            except BookError as bad:
                errors.append(bad)
                continue
            rendered.keep(shelf, text, source)
        raise_all(errors)
        self._check(sources)
        rendered.drawn = self.figures.shown
        self._generate(rendered)
        self._derive(rendered, pages)
        return rendered

    def _generate(self, rendered: Rendered) -> None:
        """The reference pages, which have no templates."""
        for id, entry in self.book.pages.items():
            for language in self.book.languages:
                if entry.kind in reference.PAGES:
                    text, shelf = reference.page(id, self.book, self.graph, self.data, language)
                    rendered.keep(shelf, text)

    def _derive(self, rendered: Rendered, pages: Pages) -> None:
        """The derivations, last of all, since they tell every use; nothing else rests on them.

        They are the longest pages by far, and who only checks the book does not read them.
        """
        ledger = proof.Ledger(
            self.book, self.graph, rendered.reference, rendered.places, rendered.anchors
        )
        ledger.require_names()
        for language in self.book.languages:
            for id, make in proof.pages(ledger, language):
                pages.put_off((language, id), make)

    def _sources(self) -> dict[tuple[str, str], str]:
        return {
            (language, id): yamlfile.read_text(template(self.content, id, language))
            for id in self.book.written
            for language in self.book.languages
        }

    def _require_finished(self, sources: Mapping[tuple[str, str], str]) -> None:
        """Refuse templates with a TODO in them, and figures, those too that no page prints."""
        errors = [
            BookError(
                f"'{line.strip()}' is still to be written",
                file=template(self.content, id, language),
                line=number,
            )
            for (language, id), source in sources.items()
            for number, line in enumerate(source.splitlines(), 1)
            if _TODO.search(line)
        ]
        for id in self.figures.ids():
            try:
                self.figures.spec(id)
            except BookError as bad:
                errors.append(bad)
        raise_all(errors)

    def _behind(
        self, page: Page, numbers: Sequence[Number], texts: Mapping[str, str]
    ) -> Iterator[str]:
        return proof.behind(page, numbers, texts, self.graph.catalog)

    def _context(self, shelf: Shelf) -> dict[str, Any]:
        page = shelf.page

        def figure(id: str) -> str:
            return self.figures.html(id, page.language, page, self._behind)

        def yardstick(number: Any) -> str:
            if not isinstance(number, Number):
                raise BookError(f"'{number}' is not a number", expected="yardstick(n.name)")
            history = self.graph.catalog.history
            words = yardsticks.say(history, number, page.language)
            name = yardsticks.nearest(history, number)
            return page.words(Use(number, words, "yardstick", here(), name=name))

        def claim(id: str) -> str:
            words = reference.verdicts.link(self.book, self._verdicts, id, page.language)
            return page.words(Use(self._verdicts[id].number, words, "claim", here(), name=id))

        def accelerators() -> str:
            own = Page(self.book.page_of("accelerators"), page.language, self.graph)
            text = reference.accelerators.excerpt(replace(shelf, page=own))
            page.uses += [use for use in own.uses if f'data-num="{use.number.id}"' in text]
            return text

        def controls() -> str:
            return reference.controls.compose(shelf)

        def entity(id: str) -> schema.Entity:
            page.mentions.append(Mention(id, place=here()))
            return self.graph.catalog.entity(id)

        return {
            "page": page,
            "n": Names(page),
            "accelerators": accelerators,
            "controls": controls,
            "figure": figure,
            "claim": claim,
            "yardstick": yardstick,
            "entity": entity,
        }

    @functools.cached_property
    def _verdicts(self) -> dict[str, claims.Verdict]:
        """What became of each claim that other texts make."""
        return claims.judge(self.data, self.graph)

    def _figures_in(self, sources: Mapping[tuple[str, str], str]) -> dict[str, None]:
        """The figures that templates call for, each once, in order."""
        found: dict[str, None] = {}
        known = self.figures.ids()
        for (language, id), source in sources.items():
            file = template(self.content, id, language)
            for name, line in templates.calls_in(self.env, source, file, "figure"):
                if name not in known:
                    raise BookError(
                        f"figure '{name}' does not exist",
                        file=file,
                        line=line,
                        expected="the name of a module in figures/",
                        hint=did_you_mean(name, known),
                    )
                found[name] = None
        return found

    def _check(self, sources: Mapping[tuple[str, str], str]) -> None:
        """Both languages of a page use the same numbers, figures and section ids."""
        errors: list[BookError] = []
        for id in self.book.written:
            uses = {
                language: self._uses(sources[language, id], template(self.content, id, language))
                for language in self.book.languages
            }
            for language, own in uses.items():
                for other, theirs in uses.items():
                    file = template(self.content, id, language)
                    errors += [
                        BookError(
                            f"{what} is in {language} only",
                            file=file,
                            line=line,
                            expected=f"it in {template(self.content, id, other).name} too",
                        )
                        for what, line in own.items()
                        if what not in theirs
                    ]
        raise_all(errors)

    def _uses(self, source: str, file: Path) -> dict[str, int]:
        """What a template must share with its other language, each with its first line."""
        uses: dict[str, int] = {}
        for name, line in templates.numbers_in(self.env, source, file):
            uses.setdefault(f"number '{name}'", line)
        for what in ("figure", "claim"):
            for name, line in templates.calls_in(self.env, source, file, what):
                uses.setdefault(f"{what} '{name}'", line)
        lines = source.splitlines()
        for heading in anchors.headings(source):
            if not heading.id:
                raise BookError(
                    f"heading '{lines[heading.line - 1].strip()}' has no id",
                    file=file,
                    line=heading.line,
                    expected="an id such as {#memory} at its end, the same in both languages",
                )
            uses.setdefault(f"section {{#{heading.id}}}", heading.line)
        return uses


def write(docs: Path, rendered: Rendered) -> list[Path]:
    """Write the pages under ``docs``, touching only files that changed; stale ones go."""
    wanted = {docs / lang / f"{id}.md": text for (lang, id), text in rendered.pages.items()}
    changed = []
    for file, text in wanted.items():
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            changed.append(file)
    for file in docs.rglob("*.md"):
        if file not in wanted:
            file.unlink()
    return changed
