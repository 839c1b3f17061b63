"""Plain Markdown: everything that a page says, no HTML, no marks, and each number with its id."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgen import pipeline
from bookgen.errors import BookError
from bookgen.exports import plain, tags, tex
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered
from bookgen.templates import CODE, MATHS

NUM = (
    '<data class="num" id="n-x" data-num="c.x" value="3000.0" data-unit="GB" data-kind="paper">'
    '<a href="derivations-c.html#c.x">3,000\N{NO-BREAK SPACE}GB</a></data>'
)


@pytest.fixture(scope="module")
def pages(loaded: Loaded, rendered: Rendered) -> dict[str, str]:
    """Every page as it ships."""
    files = plain.files(loaded.book, rendered)
    return {path: data.decode() for path, data in files.items()}


def say(text: str, language: str = "en") -> str:
    return plain.plain(text, language).rstrip("\n")


def test_every_page_in_both_languages(pages: dict[str, str], loaded: Loaded) -> None:
    plain_ids = loaded.book.pages.keys() - {"derivations"}
    assert {*pages} == {f"{code}/{id}.md" for code in ("zh", "en") for id in plain_ids}


def test_nothing_of_the_page_is_left_but_its_text(pages: dict[str, str]) -> None:
    names = "|".join({Path(path).stem for path in pages})
    faults = {
        "a tag": r"</?[a-zA-Z][\w-]*(?: [^<>]*)?>",
        "an entity": r"&#?\w+;",
        "a mark": r"\\num|data-num|class=|href=",
        "an attribute list": r"\{[:#.]",
        "a box": r"(?m)^ *(?:!!!|\?\?\?)",
        "a character of our own": r"[\ue000-\uf8ff\x1f\xa0]",
        "a number read as a link": rf"\[(?:{names})\.[\w.-]+\]\(",
        "a formula that has become none": r"\\\$[A-Za-z\\]",
        "a front": r"\A---",
    }
    for path, text in pages.items():
        bare = MATHS.sub("", CODE.sub("", text))
        for what, pattern in faults.items():
            found = re.search(pattern, bare)
            assert not found, (path, what, found and bare[found.start() - 60 : found.end() + 60])


@pytest.mark.parametrize(
    "planted",
    [
        "<b>x</b>",
        "a&nbsp;b",
        "\\num{a}{b}{c}{d}",
        "## X {#x}",
        "!!! note",
        "[x.b](c)",
        "\\$N",
        "\xa0",
    ],
)
def test_each_of_those_faults_is_seen(pages: dict[str, str], planted: str) -> None:
    broken = {"en/x.md": pages["en/index.md"] + "\n" + planted + "\n"}
    with pytest.raises(AssertionError):
        test_nothing_of_the_page_is_left_but_its_text(broken)


def test_every_marked_number_has_its_id(pages: dict[str, str], rendered: Rendered) -> None:
    for (language, id), text in rendered.pages.items():
        if id.startswith("derivations"):
            continue
        own = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)  # whose numbers stand below it
        marked = re.findall(r'class="num"[^>]*? data-num="([^"]+)"|\\num\{([^}]+)\}', own)
        wanted = sorted(a or b for a, b in marked)
        found = sorted(re.findall(r"\[([\w-]+\.[^\]\s#]+)\]", pages[f"{language}/{id}.md"]))
        assert [each for each in found if each in set(wanted)] == wanted, (language, id)


def test_every_link_leads_to_a_file(
    pages: dict[str, str], loaded: Loaded, rendered: Rendered
) -> None:
    files = pipeline.extra_files(loaded, rendered)
    html = {f"{language}/{id}.html" for language, id in rendered.pages}
    followed = 0
    for path, text in pages.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", MATHS.sub("", text)):
            target = link.partition("#")[0]
            if link.startswith("http") or not target:
                continue
            where = (
                target.removeprefix("../") if target.startswith("../") else f"{path[:2]}/{target}"
            )
            assert where in files or where in html, (path, link)
            followed += 1
    assert followed > 500


def test_every_anchor_that_a_link_names_is_said(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        for page, anchor in re.findall(r"\]\(([\w-]+\.md)#([^)\s]+)\)", text):
            assert f"[#{anchor}]" in pages[f"{path[:2]}/{page}"], (path, page, anchor)


def test_the_header_says_what_it_is(pages: dict[str, str], loaded: Loaded) -> None:
    version = loaded.book.edition.version
    zh, en = (pages[f"{code}/one-gpu.md"].split("\n") for code in ("zh", "en"))
    assert en[0] == "# Why one GPU is not enough [#one-gpu]"
    assert en[2].startswith(f"> The Compute Ledger, version {version}: ")
    assert "[numbers.json](../numbers.json)" in en[2]
    assert zh[2].startswith(f"> 《算力账本》{version} 版，[为什么一张显卡不够](one-gpu.html)")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "about 3,000 years [one-gpu.llama_one_gpu]"),
        ("zh", "约 3,000 年 [one-gpu.llama_one_gpu]"),
        ("en", r"c = {2} \times {4.05 \times 10^{11}} = {8.1 \times 10^{11}\text{ FLOP/token}}"),
        ("zh", "> **打个比方**\n>\n> FLOP 是路程"),
        ("en", "> **Figure [#fig-memory-fit].** One card cannot hold it."),
        ("zh", "> **图 [#fig-memory-fit]** 一张卡装不下。"),
        ("en", "| difference | 0.24% [one-gpu.training_compute_gap] |"),
        ("zh", "## 先看账单：一个 token 要算多少次 [#bill]"),
        ("en", "> It shows: Three things drawn by area. One H100 has 80 GB of memory"),
    ],
)
def test_what_a_chapter_says(pages: dict[str, str], language: str, text: str) -> None:
    assert text in pages[f"{language}/one-gpu.md"]


def test_reference_tables_and_lists(pages: dict[str, str]) -> None:
    table = pages["en/accelerators.md"]
    row = next(line for line in table.split("\n") if "[#h100-sxm]" in line)
    assert "| 989.4 [accelerators.h100-sxm.bf16] |" in row
    heads = next(line for line in table.split("\n") if line.startswith("| Name"))
    assert "| BF16 dense (TFLOP/s) |" in heads
    assert (
        heads.count("|")
        == row.count("|")
        == table.split("\n")[table.split("\n").index(heads) + 1].count("|")
    )
    assert "- **KV cache**" in pages["en/glossary.md"]
    assert "- Verdict: **too high by a factor of 70**" in pages["en/claims.md"]
    assert "[Download CSV](csv/accelerators.csv)" in table


class TestForms:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (f"It is {NUM}.", "It is 3,000 GB [c.x]."),
            (f"It is {NUM}(so).", "It is 3,000 GB [c.x] (so)."),
            ("costs &#36;5 &#42; x", r"costs \$5 \* x"),
            ("[a](https://x.org/?p=1&copy=2)", "[a](https://x.org/?p=1&copy=2)"),
            ("so $a<b$ and `<i>` stay", "so $a<b$ and `<i>` stay"),
            ('<a href="runs.html#x">r</a>', "[r](runs.md#x)"),
            ('<a href="derivations-c.html#c.x">x</a>', "[x](derivations-c.html#c.x)"),
            ('<a href="https://x.org/a.html">r</a>', "[r](https://x.org/a.html)"),
            ("word{: .wide } and {#x .y}", "word and"),
            (
                '!!! basis "Mind"\n    one\n\n    - two\n\nthree',
                "> **Mind**\n>\n> one\n>\n> - two\n\nthree",
            ),
            ('??? think "Why?"\n    yes', "> **Why?**\n>\n> yes"),
            (
                '!!! a "A"\n    !!! b "B"\n        deep',
                "> **A**\n>\n> > **B**\n> >\n> > deep",
            ),
            ("<p>a</p>\n<p>b</p>", "a\n\nb"),
            (
                "<p>a<br>b</p>\n<ul><li><code>x</code>: <del>1</del> → <ins>2</ins></li></ul>",
                "a\nb\n\n- `x`: ~~1~~ → 2",
            ),
            (
                "<dl><dt>A</dt><dd><details><summary>2</summary>b, c</details></dd></dl>",
                "- A: 2: b, c",
            ),
            (
                "<ul><li>a</li></ul>\n<details><summary>More</summary><ul><li>b</li></ul></details>",
                "- a\n\nMore:\n- b",
            ),
            ("<dl>\n<dt>A</dt><dd>b</dd>\n<dt>C</dt>\n<dd>d</dd>\n</dl>", "- A: b\n- C: d"),
            (
                '<dl markdown="block">\n<dt>A</dt>\n<dd markdown="span">$b$</dd>\n'
                '<dd markdown="span">c<span class="point">d</span></dd>\n</dl>',
                "- A:\n    - $b$\n    - c; d",
            ),
            (
                "<table>\n<thead><tr>\n<th>A|B</th>\n<th>C</th>\n</tr></thead>\n<tbody>\n"
                '<tr id="r">\n'
                "<th>1</th>\n<td>$2 to $3</td>\n</tr>\n</tbody></table>",
                "| A\\|B | C |\n| --- | --- |\n| 1 [#r] | \\$2 to \\$3 |",
            ),
        ],
    )
    def test_one_by_one(self, text: str, said: str) -> None:
        assert say(text) == said

    def test_a_formula_inside_a_box_keeps_its_place(self) -> None:
        formula = r"\num{c.x}{5.0}{USD}{$5 million}"
        text = f'!!! a "A"\n    so\n\n    $$\n    x = {formula}\n    $$\n'
        assert say(text) == (
            "> **A**\n>\n> so\n>\n> $$\n> x = \\text{\\$}5\\text{ million}\n> $$\n>\n"
            "> The numbers in it, in order: [c.x]"
        )

    def test_a_formula_in_a_line(self) -> None:
        text = r"so $6 \times {\num{c.x}{2.0}{}{2×10⁻³}}$ of it"
        assert say(text) == r"so $6 \times {2 \times 10^{-3}}$ [c.x] of it"

    @pytest.mark.parametrize(
        ("text", "latex"),
        [
            ("3,035 GB", r"3{,}035\text{ GB}"),
            ("40%", r"40\%"),
            ("−2.5", "-2.5"),
            ("$2 per GPU-hour", r"\text{\$}2\text{ per GPU-hour}"),
            ("30 mm^3", r"30\text{ mm\^{}3}"),
            ("1.9 亿美元", r"1.9\text{ 亿美元}"),
        ],
    )
    def test_numbers_in_formulas(self, text: str, latex: str) -> None:
        assert tex.number(text) == latex

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("10<sup>2</sup>", "<sup> has no plain form"),
            ("<p>a", "<p> does not end"),
            ("<p>a</div>", "</div> ends <p>"),
            ("a</p>", "a stray </p>"),
        ],
    )
    def test_what_would_be_lost_is_refused(self, text: str, fault: str) -> None:
        with pytest.raises(BookError, match=fault):
            say(text)

    def test_every_tag_that_the_book_writes_has_a_form(self, root: Path) -> None:
        files = [*root.glob("bookgen/reference/*.py"), *root.glob("bookgen/proof/*.py")]
        files += [root / "bookgen/page.py", root / "bookgen/plot/figures.py"]
        written = {
            tag for file in files for tag in re.findall(r"</([a-z]+)>", file.read_text("utf-8"))
        }
        assert {"data", "table", "dl", "figure", "ul"} <= written
        assert written <= {*tags._Writer("en").forms, "svg"}

    def test_the_fault_names_the_page(self, copy: Path, edit: Callable[..., Path]) -> None:
        for language, words in (("zh", "## 带走"), ("en", "## Take away")):
            edit(f"content/one-gpu/{language}.md.j2", words, f"10<sup>2</sup>\n\n{words}")
        loaded = pipeline.load(copy)
        with pytest.raises(BookError, match=r"zh/one-gpu\.md: <sup> has no plain form"):
            pipeline.extra_files(loaded, pipeline.compose(loaded))
