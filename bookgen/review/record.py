"""The book in memory -> the state that the lock keeps of it."""

from __future__ import annotations

from collections.abc import Iterator

from bookgen import claims, reference, schema, sentences, units
from bookgen.catalog import Value
from bookgen.evaluation import Number
from bookgen.language.words import NBSP
from bookgen.reference.words import LIST
from bookgen.rendered import Subject
from bookgen.review.lock import Datum, Lock, Printed, Said, Verdict
from bookgen.review.texts import texts

WORDS = ("yardstick", "holds")


def record(subject: Subject) -> Lock:
    """What the book says now."""
    numbers = numbers_of(subject)
    return Lock(
        data=dict([*_data(subject), *_typed(numbers)]),
        numbers={id: _printed(number, subject) for id, number in numbers.items()},
        words=_words(subject),
        claims=_claims(subject),
        pieces={
            id: {language: [pair[language].digest for pair in pairs] for language in pairs[0]}
            for id, pairs in texts(subject).items()
        },
    )


def numbers_of(subject: Subject) -> dict[str, Number]:
    """Every number that is declared, and every one that only a reference page prints."""
    return {**subject.graph.numbers, **subject.rendered.reference}


def key(leaf: Number) -> str:
    """The id of the datum or the typed value that a leaf of the graph stands for."""
    return leaf.datum.id if leaf.datum else leaf.id


def _data(subject: Subject) -> Iterator[tuple[str, Datum]]:
    """Every datum of data/ that a page can show."""
    catalog = subject.graph.catalog
    for value in catalog.values.values():
        yield value.id, Datum(value=_text(value, subject), kind=value.kind)
    for id, moment in catalog.history.events.items():
        yield f"history.events.{id}", Datum(value=moment.date, kind=moment.kind)
    for id, yardstick in catalog.history.yardsticks.items():
        length = yardstick.length or f"since {yardstick.since}"
        yield f"history.yardsticks.{id}", Datum(value=length, kind=yardstick.kind or "definition")
    for id, rule in catalog.controls.items():
        yield f"controls.rules.{id}", Datum(value=rule.date, kind=rule.kind)
    for id, claim in catalog.entities.get("claims", {}).items():
        assert isinstance(claim, schema.Claim)
        said = [claim.says, claim.most and f"to {claim.most}", claim.growth, claim.factor]
        yield f"{id}.says", Datum(value=" ".join(filter(None, said)), kind=claim.kind)


def _typed(numbers: dict[str, Number]) -> Iterator[tuple[str, Datum]]:
    """Every value that is typed in a numbers.yml."""
    seen: set[int] = set()

    def leaves(number: Number) -> Iterator[Number]:
        if id(number) in seen:
            return
        seen.add(id(number))
        if not number.inputs and number.datum is None:
            yield number
        for _, child in number.inputs:
            yield from leaves(child)

    for number in numbers.values():
        for leaf in leaves(number):
            yield (
                leaf.id,
                Datum(value=_say(leaf.si, leaf.unit, leaf.low, leaf.high), kind=leaf.kind),
            )


def _text(value: Value, subject: Subject) -> str:
    """A datum as it was typed: with its range, or as a date."""
    name, _, path = value.id.partition(".")
    entity = next(
        (all[name] for all in subject.graph.catalog.entities.values() if name in all), None
    )
    moment = getattr(entity, path, None)
    if isinstance(moment, schema.Event):
        return moment.value
    return _say(value.si, value.unit, value.low, value.high)


def _say(si: float, unit: str, low: float | None = None, high: float | None = None) -> str:
    text = f"{float(units.from_si(si, unit)):.12g}"
    if low is not None and high is not None:
        ends = (f"{float(units.from_si(end, unit)):.12g}" for end in (low, high))
        text += f" ({' to '.join(ends)})"
    return f"{text} {unit}".strip()


def _printed(number: Number, subject: Subject) -> Printed:
    texts = subject.rendered.uses.get(number.id, {})
    return Printed(
        value=float(number.value),
        unit=number.unit,
        kind=number.kind,
        **{code: _join(found, code) for code, found in texts.items()},
    )


def _join(found: list[str], language: str) -> str:
    """Several texts as one, whatever order the pages ask for them in."""
    return LIST[language].join(sorted(set(found))).replace(NBSP, " ")


def word_key(page: str, how: str, number: str) -> str:
    """Under which name the words of a number on a page are kept."""
    return f"{page} {how} {number}"


def _words(subject: Subject) -> dict[str, Said]:
    """What yardsticks and conditions say, by page and number."""
    found: dict[str, dict[str, list[str]]] = {}
    for (language, page), uses in subject.rendered.places.items():
        for use in uses:
            if use.how in WORDS:
                own = found.setdefault(word_key(page, use.how, use.number.id), {})
                own.setdefault(language, []).append(use.text)
    return {
        id: Said(**{code: _join(said, code) for code, said in own.items()})
        for id, own in found.items()
    }


def _claims(subject: Subject) -> dict[str, Verdict]:
    return {
        id: Verdict(
            kind=verdict.kind,
            factor=verdict.factor,
            **{
                code: sentences.plain(reference.verdicts.phrase(verdict, code)).replace(NBSP, " ")
                for code in subject.book.languages
            },
        )
        for id, verdict in claims.judge(subject.root / "data", subject.graph).items()
    }
