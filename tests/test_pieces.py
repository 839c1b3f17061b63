from __future__ import annotations

import pytest

from bookgen import pieces
from bookgen.pieces import Piece

PAGE = """\
---
search: {boost: 0.5}
---

# Title {#top}

A paragraph over
two lines with {{ n.cost | plain(2) }} and $c = 2N$.
{## nobody reads this {{ n.hidden | plain }} ##}

!!! qa "Why {{ n.size | words }}?"
    Because of [this](one-gpu.md#why) and [^note].

    - an item
      that goes on
    - another, {{ yardstick(n.years) }}

| a | {{ n.x | plain }} | $|y|$ |
|---|:--|---:|
| b | c \\| d | e |
after the table

## Next {#next}

$$
c = \\text{money} \\times {{ n.cost | scientific }}
$$

> quoted
> twice

1. first
2. second

[^note]: A note.

{{ figure('memory-fit') }}

```
# not a heading {#x}
```
"""


def kinds(source: str) -> list[str]:
    return [piece.kind for section in pieces.split(source) for piece in section.pieces]


def test_a_page_falls_into_what_a_reader_takes_in_at_once() -> None:
    assert [section.id for section in pieces.split(PAGE)] == ["top", "next"]
    assert kinds(PAGE) == [
        "heading of level 1 {#top}",
        "paragraph",
        "box 'qa'",
        "paragraph",
        "item",
        "item",
        "row of 3 cells",
        "rule ||:|:|",
        "row of 3 cells",
        "paragraph",
        "heading of level 2 {#next}",
        "formula",
        "quotation",
        "numbered item",
        "numbered item",
        "footnote 'note'",
        "figure('memory-fit')",
        "code",
    ]


def found() -> dict[int, Piece]:
    return {piece.line: piece for section in pieces.split(PAGE) for piece in section.pieces}


def test_pieces_know_their_lines_and_how_deep_they_are() -> None:
    lines = PAGE.split("\n")
    for line, piece in found().items():
        assert piece.text.split("\n")[0] == lines[line - 1]
    assert {line for line, piece in found().items() if piece.depth} == {12, 14, 16}


def test_pieces_know_what_they_name() -> None:
    paragraph, answer, item, formula = (found()[line] for line in (7, 12, 16, 25))
    assert paragraph.asks == {"n.cost": 1}
    assert paragraph.formulas == {"$c=2N$": 1}
    assert answer.links == {"one-gpu.md#why": 1}
    assert answer.footnotes == {"note": 1}
    assert item.asks == {"yardstick(n.years)": 1}
    assert formula.formulas == {"$$c=\\times[n.cost]$$": 1}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("It  costs\n  {{ n.cost|plain(3) }}.", True),
        ("It costs {{ n.cost | plain(2, unit=False) }}.", True),
        ("It costs {{ n['cost'] | plain(3) }}.", False),
        ("It costs {{ n.price | plain(3) }}.", False),
        ("It cost {{ n.cost | plain(3) }}.", False),
    ],
)
def test_white_space_and_the_form_of_a_number_do_not_count(text: str, same: bool) -> None:
    piece = Piece("paragraph", "It costs {{ n.cost | plain(3) }}.", 1, 0)
    assert (Piece("paragraph", text, 1, 0).digest == piece.digest) is same


def test_words_under_a_condition_count() -> None:
    one, two = (
        Piece("paragraph", f"{{{{ n.x | holds('1 to 2', '{words}') }}}}", 1, 0)
        for words in ("small", "tiny")
    )
    assert one.digest != two.digest
    assert one.asks == two.asks == {"n.x holds 1 to 2": 1}


@pytest.mark.parametrize("symbol", ["$n$", r"$\delta$", "$p_i$"])
def test_a_lone_symbol_is_a_word(symbol: str) -> None:
    assert not Piece("paragraph", f"among {symbol} cards", 1, 0).formulas
