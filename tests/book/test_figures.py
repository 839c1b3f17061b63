"""The book's own figures: their words, their numbers, and whether they are true to scale."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bookgen import templates
from bookgen.numbers import Graph
from bookgen.pipeline import Loaded
from bookgen.plot import Figures, svg

LANGUAGES = ("zh", "en")
NAMES = re.compile(r"GPT-3|Llama 3\.1 405B|DeepSeek-V3|H[18]00s?|FP32")
Point = tuple[float, float]


@pytest.fixture(scope="module")
def figures(loaded: Loaded) -> Figures:
    """The figures as they ship, drawn or from the cache."""
    found = Figures(loaded.root, loaded.graph, loaded.root / "build" / "cache" / "figures")
    found.prepare(found.ids(), LANGUAGES)
    return found


@pytest.fixture(scope="module")
def blocks(figures: Figures) -> dict[tuple[str, str], str]:
    """Every figure's HTML by figure and language."""
    return {
        (id, language): figures.html(id, language, templates.Page("one-gpu", language, graph))
        for graph in [figures.graph]
        for id in figures.ids()
        for language in LANGUAGES
    }


def arts(block: str) -> list[str]:
    """The wide and the narrow drawing."""
    return re.findall(r"<svg .*?</svg>", block, re.DOTALL)


def parts(block: str) -> dict[str, str]:
    """A figure's drawn words, alt text and caption, as plain text."""
    words = ["\n".join(svg.texts(art)) for art in arts(block)]
    alt = re.search(r'aria-label="([^"]*)"', block)
    assert alt
    caption = re.sub(r"<[^>]*>", "", block.split("<figcaption>")[1])
    return {"wide": words[0], "narrow": words[1], "alt": alt[1], "caption": caption}


def test_there_are_figures(figures: Figures) -> None:
    assert set(figures.ids()) >= {"cpu-vs-gpu", "one-gpu-years", "memory-fit", "three-splits"}


def test_ids_are_unique_across_all_figures_of_a_page(blocks: dict[tuple[str, str], str]) -> None:
    for language in LANGUAGES:
        page = "".join(block for (_, own), block in blocks.items() if own == language)
        ids = re.findall(r'\bid="([^"]*)"', re.sub(r' id="n-[^"]*"', "", page))
        assert len(ids) == len(set(ids)) >= len(blocks) / len(LANGUAGES)
        assert set(re.findall(r"url\(#([^)]*)\)|(?<=href=\"#)fig[^\"]*", page)) <= set(ids)


def test_every_character_is_in_our_fonts(blocks: dict[tuple[str, str], str]) -> None:
    ttlib = pytest.importorskip("fontTools.ttLib")
    import matplotlib
    from pylopdf_fonts_zh_cn import sans_path

    dejavu = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    known: set[int] = set()
    for file in (dejavu, Path(sans_path())):
        with ttlib.TTFont(file, lazy=True) as font:
            known |= set(font.getBestCmap())
    used = {
        c for block in blocks.values() for art in arts(block) for t in svg.texts(art) for c in t
    }
    assert len(used) > 100
    assert not {character for character in used if ord(character) not in known}


def test_only_theme_colours_and_no_fonts_of_their_own(blocks: dict[tuple[str, str], str]) -> None:
    for block in blocks.values():
        for art in arts(block):
            colours = re.findall(r"(?:fill|stroke):([^;\"]+)", art)
            assert colours
            assert all(re.fullmatch(r"none|var\(--fig-[a-z]+\)", colour) for colour in colours)
            assert "font-family" not in art
            assert len(art.encode()) < 32_000
            assert set(re.findall(r"font-size:([\d.]+)px", art)) == {"14"}


