"""Network: what devices that work as one must exchange, and how long that takes.

Every bandwidth here is one-way: a link sold as 900 GB/s both ways together carries 450 GB/s
each way, and a device sends at that rate.
"""

from __future__ import annotations

from bookgen.calculators.registry import calculator


@calculator("B/s", basis={"direction": "each"}, basis_from="link_bandwidth_total")
def one_way_bandwidth(link_bandwidth_total: float) -> float:
    """Bandwidth of a link in each direction, from the sum of both: w = w_both / 2.

    Symbols: w_both bandwidth of both directions together (B/s).
    Assumes: the link is symmetric.
    Valid: figures that sum both directions, as NVLink's do.
    Source: NVIDIA H100 whitepaper (2022): 18 links of 25 GB/s each way are 900 GB/s in total.

    >>> one_way_bandwidth(900e9)
    450000000000.0
    """
    return link_bandwidth_total / 2


@calculator("")
def link_ratio(link_bandwidth: float, slower_link_bandwidth: float) -> float:
    """How many times the bandwidth of another link a link has, one way each: w / w_slow.

    Symbols: w and w_slow one-way bandwidths of the two links (B/s).
    Assumes: both count one direction.
    Valid: unlike ``ratio`` it lets the links differ in what they are counted per; say so.
    Source: definition.

    >>> link_ratio(400e9, 50e9)
    8.0
    """
    return link_bandwidth / slower_link_bandwidth


@calculator("s")
def transfer_time(message_bytes: float, link_bandwidth: float) -> float:
    """Time for bytes to cross a link: t = S / w.

    Symbols: S bytes (B), w one-way bandwidth (B/s).
    Assumes: the link is free and runs at its full rate; latency is left out.
    Valid: messages large enough for latency not to matter.
    Source: definition of a rate.

    >>> transfer_time(900e9, 450e9)
    2.0
    """
    return message_bytes / link_bandwidth


@calculator("B")
def ring_all_reduce_bytes(message_bytes: float, n_ranks: float) -> float:
    """Bytes that each rank sends in a ring all-reduce: 2 (n - 1) / n S.

    Symbols: S bytes of the array on each rank (B), n ranks (1).
    Assumes: reduce-scatter, then all-gather, each ``n - 1`` steps of ``S / n``.
    Valid: ``n >= 1``; it nears ``2 S`` as ``n`` grows. Trees and in-network reduction send
    otherwise.
    Source: Patarasuk and Yuan 2009, "Bandwidth optimal all-reduce algorithms"; NVIDIA
    nccl-tests, doc/PERFORMANCE.md.

    >>> ring_all_reduce_bytes(8e9, 8)
    14000000000.0
    """
    return 2 * (n_ranks - 1) / n_ranks * message_bytes


@calculator("s")
def ring_all_reduce_time(
    message_bytes: float, n_ranks: float, link_bandwidth: float, link_latency: float
) -> float:
    """Time of a ring all-reduce: 2 (n - 1) (alpha + S / (n w)).

    Symbols: S bytes of the array on each rank (B), n ranks (1), w one-way bandwidth out of a rank
    (B/s), alpha latency of one step (s).
    Assumes: every rank sends and receives at ``w`` at once; adding numbers up takes no time.
    ``alpha = 0`` gives the bandwidth bound.
    Valid: ``n >= 1``; one flat ring.
    Source: Patarasuk and Yuan 2009, "Bandwidth optimal all-reduce algorithms", with a latency
    for each of its 2 (n - 1) steps; NVIDIA nccl-tests, doc/PERFORMANCE.md, without one.

    >>> ring_all_reduce_time(8e9, 8, 50e9, 0)
    0.28
    """
    return 2 * (n_ranks - 1) * (link_latency + message_bytes / (n_ranks * link_bandwidth))


