"""Templates -> Markdown in build/docs: one folder a language, only changed files rewritten."""

from __future__ import annotations

import functools
import re
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bookgen import (
    claims,
    proof,
    reference,
    schema,
    sentences,
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

_HEADING = re.compile(r"^#{1,6}\s.*?(?P<id>\{#[^}]+\})?\s*$", re.MULTILINE)


@dataclass
class Rendered:
    """The Markdown of the whole book and what it used.

    Attributes:
        pages: text by (language, page id).
        uses: the texts each number was written as, by number id and language.
        places: every use of a number with its source line and sentence, by (language, page id).
        mentions: what is printed of data/ without a number, by (language, page id).
        reference: the numbers that only reference pages print, by id.
    """

    pages: dict[tuple[str, str], str] = field(default_factory=dict)
    uses: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    places: dict[tuple[str, str], list[Use]] = field(default_factory=dict)
    mentions: dict[tuple[str, str], list[Mention]] = field(default_factory=dict)
    reference: dict[str, Number] = field(default_factory=dict)

    def keep(self, page: Page, text: str) -> None:
        """Take in a page that has been written."""
        self.pages[page.language, page.chapter] = text
        self.places[page.language, page.chapter] = page.uses
        self.mentions[page.language, page.chapter] = page.mentions
        waiting: dict[str, deque[Use]] = defaultdict(deque)
        for use in page.marks:
            waiting[use.number.id].append(use)
        for id, sentence in sentences.marked(text):
            if waiting[id]:
                waiting[id].popleft().sentence = sentence
        for use in page.uses:
            if use.how in {"text", "figure", "table"}:
                texts = self.uses.setdefault(use.number.id, {}).setdefault(page.language, [])
                if use.text not in texts:
                    texts.append(use.text)


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
        self.figures.prepare(list(self._figures_in(sources)), self.book.languages)
        rendered, errors = Rendered(), []
        for (language, id), source in sources.items():
            page = Page(id, language, self.graph)
            file = template(self.content, id, language)
            try:
                text = templates.render(self.env, source, file, None, self._context(page))
            except BookError as bad:
                errors.append(bad)
                continue
            rendered.keep(page, text)
        raise_all(errors)
        self._check(sources)
        self._generate(rendered)
        return rendered

    def _generate(self, rendered: Rendered) -> None:
        """The pages that have no templates."""
        for id, entry in self.book.pages.items():
            for language in self.book.languages:
                if entry.kind == "derivations":
                    text = proof.derivations(self.book, self.graph, language, entry.title)
                    rendered.pages[language, id] = text
                elif entry.kind in reference.PAGES:
                    text, shelf = reference.page(id, self.book, self.graph, self.data, language)
                    rendered.keep(shelf.page, text)
                    rendered.reference.update(shelf.printed)

    def _sources(self) -> dict[tuple[str, str], str]:
        return {
            (language, id): yamlfile.read_text(template(self.content, id, language))
            for id in self.book.written
            for language in self.book.languages
        }

    def _context(self, page: Page) -> dict[str, Any]:
        def figure(id: str) -> str:
            return self.figures.html(id, page.language, page)

        def yardstick(number: Any) -> str:
            if not isinstance(number, Number):
                raise BookError(f"'{number}' is not a number", expected="yardstick(n.name)")
            words = yardsticks.say(self.graph.catalog.history, number, page.language)
            page.uses.append(Use(number, words, "yardstick", here()))
            return words

        def claim(id: str) -> str:
            words = reference.verdicts.link(self.book, self._verdicts, id, page.language)
            page.uses.append(Use(self._verdicts[id].number, words, "claim", here(), name=id))
            return words

        def accelerators() -> str:
            own = Page(self.book.page_of("accelerators"), page.language, self.graph)
            shelf = reference.Shelf(self.book, self.graph, self.data, own)
            text = reference.accelerators.excerpt(shelf)
            place = here()
            page.uses += [replace(use, place=place) for use in own.uses]
            page.mentions += [replace(mention, place=place) for mention in own.mentions]
            return text

        def controls() -> str:
            rules, place = self.graph.catalog.controls, here()
            page.mentions += [Mention(f"controls.{id}", "controls", id, "", place) for id in rules]
            return reference.controls.compose(self.book, self.graph.catalog, page.language)

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
        for match in _HEADING.finditer(source):
            line = source.count("\n", 0, match.start()) + 1
            if not match["id"]:
                raise BookError(
                    f"heading '{match[0].strip()}' has no id",
                    file=file,
                    line=line,
                    expected="an id such as {#memory} at its end, the same in both languages",
                )
            uses.setdefault(f"section {match['id']}", line)
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
