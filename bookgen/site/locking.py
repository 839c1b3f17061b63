"""One build of a book at a time."""

from __future__ import annotations

import contextlib
import fcntl
import threading
from collections.abc import Iterator
from pathlib import Path

from bookgen.errors import BookError

_held: dict[Path, int] = {}


@contextlib.contextmanager
def lock(root: Path) -> Iterator[None]:
    """Hold the book's only build lock; a thread that holds it may take it again.

    The kernel lets go of it when the process ends, however it ends.

    Raises:
        BookError: another build is running.
    """
    key, me = root.resolve(), threading.get_ident()
    if _held.get(key) == me:
        yield
        return
    try:
        (root / "build").mkdir(parents=True, exist_ok=True)
        file = (root / "build" / ".lock").open("ab")
    except OSError as bad:
        raise BookError(f"cannot write there: {bad.strerror}", file=root / "build") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BookError("another build is running", file=root / "build" / ".lock") from None
        _held[key] = me
        try:
            yield
        finally:
            del _held[key]
