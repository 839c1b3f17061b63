"""The words on a card in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "back": {"zh": "返回", "en": "Back"},
    "close": {"zh": "关闭", "en": "Close"},
    "inputs": {"zh": "输入", "en": "Inputs"},
    "series": {"zh": "{} 个值", "en": "{} values"},
    "sources": {"zh": "出处", "en": "Sources"},
    "under": {"zh": "数据出自", "en": "The data come from"},
    "no source": {"zh": "没有出处：", "en": "No source: "},
    "range": {"zh": "范围 {}", "en": "Range {}"},
    "basis": {"zh": "口径", "en": "Basis"},
    "given": {"zh": "原文写作", "en": "As given"},
    "note": {"zh": "说明", "en": "Note"},
    "reason": {"zh": "理由", "en": "Reason"},
    "checked": {"zh": "核对于", "en": "Checked on"},
    "oldest": {"zh": "最早一项核对于", "en": "Oldest datum checked on"},
    "datum": {"zh": "数据，{}", "en": "Datum, {}"},
    "computed": {"zh": "算出，最弱的输入是{}", "en": "Computed; weakest input: {}"},
    "min": {"zh": "取最小的：", "en": "The least of them decided: "},
    "max": {"zh": "取最大的：", "en": "The greatest of them decided: "},
    "if": {"zh": "按条件取：", "en": "The condition chose "},
    "derivation": {"zh": "完整推导", "en": "Full derivation"},
    "about": {"zh": "公式说明", "en": "About the formula"},
    "below": {
        "zh": "此处写作 {}，比完整值低 {}",
        "en": "Printed here as {}, {} below the full value",
    },
    "above": {
        "zh": "此处写作 {}，比完整值高 {}",
        "en": "Printed here as {}, {} above the full value",
    },
    "cite": {"zh": "引用这个数", "en": "Cite this number"},
    "citation": {"zh": "《{}》{}，{} = {}，", "en": "{}, {}, {} = {}, "},
}


def say(key: str, language: str, *parts: object) -> str:
    """A word or phrase in the page's language, with its parts put in."""
    return _WORDS[key][language].format(*parts)
