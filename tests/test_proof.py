from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bookgen import anchors, pipeline, proof, schema
from bookgen.addresses import derivation, derivations
from bookgen.errors import BookError
from bookgen.evaluation import Number, leaf
from bookgen.pipeline import Loaded
from bookgen.proof import names
from bookgen.rendered import Rendered

LANGUAGES = ("zh", "en")
Entries = dict[str, dict[str, str]]


def cut(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a page of derivations: ids and what stands under them."""
    parts = re.split(r'<h3 id="([^"]+)">', text)
    return zip(parts[1::2], (part.partition("</dl>")[0] for part in parts[2::2]), strict=True)


def row(entry: str, word: str) -> str:
    """What an entry says under a word."""
    found = re.search(rf"<dt>{word}</dt><dd>(.*?)</dd>\n", entry + "\n", re.DOTALL)
    assert found, word
    return found[1]


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


@pytest.fixture(scope="session")
def entries(rendered: Rendered) -> Entries:
    """What is written of each number, by language."""
    return {
        language: dict(
            entry
            for (own, page), text in rendered.pages.items()
            if own == language and page.startswith("derivations")
            for entry in cut(text)
        )
        for language in LANGUAGES
    }


@pytest.fixture(scope="session")
def numbers(loaded: Loaded, rendered: Rendered) -> dict[str, Number]:
    """Every number of the book."""
    return {**loaded.graph.numbers, **rendered.reference}


class TestPages:
    def test_every_number_has_one_entry_on_the_page_of_its_owner(
        self, rendered: Rendered, numbers: dict[str, Number]
    ) -> None:
        for language in LANGUAGES:
            found = [
                (page, id)
                for (own, page), text in rendered.pages.items()
                if own == language
                for id, _ in cut(text)
            ]
            assert len(found) == len(numbers)
            assert {id for _, id in found} == set(numbers)
            assert all(page == derivations(id.split(".")[0]) for page, id in found)

    def test_every_marked_number_is_a_link_to_its_entry(
        self, rendered: Rendered, entries: Entries
    ) -> None:
        mark = re.compile(r'<data class="num"[^>]* data-num="([^"]+)"[^>]*><a href="([^"]+)">')
        for (language, page), text in rendered.pages.items():
            marks = mark.findall(text)
            assert len(marks) == text.count('<data class="num"'), page
            assert all(address == derivation(id) for id, address in marks)
            ids = {id for id, _ in marks} | set(re.findall(r"\\num\{([^{}]+)\}", text))
            assert ids <= entries[language].keys(), page
        assert mark.search(rendered.pages["zh", "accelerators"])

    def test_every_link_lands_on_an_anchor(self, rendered: Rendered) -> None:
        known = {where: anchors.read(text).under.keys() for where, text in rendered.pages.items()}
        followed = 0
        for (language, page), text in rendered.pages.items():
            if page.startswith("derivations"):
                links = re.findall(r' href="([^":]*?)(?:\.html)?#([^"]*)"', text)
                followed += len(links)
                lost = [link for link in links if link[1] not in known[language, link[0] or page]]
                assert lost == []
        assert followed > 5000

    def test_the_entrance_counts_every_page(
        self, loaded: Loaded, rendered: Rendered, numbers: dict[str, Number]
    ) -> None:
        item = r'<li id="([^"]+)"><a href="([^"]+)">[^<]*</a> <small><data value="(\d+)">'
        for language in LANGUAGES:
            found = re.findall(item, rendered.pages[language, "derivations"])
            assert sum(int(count) for *_, count in found) == len(numbers)
            assert [address for _, address, _ in found] == [
                f"{derivations(page)}.html" for page, *_ in found
            ]
            assert {page for page, *_ in found} >= set(loaded.graph.chapters)

    def test_the_sections_are_those_of_the_chapter(self, rendered: Rendered) -> None:
        for language in LANGUAGES:
            own = rendered.anchors[language, "one-gpu"].headings
            found = anchors.read(rendered.pages[language, "derivations-one-gpu"]).headings
            sections = [id for id in found if not id.startswith("derivations")]
            assert sections == [id for id in own if id in sections]
            assert len(sections) >= 5
            assert all(found[id] == own[id] for id in sections)

    def test_a_number_that_is_added_moves_no_other(
        self, rendered: Rendered, copy: Path, edit: Callable[..., Path]
    ) -> None:
        more = "means: {zh: 层数, en: layers}\n  datum: llama-3-1-405b.layers"
        edit("content/one-gpu/numbers.yml", "flop_forward:\n", f"extra:\n  {more}\nflop_forward:\n")
        for language in LANGUAGES:
            template = f"content/one-gpu/{language}.md.j2"
            old = "{{ n.llama_tokens | words(3, unit=False) }}"
            edit(template, old, f"{old} {{{{ n.extra | plain }}}}")
        grown = pipeline.compose(pipeline.load(copy))
        for where, text in rendered.pages.items():
            before, after = anchors.read(text).under, anchors.read(grown.pages[where]).under
            assert before.items() <= after.items(), where
            added = {"one-gpu": {"n-extra"}, "derivations-one-gpu": {"one-gpu.extra"}}
            assert after.keys() - before.keys() == added.get(where[1], set())

    def test_they_stay_out_of_the_search(self, rendered: Rendered) -> None:
        for (_, page), text in rendered.pages.items():
            assert text.startswith("---\nsearch: {exclude: true}") == page.startswith("derivations")


class TestEntry:
    def test_it_tells_formula_values_inputs_and_sources(self, entries: Entries) -> None:
        entry = entries["en"]["one-gpu.training_compute"]
        formula = row(entry, "Formula")
        assert "<code>training_compute</code>" in formula
        assert "<msub><mi>N</mi><mtext>act</mtext></msub>" in formula
        assert '<a href="derivations-one-gpu.html#one-gpu.llama_params">4.05×10¹¹' in formula
        assert plain(row(entry, "Value")) == "3.7908×10²⁵\xa0FLOP computed; weakest input: paper"
        assert '<a href="#one-gpu.llama_params">parameters of Llama 3.1 405B</a> =' in row(
            entry, "Inputs"
        )
        assert "Llama 3" in row(entry, "Sources")
        assert "checked 2026" in row(entry, "Sources")

    def test_rounding_is_told(self, entries: Entries) -> None:
        entry = entries["en"]["one-gpu.llama_16k"]
        assert plain(row(entry, "Value")).startswith("≈ 69.2891525167\xa0days ")
        assert "≈</mo><mn>69.2892\xa0days</mn>" in row(entry, "Formula")
        assert "(70\xa0days)" in plain(row(entry, "Used in"))
        exact = entries["en"]["one-gpu.token_compute"]
        assert "≈" not in row(exact, "Value") + row(exact, "Formula")

    def test_a_guess_is_named(self, entries: Entries) -> None:
        value = row(entries["en"]["one-gpu.llama_one_gpu"], "Value")
        name = '<a href="#one-gpu.mfu_assumed">assumed utilisation of the peak</a>'
        assert f"weakest input: assumption ({name})" in value

    def test_a_range_names_the_data_that_state_it(self, entries: Entries) -> None:
        for language, word, text in (
            ("en", "Range", "2,823.49 to 3,195\xa0years from assumed utilisation of the peak"),
            ("zh", "范围", "2,823.49 至 3,195\xa0年 来自"),
        ):
            found = row(entries[language]["one-gpu.llama_one_gpu"], word)
            assert plain(found).startswith(text)
            assert 'href="#one-gpu.mfu_assumed"' in found
        assert "stated with the datum" in row(entries["en"]["one-gpu.mfu_assumed"], "Range")

    def test_every_range_of_a_number_is_told(
        self, entries: Entries, numbers: dict[str, Number]
    ) -> None:
        for language, word in (("zh", "范围"), ("en", "Range")):
            told = {id for id, entry in entries[language].items() if f"<dt>{word}</dt>" in entry}
            assert told == {id for id, number in numbers.items() if number.low is not None}

    def test_a_choice_of_the_formula_is_told(self, entries: Entries) -> None:
        for language, words in (("zh", "最小的一项是"), ("en", "The least of them is")):
            entry = entries[language]["compute.decode_attainable"]
            choice = entry[entry.index(words) :]
            taken, left = (choice.index(symbol) for symbol in ("<mi>I</mi>", "<mtext>peak</mtext>"))
            assert taken < left

    def test_a_datum_takes_few_lines(self, entries: Entries) -> None:
        entry = entries["en"]["accelerators.h100-sxm.power"]
        assert re.findall("<dt>(.*?)</dt>", entry)[:3] == ["Value", "Basis", "Sources"]
        assert "<code>h100-sxm.power</code>" in row(entry, "Sources")
        assert plain(row(entry, "Value")) == "700\xa0W datasheet"

    def test_a_datum_among_inputs_tells_its_name_place_kind_and_source(
        self, entries: Entries, loaded: Loaded
    ) -> None:
        inputs = row(entries["en"]["one-gpu.attention_8k"], "Inputs")
        datum = loaded.graph.catalog.values["llama-3-1-405b.layers"]
        titles = "; ".join(loaded.graph.catalog.sources[key].title for key in datum.sources)
        assert 'href="derivations-models.html#models.llama-3-1-405b.layers"' in inputs
        assert "Llama 3.1 405B: layers</a> = 126" in inputs
        assert f"<code>llama-3-1-405b.layers</code>, paper; {titles})" in inputs

    def test_a_day_is_written_as_a_day(self, entries: Entries) -> None:
        assert "2018-10-11" in row(entries["en"]["compute.run_date.bert-large-run"], "Value")

    def test_every_entry_names_a_source_or_what_it_is(
        self, entries: Entries, numbers: dict[str, Number]
    ) -> None:
        for id, entry in entries["en"].items():
            known = numbers[id].kind in {"assumption", "definition", "unverified"}
            assert "<dt>Sources</dt>" in entry or known, id

    def test_a_value_that_sources_dispute_shows_both(
        self, entries: Entries, numbers: dict[str, Number]
    ) -> None:
        disputed = [id for id, number in numbers.items() if number.datum and number.datum.also]
        assert disputed
        for id in disputed:
            assert "<dt>Also printed</dt>" in entries["en"][id]


class TestTree:
    def test_it_reaches_the_data(self, entries: Entries, numbers: dict[str, Number]) -> None:
        deep = [id for id, n in numbers.items() if any(child.inputs for _, child in n.inputs)]
        assert len(deep) > 50
        for language in LANGUAGES:
            for id in deep:
                tree = entries[language][id].partition('<details class="tree">')[2]
                tree = tree.partition("</details>")[0]
                under = [node for node in numbers[id].walk() if node is not numbers[id]]
                data = {node.datum.id for node in under if node.datum and not node.inputs}
                assert set(re.findall("<code>(.*?)</code>", tree)) == data, id
                assert tree.count("<li>") == tree.count("</li>")

    def test_only_numbers_deeper_than_one_level_have_one(
        self, entries: Entries, numbers: dict[str, Number]
    ) -> None:
        for id, entry in entries["en"].items():
            deep = any(child.inputs for _, child in numbers[id].inputs)
            assert ('<details class="tree">' in entry) == deep, id

    def test_a_node_is_unfolded_once(self, entries: Entries) -> None:
        tree = entries["en"]["compute.doubling_slow"].partition("<details")[2]
        runs = re.findall(r"<code>gpt3-run.compute</code>", tree)
        assert len(runs) == 1
        assert "(see above)" in tree


class TestUses:
    def test_everything_a_page_prints_is_linked_back(
        self, rendered: Rendered, entries: Entries
    ) -> None:
        for (language, page), uses in rendered.places.items():
            for use in uses:
                address = f'href="{page}.html#{use.anchor}"'
                section = rendered.anchors[language, page].under[use.anchor]
                back = re.findall(rf'href="{page}\.html#([^"]+)"', entries[language][use.number.id])
                under = {rendered.anchors[language, page].under[anchor] for anchor in back}
                assert address in entries[language][use.number.id] or section in under

    def test_the_first_mark_of_a_number_is_where_its_chapter_is_linked(
        self, entries: Entries
    ) -> None:
        used = row(entries["en"]["one-gpu.training_compute"], "Used in")
        assert used.startswith('<a href="one-gpu.html#n-training_compute">The bill first')
        assert 'Home: <a href="index.html#how-to-read">' in used

    def test_figures_rows_and_claims(self, entries: Entries) -> None:
        used = row(entries["en"]["one-gpu.llama_one_gpu"], "Used in")
        assert 'href="one-gpu.html#fig-one-gpu-years"' in used
        checks = row(entries["en"]["one-gpu.llama_one_gpu"], "Checks")
        assert '<a href="claims.html#one-h100-405b">“On a single H100' in checks
        table = row(entries["zh"]["accelerators.h100-sxm.bf16"], "用在")
        assert '<a href="accelerators.html#h100-sxm">表里的这一行</a>' in table
        assert '：<a href="compute.html#h100-sxm">' in table

    def test_a_table_of_a_chapter_prints_only_what_it_shows(self, entries: Entries) -> None:
        assert "compute.html" in row(entries["en"]["accelerators.h100-sxm.bf16"], "Used in")
        assert "compute.html" not in row(entries["en"]["accelerators.h100-sxm.fp8"], "Used in")

    def test_numbers_computed_from_it(self, entries: Entries, numbers: dict[str, Number]) -> None:
        for id, number in numbers.items():
            for _, child in number.inputs:
                if child.id in numbers:
                    assert f"#{id}" in row(entries["en"][child.id], "Used for")

    def test_a_member_of_a_family_belongs_to_the_figure_that_draws_it(
        self, entries: Entries
    ) -> None:
        used = row(entries["en"]["compute.ridge.tpu-v7"], "Used in")
        assert 'href="compute.html#fig-roofline"' in used
        assert "<dt>Used in</dt>" not in entries["en"]["compute.ridge.tpu-v4"]  # left out of it


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
            "llama-3-1-405b-run.causes.faulty_gpu.count",
            "Llama 3.1 405B pre-training：中断次数（原因：GPU 故障）",
            "Llama 3.1 405B pre-training: interruptions (cause: Faulty GPU)",
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


def test_a_field_without_a_name_says_where_to_write_it(loaded: Loaded) -> None:
    with pytest.raises(BookError, match="field 'mass' has no name") as bad:
        names.field_name("mass", loaded.graph.catalog.entity("h100-sxm"))
    assert "fields.yml" in str(bad.value)
