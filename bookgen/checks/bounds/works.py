"""What holds of models, training runs, prices and constants, and of the numbers made of them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, prod

from bookgen import schema, units
from bookgen.checks.bounds.parts import peak_16
from bookgen.checks.bounds.rule import Case, Facts, itself, ratio, rule
from bookgen.schema import Accelerator, LanguageModel, Price, Run

# Models


@rule(0, 1)
def active_is_not_above_total(facts: Facts) -> Iterator[Case]:
    """The parameters active for a token are some of them."""
    for id, _ in facts.each(LanguageModel):
        yield from facts.case(ratio, f"{id}.params.active", f"{id}.params.total")


@rule(0.95, 1.05)
def exact_is_near_the_name(facts: Facts) -> Iterator[Case]:
    """A model's name rounds its parameter count."""
    for id, _ in facts.each(LanguageModel):
        yield from facts.case(ratio, f"{id}.params.exact", f"{id}.params.total")


@rule(0.55, 1.6)
def parameters_follow_from_the_shape(facts: Facts) -> Iterator[Case]:
    """A dense transformer has about 12 parameters a layer for each pair of its width's elements."""
    for id, model in facts.each(LanguageModel):
        if model.architecture == "dense":
            yield from facts.case(
                lambda n, layers, width: 12 * layers * width**2 / n,
                *(f"{id}.{name}" for name in ("params.total", "layers", "d_model")),
            )


@rule(0.99, 1.01)
def kv_cache_follows_from_the_shape(facts: Facts) -> Iterator[Case]:
    """A token leaves a key and a value (or one latent) a layer, of 2 bytes an element."""
    for id, _ in facts.each(LanguageModel):
        cache, layers = f"{id}.kv_bytes_per_token", f"{id}.layers"
        own = f"{id}.attention"
        yield from facts.case(
            lambda cache, layers, latent, rope: cache / (layers * (latent + rope) * 2),
            *(cache, layers, f"{own}.latent_rank", f"{own}.rope_size"),
        )
        yield from facts.case(
            lambda cache, layers, heads, size: cache / (2 * layers * heads * size * 2),
            *(cache, layers, f"{own}.kv_heads", f"{own}.head_size"),
        )


@rule(1, 1.5)
def flop_per_token_is_6n_and_attention(facts: Facts) -> Iterator[Case]:
    """Training takes 6 FLOP per active parameter, and attention comes on top."""
    for id, _ in facts.each(LanguageModel):
        yield from facts.case(
            lambda flop, n: flop / (6 * n), f"{id}.flop_per_token", f"{id}.params.active"
        )


@rule(0.1, 10000, "token/param")
def tokens_per_parameter(facts: Facts) -> Iterator[Case]:
    """From the undertrained models of 2020 to small ones trained for long."""
    for id, _ in facts.each(LanguageModel):
        yield from facts.case(ratio, f"{id}.tokens", f"{id}.params.total")


# Training runs


def peak_of(facts: Facts, run: Run) -> str:
    """The peak that a run's utilisation is held against; FP32 before there were matrix units."""
    part = run.accelerator or ""
    return facts.first(peak_16(facts, part), f"{part}.peak.fp32.dense")


def layouts(id: str, run: Run) -> list[str]:
    """The run and each of its reported configurations."""
    return [id, *(f"{id}.layouts.{name}" for name in run.layouts or ())]


@rule(0, 0.99)
def utilisation_below_one(facts: Facts) -> Iterator[Case]:
    """No machine does more than its peak, nor that all of the time."""
    for id in facts.named("mfu", "hfu"):
        yield from facts.case(itself, id)
    yield from facts.calculated("mfu", "hfu", "implied_mfu")
    yield from facts.bound("mfu")


@rule(1, inf)
def hfu_is_not_below_mfu(facts: Facts) -> Iterator[Case]:
    """HFU counts what MFU does, and recomputation besides."""
    for id, _ in facts.each(Run):
        yield from facts.case(ratio, f"{id}.hfu", f"{id}.mfu")


@rule(0.97, 1.03)
def rate_is_mfu_of_the_peak(facts: Facts) -> Iterator[Case]:
    """MFU is the achieved rate over the dense peak; both are printed, rounded."""
    for id, run in facts.each(Run):
        for own in layouts(id, run):
            yield from facts.case(
                lambda rate, mfu, peak: rate / (mfu * peak),
                *(f"{own}.rate", f"{own}.mfu", peak_of(facts, run)),
            )


@rule(0, 0.99)
def run_stays_below_the_peak(facts: Facts) -> Iterator[Case]:
    """All of a run's work takes its machines at least the time that their peak needs."""
    for id, run in facts.each(Run):
        compute, peak = f"{id}.compute", peak_of(facts, run)
        yield from facts.case(
            lambda compute, time, peak: compute / (time * peak), compute, f"{id}.device_time", peak
        )
        yield from facts.case(
            lambda compute, n, time, peak: compute / (n * time * peak),
            *(compute, f"{id}.devices", f"{id}.wall_time", peak),
        )
        for own in layouts(id, run):
            yield from facts.case(ratio, f"{own}.rate", peak)


