"""Every printed number opens its card, and the card proves it, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bookgen.evaluation import CERTAINTY

Open = Callable[..., Any]
PAGE = "one-gpu.html"
NUMBER = '[data-num="one-gpu.llama_one_gpu"]'
CARD = ".book-card:not([hidden])"
FIGURE = re.compile(r'<div class="fig-art".*?</div>\s*</div>', re.S)
OWN_WORD = {"assumption", "definition"}  # kinds that may stand without a source

# Opens the card of every marked number on the page, and walks from each down to data.
WALK = """async () => {
  const seen = {}, faults = [];
  const times = [];
  const card = () => document.querySelector(".book-card:not([hidden])");
  const read = () => {
    const value = card().querySelector(".card-value data");
    return {
      value: Number(value.getAttribute("value")), unit: value.dataset.unit,
      kind: card().querySelector(".card-kind [data-kind]").dataset.kind,
      formula: card().querySelector('[data-part^="formula "]')?.dataset.part.slice(8) ?? null,
      sources: [...card().querySelectorAll(".card-sources li")].map((li) => li.textContent),
      inputs: [...card().querySelectorAll(".card-inputs li")].map((li) => {
        const [link, data] = [li.querySelector("a"), li.querySelector("data")];
        const value = Number(data.getAttribute("value"));
        return [link.dataset.input, link.dataset.card, value, data.dataset.unit];
      }),
    };
  };
  const down = (id) => {
    if (seen[id]) return;
    const own = seen[id] = read();
    for (const [, child] of own.inputs) {
      if (seen[child]) continue;
      card().querySelector(`.card-inputs a[data-card="${CSS.escape(child)}"]`).click();
      if (card().dataset.num !== child) faults.push(`${id}: no step to ${child}`);
      down(child);
      card().querySelector(".card-back").click();
    }
  };
  for (const details of document.querySelectorAll("details")) details.open = true;
  for (const number of document.querySelectorAll(".md-content :is(data.num, mn.num)")) {
    const id = number.dataset.num;
    const start = performance.now();
    (number.querySelector("a") || number).dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    for (let i = 0; i < 200 && !(card() && card().dataset.num === id); i += 1) {
      await new Promise((done) => setTimeout(done, i ? 10 : 0));
    }
    if (!card()) { faults.push(`${id}: no card`); continue; }
    times.push(performance.now() - start);
    const own = read();
    const mark = Number(number.getAttribute("value") ?? number.dataset.value);
    if (mark !== own.value) faults.push(`${id}: ${mark} on the page, ${own.value} on the card`);
    down(id);
    card().querySelector(".card-close").click();
  }
  return { seen, faults, times };
}"""


@pytest.fixture(scope="session")
def numbers(site_dir: Path) -> dict[str, Any]:
    """numbers.json."""
    data: dict[str, Any] = json.loads((site_dir / "numbers.json").read_text(encoding="utf-8"))
    return data["numbers"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_number_opens_a_card_that_leads_down_to_sources(
    open_page: Open, pages: list[str], numbers: dict[str, Any], site_dir: Path, language: str
) -> None:
    """Also: each number, recomputed in the browser from its card's inputs, is the same."""
    times: list[float] = []
    seen = 0
    formulas = (site_dir / "formulas.js").read_text(encoding="utf-8")
    for path in pages:
        if not path.startswith(f"{language}/") or "derivations" in path:
            continue  # see below
        page = open_page(path)
        found = page.evaluate(WALK)
        assert found["faults"] == [], path
        times += found["times"]
        seen += len(found["seen"])
        page.evaluate(formulas)
        again = page.evaluate(RECOMPUTE, found["seen"])
        for id, card in found["seen"].items():
            known = numbers[id]
            assert (card["value"], card["unit"]) == (known["value"], known["unit"]), id
            assert card["kind"] == known["kind"] in CERTAINTY, id
            inputs = [[name, child] for name, child, _, _ in card["inputs"]]
            assert inputs == known.get("inputs", []), id
            if card["formula"]:
                assert card["formula"] == known["calculator"]
                assert again[id] == pytest.approx(known["value"], rel=1e-12), id
            else:
                assert card["sources"] or card["kind"] in OWN_WORD, id
        page.context.close()
    half, most = (sorted(times)[int(len(times) * share)] for share in (0.5, 0.95))
    print(f"{language}: {len(times)} marked numbers led to {seen} cards")
    print(f"half of them opened in {half:.0f} ms, 95 of 100 in {most:.0f} ms")
    assert len(times) > 1000
    assert seen > 1000
    assert half < 50


