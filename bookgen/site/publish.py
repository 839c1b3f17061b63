"""Staging folder -> published folder: at once or not at all, touching only what changed."""

from __future__ import annotations

import filecmp
import os
import shutil
from pathlib import Path


def publish(staging: Path, target: Path) -> list[str]:
    """Make ``target`` hold exactly what ``staging`` holds, and remove ``staging``.

    A file whose bytes did not change keeps its inode and its time. Where nothing changed nothing
    under ``target`` is touched; otherwise the folders are swapped by renaming, so that nobody sees
    a half-written site. Both must lie on one file system.

    Returns:
        The paths that were added, changed or removed, sorted, with forward slashes.
    """
    new, old = files(staging), files(target)
    same = {path for path in new & old if filecmp.cmp(staging / path, target / path, shallow=False)}
    changed = sorted((new | old) - same)
    if changed:
        for path in same:
            _keep(target / path, staging / path)
        _swap(staging, target)
    else:
        shutil.rmtree(staging)
    return changed


def recover(target: Path, work: Path) -> None:
    """Mend what a run that was killed between two renames left behind in its work folder."""
    old = _old(target, work)
    if old.is_dir():
        if target.exists():
            shutil.rmtree(old)
        else:
            old.rename(target)


def files(folder: Path) -> set[str]:
    """Every file under a folder, relative to it, with forward slashes."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }


def _keep(present: Path, staged: Path) -> None:
    """Make a staged file be the present one, or a copy as old where links are not to be had."""
    spare = staged.with_name(staged.name + ".same")
    try:
        os.link(present, spare)
    except OSError:
        shutil.copystat(present, staged)
    else:
        spare.replace(staged)


def _old(target: Path, work: Path) -> Path:
    return work / f"{target.name}-old"


def _swap(staging: Path, target: Path) -> None:
    recover(target, staging.parent)
    old = _old(target, staging.parent)
    if target.exists():
        target.rename(old)
    staging.rename(target)
    shutil.rmtree(old, ignore_errors=True)
