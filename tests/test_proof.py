from __future__ import annotations

import re

from bookgen import pipeline, proof
from bookgen.pipeline import Loaded
from bookgen.render import Rendered


def entries(text: str) -> dict[str, str]:
    """The derivations page cut at its third-level headings, by anchor."""
    parts = re.split(r"(?m)^### .*\{#([^}]+)\}$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def page(loaded: Loaded, language: str) -> str:
    title = loaded.book.pages["derivations"].title
    return proof.derivations(loaded.book, loaded.graph, language, title)


def test_every_number_has_an_entry_in_both_languages(loaded: Loaded) -> None:
    for language in ("zh", "en"):
        assert list(entries(page(loaded, language))) == list(loaded.graph.numbers)


def test_an_entry_tells_formula_values_inputs_and_sources(loaded: Loaded) -> None:
    entry = entries(page(loaded, "en"))["one-gpu.training_compute"]
    assert r"k\,N_{\text{act}}\,D" in entry
    assert "3.7908×10²⁵" in entry
    assert "(#one-gpu.llama_params)" in entry
    assert "Llama 3" in entry
    assert "computed; weakest input: paper" in entry


def test_every_link_inside_the_page_has_its_anchor(loaded: Loaded) -> None:
    for language in ("zh", "en"):
        text = page(loaded, language)
        anchors = set(re.findall(r"\{#([^}]+)\}", text))
        links = re.findall(r"\]\(#([^)]+)\)", text)
        assert links
        assert set(links) <= anchors


def test_every_entry_names_a_source_or_what_it_is(loaded: Loaded) -> None:
    for id, entry in entries(page(loaded, "en")).items():
        kind = loaded.graph.numbers[id].kind
        known = "Source" in entry or kind in {"assumption", "definition", "unverified"}
        assert known, id


def test_a_value_that_sources_dispute_shows_both(loaded: Loaded) -> None:
    disputed = [n for n in loaded.graph.numbers.values() if n.datum and n.datum.also]
    text = page(loaded, "en")
    for number in disputed:
        assert "Also printed" in entries(text)[number.id]


def test_the_same_book_gives_the_same_bytes(loaded: Loaded, rendered: Rendered) -> None:
    again = pipeline.load(loaded.root)
    first = pipeline.extra_files(loaded, rendered)
    assert first == pipeline.extra_files(again, pipeline.compose(again))
