"""Memory of weights, training state and KV cache against papers that print it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgen.calculators.memory import (
    bytes_per_param_training_state,
    devices_needed,
    kv_bytes_per_token,
    kv_bytes_per_token_mla,
    kv_cache_bytes,
    memory_left,
    shard_bytes,
    training_state_bytes,
    weight_bytes,
    zero1_bytes_per_device,
    zero2_bytes_per_device,
    zero3_bytes_per_device,
)

KIB = 1024
GIB = 1024**3
STAGES = (zero1_bytes_per_device, zero2_bytes_per_device, zero3_bytes_per_device)


def test_weight_bytes_of_gpt3() -> None:
    """LoRA paper, arXiv:2106.09685, section 4.2: a GPT-3 175B checkpoint in FP16 has 350 GB."""
    assert weight_bytes(175e9, 2) == pytest.approx(350e9, rel=1e-12)


def test_weight_bytes_count_all_experts() -> None:
    """AI-Hypercomputer/maxtext#678: 46.7B total parameters are 93.4 GB at 2 B."""
    assert weight_bytes(46.7e9, 2) == pytest.approx(93.4e9, abs=0.05e9)


def test_training_state_of_gpt2() -> None:
    """ZeRO paper, arXiv:1910.02054, section 3.1: 2 + 2 + 12 = 16 bytes per parameter; a model of
    1.5B needs 24 GB, its FP16 parameters alone 3 GB."""
    state = bytes_per_param_training_state(2, 2, 4, 4, 4)
    assert state == 16
    assert training_state_bytes(1.5e9, state) == pytest.approx(24e9, rel=1e-12)
    assert weight_bytes(1.5e9, 2) == pytest.approx(3e9, rel=1e-12)


def test_zero_figure_1() -> None:
    """ZeRO paper, arXiv:1910.02054, figure 1: 7.5B parameters, 64 ranks, K = 12: 120 GB without,
    31.4 GB with the optimiser split, 16.6 GB with gradients, 1.9 GB with parameters."""
    assert training_state_bytes(7.5e9, 16) / 1e9 == pytest.approx(120, rel=1e-12)
    assert zero1_bytes_per_device(7.5e9, 2, 2, 12, 64) / 1e9 == pytest.approx(31.4, abs=0.05)
    assert zero2_bytes_per_device(7.5e9, 2, 2, 12, 64) / 1e9 == pytest.approx(16.6, abs=0.05)
    assert zero3_bytes_per_device(7.5e9, 2, 2, 12, 64) / 1e9 == pytest.approx(1.9, abs=0.05)


@pytest.mark.parametrize(
    ("ranks", "printed"),
    [
        (1, ("120", "120", "120")),
        (4, ("52.5", "41.3", "30")),
        (16, ("35.6", "21.6", "7.5")),
        (64, ("31.4", "16.6", "1.88")),
        (256, ("30.4", "15.4", "0.47")),
        (1024, ("30.1", "15.1", "0.12")),
    ],
)
def test_zero_table_1(ranks: int, printed: tuple[str, str, str]) -> None:
    """ZeRO paper, arXiv:1910.02054, table 1, the columns of the 7.5B model, GB per device."""
    for stage, text in zip(STAGES, printed, strict=True):
        half = 0.5 * 10.0 ** -len(text.partition(".")[2])
        found = stage(7.5e9, 2, 2, 12, ranks) / 1e9
        assert found == pytest.approx(float(text), abs=half * (1 + 1e-9))


@pytest.mark.parametrize(
    ("ranks", "printed"),
    [(1, (16000,) * 3), (4, (7000, 5500, 4000)), (64, (4187, 2218, 250)), (256, (4046, 2054, 62))],
)
def test_zero_table_1_trillion(ranks: int, printed: tuple[int, int, int]) -> None:
    """ZeRO paper, arXiv:1910.02054, table 1, the columns of the 1T model, which the paper cuts
    to whole GB (4,187.5 as 4187, 2,218.75 as 2218) rather than rounds."""
    for stage, gigabytes in zip(STAGES, printed, strict=True):
        assert math.floor(stage(1e12, 2, 2, 12, ranks) / 1e9) == gigabytes


@given(
    st.floats(1e6, 1e13),
    st.floats(0.5, 8),
    st.floats(0.5, 8),
    st.floats(1, 32),
    st.integers(1, 4096),
)
def test_zero_stages_descend(n: float, w: float, g: float, k: float, ranks: int) -> None:
    whole = training_state_bytes(n, w + g + k)
    one, two, three = (stage(n, w, g, k, ranks) for stage in STAGES)
    near = 1 + 1e-12
    assert three <= two * near <= one * near**2 <= whole * near**3
    assert three == pytest.approx(shard_bytes(whole, ranks), rel=1e-12)
    for stage in STAGES:
        assert stage(n, w, g, k, 1) == pytest.approx(whole, rel=1e-12)


def test_devices_needed_to_serve_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 8: (70e9 + 1.3e12) / 16e9 = 86 TPU v5e;
    the weights in BF16 are 8.75 chips' worth, so 9."""
    assert devices_needed(70e9 + 1.3e12, 16e9) == 86
    assert devices_needed(weight_bytes(70e9, 2), 16e9) == 9


