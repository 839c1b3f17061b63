"""The whole tree under a number, down to the data."""

from __future__ import annotations

from bookgen.evaluation import Number
from bookgen.proof.writer import Writer, escape


def tree(writer: Writer, number: Number) -> str:
    """A folded list of lists; nothing where the inputs are data already."""
    if not any(child.inputs for _, child in number.inputs):
        return ""
    summary = f"<summary>{writer.say('tree')}</summary>"
    return f'<details class="tree">{summary}{_branches(writer, number, set())}</details>'


def _branches(writer: Writer, number: Number, seen: set[str]) -> str:
    items = (_item(writer, parameter, child, seen) for parameter, child in number.inputs)
    return f"<ul>{''.join(items)}</ul>" if number.inputs else ""


def _item(writer: Writer, parameter: str, node: Number, seen: set[str]) -> str:
    """One node; one that stood in this tree before is only named."""
    if node.id in seen:
        return f"<li>{writer.name(node, parameter)}{writer.note(writer.say('above'))}</li>"
    seen.add(node.id)
    text = writer.equals(node, parameter)
    if not node.inputs:
        text += writer.note(origin(writer, node))
    return f"<li>{text}{_branches(writer, node, seen)}</li>"


def origin(writer: Writer, leaf: Number) -> str:
    """How a datum or a given value is known: its place in data/ and its kind."""
    parts = [f"<code>{escape(leaf.datum.id)}</code>"] if leaf.datum else []
    return writer.join([*parts, writer.kind(leaf)], "comma")