@calculator("B")
def tensor_parallel_bytes_per_layer(
    batch_size: float,
    seq_len: float,
    d_model: float,
    bytes_per_value: float,
    tp_size: float,
    all_reduces_per_layer: float,
) -> float:
    """Bytes a device sends per layer under tensor parallelism: 2 a (n_tp - 1) / n_tp B T d b.

    Symbols: B sequences (1), T tokens of a sequence (token), d model width (1), b bytes of one
    value of a token (B/token), n_tp tensor-parallel devices (1), a all-reduces per layer (1).
    Assumes: ring all-reduces, ``a = 4`` in training (two forward, two backward) and ``a = 2`` in
    inference; with sequence parallelism each becomes an all-gather and a reduce-scatter of the
    same bytes together.
    Valid: for a step or a micro-batch, whichever ``B`` counts.
    Source: Narayanan et al. 2021 (Megatron-LM), arXiv:2104.04473, section 3.2: 8 b s h (t-1)/t.

    >>> tensor_parallel_bytes_per_layer(1, 8192, 16384, 2, 8, 4)
    1879048192.0
    """
    activation_bytes = batch_size * seq_len * d_model * bytes_per_value
    return 2 * all_reduces_per_layer * (tp_size - 1) / tp_size * activation_bytes


@calculator("GPU")
def model_parallel_size(tp_size: float, pp_size: float) -> float:
    """Devices that hold one copy of the model together: n_tp n_pp.

    Symbols: n_tp tensor-parallel devices of a stage (1), n_pp pipeline stages (1).
    Assumes: no context or expert parallelism beside the two.
    Valid: whole numbers.
    Source: Narayanan et al. 2021 (Megatron-LM), arXiv:2104.04473, section 3.3: M = t p.

    >>> model_parallel_size(8, 16)
    128
    """
    return tp_size * pp_size


@calculator("B")
def pipeline_boundary_bytes(
    batch_size: float,
    seq_len: float,
    d_model: float,
    bytes_per_value: float,
    boundary_passes: float,
) -> float:
    """Bytes that cross the boundary of two pipeline stages: c B T d b.

    Symbols: B sequences of the micro-batch (1), T tokens of a sequence (token), d model width (1),
    b bytes of one value of a token (B/token), c crossings (1).
    Assumes: one tensor of the model's width crosses, ``c = 1`` for the activations forward,
    ``c = 2`` with their gradients backward; tensor parallelism may split it further.
    Valid: for a micro-batch, or for a step if ``B`` counts all of its sequences.
    Source: Narayanan et al. 2021 (Megatron-LM), arXiv:2104.04473, section 3.2: b s h per pass.

    >>> pipeline_boundary_bytes(1, 8192, 16384, 2, 2)
    536870912
    """
    return boundary_passes * batch_size * seq_len * d_model * bytes_per_value


@calculator("")
def pipeline_bubble_fraction(pp_size: float, n_micro_batches: float) -> float:
    """Share of the whole step that pipeline stages stand idle: (n_pp - 1) / (m + n_pp - 1).

    Symbols: n_pp stages (1), m micro-batches of a step (1).
    Assumes: all stages take equally long; one chunk of layers a stage.
    Valid: share of the total time, GPipe's convention; ``pipeline_bubble_overhead`` is over the
    ideal time. Interleaved and zero-bubble schedules have less.
    Source: Huang et al. 2019 (GPipe), arXiv:1811.06965, section 2.3.

    >>> pipeline_bubble_fraction(4, 13)
    0.1875
    """
    return (pp_size - 1) / (n_micro_batches + pp_size - 1)


@calculator("")
def pipeline_bubble_overhead(pp_size: float, n_micro_batches: float) -> float:
    """Idle time of pipeline stages over the ideal time of the step: (n_pp - 1) / m.

    Symbols: n_pp stages (1), m micro-batches of a step (1).
    Assumes: all stages take equally long; one chunk of layers a stage.
    Valid: over the ideal time, Megatron's convention, and may pass 1;
    ``pipeline_bubble_fraction`` is the share of the total time.
    Source: Narayanan et al. 2021 (Megatron-LM), arXiv:2104.04473, section 2.2.1.

    >>> pipeline_bubble_overhead(4, 12)
    0.25
    """
    return (pp_size - 1) / n_micro_batches
