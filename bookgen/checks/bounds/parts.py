"""What holds of accelerators, CPUs and the systems built of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from bookgen.checks.bounds.rule import Case, Facts, itself, ratio, rule
from bookgen.schema import Accelerator, Cpu, System

LADDER = ("fp64", "fp32", "tf32", "bf16", "fp8", "fp6", "fp4")


def peak_16(facts: Facts, id: str) -> str:
    """The dense peak that training is held against: BF16, or FP16 where a part has no BF16."""
    return facts.first(f"{id}.peak.bf16.dense", f"{id}.peak.fp16.dense")


def gpus(facts: Facts) -> Iterator[str]:
    """The GPUs; TPUs and other chips follow rules of their own."""
    return (id for id, part in facts.each(Accelerator) if part.type in {"gpu", "gaming"})


# Peaks


@rule(1.96, 2.04)
def sparse_is_twice_dense(facts: Facts) -> Iterator[Case]:
    """Structured sparsity (2:4) skips every second multiplication."""
    for id, _ in facts.each(Accelerator):
        for dense in facts.under(id):
            if dense.endswith(".dense"):
                sparse = f"{dense.removesuffix('.dense')}.sparse"
                yield from facts.case(ratio, sparse, dense)


@rule(1, inf)
def dense_is_not_above_sparse(facts: Facts) -> Iterator[Case]:
    """Skipping zeros makes nothing slower."""
    for dense in facts.named("dense"):
        yield from facts.case(ratio, f"{dense.removesuffix('.dense')}.sparse", dense)


@rule(1.96, 2.04)
def fp8_is_twice_bf16(facts: Facts) -> Iterator[Case]:
    """On GPUs half the bits have always doubled the rate, from 16 to 8."""
    for id in gpus(facts):
        yield from facts.case(ratio, f"{id}.peak.fp8.dense", peak_16(facts, id))


@rule(1.94, 2.06)
def bf16_is_twice_tf32(facts: Facts) -> Iterator[Case]:
    """TF32 is stored in 32 bits, and runs at half the rate of 16 on GPUs."""
    for id in gpus(facts):
        yield from facts.case(ratio, peak_16(facts, id), f"{id}.peak.tf32.dense")


@rule(0.98, 1.02)
def bf16_equals_fp16(facts: Facts) -> Iterator[Case]:
    """Both have 16 bits, and the units for one do the other."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.peak.bf16.dense", f"{id}.peak.fp16.dense")


@rule(0.98, inf)
def fewer_bits_are_not_slower(facts: Facts) -> Iterator[Case]:
    """A unit that multiplies wide numbers can multiply narrow ones."""
    for id, _ in (*facts.each(Accelerator), *facts.each(Cpu)):
        dense = [f"{id}.peak.{name}.dense" for name in LADDER]
        for wide, narrow in pairwise(peak for peak in dense if peak in facts.under(id)):
            yield from facts.case(ratio, narrow, wide)


@rule(0, 5)
def half_the_bits_gain_at_most_five(facts: Facts) -> Iterator[Case]:
    """Two is usual; no part claims more than 4.4 from 16 bits to 8, or from 8 to 4."""
    for id, _ in facts.each(Accelerator):
        fp8 = f"{id}.peak.fp8.dense"
        yield from facts.case(ratio, fp8, peak_16(facts, id))
        yield from facts.case(ratio, f"{id}.peak.fp4.dense", fp8)


@rule(0.98, 4.04)
def int8_against_16_bits(facts: Facts) -> Iterator[Case]:
    """INT8 runs at one to four times the rate of 16 bits, by generation."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.int_peak.dense", peak_16(facts, id))


@rule(0, 5000, "FLOP/B")
def ridge_below_5000(facts: Facts) -> Iterator[Case]:
    """Memory keeps some pace with arithmetic: no part has needed more per byte."""
    for dense in facts.named("dense"):
        if ".peak." in dense:
            id = dense.partition(".")[0]
            memory = facts.first(f"{id}.memory.bandwidth", f"{id}.memory_bandwidth")
            yield from facts.case(ratio, dense, memory)
    yield from facts.calculated("ridge_point")


@rule(0.05, 10, "TFLOP/s/W")
def peak_per_watt(facts: Facts) -> Iterator[Case]:
    """16-bit arithmetic costs 0.1 to 20 pJ in parts with matrix units."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, peak_16(facts, id), f"{id}.power")


