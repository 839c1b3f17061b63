"""What the lock keeps of a number or a verdict, as readers of the page of changes are told."""

from __future__ import annotations

from bookgen import schema
from bookgen.language import with_unit
from bookgen.language.words import NBSP
from bookgen.reference.words import LIST
from bookgen.review.lock import Printed, Said, Verdict


def texts(state: Printed | Said | Verdict | None) -> schema.Bilingual | None:
    """What is said in both languages; nothing where nothing is printed.

    One language may do without words that rest on a number: a dash stands for them.
    """
    if isinstance(state, Said):
        return schema.Bilingual(zh=state.zh or "—", en=state.en or "—")
    if state is None or not (state.zh and state.en):
        return None
    if isinstance(state, Verdict):
        return schema.Bilingual(zh=state.zh, en=state.en)
    return schema.Bilingual(zh=_whole(state, "zh"), en=_whole(state, "en"))


def _whole(number: Printed, language: str) -> str:
    """A number's texts; with its unit where a table leaves that to the head of a column."""
    text: str = getattr(number, language)
    signs = [sign.strip() for sign in with_unit("0", number.unit, language).split("0")]
    if all(sign not in text for sign in signs if sign):
        each = (with_unit(own, number.unit, language) for own in text.split(LIST[language]))
        text = LIST[language].join(each).replace(NBSP, " ")
    return text
