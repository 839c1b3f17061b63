"""Any calculator run on what the asker names or types, and what each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookgen import formula, schema, units
from bookgen.asking.explain import explain
from bookgen.asking.finding import Known
from bookgen.asking.words import say
from bookgen.calculators import ANY, CALCULATORS, QUANTITIES, Calculator
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number, check_unit
from bookgen.explanations import explain as explanation
from bookgen.explanations import topics
from bookgen.proof.words import say_basis
from bookgen.results import compute

_HERE = Path("command line")


def overview(language: str) -> str:
    """Every calculator by topic: what it takes, the unit of its result, what it computes."""
    lines: list[str] = []
    for id, topic in topics().items():
        own = [one for one in CALCULATORS.values() if one.topic == id]
        lines.append(getattr(topic.topic, language))
        lines += [line for calculator in own for line in _entry(calculator, language)]
        lines.append("")
    return "\n".join([*lines, say("more", language)])


def _entry(calculator: Calculator, language: str) -> Iterator[str]:
    names = [f"{name}..." if name in calculator.series else name for name in calculator.parameters]
    yield f"  {calculator.name}({', '.join(names)}) -> {_unit(calculator.unit, language)}"
    yield f"      {_words(explanation(calculator, language).does)}"


def _words(text: str) -> str:
    """An explanation with its formulas set off as a terminal does."""
    return text.replace("``", "`")


def _unit(unit: str, language: str) -> str:
    return say("any unit", language) if unit == ANY else unit or "1"


def needs(name: str, language: str) -> str:
    """What a calculator computes, what it takes, and when it may be used.

    Raises:
        BookError: no such calculator.
    """
    calculator = _calculator(name)
    told = explanation(calculator, language)
    rows = [
        (name, formula.plain(quantity.symbol), _unit(quantity.unit, language))
        for name in calculator.parameters
        for quantity in [QUANTITIES[name]]
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = ["  ".join(map(str.ljust, row, widths)) for row in rows]
    typed = " ".join(f"{name}=..." for name in calculator.parameters)
    return "\n".join(
        [
            f"{told.name} ({name}): {_words(told.does)}",
            f"{name} = {formula.text.names(calculator)}",
            "",
            *(
                f"  {cell}  {_meaning(row[0], language)}"
                for cell, row in zip(cells, rows, strict=True)
            ),
            "",
            say("result", language, _unit(calculator.unit, language)),
            say("assumes", language, _words(told.assumes)),
            say("valid", language, _words(told.valid)),
            say("source", language, _words(told.source)),
            "",
            f"bookgen calc {name} {typed}",
        ]
    )


def _meaning(name: str, language: str) -> str:
    """What a parameter is, and the basis that it asks for."""
    quantity = QUANTITIES[name]
    meaning = str(getattr(quantity, language))
    asked = say_basis(quantity.basis, language)
    return f"{meaning} [{asked}]" if asked else meaning


def calculate(
    known: Known, name: str, pairs: list[tuple[str, str]], language: str, unit: str = ""
) -> str:
    """Run a calculator by name: its result with the whole proof, as a tree.

    Args:
        known: what inputs may name.
        name: the calculator.
        pairs: parameters and what is put in: the id of a datum or a number, a magnitude, or a
            range of them.
        language: the language of names and labels.
        unit: what the result is said in besides the calculator's own.

    Raises:
        BookError: an unknown calculator, input or datum, a wrong unit, or a mix of bases.
    """
    calculator = _calculator(name)
    _check(calculator, pairs)
    order = calculator.parameters.index
    inputs = [
        (parameter, _operand(known, parameter, text, language))
        for parameter, text in sorted(pairs, key=lambda pair: order(pair[0]))
    ]
    result = compute(calculator, inputs, id=name, file=_HERE, line=0)
    check_unit(unit or result.unit, result.unit, f"{name}()")
    title = f"{explanation(calculator, language).name} ({name})"
    return explain(result, known.graph.catalog, language, title=title, unit=unit)


def _calculator(name: str) -> Calculator:
    if name not in CALCULATORS:
        raise BookError(f"calculator '{name}' does not exist", hint=did_you_mean(name, CALCULATORS))
    return CALCULATORS[name]


def _check(calculator: Calculator, pairs: list[tuple[str, str]]) -> None:
    """Every parameter is given, once unless it takes a series, and nothing else."""
    given = [parameter for parameter, _ in pairs]
    for parameter in given:
        if parameter not in calculator.parameters:
            raise BookError(
                f"{calculator.name} has no input '{parameter}'",
                expected=f"one of {', '.join(calculator.parameters)}",
                hint=did_you_mean(parameter, calculator.parameters),
            )
        if given.count(parameter) > 1 and parameter not in calculator.series:
            raise BookError(f"input '{parameter}' stands twice", expected="each input once")
    missing = [parameter for parameter in calculator.parameters if parameter not in given]
    if missing:
        wanted = [f"{one}=VALUE ({_unit(QUANTITIES[one].unit, 'en')})" for one in missing]
        raise BookError(
            f"{calculator.name} lacks {', '.join(missing)}",
            expected=" ".join(wanted),
            hint=f"bookgen calc {calculator.name} says what each of them is",
        )


def _operand(known: Known, parameter: str, text: str, language: str) -> Number:
    """A number, a datum, or what was typed, which has the basis that its name asks for."""
    if not text[:1].isdigit() and text[:1] not in "+-.":
        return known.find(text)
    low = high = None
    key = "typed"
    if " to " in text:
        high_end = units.read(text.partition(" to ")[2])
        low, high = schema.read_range(text, high_end.unit)
        si, unit, key = (low + high) / 2, high_end.unit, "middle"
    else:
        magnitude = units.read(text)
        si, unit = magnitude.si, magnitude.unit
    return Number(
        id=f"{parameter}={text}",
        si=si,
        unit=unit,
        basis=QUANTITIES[parameter].basis,
        kind="assumption",
        means=schema.Bilingual(zh=say(key, "zh"), en=say(key, "en")),
        file=_HERE,
        line=0,
        low=low,
        high=high,
    )
