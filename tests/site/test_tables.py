"""The reference tables in a real browser: sorting, filtering, narrow windows, no script."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bookgen import pipeline

ROOT = Path(__file__).parents[2]
BOOK = """\
title: {zh: 书, en: Book}
subtitle: {zh: 书, en: Book}
edition: {version: 0.1.0, date: 2026-11-30}
pages:
  index: {title: {zh: 首页, en: Home}, kind: home}
  accelerators: {title: {zh: 加速器, en: Cards}, kind: accelerators}
  models: {title: {zh: 模型, en: Models}, kind: models}
  glossary: {title: {zh: 术语, en: Glossary}, kind: glossary}
  sources: {title: {zh: 出处, en: Sources}, kind: sources}
  derivations: {title: {zh: 推导, en: Derivations}, kind: derivations}
"""
GIANT = """\
name: Acme Giant
source: lockwood-h100
kind: datasheet
verified: 2026-11-30
vendor: Acme
type: asic
per: chip
architecture: beads
form_factor: frame
peak: {fp8: {dense: 1979 TFLOP/s}}
memory: {capacity: 8 TB}
"""
HOME = {"zh": "# 书 {#index}\n\n使用HBM的卡，显存带宽高。\n", "en": "# Book {#index}\n\nUse HBM.\n"}


@pytest.fixture(scope="session")  # since a module's tests can be run by turns
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the reference pages, with one made-up accelerator."""
    root = tmp_path_factory.mktemp("book")
    shutil.copytree(ROOT / "data", root / "data")
    shutil.copy(ROOT / "mkdocs.yml", root)
    (root / "data/accelerators/giant.yml").write_text(GIANT, encoding="utf-8")
    (root / "content/index").mkdir(parents=True)
    (root / "content/book.yml").write_text(BOOK, encoding="utf-8")
    for language, home in HOME.items():
        (root / f"content/index/{language}.md.j2").write_text(home, encoding="utf-8")
    pipeline.build(root)
    return root / "site"


