"""Calculators in the terminal: what there are, what each needs, and results with their proof."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bookgen.calculators import CALCULATORS, QUANTITIES
from bookgen.cli import main
from bookgen.explanations import explain, topics


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["calc", *arguments, "--root", str(root)])


def test_alone_it_lists_every_calculator_by_topic(root: Path) -> None:
    result = run(root)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    for name, calculator in CALCULATORS.items():
        (at,) = [i for i, line in enumerate(lines) if line.startswith(f"  {name}(")]
        assert all(parameter in lines[at] for parameter in calculator.parameters)
        assert lines[at + 1].strip()
        topic = next(line for line in reversed(lines[:at]) if line and line[0] != " ")
        assert topic == topics()[calculator.topic].topic.en
    titles = [line for line in lines if line and line[0] != " "][:-1]
    assert titles == [topic.topic.en for topic in topics().values()]
    assert "运算量与时间" in run(root, "--language", "zh").output


@pytest.mark.parametrize("name", sorted(CALCULATORS))
def test_a_name_alone_says_what_it_needs(root: Path, name: str) -> None:
    for language in ("zh", "en"):
        result = run(root, name, "--language", language)
        assert result.exit_code == 0, result.output
        told = explain(CALCULATORS[name], language)
        assert result.output.startswith(f"{told.name} ({name}): ")
        for parameter in CALCULATORS[name].parameters:
            quantity = QUANTITIES[parameter]
            (row,) = [
                line for line in result.output.splitlines() if line.startswith(f"  {parameter} ")
            ]
            assert getattr(quantity, language) in row
            assert quantity.unit.strip("*") in row
            assert "\\" not in row


def test_it_runs_on_data_and_typed_values(root: Path) -> None:
    result = run(
        root, "devices_needed", "bytes_needed=6.48 TB", "device_memory=h100-sxm.memory.capacity"
    )
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[:4] == [
        "Devices needed (devices_needed)",
        "│  value: 81 GPUs",
        "│  formula: devices_needed = ceil(bytes_needed / device_memory)",
        "│  put in: ceil(6.48 TB / (80 GB)) = 81 GPUs",
    ]
    assert "├─ bytes_needed: typed (bytes_needed=6.48 TB)" in lines
    assert any("data/accelerators/h100-sxm.yml:" in line for line in lines)


def test_numbers_of_the_book_come_with_their_own_proof(root: Path) -> None:
    result = run(
        root, "device_time", "compute=training_compute", "flops=400 TFLOP/s", "--unit", "year"
    )
    assert "value: 26,325,000 GPU-hours = 3,003.08008214 years" in result.output
    assert "(llama-3-1-405b.params.active" not in result.output
    assert "datum: llama-3-1-405b.params.active" in result.output


def test_a_range_that_was_typed_is_carried_through(root: Path) -> None:
    """Utilisation of 38 to 43 per cent of 989.4 TFLOP/s."""
    result = run(
        root, "effective_rate", "peak_flops=h100-sxm.peak.bf16.dense", "mfu=38% to 43%",
        "--unit", "TFLOP/s",
    )  # fmt: skip
    assert "= 400.707 TFLOP/s" in result.output
    assert (
        "range: 3.75972×10¹⁴ to 4.25442×10¹⁴ FLOP/s, from that of mfu=38% to 43%" in result.output
    )
    assert "typed, the middle of its range" in result.output


def test_two_typed_ranges_are_two_quantities(root: Path) -> None:
    result = run(root, "ratio", "value=1 GB to 2 GB", "reference=1 GB to 2 GB")
    assert "range: 0.5 to 2" in result.output


FAULTS = [
    (["mfu", "flops=400 TFLOP/s"], r"mfu lacks peak_flops; expected peak_flops=VALUE \(FLOP/s\)"),
    (["mfu", "flop=1"], "mfu has no input 'flop'; .*did you mean flops"),
    (["mfu", "flops=1 GB", "peak_flops=1 FLOP/s"], "flops: .* is data in bytes"),
    (["mfu", "flops=1 FLOP/s", "flops=2 FLOP/s"], "input 'flops' stands twice"),
    (["mfuu"], "calculator 'mfuu' does not exist; did you mean mfu"),
    (["mfuu", "flops=1 FLOP/s"], "calculator 'mfuu' does not exist; did you mean mfu"),
    (["ratio", "value=2 to 1", "reference=1"], "range '2 to 1' ends before it starts"),
    (["ratio", "value=1", "reference=1", "--unit", "GB"], "unit 'GB' does not fit ratio"),
    (["ratio", "value=h100-smx.power", "reference=1 W"], "did you mean h100-sxm.power"),
    (
        ["ratio", "value=gb300.peak.fp4.dense", "reference=h100-sxm.peak.bf16.dense"],
        "gb300.peak.fp4.dense is fp4 dense.*h100-sxm.peak.bf16.dense is bf16 dense",
    ),
]


@pytest.mark.parametrize(("arguments", "error"), FAULTS)
def test_a_fault_is_one_line(root: Path, arguments: list[str], error: str) -> None:
    result = run(root, *arguments)
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert re.search(error, line), line
