"""What an asker may name: numbers, data and cells of tables, by full id or by a short name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from bookgen import addresses
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number, leaf
from bookgen.numbers import Graph
from bookgen.rendered import Subject

_NAMED = 8


class Known:
    """Every number of the book under its id.

    Args:
        graph: the numbers that chapters declare, and the data.
        cells: the numbers that only the reference tables print.
    """

    def __init__(self, graph: Graph, cells: Mapping[str, Number] | None = None) -> None:
        self.graph = graph
        self.cells = cells or {}

    @classmethod
    def of(cls, subject: Subject) -> Known:
        """All that a rendered book knows."""
        return cls(subject.graph, subject.rendered.reference)

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """The declared numbers, and the values given inside their formulas."""
        under = [node for number in self.graph.numbers.values() for node in number.walk()]
        given = {node.id: node for node in under if not node.datum}
        return {**self.graph.numbers, **given}

    @cached_property
    def data(self) -> dict[str, Number]:
        """The data as numbers."""
        return {id: leaf(value) for id, value in self.graph.catalog.values.items()}

    def find(self, name: str) -> Number:
        """A number by its id or address, or by its id's last part where that is no other's.

        A declared number goes before a datum, and a datum before a cell of a table.

        Raises:
            BookError: there is none, or several; the nearest or all of them are named.
        """
        name = addresses.number(name)
        shelves = (self.numbers, self.data, self.cells)
        for shelf in shelves:
            if name in shelf:
                return shelf[name]
        for shelf in shelves:
            found = [id for id in shelf if id.partition(".")[2] == name]
            if len(found) == 1:
                return shelf[found[0]]
            if found:
                raise BookError(f"'{name}' is short for several", expected=_one_of(found))
        inside = [id for shelf in shelves for id in shelf if id.startswith(f"{name}.")]
        if inside:
            raise BookError(f"'{name}' is not one number", expected=_one_of(inside))
        raise self.unknown(name)

    def unknown(self, name: str, *others: str) -> BookError:
        """The fault of a name that nothing has, with the nearest names, of ``others`` too."""
        ids = [*self.numbers, *self.data, *self.cells]
        known = dict.fromkeys([*ids, *(id.split(".", 1)[1] for id in self.graph.numbers), *others])
        return BookError(f"'{name}' does not exist", hint=did_you_mean(name, known))


def _one_of(ids: Iterable[str]) -> str:
    names = list(ids)
    rest = len(names) - _NAMED
    return f"one of {', '.join(names[:_NAMED])}" + (f" and {rest} more" if rest > 0 else "")
