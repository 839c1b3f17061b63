from __future__ import annotations

import re

import pytest

from bookgen import pipeline, proof, schema
from bookgen.errors import BookError
from bookgen.evaluation import leaf
from bookgen.pipeline import Loaded
from bookgen.proof import names
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


def test_every_value_of_the_data_has_a_name_in_both_languages(loaded: Loaded) -> None:
    catalog = loaded.graph.catalog
    names = [proof.name(leaf(value), catalog) for value in catalog.values.values()]
    assert len(names) > 1000
    assert all(name.zh and name.en for name in names)


def test_no_name_is_left_over_from_a_field_that_is_gone(loaded: Loaded) -> None:
    paths = {id.partition(".")[2] for id in loaded.graph.catalog.values}
    unused = [
        pattern.pattern
        for pattern, _ in names._fields()
        if not any(pattern.fullmatch(path) for path in paths)
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("id", "zh", "en"),
    [
        (
            "h100-sxm.peak.bf16.dense",
            "NVIDIA H100 SXM5 80 GB：BF16 稠密峰值",
            "NVIDIA H100 SXM5 80 GB: BF16 peak, dense",
        ),
        (
            "constants.forward_flop_per_param_token",
            "前向传播每个参数每个 token 的运算数",
            "operations per parameter per token in the forward pass",
        ),
    ],
)
def test_a_datum_is_named_after_its_file_and_field(
    loaded: Loaded, id: str, zh: str, en: str
) -> None:
    catalog = loaded.graph.catalog
    assert proof.name(leaf(catalog.values[id]), catalog) == schema.Bilingual(zh=zh, en=en)


def test_a_field_without_a_name_says_where_to_write_it() -> None:
    with pytest.raises(BookError, match="field 'mass' has no name") as bad:
        names.field_name("mass")
    assert "fields.yml" in str(bad.value)
