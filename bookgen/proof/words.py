"""The words of a proof in both languages."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: dict[str, dict[str, str]] = {
    "value": {"zh": "数值", "en": "Value"},
    "formula": {"zh": "算式", "en": "Formula"},
    "inputs": {"zh": "输入", "en": "Inputs"},
    "source": {"zh": "出处", "en": "Source"},
    "sources": {"zh": "数据出处", "en": "Sources of the data"},
    "basis": {"zh": "口径", "en": "Basis"},
    "note": {"zh": "说明", "en": "Note"},
    "also": {"zh": "另有数值", "en": "Also printed"},
    "range": {"zh": "范围", "en": "Range"},
    "to": {"zh": " 至 ", "en": " to "},
    "colon": {"zh": "：", "en": ": "},
    "comma": {"zh": "，", "en": ", "},
    "semicolon": {"zh": "；", "en": "; "},
    "checked": {"zh": "核对日期", "en": "Checked"},
    "datum": {"zh": "（{}）", "en": " ({})"},
    "computed": {"zh": "（算出；最弱的输入：{}）", "en": " (computed; weakest input: {})"},
    "intro": {
        "zh": "书里印出的每个数都在这里：它是什么，怎么算的，用了哪些数，数从哪里来。"
        "公式由程序里实际运行的那段代码生成，代入的数就是当时算的数。",
        "en": "Every number that the book prints is here: what it is, how it was computed, "
        "from which inputs, and where those come from. Each formula is generated from the code "
        "that ran, and the values put in are the values that it ran on.",
    },
}
KINDS: dict[str, dict[str, str]] = {
    "datasheet": {"zh": "规格表", "en": "datasheet"},
    "paper": {"zh": "论文", "en": "paper"},
    "measured": {"zh": "实测", "en": "measured"},
    "press": {"zh": "二手报道", "en": "secondary report"},
    "estimate": {"zh": "估计", "en": "estimate"},
    "assumption": {"zh": "假定", "en": "assumption"},
    "definition": {"zh": "定义", "en": "definition"},
    "unverified": {"zh": "未核实", "en": "unverified"},
}


BASIS: dict[str, dict[str, str]] = {
    "dense": {"zh": "稠密", "en": "dense"},
    "sparse": {"zh": "稀疏", "en": "sparse"},
    "each": {"zh": "单向", "en": "one way"},
    "both": {"zh": "双向合计", "en": "both ways summed"},
    "active": {"zh": "只数激活的参数", "en": "active parameters"},
    "total": {"zh": "全部参数", "en": "total parameters"},
    "device": {"zh": "每个器件", "en": "per device"},
    "die": {"zh": "每片裸片", "en": "per die"},
    "server": {"zh": "每台服务器", "en": "per server"},
    "rack": {"zh": "每个机柜", "en": "per rack"},
}


def say_basis(basis: Mapping[str, str], language: str) -> str:
    """What makes a value comparable, in words: ``BF16, dense, per device``."""
    parts = [BASIS[part][language] if part in BASIS else part.upper() for part in basis.values()]
    return word("comma", language).join(parts)


def word(key: str, language: str) -> str:
    """A word of the apparatus in the page's language."""
    return _WORDS[key][language]
