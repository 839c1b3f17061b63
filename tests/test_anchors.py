"""Where a link can land: headings, and the ids under each."""

from __future__ import annotations

from bookgen import anchors

TEXT = """\
# One {#one}

<data class="num" id="n-a" data-num="x.a"><a href="#">1</a></data>

## Two words <data class="num" id="n-b" data-num="x.b">2</data> {#two .claimed}

<figure class="fig" id="fig-c">
<tr id="d"><td data-id="e">
<h3 id="x.f">
# no id
<i id="g">
"""


def test_every_id_stands_under_its_heading() -> None:
    found = anchors.read(TEXT)
    assert found.headings == {"one": "One", "two": "Two words 2"}
    assert found.under == {
        "one": "one",
        "n-a": "one",
        "two": "two",
        "n-b": "two",
        **dict.fromkeys(["fig-c", "d", "x.f", "g"], "two"),
    }


def test_headings_of_a_template_have_lines() -> None:
    assert [(heading.line, heading.id) for heading in anchors.headings(TEXT)] == [
        (1, "one"),
        (5, "two"),
        (10, ""),
    ]
