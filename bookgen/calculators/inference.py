"""Inference: how fast a model answers, and how many accelerators its users need."""

from __future__ import annotations

from bookgen.calculators.registry import calculator, ceil, floor


@calculator("s")
def prefill_time(flop_per_token: float, prompt_len: float, n_devices: float, flops: float) -> float:
    """Time to read a prompt, the floor of the time to first token: t = c P / (n F).

    Symbols: c forward work per token (FLOP/token), P prompt (token), n accelerators (1),
    F achieved rate of one (FLOP/s).
    Assumes: arithmetic bounds it; waiting, networking and sampling are left out.
    Valid: prompts long enough to pass the ridge point.
    Source: Pope et al. 2022, "Efficiently Scaling Transformer Inference", arXiv:2211.05102.

    >>> prefill_time(14e9, 1000, 1, 1e14)
    0.14
    """
    return flop_per_token * prompt_len / (n_devices * flops)


@calculator("s")
def decode_step_time(
    weight_bytes: float, kv_cache_bytes: float, n_devices: float, mem_bandwidth: float
) -> float:
    """Time of one decoding step when memory bounds it: t_step = (S_w + S_kv) / (n w_mem).

    Symbols: S_w bytes of the weights (B), S_kv bytes of the batch's KV cache (B), n accelerators
    (1), w_mem memory bandwidth of one (B/s).
    Assumes: weights and cache are read once a step, split evenly; no networking.
    Valid: batches below the ridge point (see ``decode_intensity``); a lower bound of the time.
    Source: Pope et al. 2022, "Efficiently Scaling Transformer Inference", arXiv:2211.05102.

    >>> decode_step_time(140e9, 20e9, 8, 2e12)
    0.01
    """
    return (weight_bytes + kv_cache_bytes) / (n_devices * mem_bandwidth)


@calculator("s/token")
def tpot(step_time: float, tokens_per_step: float) -> float:
    """Time per output token of one sequence: t_step / s.

    Symbols: t_step time of a decoding step (s), s tokens per sequence and step (token).
    Assumes: steps follow each other without a gap. ``s = 1``, or more where several tokens are
    guessed and accepted.
    Valid: ``s > 0``.
    Source: definition.

    >>> tpot(0.02, 1)
    0.02
    """
    return step_time / tokens_per_step


@calculator("token/s")
def decode_rate(batch_size: float, tokens_per_step: float, step_time: float) -> float:
    """Tokens per second of a replica that decodes a batch: R = B s / t_step.

    Symbols: B sequences (1), s tokens per sequence and step (token), t_step time of a step (s).
    Assumes: the batch is always full; prefill takes none of the time.
    Valid: ``t_step`` as it is at this batch size.
    Source: definition.

    >>> decode_rate(64, 1, 0.02)
    3200.0
    """
    return batch_size * tokens_per_step / step_time


@calculator("")
def max_batch_size(free_memory: float, kv_bytes_per_token: float, seq_len: float) -> float:
    """Sequences whose KV cache fits the free memory: floor(M_free / (m_kv T)).

    Symbols: M_free memory left beside the weights (B), m_kv cache of a token (B/token), T tokens
    of a sequence (token).
    Assumes: every sequence has ``T`` tokens; no shared prefixes, no unused pages.
    Valid: ``M_free >= 0``.
    Source: definition.

    >>> max_batch_size(100e9, 327680, 4096)
    74
    """
    return floor(free_memory / (kv_bytes_per_token * seq_len))


@calculator("token")
def max_context(free_memory: float, kv_bytes_per_token: float, batch_size: float) -> float:
    """Tokens of each sequence whose KV cache fills the free memory: T = M_free / (m_kv B).

    Symbols: M_free memory for the cache (B), m_kv cache of a token (B/token), B sequences (1).
    Assumes: every sequence is as long as the others; no shared prefixes, no unused pages.
    Valid: ``M_free >= 0``.
    Source: definition.

    >>> max_context(80e9, 1e6, 8)
    10000.0
    """
    return free_memory / (kv_bytes_per_token * batch_size)


@calculator("")
def requests_in_flight(request_rate: float, request_time: float) -> float:
    """Requests being answered at one moment: lambda t.

    Symbols: lambda requests per second (1/s), t time that a request stays (s).
    Assumes: a steady state; averages over a long time.
    Valid: any distribution of arrivals and service; an average, not the peak.
    Source: Little 1961, "A proof for the queuing formula L = lambda W", Operations Research 9(3).

    >>> requests_in_flight(100.0, 15.0)
    1500.0
    """
    return request_rate * request_time


@calculator("")
def replicas_needed(n_users: float, user_token_rate: float, replica_token_rate: float) -> float:
    """Replicas for users who all generate at once: n_rep = ceil(u r / R).

    Symbols: u users generating at once (1), r tokens per second of a user (token/s), R tokens
    per second of a replica (token/s).
    Assumes: users spread evenly over replicas; no reserve for peaks or failures.
    Valid: users with a request in flight, not registered users.
    Source: definition.

    >>> replicas_needed(1000, 20.0, 3200.0)
    7
    """
    return ceil(n_users * user_token_rate / replica_token_rate)


@calculator("GPU")
def fleet_devices(n_replicas: float, devices_per_replica: float) -> float:
    """Accelerators of a fleet of replicas: n = n_rep g.

    Symbols: n_rep replicas (1), g accelerators of a replica (1).
    Assumes: all replicas are alike; no spares.
    Valid: always.
    Source: definition.

    >>> fleet_devices(7, 8)
    56
    """
    return n_replicas * devices_per_replica