@rule(0.5, 1.02)
def device_time_fits_the_wall_time(facts: Facts) -> Iterator[Case]:
    """So many machines have that many hours in a run, and few stand idle."""
    for id, _ in facts.each(Run):
        yield from facts.case(
            lambda time, n, wall: time / (n * wall),
            *(f"{id}.{name}" for name in ("device_time", "devices", "wall_time")),
        )


@rule(0.9, 2)
def compute_is_about_6nd(facts: Facts) -> Iterator[Case]:
    """6 FLOP per active parameter and token; counted attention and recomputation add to it."""
    for id, run in facts.each(Run):
        yield from facts.case(
            lambda compute, n, tokens: compute / (6 * n * tokens),
            *(f"{id}.compute", f"{run.model}.params.active", f"{run.model}.tokens"),
        )


@rule(1, 1)
def parts_add_up(facts: Facts) -> Iterator[Case]:
    """The parts of a run's device time, and the causes of its interruptions, are all of it."""
    for id, _ in facts.each(Run):
        for total, parts in (
            (f"{id}.device_time", facts.under(f"{id}.parts")),
            (
                f"{id}.interruptions.total",
                [f"{id}.interruptions.planned", f"{id}.interruptions.unexpected"],
            ),
            (
                f"{id}.interruptions.unexpected",
                [cause for cause in facts.under(f"{id}.causes") if cause.endswith(".count")],
            ),
        ):
            if parts:
                yield from facts.case(lambda total, *parts: sum(parts) / total, total, *parts)


@rule(1, 1)
def layout_multiplies_to_its_devices(facts: Facts) -> Iterator[Case]:
    """Every accelerator has one place in the grid of parallel dimensions."""
    for id, run in facts.each(Run):
        for own in layouts(id, run):
            sizes = [f"{own}.{name}_size" for name in ("tp", "cp", "pp", "dp")]
            yield from facts.case(
                lambda devices, *sizes: prod(sizes) / devices, f"{own}.devices", *sizes
            )


@rule(0.98, 1.02)
def cost_is_hours_times_price(facts: Facts) -> Iterator[Case]:
    """A cost that a developer prints as rent is its hours at its price."""
    for id, _ in facts.each(Run):
        yield from facts.case(
            lambda cost, time, price: cost / (time * price),
            *(f"{id}.{name}" for name in ("cost", "device_time", "price")),
        )


@rule(0.1, 40, "USD/GPU-h")
def price_of_an_hour(facts: Facts) -> Iterator[Case]:
    """Rents of accelerators have stayed between dimes and some twenty dollars an hour."""
    for id, _ in (*facts.each(Price), *facts.each(Run)):
        yield from facts.case(itself, f"{id}.price")
        yield from facts.case(ratio, f"{id}.estimates.cloud", f"{id}.device_time")


# Dates


@rule(0, 4, "year")
def shipped_after_it_was_announced(facts: Facts) -> Iterator[Case]:
    """A part is shown before it is sold, and not for ever."""
    for id, _ in facts.each(Accelerator):
        yield from facts.case(lambda a, b: a - b, f"{id}.shipped", f"{id}.announced")


@rule(0, inf, "year")
def used_after_it_was_announced(facts: Facts) -> Iterator[Case]:
    """Nothing was rented or trained on before the world knew of it."""
    users = [
        *((id, run.accelerator) for id, run in facts.each(Run)),
        *((id, price.accelerator) for id, price in facts.each(Price)),
    ]
    for id, part in users:
        yield from facts.case(lambda a, b: a - b, f"{id}.date", f"{part}.announced")


@rule(0, inf, "day")
def happened_before_it_was_verified(facts: Facts) -> Iterator[Case]:
    """What has not happened yet cannot have been read about."""
    for id in facts.named("announced", "shipped", "released", "date"):
        day = schema.decimal_year(facts.graph.catalog.values[id].verified)
        checked = day * float(units.factor("year"))
        yield from facts.case(lambda date, checked=checked: checked - date, id)


# Constants


@rule(1, 3)
def power_usage_effectiveness(facts: Facts) -> Iterator[Case]:
    """A building takes what its machines take, and cooling and losses besides."""
    for id in facts.under("constants"):
        if id.startswith("constants.pue_"):
            yield from facts.case(itself, id)
    yield from facts.bound("pue")


@rule(0, 1)
def load_below_the_rating(facts: Facts) -> Iterator[Case]:
    """On average a machine draws no more than it is rated for."""
    for id in facts.under("constants"):
        if id.startswith("constants.average_draw_"):
            yield from facts.case(itself, id)
    yield from facts.bound("load_factor")


@rule(1, 1)
def training_is_forward_and_backward(facts: Facts) -> Iterator[Case]:
    """The 6 of 6ND is the 2 of the forward pass and the 4 of the backward pass."""
    yield from facts.case(
        lambda total, forward, backward: (forward + backward) / total,
        "constants.training_flop_per_param_token",
        "constants.forward_flop_per_param_token",
        "constants.backward_flop_per_param_token",
    )
