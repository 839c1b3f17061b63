"""The decorator that makes a plain function a calculator of the book."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

ANY = "*"
Series = tuple[float, ...]
_NOISE = 1e-14  # an ulp is two parts in 10^16; one byte over still counts up to 100 TB


def ceil(x: float) -> int:
    """The least whole number not below x, except that rounding noise is no excess.

    Noise of a computed input must not turn an exact fit of 81 devices into 82.

    >>> ceil(81.00000000000001), ceil(81 + 1e-11)
    (81, 82)
    """
    return math.ceil(x * (1 - _NOISE))


def floor(x: float) -> int:
    """The greatest whole number not above x, except that rounding noise is no shortage.

    >>> floor(80.99999999999999), floor(81 - 1e-11)
    (81, 80)
    """
    return math.floor(x * (1 + _NOISE))


def count(x: Series) -> int:
    """How many values there are.

    >>> count((1.0, 1.0, 2.0))
    3
    """
    return len(x)


def log2_each(x: Series) -> Series:
    """The binary logarithm of each value over the first, so that no unit is left.

    >>> log2_each((2.0, 4.0, 16.0))
    (0.0, 1.0, 3.0)
    """
    return tuple(math.log2(value / x[0]) for value in x)


def covariance(x: Series, y: Series) -> float:
    """The mean product of two series' distances from their means.

    >>> covariance((1.0, 2.0, 3.0), (1.0, 4.0, 7.0))
    2.0
    """
    pairs = list(zip(x, y, strict=True))
    if len(pairs) < 2:
        raise ValueError("a series of fewer than two values does not vary")
    mean_x, mean_y = math.fsum(x) / len(pairs), math.fsum(y) / len(pairs)
    return math.fsum((a - mean_x) * (b - mean_y) for a, b in pairs) / len(pairs)


def variance(x: Series) -> float:
    """The mean squared distance from the mean.

    >>> variance((1.0, 2.0, 6.0, 7.0))
    6.5
    """
    return covariance(x, x)


@dataclass(frozen=True)
class Calculator:
    """A pure function over floats in coherent units, with what is needed to check its use.

    Attributes:
        name: the function's name, unique in the book.
        function: the function itself.
        parameters: its parameter names; their units and symbols stand in ``quantities``.
        unit: a unit of the result's dimension; ``*`` for that of the ``*`` parameters.
        basis: the basis of the result, where the calculator sets it.
        basis_from: the parameter whose basis the result carries on.
        same_basis: groups of parameters that must agree in every axis of their basis.
        series: the parameters that take a list of numbers, in step with each other.
        variadic: the only parameter is a list of any length (a sum).
        monotonic: whether the result rises or falls steadily with each input, so that the ends
            of the inputs' ranges give those of the result. Where it does not, no range is carried.
    """

    name: str
    function: Callable[..., float]
    parameters: tuple[str, ...]
    unit: str
    basis: Mapping[str, str] = field(default_factory=dict)
    basis_from: str | None = None
    same_basis: tuple[tuple[str, ...], ...] = ()
    series: tuple[str, ...] = ()
    variadic: bool = False
    monotonic: bool = True

    @property
    def topic(self) -> str:
        """The module the calculator lives in, such as ``memory``."""
        return self.function.__module__.rsplit(".", 1)[-1]


CALCULATORS: dict[str, Calculator] = {}


def calculator(
    unit: str,
    *,
    basis: Mapping[str, str] | None = None,
    basis_from: str | None = None,
    same_basis: tuple[tuple[str, ...], ...] = (),
    series: tuple[str, ...] = (),
    monotonic: bool = True,
) -> Callable[[Callable[..., float]], Callable[..., float]]:
    """Register a function as a calculator whose result has the dimension of ``unit``."""

    def register(function: Callable[..., float]) -> Callable[..., float]:
        code = function.__code__
        variadic = bool(code.co_flags & 0x04)
        names = code.co_varnames[: code.co_argcount + variadic]
        if function.__name__ in CALCULATORS:
            raise ValueError(f"calculator '{function.__name__}' is defined twice")
        CALCULATORS[function.__name__] = Calculator(
            function.__name__,
            function,
            tuple(names),
            unit,
            dict(basis or {}),
            basis_from,
            same_basis,
            tuple(names) if variadic else series,
            variadic,
            monotonic,
        )
        return function

    return register
