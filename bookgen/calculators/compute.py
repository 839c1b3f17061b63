"""Compute: how many operations a model needs, and how long accelerators take for them."""

from __future__ import annotations

from bookgen.calculators.registry import calculator, ceil


@calculator("FLOP")
def training_compute(n_active_params: float, n_tokens: float, flop_per_param_token: float) -> float:
    """Work to train a model once over its tokens: C = k N_act D.

    Symbols: N_act active parameters (param), D training tokens (token), k FLOP per parameter per
    token (FLOP/param/token).
    Assumes: matrix multiplications dominate; attention scores, embeddings and recomputation are
    left out. ``k = 6``: 2 forward and 4 backward; ``k = 8`` counts one recomputed forward pass as
    well. A mixture of experts counts its active parameters.
    Valid: sequences short against the model width (see ``attention_compute_per_token_full``).
    Source: Kaplan et al. 2020, arXiv:2001.08361, section 2.1.

    >>> f"{training_compute(405e9, 15.6e12, 6):.4e}"
    '3.7908e+25'
    """
    return flop_per_param_token * n_active_params * n_tokens


@calculator("")
def total_to_active(n_params: float, n_active_params: float) -> float:
    """How many times the active parameters a model holds in all: N / N_act.

    Symbols: N total parameters (param), N_act parameters that one token passes through (param).
    Assumes: both counts include or leave out the embeddings alike.
    Valid: 1 for a dense model, more for a mixture of experts.
    Source: definition.

    >>> total_to_active(600e9, 40e9)
    15.0
    """
    return n_params / n_active_params


@calculator("FLOP/token")
def token_compute(n_active_params: float, flop_per_param_token: float) -> float:
    """Work of the weights on one token: c = k N_act.

    Symbols: N_act active parameters (param), k FLOP per parameter per token (FLOP/param/token).
    Assumes: every weight is multiplied once and added once per token; attention scores and
    embedding look-ups are left out. ``k = 2`` forward, ``k = 6`` in training.
    Valid: sequences short against the model width (see ``attention_compute_per_token_full``).
    Source: Kaplan et al. 2020, arXiv:2001.08361, section 2.1 and table 1.

    >>> token_compute(405e9, 2)
    810000000000.0
    """
    return flop_per_param_token * n_active_params


@calculator("FLOP/token")
def attention_compute_per_token_full(
    n_layers: float, n_heads: float, d_head: float, seq_len: float, flop_per_token_pair: float
) -> float:
    """Work of attention on one token, mask not used: a = k_attn L H d_head T.

    Symbols: L layers (1), H heads (1), d_head size of a head (1), T sequence length (token),
    k_attn FLOP per pair of tokens and element of a head (FLOP/token^2).
    Assumes: only scores and weighted sum are counted. Every token meets every token of its
    sequence, as a full matrix product computes it, also where the mask then throws half of it
    away. ``k_attn = 12`` in training (two products, two FLOP each, one forward and two backward),
    ``k_attn = 4`` forward alone.
    Valid: dense attention; not sliding windows, linear or sparse attention.
    Source: Chowdhery et al. 2022 (PaLM), arXiv:2204.02311, appendix B: 6 N + 12 L H Q T.

    >>> attention_compute_per_token_full(118, 48, 256, 2048, 12)
    35634806784
    """
    return flop_per_token_pair * n_layers * n_heads * d_head * seq_len


@calculator("FLOP/token")
def attention_compute_per_token_causal(
    n_layers: float, n_heads: float, d_head: float, seq_len: float, flop_per_token_pair: float
) -> float:
    """Work of attention on one token, earlier tokens only: a = k_attn L H d_head T / 2.

    Symbols: L layers (1), H heads (1), d_head size of a head (1), T sequence length (token),
    k_attn FLOP per pair of tokens and element of a head (FLOP/token^2).
    Assumes: only scores and weighted sum are counted. A token meets the ``T / 2`` tokens before it
    on average, and the kernel skips the rest. ``k_attn`` is that of the full count: 12 in
    training, 4 forward alone.
    Valid: dense causal attention over sequences of many tokens.
    Source: Dao 2023 (FlashAttention-2), arXiv:2307.08691, section 4.1: 4 T^2 d H forward,
    divided by 2 for a causal mask.

    >>> attention_compute_per_token_causal(118, 48, 256, 2048, 12)
    17817403392.0
    """
    return flop_per_token_pair * n_layers * n_heads * d_head * seq_len / 2