def test_languages_keep_to_themselves(blocks: dict[tuple[str, str], str]) -> None:
    for (_, language), block in blocks.items():
        for text in parts(block).values():
            assert bool(re.search(r"[\u4e00-\u9fff]", text)) == (language == "zh")
            if language == "zh":
                assert not re.search(
                    r"[\u3000-\u303f\uff00-\uffef] | [\u3000-\u303f\uff00-\uffef]", text
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_typed(figures: Figures, language: str) -> None:
    looked_at = 0
    for id in figures.ids():
        declared = figures.spec(id).declared
        for said in [declared.caption, declared.alt, *declared.labels.values()]:
            text = re.sub(r"\{\{.*?\}\}", "", getattr(said, language))
            assert not re.search(r"\d", NAMES.sub("", text)), (id, text)
            looked_at += 1
    assert looked_at > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_declared_numbers_are_said(
    figures: Figures, blocks: dict[tuple[str, str], str], language: str
) -> None:
    """Whatever a figure declares is written in its drawing or its caption, and in its alt text."""
    for id in figures.ids():
        found = figures.spec(id)
        page = templates.Page("", language, figures.graph)
        figures.html(id, language, page)
        texts: dict[str, set[str]] = {}
        for number, text in page.written:
            texts.setdefault(number.id, set()).add(text)
        said = parts(blocks[id, language])
        assert {number.id for number in found.numbers.values()} == set(texts)
        for written in texts.values():
            for variant in ("wide", "narrow"):
                words = " ".join([said[variant], said["caption"], said["alt"]])
                assert all(
                    re.sub(r"\s", " ", text) in re.sub(r"\s", " ", words) for text in written
                )


def test_both_languages_say_the_same_numbers(figures: Figures) -> None:
    for id in figures.ids():
        for said in (figures.spec(id).declared.caption, figures.spec(id).declared.alt):
            used = [set(re.findall(r"n\.(\w+)", text)) for text in (said.zh, said.en)]
            assert used[0] == used[1], id


def test_modules_import_nothing_but_the_drawing(figures: Figures) -> None:
    """What a module imported besides would not be part of its key in the cache."""
    allowed = {"__future__", "bookgen.plot", "collections.abc", "dataclasses", "itertools", "math"}
    for id in figures.ids():
        tree = ast.parse(figures.spec(id).module.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= allowed
            elif isinstance(node, ast.ImportFrom):
                assert node.module in allowed


# True to scale


def shapes(art: str, look: str) -> list[list[list[Point]]]:
    """The outlines of every path whose style holds ``look``, as absolute points."""
    found = []
    for data, style in re.findall(r'<path d="([^"]*)" style="([^"]*)"', art):
        if look in style:
            found.append([])
            x = y = 0.0
            for command, text in re.findall(r"([mhvlzc])([^mhvlzc]*)", data):
                numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
                if command == "m":
                    found[-1].append([])
                if command == "z":
                    x, y = found[-1][-1][0]
                    continue
                x += numbers[-1] if command == "h" else numbers[-2] if command in "mlc" else 0
                y += numbers[-1] if command in "mlcv" else 0
                found[-1][-1].append((x, y))
    return found


def area(outlines: list[list[Point]]) -> float:
    """The area of upright rectangles."""
    return sum(
        (max(x for x, _ in points) - min(x for x, _ in points))
        * (max(y for _, y in points) - min(y for _, y in points))
        for points in outlines
    )


def value(graph: Graph, name: str) -> float:
    return graph.numbers[f"one-gpu.{name}"].si


def test_every_core_lane_and_tensor_core_is_drawn(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    graph = figures.graph
    cores, sms = (round(value(graph, name)) for name in ("cpu_cores", "h100_sms"))
    lanes, cpu, tensors = (
        round(value(graph, name)) for name in ("h100_lanes", "cpu_lanes", "h100_tensor_cores")
    )
    for art in arts(blocks["cpu-vs-gpu", "en"]):
        counts = []
        for data, dash, gap in re.findall(
            r'<path d="([^"]*)" style="[^"]*stroke-dasharray:([\d.]+),([\d.]+)', art
        ):
            lengths = [float(length) for length in re.findall(r"h([\d.]+)", data)]
            pitch = float(dash) + float(gap)
            counts.append(sum(int((length + float(gap)) / pitch) for length in lengths))
        enlarged = {cpu // cores, lanes // sms, tensors // sms}
        assert sorted(counts) == sorted([cpu, lanes, tensors, *enlarged])
        boxes = [len(found) for found in shapes(art, "fill:var(--fig-grid)")]
        assert sorted(boxes) == [1, cores]


def test_areas_are_bytes(figures: Figures, blocks: dict[tuple[str, str], str]) -> None:
    graph = figures.graph
    card, weights, state = (
        value(graph, name) for name in ("h100_memory", "weight_bytes", "training_state")
    )
    for art in arts(blocks["memory-fit", "zh"]):
        tiles = [outline for found in shapes(art, "fill:none") for outline in found]
        tile = (tiles[0][1][0] - tiles[0][0][0] + 1) ** 2
        held = sum(area(found) for found in shapes(art, "fill:var(--fig-b)"))
        rest = sum(area(found) for found in shapes(art, "fill:var(--fig-c)"))
        assert held / tile == pytest.approx(2 * weights / card, rel=2e-3)
        assert rest / tile == pytest.approx((state - weights) / card, rel=2e-3)
        needed = [round(value(graph, name)) for name in ("gpus_for_weights", "gpus_for_state")]
        assert len(tiles) == 1 + sum(needed)


def test_dots_stand_where_their_times_are(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    import math

    graph = figures.graph
    names = ("gpt3_one_gpu", "deepseek_v3_reported", "llama_one_gpu", "llama_16k")
    logs = [math.log10(value(graph, name)) for name in names]
    for art in arts(blocks["one-gpu-years", "en"]):
        dots = [
            outline[0][0]
            for look in ("fill:var(--fig-a)", "fill:var(--fig-paper);stroke:var(--fig-a)")
            for found in shapes(art, look)
            for outline in found
        ]
        order = [dots[0], dots[3], dots[1], dots[2]]
        grid = [found[0][0][0] for found in shapes(art, "stroke:var(--fig-grid)")]
        decade = grid[1] - grid[0]
        for place, log in zip(order, logs, strict=True):
            assert (place - order[0]) / decade == pytest.approx(log - logs[0], abs=2e-3)


# What-if: the drawings follow the data and still fit


@pytest.mark.parametrize(
    ("id", "factors"),
    [
        ("one-gpu-years", {"llama_one_gpu": 2, "llama_16k": 2, "gpt3_one_gpu": 2}),
        ("one-gpu-years", {"llama_one_gpu": 40, "llama_16k": 40, "gpt3_one_gpu": 40}),
        ("one-gpu-years", {"llama_one_gpu": 0.02, "llama_16k": 0.02, "gpt3_one_gpu": 0.02}),
        ("memory-fit", {"h100_memory": 1.7625, "gpus_for_weights": 0.6, "gpus_for_state": 0.57}),
        ("memory-fit", {"weight_bytes": 1.66, "training_state": 1.66, "gpus_for_state": 1.66}),
        ("cpu-vs-gpu", {"h100_sms": 148 / 132, "h100_lanes": 148 / 132, "cpu_cores": 1.5}),
        ("three-splits", {"dp_bytes_gpu": 1000, "tp_bytes_per_layer": 0.01, "pp_bytes": 33}),
    ],
)
def test_other_values_fit_too(
    loaded: Loaded, tmp_path: Path, id: str, factors: dict[str, float]
) -> None:
    numbers = dict(loaded.graph.numbers)
    for name, factor in factors.items():
        number = numbers[f"one-gpu.{name}"]
        numbers[number.id] = replace(number, si=round(number.si * factor, 6))
    figures = Figures(loaded.root, replace(loaded.graph, numbers=numbers), tmp_path)
    assert figures.prepare([id], LANGUAGES) == 4
