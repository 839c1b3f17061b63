"""Where on the site a number is, and is proved: the one place that knows."""

from __future__ import annotations


def derivations(page: str) -> str:
    """The page that proves the numbers of a page: ``derivations-one-gpu``."""
    return f"derivations-{page}"


def derivation(id: str) -> str:
    """Where a number is proved, from any page: ``derivations-one-gpu.html#one-gpu.mfu``."""
    return f"{derivations(id.partition('.')[0])}.html#{id}"


def mark(name: str) -> str:
    """The anchor of a number's first mark on the page that owns it: ``n-mfu``."""
    return f"n-{name}"


def number(address: str) -> str:
    """The id of the number at an address of the site; whatever is no address is given back.

    >>> number("https://example.org/zh/one-gpu.html#n-mfu")
    'one-gpu.mfu'
    >>> number("derivations-one-gpu.html#one-gpu.mfu")
    'one-gpu.mfu'
    """
    path, _, anchor = address.rpartition("#")
    page = path.rpartition("/")[2].removesuffix(".html")
    if not anchor or not path.endswith(".html"):
        return address
    if page == derivations(anchor.partition(".")[0]):
        return anchor
    return f"{page}.{anchor.removeprefix(mark(''))}"