@calculator("")
def parallel_steps(compute: float, n_lanes: float, flop_per_lane_step: float) -> float:
    """Steps that lanes working side by side need for a piece of work: ceil(C / (n_lane f)).

    Symbols: C work (FLOP), n_lane lanes (1), f FLOP of a lane in one step (FLOP).
    Assumes: the work splits evenly and no lane waits for data.
    Valid: work of whole operations; a count, not a time.
    Source: definition.

    >>> parallel_steps(1e6, 10e3, 1)
    100
    """
    return ceil(compute / (n_lanes * flop_per_lane_step))


@calculator("FLOP/s")
def peak_from_clock(n_lanes: float, flop_per_lane_step: float, clock: float) -> float:
    """Peak rate of identical units that all work in every cycle: F_peak = n_lane f nu.

    Symbols: n_lane units such as lanes or tensor cores (1), f FLOP of a unit per cycle (FLOP), nu
    clock (1/s).
    Assumes: every unit is busy in every cycle at this clock; dense operands.
    Valid: as an upper bound; sustained clocks are often lower.
    Source: NVIDIA, "NVIDIA Ampere Architecture In-Depth" (2020), which gives the three factors.

    >>> f"{peak_from_clock(432, 512, 1.41e9):.3e}"
    '3.119e+14'
    """
    return n_lanes * flop_per_lane_step * clock


@calculator("")
def precision_gain(narrow_peak_flops: float, wide_peak_flops: float) -> float:
    """How much higher the peak of a chip is with fewer bits: F_narrow / F_wide.

    Symbols: F_narrow and F_wide peak rates of the same chip at two precisions (FLOP/s).
    Assumes: the same chip, both dense or both sparse; this is no comparison of chips, for which
    ``ratio`` asks for one precision.
    Valid: as a ratio of peaks; memory-bound work gains by the bytes saved instead.
    Source: definition.

    >>> precision_gain(400e12, 200e12)
    2.0
    """
    return narrow_peak_flops / wide_peak_flops


@calculator("FLOP/s", basis_from="peak_flops")
def effective_rate(peak_flops: float, mfu: float) -> float:
    """Rate that a run really achieves: F = U F_peak.

    Symbols: F_peak peak rate (FLOP/s), U model FLOP utilisation (1).
    Assumes: the peak and the utilisation are counted at the same precision, dense.
    Valid: ``0 < U <= 1``.
    Source: definition of MFU, Chowdhery et al. 2022 (PaLM), arXiv:2204.02311, appendix B.

    >>> effective_rate(100e12, 0.4)
    40000000000000.0
    """
    return peak_flops * mfu


@calculator("FLOP/s")
def achieved_rate(flop_per_token: float, token_rate: float, n_devices: float) -> float:
    """Rate of one accelerator in a run whose throughput is known: F = c R / n.

    Symbols: c work per token (FLOP/token), R tokens per second of the whole run (token/s), n
    accelerators (1).
    Assumes: ``c`` counts what the model needs; recomputed work is left out (with it, the rate is
    that of the hardware, HFU).
    Valid: steady state, no stops inside the time that ``R`` averages over.
    Source: Chowdhery et al. 2022 (PaLM), arXiv:2204.02311, appendix B.

    >>> achieved_rate(6e9, 1e6, 100)
    60000000000000.0
    """
    return flop_per_token * token_rate / n_devices


@calculator("")
def mfu(flops: float, peak_flops: float) -> float:
    """Model FLOP utilisation, the achieved rate over the peak: U = F / F_peak.

    Symbols: F achieved rate (FLOP/s), F_peak peak rate (FLOP/s).
    Assumes: ``F`` counts the model's own work; the peak is dense and at the precision of the run.
    Valid: per accelerator or for all of them, but the same for both.
    Source: Chowdhery et al. 2022 (PaLM), arXiv:2204.02311, appendix B.

    >>> mfu(40e12, 100e12)
    0.4
    """
    return flops / peak_flops


