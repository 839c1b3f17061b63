"""The words of a proof in both languages."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: dict[str, dict[str, str]] = {
    # pages
    "title": {"zh": "推导：{}", "en": "Derivations: {}"},
    "lead": {
        "zh": "这一页是“{}”的 {} 个数：每个是什么，怎么算的，从哪里来，用在哪里。",
        "en": "The {1} numbers of “{0}”: what each is, how it was computed, where it comes from, "
        "where it is used.",
    },
    "reading": {"zh": "怎样读一条，见“{}”。", "en": "For how to read an entry see “{}”."},
    "permalink": {"zh": "本条链接", "en": "Link to this entry"},
    # the rows of an entry
    "value": {"zh": "数值", "en": "Value"},
    "basis": {"zh": "口径", "en": "Basis"},
    "range": {"zh": "范围", "en": "Range"},
    "formula": {"zh": "算式", "en": "Formula"},
    "inputs": {"zh": "输入", "en": "Inputs"},
    "sources": {"zh": "出处", "en": "Sources"},
    "also": {"zh": "另有数值", "en": "Also printed"},
    "note": {"zh": "说明", "en": "Note"},
    "printed": {"zh": "用在", "en": "Used in"},
    "feeds": {"zh": "用来算", "en": "Used for"},
    "claims": {"zh": "用来核对", "en": "Checks"},
    # how sure
    "computed": {"zh": "算出；最弱的输入：{}", "en": "computed; weakest input: {}"},
    "more": {"zh": "等 {} 项", "en": "and {} more"},
    # ranges
    "stated": {"zh": "数据自己写明", "en": "stated with the datum"},
    "carried": {"zh": "来自{}", "en": "from {}"},
    # formulas
    "min": {"zh": "最小的一项是 {}，不是 {}。", "en": "The least of them is {}, not {}."},
    "max": {"zh": "最大的一项是 {}，不是 {}。", "en": "The greatest of them is {}, not {}."},
    "if": {"zh": "按条件取 {}，不取 {}。", "en": "The condition decides for {}, not {}."},
    # inputs and trees
    "tree": {"zh": "一直展开到数据", "en": "All the way down to the data"},
    "above": {"zh": "见上", "en": "see above"},
    "checked": {"zh": "核对于 {}", "en": "checked {}"},
    # uses
    "figure": {"zh": "{}（图）", "en": "{} (figure)"},
    "row": {"zh": "表里的这一行", "en": "its row of the table"},
    # figures
    "behind": {"zh": "图里的 {} 个数", "en": "The {} numbers in this figure"},
    # marks
    "colon": {"zh": "：", "en": ": "},
    "comma": {"zh": "，", "en": ", "},
    "list": {"zh": "、", "en": ", "},
    "semicolon": {"zh": "；", "en": "; "},
    "brackets": {"zh": "（{}）", "en": " ({})"},
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


def say(key: str, language: str, *parts: object) -> str:
    """A word or phrase in the page's language, with its blanks filled in order."""
    return _WORDS[key][language].format(*parts) if parts else _WORDS[key][language]


def say_basis(basis: Mapping[str, str], language: str) -> str:
    """What makes a value comparable, in words: ``BF16, dense, per device``."""
    parts = [BASIS[part][language] if part in BASIS else part.upper() for part in basis.values()]
    return say("comma", language).join(parts)
