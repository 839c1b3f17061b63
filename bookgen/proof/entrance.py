"""The entrance to the derivations: what they are, where they are, how to read one."""

from __future__ import annotations

from collections.abc import Iterable

from bookgen.addresses import derivations
from bookgen.evaluation import CERTAINTY
from bookgen.page import escape
from bookgen.proof.ledger import Ledger
from bookgen.proof.words import KINDS
from bookgen.proof.writer import BRIEF, FULL

_TEXT: dict[str, str] = {
    "zh": """\
书里印出的每个数，这里都有一条：它是什么，怎么算的，用了哪些数，那些数从哪里来，书里哪些地方用到它。\
算式由程序里实际运行的那段代码生成，代入的数就是当时算的数。

## 全部的数 {{#numbers}}

各章的数，按正文的次序：

{chapters}

只在表里印出的数，按行：

{tables}

## 怎样读一条推导 {{#reading}}

**数值**写到 {full} 位有效数字。前面有 ≈ 的，后面还有数字没写出来。正文里的数都由它取整，\
取成什么样，写在“用在”一行。算式和列表里的数只写 {brief} 位，计算时一位不少。

**算式**先写符号，再代入数值，最后是结果。开头是计算器的名字，和程序里的一样。\
算式要从几项里取最小或最大，或者按条件取一项的，写明取的是哪一项。

**依据**有八种，从最可靠的排起。算出来的数不会比它最弱的输入更可靠，所以跟那个输入同类。

{kinds}

**范围**来自数据：数据写明了范围，就一路带到由它算出的数，各个数据的两端都代进去算，取最小和最大的结果。\
没有范围，只说明数据没有写，不说明这个数准确。

**口径**是比较的前提：精度、稠密还是稀疏、单向还是双向、按什么计。口径不同的数，程序不让比。
""",
    "en": """\
Every number that the book prints has an entry here: what it is, how it was computed, from which \
inputs, where those come from, and where the book uses it. Each formula is generated from the code \
that ran, and the values put in are the values that it ran on.

## All the numbers {{#numbers}}

The numbers of the chapters, in the order of the text:

{chapters}

The numbers that only a table prints, row by row:

{tables}

## How to read an entry {{#reading}}

The **value** is written to {full} significant digits; ≈ before it says that there are more. The \
text rounds from this value, and “used in” shows how each place rounds it. Formulas and lists show \
{brief} digits, but the computation used them all.

The **formula** comes in symbols, then with values, then its result. It begins with the name of \
the calculator, as the program has it. Where a formula takes the least or the greatest of several \
terms, or lets a condition choose, the entry says which it was.

There are eight **kinds** of data, the surest first. A computed number is no surer than its \
weakest input, and counts as being of that kind.

{kinds}

A **range** comes from the data. Where a datum states one, it is carried through to what is \
computed from it: the ends of all such data are put in, and the least and the greatest result are \
kept. A number without a range is not thereby exact; its data state none.

The **basis** is what makes numbers comparable: precision, dense or sparse, one way or both ways, \
and what is counted. The program refuses to compare numbers on different bases.
""",
}
_COUNT = {"zh": "{} 个", "en": "{} numbers"}
_MEANING: dict[str, dict[str, str]] = {
    "definition": {"zh": "定义如此，没有误差。", "en": "true by definition, and exact."},
    "datasheet": {"zh": "厂商自己公布的规格。", "en": "the maker's own specification."},
    "paper": {
        "zh": "论文或技术报告，作者就是做这件事的人。",
        "en": "a paper or technical report by those who did the work.",
    },
    "measured": {"zh": "有人量过，公布了结果。", "en": "somebody measured it and published."},
    "press": {
        "zh": "新闻、分析机构和其他人的转述。",
        "en": "told by somebody else: the press, analysts, tutorials.",
    },
    "estimate": {
        "zh": "有根据的估计，写明范围和估法。",
        "en": "an informed guess, with a range and the way it was made.",
    },
    "assumption": {
        "zh": "为了能算而假定的值，写明理由。",
        "en": "taken for granted in order to compute, with the reason.",
    },
    "unverified": {
        "zh": "有这样的说法，但没有见到能证实它的原文。",
        "en": "said somewhere, but not seen in a source that settles it.",
    },
}


def compose(ledger: Ledger, language: str) -> str:
    """The entrance's Markdown below its title."""
    chapters = [page for page in ledger.owners if page in ledger.graph.chapters]
    tables = [page for page in ledger.owners if page not in chapters]
    kinds = (
        f"- **{KINDS[kind][language]}**{'：' if language == 'zh' else ': '}"
        f"{_MEANING[kind][language]}"
        for kind in reversed(CERTAINTY)
    )
    return _TEXT[language].format(
        chapters=_list(ledger, chapters, language),
        tables=_list(ledger, tables, language),
        kinds="\n".join(kinds),
        full=_count(FULL),
        brief=_count(BRIEF),
    )


def _count(count: int) -> str:
    """A number that is none of the book's own, marked for machines."""
    return f'<data value="{count}">{count}</data>'


def _list(ledger: Ledger, pages: Iterable[str], language: str) -> str:
    """Links to pages of derivations; the ids are those of the one page that they once were."""
    items = []
    for page in pages:
        count = len(ledger.owners[page])
        told = _COUNT[language].format(_count(count))
        title = escape(str(getattr(ledger.book.pages[page].title, language)))
        link = f'<a href="{derivations(page)}.html">{title}</a>'
        items.append(f'<li id="{page}">{link} <small>{told}</small></li>')
    return "\n".join(['<ul class="derivations">', *items, "</ul>"])
