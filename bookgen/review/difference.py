"""What differs between the book and its last review, grouped by what caused it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bookgen import schema
from bookgen.journal import Cause, Said
from bookgen.page import Place, Use
from bookgen.plot import spec
from bookgen.rendered import Subject
from bookgen.review import rewording, saying
from bookgen.review.causes import Causes, Origins, kinds
from bookgen.review.lock import Lock, Printed, Verdict
from bookgen.review.rewording import Lopsided

PRINTED = ("text", "figure", "table")


@dataclass(frozen=True)
class Seen:
    """A use of a number, and where a reader meets it."""

    language: str
    page: str
    use: Use


@dataclass(frozen=True)
class Change:
    """What was said before and after.

    Attributes:
        said: for the page of changes.
        old, new: for the terminal: a value with its unit, or the kind of a verdict.
        seen: where it is said now.
    """

    said: Said
    old: str = ""
    new: str = ""
    seen: tuple[Seen, ...] = ()

    @property
    def visible(self) -> bool:
        """Whether a reader sees it: other texts, or another mark of how it is known."""
        said = self.said
        return bool(said.old or said.new) and (bool(said.kinds) or said.old != said.new)


@dataclass
class Group:
    """Changes with the same causes.

    Attributes:
        causes: what made them change, with places in the book's files.
        changes: what is said differently.
        broken: words whose condition no longer holds.
        figures: the figures that show any of it.
    """

    causes: Causes
    places: tuple[Place | None, ...] = ()
    changes: list[Change] = field(default_factory=list)
    broken: list[Seen] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Difference:
    """All of it.

    Attributes:
        groups: numbers, words and verdicts that changed.
        lopsided: pieces of text that changed in one language.
        rewritten: how many pieces of text are new in both; they are nobody's fault.
    """

    groups: list[Group]
    lopsided: list[Lopsided]
    rewritten: int = 0

    def __bool__(self) -> bool:
        return bool(self.groups or self.lopsided)

    @property
    def changes(self) -> int:
        """How many numbers, words and verdicts changed."""
        return sum(len(group.changes) + len(group.broken) for group in self.groups)


def compare(subject: Subject, old: Lock, new: Lock) -> Difference:
    """What the book says now and did not say at its last review."""
    lopsided, rewritten = rewording.compare(subject, old)
    return Difference(_Comparison(subject, old, new).groups(), lopsided, rewritten)


class _Comparison:
    """Two states of the book side by side."""

    def __init__(self, subject: Subject, old: Lock, new: Lock) -> None:
        self.subject, self.old, self.new = subject, old, new
        self.origins = Origins(subject, old, new)
        self.seen = [
            Seen(language, page, use)
            for (language, page), uses in subject.rendered.places.items()
            for use in uses
        ]

    def groups(self) -> list[Group]:
        """The changes by their causes: data first, then formulas, then the text."""
        found: dict[Causes, Group] = {}

        def group(causes: Causes) -> Group:
            places = tuple(self.origins.place(cause) for cause in causes)
            return found.setdefault(causes, Group(causes, places))

        for causes, change in (*self._words(), *self._verdicts(), *self._numbers()):
            group(causes).changes.append(change)
        for seen in self.seen:
            if seen.use.how == "holds" and seen.use.margin < 0:
                group(self._causes(seen.use.number.id, seen.page)).broken.append(seen)
        told = {cause for causes in found for cause in causes}
        for id in self.origins.data:
            for cause in self.origins.of_data([id]):
                if cause not in told:
                    group((cause,))
        for own in found.values():
            ids = {change.said.id for change in own.changes}
            ids |= {id for cause in own.causes for id in (cause.id, _drawn(cause))}
            own.figures = sorted(id for id, shown in self.figures.items() if shown & ids)
        order = ("file", "datum", "formula", "text")
        return sorted(
            found.values(), key=lambda own: [(order.index(c.what), c.id) for c in own.causes]
        )

    def _numbers(self) -> Iterator[tuple[Causes, Change]]:
        for id in _keys(self.old.numbers, self.new.numbers):
            before, after = self.old.numbers.get(id), self.new.numbers.get(id)
            if before and after and before.same(after):
                continue
            said = Said(
                what="number",
                id=id,
                means=self._means(id),
                old=saying.texts(before),
                new=saying.texts(after),
                kinds=kinds(before, after),
            )
            seen = self._where(id, *PRINTED)
            yield self._caused(id), Change(said, _value(before), _value(after), seen)

    def _words(self) -> Iterator[tuple[Causes, Change]]:
        for name in _keys(self.old.words, self.new.words):
            before, after = self.old.words.get(name), self.new.words.get(name)
            if before != after:
                page, how, id = name.split(" ")
                said = Said(
                    what="words",
                    id=id,
                    means=self._means(id),
                    old=saying.texts(before),
                    new=saying.texts(after),
                )
                seen = tuple(seen for seen in self._where(id, how) if seen.page == page)
                yield self._causes(id, page, how), Change(said, seen=seen)

    def _verdicts(self) -> Iterator[tuple[Causes, Change]]:
        claims = self.subject.graph.catalog.entities.get("claims", {})
        for id in _keys(self.old.claims, self.new.claims):
            before, after = self.old.claims.get(id), self.new.claims.get(id)
            if before and after and before.same(after):
                continue
            claim = claims.get(id)
            means = None
            data = {f"{id}.says"} & self.origins.data
            if isinstance(claim, schema.Claim):
                means = claim.claim
                data |= self.origins.under(self.origins.numbers[claim.number])
            causes = self.origins.of_data(data) or self.origins.of_text(
                self.subject.book.page_of("claims")
            )
            said = Said(
                what="verdict",
                id=id,
                means=means,
                old=saying.texts(before),
                new=saying.texts(after),
            )
            seen = tuple(s for s in self.seen if s.use.how == "claim" and s.use.name == id)
            yield causes, Change(said, _verdict(before), _verdict(after), seen)

    def _causes(self, id: str, page: str, how: str = "") -> Causes:
        """What made words on a page change that rest on a number."""
        before, after = self.old.numbers.get(id), self.new.numbers.get(id)
        if not (before and after) or before.moved(after):
            return self.origins.of_number(id)
        history = [own for own in self.origins.data if own.startswith("history.")]
        if how == "yardstick" and history:
            return self.origins.of_data(history)
        return self.origins.of_text(page)

    def _where(self, id: str, *hows: str) -> tuple[Seen, ...]:
        return tuple(s for s in self.seen if s.use.number.id == id and s.use.how in hows)

    def _means(self, id: str) -> schema.Bilingual | None:
        number = self.origins.numbers.get(id)
        return number.means if number else None

    def _caused(self, id: str) -> Causes:
        """What made a number be printed otherwise.

        A figure chooses which members of a family it names, so that a number may come or go there
        because of the data under its neighbours.
        """
        before, after = self.old.numbers.get(id), self.new.numbers.get(id)
        if before and after and not before.moved(after):
            neighbours = {own for shown in self.figures.values() if id in shown for own in shown}
            numbers = [
                self.origins.numbers[own] for own in neighbours if own in self.origins.numbers
            ]
            data = {leaf for number in numbers for leaf in self.origins.under(number)}
            if data:
                return self.origins.of_data(data)
        return self.origins.of_number(id)

    @cached_property
    def figures(self) -> dict[str, set[str]]:
        """The numbers, data, entities and lists that each figure draws."""
        return _figures(self.subject)


def _drawn(cause: Cause) -> str:
    """As what a figure draws it that draws whole files or whole lists."""
    head = cause.id.split(".")[0]
    return head if cause.what == "file" or head == "history" else ""


def _figures(subject: Subject) -> dict[str, set[str]]:
    shown: dict[str, set[str]] = {}
    for id in spec.ids(subject.root / "figures"):
        found = spec.load(subject.root / "figures", id, subject.graph)
        who = subject.rendered.drawn.get(id, set(found.entities))
        shown[id] = set(found.shown(who))
        if found.declared.entities:
            shown[id] |= who
        if found.declared.events:
            shown[id].add("history")
    return shown


def _keys(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    return sorted({**old, **new})


def _value(number: Printed | None) -> str:
    return f"{number.value:.6g} {number.unit}".strip() if number else ""


def _verdict(verdict: Verdict | None) -> str:
    return f"{verdict.kind} (factor {verdict.factor:.3g})" if verdict else ""
