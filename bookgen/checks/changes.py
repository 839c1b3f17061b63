"""Values that changed since a commit while neither their source nor their verified date did."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bookgen import units, yamlfile
from bookgen.checks.report import Report, Subject
from bookgen.errors import BookError
from bookgen.yamlfile import Document, Key

_WORDS = {"direction", "per", "range"}  # fields whose text is part of what a value says
_ABOUT = {"also", "kind", "note", "source", "unusual", "verified"}  # and these never are
_DATE = re.compile(r"-?\d{1,4}(-\d\d){0,2}")


class Stated(NamedTuple):
    """A value as a file states it."""

    text: str
    meaning: tuple[object, ...]
    sources: tuple[str, ...]
    verified: str


class NoGitError(Exception):
    """Why git tells nothing about the book's folder."""


def changes(subject: Subject) -> Report:
    """Every data file held against the last commit, or the one where this branch left ``since``.

    Without git, as in a downloaded archive, nothing is looked at, and the report says so.

    Raises:
        BookError: ``since`` was given and is not a commit.
    """
    what = f"data files held against {subject.since or 'the last commit'}"
    try:
        base, files, changed = _since(subject.root, subject.since)
    except NoGitError as why:
        if subject.since:
            found = f"'{subject.since}' cannot be compared with: {why}"
            raise BookError(found, expected="a branch or commit that git knows here") from None
        return Report(0, what, skipped=f"not looked at, {why}")
    faults = [
        fault
        for name in changed
        for fault in _changed(subject, name, _run(subject.root, "show", f"{base}:./{name}"))
    ]
    return Report(len(files), what, faults)


def _since(root: Path, since: str | None) -> tuple[str, list[str], list[str]]:
    """The commit to compare with, its data files, and those that are different now."""
    base = _run(root, "merge-base", since, "HEAD").strip() if since else "HEAD"
    files = _run(root, "ls-tree", "-r", "-z", "--name-only", base, "data/").split("\0")[:-1]
    if not files:
        raise NoGitError("the book's data/ is not in git")
    listed = _run(root, "diff", "--name-only", "--no-renames", "--relative", "-z", base, "data/")
    there = [name for name in listed.split("\0")[:-1] if name in files]
    return base, files, [name for name in there if (root / name).is_file()]


def _run(root: Path, *arguments: str) -> str:
    try:
        run = subprocess.run(
            ["git", *arguments],
            cwd=root,
            capture_output=True,
            check=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as bad:
        raise NoGitError(f"git cannot be run: {bad.strerror}") from None
    except subprocess.CalledProcessError as bad:
        said = (bad.stderr.strip().splitlines() or ["git failed"])[0]
        raise NoGitError(said.removeprefix("fatal: ")) from None
    return run.stdout


def _changed(subject: Subject, name: str, before: str) -> Iterator[BookError]:
    """A fault at each value of a file that is not what it was, without a reason that shows."""
    now = yamlfile.load(subject.root / name)
    try:
        old = stated(yamlfile.parse(before, now.file))
    except BookError:
        return  # what was committed was no YAML, so it stated nothing
    for path, new in stated(now).items():
        was = old.get(path)
        if was is None or new.meaning == was.meaning:
            continue
        today = new.verified >= str(subject.today)  # no day could be newer
        if (new.sources, new.verified) == (was.sources, was.verified) and not today:
            yield now.error(
                path,
                f"{'.'.join(map(str, path))} changed from '{was.text}' to '{new.text}', "
                "and neither its source nor its verified date did",
                expected="a new source, or the day on which the old one was read again",
            )


def stated(document: Document) -> dict[Key, Stated]:
    """The values of a data file by path, as typed, each with what it or its file says of it.

    The schema is not asked: a commit may be older than it. What has no verified date is left out.
    """
    return dict(_stated(document.data, (), (), ""))


def _stated(
    node: dict[str, Any], path: Key, sources: tuple[str, ...], verified: str
) -> Iterator[tuple[Key, Stated]]:
    source = node.get("source", sources)
    sources = (source,) if isinstance(source, str) else tuple(source)
    verified = node.get("verified", verified)
    for key, child in node.items():
        own = path if key == "value" else (*path, key)
        if key in _ABOUT:
            continue
        if isinstance(child, dict):
            yield from _stated(child, own, sources, verified)
        elif isinstance(child, str) and verified:
            meaning = _meaning(key, child)
            if meaning:
                yield own, Stated(child, meaning, sources, verified)


def _meaning(key: str, text: str) -> tuple[object, ...] | None:
    """What a text says, however it is written; nothing for words and names."""
    if key in _WORDS:
        return (text,)
    if _DATE.fullmatch(text) and "-" in text[1:]:
        return (text,)
    try:
        magnitude = units.read(text)
    except BookError:
        return None
    return (float(f"{magnitude.si:.12g}"), units.dimension(magnitude.unit))
