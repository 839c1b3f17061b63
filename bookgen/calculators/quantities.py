"""The vocabulary of calculator parameters: symbol, unit and meaning of each name, once.

A name means the same in every calculator. ``basis`` is what a value must state to be bound to
the name: a parallel link takes one-way bandwidth, training compute takes active parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bookgen.calculators.registry import ANY


class Quantity(NamedTuple):
    """A parameter name's LaTeX symbol, a unit of its dimension, and its meaning."""

    symbol: str
    unit: str
    zh: str
    en: str
    basis: Mapping[str, str] = {}


_ACTIVE = {"params": "active"}
_TOTAL = {"params": "total"}
_ONE_WAY = {"direction": "each"}
_TOGETHER = {"direction": "both"}

QUANTITIES: dict[str, Quantity] = {
    # generic
    "value": Quantity("x", ANY, "所求的量", "the value"),
    "reference": Quantity("r", ANY, "参照量", "the reference"),
    "terms": Quantity("t", ANY, "各项", "the terms"),
    # models
    "n_params": Quantity("N", "param", "参数总数", "total parameters", _TOTAL),
    "n_active_params": Quantity(
        r"N_{\text{act}}", "param", "激活参数数", "active parameters", _ACTIVE
    ),
    "n_tokens": Quantity("D", "token", "训练 token 数", "training tokens"),
    "n_layers": Quantity("L", "", "层数", "layers"),
    "n_heads": Quantity("H", "", "注意力头数", "attention heads"),
    "n_kv_heads": Quantity(r"H_{\text{kv}}", "", "键值头数", "key-value heads"),
    "d_head": Quantity(r"d_{\text{head}}", "", "每个头的维度", "size of a head"),
    "d_model": Quantity("d", "", "隐藏维度", "model width"),
    "seq_len": Quantity("T", "token", "序列长度", "sequence length"),
    "batch_size": Quantity("B", "", "批大小（序列数）", "sequences in a batch"),
    "latent_rank": Quantity("r", "", "潜向量维度", "rank of the latent"),
    "rope_size": Quantity(r"d_{\text{rope}}", "", "旋转键的维度", "size of the rotary key"),
    # compute
    "flop_per_param_token": Quantity(
        "k", "FLOP/param/token", "每参数每 token 的运算数", "FLOP per parameter per token"
    ),
    "flop_per_token_pair": Quantity(
        r"k_{\text{attn}}",
        "FLOP/token^2",
        "每对 token、每个头维度的运算数",
        "FLOP per pair of tokens and element of a head",
    ),
    "flop_per_token": Quantity("c", "FLOP/token", "每 token 的运算数", "FLOP per token"),
    "flop_per_multiply_add": Quantity(
        r"k_{\text{ma}}", "FLOP", "每次乘加的运算数", "FLOP per multiply-add"
    ),
    "compute": Quantity("C", "FLOP", "运算总量", "total work"),
    "peak_flops": Quantity(r"F_{\text{peak}}", "FLOP/s", "峰值算力", "peak rate"),
    "narrow_peak_flops": Quantity(
        r"F_{\text{narrow}}", "FLOP/s", "低精度峰值算力", "peak rate with fewer bits"
    ),
    "wide_peak_flops": Quantity(
        r"F_{\text{wide}}", "FLOP/s", "高精度峰值算力", "peak rate with more bits"
    ),
    "flops": Quantity("F", "FLOP/s", "实际算力", "achieved rate"),
    "mfu": Quantity("U", "", "算力利用率 (MFU)", "model FLOP utilisation (MFU)"),
    "n_devices": Quantity("n", "GPU", "加速器数", "accelerators"),
    "device_time": Quantity(r"t_{\text{GPU}}", "GPU-h", "加速器机时", "accelerator time"),
    "duration": Quantity("t", "day", "时长", "duration"),
    "token_rate": Quantity("R", "token/s", "每秒 token 数", "tokens per second"),
    "n_rows": Quantity("M", "", "输入的行数", "rows of the input"),
    "n_inputs": Quantity("K", "", "输入维度", "inputs"),
    "n_outputs": Quantity("N", "", "输出维度", "outputs"),
    "n_lanes": Quantity(r"n_{\text{lane}}", "", "并行单元数", "parallel units"),
    "flop_per_lane_step": Quantity(
        "f", "FLOP", "每个单元每拍的运算数", "FLOP of a unit in one step"
    ),
    "clock": Quantity(r"\nu", "GHz", "时钟频率", "clock frequency"),
    # memory
    "bytes_per_param": Quantity("b", "B/param", "每参数的字节数", "bytes per parameter"),
    "state_bytes_per_param": Quantity(
        r"b_{\text{state}}",
        "B/param",
        "每参数的训练状态字节数",
        "bytes of training state per parameter",
    ),
    "weight_bytes_per_param": Quantity(
        r"b_{\text{w}}", "B/param", "每参数的权重字节数", "bytes of weight per parameter"
    ),
    "gradient_bytes_per_param": Quantity(
        r"b_{\text{g}}", "B/param", "每参数的梯度字节数", "bytes of gradient per parameter"
    ),
    "master_bytes_per_param": Quantity(
        r"b_{\text{master}}",
        "B/param",
        "每参数的主权重字节数",
        "bytes of master weight per parameter",
    ),
    "first_moment_bytes_per_param": Quantity(
        r"b_{m}", "B/param", "每参数的一阶矩字节数", "bytes of first moment per parameter"
    ),
    "second_moment_bytes_per_param": Quantity(
        r"b_{v}", "B/param", "每参数的二阶矩字节数", "bytes of second moment per parameter"
    ),
    "optimizer_bytes_per_param": Quantity(
        "K", "B/param", "每参数的优化器状态字节数", "bytes of optimiser state per parameter"
    ),
    "bytes_needed": Quantity("S", "GB", "所需内存", "memory needed"),
    "device_memory": Quantity("M", "GB", "单个加速器的内存容量", "memory of an accelerator"),
    "free_memory": Quantity(r"M_{\text{free}}", "GB", "剩余内存", "free memory"),
    "bytes_per_value": Quantity(
        "b", "B/token", "每 token 每个数值的字节数", "bytes of one value of a token"
    ),
    "bytes_per_element": Quantity("b", "B", "矩阵每个元素的字节数", "bytes of a matrix element"),
    "kv_bytes_per_token": Quantity(
        r"m_{\text{kv}}", "B/token", "每 token 的 KV 缓存字节数", "bytes of KV cache per token"
    ),
    "weight_bytes": Quantity(r"S_{\text{w}}", "GB", "权重占用的内存", "memory of the weights"),
    "kv_cache_bytes": Quantity(
        r"S_{\text{kv}}", "GB", "KV 缓存占用的内存", "memory of the KV cache"
    ),
    # network
    "dp_size": Quantity(r"n_{\text{dp}}", "", "数据并行数", "data-parallel ranks"),
    "tp_size": Quantity(r"n_{\text{tp}}", "", "张量并行数", "tensor-parallel devices"),
    "pp_size": Quantity(r"n_{\text{pp}}", "", "流水线级数", "pipeline stages"),
    "n_micro_batches": Quantity("m", "", "每步的微批数", "micro-batches of a step"),
    "n_ranks": Quantity("n", "", "参与通信的加速器数", "communicating accelerators"),
    "message_bytes": Quantity("S", "GB", "数据量", "bytes of the message"),
    "link_bandwidth": Quantity("w", "GB/s", "单向链路带宽", "one-way link bandwidth", _ONE_WAY),
    "slower_link_bandwidth": Quantity(
        r"w_{\text{slow}}",
        "GB/s",
        "较慢链路的单向带宽",
        "one-way bandwidth of the slower link",
        _ONE_WAY,
    ),
    "link_bandwidth_total": Quantity(
        r"w_{\text{both}}",
        "GB/s",
        "双向合计链路带宽",
        "link bandwidth, both ways together",
        _TOGETHER,
    ),
    "link_latency": Quantity(r"\alpha", "us", "单步延迟", "latency of one step"),
    "all_reduces_per_layer": Quantity("a", "", "每层的 all-reduce 次数", "all-reduces per layer"),
    "boundary_passes": Quantity("c", "", "跨越边界的次数", "crossings of the boundary"),
    # roofline
    "mem_bandwidth": Quantity(r"w_{\text{mem}}", "TB/s", "内存带宽", "memory bandwidth"),
    "arithmetic_intensity": Quantity("I", "FLOP/B", "算术强度", "arithmetic intensity"),
    "bytes_moved": Quantity("S", "B", "读写的字节数", "bytes read and written"),
    # inference
    "prompt_len": Quantity("P", "token", "提示长度", "prompt length"),
    "tokens_per_step": Quantity(
        "s", "token", "每条序列每步生成的 token 数", "tokens per sequence and step"
    ),
    "step_time": Quantity(r"t_{\text{step}}", "s", "解码一步的时间", "time of a decoding step"),
    "request_rate": Quantity(r"\lambda", "1/s", "请求到达率", "requests per second"),
    "request_time": Quantity("t", "s", "单个请求的处理时间", "time of a request"),
    "n_users": Quantity("u", "", "并发用户数", "users at once"),
    "user_token_rate": Quantity(
        "r", "token/s", "每个用户的生成速度", "tokens per second of a user"
    ),
    "replica_token_rate": Quantity(
        "R", "token/s", "每个副本的生成速度", "tokens per second of a replica"
    ),
    "n_replicas": Quantity(r"n_{\text{rep}}", "", "副本数", "replicas"),
    "devices_per_replica": Quantity("g", "GPU", "每个副本的加速器数", "accelerators of a replica"),
    # reliability
    "n_failures": Quantity("f", "", "故障次数", "failures"),
    "device_mtbf": Quantity(
        "M_1", "h", "单个加速器的平均故障间隔", "mean time between failures of an accelerator"
    ),
    "mtbf": Quantity("M", "h", "平均故障间隔", "mean time between failures"),
    "checkpoint_bytes": Quantity("S", "TB", "检查点大小", "size of a checkpoint"),
    "storage_bandwidth": Quantity("w", "GB/s", "存储写入带宽", "write bandwidth of the storage"),
    "checkpoint_time": Quantity(r"\delta", "s", "写一次检查点的时间", "time of a checkpoint"),
    "checkpoint_interval": Quantity(r"\tau", "min", "检查点间隔", "interval between checkpoints"),
    # power and cost
    "device_power": Quantity("P", "W", "单个加速器的功率", "power of an accelerator"),
    "n_servers": Quantity("n", "", "服务器数", "servers"),
    "devices_per_server": Quantity("g", "GPU", "每台服务器的加速器数", "accelerators of a server"),
    "server_power": Quantity(r"P_{\text{server}}", "kW", "单台服务器的功率", "power of a server"),
    "pue": Quantity(r"\text{PUE}", "", "电能利用效率 (PUE)", "power usage effectiveness (PUE)"),
    "power": Quantity("P", "MW", "功率", "power"),
    "load_factor": Quantity("u", "", "平均负载率", "average draw over rated power"),
    "energy": Quantity("E", "MWh", "电量", "energy"),
    "energy_price": Quantity("p", "USD/kWh", "电价", "price of energy"),
    "device_price": Quantity("p", "USD/GPU-h", "每卡时租金", "price of an accelerator hour"),
    "server_price": Quantity(
        r"p_{\text{server}}", "USD/h", "整台服务器每小时租金", "hourly price of a whole server"
    ),
    # scaling
    "tokens_per_param": Quantity("r", "token/param", "每参数的 token 数", "tokens per parameter"),
    "irreducible_loss": Quantity("E", "", "不可约损失", "irreducible loss"),
    "params_coefficient": Quantity("A", "", "参数项系数", "coefficient of the parameters"),
    "params_unit": Quantity(
        "N_1", "param", "参数的计数单位", "unit that parameters are counted in"
    ),
    "params_exponent": Quantity(r"\alpha", "", "参数项指数", "exponent of the parameters"),
    "tokens_coefficient": Quantity("B", "", "数据项系数", "coefficient of the tokens"),
    "tokens_unit": Quantity("D_1", "token", "token 的计数单位", "unit that tokens are counted in"),
    "tokens_exponent": Quantity(r"\beta", "", "数据项指数", "exponent of the tokens"),
    "growth_factor": Quantity("g", "", "增长倍数", "growth factor"),
    "exponent": Quantity("a", "", "指数", "exponent"),
    "times": Quantity("t", "year", "各点的日期", "dates of the points"),
    "values": Quantity("v", ANY, "各点的数值", "values of the points"),
    "growth_rate": Quantity("r", "1/year", "每年翻倍的次数", "doublings per year"),
    "growth_rate_error": Quantity(
        r"s_{r}", "1/year", "增长率的标准误", "standard error of the growth rate"
    ),
    "t_critical": Quantity(r"t_{\text{c}}", "", "t 分布的临界值", "critical value of Student's t"),
    # analogies
    "grain_volume": Quantity(
        "v", "mm^3/FLOP", "每次运算对应的一粒米的体积", "volume of a grain, one for each operation"
    ),
}
