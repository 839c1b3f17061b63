"""The book's figures: what a page shows of each, drawn only when something in it changed."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookgen import templates, yamlfile
from bookgen.errors import BookError, raise_all
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.page import Names, Page, Use
from bookgen.plot import cast, spec, svg
from bookgen.plot.cast import Measured
from bookgen.plot.draw import draw_all
from bookgen.plot.job import Job
from bookgen.plot.lines import join
from bookgen.plot.spec import VARIANTS, Spec

WRITTEN = ("text", "figure")
Foot = Callable[[Page, Sequence[Number], Mapping[str, str]], Iterable[str]]


@dataclass(frozen=True)
class Ready:
    """A figure's drawings in one language, and what its labels write of numbers.

    Attributes:
        jobs: what is drawn.
        uses: the numbers of the labels.
        members: those of the labels of entities, by ``family.entity``; not all need be drawn.
    """

    jobs: tuple[Job, ...]
    uses: tuple[Use, ...]
    members: Mapping[str, Sequence[Use]]


class Figures:
    """The figures of ``root/figures``, with their drawings under ``cache``.

    Args:
        root: the book's root folder.
        graph: its numbers.
        cache: the folder for drawings; it may be removed at any time.

    Attributes:
        shown: the entities in each figure that a page shows, by the figure's id.
    """

    def __init__(self, root: Path, graph: Graph, cache: Path) -> None:
        self.folder = root / "figures"
        self.graph = graph
        self.cache = cache
        self._env = templates.environment(cache.parent / "templates")
        self.shown: dict[str, set[str]] = {}
        self._specs: dict[str, Spec] = {}
        self._ready: dict[tuple[str, str], Ready] = {}

    def ids(self) -> list[str]:
        """The ids of all figures, in order of name."""
        return spec.ids(self.folder)

    def spec(self, id: str) -> Spec:
        """A figure's declaration.

        Raises:
            BookError: no such figure, or a fault in its YAML file.
        """
        if id not in self._specs:
            self._specs[id] = spec.load(self.folder, id, self.graph)
        return self._specs[id]

    def prepare(self, ids: Iterable[str], languages: Iterable[str]) -> int:
        """Draw what is not in the cache, and drop what these figures looked like before.

        Returns:
            How many drawings were made.

        Raises:
            BookError: every fault found in the figures.
        """
        languages = list(languages)
        jobs: list[Job] = []
        errors: list[BookError] = []
        for figure in dict.fromkeys(ids):
            try:
                for language in languages:
                    jobs += self._make(figure, language).jobs
            except BookError as bad:
                errors.append(bad)
        raise_all(errors)
        missing = [job for job in jobs if not job.target(self.cache).is_file()]
        if missing:
            draw_all(missing, self.cache)
        self._prune(jobs)
        return len(missing)

    def html(self, id: str, language: str, page: Page, foot: Foot = lambda *_: ()) -> str:
        """A figure as a block of HTML, with the numbers of its caption marked for the page.

        Args:
            id: the figure's.
            language: what it speaks.
            page: where it stands.
            foot: writes what stands at its foot, given the numbers that it shows and what it
                writes of them.

        Raises:
            BookError: no such figure, or a fault in it.
        """
        self.prepare([id], [language])
        ready = self._make(id, language)
        art = [job.target(self.cache).read_text(encoding="utf-8") for job in ready.jobs]
        plain = self._plain(language)
        alt = html.escape(join(self._say(id, ("alt", language), plain)))
        before = len(page.uses)
        caption = join(self._say(id, ("caption", language), page))
        shown = set().union(*map(svg.shows, art))
        self.shown[id] = shown & set(self.spec(id).entities)
        drawn = [use for name in sorted(shown) for use in ready.members.get(name, ())]
        signs = _signs([*ready.uses, *drawn])
        for use in [*ready.uses, *drawn, *plain.uses]:
            how = "figure" if use.how == "text" else use.how
            page.uses.append(replace(use, how=how, name=id))
        told = {use.number.id: use.text for use in page.uses[before:] if use.how in WRITTEN}
        numbers = [n for n in self.spec(id).shown(shown).values() if n.means is not None]
        page.uses += [
            Use(number, "", "drawn", name=id) for number in numbers if number.id not in told
        ]
        for use in page.uses[before:]:
            use.anchor = use.anchor or f"fig-{id}"
        return "\n".join(
            [
                f'<figure class="fig" id="fig-{id}">',
                f'<div class="fig-art" role="img" aria-label="{alt}" data-search-exclude>',
                *(
                    f'<div class="fig-{variant}">{svg.sign(drawing, signs)}</div>'
                    for variant, drawing in zip(VARIANTS, art, strict=True)
                ),
                "</div>",
                f"<figcaption>{caption}</figcaption>",
                *foot(page, numbers, told),
                "</figure>",
            ]
        )

    def _make(self, id: str, language: str) -> Ready:
        """One job a variant, its labels rendered."""
        if (id, language) in self._ready:
            return self._ready[id, language]
        found = self.spec(id)
        plain = self._plain(language)
        document, declared = found.document, found.declared
        labels = {
            name: self._say(id, ("labels", name, language), plain) for name in declared.labels
        }
        members: dict[str, dict[str, str]] = {alias: {} for alias in declared.members}
        uses: dict[str, Sequence[Use]] = {}
        for alias, texts in members.items():
            for entity in found.families[alias]:
                own = self._plain(language)
                texts[entity] = self._say(id, ("members", alias, language), own, entity)
                uses[f"{alias}.{entity}"] = own.uses
        families = {
            alias: {entity: Measured.of(number) for entity, number in family.items()}
            for alias, family in found.families.items()
        }
        moments = cast.moments(self.graph.catalog, language) if declared.events else ()
        source = yamlfile.read_text(found.module)
        jobs = tuple(
            Job(
                id=id,
                language=language,
                variant=variant,
                size=found.size(variant),
                source=source,
                values={alias: Measured.of(n) for alias, n in found.numbers.items()},
                families=families,
                entities=found.entities,
                moments=moments,
                labels=labels,
                members=members,
                module=found.module,
                file=document.file,
                lines={name: document.line(("labels", name, language)) for name in labels}
                | {"": document.line(("numbers",))},
            )
            for variant in VARIANTS
        )
        ready = Ready(jobs, tuple(plain.uses), uses)
        return self._ready.setdefault((id, language), ready)

    def _plain(self, language: str) -> Page:
        """A page on which numbers are plain text, without marks."""
        return Page("", language, self.graph, marked=False)

    def _say(self, id: str, path: tuple[str, ...], page: Page, entity: str = "") -> str:
        """One text of a figure's YAML file, rendered for a page, or for one entity on it."""
        found = self.spec(id)
        document = found.document
        source: object = document.data
        for step in path:
            assert isinstance(source, dict)
            source = source[step]
        aliases = found.declared.numbers | {
            alias: family[entity].id for alias, family in found.families.items() if entity in family
        }
        context: dict[str, object] = {"page": page, "n": Names(page, aliases)}
        if found.declared.events:
            moments = cast.moments(self.graph.catalog, page.language)
            context["events"] = [(int(moment.year), moment.text) for moment in moments]
        if entity:
            context["name"] = found.entities[entity].name
        line = document.line(path)
        text = "\n".join(join(part) for part in str(source).strip().split("\n"))
        return templates.render(self._env, text, document.file, line, context)

    def _prune(self, jobs: Iterable[Job]) -> None:
        """Remove what these drawings looked like before."""
        for job in jobs:
            current = job.target(self.cache)
            for file in self.cache.glob(f"{job.stem}.*.svg"):
                if file != current:
                    file.unlink(missing_ok=True)


def _signs(uses: Iterable[Use]) -> dict[str, str]:
    """Whose number each text is, where it is one number's alone."""
    ids: dict[str, set[str]] = {}
    for use in uses:
        if use.how == "text":
            ids.setdefault(use.text, set()).add(use.number.id)
    return {text: owners.pop() for text, owners in ids.items() if len(owners) == 1}
