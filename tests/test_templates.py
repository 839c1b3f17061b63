from __future__ import annotations

from pathlib import Path

import pytest

from bookgen import templates
from bookgen.errors import BookError
from bookgen.page import Names, Page
from bookgen.pipeline import Loaded

FILE = Path("chapter/en.md.j2")


@pytest.fixture
def render(loaded: Loaded):  # type: ignore[no-untyped-def]
    env = templates.environment()

    def run(source: str, language: str = "en") -> str:
        page = Page("one-gpu", language, loaded.graph)
        context = {"page": page, "n": Names(page)}
        return templates.render(env, source, FILE, None, context)

    return run


def test_a_number_is_marked_with_id_value_and_unit(render) -> None:  # type: ignore[no-untyped-def]
    html = render("{{ n.llama_one_gpu | plain(about=True) }}")
    assert 'data-num="one-gpu.llama_one_gpu"' in html
    assert 'data-unit="year"' in html
    assert 'value="3035.25' in html
    assert 'data-kind="assumption"' in html
    assert 'href="derivations-one-gpu.html#one-gpu.llama_one_gpu"' in html
    assert "3,000\N{NO-BREAK SPACE}years" in html


def test_the_first_use_carries_the_anchor(render) -> None:  # type: ignore[no-untyped-def]
    html = render("{{ n.h100_memory | plain }} {{ n.h100_memory | plain }}")
    assert html.count('id="n-h100_memory"') == 1


@pytest.mark.parametrize(
    "maths",
    [
        r"$\frac{{a}}{b}$",
        r"$\text{40{%}}$",
        r"$$\begin{cases} {{x}} \end{cases}$$",
        r"\({{a}_b}^{{c}}\)",
        r"\[ x^{{n}} {# no comment #} \]",
    ],
)
def test_latex_comes_through_unchanged(render, maths: str) -> None:  # type: ignore[no-untyped-def]
    assert render(f"before {maths} after") == f"before {maths} after"


@pytest.mark.parametrize(
    "maths",
    [
        "$10^{{ n.cpu_cores | plain }}$",
        "$10^{{{ n.cpu_cores | plain }}}$",
        "$10^{ {{ n.cpu_cores | plain }} }$",
        "$10^{{n.cpu_cores | plain}}$",
        "$10^{{ n.cpu_cores | plain}}$",
        "$$\n10^{{ n.cpu_cores | plain }}\n$$",
    ],
)
def test_a_value_in_latex_stays_one_exponent(render, maths: str) -> None:  # type: ignore[no-untyped-def]
    text = render(maths).replace(" ", "").replace("{{", "{").replace("}}}", "}}")
    assert r"10^{\num{one-gpu.cpu_cores}{64.0}{}{64}}" in text


def test_lines_around_a_display_formula_stay(render) -> None:  # type: ignore[no-untyped-def]
    text = render("a\n\n$$\n{{ n.cpu_cores | plain }}\n$$\n\nb\n")
    assert text.startswith("a\n\n$$\n")
    assert text.endswith("\n$$\n\nb\n")


def test_a_heading_anchor_is_no_comment(render) -> None:  # type: ignore[no-untyped-def]
    assert render("## The bill {#bill}\n") == "## The bill {#bill}\n"


def test_prices_are_no_formula(render) -> None:  # type: ignore[no-untyped-def]
    html = render("costs $5 and {{ n.h100_memory | plain }} or $6 each")
    assert "<data" in html


@pytest.mark.parametrize(
    ("source", "line", "error"),
    [
        ("a\n\n{{ n.llama_one_gpus | plain }}", 3, "did you mean llama_one_gpu"),
        ("a\n{{ nn.x }}", 2, "'nn' is undefined"),
        ("a\n{{ n.h100_memory | default('') }}", 2, "No filter named 'default'"),
        ("a\n{{ n.h100_memory / n.h100_bandwidth }}", 2, "unsupported operand"),
        ("a\n{% if x %}\nb", 3, "template"),
        ("{{ 'text' | plain }}", 1, "is not a number of the book"),
        ("a\nb\n{{ n['h100-sxm.power'] | plain }}", 3, "is a datum; expected a number declared"),
        ("{{ n.values }}", 1, "'values' is not a number"),
        ("a\n$x = {{ n.nope | plain }}$", 2, "'nope' is not a number"),
        ("a\n{{ yardstick(n.h100_memory) }}", 2, "'yardstick' is undefined"),
    ],
)
def test_an_error_names_file_and_line(render, source: str, line: int, error: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BookError) as caught:
        render(source)
    (text,) = caught.value.lines()
    assert text.startswith(f"chapter/en.md.j2:{line}: "), text
    assert error in text


def test_nothing_of_python_shows(render) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BookError):
        render("{{ n.items }}")


def test_numbers_are_found_in_the_source_with_their_lines() -> None:
    env = templates.environment()
    source = "{{ n.a | plain }}\n$x_{{ n.b | plain }}$\n{{ n['c.d'] }}{% if n.e %}{% endif %}"
    assert list(templates.numbers_in(env, source, FILE)) == [
        ("a", 1),
        ("b", 2),
        ("c.d", 3),
        ("e", 3),
    ]
