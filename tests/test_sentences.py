from __future__ import annotations

from dataclasses import replace

import pytest

from bookgen import sentences
from bookgen.evaluation import Number, leaf
from bookgen.numbers import Graph
from bookgen.page import Page, Use
from bookgen.pipeline import Loaded
from bookgen.reference import Shelf
from bookgen.rendered import Rendered

MARK = '<data class="num" data-num="a.b" value="3.0"><a href="x">3 years</a></data>'


def test_a_marked_number_may_end_a_sentence() -> None:
    assert sentences.split(f"It takes {MARK}. Then it stops.") == [
        "It takes 3 years.",
        "Then it stops.",
    ]


def page(graph: Graph, number: Number, *words: str, marked: bool = True) -> tuple[Page, list[str]]:
    page = Page("one-gpu", "en", graph, marked=marked)
    return page, [page.words(Use(number, text, "holds")) for text in words]


def test_words_are_found_where_they_stand_not_where_they_were_asked_for(loaded: Loaded) -> None:
    number = loaded.graph.numbers["one-gpu.bandwidth_ratio"]
    own, (twice, thrice) = page(loaded.graph, number, "twice", "Thrice")
    rendered = Rendered()
    shelf = Shelf(loaded.book, loaded.graph, loaded.root / "data", own)
    rendered.keep(shelf, f"Not twice. {thrice} as much. But {twice} here.")
    assert rendered.pages["en", "one-gpu"] == "Not twice. Thrice as much. But twice here."
    assert [use.sentence for use in own.uses] == ["But twice here.", "Thrice as much."]


def test_words_without_marks_carry_no_sign(loaded: Loaded) -> None:
    number = loaded.graph.numbers["one-gpu.bandwidth_ratio"]
    own, words = page(loaded.graph, number, "twice", marked=False)
    assert words == ["twice"]
    assert own.unmark("twice") == ("twice", [])


@pytest.mark.parametrize(
    ("low", "high", "margin"), [(5.0, 10.0, 1.0), (None, 8.0, -1.0), (9.5, None, -0.5)]
)
def test_the_margin_of_a_condition(
    loaded: Loaded, low: float | None, high: float | None, margin: float
) -> None:
    number = loaded.graph.catalog.values["h100-sxm.power"]

    use = Use(replace(leaf(number), si=9.0), "x", "holds", low=low, high=high)
    assert use.margin == pytest.approx(margin)
