"""Memory: what weights, training state and KV cache take, and how many devices hold them."""

from __future__ import annotations

from bookgen.calculators.registry import calculator, ceil


@calculator("B")
def weight_bytes(n_params: float, bytes_per_param: float) -> float:
    """Memory of the weights, or of one array of their shape such as gradients: S_w = N b.

    Symbols: N total parameters (param), b bytes per parameter (B/param).
    Assumes: every parameter is stored at the same width, ``b = 2`` in BF16 and ``b = 1`` in FP8;
    scales of quantised formats are left out.
    Valid: a mixture of experts counts all its parameters, active or not.
    Source: definition; Rajbhandari et al. 2020 (ZeRO), arXiv:1910.02054, section 3.1.

    >>> weight_bytes(405e9, 2)
    810000000000.0
    """
    return n_params * bytes_per_param


@calculator("B/param")
def bytes_per_param_training_state(
    weight_bytes_per_param: float,
    gradient_bytes_per_param: float,
    master_bytes_per_param: float,
    first_moment_bytes_per_param: float,
    second_moment_bytes_per_param: float,
) -> float:
    """Training state per parameter with Adam: b_state = b_w + b_g + b_master + b_m + b_v.

    Symbols: b_w weight, b_g gradient, b_master master weight, b_m and b_v first and second moment
    (all B/param).
    Assumes: activations, buffers and fragmentation are left out. In mixed precision the sum is 2 +
    2 + 4 + 4 + 4 = 16.
    Valid: Adam and AdamW; give 0 for a part that a framework does not keep.
    Source: Rajbhandari et al. 2020 (ZeRO), arXiv:1910.02054, section 3.1.

    >>> bytes_per_param_training_state(2, 2, 4, 4, 4)
    16
    """
    low_precision = weight_bytes_per_param + gradient_bytes_per_param
    moments = first_moment_bytes_per_param + second_moment_bytes_per_param
    return low_precision + master_bytes_per_param + moments


@calculator("B")
def training_state_bytes(n_params: float, state_bytes_per_param: float) -> float:
    """Memory of weights, gradients and optimiser together: N b_state.

    Symbols: N total parameters (param), b_state bytes of state per parameter (B/param).
    Assumes: activations, buffers and fragmentation are left out, so it is a lower bound.
    Valid: a mixture of experts counts all its parameters, active or not.
    Source: Rajbhandari et al. 2020 (ZeRO), arXiv:1910.02054, section 3.1.

    >>> training_state_bytes(405e9, 16)
    6480000000000.0
    """
    return n_params * state_bytes_per_param


@calculator("B")
def zero1_bytes_per_device(
    n_params: float,
    weight_bytes_per_param: float,
    gradient_bytes_per_param: float,
    optimizer_bytes_per_param: float,
    dp_size: float,
) -> float:
    """State on one device, optimiser split (ZeRO stage 1): N (b_w + b_g + K / n_dp).

    Symbols: N total parameters (param), b_w weight, b_g gradient, K optimiser (B/param), n_dp
    data-parallel ranks (1).
    Assumes: activations, buffers and fragmentation are left out. ``K = 12`` for an FP32 master
    weight and two moments.
    Valid: ``n_dp >= 1``; with one rank it is the whole state.
    Source: Rajbhandari et al. 2020 (ZeRO), arXiv:1910.02054, figure 1 and section 5.1 (P_os).

    >>> zero1_bytes_per_device(7.5e9, 2, 2, 12, 64)
    31406250000.0
    """
    kept = weight_bytes_per_param + gradient_bytes_per_param
    return n_params * (kept + optimizer_bytes_per_param / dp_size)


@calculator("B")
def zero2_bytes_per_device(
    n_params: float,
    weight_bytes_per_param: float,
    gradient_bytes_per_param: float,
    optimizer_bytes_per_param: float,
    dp_size: float,
) -> float:
    """State on one device, gradients split too (ZeRO stage 2): N (b_w + (b_g + K) / n_dp).

    Symbols: N total parameters (param), b_w weight, b_g gradient, K optimiser (B/param), n_dp
    data-parallel ranks (1).
    Assumes: activations, buffers and fragmentation are left out. ``K = 12`` for an FP32 master
    weight and two moments.
    Valid: ``n_dp >= 1``; with one rank it is the whole state.
    Source: Rajbhandari et al. 2020 (ZeRO), arXiv:1910.02054, figure 1 and section 5.2 (P_os+g).

    >>> zero2_bytes_per_device(7.5e9, 2, 2, 12, 64)
    16640625000.0
    """
    split = gradient_bytes_per_param + optimizer_bytes_per_param
    return n_params * (weight_bytes_per_param + split / dp_size)


