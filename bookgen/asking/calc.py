"""Any calculator run on what the asker names or types, and what each of them needs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from bookgen import formula, schema, units
from bookgen.asking.explain import explain
from bookgen.asking.finding import Known
from bookgen.asking.words import say
from bookgen.calculators import ANY, CALCULATORS, QUANTITIES, Calculator
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number, check_unit
from bookgen.results import compute

_HERE = Path("command line")


def overview() -> str:
    """Every calculator by topic: what it takes, the unit of its result, what it computes."""
    lines: list[str] = []
    for topic, calculators in groupby(CALCULATORS.values(), lambda one: one.topic):
        lines += [topic, *(line for one in calculators for line in _entry(one)), ""]
    return "\n".join([*lines, "bookgen calc NAME says what a calculator needs."])


def _entry(calculator: Calculator) -> Iterator[str]:
    yield f"  {_signature(calculator)}"
    yield f"      {_about(calculator)[0]}"


def _signature(calculator: Calculator) -> str:
    names = [f"{name}..." if name in calculator.series else name for name in calculator.parameters]
    return f"{calculator.name}({', '.join(names)}) -> {_unit(calculator.unit)}"


def _about(calculator: Calculator) -> list[str]:
    """The docstring's lines: what it is, then what it assumes; without the example."""
    text = inspect.getdoc(calculator.function) or ""
    return [line for line in text.partition(">>>")[0].splitlines() if line]


def _unit(unit: str) -> str:
    return "any unit" if unit == ANY else unit or "1"


def needs(name: str, language: str) -> str:
    """What a calculator computes and what it takes.

    Raises:
        BookError: no such calculator.
    """
    calculator = _calculator(name)
    rows = [
        (name, formula.text.symbol(quantity.symbol), _unit(quantity.unit), _meaning(name, language))
        for name in calculator.parameters
        for quantity in [QUANTITIES[name]]
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    cells = [
        "  " + "  ".join([*(text.ljust(w) for text, w in zip(row, widths, strict=False)), row[3]])
        for row in rows
    ]
    typed = " ".join(f"{name}=..." for name in calculator.parameters)
    about = _about(calculator)
    return "\n".join(
        [
            f"{name}: {about[0]}",
            f"{name} = {formula.text.names(calculator)}  [{_unit(calculator.unit)}]",
            "",
            *cells,
            "",
            *about[1:],
            "",
            f"bookgen calc {name} {typed}",
        ]
    )


def _meaning(name: str, language: str) -> str:
    """What a parameter is, and the basis that it asks for."""
    quantity = QUANTITIES[name]
    asked = [f"{axis} '{needed}'" for axis, needed in quantity.basis.items()]
    return "; ".join([str(getattr(quantity, language)), *asked])


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
    return explain(result, known.graph.catalog, language, title=name, unit=unit)


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
        wanted = [f"{one}=VALUE ({_unit(QUANTITIES[one].unit)})" for one in missing]
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
