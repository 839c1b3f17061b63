"""Finished HTML goes through Markdown untouched, and what stands around it is Markdown still."""

from __future__ import annotations

import markdown
import pytest

FINISHED = '<div>\n<p>a *b* $c$ &lt; _d_ [e](f.md)</p>\n\n<h3 id="g.h">\\num</h3>\n</div>'


def html(text: str) -> str:
    names = ["attr_list", "md_in_html", "toc", "pymdownx.arithmatex"]
    names += ["bookgen.extensions.finished", "bookgen.extensions.mathml"]
    options: dict[str, dict[str, object]] = {"pymdownx.arithmatex": {"generic": True}}
    return markdown.markdown(text, extensions=names, extension_configs=options)


def block(inner: str) -> str:
    return f"<!-- finished -->\n{inner}\n<!-- /finished -->"


def test_it_comes_out_as_it_went_in() -> None:
    page = html(f"## One {{#one}}\n\n{block(FINISHED)}\n\n*after*")
    assert FINISHED in page
    assert '<h2 id="one">One</h2>' in page
    assert "<em>after</em>" in page
    assert "finished" not in page


def test_two_stay_apart() -> None:
    page = html(f"{block('<p>a</p>')}\n\n**b**\n\n{block('<p>c</p>')}")
    assert page == "<p>a</p>\n<p><strong>b</strong></p>\n<p>c</p>"


@pytest.mark.parametrize("text", ["<!-- finished -->\n*a*", "*a*\n<!-- /finished -->"])
def test_half_a_pair_is_a_comment(text: str) -> None:
    assert "<em>a</em>" in html(f"b\n\n{text.replace(chr(10), chr(10) * 2)}")
