"""Draws jobs: here, or in two processes of their own when there are many.

``python -m bookgen.plot.draw`` is the other process: it reads jobs and writes what went wrong.
"""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from bookgen.errors import BookError, raise_all
from bookgen.plot import style, svg
from bookgen.plot.drawing import Drawing
from bookgen.plot.job import Job

WORTH_A_PROCESS = 30  # drawings for each process; starting one costs as much as twenty


def draw_all(jobs: Sequence[Job], folder: Path) -> None:
    """Draw every job into the cache folder.

    Raises:
        BookError: every drawing that failed, in one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    workers = min(os.cpu_count() or 1, len(jobs) // WORTH_A_PROCESS)
    if workers < 2:
        raise_all(_draw_here(jobs, folder))
    else:
        raise_all(_draw_elsewhere([jobs[start::workers] for start in range(workers)], folder))


def draw(job: Job, config: Path) -> str:
    """Draw one job and return the SVG for the page.

    Args:
        job: what to draw.
        config: a folder for matplotlib's own files.

    Raises:
        BookError: a fault in the figure's module, its labels or its layout.
    """
    try:
        with style.matplotlib_for_the_book(config, f"{job.id}-{job.variant}"):
            source, size, shown = _draw(job)
        name = f"{job.id}-{job.variant}"
        return svg.clean(source, name, size, style.FONT_SIZE, shown)
    except style.MissingGlyphError as bad:
        name = job.label_with(bad.glyph)
        bad.found += f" (figure '{job.id}', {job.language}{name and f', label {name!r}'})"
        raise bad.located(job.file, job.lines.get(name)) from None
    except BookError as bad:
        if bad.file is None:
            bad.found += f" (figure '{job.id}', {job.language}, {job.variant})"
        raise bad.located(job.module, None) from None


def _draw(job: Job) -> tuple[str, tuple[int, int], set[str]]:
    """What matplotlib writes, how much of it is used, and who is in it."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    width, height = job.size
    figure = Figure(figsize=(width / style.DPI, height / style.DPI), dpi=style.DPI)
    FigureCanvasSVG(figure)
    figure.patch.set_visible(False)
    drawing = Drawing(job, figure)
    try:
        _run(job, drawing)
        drawing.check()
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        return out.getvalue(), (drawing.width, drawing.used_height), drawing.shown
    finally:
        figure.clear()


def _run(job: Job, drawing: Drawing) -> None:
    """Run the module's source as it was when the job was made, never a stale compiled file."""
    module = ModuleType(f"figures.{job.module.stem}")
    sys.modules[module.__name__] = module  # where dataclasses look for it
    try:
        exec(compile(job.source, str(job.module), "exec"), module.__dict__)
        if not callable(module.__dict__.get("draw")):
            raise BookError(
                "the module has no function 'draw'",
                file=job.module,
                expected="def draw(drawing: Drawing) -> None",
            )
        module.__dict__["draw"](drawing)
    except BookError as bad:
        raise bad.located(job.module, _line(bad, job.module)) from None
    except SyntaxError as bad:
        raise BookError(f"not Python: {bad.msg}", file=job.module, line=bad.lineno) from None
    except Exception as bad:
        found = f"{type(bad).__name__}: {bad} (figure '{job.id}', {job.language}, {job.variant})"
        raise BookError(found, file=job.module, line=_line(bad, job.module)) from bad
    finally:
        del sys.modules[module.__name__]


def _line(error: Exception, module: Path) -> int | None:
    """The line of the figure's module at which it failed."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(module)]
    return lines[-1] if lines else None


def _draw_here(jobs: Sequence[Job], folder: Path) -> list[BookError]:
    errors: list[BookError] = []
    for job in jobs:
        try:
            _write(job.target(folder), draw(job, folder / "matplotlib"))
        except BookError as bad:
            errors.append(bad)
    return errors


def _write(target: Path, text: str) -> None:
    """Write a file so that nobody ever reads half of it."""
    part = target.with_name(f".{target.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(target)


def _draw_elsewhere(shares: Sequence[Sequence[Job]], folder: Path) -> list[BookError]:
    """Draw each share in a process of its own, all at once."""
    home = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH")]))
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "bookgen.plot.draw"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        for _ in shares
    ]
    for process, share in zip(processes, shares, strict=True):
        assert process.stdin is not None
        process.stdin.write(pickle.dumps((list(share), folder)))
        process.stdin.close()
        process.stdin = None
    errors: list[BookError] = []
    for process in processes:
        out, trouble = process.communicate()
        if process.returncode:
            last = (trouble.decode("utf-8", "replace").strip().splitlines() or ["no reason"])[-1]
            errors.append(BookError(f"drawing figures stopped: {last}"))
        else:
            errors += pickle.loads(out)
    return errors


def main() -> None:
    """Draw the jobs on standard input; what they print goes to standard error."""
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs, folder = pickle.load(sys.stdin.buffer)
    with answer:
        pickle.dump(_draw_here(jobs, folder), answer)


if __name__ == "__main__":
    main()
