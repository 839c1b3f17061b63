"""What the commands share: how a fault is told, what is being done, and the options of several."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from bookgen.errors import BookError

_SHOWN = 20
_CLEAR = "\r\x1b[K"

root = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    help="The book's folder (default: the current one).",
)
language = click.option(
    "--language",
    type=click.Choice(["zh", "en"]),
    default="en",
    show_default=True,
    help="The language of names and labels.",
)
form = click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "markdown"]),
    default="terminal",
    show_default=True,
    help="For reading here, or for a pull request.",
)


def told(command: Callable[..., Any]) -> Callable[..., Any]:
    """Print a BookError as its lines and exit with 1."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except BookError as bad:
            lines = bad.lines()
            for line in lines[:_SHOWN]:
                click.echo(line, err=True)
            if len(lines) > _SHOWN:
                click.echo(f"... and {len(lines) - _SHOWN} more", err=True)
            sys.exit(1)

    return run


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Gives what tells the step that long work is at: one line of a terminal, which goes again.

    Where nobody watches, in a pipe, nothing is written.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        yield lambda step: click.echo(f"{_CLEAR}{step} ...", nl=False, err=True, color=True)
    finally:
        click.echo(_CLEAR, nl=False, err=True, color=True)
