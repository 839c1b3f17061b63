"""The command, ``bookgen``, which does one thing a word.

``build | check | diff | accept | explain | calc | impact | new | schema | serve``

Exit status: 0 fine, 1 something was found, 2 wrong use.
"""

from __future__ import annotations

import datetime
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import click

from bookgen import console
from bookgen.errors import BookError, raise_all

_UNCHANGED = "nothing has changed since the last review"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build a bilingual book whose every number is computed from data."""


@main.command()
@console.root
@console.told
def build(root: Path) -> None:
    """Build the site into site/."""
    from bookgen import pipeline

    with console.steps() as tell:
        changed = pipeline.build(root, tell)
    click.echo(f"site/: {len(changed)} files changed" if changed else "site/ is up to date")


@main.command()
@console.root
@click.option("--since", metavar="REF", help="Hold data against where this branch left REF.")
@click.option("--max-age", type=click.IntRange(0), metavar="DAYS", help="Refuse older data.")
@click.option("--ages", is_flag=True, help="List how old the data are, the oldest first.")
@console.told
def check(root: Path, since: str | None, max_age: int | None, ages: bool) -> None:
    """Check data, numbers and templates without building, and judge the claims anew.

    Data are old when they were verified long ago: after a year a warning says so.
    """
    from bookgen import checks, claims, pipeline, published

    subject = replace(pipeline.subject(root), max_age=max_age, since=since)
    reports = dict(checks.run(subject))
    graph, rendered = subject.graph, subject.rendered
    verdicts = claims.judge(root / "data", graph)
    points = published.load(root / "data", graph.catalog)
    counts = [
        (len(graph.catalog.values), "values in data/", ""),
        (len(graph.catalog.sources), "sources", ""),
        (len(graph.numbers), "numbers", ""),
        (len(rendered.uses), "numbers in the text", ""),
        (len(rendered.pages), "pages", ""),
        (len(verdicts), "claims of other texts", ""),
        (sum(map(len, points.values())), "published values of calculators", ""),
        *((report.looked_at, report.what, report.skipped) for report in reports.values()),
    ]
    for count, what, skipped in counts:
        click.echo(f"     - {what}: {skipped}" if skipped else f"{count:6d} {what}")
        if not count and not skipped:
            raise BookError(f"there are no {what}: nothing was checked")
    for id, verdict in verdicts.items():
        click.echo(f"{verdict.kind:>10}  {id} (factor {verdict.factor:.3g})")
    if ages:
        click.echo("\n".join(checks.table_of_ages(subject)))
    for name, report in reports.items():
        for warning in report.warnings:
            click.echo(f"warning: {warning} [{name}]", err=True)
    raise_all([fault for report in reports.values() for fault in report.faults])


@main.command()
@console.root
@console.form
@console.told
def diff(root: Path, form: str) -> None:
    """Show what the book says otherwise than at its last review, without building."""
    from bookgen import pipeline, review
    from bookgen.review import report

    found = review.examine(pipeline.subject(root))
    if found.first:
        raise_all([*found.faults()])
    if broken := found.broken():
        raise broken
    if not found.difference:
        click.echo(_UNCHANGED)
        return
    click.echo(
        report.markdown(found.difference)
        if form == "markdown"
        else report.terminal(found.difference)
    )
    sys.exit(1)


@main.command()
@console.root
@click.option("-m", "--message", "why", required=True, help="Why the numbers changed.")
@click.option("--zh", default="", help="The same in Chinese, where -m is in English.")
@click.option(
    "--date", type=click.DateTime(["%Y-%m-%d"]), help="The day of the review (default: today)."
)
@click.option(
    "--one-language",
    "reworded",
    default="",
    metavar="REASON",
    help="Why text was changed in one language only.",
)
@console.told
def accept(root: Path, why: str, zh: str, date: datetime.datetime | None, reworded: str) -> None:
    """Take in what the book says now, and tell it on the page of changes."""
    from bookgen import checks, pipeline, review

    if not why.strip():
        raise click.UsageError("the reason (-m) is empty")

    subject = pipeline.subject(root)
    reports = [report for name, report in checks.run(subject) if name != "review"]
    faults = [fault for report in reports for fault in report.faults]
    day = date.date() if date else datetime.date.today()
    try:
        entry = review.accept(
            review.examine(subject), faults, review.reasons(why, zh), day, reworded
        )
    except BookError:
        click.echo("nothing was accepted:", err=True)
        raise
    click.echo(f"reviewed on {entry.date}" if entry else _UNCHANGED)


@main.command()
@click.argument("number")
@click.option("--depth", type=click.IntRange(0), help="How many levels of inputs to show.")
@console.language
@console.root
@console.told
def explain(number: str, depth: int | None, language: str, root: Path) -> None:
    """Prove a number as a tree, down to the data and their sources.

    NUMBER is the id of a number (one-gpu.llama_one_gpu), of a datum (h100-sxm.power) or of a cell
    of a table (accelerators.h100-sxm.ridge), or its address in the book; where it is clear, the
    first part of an id may be left out.
    """
    from bookgen import asking, pipeline

    subject = pipeline.subject(root)
    found, texts = asking.Known.of(subject).find(number), subject.rendered.uses
    click.echo(asking.explain(found, subject.graph.catalog, language, texts=texts, depth=depth))


@main.command()
@click.argument("calculator", required=False)
@click.argument("inputs", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--unit", default="", help="A unit to say the result in besides.")
@console.language
@console.root
@console.told
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
@console.form
@console.root
@console.told
def impact(id: str, form: str, root: Path) -> None:
    """List all that depends on a thing: numbers, sentences, words, figures, tables, claims.

    ID is that of a datum (h100-sxm.power), an entity (h100-sxm), a number
    (one-gpu.llama_one_gpu), a calculator (device_time), a source, an event
    (history.events.today), a yardstick or a rule.
    """
    from bookgen import asking, pipeline

    found = asking.impact(id, pipeline.subject(root))
    click.echo(asking.markdown(found) if form == "markdown" else asking.text(found))


@main.command()
@click.argument("kind")
@click.argument("id")
@console.root
@console.told
def new(kind: str, id: str, root: Path) -> None:
    """Write the files of something new, with every field and what belongs in it.

    KIND is accelerator, cpu, system, model, run, price, claim, source, chapter, number or figure;
    ID is what it is to be called, and chapter.name for a number.
    """
    from bookgen.new import KINDS, create

    if kind not in KINDS:
        raise click.UsageError(f"'{kind}' is none of {', '.join(KINDS)}")
    written = create(root, kind, id)
    for file in written.files:
        click.echo(f"wrote {file.relative_to(root).as_posix()}")
    click.echo(f"then replace every TODO (make check names those that are left); {written.then}")


@main.command("schema")
@console.root
@console.told
def write_schema(root: Path) -> None:
    """Write the JSON Schemas of the YAML files into build/schema/, for editors."""
    from bookgen import pipeline

    folder = root / "build" / "schema"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pipeline.schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
    click.echo(f"wrote {len(pipeline.schemas())} schemas to {folder.as_posix()}/")


@main.command()
@console.root
@click.option("--port", default=8000, show_default=True, help="Port on this machine.")
@console.told
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
