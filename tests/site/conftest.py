"""A site to look at, and a real browser to look with.

The site is made of the sample pages beside this file. To look at another one, such as the book
itself, name its folder in BOOKGEN_TEST_SITE.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bookgen import site
from bookgen.site import Language, Page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
LANGUAGES = (
    Language("zh", "中文", "算力账本", "每个数字都能自证"),
    Language("en", "English", "The Compute Ledger", "Every number proves itself"),
)
PAGES = (
    Page("index", {"zh": "首页", "en": "Home"}),
    Page("one-gpu", {"zh": "为什么一张显卡不够", "en": "Why one GPU is not enough"}),
    Page("derivations", {"zh": "附录：推导", "en": "Appendix: derivations"}),
)
Open = Callable[..., Any]


@pytest.fixture(scope="session")
def site_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site that the tests look at."""
    if given := os.environ.get("BOOKGEN_TEST_SITE"):
        return Path(given).resolve()
    root = tmp_path_factory.mktemp("book")
    shutil.copy(HERE.parents[1] / "mkdocs.yml", root)
    drawings = {f"@{name.upper()}@": _drawing(name) for name in ("wide", "narrow")}
    for source in sorted((HERE / "sample").rglob("*.md")):
        text = source.read_text("utf-8")
        for mark, drawing in drawings.items():
            text = text.replace(mark, drawing)
        target = root / "build" / "docs" / source.relative_to(HERE / "sample")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")
    site.build(root, PAGES, LANGUAGES, {"numbers.json": b"{}\n"})
    return root / "site"


def _drawing(name: str) -> str:
    return (HERE / "sample" / f"{name}.svg").read_text("utf-8").strip()


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
    """Every page of both languages, as ``zh/index.html``."""
    found = [path.relative_to(site_dir).as_posix() for path in sorted(site_dir.glob("*/*.html"))]
    assert len(found) >= 6
    return found
