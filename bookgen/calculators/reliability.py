"""Reliability: how often a large run stops, and how often it should save its state."""

from __future__ import annotations

from math import sqrt

from bookgen.calculators.registry import calculator


@calculator("h")
def mean_time_between_failures(duration: float, n_failures: float) -> float:
    """Mean time between stops that were counted in a stretch of time: M = t / f.

    Symbols: t time observed (s), f failures counted in it (1).
    Assumes: failures come at a steady rate; repair time counts as time observed.
    Valid: many failures; with few the mean is uncertain by about one over the root of ``f``.
    Source: definition.

    >>> mean_time_between_failures(100 * 3600.0, 20) / 3600
    5.0
    """
    return duration / n_failures


@calculator("h")
def cluster_mtbf(device_mtbf: float, n_devices: float) -> float:
    """Mean time between failures of devices any one of which stops the run: M = M_1 / n.

    Symbols: M_1 mean time between failures of one device (h), n devices (1).
    Assumes: devices fail independently at a constant rate, so that rates add up.
    Valid: synchronous training without spares that take over.
    Source: the minimum of n exponential times has n times the rate; Kokolis et al. 2024,
    arXiv:2410.21680, projects the MTTF of large jobs with it.

    >>> cluster_mtbf(50000 * 3600.0, 16000) / 3600
    3.125
    """
    return device_mtbf / n_devices


@calculator("s")
def checkpoint_time(checkpoint_bytes: float, storage_bandwidth: float) -> float:
    """Time to write a checkpoint: delta = S / w.

    Symbols: S bytes of the checkpoint (B), w write bandwidth of the storage (B/s).
    Assumes: training waits for it; all writers together reach w.
    Valid: synchronous checkpoints; asynchronous ones stop training for less.
    Source: definition of a rate.

    >>> checkpoint_time(6.48e12, 2e12)
    3.24
    """
    return checkpoint_bytes / storage_bandwidth


@calculator("min")
def young_interval(checkpoint_time: float, mtbf: float) -> float:
    """Best time of work between checkpoints to first order: tau = sqrt(2 delta M).

    Symbols: delta time of a checkpoint (s), M mean time between failures (h).
    Assumes: failures come at a steady rate; a failure loses half an interval on average.
    Valid: ``delta`` much smaller than ``M``.
    Source: Young 1974, "A first order approximation to the optimum checkpoint interval",
    CACM 17(9).

    >>> young_interval(50.0, 10000.0)
    1000.0
    """
    return sqrt(2 * checkpoint_time * mtbf)


@calculator("min")
def daly_interval(checkpoint_time: float, mtbf: float) -> float:
    """Best time of work between checkpoints to higher order.

    tau = sqrt(2 delta M) (1 + sqrt(x) / 3 + x / 9) - delta with x = delta / (2 M) where
    delta < 2 M, and tau = M otherwise.

    Symbols: delta time of a checkpoint (s), M mean time between failures (h).
    Assumes: failures come at a steady rate, also while a checkpoint is written.
    Valid: all ``delta``; close to ``young_interval`` less ``delta`` where ``delta`` is much
    smaller than ``M``.
    Source: Daly 2006, "A higher order estimate of the optimum checkpoint interval for restart
    dumps", Future Generation Computer Systems 22(3), equation 37.

    >>> round(daly_interval(50.0, 10000.0), 3), daly_interval(300.0, 100.0)
    (966.944, 100.0)
    """
    share = checkpoint_time / (2 * mtbf)
    first_order = sqrt(2 * checkpoint_time * mtbf)
    higher_order = first_order * (1 + sqrt(share) / 3 + share / 9) - checkpoint_time
    return higher_order if checkpoint_time < 2 * mtbf else mtbf


@calculator("")
def checkpoint_overhead(checkpoint_time: float, checkpoint_interval: float, mtbf: float) -> float:
    """Share of the time lost to checkpoints and repeated work: delta / tau + tau / (2 M).

    Symbols: delta time of a checkpoint (s), tau work between checkpoints (s), M mean time
    between failures (h).
    Assumes: a failure loses half an interval on average; restarting takes no time.
    Valid: to first order, where ``delta`` is much smaller than ``tau`` and ``tau`` than ``M``.
    Source: Young 1974, "A first order approximation to the optimum checkpoint interval",
    CACM 17(9).

    >>> checkpoint_overhead(50.0, 1000.0, 10000.0)
    0.1
    """
    return checkpoint_time / checkpoint_interval + checkpoint_interval / (2 * mtbf)
