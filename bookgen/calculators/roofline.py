"""Roofline: whether arithmetic or memory bounds a piece of work."""

from __future__ import annotations

from bookgen.calculators.registry import calculator


@calculator("FLOP/B", basis_from="peak_flops")
def ridge_point(peak_flops: float, mem_bandwidth: float) -> float:
    """Arithmetic intensity from which the peak rate can be reached: I = F_peak / w_mem.

    Symbols: F_peak peak rate (FLOP/s), w_mem memory bandwidth (B/s).
    Assumes: both at their data sheet's value; one level of memory.
    Valid: for the precision of the peak; each precision has a ridge point of its own.
    Source: Williams, Waterman and Patterson 2009, "Roofline", CACM 52(4).

    >>> ridge_point(312e12, 2e12)
    156.0
    """
    return peak_flops / mem_bandwidth


@calculator("FLOP/s", basis_from="peak_flops")
def attainable_flops(peak_flops: float, mem_bandwidth: float, arithmetic_intensity: float) -> float:
    """Highest rate at an arithmetic intensity: min(F_peak, w_mem I).

    Symbols: F_peak peak rate (FLOP/s), w_mem memory bandwidth (B/s), I intensity (FLOP/B).
    Assumes: memory traffic and arithmetic overlap perfectly.
    Valid: as an upper bound.
    Source: Williams, Waterman and Patterson 2009, "Roofline", CACM 52(4).

    >>> attainable_flops(312e12, 2e12, 1), attainable_flops(312e12, 2e12, 1000)
    (2000000000000.0, 312000000000000.0)
    """
    return min(peak_flops, mem_bandwidth * arithmetic_intensity)


@calculator("FLOP/B")
def arithmetic_intensity(compute: float, bytes_moved: float) -> float:
    """Work per byte moved to and from memory: I = C / S.

    Symbols: C work (FLOP), S bytes read and written (B).
    Assumes: every byte is moved as often as counted; caches hold what is not counted again.
    Valid: ``S > 0``.
    Source: Williams, Waterman and Patterson 2009, "Roofline", CACM 52(4).

    >>> arithmetic_intensity(8.0, 2.0)
    4.0
    """
    return compute / bytes_moved


@calculator("FLOP")
def matmul_compute(
    n_rows: float, n_inputs: float, n_outputs: float, flop_per_multiply_add: float
) -> float:
    """Work of a matrix product: C = k_ma M K N.

    Symbols: M rows of the input (1), K inputs (1), N outputs (1), k_ma FLOP per multiply-add
    (FLOP).
    Assumes: the plain algorithm, one multiply-add per row, input and output. ``k_ma = 2``, or 1 to
    count the multiplications alone.
    Valid: dense matrices.
    Source: NVIDIA, Matrix Multiplication Background User's Guide, section 2: 2 M N K.

    >>> matmul_compute(1, 1000, 1000, 2)
    2000000
    """
    return flop_per_multiply_add * n_rows * n_inputs * n_outputs


@calculator("FLOP/B")
def matmul_intensity(
    n_rows: float,
    n_inputs: float,
    n_outputs: float,
    flop_per_multiply_add: float,
    bytes_per_element: float,
) -> float:
    """Arithmetic intensity of a matrix product: k_ma M K N / (b (M K + K N + M N)).

    Symbols: M rows of the input (1), K inputs (1), N outputs (1), k_ma FLOP per multiply-add
    (FLOP), b bytes per element (B).
    Assumes: each of the three matrices is moved once. ``k_ma = 2``.
    Valid: matrices whose tiles fit the cache well enough for that; a highest intensity.
    Source: NVIDIA, Matrix Multiplication Background User's Guide, section 2.

    >>> f"{matmul_intensity(1, 4096, 4096, 2, 2):.4f}"
    '0.9995'
    """
    elements = n_rows * n_inputs + n_inputs * n_outputs + n_rows * n_outputs
    work = flop_per_multiply_add * n_rows * n_inputs * n_outputs
    return work / (bytes_per_element * elements)


@calculator("FLOP/B")
def decode_intensity(
    flop_per_param_token: float, batch_size: float, tokens_per_step: float, bytes_per_param: float
) -> float:
    """Arithmetic intensity of a decoding step, each weight read serving the batch: k B s / b.

    Symbols: k FLOP per parameter per token (FLOP/param/token), B sequences (1), s tokens per
    sequence and step (token), b bytes per parameter (B/param).
    Assumes: weights are read once a step and dominate; the KV cache is left out, whose own
    intensity does not grow with the batch. ``k = 2`` forward; ``s = 1`` where no tokens are
    guessed.
    Valid: dense models; in a mixture of experts each expert sees only a share of the batch.
    Source: Pope et al. 2022, "Efficiently Scaling Transformer Inference", arXiv:2211.05102.

    >>> decode_intensity(2, 1, 1, 2)
    1.0
    """
    return flop_per_param_token * batch_size * tokens_per_step / bytes_per_param


@calculator("s")
def memory_read_time(bytes_moved: float, mem_bandwidth: float) -> float:
    """Time in which a memory delivers some bytes: t = S / w_mem.

    Symbols: S bytes read (B), w_mem memory bandwidth (B/s).
    Assumes: the bandwidth of the data sheet, reached from the first byte to the last.
    Valid: as a lower bound.
    Source: Williams, Waterman and Patterson 2009, "Roofline", CACM 52(4).

    >>> memory_read_time(350e9, 3.5e12)
    0.1
    """
    return bytes_moved / mem_bandwidth