@calculator("B")
def zero3_bytes_per_device(
    n_params: float,
    weight_bytes_per_param: float,
    gradient_bytes_per_param: float,
    optimizer_bytes_per_param: float,
    dp_size: float,
) -> float:
    """State on one device, all of it split (ZeRO stage 3): N (b_w + b_g + K) / n_dp.

    Symbols: N total parameters (param), b_w weight, b_g gradient, K optimiser (B/param), n_dp
    data-parallel ranks (1).
    Assumes: activations, buffers, fragmentation and the weights gathered for use are left out.
    ``K = 12`` for an FP32 master weight and two moments.
    Valid: ``n_dp >= 1``; with one rank it is the whole state.
    Source: Rajbhandari et al. 2020 (ZeRO), arXiv:1910.02054, figure 1 and section 5.3 (P_os+g+p).

    >>> zero3_bytes_per_device(7.5e9, 2, 2, 12, 64)
    1875000000.0
    """
    state = weight_bytes_per_param + gradient_bytes_per_param + optimizer_bytes_per_param
    return n_params * state / dp_size


@calculator("GPU")
def devices_needed(bytes_needed: float, device_memory: float) -> float:
    """Devices whose memory together holds the bytes: n = ceil(S / M).

    Symbols: S bytes to hold (B), M memory of a device (B).
    Assumes: the bytes split evenly and nothing else is in memory, so it is a lower bound.
    Valid: ``M`` on the same footing as ``S``: 80 GB on the label or what the driver reports.
    Source: definition.

    >>> devices_needed(6.48e12, 80e9), devices_needed(6.48e12 + 1, 80e9)
    (81, 82)
    """
    return ceil(bytes_needed / device_memory)


@calculator("B")
def shard_bytes(bytes_needed: float, n_devices: float) -> float:
    """What each of several devices holds or sends when they share bytes evenly: S / n.

    Symbols: S bytes of all devices together (B), n devices (1).
    Assumes: an even split with nothing kept twice.
    Valid: ``n >= 1``.
    Source: definition.

    >>> shard_bytes(6.4e12, 64)
    100000000000.0
    """
    return bytes_needed / n_devices


@calculator("B")
def memory_left(n_devices: float, device_memory: float, bytes_needed: float) -> float:
    """Memory that stays free on several devices, or is lacking: M_free = n M - S.

    Symbols: n devices (1), M memory of a device (B), S bytes to hold (B).
    Assumes: the bytes split evenly over the devices; negative where they do not fit.
    Valid: always.
    Source: definition.

    >>> memory_left(82, 80e9, 6.48e12)
    80000000000.0
    """
    return n_devices * device_memory - bytes_needed


@calculator("B/token")
def kv_bytes_per_token(
    n_layers: float, n_kv_heads: float, d_head: float, bytes_per_value: float
) -> float:
    """KV cache of one token, a key and a value per layer and KV head: m_kv = 2 L H_kv d_head b.

    Symbols: L layers (1), H_kv key-value heads (1), d_head size of a head (1), b bytes of one
    value of a token (B/token).
    Assumes: every layer caches; ``d_head`` is the model's own head size, not its width over its
    heads.
    Valid: multi-head (as many KV heads as heads), grouped-query (fewer) and multi-query
    (``H_kv = 1``) attention.
    Source: Ainslie et al. 2023 (GQA), arXiv:2305.13245; 2 for K and V.

    >>> kv_bytes_per_token(80, 8, 128, 2)
    327680
    """
    return 2 * n_layers * n_kv_heads * d_head * bytes_per_value


@calculator("B/token")
def kv_bytes_per_token_mla(
    n_layers: float, latent_rank: float, rope_size: float, bytes_per_value: float
) -> float:
    """KV cache of one token with latent attention (MLA): m_kv = L (r + d_rope) b.

    Symbols: L layers (1), r rank of the latent (1), d_rope size of the rotary key (1), b bytes of
    one value of a token (B/token).
    Assumes: one latent and one rotary key per layer, shared by all heads.
    Valid: multi-head latent attention as in DeepSeek-V2 and V3.
    Source: DeepSeek-AI 2024 (DeepSeek-V2), arXiv:2405.04434, section 2.1 and table 1.

    >>> kv_bytes_per_token_mla(61, 512, 64, 2)
    70272
    """
    return n_layers * (latent_rank + rope_size) * bytes_per_value


@calculator("B")
def kv_cache_bytes(kv_bytes_per_token: float, seq_len: float, batch_size: float) -> float:
    """KV cache of a batch of sequences, linear in the context: S_kv = m_kv T B.

    Symbols: m_kv cache of a token (B/token), T tokens of a sequence (token), B sequences (1).
    Assumes: all sequences have ``T`` tokens; no shared prefixes, no unused pages.
    Valid: attention that keeps every token; not sliding windows.
    Source: definition.

    >>> kv_cache_bytes(327680, 32768, 1)
    10737418240
    """
    return kv_bytes_per_token * seq_len * batch_size
