"""Terms in running text: the first of each on a page, also in Chinese without spaces."""

from __future__ import annotations

import re
from typing import Any

import markdown
import pytest

TERMS: dict[str, dict[str, Any]] = {
    "hbm": {"names": ["HBM", "高带宽内存"], "means": 'Memory in "stacks"'},
    "memory": {"names": ["显存", "memory"], "means": "卡上的内存"},
    "bandwidth": {"names": ["带宽", "bandwidth"], "means": "每秒搬多少"},
    "memory_bandwidth": {"names": ["显存带宽", "memory bandwidth"], "means": "显存的带宽"},
    "flop": {"names": ["FLOP"], "means": "一次运算"},
    "gpu": {"names": ["GPU"], "means": "图形处理器"},
    "kv_cache": {"names": ["KV 缓存", "KV cache"], "means": "键和值"},
}


def html(text: str) -> str:
    """A page's HTML with the extensions of mkdocs.yml that matter here."""
    extensions = [
        *("admonition", "attr_list", "footnotes", "md_in_html", "tables", "toc"),
        *("pymdownx.arithmatex", "pymdownx.details"),
        *("bookgen.extensions.mathml", "bookgen.extensions.typeset", "bookgen.extensions.glossary"),
    ]
    options: dict[str, dict[str, object]] = {
        "pymdownx.arithmatex": {"generic": True},
        "bookgen.extensions.glossary": {"terms": TERMS, "page": "glossary.md"},
    }
    return markdown.markdown(text, extensions=extensions, extension_configs=options)


def marked(text: str) -> list[tuple[str, str]]:
    """The terms marked in a page: the id of each and what the text calls it."""
    link = r'<a class="term" href="glossary.md#(\w+)" title="[^"]*">([^<]*)</a>'
    return re.findall(link, html(text))


class TestFound:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("使用HBM的卡", [("hbm", "HBM")]),
            ("使用 HBM 的卡", [("hbm", "HBM")]),
            ("使用显存的卡", [("memory", "显存")]),
            ("高带宽内存", [("hbm", "高带宽内存")]),  # not 带宽 inside it
            ("显存带宽是瓶颈", [("memory_bandwidth", "显存带宽")]),
            (
                "显存带宽，显存，带宽",
                [("memory_bandwidth", "显存带宽"), ("memory", "显存"), ("bandwidth", "带宽")],
            ),
            ("显存带宽和显存带宽", [("memory_bandwidth", "显存带宽")]),
            ("显存和显存", [("memory", "显存")]),
            ("显存\n带宽", [("memory_bandwidth", "显存带宽")]),  # a wrapped line is no space
            ("**显存**很大", [("memory", "显存")]),
            ("- 显存\n- 带宽", [("memory", "显存"), ("bandwidth", "带宽")]),
            ("> 显存", [("memory", "显存")]),
            ("KV 缓存", [("kv_cache", "KV 缓存")]),
            ("KV\N{NO-BREAK SPACE}缓存", [("kv_cache", "KV\N{NO-BREAK SPACE}缓存")]),
            ("A GPU and two GPUs", [("gpu", "GPU")]),
            ("Two GPUs", [("gpu", "GPUs")]),
            ("Memory is short", [("memory", "Memory")]),
            ("the memory\nbandwidth", [("memory_bandwidth", "memory\nbandwidth")]),
            ("(HBM)", [("hbm", "HBM")]),
            ("GPU's", [("gpu", "GPU")]),
        ],
    )
    def test_in_running_text(self, text: str, found: list[tuple[str, str]]) -> None:
        assert marked(text) == found

    def test_in_boxes_cells_and_notes(self) -> None:
        assert marked('!!! note "问"\n\n    显存不够') == [("memory", "显存")]
        assert marked("| 甲 |\n|---|\n| 显存 |") == [("memory", "显存")]
        assert marked("甲[^1]\n\n[^1]: 显存") == [("memory", "显存")]

    def test_the_text_around_it_stays(self) -> None:
        text = re.sub(r"<a class.*?>(.*?)</a>", r"\1", html("用 HBM 的卡，**显存**大，带宽也大。"))
        assert text == "<p>用 HBM 的卡，<strong>显存</strong>大，带宽也大。</p>"

    def test_the_meaning_is_on_it(self) -> None:
        assert 'title="Memory in &quot;stacks&quot;"' in html("HBM")

    def test_the_first_one_even_after_a_heading_has_it(self) -> None:
        page = html("## 显存 {#memory}\n\n显存不够")
        assert '<h2 id="memory">显存</h2>' in page
        assert '<p><a class="term"' in page

    def test_each_page_begins_anew(self) -> None:
        md = markdown.Markdown(
            extensions=["bookgen.extensions.glossary"],
            extension_configs={"bookgen.extensions.glossary": {"terms": TERMS}},
        )
        for _ in range(2):
            assert 'class="term"' in md.reset().convert("显存")


class TestLeftAlone:
    @pytest.mark.parametrize(
        "text",
        [
            "`HBM`",
            "    HBM in code",
            "```\nHBM\n```",
            "# 显存 {#memory}",
            "[显存](a.md)",
            "[**显存**](a.md)",
            "$\\text{HBM}$",
            "$$\\text{显存}$$",
            '<data class="num"><a href="d.html">2 GPU</a></data>',
            '<data class="num">80 GB 显存</data>',
            "<code>HBM</code>",
            '<figure markdown="0"><figcaption>显存</figcaption></figure>',
            "<figure>\n<svg><text>显存</text></svg>\n<figcaption>显存</figcaption>\n</figure>",
            "<table><tr><td>显存</td></tr></table>",
            "| 显存 |\n|---|\n| 甲 |",
            '!!! note "显存"\n\n    甲',
            '??? think "显存"\n\n    甲',
            "![显存](a.png)",
            "<https://example.com/HBM>",
        ],
    )
    def test_what_is_not_running_text(self, text: str) -> None:
        assert marked(text) == []

    @pytest.mark.parametrize(
        "text",
        ["HBM3e", "hbm", "XHBM", "FLOP/s", "GPU-hour", "in-memory", "memoryless", "gpus", "v2.GPU"],
    )
    def test_what_is_another_word(self, text: str) -> None:
        assert marked(text) == []

    def test_text_after_raw_html_is_text_again(self) -> None:
        text = '<data class="num"><a href="d.html">2 GPU</a></data> 显存 <br> HBM'
        assert marked(text) == [("memory", "显存"), ("hbm", "HBM")]

    def test_an_open_tag_ends_with_its_paragraph(self) -> None:
        assert marked("<b>显存\n\n显存") == [("memory", "显存")]

    def test_numbers_are_untouched(self) -> None:
        number = '<data class="num" data-num="a.b"><a href="d.html#a.b">2 GPUs</a></data>'
        assert number in html(f"要 {number} 和 GPU")

    def test_without_terms(self) -> None:
        assert (
            markdown.markdown("显存", extensions=["bookgen.extensions.glossary"]) == "<p>显存</p>"
        )
