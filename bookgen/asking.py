"""Questions asked in the terminal: a calculator run on whatever the asker names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bookgen import units
from bookgen.calculators import CALCULATORS, QUANTITIES
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number, apply, say_basis
from bookgen.language import Style, write
from bookgen.language.words import NBSP
from bookgen.numbers import Graph


def calculate(graph: Graph, name: str, pairs: list[tuple[str, str]]) -> str:
    """Run a calculator by name and describe the result and its inputs in lines.

    Raises:
        BookError: an unknown calculator, input or datum, a wrong unit, or a mix of bases.
    """
    if name not in CALCULATORS:
        raise BookError(f"calculator '{name}' does not exist", hint=did_you_mean(name, CALCULATORS))
    calculator = CALCULATORS[name]
    given = dict(pairs)
    for parameter in given:
        if parameter not in calculator.parameters:
            raise BookError(
                f"{name} has no input '{parameter}'",
                expected=f"one of {', '.join(calculator.parameters)}",
                hint=did_you_mean(parameter, calculator.parameters),
            )
    for parameter in calculator.parameters:
        if parameter not in given:
            raise BookError(
                f"input '{parameter}' of {name} is missing",
                expected=f"{parameter}=VALUE in units like {QUANTITIES[parameter].unit or '1'}",
            )
    texts = pairs if calculator.variadic else [(p, given[p]) for p in calculator.parameters]
    inputs = [(parameter, _operand(graph, parameter, text)) for parameter, text in texts]
    si, basis, unit = apply(calculator, inputs)
    result = replace(inputs[0][1], id=name, si=si, unit=unit, basis=basis)
    lines = [f"{name} = {_say(result)}"]
    lines += [f"  {parameter} = {_say(number)}  {number.id}" for parameter, number in inputs]
    return "\n".join(lines)


def _operand(graph: Graph, parameter: str, text: str) -> Number:
    """A number, a datum, or a magnitude typed in; a typed one has the basis its name asks for."""
    if not text[:1].isdigit() and text[:1] not in "+-.":
        return graph.find(text, "")
    magnitude = units.read(text)
    return Number(
        id="typed",
        si=magnitude.si,
        unit=magnitude.unit,
        basis=QUANTITIES[parameter].basis,
        kind="assumption",
        means=None,
        file=Path("command line"),
        line=0,
    )


def _say(number: Number) -> str:
    text = write(number.value, number.unit, "en", Style("plain", 12)).replace(NBSP, " ")
    return f"{text} ({say_basis(number)})" if number.basis else text