@calculator("")
def implied_mfu(compute: float, device_time: float, peak_flops: float) -> float:
    """Utilisation over all accelerator time billed: U = C / (t_GPU F_peak).

    Symbols: C total work (FLOP), t_GPU accelerator time (GPU-h), F_peak peak rate of one (FLOP/s).
    Assumes: ``t_GPU`` holds everything paid for, stops and evaluation too, so the result is below
    that of steady state.
    Valid: dense peak at the precision of the run.
    Source: definition of MFU, Chowdhery et al. 2022 (PaLM), arXiv:2204.02311, appendix B,
    taken over the whole run.

    >>> implied_mfu(3.6e17, 3600.0, 200e12)
    0.5
    """
    return compute / (device_time * peak_flops)


@calculator("GPU-h")
def device_time(compute: float, flops: float) -> float:
    """Accelerator time that a piece of work takes: t_GPU = C / F.

    Symbols: C total work (FLOP), F achieved rate of one accelerator (FLOP/s).
    Assumes: the rate holds throughout; splitting over many accelerators loses nothing more.
    Valid: ``F > 0``.
    Source: definition of a rate.

    >>> device_time(4e17, 1e14) / 3600
    1.1111111111111112
    """
    return compute / flops


@calculator("day")
def run_time(compute: float, n_devices: float, flops: float) -> float:
    """Wall time of a run on several accelerators: t = C / (n F).

    Symbols: C total work (FLOP), n accelerators (1), F achieved rate of one (FLOP/s).
    Assumes: the rate per accelerator holds for ``n`` of them and nothing stops. Where ``F`` counts
    recomputed activations, so does ``C``, with 8 FLOP per parameter per token instead of 6.
    Valid: ``F`` measured at this ``n``; utilisation falls as ``n`` grows.
    Source: Narayanan et al. 2021 (Megatron-LM), arXiv:2104.04473, section 5.1: 8 T P / (n X).

    >>> run_time(8.64e20, 100, 1e14) / 86400
    1.0
    """
    return compute / (n_devices * flops)


@calculator("FLOP")
def compute_in_time(flops: float, device_time: float) -> float:
    """Work done at a rate in an accelerator time: C = F t_GPU.

    Symbols: F achieved rate of one accelerator (FLOP/s), t_GPU accelerator time (GPU-h).
    Assumes: the rate holds throughout.
    Valid: at the peak rate, an upper bound of the work.
    Source: definition of a rate.

    >>> compute_in_time(1e15, 86400)
    8.64e+19
    """
    return flops * device_time


@calculator("day")
def wall_time(device_time: float, n_devices: float) -> float:
    """Wall time of accelerator time shared by several accelerators: t = t_GPU / n.

    Symbols: t_GPU accelerator time (GPU-h), n accelerators (1).
    Assumes: all of them are in use from beginning to end.
    Valid: ``n >= 1``.
    Source: definition of accelerator time.

    >>> wall_time(24 * 3600.0, 8) / 3600
    3.0
    """
    return device_time / n_devices


@calculator("GPU-h")
def occupied_device_time(n_devices: float, duration: float) -> float:
    """Accelerator time that several hold in a stretch of wall time: t_GPU = n t.

    Symbols: n accelerators (1), t wall time (s).
    Assumes: idle time counts as held.
    Valid: ``n >= 1``.
    Source: definition of accelerator time.

    >>> occupied_device_time(8, 3 * 3600.0) / 3600
    24.0
    """
    return n_devices * duration


@calculator("day")
def throughput_time(n_tokens: float, token_rate: float) -> float:
    """Wall time to train over tokens at a known throughput: t = D / R.

    Symbols: D training tokens (token), R tokens per second of the whole run (token/s).
    Assumes: the throughput holds and nothing stops.
    Valid: ``R > 0``.
    Source: definition of a rate.

    >>> throughput_time(8.64e10, 1e6) / 86400
    1.0
    """
    return n_tokens / token_rate
