"""Numbers that somebody typed instead of printing them from the graph, wherever text can live.

Digits are faults, numbers in words are warnings. ``places`` says where it looks, ``digits`` and
``spelled`` say what a number is, ``exceptions`` what may stand all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookgen import yamlfile
from bookgen.book import template
from bookgen.checks.report import Report, Subject
from bookgen.checks.typed import digits, marks, places, spelled
from bookgen.checks.typed.exceptions import Exceptions
from bookgen.checks.typed.finding import Finding, Sources
from bookgen.checks.typed.names import Names
from bookgen.checks.typed.places import Text
from bookgen.checks.typed.values import holder
from bookgen.errors import BookError
from bookgen.evaluation import Number

__all__ = ["typed"]


def typed(subject: Subject) -> Report:
    """Every number that was typed by hand."""
    exceptions = Exceptions.load(subject.root)
    figures = places.figures(subject.root)
    given = [name.name for name in exceptions.file.names]
    short = [name for figure in figures for name in figure.data.get("names", {}).values()]
    names = Names(subject.graph.catalog, [*given, *short])
    sources = Sources(subject.root)
    report = Report(0, "lines of text")
    looked_at, told = 0, set[tuple[Path, int | None, str]]()
    for text in places.texts(subject, figures):
        for line in digits.without_structure(text.words).split("\n"):
            if not line or names.whole(line):
                continue
            looked_at += 1
            for finding, spelt in _findings(line, text, names):
                if exceptions.excuse(finding, sources):
                    continue
                file, at = sources.place(finding)
                if (file, at, finding.text) not in told:
                    told.add((file, at, finding.text))
                    (report.warnings if spelt else report.faults).append(
                        _spelt(finding, file, at) if spelt else _typed(finding, file, at, subject)
                    )
    report.faults.extend(exceptions.faults(subject.graph))
    report.faults.extend(_forged(subject))
    return Report(looked_at, report.what, report.faults, report.warnings)


def _findings(line: str, text: Text, names: Names) -> Iterator[tuple[Finding, bool]]:
    """What a line holds of numbers, each with whether it is spelt in words."""
    for match in digits.numbers(line, names):
        yield Finding(match[0].strip(), line, match.start(), match.end(), text), False
    for match in spelled.words(line, text.language):
        yield Finding(match[0], line, match.start(), match.end(), text), True


def _forged(subject: Subject) -> Iterator[BookError]:
    """Marks of numbers, and drawings, that stand in a template as text."""
    for page in subject.book.written:
        for language in subject.book.languages:
            file = template(subject.root / "content", page, language)
            if found := marks.forged(yamlfile.read_text(file)):
                yield BookError(
                    f"'{found[0]}' is typed by hand",
                    file=file,
                    line=found[1],
                    expected="marks and drawings that the book makes by itself",
                )


def _typed(finding: Finding, file: Path, line: int | None, subject: Subject) -> BookError:
    """A fault, with the number that should have been printed if the book has it."""
    number = holder(finding.text, subject.graph, file.parent.name)
    return BookError(
        f"'{finding.text}' is typed by hand",
        file=file,
        line=line,
        expected="a number printed from the graph, or its reason in content/typed.yml",
        hint=_hint(number, file) if number else None,
    )


def _hint(number: Number, file: Path) -> str:
    """How to print a number where it was typed."""
    if file.suffix != ".j2":
        return f"it is {number.id}"
    if number.means is None:
        return f"declare it with 'datum: {number.id}' in numbers.yml and print that"
    chapter, _, name = number.id.partition(".")
    own = chapter == file.parent.name and name.isidentifier()
    return f"print it as {{{{ {f'n.{name}' if own else f'n[{number.id!r}]'} | plain }}}}"


def _spelt(finding: Finding, file: Path, line: int | None) -> BookError:
    """A warning: words like these are easily overlooked when a number moves."""
    return BookError(
        f"'{finding.text}' is a number in words",
        file=file,
        line=line,
        hint="print it, tie it to a number with holds(), or give its reason in content/typed.yml",
    )
