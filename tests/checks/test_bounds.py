"""Each rule has an error planted that it must catch, and a reason declared that it must accept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookgen import pipeline, units
from bookgen.checks import Subject
from bookgen.checks.bounds import RULES, bounds
from bookgen.errors import BookError
from bookgen.numbers import Graph
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered

# rule, what is planted, and the value planted there
PLANTS = [
    ("sparse_is_twice_dense", "h100-sxm.peak.bf16.sparse", "1500 TFLOP/s"),
    ("dense_is_not_above_sparse", "gb200-nvl72.peak.bf16.dense", "361 PFLOP/s"),
    ("fp8_is_twice_bf16", "mi300x.peak.fp8.dense", "1307.4 TFLOP/s"),
    ("bf16_is_twice_tf32", "gb200.peak.tf32.dense", "2500 TFLOP/s"),
    ("bf16_equals_fp16", "h100-sxm.peak.fp16.dense", "1978.9 TFLOP/s"),
    ("fewer_bits_are_not_slower", "b200-hgx.peak.fp6.dense", "4000 TFLOP/s"),
    ("half_the_bits_gain_at_most_five", "trainium3.peak.fp8.dense", "25.17 PFLOP/s"),
    ("int8_against_16_bits", "tpu-v5e.int_peak.dense", "3930 TOP/s"),
    ("ridge_below_5000", "xeon-8592plus.peak.bf16.dense", "1979 TFLOP/s"),
    ("ridge_below_5000", "compute.h100_ridge", "5900 FLOP/B"),
    ("peak_per_watt", "h20.power", "4 W"),
    ("clock_that_lanes_imply", "v100-sxm2-32gb.fp32_lanes", "640"),
    ("cpu_peak_is_lanes_times_clock", "epyc-7763.clock", "3.5 GHz"),
    ("units_divide_among_sms", "h100-sxm.sms", "144"),
    ("transistors_of_a_part", "mi300x.transistors", "153e6"),
    ("transistors_per_area", "h100-sxm.die_area", "81.4 mm^2"),
    ("die_within_the_reticle", "v100-sxm2-32gb.die_area", "1630 mm^2"),
    ("power_of_a_part", "h100-sxm.power", "10.2 kW"),
    ("memory_of_a_part", "h100-sxm.memory.capacity", "80 TB"),
    ("memory_reported_by_the_driver", "h100-sxm.memory.reported", "40960 MiB"),
    ("time_to_read_memory_once", "rtx-4090.memory.bandwidth", "1.008 Tbit/s"),
    ("bandwidth_of_a_stack", "gaudi3.memory.stacks", "1"),
    ("link_against_memory", "h100-sxm.link.bandwidth", "7200 GB/s"),
    ("system_adds_up_its_devices", "dgx-h100.memory", "80 GB"),
    ("system_adds_up_its_devices", "gb300.peak.fp4.dense", "10000 TFLOP/s"),
    ("system_draws_more_than_its_devices", "gb200-nvl72.power", "86 kW"),
    ("active_is_not_above_total", "mixtral-8x7b.params.active", "56e9 param"),
    ("exact_is_near_the_name", "llama-3-1-8b.params.exact", "8.5e9 param"),
    ("parameters_follow_from_the_shape", "gpt3.layers", "48"),
    ("kv_cache_follows_from_the_shape", "llama-3-1-405b.attention.kv_heads", "16"),
    ("kv_cache_follows_from_the_shape", "deepseek-v3.attention.rope_size", "128"),
    ("flop_per_token_is_6n_and_attention", "deepseek-v3.flop_per_token", "4000 GFLOP/token"),
    ("tokens_per_parameter", "gpt3.tokens", "3e9 token"),
    ("utilisation_below_one", "deepseek-v3-run.mfu", "143.7 %"),
    ("utilisation_below_one", "one-gpu.llama_implied_mfu", "101 percent"),
    ("hfu_is_not_below_mfu", "palm-540b-run.hfu", "40 %"),
    ("rate_is_mfu_of_the_peak", "h100-sxm.peak.bf16.dense", "1978.9 TFLOP/s"),
    ("run_stays_below_the_peak", "opt-175b-run.rate", "320 TFLOP/s"),
    ("run_stays_below_the_peak", "gpt-4-run.device_time", "15e6 GPU-h"),
    ("run_stays_below_the_peak", "grok-3-run.devices", "50000 GPU"),
    ("device_time_fits_the_wall_time", "gopher-run.wall_time", "23 day"),
    ("compute_is_about_6nd", "palm-540b-run.compute", "2.5e25 FLOP"),
    ("parts_add_up", "deepseek-v3-run.parts.post_training", "0.05e6 GPU-h"),
    ("parts_add_up", "llama-3-1-405b-run.interruptions.planned", "48"),
    ("parts_add_up", "llama-3-1-405b-run.causes.faulty_gpu.count", "184"),
    ("layout_multiplies_to_its_devices", "llama-3-1-405b-run.layouts.long_context.dp_size", "4"),
    ("cost_is_hours_times_price", "deepseek-v3-run.cost", "5.576e3 USD"),
    ("price_of_an_hour", "h100-sxm-2026-05-median.price", "295 USD/GPU-h"),
    ("price_of_an_hour", "gpt-4-run.estimates.cloud", "78.4e9 USD"),
    ("shipped_after_it_was_announced", "h100-sxm.shipped", "2022.1 year"),
    ("used_after_it_was_announced", "gpt3-run.date", "2016.5 year"),
    ("happened_before_it_was_verified", "h100-sxm-2026-05-median.date", "2027.4 year"),
    ("power_usage_effectiveness", "constants.pue_google", "0.91"),
    ("load_below_the_rating", "constants.average_draw_fraction_gpu", "175 %"),
    (
        "training_is_forward_and_backward",
        "constants.backward_flop_per_param_token",
        "2 FLOP/param/token",
    ),
]  # fmt: skip


def plant(graph: Graph, id: str, text: str) -> Graph:
    """The graph with another value at one place."""
    si = units.read(text).si
    if id in graph.numbers:
        number = replace(graph.numbers[id], si=si)
        return replace(graph, numbers={**graph.numbers, id: number})
    values = graph.catalog.values
    planted = replace(graph.catalog, values={**values, id: replace(values[id], si=si)})
    return replace(graph, catalog=planted)


def faults(loaded: Loaded, graph: Graph) -> list[BookError]:
    return bounds(Subject(loaded.root, loaded.book, graph, Rendered())).faults


def test_the_book_keeps_every_rule(loaded: Loaded) -> None:
    assert faults(loaded, loaded.graph) == []


def test_every_rule_has_a_plant() -> None:
    assert {rule for rule, _, _ in PLANTS} == set(RULES)


@pytest.mark.parametrize(("rule", "id", "text"), PLANTS)
def test_a_planted_error_is_caught(loaded: Loaded, rule: str, id: str, text: str) -> None:
    found = faults(loaded, plant(loaded.graph, id, text))
    lines = [str(fault) for fault in found if fault.found.startswith(f"{rule}: ")]
    assert lines
    for line in lines:
        assert re.search(rf"\.yml:\d+: {rule}: .*\b{re.escape(id)} ", line), line
        assert RULES[rule].why in line


@pytest.mark.parametrize(
    ("parameter", "value", "rule"),
    [
        ("mfu", "140 %", "utilisation_below_one"),
        ("pue", "0.9", "power_usage_effectiveness"),
        ("load_factor", "120 %", "load_below_the_rating"),
    ],
)
def test_an_input_typed_in_numbers_yml_is_judged_too(
    loaded: Loaded, parameter: str, value: str, rule: str
) -> None:
    some = loaded.graph.numbers["one-gpu.mfu_assumed"]
    typed = replace(some, id="one-gpu.x.input", si=units.read(value).si)
    user = replace(loaded.graph.numbers["one-gpu.effective_rate"], inputs=((parameter, typed),))
    graph = replace(loaded.graph, numbers={**loaded.graph.numbers, user.id: user})
    assert [fault.found.split(":")[0] for fault in faults(loaded, graph)] == [rule]


def checked(root: Path) -> list[str]:
    loaded = pipeline.load(root)
    return [str(fault) for fault in faults(loaded, loaded.graph)]


H100 = "data/accelerators/h100-sxm.yml"
BF16 = "  bf16: {dense: 989.4 TFLOP/s, sparse: 1978.9 TFLOP/s}"
PLANTED = "  bf16: {dense: 989.4 TFLOP/s, sparse: 1500 TFLOP/s}"


def test_a_reason_beside_the_value_is_accepted(copy: Path, edit: Callable[..., Path]) -> None:
    path = edit(H100, BF16, PLANTED)
    (line,) = checked(copy)
    where = path.read_text(encoding="utf-8").splitlines().index(PLANTED) + 1
    assert f"h100-sxm.yml:{where}: sparse_is_twice_dense: h100-sxm.peak.bf16.sparse" in line
    assert "expected 1.96 to 2.04; structured sparsity" in line
    declared = "{value: 1500 TFLOP/s, unusual: {sparse_is_twice_dense: a test}}"
    edit(H100, "sparse: 1500 TFLOP/s", f"sparse: {declared}")
    assert checked(copy) == []


def test_a_reason_at_the_top_holds_for_the_file(copy: Path, edit: Callable[..., Path]) -> None:
    edit(H100, BF16, PLANTED)
    edit(H100, "vendor:", "unusual: {sparse_is_twice_dense: a test}\nvendor:")
    assert checked(copy) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("700 W,", "700 W, unusual: {power_of_a_part: x},", "holds without an exception"),
        ("700 W,", "700 W, unusual: {power_of_part: x},", "did you mean power_of_a_part"),
        ("vendor:", "unusual: {power_of_a_part: x}\nvendor:", "holds without .*; remove it"),
    ],
)
def test_a_reason_for_nothing_is_a_fault(
    copy: Path, edit: Callable[..., Path], old: str, new: str, told: str
) -> None:
    edit(H100, old, new)
    (line,) = checked(copy)
    assert re.search(rf"h100-sxm\.yml:.*{told}", line), line


def test_a_number_may_have_a_reason_of_its_own(copy: Path, edit: Callable[..., Path]) -> None:
    numbers = "content/one-gpu/numbers.yml"
    reported = "device_time: llama_hours_reported, peak_flops:"
    edit(numbers, f"{reported} h100_bf16", f"{reported} h20.peak.bf16.dense")
    (line,) = checked(copy)
    assert "utilisation_below_one: one-gpu.llama_implied_mfu is 230" in line
    declared = "  unusual: {utilisation_below_one: a test}\n"
    edit(numbers, "llama_implied_mfu:\n", f"llama_implied_mfu:\n{declared}")
    assert checked(copy) == []
