"""The book's site, and a real browser to look at it with.

The site is built from the repository for the tests. To look at one that is built already, name its
folder in BOOKGEN_TEST_SITE.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bookgen import pipeline

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

BOOK = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
Open = Callable[..., Any]


@pytest.fixture(scope="session")
def site_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site that the tests look at."""
    if given := os.environ.get("BOOKGEN_TEST_SITE"):
        return Path(given).resolve()
    root = tmp_path_factory.mktemp("book")
    for name in ("content", "data", "figures"):
        shutil.copytree(BOOK / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(BOOK / "mkdocs.yml", root)
    if (BOOK / "build" / "cache").is_dir():
        shutil.copytree(BOOK / "build" / "cache", root / "build" / "cache")
    pipeline.build(root)
    return root / "site"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, from the system or from Playwright; without one the tests are skipped."""
    with sync_api.sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, NAMES)), None)
        own = playwright.chromium.executable_path
        if not found and not Path(own).exists():
            pytest.skip(f"no browser: none of {', '.join(NAMES)} is on the path")
        running = playwright.chromium.launch(executable_path=found or own)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Any, site_dir: Path) -> Iterator[Open]:
    """Open a page of the site from its folder: ``open_page("zh/index.html", width=375)``.

    When the test ends, no page may have asked another host for anything, nor have complained.
    """
    contexts: list[Any] = []
    requests: list[str] = []
    complaints: list[str] = []

    def open_(path: str, *, width: int = 1440, height: int = 900, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.on("request", lambda request: requests.append(request.url))
        context.on("console", lambda told: complaints.append(f"{told.type}: {told.text}"))
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        page = context.new_page()
        page.goto((site_dir / path.split("#")[0]).as_uri() + path[len(path.split("#")[0]) :])
        return page

    yield open_
    for context in contexts:
        context.close()
    assert requests, "no page was opened"
    inside = ("file:", "data:", "blob:", "about:")
    assert [url for url in requests if not url.startswith(inside)] == []
    assert complaints == []


@pytest.fixture(scope="session")
def pages(site_dir: Path) -> list[str]:
    """The pages of both languages, as ``zh/index.html``; one of derivations for all of them."""
    found = [path.relative_to(site_dir).as_posix() for path in sorted(site_dir.glob("*/*.html"))]
    proofs = [path for path in found if "/derivations-" in path]
    assert len(found) - len(proofs) >= 6
    return [path for path in found if path not in proofs or "one-gpu" in path]