def test_devices_needed_for_the_chapter() -> None:
    """Nothing published that is not the book's own brief: 810 GB on 80 GB devices are 11; 6.48 TB
    are exactly 81, and 82 for one byte more; 76 where a device has 80 GiB."""
    assert devices_needed(810e9, 80e9) == 11
    assert devices_needed(6.48e12, 80e9) == 81
    assert devices_needed(6.48e12 + 1, 80e9) == 82
    assert devices_needed(6.48e12, 80 * GIB) == 76


@given(st.integers(1, 1_000_000), st.integers(1, 10**12), st.integers(-20, 20))
def test_rounding_noise_adds_no_device(devices: int, capacity: int, ulps: int) -> None:
    """An exact fit that arithmetic left some ulps above or below stays an exact fit."""
    need = float(devices) * capacity
    assert devices_needed(need + ulps * math.ulp(need), capacity) == devices


@given(st.integers(1, 1000), st.integers(10**9, 10**11))
def test_one_byte_over_needs_one_device_more(devices: int, capacity: int) -> None:
    need = devices * capacity
    if need < 10**13:
        assert devices_needed(need + 1, capacity) == devices + 1


@given(st.floats(1, 1e16), st.floats(1e9, 1e12))
def test_what_is_needed_fits(need: float, capacity: float) -> None:
    devices = devices_needed(need, capacity)
    assert memory_left(devices, capacity, need) >= -1e-13 * need
    assert memory_left(devices - 1, capacity, need) < 0


def test_memory_left_beside_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 8: 16 chips of 16 GB leave 116 GB beside
    the 140 GB of weights in BF16."""
    assert memory_left(16, 16e9, 140e9) == 116e9


def test_shard_bytes_of_llama_70b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 6: 16.5 TB over 8,960 chips are about
    1.8 GB each."""
    assert shard_bytes(16.5e12, 8960) / 1e9 == pytest.approx(1.8, abs=0.05)


def test_kv_of_llama_in_deepseek_table() -> None:
    """DeepSeek-AI 2025, Insights into DeepSeek-V3 (ISCA), table 1: 516.096 KB per token for
    LLaMA-3.1 405B and 327.680 KB for a model of 80 layers with 8 KV heads of 128, in BF16."""
    assert kv_bytes_per_token(126, 8, 128, 2) == 516_096
    assert kv_bytes_per_token(80, 8, 128, 2) == 327_680


def test_kv_of_opt_13b() -> None:
    """vLLM paper, arXiv:2309.06180, section 3: 800 KB (of 1,024 B) per token for OPT-13B, which
    is 2 x 5120 x 40 x 2, and up to 1.6 GB (of 2^30 B) for 2,048 tokens."""
    token = kv_bytes_per_token(40, 40, 128, 2)
    assert token / KIB == 800
    assert kv_cache_bytes(token, 2048, 1) / GIB == pytest.approx(1.6, abs=0.05)


def test_kv_uses_the_head_size_of_the_model() -> None:
    """NVIDIA/Model-Optimizer#2482 and its like: heads of 128 at width 5120
    with 32 heads: 4,096 B per token and layer, not 5,120; heads of 64 at width 2880: 2,048."""
    assert kv_bytes_per_token(1, 8, 128, 2) == 4096
    assert kv_bytes_per_token(1, 8, 64, 2) == 2048


def test_kv_of_deepseek_latent_attention() -> None:
    """DeepSeek-AI 2025, Insights into DeepSeek-V3 (ISCA), table 1: 70.272 KB per token."""
    assert kv_bytes_per_token_mla(61, 512, 64, 2) == 70_272


def test_kv_cache_of_one_sequence() -> None:
    """jranaraki/vllm-fit#2: 32,768 tokens at 327,680 B are 10.74 GB or
    10.00 GiB, and 85.90 GB with 64 KV heads."""
    size = kv_cache_bytes(kv_bytes_per_token(80, 8, 128, 2), 32_768, 1)
    assert size == 10_737_418_240
    assert size / GIB == 10
    ungrouped = kv_cache_bytes(kv_bytes_per_token(80, 64, 128, 2), 32_768, 1)
    assert ungrouped / 1e9 == pytest.approx(85.90, abs=0.005)


def test_kv_cache_of_llama_13b() -> None:
    """Austin et al. 2025, How to Scale Your Model, part 7: 8,192 tokens of LLaMA 2 13B in BF16 are
    6.7 GB; part 8: 160 KiB per token for LLaMA 3 70B in int8."""
    size = kv_cache_bytes(kv_bytes_per_token(40, 40, 128, 2), 8192, 1)
    assert size / 1e9 == pytest.approx(6.7, abs=0.05)
    assert kv_bytes_per_token(80, 8, 128, 1) / KIB == 160


@given(st.integers(1, 200), st.integers(1, 16), st.integers(1, 16), st.integers(16, 256))
def test_grouping_divides_the_cache(layers: int, kv: int, group: int, head: int) -> None:
    shared = kv_bytes_per_token(layers, kv, head, 2)
    assert kv_bytes_per_token(layers, kv * group, head, 2) == group * shared
    assert kv_cache_bytes(shared, 2 * 4096, 3) == 6 * kv_cache_bytes(shared, 4096, 1)
