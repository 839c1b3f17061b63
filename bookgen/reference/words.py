"""The words of the reference pages in both languages."""

from __future__ import annotations

import html

from bookgen.proof import KINDS

__all__ = ["COMMA", "KINDS", "LIST", "SEMICOLON", "plain", "say"]

COMMA = {"zh": "，", "en": ", "}
SEMICOLON = {"zh": "；", "en": "; "}
LIST = {"zh": "、", "en": ", "}

_WORDS: dict[str, dict[str, str]] = {
    # cells
    "source": {"zh": "出处：{}", "en": "source: {}"},
    "checked": {"zh": "核对于 {}", "en": "checked {}"},
    "range": {"zh": "范围 {}", "en": "range {}"},
    "given": {"zh": "原值 {}", "en": "given as {}"},
    "computed": {
        "zh": "算出：{}；最弱的输入：{}",
        "en": "computed: {}; weakest input: {}",
    },
    "none": {
        "zh": "它没有这一项，或者看过的出处没有写",
        "en": "it has none, or the sources seen do not say",
    },
    "missing": {"zh": "算不出：缺{}", "en": "cannot be computed without {}"},
    "no_kv": {
        "zh": "几种注意力混用，没有一个公式能算",
        "en": "it mixes kinds of attention, which no one formula covers",
    },
    "no_model": {
        "zh": "模型大小没有公布，算不出",
        "en": "the size of the model is not public, so it cannot be computed",
    },
    "empty": {"zh": "还没有数据", "en": "No data yet"},
    "all": {"zh": "全部", "en": "All"},
    "shown": {"zh": "显示 {shown} 行，共 {all} 行", "en": "{shown} of {all} rows"},
    # the files of tables
    "download": {"zh": "下载 CSV", "en": "Download CSV"},
    "id": {"zh": "编号", "en": "id"},
    "its id": {"zh": "{}：编号", "en": "{}: id"},
    "its kind": {"zh": "{}：依据", "en": "{}: kind of source"},
    "its sources": {"zh": "{}：出处", "en": "{}: sources"},
    "note": {"zh": "备注", "en": "Note"},
    # how to read a table
    "reading": {
        "zh": "数下的点线表示它来自规格表、论文或报道，或由这样的数算出；断续的长线表示它靠估计、"
        "假定或未核实的数。指向或点一个数，就打开它的卡片：怎么算的，出自哪里，何时核对。"
        "横线表示空缺，指向它可以看到原因。点表头排序。",
        "en": "Dots under a number mean that it comes from a datasheet, a paper or the press, or "
        "is computed from such; dashes mean that it rests on an estimate, an assumption or an "
        "unverified value. Point at a number or press it, and its card opens: how it was computed, "
        "from what, and when that was checked. Point at an em dash for the reason why there is "
        "none. "
        "Column heads sort.",
    },
    # columns
    "name": {"zh": "名称", "en": "Name"},
    "vendor": {"zh": "厂商", "en": "Vendor"},
    "announced": {"zh": "发布", "en": "Announced"},
    "dense": {"zh": "{} 稠密", "en": "{} dense"},
    "memory": {"zh": "显存", "en": "Memory"},
    "bandwidth": {"zh": "显存带宽", "en": "Memory bandwidth"},
    "link": {"zh": "链路（单向）", "en": "Link, one way"},
    "power": {"zh": "功率", "en": "Power"},
    "efficiency": {"zh": "每瓦算力（BF16）", "en": "Rate per watt (BF16)"},
    "ridge": {"zh": "拐点（BF16）", "en": "Ridge point (BF16)"},
    "basis": {"zh": "依据", "en": "Kind of source"},
    "verified": {"zh": "核对", "en": "Checked"},
    "developer": {"zh": "开发者", "en": "Developer"},
    "released": {"zh": "发布", "en": "Released"},
    "architecture": {"zh": "结构", "en": "Architecture"},
    "total": {"zh": "总参数", "en": "Total parameters"},
    "active": {"zh": "激活参数", "en": "Active parameters"},
    "tokens": {"zh": "训练 token", "en": "Training tokens"},
    "tokens_per_param": {"zh": "每参数 token", "en": "Tokens per parameter"},
    "six_nd": {"zh": "运算量（6ND）", "en": "Compute (6ND)"},
    "layers": {"zh": "层数", "en": "Layers"},
    "width": {"zh": "隐藏维度", "en": "Width"},
    "context": {"zh": "上下文", "en": "Context"},
    "attention": {"zh": "注意力", "en": "Attention"},
    "kv": {"zh": "KV 缓存（BF16）", "en": "KV cache (BF16)"},
    "date": {"zh": "日期", "en": "Date"},
    "model": {"zh": "模型", "en": "Model"},
    "hardware": {"zh": "硬件", "en": "Hardware"},
    "devices": {"zh": "卡数", "en": "Devices"},
    "device_time": {"zh": "机时", "en": "Device time"},
    "reported_compute": {"zh": "运算量（报告）", "en": "Compute, reported"},
    "computed_compute": {"zh": "运算量（6ND）", "en": "Compute, 6ND"},
    "compute_ratio": {"zh": "报告 ÷ 6ND", "en": "Reported over 6ND"},
    "reported_mfu": {"zh": "利用率（报告）", "en": "MFU, reported"},
    "implied_mfu": {"zh": "利用率（反推）", "en": "MFU, implied"},
    "cost": {"zh": "成本（报告）", "en": "Cost, reported"},
    "cloud_cost": {"zh": "成本（按租金估计）", "en": "Cost at rental prices, estimated"},
    "dense_model": {"zh": "稠密", "en": "dense"},
    "moe": {"zh": "混合专家", "en": "mixture of experts"},
    "cnn": {"zh": "卷积网络", "en": "convolutional"},
    "hybrid": {"zh": "混合", "en": "hybrid"},
    # sources
    "title": {"zh": "题目", "en": "Title"},
    "publisher": {"zh": "发布者", "en": "Publisher"},
    "seen": {"zh": "看过多少", "en": "How it was seen"},
    "whole": {"zh": "全文", "en": "whole"},
    "excerpt": {"zh": "摘录", "en": "excerpt"},
    "second-hand": {"zh": "转引", "en": "second-hand"},
    "not seen": {"zh": "未见原文", "en": "not seen"},
    "cited": {"zh": "谁引用它", "en": "Cited by"},
    "files": {"zh": "数据文件（{}）", "en": "data files ({})"},
    "numbers": {"zh": "书中的数（{}）", "en": "numbers of the book ({})"},
    "not_cited": {"zh": "没有数据引用它", "en": "no datum cites it"},
    "url": {"zh": "地址", "en": "Address"},
    "undated": {"zh": "没有写日期", "en": "it carries no date"},
    "no_url": {"zh": "地址不详", "en": "no address is known"},
    # export controls
    "controls": {"zh": "出口管制", "en": "Export controls"},
    "event": {"zh": "事件", "en": "Event"},
    "first_source": {"zh": "出处", "en": "Source"},
    # glossary
    "also": {"zh": "又作：{}", "en": "also: {}"},
    # calculators
    "function": {"zh": "函数", "en": "Function"},
    "symbols": {"zh": "符号", "en": "Symbols"},
    "result": {"zh": "结果", "en": "Result"},
    "assumes": {"zh": "假定", "en": "Assumes"},
    "valid": {"zh": "适用", "en": "Valid"},
    "from": {"zh": "出处", "en": "Source"},
    "checked against": {"zh": "对照", "en": "Checked"},
    "used": {"zh": "用在", "en": "Used for"},
    "any unit": {"zh": "任意单位", "en": "any unit"},
    "no unit": {"zh": "纯数", "en": "a plain number"},
    "same unit": {"zh": "与输入同一单位", "en": "in the unit of the inputs"},
    "printed": {"zh": "印出 {}，算出 {}", "en": "printed {}, computed {}"},
    "printed cut": {
        "zh": "印出 {}（尾数截去），算出 {}",
        "en": "printed {} (cut off), computed {}",
    },
    "step": {"zh": "也是这些对照里的一步：{}", "en": "also a step where these are checked: {}"},
    "uses": {"zh": "书里的 {} 个数", "en": "{} numbers of the book"},
    "term": {"zh": "术语", "en": "Term"},
    "other_term": {"zh": "英文", "en": "In Chinese"},
    "other_names": {"zh": "又作", "en": "Also"},
    "meaning": {"zh": "意思", "en": "Meaning"},
    # claims
    "claim": {"zh": "原话", "en": "Claim"},
    "where": {"zh": "出自", "en": "Printed in"},
    "claimed": {"zh": "说法", "en": "Claimed"},
    "most": {"zh": "说法上限", "en": "Claimed at most"},
    "unit": {"zh": "单位", "en": "Unit"},
    "book": {"zh": "本书", "en": "This book"},
    "verdict": {"zh": "结论", "en": "Verdict"},
    "factor": {"zh": "差几倍", "en": "Off by a factor of"},
    "remark": {"zh": "说明", "en": "Remark"},
    "times": {
        "zh": "输入增加到 {} 倍，它变为 {} 倍",
        "en": "{} times the input, {} times the number",
    },
    "agrees": {"zh": "对得上", "en": "agrees"},
    "within": {"zh": "落在本书的范围之内（{}）", "en": "within the book's range ({})"},
    "rounding": {"zh": "基本对，只差 {}", "en": "right to within {}"},
    "low": {"zh": "偏低 {}", "en": "{} too low"},
    "high": {"zh": "偏高 {}", "en": "{} too high"},
    "far low": {"zh": "偏低，差 {} 倍", "en": "too low by a factor of {}"},
    "far high": {"zh": "偏高，差 {} 倍", "en": "too high by a factor of {}"},
    "not growth": {"zh": "{}，不是{}", "en": "{}, not {}"},
    "constant": {"zh": "不随输入变化", "en": "constant"},
    "linear": {"zh": "线性增长", "en": "linear growth"},
    "quadratic": {"zh": "平方增长", "en": "quadratic growth"},
    "exponential": {"zh": "指数增长", "en": "exponential growth"},
    "by power": {"zh": "按 {} 次方增长", "en": "growth with the power {}"},
}


def say(key: str, language: str, *parts: object) -> str:
    """A word or phrase in the page's language, with its blanks filled in order."""
    return _WORDS[key][language].format(*parts) if parts else _WORDS[key][language]


def plain(text: str) -> str:
    """Text that Markdown prints as it is."""
    escaped = html.escape(text, quote=False)
    for mark in "*_$`[]":
        escaped = escaped.replace(mark, f"&#{ord(mark)};")
    return escaped
