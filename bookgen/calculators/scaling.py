"""Scaling: what more compute buys, and how fast compute grows."""

from __future__ import annotations

from math import log2, sqrt

from bookgen.calculators.registry import (
    Series,
    calculator,
    count,
    covariance,
    log2_each,
    variance,
)


@calculator("token/param")
def tokens_per_param(n_tokens: float, n_params: float) -> float:
    """Training tokens per parameter: r = D / N.

    Symbols: D training tokens (token), N total parameters (param).
    Assumes: tokens of repeated epochs count each time.
    Valid: dense models for comparison with the rule of about 20.
    Source: Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, table 3.

    >>> tokens_per_param(1.4e12, 70e9)
    20.0
    """
    return n_tokens / n_params


@calculator("param", basis={"params": "total"})
def optimal_params(compute: float, flop_per_param_token: float, tokens_per_param: float) -> float:
    """Parameters that spend a compute budget at a ratio of tokens to them: N = sqrt(C / (k r)).

    Symbols: C total work (FLOP), k FLOP per parameter per token (FLOP/param/token), r tokens per
    parameter (token/param).
    Assumes: ``C = k N D`` and ``D = r N``; all parameters are active. ``k = 6``, and an ``r`` of
    about 20 for the lowest loss.
    Valid: dense models; ``r`` drifts slowly with ``C`` in the paper's fits.
    Source: Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, section 3 and table 3.

    >>> f"{optimal_params(5.88e23, 6, 20):.3g}"
    '7e+10'
    """
    return sqrt(compute / (flop_per_param_token * tokens_per_param))


@calculator("token")
def optimal_tokens(compute: float, flop_per_param_token: float, tokens_per_param: float) -> float:
    """Tokens that spend a compute budget at a ratio to parameters: D = sqrt(C r / k).

    Symbols: C total work (FLOP), k FLOP per parameter per token (FLOP/param/token), r tokens per
    parameter (token/param).
    Assumes: ``C = k N D`` and ``D = r N``; all parameters are active. ``k = 6``, and an ``r`` of
    about 20 for the lowest loss.
    Valid: dense models; ``r`` drifts slowly with ``C`` in the paper's fits.
    Source: Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, section 3 and table 3.

    >>> f"{optimal_tokens(5.88e23, 6, 20):.3g}"
    '1.4e+12'
    """
    return sqrt(compute * tokens_per_param / flop_per_param_token)


@calculator("")
def scaling_loss(
    irreducible_loss: float,
    params_coefficient: float,
    n_params: float,
    params_unit: float,
    params_exponent: float,
    tokens_coefficient: float,
    n_tokens: float,
    tokens_unit: float,
    tokens_exponent: float,
) -> float:
    """Loss that the fitted law expects: E + A / (N / N_1)^alpha + B / (D / D_1)^beta.

    Symbols: E loss that no model gets below, in nats per token (1), A and B coefficients (1), N
    total parameters (param), D training tokens (token), alpha and beta exponents (1), N_1 and D_1
    the units in which the coefficients count N and D (param, token).
    Assumes: one pass over fresh text of the fitted kind; dense models.
    Valid: inside the fitted range, about 70 million to 16 billion parameters; beyond, with care.
    Source: Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, equations 2 and 10.

    >>> round(scaling_loss(1.69, 406.4, 70e9, 1, 0.34, 410.7, 1.4e12, 1, 0.28), 3)
    1.937
    """
    from_params = params_coefficient / (n_params / params_unit) ** params_exponent
    from_tokens = tokens_coefficient / (n_tokens / tokens_unit) ** tokens_exponent
    return irreducible_loss + from_params + from_tokens  # type: ignore[no-any-return]


@calculator("")
def optimal_params_exponent(params_exponent: float, tokens_exponent: float) -> float:
    """Power of compute with which the best model size grows: a = beta / (alpha + beta).

    Symbols: alpha exponent of parameters, beta exponent of tokens in the loss (1).
    Assumes: the loss law of ``scaling_loss`` and ``C = k N D``; the tokens grow with the power
    ``1 - a``.
    Valid: as ``scaling_loss``.
    Source: Hoffmann et al. 2022 (Chinchilla), arXiv:2203.15556, equation 4.

    >>> optimal_params_exponent(0.3, 0.3)
    0.5
    """
    return tokens_exponent / (params_exponent + tokens_exponent)


