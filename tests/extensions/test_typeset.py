"""Line breaks in Chinese text, regions round tables, and ids on headings."""

from __future__ import annotations

import markdown
import pytest

from bookgen.errors import BookError
from bookgen.extensions.typeset import joins


def html(text: str) -> str:
    """A page's HTML with the extensions of mkdocs.yml that matter here."""
    extensions = [
        *("admonition", "attr_list", "footnotes", "md_in_html", "tables", "toc"),
        *("pymdownx.arithmatex", "bookgen.extensions.mathml", "bookgen.extensions.typeset"),
    ]
    options: dict[str, dict[str, object]] = {
        "pymdownx.arithmatex": {"generic": True},
        "toc": {"permalink": "§"},
        "bookgen.extensions.typeset": {"table_label": "表格"},
    }
    return markdown.markdown(text, extensions=extensions, extension_configs=options)


class TestLineBreaks:
    @pytest.mark.parametrize(
        ("text", "joined"),
        [
            ("显存\n带宽", "显存带宽"),
            ("显存 \n 带宽", "显存带宽"),
            ("显存，\n带宽", "显存，带宽"),
            ("显存，\nGPU", "显存，GPU"),
            ("GPU\n（显卡）", "GPU（显卡）"),
            ("叫“峰值”\n算力", "叫“峰值”算力"),
            ("**显存**\n带宽", "<strong>显存</strong>带宽"),
            ("显存\n**带宽**", "显存<strong>带宽</strong>"),
            ("[显存](a.md)\n带宽", '<a href="a.md">显存</a>带宽'),
            ('<data class="num">3,000 年</data>\n才算完', "年</data>才算完"),
            ('约\n<data class="num">三千</data>', '约<data class="num">三千'),
            ("一\n二\n三", "一二三"),
        ],
    )
    def test_no_space_between_chinese(self, text: str, joined: str) -> None:
        assert joined in html(text)

    @pytest.mark.parametrize(
        "text",
        [
            "一张\nGPU",
            "GPU\n显卡",
            "two\nwords",
            "he said “yes”\n“no”",
            "显存\n`code`",
            "共 $N$\n个",
            '<data class="num">10²⁵</data>\n次',
        ],
    )
    def test_a_space_stays_beside_latin(self, text: str) -> None:
        assert "\n" in html(text)[3:-4]

    def test_code_and_blocks_are_left_alone(self) -> None:
        page = html("    显存\n    带宽\n\n段落\n\n段落")
        assert "显存\n带宽" in page
        assert "<p>段落</p>\n<p>段落</p>" in page

    def test_inside_lists_boxes_and_cells(self) -> None:
        page = html('- 显存\n  带宽\n\n!!! note "问"\n\n    算力\n    账本')
        assert "显存带宽" in page
        assert "算力账本" in page

    def test_a_wanted_break_stays(self) -> None:
        assert "显存<br />" in html("显存  \n带宽")

    @pytest.mark.parametrize("bold", ["**“峰值”**算力", "**显存（HBM）：**80 GB", "前**（测）**后"])
    def test_bold_beside_chinese_marks(self, bold: str) -> None:
        assert "<strong>" in html(bold)
        assert "**" not in html(bold)

    def test_joins(self) -> None:
        assert joins("汉", "字")
        assert joins("，", "G")
        assert joins("”", "字")
        assert not joins("G", "字")
        assert not joins("”", "“")
        assert not joins("a", "b")


class TestTables:
    def test_region_is_focusable_and_named_after_its_section(self) -> None:
        page = html("## 账单 {#bill}\n\n| 甲 | 乙 |\n|---|---:|\n| 1 | 2 |")
        assert (
            '<div aria-label="表格: 账单" class="table-region" role="region" tabindex="0">' in page
            or '<div class="table-region" role="region" tabindex="0" aria-label="表格: 账单">'
            in page
        )
        assert page.count('scope="col"') == 2

    def test_an_empty_corner_is_no_header(self) -> None:
        page = html("| | 乙 |\n|---|---:|\n| 甲 | 2 |")
        assert page.count("<th ") == page.count('scope="col"') == 1

    def test_names_in_one_section_differ(self) -> None:
        table = "| a |\n|---|\n| 1 |\n\n"
        page = html(f"## S {{#s}}\n\n{table}x\n\n{table}## T {{#t}}\n\n{table}")
        assert [f'aria-label="表格: {name}"' in page for name in ("S", "S (2)", "T")] == [True] * 3

    def test_inside_a_box(self) -> None:
        page = html('## S {#s}\n\n!!! note "N"\n\n    | a |\n    |---|\n    | 1 |\n\n## T {#t}')
        assert 'aria-label="表格: S"' in page


class TestHeadings:
    def test_a_chosen_id_stays(self) -> None:
        assert '<h2 id="bill">' in html("## 账单 {#bill}")

    @pytest.mark.parametrize("heading", ["## 账单", "账单\n----", "### KV Cache"])
    def test_a_heading_without_id_is_refused(self, heading: str) -> None:
        with pytest.raises(BookError, match="has no id"):
            html(heading)
