"""The command: ``bookgen build | check | explain | calc | impact | schema | serve``.

Exit status: 0 fine, 1 something was found, 2 wrong use.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bookgen.errors import BookError, raise_all

_SHOWN = 20


def _told(command: Callable[..., Any]) -> Callable[..., Any]:
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


_root = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    help="The book's folder (default: the current one).",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build a bilingual book whose every number is computed from data."""


@main.command()
@_root
@_told
def build(root: Path) -> None:
    """Build the site into site/."""
    from bookgen import pipeline

    changed = pipeline.build(root)
    click.echo(f"site/: {len(changed)} files changed" if changed else "site/ is up to date")


@main.command()
@_root
@_told
def check(root: Path) -> None:
    """Check data, numbers and templates without building, and judge the claims anew."""
    from bookgen import checks, claims, pipeline, published

    loaded = pipeline.load(root)
    rendered = pipeline.compose(loaded)
    subject = checks.Subject(root, loaded.book, loaded.graph, rendered)
    reports = dict(checks.run(subject))
    verdicts = claims.judge(root / "data", loaded.graph)
    points = published.load(root / "data", loaded.graph.catalog)
    for count, what in (
        (len(loaded.graph.catalog.values), "values in data/"),
        (len(loaded.graph.catalog.sources), "sources"),
        (len(loaded.graph.numbers), "numbers"),
        (len(rendered.uses), "numbers in the text"),
        (len(rendered.pages), "pages"),
        (len(verdicts), "claims of other texts"),
        (sum(map(len, points.values())), "published values of calculators"),
        *((report.looked_at, report.what) for report in reports.values()),
    ):
        click.echo(f"{count:6d} {what}")
        if not count:
            raise BookError(f"there are no {what}: nothing was checked")
    for id, verdict in verdicts.items():
        click.echo(f"{verdict.kind:>10}  {id} (factor {verdict.factor:.3g})")
    for name, report in reports.items():
        for warning in report.warnings:
            click.echo(f"warning: {warning} [{name}]", err=True)
    raise_all([fault for report in reports.values() for fault in report.faults])


_language = click.option(
    "--language",
    type=click.Choice(["zh", "en"]),
    default="en",
    show_default=True,
    help="The language of names and labels.",
)


@main.command()
@click.argument("number")
@click.option("--depth", type=click.IntRange(0), help="How many levels of inputs to show.")
@_language
@_root
@_told
def explain(number: str, depth: int | None, language: str, root: Path) -> None:
    """Prove a number as a tree, down to the data and their sources.

    NUMBER is the id of a number (one-gpu.llama_one_gpu), of a datum (h100-sxm.power) or of a cell
    of a table (accelerators.h100-sxm.ridge); where it is clear, its first part may be left out.
    """
    from bookgen import asking, pipeline

    loaded = pipeline.load(root)
    rendered = pipeline.compose(loaded)
    found = asking.Known(loaded.graph, rendered.reference).find(number)
    catalog, texts = loaded.graph.catalog, rendered.uses
    click.echo(asking.explain(found, catalog, language, texts=texts, depth=depth))


@main.command()
@click.argument("calculator", required=False)
@click.argument("inputs", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--unit", default="", help="A unit to say the result in besides.")
@_language
@_root
@_told
def calc(
    calculator: str | None, inputs: tuple[str, ...], unit: str, language: str, root: Path
) -> None:
    """Run a calculator and prove its result; alone, list the calculators.

    Without inputs it says what it needs. A value is the id of a datum (h100-sxm.power) or a number
    (one-gpu.training_compute), a magnitude ("80 GB") or a range ("38% to 43%").
    """
    from bookgen import asking

    for item in inputs:
        if "=" not in item:
            raise click.UsageError(f"'{item}' is not NAME=VALUE")
    if calculator is None:
        click.echo(asking.overview(language))
    elif not inputs:
        click.echo(asking.needs(calculator, language))
    else:
        from bookgen import pipeline

        pairs = [(name, value) for name, _, value in (item.partition("=") for item in inputs)]
        known = asking.Known(pipeline.load(root).graph)
        click.echo(asking.calculate(known, calculator, pairs, language, unit))


@main.command()
@click.argument("id")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown"]), default="text", show_default=True
)
@_root
@_told
def impact(id: str, form: str, root: Path) -> None:
    """List all that depends on a thing: numbers, sentences, words, figures, tables, claims.

    ID is that of a datum (h100-sxm.power), an entity (h100-sxm), a number
    (one-gpu.llama_one_gpu), a calculator (device_time) or a source.
    """
    from bookgen import asking, pipeline

    loaded = pipeline.load(root)
    found = asking.impact(id, root, loaded.book, loaded.graph, pipeline.compose(loaded))
    click.echo(asking.markdown(found) if form == "markdown" else asking.text(found))


@main.command("schema")
@_root
@_told
def write_schema(root: Path) -> None:
    """Write the JSON Schemas of the YAML files into build/schema/, for editors."""
    from bookgen import pipeline

    folder = root / "build" / "schema"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pipeline.schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
    click.echo(f"wrote {len(pipeline.schemas())} schemas to {folder.as_posix()}/")


@main.command()
@_root
@click.option("--port", default=8000, show_default=True, help="Port on this machine.")
@_told
def serve(root: Path, port: int) -> None:
    """Build, serve site/ on this machine, and rebuild when a source file changes."""
    from mkdocs.livereload import LiveReloadServer

    command = [sys.executable, "-m", "bookgen", "build", "--root", str(root)]

    def rebuild() -> None:
        # A process of its own, so that changed calculators and figures are read afresh.
        if subprocess.run(command, check=False).returncode:
            raise SystemExit("the site is unchanged; waiting for the next edit")

    if subprocess.run(command, check=False).returncode and not (root / "site").is_dir():
        sys.exit(1)
    server = LiveReloadServer(rebuild, "127.0.0.1", port, str(root / "site"))
    for name in ("content", "data", "figures", "bookgen", "mkdocs.yml"):
        server.watch(str(root / name))
    click.echo(f"serving {server.url} (stop with Ctrl-C)")
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        server.shutdown()
