"""Checks a built site: every link leads somewhere, and nothing is fetched from another host."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

_SCRIPT = re.compile(r"(<script\b[^>]*>).*?</script>|<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"""<([a-zA-Z][\w-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_FETCHED = frozenset({"script", "img", "iframe", "source", "video", "audio", "object", "embed"})


@dataclass(frozen=True)
class Fault:
    """What is wrong on a page.

    Attributes:
        page: the page's path in the site.
        link: the link or id as it is written.
        problem: what is wrong with it.
    """

    page: str
    link: str
    problem: str


@dataclass(frozen=True)
class _Page:
    ids: frozenset[str]
    twice: tuple[str, ...]
    links: tuple[tuple[str, str], ...]  # (tag, url)


def check(site: Path) -> tuple[list[Fault], int]:
    """Follow every link of every page of a site that lies in a folder.

    Returns:
        The faults, and how many links were followed.
    """
    pages = {
        path.relative_to(site).as_posix(): _read(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    faults = [fault for name, page in pages.items() for fault in _faults(site, name, page, pages)]
    return faults, sum(len(page.links) for page in pages.values())


def _read(text: str) -> _Page:
    ids, twice, links = set[str](), list[str](), dict[tuple[str, str], None]()
    for tag, attributes in _TAG.findall(_SCRIPT.sub(r"\1", text)):
        for name, *values in _ATTRIBUTE.findall(attributes):
            value = html.unescape("".join(values))
            if name == "id":
                if value in ids:
                    twice.append(value)
                ids.add(value)
            elif name in ("href", "src", "xlink:href"):
                links[tag.lower(), value] = None
    return _Page(frozenset(ids), tuple(twice), tuple(links))


def _faults(site: Path, name: str, page: _Page, pages: Mapping[str, _Page]) -> Iterator[Fault]:
    for id in page.twice:
        yield Fault(name, f"#{id}", "this id stands twice on the page")
    for tag, link in page.links:
        if problem := _problem(site, name, tag, link, pages):
            yield Fault(name, link, problem)


def _problem(site: Path, name: str, tag: str, link: str, pages: Mapping[str, _Page]) -> str | None:
    url = urlsplit(link)
    if url.scheme or url.netloc:
        outside = url.scheme in ("http", "https") or bool(url.netloc)
        fetched = tag in _FETCHED or tag == "link"
        return "this would be fetched from another host" if outside and fetched else None
    if url.path.startswith("/"):
        return "an absolute path does not work from a folder"
    path = unquote(url.path)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if target.startswith("../") or not (site / target).is_file():
        return "there is no such file in the site"
    anchor = unquote(url.fragment)
    if anchor and target in pages and anchor not in pages[target].ids:
        return f"there is no '#{anchor}' on that page"
    return None
