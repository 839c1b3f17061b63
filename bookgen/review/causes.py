"""Why a number changed: the data under it that differ from the lock, or a formula, or the text."""

from __future__ import annotations

from collections.abc import Iterable

from bookgen import proof, schema, yamlfile
from bookgen.errors import BookError
from bookgen.evaluation import Number, leaf
from bookgen.journal import Cause
from bookgen.language.words import NBSP
from bookgen.page import Place
from bookgen.reference.words import LIST
from bookgen.rendered import Subject
from bookgen.review.lock import Datum, Lock, Printed
from bookgen.review.record import key, numbers_of

Causes = tuple[Cause, ...]


class Origins:
    """Finds what a change goes back to.

    Args:
        subject: the book.
        old, new: what it said at the last review, and what it says now.
    """

    def __init__(self, subject: Subject, old: Lock, new: Lock) -> None:
        self.subject, self.old, self.new = subject, old, new
        self.catalog = subject.graph.catalog
        self.numbers = numbers_of(subject)
        ids = {**old.data, **new.data}
        self.data = {id for id in ids if old.data.get(id) != new.data.get(id)}
        self._had, self._has = ({_head(id) for id in lock.data} for lock in (old, new))
        self._under: dict[int, frozenset[str]] = {}

    def of_data(self, ids: Iterable[str]) -> Causes:
        """The data that changed; a whole file where all of it is new or gone."""
        found = {self._of_datum(id) for id in ids}
        return tuple(sorted(found, key=lambda cause: (cause.what, cause.id)))

    def of_number(self, id: str) -> Causes:
        """What made a number change, appear or go."""
        before, after = self.old.numbers.get(id), self.new.numbers.get(id)
        if after is None:
            gone = [part for part in id.split(".") if part in self._had - self._has]
            return self.of_data(gone) or (self._declared(id),)
        number = self.numbers[id]
        if self.under(number):
            return self.of_data(self.under(number))
        if before is None:
            return (self._declared(id),)
        if before.moved(after):
            first = self._first(number)
            return (Cause(what="formula", id=first.id, means=first.means),)
        return self.of_text(self._page(id, before, after))

    def of_text(self, page: str) -> Causes:
        """The text of a page itself."""
        return (Cause(what="text", id=page, means=self.subject.book.pages[page].title),)

    def under(self, number: Number) -> frozenset[str]:
        """The ids of the changed data under a number."""
        if id(number) not in self._under:
            own = set() if number.inputs else {key(number)} & self.data
            for _, child in number.inputs:
                own |= self.under(child)
            self._under[id(number)] = frozenset(own)
        return self._under[id(number)]

    def place(self, cause: Cause) -> Place | None:
        """Where the cause stands in the book's files; nowhere where it is gone."""
        values, head = self.catalog.values, _head(cause.id)
        if cause.id in values:
            return Place(values[cause.id].file, values[cause.id].line)
        if head in self.subject.book.pages:
            known = self.numbers.get(cause.id) or self.numbers.get(cause.id.rpartition(".")[0])
            return Place(known.file, known.line) if known else None
        folder = next((name for name, own in self.catalog.entities.items() if head in own), "")
        file = self.subject.root / "data" / folder / f"{head}.yml"
        if not file.is_file():
            return None
        path = tuple(cause.id.split(".")[1:])
        return Place(file, yamlfile.load(file).line(path) if path else 0)

    def _of_datum(self, id: str) -> Cause:
        head = _head(id)
        if head in self.subject.book.pages and not (id in self.old.data and id in self.new.data):
            return self._declared(id)
        if head in self._had ^ self._has:
            own = next((own[head] for own in self.catalog.entities.values() if head in own), None)
            name = own.name if own else f"{head}.yml"
            means, side = schema.Bilingual(zh=name, en=name), "new" if head in self._has else "old"
            return Cause(what="file", id=head, means=means, **{side: head})
        old, new = (lock.data.get(id) for lock in (self.old, self.new))
        return Cause(
            what="datum",
            id=id,
            means=self._name(id),
            old=old.value if old else None,
            new=new.value if new else None,
            kinds=kinds(old, new),
        )

    def _name(self, id: str) -> schema.Bilingual | None:
        """What a datum is called; some have no name for readers."""
        if id in self.numbers:
            return self.numbers[id].means
        try:
            return proof.name(leaf(self.catalog.values[id]), self.catalog)
        except (BookError, KeyError):
            return None

    def _declared(self, id: str) -> Cause:
        """The numbers.yml that declares a number, or the page that alone prints it."""
        page = _head(id)
        known = self.subject.book.pages.get(page)
        return Cause(
            what="formula" if page in self.subject.book.chapters else "text",
            id=page,
            means=known.title if known else None,
        )

    def _page(self, id: str, before: Printed, after: Printed) -> str:
        """The page whose text is new: one that says what was not said, else one that was edited."""
        places = self.subject.rendered.places.items()
        using = dict.fromkeys(p for (_, p), uses in places if any(u.number.id == id for u in uses))
        for (language, page), uses in places:
            was, now = (getattr(said, language).split(LIST[language]) for said in (before, after))
            fresh = set(now) - set(was)
            if any(u.number.id == id and u.text.replace(NBSP, " ") in fresh for u in uses):
                return page
        sections = {**self.old.pieces, **self.new.pieces}
        edited = {
            section.split(" ")[0]
            for section in sections
            if self.old.pieces.get(section) != self.new.pieces.get(section)
        }
        return next((page for page in using if page in edited), next(iter(using), _head(id)))

    def _first(self, number: Number) -> Number:
        """The number nearest to the data that moved although nothing under it did."""
        for _, child in number.inputs:
            before, after = (lock.numbers.get(child.id) for lock in (self.old, self.new))
            if before and after and before.moved(after):
                return self._first(child)
        return number


def kinds(old: Datum | Printed | None, new: Datum | Printed | None) -> tuple[str, str] | None:
    """How a value was known and is known, where that differs."""
    return (old.kind, new.kind) if old and new and old.kind != new.kind else None


def _head(id: str) -> str:
    """The file or page that an id belongs to."""
    return id.split(".")[0]
