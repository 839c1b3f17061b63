"""The book's own figures: their words, their numbers, and whether they are true to scale."""

from __future__ import annotations

import ast
import html
import math
import re
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bookgen import pipeline, schema
from bookgen.evaluation import Number
from bookgen.numbers import Graph
from bookgen.page import Page
from bookgen.pipeline import Loaded
from bookgen.plot import Figures, svg
from bookgen.rendered import Rendered

LANGUAGES = ("zh", "en")
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
        (id, language): figures.html(id, language, Page("one-gpu", language, graph))
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
    first = {"cpu-vs-gpu", "one-gpu-years", "memory-fit", "three-splits"}
    second = {"roofline", "training-compute", "cost-split", "kv-cache", "timeline", "scaling"}
    assert set(figures.ids()) >= first | second


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
            colours = re.findall(r"[;\"](?:fill|stroke):([^;\"]+)", art)
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
def test_declared_numbers_are_said(
    figures: Figures, blocks: dict[tuple[str, str], str], language: str
) -> None:
    """Whatever a figure declares is written in its drawing or its caption, and in its alt text."""
    for id in figures.ids():
        found = figures.spec(id)
        page = Page("", language, figures.graph)
        figures.html(id, language, page)
        texts: dict[str, set[str]] = {}
        for use in page.uses:
            texts.setdefault(use.number.id, set()).add(use.text)
        said = parts(blocks[id, language])
        members = {number.id for family in found.families.values() for number in family.values()}
        declared = {number.id for number in found.numbers.values()}
        assert declared == set(texts) - (members - declared)
        for written in (texts[number.id] for number in found.numbers.values()):
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
    allowed = {"__future__", "collections.abc", "dataclasses", "itertools", "math"}
    allowed |= {"bookgen.plot", "bookgen.plot.places", "bookgen.plot.ticks"}
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
    """A number of the first chapter, or any by its full id."""
    return graph.numbers[name if "." in name else f"one-gpu.{name}"].si


def lines(art: str, look: str) -> list[list[Point]]:
    """Every open or closed line of a look, as absolute points."""
    return [outline for found in shapes(art, look) for outline in found]


def dots(art: str, look: str) -> list[Point]:
    """The middles of the circles of a look."""
    middles = []
    for outline in lines(art, look):
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        if len(outline) > 6:
            middles.append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    return middles


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


COLOR = "fill:var(--fig-a)"


