"""What a calculator is, for readers of either language.

The English stands in the calculator's docstring; the Chinese, and the name in both, in the YAML
file beside its module. What either sets between double backquotes is a formula in plain symbols or
the name of a calculator.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bookgen import calculators, schema, yamlfile
from bookgen.calculators import CALCULATORS, Calculator
from bookgen.catalog import validate
from bookgen.errors import BookError, did_you_mean, raise_all

FOLDER = Path(calculators.__file__).parent
TOPICS = (  # in the order of reading
    *("compute", "roofline", "memory", "network", "inference", "scaling"),
    *("reliability", "power", "cost", "generic", "analogy"),
)
_SECTION = re.compile(r"^(Symbols|Assumes|Valid|Source): ", re.MULTILINE)


class Words(schema.Model):
    """A calculator's name, and in Chinese what it does, assumes, holds for and is taken from."""

    name: schema.Bilingual
    does: schema.Text
    assumes: schema.Text
    valid: schema.Text
    source: schema.Text


class Topic(schema.Model):
    """bookgen/calculators/MODULE.yml: the words of a module of calculators."""

    topic: schema.Bilingual
    calculators: dict[str, Words]


@dataclass(frozen=True)
class Explanation:
    """What a calculator does, assumes, holds for and is taken from, in one language."""

    name: str
    does: str
    assumes: str
    valid: str
    source: str


@cache
def topics(folder: Path = FOLDER) -> dict[str, Topic]:
    """The words of every module, in the order of reading.

    Raises:
        BookError: a fault in a file, a calculator without words, or words without a calculator.
    """
    found: dict[str, Topic] = {}
    errors: list[BookError] = []
    for name in TOPICS:
        document = yamlfile.load(folder / f"{name}.yml")
        try:
            found[name] = validate(Topic, document)
        except BookError as bad:
            errors.append(bad)
            continue
        known = [c.name for c in CALCULATORS.values() if c.topic == name]
        for calculator in known:
            if calculator not in found[name].calculators:
                errors.append(
                    document.error(
                        ("calculators",),
                        f"calculator '{calculator}' has no words",
                        expected="its name in both languages, and in Chinese does, assumes, valid "
                        "and source",
                    )
                )
        for words in found[name].calculators:
            if words not in known:
                errors.append(
                    document.error(
                        ("calculators", words),
                        f"'{words}' is not a calculator of {name}.py",
                        expected=f"one of {', '.join(known)}",
                        hint=did_you_mean(words, known),
                    )
                )
    raise_all(errors)
    return found


def explain(calculator: Calculator, language: str) -> Explanation:
    """The explanation of a calculator in a language.

    Raises:
        BookError: as ``topics``.
    """
    words = topics()[calculator.topic].calculators[calculator.name]
    if language == "zh":
        return Explanation(words.name.zh, words.does, words.assumes, words.valid, words.source)
    doc = inspect.getdoc(calculator.function) or ""
    summary = doc.splitlines()[0].partition(": ")[0].rstrip(".")
    parts = _SECTION.split(doc)
    told = dict(zip(parts[1::2], (_line(text) for text in parts[2::2]), strict=True))
    return Explanation(words.name.en, f"{summary}.", told["Assumes"], told["Valid"], told["Source"])


def _line(text: str) -> str:
    """A section on one line, without what follows it."""
    return " ".join(text.partition("\n\n")[0].split())
