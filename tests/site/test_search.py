"""Search, from a folder: words as a reader types them, each language in its own index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Open = Callable[..., Any]
CHINESE = (
    *("显存", "带宽", "训练", "并行", "张量并行", "显存带宽", "利用率", "算力"),
    *("H100", "H100显卡", "80 GB", "显卡", "HBM", "405B"),
)
ENGLISH = ("memory", "bandwidth", "training", "tensor parallelism", "H100", "80 GB", "HBM", "405B")

# The text of the section that an id heads, without what is no text.
SECTION = """(id) => {
  const start = id ? document.getElementById(id) : document.querySelector(".md-content h1");
  const range = document.createRange();
  range.setStartBefore(start);
  const headings = [...document.querySelectorAll(".md-content :is(h1, h2, h3, h4)")];
  const next = headings[headings.indexOf(start) + 1];
  if (next) range.setEndBefore(next);
  else range.setEndAfter(document.querySelector(".md-content article").lastChild);
  return range.toString();
}"""


def ask(page: Any, words: str) -> list[str]:
    """Type words, and read where the results lead, as ``zh/one-gpu.html#memory``."""
    answer = "document.querySelector('.md-search-result__meta').textContent.trim()"
    page.fill(".md-search__input", "")
    page.wait_for_function(f"['键入', '输入', 'Type'].some((word) => {answer}.startsWith(word))")
    page.fill(".md-search__input", words)
    page.wait_for_function(f"/[0-9]|没有|No /.test({answer})")
    page.wait_for_timeout(100)
    links = page.locator(".md-search-result__link").evaluate_all("all => all.map((a) => a.href)")
    return ["/".join(link.split("?")[0].rsplit("/", 2)[1:]) for link in links]


def squeezed(text: str) -> str:
    """Text as it is compared: no spaces of any kind, one case."""
    return "".join(text.lower().replace("\u200b", "").split())


@pytest.mark.parametrize(("language", "queries"), [("zh", CHINESE), ("en", ENGLISH)])
def test_words_lead_to_sections_that_hold_them(
    open_page: Open, language: str, queries: tuple[str, ...]
) -> None:
    page, reading = open_page(f"{language}/index.html"), open_page(f"{language}/index.html")
    base = page.url.rsplit("/", 2)[0]
    sections: dict[str, str] = {}
    for words in queries:
        assert "\u200b" not in words
        found = ask(page, words)
        assert found, words
        assert all(link.startswith(f"{language}/") for link in found), words
        for link in found[:5]:
            if link not in sections:
                reading.goto(f"{base}/{link}")
                anchor = link.partition("#")[2]
                assert not anchor or reading.locator(f'[id="{anchor}"]').count() == 1
                sections[link] = squeezed(reading.evaluate(SECTION, anchor))
        # Among the first, one holds every word.
        parts = [squeezed(part) for part in words.replace("H100显卡", "H100 显卡").split()]
        assert any(all(part in sections[link] for part in parts) for link in found[:8]), words


def test_each_language_finds_its_own_words_only(open_page: Open) -> None:
    # Words of the text. Terms stand in both languages in the glossary, and titles of sources in
    # their own: such words lead there, and nowhere else.
    both = {code: (f"{code}/glossary", f"{code}/sources") for code in ("zh", "en")}
    for language, words, term in (("en", "餐饮集团", "显存"), ("zh", "restaurant", "bandwidth")):
        page = open_page(f"{language}/index.html")
        assert ask(page, words) == []
        found = ask(page, term)
        assert [link for link in found if not link.startswith(both[language])] == []


def test_a_result_opens(open_page: Open) -> None:
    page = open_page("zh/index.html")
    found = ask(page, "张量并行")
    page.locator(".md-search-result__link").nth(1).click()
    page.wait_for_url(f"**/{found[1]}*")
    assert page.locator("h1").count() == 1


def test_figures_stay_out_of_the_index(open_page: Open) -> None:
    page = open_page("zh/one-gpu.html")
    label = page.locator(".fig [role=img]").first.get_attribute("aria-label")
    assert label
    texts = page.evaluate("document.querySelector('.fig svg text').textContent")
    assert texts
    assert page.locator(".fig-art[data-search-exclude]").count() == page.locator(".fig").count()
