"""The site builder's side: the one module that knows MkDocs and Material.

It writes a configuration a language, runs one build a language side by side, and turns what the
builder complains of into errors that name the page.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from bookgen.errors import BookError, raise_all

PACKAGE = Path(__file__).parents[1]
THEME = PACKAGE / "theme"
_UNWANTED = ("404.html", "sitemap.xml", "sitemap.xml.gz")  # these only serve a site with a host
_REPORT = re.compile(r"^(?:WARNING|ERROR|CRITICAL)\s+-\s+(?P<text>.*)$")
_PAGE = re.compile(r"(?:Doc file|Error (?:reading|building) page) '(?P<page>[^']+\.md)'(?::\s*)?")
_QUOTED = re.compile(r"(?:link|formula|heading|signs) '(?P<text>.+?)'(?=[:,; ])")
_SEPARATOR = (  # between words in the search index; a comma or a point inside a number is none
    '[\\s\\u200b\\-;:!?()\\[\\]{}"“”‘’…—–·、。，．？！；：（）《》〈〉【】]+|[,.](?!\\d)'
)


@dataclass(frozen=True)
class Page:
    """A page of the book.

    Attributes:
        id: what its files are named.
        titles: its name by language code.
        plain: whether a file of plain Markdown lies beside it.
    """

    id: str
    titles: Mapping[str, str]
    plain: bool = False


@dataclass(frozen=True)
class Language:
    """A language of the book: its code, its own name, the book's name in it, and its terms.

    ``glossary`` holds the options of ``bookgen.extensions.glossary``; without it no terms are
    marked.
    """

    code: str
    name: str
    title: str
    subtitle: str
    glossary: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Locale:
    """What the site itself says and needs in a language."""

    theme: str
    html: str
    words: Mapping[str, str]


LOCALES = {
    "zh": Locale(
        theme="zh-Hans",
        html="zh-Hans",
        words={
            "table": "表格",
            "section": "本节链接",
            "footnote": "回到正文第 {} 条脚注处",
            "dark": "深色",
            "light": "浅色",
        },
    ),
    "en": Locale(
        theme="en",
        html="en",
        words={
            "table": "Table",
            "section": "Link to this section",
            "footnote": "Back to footnote {} in the text",
            "dark": "Dark",
            "light": "Light",
        },
    ),
}


def require(pages: Sequence[Page], languages: Sequence[Language]) -> None:
    """Stop early where a package or a title is missing, or a language has no words here.

    Raises:
        BookError: what is missing.
    """
    codes = {language.code for language in languages}
    for code in sorted(codes - set(LOCALES)):
        raise BookError(f"language '{code}' has no locale in bookgen/site/builder.py")
    for page in pages:
        for code in sorted(codes - set(page.titles)):
            raise BookError(f"page '{page.id}' has no title in '{code}'")
    for package in ("mkdocs", "material", *(["jieba"] if "zh" in codes else [])):
        if importlib.util.find_spec(package) is None:
            why = "; without it search finds no Chinese" if package == "jieba" else ""
            raise BookError(
                f"the package '{package}' is not installed{why}",
                hint="install the project's requirements",
            )


def configuration(
    root: Path, pages: Sequence[Page], languages: Sequence[Language], language: Language
) -> dict[str, Any]:
    """What a language adds to ``mkdocs.yml``; paths are relative to the build folder."""
    locale = LOCALES[language.code]
    return {
        "INHERIT": "../mkdocs.yml",
        "site_name": language.title,
        "site_description": language.subtitle,
        "docs_dir": f"docs/{language.code}",
        "nav": [{page.titles[language.code]: f"{page.id}.md"} for page in pages],
        "theme": {
            "language": locale.theme,
            "custom_dir": os.path.relpath(THEME, root / "build"),
        },
        "plugins": {"search": {"lang": [language.code], "separator": _SEPARATOR}},
        "extra": {
            "subtitle": language.subtitle,
            "languages": [
                {"code": other.code, "name": other.name, "html": LOCALES[other.code].html}
                for other in languages
            ],
            "code": language.code,
            "plain": [f"{page.id}.md" for page in pages if page.plain],
            "words": dict(locale.words),
        },
        "markdown_extensions": {
            "toc": {"permalink_title": locale.words["section"]},
            "footnotes": {"BACKLINK_TITLE": locale.words["footnote"]},
            "bookgen.extensions.typeset": {"table_label": locale.words["table"]},
            **(
                {"bookgen.extensions.glossary": dict(language.glossary)}
                if language.glossary
                else {}
            ),
        },
    }


def build(root: Path, staging: Path, pages: Sequence[Page], languages: Sequence[Language]) -> None:
    """Build every language into ``staging/CODE``, all at the same time.

    Raises:
        BookError: everything that any of the builds complained of.
    """
    for language in languages:
        config = configuration(root, pages, languages, language)
        text = yaml.safe_dump(config, allow_unicode=True, sort_keys=False)
        file = root / "build" / f"mkdocs.{language.code}.yml"
        if not file.is_file() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8", newline="\n")
    with ThreadPoolExecutor(len(languages)) as pool:
        runs = pool.map(lambda language: _run(root, staging, language), languages)
    raise_all([fault for faults in runs for fault in faults])


def _run(root: Path, staging: Path, language: Language) -> list[BookError]:
    """One MkDocs build; what it complains of, if anything."""
    config = root / "build" / f"mkdocs.{language.code}.yml"
    target = staging / language.code
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    run = subprocess.run(
        [*command, "-f", str(config), "-d", str(target.resolve())],
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    for name in _UNWANTED:
        (target / name).unlink(missing_ok=True)
    reports = list(_reports(run.stdout))
    docs = root / "build" / "docs" / language.code
    if run.returncode and not reports:
        last = [line for line in run.stdout.splitlines() if line.strip()][-1:]
        reports = last or [f"the site builder stopped with code {run.returncode}"]
    return list(dict.fromkeys(_fault(docs, report) for report in reports))


def _environment() -> dict[str, str]:
    """The same for every build: no clock, no locale, no hash seed, no advertisement."""
    home = str(PACKAGE.resolve().parent)  # where the extensions can be imported from
    path = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH")]))
    fixed = {"NO_COLOR": "1", "NO_MKDOCS_2_WARNING": "1", "PYTHONHASHSEED": "0"}
    clock = {"PYTHONUTF8": "1", "SOURCE_DATE_EPOCH": "0"}
    return {**os.environ, **fixed, **clock, "PYTHONPATH": path}


def _reports(output: str) -> Iterator[str]:
    """The warnings and errors in MkDocs' output, each with the lines that belong to it."""
    report: list[str] = []
    for line in output.splitlines():
        start = _REPORT.match(line)
        if start or not line.startswith("  "):
            if report:
                yield " ".join(report)
            report = [start["text"].strip()] if start else []
        elif report:
            report.append(line.strip())
    if report:
        yield " ".join(report)


def _fault(docs: Path, report: str) -> BookError:
    """A report as an error with its page, and its line where the quoted text stands."""
    page = _PAGE.search(report)
    if not page:
        return BookError(report, file=docs)
    found = (report[: page.start()] + report[page.end() :]).strip()
    file = docs / page["page"]
    quoted = _QUOTED.search(found)
    return BookError(found, file=file, line=line_of(file, quoted["text"] if quoted else None))


def line_of(file: Path, text: str | None) -> int | None:
    """The first line of a file that holds a text, however the text is wrapped there."""
    if not text or not file.is_file():
        return None
    words = [re.escape(word) for word in text.rstrip("…").split()]
    source = file.read_text("utf-8", errors="replace")
    found = re.search(r"\s+".join(words), source)
    return source.count("\n", 0, found.start()) + 1 if found else None
