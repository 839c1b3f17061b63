"""A difference in words: as lines for a terminal, and in Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookgen import schema
from bookgen.errors import short
from bookgen.journal import Cause
from bookgen.language import LANGUAGES
from bookgen.page import Place
from bookgen.review.difference import Change, Difference, Group, Seen
from bookgen.review.rewording import Lopsided


def summary(found: Difference) -> str:
    """How much there is, in a line."""
    said = [change.said.what for group in found.groups for change in group.changes]
    counts = (
        (said.count("number"), "numbers"),
        (said.count("words"), "words no longer true"),
        (said.count("verdict"), "verdicts"),
        (sum(len(group.broken) for group in found.groups), "conditions broken"),
        (len(found.lopsided), "pieces of text changed in one language"),
    )
    told = [f"{what} {count}" for count, what in counts if count]
    return "changed since the last review: " + (", ".join(told) or "data that no page shows")


def terminal(found: Difference) -> str:
    """The difference as indented lines; a sentence is quoted once under each cause."""
    blocks = [[_lopsided(own) for own in found.lopsided]]
    blocks += [[*_lines(group)] for group in found.groups]
    return "\n\n".join(["\n".join(block) for block in blocks if block] + [summary(found)])


def _lines(group: Group) -> Iterator[str]:
    yield from _causes(group)
    told: set[tuple[str, str]] = set()
    for change in group.changes:
        yield f"  {_title(change)}"
        for language, text in _texts(change):
            yield f"    {language}  {text}" if language else f"    {text}"
        for place, sentence in _sentences(change.seen):
            yield f"      {place}" + (f"  {sentence}" if (place, sentence) not in told else "")
            told.add((place, sentence))
        yield from (f"      {what}: {names}" for what, names in _shown([change]))
    yield from (f"  {line}" for line in _broken(group))
    if group.figures:
        yield f"  figures drawn anew: {', '.join(group.figures)}"
    if not group.changes and not group.broken:
        yield "  no number rests on it"


def markdown(found: Difference) -> str:
    """The difference for a pull request: a table under each cause, sentences folded."""
    parts = [f"**{summary(found).capitalize()}**"]
    if found.lopsided:
        parts.append("\n".join(f"- {_code(_lopsided(own))}" for own in found.lopsided))
    for group in found.groups:
        parts += ["\n".join(f"### {_plain(line)}" for line in _causes(group))]
        parts += _section(group)
    return "\n\n".join(parts)


def _section(group: Group) -> Iterator[str]:
    lines = [f"- **{_plain(line)}**" for line in _broken(group)]
    if lines:
        yield "\n".join(lines)
    rows = [
        f"| {_code(change.said.id)} | {_plain(_values(change)) or 'no longer true'} | "
        + " | ".join(_plain(_side(change, language)) for language in LANGUAGES)
        + " |"
        for change in group.changes
    ]
    if rows:
        yield "\n".join(["| | | 中文 | English |", "|---|---|---|---|", *rows])
    shown = [f"{what}: {names}" for what, names in _shown(group.changes)]
    if group.figures:
        shown.append(f"figures drawn anew: {', '.join(group.figures)}")
    if shown:
        yield "\n".join(f"- {line}" for line in shown)
    sentences = dict.fromkeys(own for change in group.changes for own in _sentences(change.seen))
    if sentences:
        quoted = "\n".join(f"- {_code(place)} {_plain(text)}" for place, text in sentences)
        yield f"<details><summary>{len(sentences)} sentences</summary>\n\n{quoted}\n\n</details>"


def _causes(group: Group) -> Iterator[str]:
    for cause, place in zip(group.causes, group.places, strict=True):
        yield (f"{_at(place)}: " if place else "") + _cause(cause)


def _cause(cause: Cause) -> str:
    match cause.what:
        case "datum":
            return f"{cause.id}: {_values(cause)}"
        case "file":
            return f"{cause.id} is {'new' if cause.new else 'gone'}"
        case "formula":
            return f"{cause.id} is declared or computed in another way"
    return f"page {cause.id}: its text"


def _title(change: Change) -> str:
    match change.said.what:
        case "words":
            state = "no longer true" if change.said.old else "now said"
            return f"{state}, resting on {change.said.id}:"
        case "verdict":
            return f"verdict on the claim {change.said.id}: {_values(change)}"
    return f"{change.said.id}: {_values(change)}"


def _values(found: Change | Cause) -> str:
    """The value before and after, and how it was known where that differs."""
    kinds = found.kinds if isinstance(found, Cause) else found.said.kinds
    known = f" ({kinds[0]} -> {kinds[1]})" if kinds else ""
    return (found.new or "" if found.old == found.new else _arrow(found.old, found.new)) + known


def _texts(change: Change) -> Iterator[tuple[str, str]]:
    """What is said before and after, by language; or that it is said as before."""
    if change.said.old == change.said.new:
        yield "", "printed as before" if change.said.old else "not printed"
        return
    sides: dict[str, list[str]] = {}
    for language in LANGUAGES:
        sides.setdefault(_side(change, language), []).append(language)
    for side, languages in sides.items():
        yield ", ".join(languages), side


def _side(change: Change, language: str) -> str:
    old, new = (_said(text, language) for text in (change.said.old, change.said.new))
    return new if old == new else _arrow(old, new)


def _said(text: schema.Bilingual | None, language: str) -> str:
    return str(getattr(text, language)) if text else ""


def _arrow(old: str | None, new: str | None) -> str:
    return f"{old} -> {new}" if old and new else f"{old}, gone" if old else f"{new}, new"


def _sentences(seen: Iterable[Seen]) -> dict[tuple[str, str], None]:
    """The lines where a text asks for it, with the sentence; each once, in order."""
    return dict.fromkeys(
        (_at(own.use.place), own.use.sentence)
        for own in seen
        if own.use.place and own.use.how not in {"figure", "table"}
    )


def _shown(changes: Iterable[Change]) -> Iterator[tuple[str, str]]:
    """The figures and tables that print any of it, by name."""
    uses = [seen.use for change in changes for seen in change.seen]
    for how in ("figure", "table"):
        if names := sorted({use.name for use in uses if use.how == how}):
            yield f"{how}s", ", ".join(names)


def _broken(group: Group) -> Iterator[str]:
    for seen in group.broken:
        place = f" at {_at(seen.use.place)}" if seen.use.place else ""
        yield f"no longer true: “{seen.use.text}” of {seen.use.number.id}{place}"


def _lopsided(found: Lopsided) -> str:
    changed, other = (_at(place) for place in found.places)
    return f"{changed} changed since the last review, {other} did not"


def _at(place: Place | None) -> str:
    if place is None:
        return ""
    return f"{short(place.file)}:{place.line}" if place.line else short(place.file)


def _code(text: str) -> str:
    return f"`{text}`"


def _plain(text: str) -> str:
    """Text that Markdown prints as it is, arrows as arrows."""
    for mark in "\\|*_`[]<$":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("->", "→")