@calculator("")
def power_law_growth(growth_factor: float, exponent: float) -> float:
    """Growth of a quantity that follows a power of another: g^a.

    Symbols: g growth of the other (1), a exponent (1).
    Assumes: the power law holds over the whole growth.
    Valid: ``g > 0``.
    Source: definition of a power law.

    >>> power_law_growth(100.0, 0.5)
    10.0
    """
    return growth_factor**exponent  # type: ignore[no-any-return]


@calculator("year")
def doubling_time(duration: float, growth_factor: float) -> float:
    """Time in which a steadily growing quantity doubles: t / log2(g).

    Symbols: t time of growth (s), g growth in that time (1).
    Assumes: exponential growth.
    Valid: ``g > 1``.
    Source: definition of exponential growth.

    >>> doubling_time(10.0, 32.0)
    2.0
    """
    return duration / log2(growth_factor)


@calculator("1/year", series=("times", "values"))
def growth_rate_fit(times: Series, values: Series) -> float:
    """Doublings per time of the exponential that fits points best: Cov(t, log2 v) / Var(t).

    Symbols: t times of the points (s), v their values (any unit, all of one dimension).
    Assumes: least squares on the binary logarithms of ``v``, every point weighing the same; times
    are exact.
    Valid: two points or more, not all at one time.
    Source: ordinary least squares; NIST/SEMATECH e-Handbook of Statistical Methods, 4.1.4.1.

    >>> growth_rate_fit((0.0, 1.0, 2.0), (1.0, 4.0, 16.0))
    2.0
    """
    return covariance(times, log2_each(values)) / variance(times)


@calculator("1/year", series=("times", "values"), monotonic=False)
def growth_rate_error(times: Series, values: Series) -> float:
    """Standard error of a fitted growth rate, from how far the points scatter.

    Symbols: t times of the points (s), v their values (any unit, all of one dimension), n how
    many points there are.
    Assumes: the rate is that of ``growth_rate_fit``; the scatter of the binary logarithms of ``v``
    around the line is independent, and the same everywhere.
    Valid: three points or more.
    Source: ordinary least squares; NIST/SEMATECH e-Handbook of Statistical Methods, 4.1.4.1.

    >>> growth_rate_error((0.0, 1.0, 2.0), (1.0, 4.0, 16.0))
    0.0
    """
    logs = log2_each(values)
    rate = covariance(times, logs) / variance(times)
    return sqrt((variance(logs) / variance(times) - rate**2) / (count(times) - 2))


@calculator("year")
def doubling_time_fit(growth_rate: float) -> float:
    """Time in which a quantity doubles that grows at a fitted rate: 1 / r.

    Symbols: r growth rate (1/s).
    Assumes: exponential growth.
    Valid: ``r > 0``.
    Source: definition of exponential growth.

    >>> doubling_time_fit(4.0)
    0.25
    """
    return 1 / growth_rate


@calculator("year")
def doubling_time_low(growth_rate: float, growth_rate_error: float, t_critical: float) -> float:
    """Shortest doubling time inside the interval of the rate: 1 / (r + t_c s_r).

    Symbols: r growth rate (1/s), s_r its standard error (1/s), t_c critical value of Student's
    distribution for the interval and n - 2 degrees of freedom (1).
    Assumes: the errors of the fitted logarithms are normal.
    Valid: ``r > 0``.
    Source: NIST/SEMATECH e-Handbook of Statistical Methods, 4.1.4.1.

    >>> doubling_time_low(3.0, 0.5, 2.0)
    0.25
    """
    return 1 / (growth_rate + t_critical * growth_rate_error)


@calculator("year")
def doubling_time_high(growth_rate: float, growth_rate_error: float, t_critical: float) -> float:
    """Longest doubling time inside the interval of the rate: 1 / (r - t_c s_r).

    Symbols: r growth rate (1/s), s_r its standard error (1/s), t_c critical value of Student's
    distribution for the interval and n - 2 degrees of freedom (1).
    Assumes: the errors of the fitted logarithms are normal.
    Valid: ``r > t_c s_r``; otherwise the points do not show growth.
    Source: NIST/SEMATECH e-Handbook of Statistical Methods, 4.1.4.1.

    >>> doubling_time_high(3.0, 0.5, 2.0)
    0.5
    """
    return 1 / (growth_rate - t_critical * growth_rate_error)
