"""The words of proofs and calculators in the terminal, in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "value": {"zh": "数值：{}", "en": "value: {}"},
    "printed": {"zh": "书中印作：{}", "en": "printed as: {}"},
    "unprinted": {"zh": "书中没有直接印出", "en": "not printed itself"},
    "formula": {"zh": "算式：{} = {}", "en": "formula: {} = {}"},
    "filled": {"zh": "代入：{} = {}", "en": "put in: {} = {}"},
    "min": {"zh": "取较小者：{}，不取 {}", "en": "the lesser: {}, not {}"},
    "max": {"zh": "取较大者：{}，不取 {}", "en": "the greater: {}, not {}"},
    "if": {"zh": "条件取：{}，不取 {}", "en": "the case: {}, not {}"},
    "range": {"zh": "范围：{}", "en": "range: {}"},
    "range from": {"zh": "范围：{}，来自 {}", "en": "range: {}, from that of {}"},
    "kind": {"zh": "依据：{}", "en": "kind: {}"},
    "computed": {
        "zh": "依据：算出，最弱的输入是{}（{}）",
        "en": "kind: computed, weakest input {} ({})",
    },
    "basis": {"zh": "口径：{}", "en": "basis: {}"},
    "repeats": {"zh": "就是 {}", "en": "same as {}"},
    "note": {"zh": "说明：{}", "en": "note: {}"},
    "declared": {"zh": "写在 {}", "en": "declared in {}"},
    "datum": {"zh": "数据：{}，{}", "en": "datum: {}, {}"},
    "source": {"zh": "出处：{}", "en": "source: {}"},
    "checked": {"zh": "核对于 {}", "en": "checked on {}"},
    "also": {"zh": "另有数值：{}（{}）", "en": "also printed: {} ({})"},
    "above": {"zh": "{} = {}，见上", "en": "{} = {}, see above"},
    "deeper": {"zh": "{} 个输入未展开（--depth）", "en": "inputs not shown (--depth): {}"},
    "more": {
        "zh": "bookgen calc 名称：说明一个计算器要什么",
        "en": "bookgen calc NAME says what a calculator needs",
    },
    "any unit": {"zh": "任意单位", "en": "any unit"},
    "result": {"zh": "结果的单位：{}", "en": "result in: {}"},
    "assumes": {"zh": "假设：{}", "en": "assumes: {}"},
    "valid": {"zh": "适用：{}", "en": "valid: {}"},
    "typed": {"zh": "命令行给定", "en": "typed"},
    "middle": {"zh": "命令行给定，取范围的中点", "en": "typed, the middle of its range"},
}
COMMA = {"zh": "，", "en": ", "}
LIST = {"zh": "、", "en": "; "}


def say(key: str, language: str, *parts: object) -> str:
    """A phrase in a language with its blanks filled in order."""
    return _WORDS[key][language].format(*parts)