@rule(0.5, 4, "GHz")
def clock_that_lanes_imply(facts: Facts) -> Iterator[Case]:
    """A lane does one multiply-add, two operations, a cycle."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(
            lambda peak, lanes: peak / lanes / 2, f"{id}.peak.fp32.dense", f"{id}.fp32_lanes"
        )


@rule(0.98, 1.02)
def cpu_peak_is_lanes_times_clock(facts: Facts) -> Iterator[Case]:
    """A lane does one multiply-add, two operations, a cycle; the books' peaks are at base clock."""
    for id, _ in facts.each(Cpu):
        yield from facts.case(
            lambda peak, lanes, clock: peak / (2 * lanes * clock),
            *(f"{id}.{name}" for name in ("peak.fp32.dense", "fp32_lanes", "clock")),
        )


@rule(0, 0)
def units_divide_among_sms(facts: Facts) -> Iterator[Case]:
    """Every multiprocessor is like the next, so nothing remains."""
    for id, _ in facts.each(Accelerator):
        for name in ("fp32_lanes", "tensor_cores"):
            yield from facts.case(lambda units, sms: units % sms, f"{id}.{name}", f"{id}.sms")


# Silicon, power, memory, links


@rule(1e9, 1e12)
def transistors_of_a_part(facts: Facts) -> Iterator[Case]:
    """From the cards of 2010 to what two or more reticles hold today."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(itself, f"{id}.transistors")


@rule(5e6, 4e8, "1/mm^2")
def transistors_per_area(facts: Facts) -> Iterator[Case]:
    """No process in production is denser, none since 40 nm sparser."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.transistors", f"{id}.die_area")


@rule(10, 860, "mm^2")
def die_within_the_reticle(facts: Facts) -> Iterator[Case]:
    """A scanner exposes 26 x 33 mm at once, 858 mm^2."""
    for id, _ in facts.each(Accelerator):
        area, dies = f"{id}.die_area", f"{id}.dies"
        if dies in facts.under(id):
            yield from facts.case(ratio, area, dies)
        else:
            yield from facts.case(itself, area)


@rule(50, 5000, "W")
def power_of_a_part(facts: Facts) -> Iterator[Case]:
    """A card takes more than a lamp, and what a package can shed stays below a few kilowatts."""
    for id, _ in (*facts.each(Accelerator), *facts.each(Cpu)):
        yield from facts.case(itself, f"{id}.power")


@rule(1, 2000, "GB")
def memory_of_a_part(facts: Facts) -> Iterator[Case]:
    """Stacks are counted in tens of gigabytes, and a package holds a dozen or so."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(itself, f"{id}.memory.capacity")


@rule(0.93, 1.08)
def memory_reported_by_the_driver(facts: Facts) -> Iterator[Case]:
    """GB on a label may be GiB, 7 percent more, less what the driver keeps."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.memory.reported", f"{id}.memory.capacity")


@rule(5, 150, "ms")
def time_to_read_memory_once(facts: Facts) -> Iterator[Case]:
    """Capacity and bandwidth of a memory grow together; bits for bytes fall out of the range."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.memory.capacity", f"{id}.memory.bandwidth")


@rule(0.1, 3, "TB/s")
def bandwidth_of_a_stack(facts: Facts) -> Iterator[Case]:
    """From HBM2 at 0.2 TB/s to HBM4 at 2."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.memory.bandwidth", f"{id}.memory.stacks")


@rule(0.05, 1)
def link_against_memory(facts: Facts) -> Iterator[Case]:
    """What a link sends is read from memory first; bits for bytes fall out of the range."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(ratio, f"{id}.link.bandwidth", f"{id}.memory.bandwidth")


# Systems

_TOTALS = {
    "memory": "memory.capacity",
    "memory_bandwidth": "memory.bandwidth",
    "link.bandwidth": "link.bandwidth",
}


@rule(0.95, 1.05)
def system_adds_up_its_devices(facts: Facts) -> Iterator[Case]:
    """A server or rack is so many of its accelerators; totals are rounded when printed."""
    for id, system in facts.each(System):
        for total in facts.under(id):
            name = total.removeprefix(f"{id}.")
            own = f"{system.accelerator}.{_TOTALS.get(name, name)}"
            if name in _TOTALS or name.startswith("peak."):
                yield from facts.case(
                    lambda total, n, one: total / n / one, total, f"{id}.devices", own
                )


@rule(1, 2.5)
def system_draws_more_than_its_devices(facts: Facts) -> Iterator[Case]:
    """Processors, memory, network and fans come on top, and stay below the accelerators' share."""
    for id, system in facts.each(System):
        one = f"{system.accelerator}.power"
        yield from facts.case(
            lambda total, n, one: total / n / one, f"{id}.power", f"{id}.devices", one
        )