RECOMPUTE = """(cards) => Object.fromEntries(Object.entries(cards).flatMap(([id, card]) => {
  if (!card.formula) return [];
  const groups = new Map();
  for (const [name, , value, unit] of card.inputs) {
    groups.set(name, [...(groups.get(name) ?? []), value * bookUnits[unit]]);
  }
  const text = bookFormulas[card.formula].toString();
  const names = text.slice(1, text.indexOf(")")).split(", ");
  const series = bookSeries[card.formula] ?? [];
  const given = names[0].startsWith("...") ? [...groups.values()].flat()
    : names.map((name) => series.includes(name) ? groups.get(name) : groups.get(name)[0]);
  return [[id, bookFormulas[card.formula](...given) / bookUnits[card.unit]]];
}))"""


@pytest.mark.parametrize(("path", "width"), [(f"zh/{PAGE}", 375), (f"en/{PAGE}", 320)])
def test_a_card_fits_a_telephone_and_never_covers_its_number(
    open_page: Open, path: str, width: int
) -> None:
    page = open_page(path, width=width, height=640, has_touch=True)
    looked_at = 0
    for number in [link for link in page.locator(".num a").all()[:40:4] if link.is_visible()]:
        number.scroll_into_view_if_needed()
        number.tap()
        card = page.wait_for_selector(CARD)
        box, own = card.bounding_box(), number.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= own["y"] + own["height"] or box["y"] + box["height"] <= own["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator(".card-close").tap()
        assert page.locator(CARD).count() == 0
        looked_at += 1
    assert looked_at > 3


@pytest.mark.parametrize("path", [f"zh/{PAGE}", f"en/{PAGE}"])
def test_keyboard_alone_reaches_walks_and_comes_back(open_page: Open, path: str) -> None:
    page = open_page(path)
    number = page.locator(f"{NUMBER} a").first
    number.evaluate(
        "(link) => { link.tabIndex = 0; link.closest('p, td').querySelector('a').focus() }"
    )
    for _ in range(200):
        if number.evaluate("(link) => link === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(CARD)
    focus = "document.activeElement.closest('.book-card') !== null"
    assert page.evaluate(focus), "focus went into the card"
    for _ in range(3):  # two steps of the tree and a source, each by Tab and Enter
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('a[data-card]')"):
                page.keyboard.press("Enter")
                break
            assert page.evaluate(focus), "Tab stays in the card"
    assert page.locator(".card-back").count() == 1
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.card-sources a')"):
            break
    assert page.evaluate("document.activeElement.href").startswith("https://")
    page.keyboard.press("Escape")
    assert page.locator(CARD).count() == 0
    assert number.evaluate("(link) => link === document.activeElement"), "focus is back"


def test_hovering_opens_after_a_moment_and_leaving_closes(open_page: Open) -> None:
    page = open_page(f"en/{PAGE}")
    number = page.locator(f"{NUMBER} a").first
    number.hover()
    assert page.locator(CARD).count() == 0, "not at once"
    page.wait_for_selector(CARD)
    page.locator(".book-card h2").hover()
    page.wait_for_timeout(600)
    assert page.locator(CARD).count() == 1, "it stays while the pointer is on it"
    page.mouse.move(5, 500)
    page.wait_for_selector(CARD, state="detached")


@pytest.mark.parametrize(("language", "name"), [("zh", "一张 H100"), ("en", "on one H100")])
def test_a_screen_reader_hears_the_name_in_the_pages_language(
    open_page: Open, language: str, name: str
) -> None:
    page = open_page(f"{language}/{PAGE}")
    link = page.locator(f"{NUMBER} a").first
    assert link.get_attribute("aria-haspopup") == "dialog"
    link.click()
    page.wait_for_selector(CARD)
    assert page.get_by_role("dialog", name=name).count() == 1
    assert (
        page.locator(".book-card").evaluate("(card) => card.closest('[lang]').lang")[:2] == language
    )


def test_in_a_formula_a_number_opens_too(open_page: Open) -> None:
    page = open_page(f"zh/{PAGE}")
    number = page.locator("mn.num").first
    link = number.locator("a")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(CARD)
    assert page.locator(".book-card").get_attribute("data-num") == number.get_attribute("data-num")
    page.keyboard.press("Escape")
    assert link.evaluate("(element) => element === document.activeElement")


def test_a_number_is_cited_with_version_date_and_address(open_page: Open) -> None:
    page = open_page(f"en/{PAGE}")
    page.locator(f"{NUMBER} a").first.click()
    page.wait_for_selector(CARD)
    page.locator(".book-card summary").last.click()
    line = page.locator(".card-cite").inner_text()
    assert "one-gpu.llama_one_gpu = 3,035.25377212" in line
    assert "0.2.0 2026-11-30" in line
    assert line.endswith("en/one-gpu.html#n-llama_one_gpu")


def test_without_javascript_a_number_leads_to_its_derivation(open_page: Open) -> None:
    page = open_page(f"en/{PAGE}", java_script_enabled=False)
    page.locator(f"{NUMBER} a").first.click()
    assert page.url.endswith("#one-gpu.llama_one_gpu")
    assert "derivations" in page.url


def test_chapters_stay_light(site_dir: Path, pages: list[str]) -> None:
    """Under 300 kB of HTML without the figures' drawings."""
    sizes = {}
    for path in pages:
        if Path(path).stem in {"compute", "one-gpu", "index"}:
            text = (site_dir / path).read_text(encoding="utf-8")
            sizes[path] = len(FIGURE.sub("", text).encode())
    print(sizes)
    assert len(sizes) == 6
    assert max(sizes.values()) < 300_000


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width", [1440, 375])
def test_a_number_in_a_drawing_opens_its_card(open_page: Open, language: str, width: int) -> None:
    page = open_page(f"{language}/compute.html", width=width, height=900)
    signed = page.locator(".fig tspan.num:visible").all()
    assert len(signed) >= 20
    for number in signed[::3]:
        number.scroll_into_view_if_needed()
        number.click()
        card = page.locator(CARD)
        assert card.get_attribute("data-num") == number.get_attribute("data-num")
        assert number.text_content() in card.inner_text()
        over, under = number.bounding_box(), card.bounding_box()
        assert over["y"] + over["height"] <= under["y"] or under["y"] + under["height"] <= over["y"]
        page.keyboard.press("Escape")
        assert card.count() == 0


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_card_leads_to_what_its_formula_assumes(open_page: Open, language: str) -> None:
    page = open_page(f"{language}/{PAGE}")
    page.locator(f"{NUMBER} a").first.click()
    page.locator(f"{CARD} .card-end a").nth(1).click()
    page.wait_for_url(f"**/{language}/calculators.html#device_time")
    assert 0 < page.locator('[id="device_time"]').bounding_box()["y"] < 900


def test_a_cell_says_on_hover_only_what_no_card_says(open_page: Open) -> None:
    told = "all => all.map((cell) => [cell.title, cell.querySelector('.num') !== null])"
    page = open_page("en/accelerators.html")
    cells = page.locator("table.ref td").evaluate_all(told)
    assert not [title for title, number in cells if number and title]
    assert [title for title, number in cells if not number and title]  # why a cell is empty
    page = open_page("en/accelerators.html", java_script_enabled=False)
    assert page.locator("table.ref td[title]:has(.num)").count() > 100


def test_a_day_is_a_day_on_its_card(open_page: Open) -> None:
    page = open_page("en/compute.html")
    page.locator("#fig-training-compute summary").click()
    page.locator('[data-num="compute.run_date.gpt3-run"] a').click()
    assert page.locator(f"{CARD} .card-value").inner_text() == "2020-05-28"


def test_the_numbers_behind_a_figure_stand_below_it(open_page: Open) -> None:
    page = open_page("zh/compute.html")
    figures = page.locator(".fig").all()
    assert len(figures) >= 6
    for figure in figures:
        read = "all => [...new Set(all.map((n) => n.dataset.num))]"
        signed = figure.locator("tspan.num").evaluate_all(read)
        marked = figure.locator("figcaption .num").evaluate_all(read)
        behind = figure.locator(".fig-numbers data.num").evaluate_all(read)
        assert set(signed) | set(marked) <= set(behind)
        told = figure.locator("summary data").get_attribute("value") if behind else "0"
        assert int(told) == len(behind)
    first = page.locator(".fig-numbers").first
    assert not first.locator("li").first.is_visible()
    first.locator("summary").press("Enter")
    first.locator("a").first.press("Enter")
    page.wait_for_selector(CARD)
