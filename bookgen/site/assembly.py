"""build/docs -> site/: one MkDocs build a language side by side, then one atomic publication."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

import jinja2

from bookgen.errors import BookError, raise_all
from bookgen.site import builder, links, publish
from bookgen.site.builder import Language, Page
from bookgen.site.locking import lock


def build(
    root: Path,
    pages: Sequence[Page],
    languages: Sequence[Language],
    extra_files: Mapping[str, bytes] | None = None,
) -> list[str]:
    """Build ``root/site`` from ``root/build/docs`` and publish it at once.

    Args:
        root: the book's folder, which holds ``mkdocs.yml``.
        pages: the pages in reading order; the first is the home page, ``index``.
        languages: the languages, each with every page under ``build/docs/CODE``.
        extra_files: further files of the site by path, such as ``numbers.json``.

    Returns:
        The paths under ``site/`` that were added, changed or removed; none where nothing was.

    Raises:
        BookError: a broken page or link, a missing package, or another build at work. The
            present site is left as it is.
    """
    with lock(root):
        builder.require(pages, languages)
        _prepare(root)
        staging = root / "build" / f"staging-{os.getpid()}"
        try:
            builder.build(root, staging, pages, languages)
            (staging / "index.html").write_text(_choice(languages), "utf-8", newline="\n")
            for name, data in (extra_files or {}).items():
                _extra(staging, name, data)
            _check_links(root, staging)
            return publish.publish(staging, root / "site")
        except OSError as bad:
            raise BookError(f"cannot write the site: {bad}", file=root / "site") from None
        finally:
            shutil.rmtree(staging, ignore_errors=True)


def _prepare(root: Path) -> None:
    """Clear away what a killed run left, and stop early where nothing can be written."""
    if not (root / "mkdocs.yml").is_file():
        raise BookError("there is no such file", file=root / "mkdocs.yml")
    publish.recover(root / "site", root / "build")
    for stale in (root / "build").glob("staging-*"):
        shutil.rmtree(stale, ignore_errors=True)
    for folder in (root, root / "site"):
        if folder.exists() and not os.access(folder, os.W_OK):
            raise BookError("cannot write there: Permission denied", file=folder)


def _choice(languages: Sequence[Language]) -> str:
    """The page at the root: offers the languages, and goes by the browser's."""
    template = (builder.THEME / "choice.html").read_text("utf-8")
    env = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    html = {language.code: builder.LOCALES[language.code].html for language in languages}
    return env.from_string(template).render(languages=languages, html=html)


def _extra(staging: Path, name: str, data: bytes) -> None:
    """Write a further file: inside the site, and over nothing of it."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or (staging / name).exists():
        raise BookError(f"'{name}' cannot be a further file of the site")
    (staging / name).parent.mkdir(parents=True, exist_ok=True)
    (staging / name).write_bytes(data)


def _check_links(root: Path, staging: Path) -> None:
    """Every link of the finished pages, those in raw HTML too, which MkDocs does not follow."""
    faults, followed = links.check(staging)
    errors = [_broken(root, fault) for fault in faults]
    if not followed:
        errors.append(BookError("the site has no links at all", file=root / "build" / "docs"))
    raise_all(errors)


def _broken(root: Path, fault: links.Fault) -> BookError:
    source = (root / "build" / "docs" / fault.page).with_suffix(".md")
    file = source if source.is_file() else root / "site" / fault.page
    return BookError(
        f"'{fault.link}': {fault.problem}", file=file, line=builder.line_of(source, fault.link)
    )
