"""Formulas as MathML: what TeX becomes, how numbers are marked, and what is refused."""

from __future__ import annotations

import re

import markdown
import pytest

from bookgen.errors import BookError
from bookgen.formula import to_mathml

NUMBER = r"\num{one-gpu.training_compute}{3.7908e+25}{FLOP}{3.8×10²⁵}"
MARKED = (
    '<mn class="num" data-num="one-gpu.training_compute" data-value="3.7908e+25" '
    'data-unit="FLOP"><a href="derivations-one-gpu.html#one-gpu.training_compute">3.8×10²⁵</a></mn>'
)


def html(text: str) -> str:
    """A page's HTML with the extensions of mkdocs.yml that matter here."""
    extensions = [
        *("admonition", "attr_list", "footnotes", "md_in_html", "tables", "toc"),
        *("pymdownx.arithmatex", "pymdownx.details", "bookgen.extensions.mathml"),
    ]
    options: dict[str, dict[str, object]] = {"pymdownx.arithmatex": {"generic": True}}
    return markdown.markdown(text, extensions=extensions, extension_configs=options)


class TestFormula:
    def test_inline_formula_is_mathml_without_script(self) -> None:
        page = html("a $C = 6 N D$ b")
        assert '<span class="math"><math><mi>C</mi><mo>=</mo><mn>6</mn>' in page
        assert "<script" not in page

    def test_display_formula_has_a_box_of_its_own(self) -> None:
        assert '<div class="math math-block"><math display="block">' in html("$$ a = b $$")

    def test_chinese_text_stays(self) -> None:
        assert "<mtext>显存</mtext>" in to_mathml(r"\text{显存} = a", display=True)

    def test_comparison_and_ampersand_survive_escaping(self) -> None:
        block = html("$$\n\\begin{aligned} a &< b \\\\ c &> d \\end{aligned}\n$$")
        assert block.count("<mtr>") == 2
        assert "<mo>&lt;</mo>" in block
        assert "&amp;" not in block

    @pytest.mark.parametrize(
        "text",
        [
            "## Size $N$ {#n}",
            "- $N$",
            "| a |\n|---|\n| $N$ |",
            '!!! note "The $N$"\n\n    text',
            '??? note "The $N$"\n\n    text',
            "a[^1]\n\n[^1]: note $N$",
            '<div markdown="1">\n\n$N$\n\n</div>',
            "- item\n\n    $$ N $$\n\n- next",
        ],
    )
    def test_formula_anywhere_in_markdown(self, text: str) -> None:
        assert "<mi>N</mi></math>" in html(text)

    def test_code_is_left_alone(self) -> None:
        assert "$N$" in html("`$N$`")

    def test_closing_mark_stays_with_its_formula(self) -> None:
        assert re.search(r"</math>。</span>下", html("量是 $N$。下一句"))
        assert re.search(r"</math>\)</span> and", html("(see $N$) and"))


class TestNumber:
    def test_number_becomes_a_marked_mn(self) -> None:
        assert MARKED in to_mathml(f"C = {NUMBER}", display=False)

    def test_without_a_value_it_is_a_link_and_without_a_name_plain(self) -> None:
        link = '<mn><a href="derivations-a.html#a.b">7</a></mn>'
        assert link in to_mathml(r"x = \num{a.b}{}{}{7}", display=False)
        assert "<mn>7</mn>" in to_mathml(r"x = \num{}{}{}{7}", display=False)

    def test_number_as_exponent_and_in_a_fraction(self) -> None:
        tex = rf"\frac{{{NUMBER}}}{{10^{{{NUMBER}}}}}"
        assert to_mathml(tex, display=True).count(MARKED) == 2

    @pytest.mark.parametrize("text", ["约 3,000 年", "8100\u00a0亿", "40%", "-0.5", "3.1 小时"])
    def test_text_is_kept_exactly(self, text: str) -> None:
        assert f">{text}</a></mn>" in to_mathml(
            rf"x = \num{{a.b}}{{1}}{{%}}{{{text}}}", display=False
        )

    def test_text_is_escaped(self) -> None:
        assert "&lt;0.1%</a></mn>" in to_mathml(r"\num{a.b}{0.04}{%}{<0.1%}", display=False)

    def test_attributes_are_escaped(self) -> None:
        assert 'data-unit="&quot;&lt;"' in to_mathml(r'\num{a.b}{1}{"<}{1}', display=False)

    def test_number_inside_text_is_set_beside_it(self) -> None:
        result = to_mathml(rf"\text{{共 {NUMBER} 次}}", display=False)
        assert f"<mrow><mtext>共\xa0</mtext>{MARKED}<mtext>\xa0次</mtext></mrow>" in result

    def test_many_numbers_keep_their_order(self) -> None:
        tex = " + ".join(rf"\num{{a.n{i}}}{{{i}}}{{}}{{{i}}}" for i in range(300))
        assert re.findall(r">(\d+)</a></mn>", to_mathml(tex, display=True)) == [
            str(i) for i in range(300)
        ]

    def test_numerals_that_are_not_the_macro_stay(self) -> None:
        assert "<mn>2</mn>" in to_mathml(r"2 \nu", display=False)

    def test_through_markdown(self) -> None:
        assert MARKED in html(f"Training takes ${NUMBER}$ operations.")
        assert MARKED in html(f"$$ C = {NUMBER} $$")


class TestRefused:
    @pytest.mark.parametrize("tex", [r"\frac{a}{b", r"\nope x", r"x^", r"\left( a"])
    def test_bad_tex_is_quoted(self, tex: str) -> None:
        with pytest.raises(BookError) as caught:
            to_mathml(tex, display=False)
        assert f"formula '{tex}'" in str(caught.value)
        assert len(caught.value.lines()) == 1

    @pytest.mark.parametrize("macro", [r"\num{a.b}{1}{s}", r"\num", r"\num{a}{1}{s}{1}{2}"])
    def test_malformed_number(self, macro: str) -> None:
        with pytest.raises(BookError, match="is not a number"):
            to_mathml(macro, display=False)

    @pytest.mark.parametrize(
        "text",
        ["from $2–$3 an hour", '($<data class="num">2</data>–$<data class="num">3</data>)'],
    )
    def test_prices_are_not_formulas(self, text: str) -> None:
        with pytest.raises(BookError, match="dollar"):
            html(text)

    def test_an_escaped_dollar_is_a_dollar(self) -> None:
        page = html(r"from \$2 to \$3, and $5 million")
        assert "math" not in page
        assert "from $2 to $3" in page

    def test_a_long_formula_is_cut_in_the_message(self) -> None:
        with pytest.raises(BookError) as caught:
            to_mathml("a + " * 100 + r"\nope", display=True)
        assert len(str(caught.value)) < 250