@pytest.fixture
def visit(built: Path, browser: Browser) -> Iterator[Any]:
    """Opens a page of the site from its folder."""
    contexts = []

    def open_(name: str, width: int = 1280, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.goto((built / name).as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()


def column(page: Page, head: str) -> list[str]:
    """The texts of a column, in the order of the rows that are shown."""
    return page.evaluate(
        """head => {
          const table = document.querySelector("table.ref");
          const heads = [...table.tHead.rows[0].cells];
          const at = heads.findIndex((cell) => cell.innerText.startsWith(head));
          const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
          return rows.map((row) => row.cells[at].textContent);
        }""",
        head,
    )


def press(page: Page, head: str) -> str:
    """Press a head and return how the column is sorted now."""
    cell = page.locator("table.ref thead th").filter(has_text=head).first
    cell.get_by_role("button").press("Enter")
    return cell.get_attribute("aria-sort") or ""


def value(text: str) -> float:
    return float(text.replace(",", ""))


class TestSorting:
    @pytest.mark.parametrize(
        ("name", "head", "least"),
        [
            ("en/accelerators.html", "Memory", 30),
            ("zh/accelerators.html", "FP8", 15),
            ("en/accelerators.html", "Ridge", 15),
        ],
    )
    def test_by_value_with_blanks_last_both_ways(
        self, visit: Any, name: str, head: str, least: int
    ) -> None:
        page = visit(name)
        for way in ("ascending", "descending"):
            assert press(page, head) == way
            texts = column(page, head)
            known = [text for text in texts if text != "—"]
            assert texts == known + ["—"] * (len(texts) - len(known))
            assert len(known) >= least
            values = [value(text) for text in known]
            assert values == sorted(values, reverse=way == "descending")

    def test_8_tb_is_more_than_141_gb(self, visit: Any) -> None:
        page = visit("en/accelerators.html")
        press(page, "Memory")
        texts = column(page, "Memory")
        assert texts[-1] == "8,000"
        assert texts.index("80") < texts.index("141") < texts.index("8,000")

    def test_words_and_days(self, visit: Any) -> None:
        page = visit("en/accelerators.html")
        press(page, "Vendor")
        assert column(page, "Vendor") == sorted(column(page, "Vendor"), key=str.casefold)
        press(page, "Announced")
        days = column(page, "Announced")
        assert days[-1] == "—"  # the giant has none
        assert days[:-1] == sorted(days[:-1])

    def test_one_head_at_a_time(self, visit: Any) -> None:
        page = visit("en/accelerators.html")
        press(page, "Memory")
        press(page, "Power")
        states = page.locator("table.ref thead th").evaluate_all(
            "heads => heads.map((head) => head.getAttribute('aria-sort'))"
        )
        assert sorted(set(states)) == ["ascending", "none"]
        assert states.count("ascending") == 1

    def test_by_keyboard(self, visit: Any) -> None:
        page = visit("en/models.html")
        button = page.locator("table.ref thead button").first
        button.focus()
        page.keyboard.press("Space")
        assert page.locator("table.ref thead th").first.get_attribute("aria-sort") == "ascending"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.innerText").startswith("Developer")


class TestFilter:
    @pytest.mark.parametrize(
        ("name", "word", "told"),
        [
            ("en/accelerators.html", "Vendor", "1 of "),
            ("zh/accelerators.html", "厂商", "显示 1 行，共 "),
        ],
    )
    def test_one_vendor_and_back(self, visit: Any, name: str, word: str, told: str) -> None:
        page = visit(name)
        everything = column(page, "FP8")
        select = page.get_by_label(word, exact=True)
        select.select_option("Acme")
        assert column(page, word) == ["Acme"]
        assert page.locator(".ref-tools output").inner_text().startswith(told)
        press(page, "FP8")
        assert column(page, "FP8") == ["1,979"]
        select.select_option(index=0)
        assert len(column(page, "FP8")) == len(everything)


class TestNarrow:
    @pytest.mark.parametrize("name", ["zh/accelerators.html", "en/models.html", "en/sources.html"])
    def test_the_table_scrolls_and_the_page_does_not(self, visit: Any, name: str) -> None:
        page = visit(name, width=375)
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        region = page.get_by_role("region").filter(has=page.locator("table.ref"))
        assert region.get_attribute("aria-label")
        assert region.evaluate("region => region.scrollWidth > region.clientWidth")
        region.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelector('.ref-region').scrollLeft > 0")
        assert page.evaluate("scrollX") == 0

    def test_the_name_of_a_row_stays_in_sight(self, visit: Any) -> None:
        page = visit("en/accelerators.html", width=375)
        region = page.locator(".ref-region")
        region.evaluate("region => { region.scrollLeft = 500; }")
        box, name = region.bounding_box(), page.locator("#h100-sxm > th").bounding_box()
        assert abs(name["x"] - box["x"]) <= 1
        assert name["width"] < 0.45 * box["width"]
        top = page.evaluate(
            """() => {
              const box = document.querySelector("#h100-sxm > th").getBoundingClientRect();
              scrollTo(0, box.top - 300);
              const now = document.querySelector("#h100-sxm > th").getBoundingClientRect();
              const seen = document.elementFromPoint(now.left + 20, now.top + 10);
              return seen.closest("th")?.innerText;
            }"""
        )
        assert top.startswith("H100")

    def test_the_glossary_fits(self, visit: Any) -> None:
        for name in ("zh/glossary.html", "en/glossary.html"):
            page = visit(name, width=375)
            assert page.evaluate("document.documentElement.scrollWidth") <= 375


class TestDownload:
    @pytest.mark.parametrize(
        ("name", "word"),
        [("zh/accelerators.html", "下载 CSV"), ("en/glossary.html", "Download CSV")],
    )
    @pytest.mark.parametrize("width", [1440, 375])
    def test_a_table_leads_to_its_file(
        self, visit: Any, built: Path, name: str, word: str, width: int
    ) -> None:
        page = visit(name, width=width)
        link = page.get_by_role("link", name=word)
        file = built / name[:2] / link.get_attribute("href")
        assert file.read_bytes().startswith(b"\xef\xbb\xbf")
        box = link.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
        size, text = (
            page.evaluate(f"parseFloat(getComputedStyle({of}).fontSize)")
            for of in ("document.querySelector('.csv')", "document.querySelector('article p')")
        )
        assert size < text


class TestWithoutScript:
    def test_a_plain_table(self, visit: Any) -> None:
        page = visit("en/accelerators.html", java_script_enabled=False)
        assert page.locator("#h100-sxm").is_visible()
        assert page.get_by_role("button", name="Memory", exact=True).count() == 0
        assert page.locator("table.ref thead button:enabled").count() == 0
        assert not page.locator(".ref-tools").is_visible()


class TestTerms:
    @pytest.mark.parametrize(("name", "term"), [("zh/index.html", "HBM"), ("en/index.html", "HBM")])
    def test_a_term_leads_to_its_meaning(self, visit: Any, name: str, term: str) -> None:
        page = visit(name)
        link = page.locator("a.term").filter(has_text=term)
        assert len(link.get_attribute("title")) > 10
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/glossary.html#hbm")
        assert page.locator("#hbm").is_visible()

    def test_it_is_as_quiet_as_the_text(self, visit: Any) -> None:
        page = visit("zh/index.html")
        style = page.locator("a.term").first.evaluate(
            """link => {
              const [own, text] = [link, link.parentElement].map((e) => getComputedStyle(e));
              return [own.textDecorationLine, own.color === text.color];
            }"""
        )
        assert style == ["none", True]
