"""The site as a reader meets it: from a folder, in both languages, on wide and narrow pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]
PAPER = "getComputedStyle(document.body).backgroundColor"
SCHEME = "document.body.dataset.mdColorScheme"
LANGUAGES = ("zh", "en")

# The lowest contrast between a text of the page's figures and the paper, or between the paper
# and the text itself; WCAG's formula.
CONTRAST = """(selector) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const light = (color) => {
    if (!known.has(color)) known.set(color, measured(color));
    return known.get(color);
  };
  const measured = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => {
      v /= 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const ratios = [...document.querySelectorAll(selector)].map((element) => {
    const style = getComputedStyle(element);
    const ink = light(element.closest("svg") ? style.fill : style.color);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  });
  const lowest = Math.min(...ratios);
  const where = document.querySelectorAll(selector)[ratios.indexOf(lowest)];
  return { count: ratios.length, lowest, where: where && where.outerHTML.slice(0, 200) };
}"""


def brightness(color: str) -> float:
    """Of ``rgb(23, 24, 26)``."""
    return sum(int(part) for part in color[color.index("(") + 1 : -1].split(",")[:3]) / 3


TEXT = ".md-content :is(p, li, td, th, figcaption, .admonition-title, a, summary)"


class TestEveryPage:
    """Each page is opened twice, since opening takes longer than looking."""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (375, "dark")])
    def test_opens_fits_and_is_readable(
        self, open_page: Open, pages: list[str], language: str, width: int, scheme: str
    ) -> None:
        for path in pages:
            if not path.startswith(f"{language}/"):
                continue
            page = open_page(path, width=width, height=800, color_scheme=scheme)
            page.wait_for_load_state()
            assert page.locator("h1").count() == 1, path
            assert page.evaluate(PAPER) != "rgba(0, 0, 0, 0)", path
            found = page.evaluate(CONTRAST, TEXT)
            assert found["count"], path
            assert found["lowest"] >= 4.5, (path, scheme, found)
            for narrow in (375, 320):
                page.set_viewport_size({"width": narrow, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") == narrow, path
                page.evaluate("scrollTo(500, 0)")
                assert page.evaluate("scrollX") == 0, path
            page.context.close()


class TestScheme:
    def test_follows_the_system(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html", color_scheme="light")
        assert page.evaluate(SCHEME) == "default"
        assert brightness(page.evaluate(PAPER)) > 200
        page.emulate_media(color_scheme="dark")
        page.wait_for_function(f"{SCHEME} === 'slate'")
        assert brightness(page.evaluate(PAPER)) < 60

    def test_a_choice_is_remembered_in_both_languages(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html", color_scheme="light")
        page.get_by_role("button", name="深色").click()
        assert page.evaluate(SCHEME) == "slate"
        page.reload()
        assert page.evaluate(SCHEME) == "slate"
        page.get_by_role("link", name="English", exact=True).click()
        page.wait_for_url("**/en/one-gpu.html*")
        assert page.evaluate(SCHEME) == "slate"
        page.get_by_role("button", name="Light").click()
        assert page.evaluate(SCHEME) == "default"
        page.emulate_media(color_scheme="dark")
        page.wait_for_function(f"{SCHEME} === 'slate'")


class TestLanguageSwitch:
    def test_every_page_names_itself_in_both(self, site_dir: Path, pages: list[str]) -> None:
        tag = re.compile(r"<(?:link|a)\b[^>]*>")
        for path in pages:
            name = Path(path).name
            tags = tag.findall((site_dir / path).read_text(encoding="utf-8"))
            for code, language in (("en", "en"), ("zh-Hans", "zh")):
                alternates = [one for one in tags if f'hreflang="{code}"' in one]
                assert alternates, path
                assert all(f'href="../{language}/{name}"' in one for one in alternates), path

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("name", ["index", "one-gpu", "accelerators", "derivations"])
    def test_stays_on_the_page(self, open_page: Open, language: str, name: str) -> None:
        other = "en" if language == "zh" else "zh"
        page = open_page(f"{language}/{name}.html")
        page.locator("a.book-switch").click()
        page.wait_for_url(f"**/{other}/{name}.html*")
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.documentElement.lang").startswith(other)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_stays_in_the_section(self, open_page: Open, language: str) -> None:
        other = "en" if language == "zh" else "zh"
        page = open_page(f"{language}/one-gpu.html")
        ids = page.locator(".md-content h2[id]").evaluate_all("all => all.map((h) => h.id)")
        assert len(ids) >= 3
        for id in (ids[1], ids[-2]):
            page = open_page(f"{language}/one-gpu.html#{id}")
            page.wait_for_timeout(200)
            page.locator("a.book-switch").click()
            page.wait_for_url(f"**/{other}/one-gpu.html#{id}")
            top = page.locator(f"h2#{id}").evaluate("h => h.getBoundingClientRect().top")
            assert 0 <= top < 900
            page.context.close()

    def test_by_keyboard_and_in_the_middle_of_a_section(self, open_page: Open) -> None:
        page = open_page("en/one-gpu.html")
        second = page.locator(".md-content h2[id]").nth(1)
        id = second.get_attribute("id")
        second.evaluate("h => scrollTo(0, h.getBoundingClientRect().top + scrollY + 150)")
        page.locator("a.book-switch").focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/zh/one-gpu.html#{id}")


class TestRoot:
    @pytest.mark.parametrize(
        ("locale", "language"),
        [("zh-CN", "zh"), ("zh-TW", "zh"), ("en-GB", "en"), ("en", "en")],
    )
    def test_goes_by_the_browsers_language(
        self, open_page: Open, locale: str, language: str
    ) -> None:
        page = open_page("index.html", locale=locale)
        page.wait_for_url(f"**/{language}/index.html")

    @pytest.mark.parametrize("options", [{"locale": "de-DE"}, {"java_script_enabled": False}])
    def test_offers_both(self, open_page: Open, options: dict[str, Any]) -> None:
        for language in LANGUAGES:
            page = open_page("index.html", **options)
            assert page.locator("main a").count() == 2
            page.locator(f'a[href="{language}/index.html"]').last.click()
            page.wait_for_url(f"**/{language}/index.html")


class TestTables:
    def test_region_takes_the_keyboard(self, open_page: Open) -> None:
        for language in LANGUAGES:
            page = open_page(f"{language}/one-gpu.html", width=375, height=800)
            regions = page.locator(".table-region")
            assert regions.count() == page.locator(".md-content table").count() > 0
            wide = regions.evaluate_all(
                "all => all.findIndex((r) => r.scrollWidth > r.clientWidth)"
            )
            assert wide >= 0
            region = regions.nth(wide)
            region.focus()
            page.keyboard.press("ArrowRight")
            page.wait_for_function(
                "(n) => document.querySelectorAll('.table-region')[n].scrollLeft > 0", arg=wide
            )
            word = "表格" if language == "zh" else "Table"
            assert region.get_attribute("aria-label").startswith(word)
            assert region.get_attribute("role") == "region"
            assert page.locator(".md-content th:not([scope=col])").count() == 0

    def test_figures_are_aligned(self, open_page: Open) -> None:
        page = open_page("en/one-gpu.html")
        cell = page.locator('.book-table td[style*="right"]').first
        style = cell.evaluate(
            "c => [getComputedStyle(c).textAlign, getComputedStyle(c).fontVariantNumeric]"
        )
        assert style[0] in ("right", "end")
        assert "tabular-nums" in style[1]


class TestFigures:
    @pytest.mark.parametrize(("width", "shown"), [(1440, "wide"), (375, "narrow")])
    def test_drawn_for_the_width(self, open_page: Open, width: int, shown: str) -> None:
        page = open_page("zh/one-gpu.html", width=width)
        hidden = "narrow" if shown == "wide" else "wide"
        assert page.locator(".fig").count() > 0
        assert page.locator(f".fig-{shown}:visible").count() == page.locator(".fig").count()
        assert page.locator(f".fig-{hidden}:visible").count() == 0

    def test_text_can_be_read_in_both_schemes(self, open_page: Open) -> None:
        for language in LANGUAGES:
            page = open_page(f"{language}/one-gpu.html", color_scheme="light")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(300)
                found = page.evaluate(CONTRAST, ".fig svg text")
                assert found["count"]
                assert found["lowest"] >= 4.5, scheme

    def test_colours_differ_and_follow_the_scheme(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html", color_scheme="light")
        read = """["a", "b", "c", "d"].map((letter) =>
          getComputedStyle(document.body).getPropertyValue("--fig-" + letter))"""
        light = page.evaluate(read)
        page.emulate_media(color_scheme="dark")
        page.wait_for_timeout(200)
        dark = page.evaluate(read)
        assert len(set(light)) == len(set(dark)) == 4
        assert not set(light) & set(dark)


class TestFormulas:
    def test_drawn_without_script_in_the_books_own_font(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html", java_script_enabled=False)
        formula = page.locator("math[display=block]").first
        assert formula.bounding_box()["height"] > 10
        assert formula.evaluate("m => getComputedStyle(m).fontFamily").startswith('"Book Math"')
        assert "\\(" not in page.locator(".md-content").inner_text()

    def test_the_font_is_there(self, open_page: Open) -> None:
        page = open_page("en/one-gpu.html")
        assert page.evaluate(
            "document.fonts.ready.then(() => document.fonts.check('16px \"Book Math\"'))"
        )

    def test_numbers_are_marked(self, open_page: Open) -> None:
        for language in LANGUAGES:
            page = open_page(f"{language}/one-gpu.html")
            marks = page.locator("math mn.num").evaluate_all(
                "all => all.map((n) => ({...n.dataset}))"
            )
            assert marks
            assert all(mark["num"] and float(mark["value"]) for mark in marks)

    def test_a_long_one_scrolls_in_its_own_box(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html", width=375, height=800)
        page.evaluate("document.fonts.ready")
        boxes = page.locator(".math-block").evaluate_all(
            "all => all.map((b) => [b.scrollWidth > b.clientWidth, b.tabIndex])"
        )
        assert [True, 0] in boxes
        assert all(index == (0 if long else -1) for long, index in boxes)


class TestDerivations:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("id", ["one-gpu.llama_one_gpu", "compute.ridge.h100-sxm"])
    def test_an_address_of_the_one_page_they_were_leads_on(
        self, open_page: Open, language: str, id: str
    ) -> None:
        page = open_page(f"{language}/derivations.html#{id}")
        page.wait_for_url(f"**/{language}/derivations-{id.split('.')[0]}.html#{id}")
        assert 0 < page.locator(f'h3[id="{id}"]').bounding_box()["y"] < 900

    def test_a_chapter_and_what_is_nowhere_stay_at_the_entrance(self, open_page: Open) -> None:
        for id in ("one-gpu", "gone.number", "%22].x"):
            page = open_page(f"en/derivations.html#{id}")
            page.wait_for_timeout(200)
            assert page.url.endswith(f"/en/derivations.html#{id}")
        page = open_page("en/derivations.html#one-gpu", java_script_enabled=False)
        assert page.locator("#one-gpu > a").get_attribute("href") == "derivations-one-gpu.html"

    def test_the_language_switch_keeps_the_entry(self, open_page: Open) -> None:
        page = open_page("en/derivations-one-gpu.html#one-gpu.llama_one_gpu")
        page.locator("a.book-switch").click()
        page.wait_for_url("**/zh/derivations-one-gpu.html#one-gpu.llama_one_gpu")

    def test_a_tree_unfolds_without_script(self, open_page: Open) -> None:
        page = open_page("zh/derivations-one-gpu.html", java_script_enabled=False)
        tree = page.locator("details.tree").first
        assert not tree.locator("li").first.is_visible()
        tree.locator("summary").click()
        assert tree.locator("li").first.is_visible()

    def test_the_way_back_lands_on_the_number(self, open_page: Open) -> None:
        page = open_page("en/derivations-one-gpu.html")
        page.locator('a[href="one-gpu.html#n-llama_16k"]').click()
        page.wait_for_url("**/en/one-gpu.html#n-llama_16k")
        assert 0 < page.locator("#n-llama_16k").bounding_box()["y"] < 900


class TestPage:
    def test_measure(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html")
        paragraph = page.locator(".md-content p:not([class])").first
        ratio = paragraph.evaluate("p => p.clientWidth / parseFloat(getComputedStyle(p).fontSize)")
        assert 34 <= ratio <= 38

    def test_boxes_are_told_apart_by_their_rules(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html")
        rules = page.locator(".admonition, details").evaluate_all(
            """all => all.map((box) => {
              const style = getComputedStyle(box);
              const kind = box.classList[1] || box.classList[0];
              return [kind, style.borderInlineStart, style.backgroundColor];
            })"""
        )
        by_kind = {kind: rule for kind, rule, _ in rules}
        assert len(by_kind) >= 5
        assert len(set(by_kind.values())) == len(by_kind)
        assert {background for *_, background in rules} == {"rgba(0, 0, 0, 0)"}

    def test_numbers_show_how_sure_they_are(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html")
        look = "a => [getComputedStyle(a).textDecorationLine, getComputedStyle(a).backgroundImage]"
        sure = page.locator('.num[data-kind="paper"] > a').first.evaluate(look)
        unsure = page.locator('.num[data-kind="assumption"] > a').first.evaluate(look)
        assert sure[0] == "underline"
        assert sure != unsure
        assert "gradient" in unsure[1]

    @pytest.mark.parametrize(
        ("name", "number"),
        [
            ("en/one-gpu.html", "data.num > a"),
            ("zh/one-gpu.html", "math mn.num > a"),
            ("zh/accelerators.html", "td data.num > a"),
            ("en/compute.html", "td data.num > a"),
        ],
    )
    def test_a_number_leads_to_its_derivation(
        self, open_page: Open, name: str, number: str
    ) -> None:
        page = open_page(name, java_script_enabled=False)
        link = page.locator(number).first
        id = link.locator("..").get_attribute("data-num")
        link.click()
        language, owner = name.split("/")[0], id.split(".")[0]
        page.wait_for_url(f"**/{language}/derivations-{owner}.html#{id}")
        assert 0 < page.locator(f'h3[id="{id}"]').bounding_box()["y"] < 900

    def test_contents_and_search_open_by_keyboard_on_a_narrow_page(self, open_page: Open) -> None:
        for name, toggle in (("Navigation", "__drawer"), ("Search", "__search")):
            page = open_page("en/one-gpu.html", width=375, height=800)
            page.get_by_role("button", name=name).focus()
            page.keyboard.press("Enter")
            page.wait_for_function(f"document.getElementById('{toggle}').checked")

    def test_printing_unfolds_and_turns_light(self, open_page: Open) -> None:
        page = open_page("zh/one-gpu.html", color_scheme="dark", width=700)
        answer = page.locator("details > :last-child").first
        assert not answer.is_visible()
        page.emulate_media(media="print")
        page.wait_for_timeout(300)
        assert page.evaluate(PAPER) == "rgb(255, 255, 255)"
        assert answer.is_visible()
        for part in (".md-header", ".md-sidebar--primary", ".md-footer"):
            assert not page.locator(part).is_visible()