def test_ridge_points_stand_where_they_are(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    """On both logarithmic axes, measured from the H100's dots at decode and at its ridge."""
    graph = figures.graph
    ridges = {id: n.si for id, n in graph.family("compute.ridge", "").items()}
    peaks = {id: n.si for id, n in graph.family("compute.peak", "").items()}
    for art in arts(blocks["roofline", "en"]):
        ridge, decode = sorted(dots(art, COLOR), key=lambda dot: dot[1])
        wide = math.log10(ridges["h100-sxm"] / value(graph, "compute.decode_intensity"))
        high = math.log10(peaks["h100-sxm"] / value(graph, "compute.decode_attainable"))
        decade = (ridge[0] - decode[0]) / wide, (decode[1] - ridge[1]) / high
        found = {(round(x), round(y)) for x, y in dots(art, "fill:var(--fig-muted)")}
        for id in ("a100-sxm-80gb", "gb300", "rubin-vr200"):
            x = ridge[0] + decade[0] * math.log10(ridges[id] / ridges["h100-sxm"])
            y = ridge[1] - decade[1] * math.log10(peaks[id] / peaks["h100-sxm"])
            assert any(math.dist((x, y), dot) < 1 for dot in found), id


def test_runs_stand_at_their_dates_and_the_line_is_their_fit(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    graph = figures.graph
    compute, date = (graph.family(f"compute.run_{what}", "") for what in ("compute", "date"))
    fitted = [number.id.split(".")[0] for number in fit_inputs(graph, "times")]
    year = 365.25 * 86400
    for art in arts(blocks["training-compute", "zh"]):
        full = dots(art, COLOR)
        hollow = dots(art, "fill:var(--fig-paper);stroke:var(--fig-a)")
        reported = [id for id in fitted if compute[id].kind != "estimate"]
        assert len(full) == len(reported)
        assert len(hollow) == len(fitted) - len(reported)
        in_order = sorted(fitted, key=lambda run: date[run].si)
        places = dict(zip([run for run in in_order if run in reported], sorted(full), strict=True))
        estimated = [run for run in in_order if run not in reported]
        places |= zip(estimated, sorted(hollow), strict=True)
        first, last = places["gpt3-run"], places["grok-3-run"]
        per_year = (last[0] - first[0]) / ((date["grok-3-run"].si - date["gpt3-run"].si) / year)
        logs = {id: math.log10(compute[id].si) for id in fitted}
        decade = (first[1] - last[1]) / (logs["grok-3-run"] - logs["gpt3-run"])
        for id, (x, y) in places.items():
            years = (date[id].si - date["gpt3-run"].si) / year
            assert x - first[0] == pytest.approx(years * per_year, abs=0.1), id
            assert first[1] - y == pytest.approx((logs[id] - logs["gpt3-run"]) * decade, abs=0.1)
        [(x1, y1), (x2, y2)] = max(lines(art, "stroke:var(--fig-a);stroke-width:1.5"), key=span)
        slope = (y1 - y2) / decade / ((x2 - x1) / per_year)
        rate = value(graph, "compute.growth_rate") * year * math.log10(2)
        assert slope == pytest.approx(rate, rel=2e-3)
        middle = [sum(p[axis] for p in places.values()) / len(places) for axis in (0, 1)]
        on_line = y1 + (middle[0] - x1) * (y2 - y1) / (x2 - x1)
        assert middle[1] == pytest.approx(on_line, abs=0.1)


def span(line: list[Point]) -> float:
    return math.dist(line[0], line[-1])


def fit_inputs(graph: Graph, parameter: str) -> list[Number]:
    inputs = graph.numbers["compute.growth_rate"].inputs
    return [number for name, number in inputs if name == parameter]


def test_shares_are_lengths_from_low_to_high(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    graph = figures.graph
    rows = ("staff", "accelerators", "servers", "interconnect", "energy")
    shares = [graph.numbers[f"compute.share_{row}"] for row in rows]
    for art in arts(blocks["cost-split", "en"]):
        bars = sorted(lines(art, "stroke-width:3"), key=lambda bar: bar[0][1])
        middles = sorted(
            [*dots(art, COLOR), *dots(art, "fill:var(--fig-muted)")], key=lambda d: d[1]
        )
        (x0, _), (x1, _) = bars[0]
        assert shares[0].low is not None
        assert shares[0].high is not None
        percent = (x1 - x0) / (shares[0].high - shares[0].low)
        for share, bar, middle in zip(shares, bars, middles, strict=True):
            places = [bar[0][0], middle[0], bar[1][0]]
            for place, amount in zip(places, (share.low, share.si, share.high), strict=True):
                assert amount is not None
                assert place - x0 == pytest.approx((amount - shares[0].low) * percent, abs=0.1)


def test_caches_grow_in_proportion(figures: Figures, blocks: dict[tuple[str, str], str]) -> None:
    graph = figures.graph
    names = {"gpt3": "kv_gpt3", "llama": "kv_llama", "deepseek": "kv_dsv3"}
    slopes = sorted(value(graph, f"compute.{name}") for name in names.values())
    for art in arts(blocks["kv-cache", "zh"]):
        solid = lines(art, "stroke:var(--fig-c);stroke-width:2.5")
        steep = sorted((y0 - y1) / (x1 - x0) for (x0, y0), (x1, y1) in solid)
        assert len({line[0] for line in solid if line[0][1] == solid[0][0][1]}) == 1
        dashed = [found for found in steep if found > 5 * steep[1]]
        assert len(solid) == 4
        assert dashed[0] == pytest.approx(dashed[1], rel=0.02)
        assert steep[1] / steep[0] == pytest.approx(slopes[1] / slopes[0], rel=0.01)
        assert steep[2] / steep[1] == pytest.approx(slopes[2] / slopes[1], rel=0.02)


def test_stems_are_losses_above_the_floor(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    graph = figures.graph
    floor = value(graph, "compute.loss_floor")
    above = [value(graph, f"compute.loss_{budget}") - floor for budget in (24, 25, 26, 27)]
    for art in arts(blocks["scaling", "en"]):
        stems = sorted(lines(art, "stroke-width:3"))
        heights = [abs(start[1] - end[1]) for start, end in stems]
        assert [height / heights[0] for height in heights] == pytest.approx(
            [loss / above[0] for loss in above], abs=2e-3
        )
        steps = [after[0][0] - before[0][0] for before, after in pairwise(stems)]
        assert steps == pytest.approx([steps[0]] * 3, abs=0.05)


def test_dates_are_places_on_the_timeline(
    figures: Figures, blocks: dict[tuple[str, str], str]
) -> None:
    catalog = figures.graph.catalog
    events = sorted(
        schema.decimal_year(event.date)
        for event in catalog.history.events.values()
        if event.timeline
    )
    chips = sorted(
        schema.decimal_year(chip.announced.value)
        for chip in catalog.entities["accelerators"].values()
        if isinstance(chip, schema.Accelerator) and chip.announced
    )
    for art in arts(blocks["timeline", "en"]):
        for look, dates in (("fill:var(--fig-ink)", events), (COLOR, chips)):
            small = [dot for dot in dots(art, look) if dot[0] != 51]  # 51: before a list's text
            places = sorted(x for x, _ in small)
            assert len(places) == len(dates)
            scale = (places[-1] - places[0]) / (dates[-1] - dates[0])
            for place, date in zip(places, dates, strict=True):
                assert place - places[0] == pytest.approx((date - dates[0]) * scale, abs=0.1)


# A file more in data/

CHIP = """
name: Acme Zeta 9
source: general-knowledge
kind: press
verified: 2026-11-30
vendor: Acme
type: gpu
per: gpu
architecture: Zeta
form_factor: card
announced: {date}
peak: {{bf16: {{dense: 7000 TFLOP/s}}}}
memory: {{capacity: 500 GB, bandwidth: 30 TB/s}}
"""


@pytest.mark.parametrize("date", ["2027-02-01", "2022-03-22"])
def test_a_new_accelerator_is_drawn_in_both_languages_and_nothing_else_anew(
    figures: Figures, copy: Path, tmp_path: Path, date: str
) -> None:
    file = copy / "data" / "accelerators" / "acme-zeta-9.yml"
    file.write_text(CHIP.format(date=date), encoding="utf-8")
    graph = pipeline.load(copy).graph
    cache = tmp_path / "drawings"
    shutil.copytree(figures.cache, cache)
    more = Figures(copy, graph, cache)
    others = [id for id in more.ids() if id not in {"roofline", "timeline"}]
    assert more.prepare(others, LANGUAGES) == 0
    assert more.prepare(["roofline", "timeline"], LANGUAGES) == 8
    for id in ("roofline", "timeline"):
        for language in LANGUAGES:
            html = more.html(id, language, Page("compute", language, graph))
            for art in arts(html):
                assert any("Acme Zeta 9" in text for text in svg.texts(art)), (id, language)


def test_many_new_accelerators_and_runs_still_fit(copy: Path, tmp_path: Path) -> None:
    for number in range(12):
        chip = CHIP.format(date=f"2027-{number + 1:02}-01").replace("7000", str(700 + 90 * number))
        chip = chip.replace("Zeta 9", f"Zeta {number} with a name of some length (one of its dies)")
        file = copy / "data" / "accelerators" / f"acme-zeta-{number}.yml"
        file.write_text(chip, encoding="utf-8")
    run = (copy / "data" / "runs" / "palm-540b-run.yml").read_text(encoding="utf-8")
    for number in range(6):
        run = re.sub("(?m)^name: .*$", f"name: Acme {number} training", run)
        file = copy / "data" / "runs" / f"acme-{number}-run.yml"
        file.write_text(run, encoding="utf-8")
    graph = pipeline.load(copy).graph
    more = Figures(copy, graph, tmp_path / "drawings")
    assert more.prepare(["roofline", "timeline", "training-compute"], LANGUAGES) == 12
    html = more.html("training-compute", "zh", Page("compute", "zh", graph))
    assert "Acme 5 training" in html


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
        ("roofline", {"compute.prefill_intensity": 20}),
        ("roofline", {"compute.decode_intensity": 40}),
        ("roofline", {"compute.peak.h100-sxm": 3, "compute.ridge.h100-sxm": 3}),
        ("training-compute", {"compute.growth_rate": 0.8}),
        ("training-compute", {"compute.run_compute.gpt-4-run": 1.7}),
        ("cost-split", {"compute.share_energy": 1.4, "compute.share_staff": 0.8}),
        ("kv-cache", {"compute.card_memory": 1.7625, "compute.kv_fill_gpt3": 1.7625}),
        ("kv-cache", {"compute.kv_dsv3": 3, "compute.kv_request_dsv3": 3}),
        ("scaling", {"compute.cost_24": 2, "compute.cost_25": 2, "compute.cost_26": 2}),
        ("scaling", {"compute.loss_24": 1.02, "compute.loss_27": 0.98}),
    ],
)
def test_other_values_fit_too(
    loaded: Loaded, tmp_path: Path, id: str, factors: dict[str, float]
) -> None:
    numbers = dict(loaded.graph.numbers)
    for name, factor in factors.items():
        number = numbers[name if "." in name else f"one-gpu.{name}"]
        changed = number.si * factor
        si = round(changed, 6) if changed > 1 else changed
        numbers[number.id] = replace(number, si=si)
    figures = Figures(loaded.root, replace(loaded.graph, numbers=numbers), tmp_path)
    assert figures.prepare([id], LANGUAGES) == 4


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_figure_says_no_number_that_it_does_not_write(rendered: Rendered, language: str) -> None:
    """The digits of a coordinate are not a label: a member that is left out is not printed."""
    checked, missing = 0, set[str]()
    for (code, id), uses in rendered.places.items():
        for use in uses:
            if code != language or use.how != "figure":
                continue
            figure = rendered.pages[code, id].split(f'id="fig-{use.name}"')[1].split("</figure>")[0]
            alt = re.findall(r'aria-label="([^"]*)"', figure)
            shown = html.unescape("\n".join([*alt, *re.findall(r">([^<]+)", figure)]))
            if not re.search(rf"(?<![\d.,]){re.escape(use.text)}(?![.,]?\d)", shown):
                missing.add(use.number.id)
            checked += 1
    assert missing == set()
    assert checked > 50
