"""Compute: how many operations a model needs, and how long accelerators take for them."""

from __future__ import annotations

from bookgen.calculators.registry import calculator


@calculator("FLOP")
def training_compute(
    n_active_params: float, n_tokens: float, flop_per_param_token: float
) -> float:
    """Work to train a model once over its tokens, C = k N D with k = 6.

    Symbols: N active parameters (param), D training tokens (token), k FLOP per parameter per
    token (FLOP/param/token): 2 forward, 4 backward.
    Assumes: matrix multiplications dominate; attention scores, embeddings and recomputation
    are left out. A mixture of experts counts its active parameters.
    Valid: sequences short against the model width (see ``attention_compute_per_token``).
    Source: Kaplan et al. 2020, arXiv:2001.08361, section 2.1.

    >>> f"{training_compute(405e9, 15.6e12, 6):.4e}"
    '3.7908e+25'
    """
    return flop_per_param_token * n_active_params * n_tokens


@calculator("FLOP/s", basis_from="peak_flops")
def effective_rate(peak_flops: float, mfu: float) -> float:
    """Rate that a run really achieves, F = U F_peak.

    Symbols: F_peak peak rate (FLOP/s), U model FLOP utilisation (1).
    Assumes: the peak and the utilisation are counted at the same precision, dense.
    Valid: 0 < U <= 1.
    Source: definition of MFU, Chowdhery et al. 2022 (PaLM), arXiv:2204.02311, appendix B.

    >>> effective_rate(100e12, 0.4)
    40000000000000.0
    """
    return peak_flops * mfu
