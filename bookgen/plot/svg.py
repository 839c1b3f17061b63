"""Turns matplotlib's SVG into a small one for the page: themed, with ids of its own.

Colours become the theme's variables, ids carry the figure's and the variant's name, text takes
the page's font, and what only a stand-alone file needs is left out.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from bookgen.errors import BookError

# What figures draw with: values that no figure would choose, each standing for a theme colour.
COLOURS = {
    "#f10001": "var(--fig-ink)",
    "#f10002": "var(--fig-muted)",
    "#f10003": "var(--fig-grid)",
    "#f10004": "var(--fig-paper)",
    "#f1000a": "var(--fig-a)",
    "#f1000b": "var(--fig-b)",
    "#f1000c": "var(--fig-c)",
    "#f1000d": "var(--fig-d)",
}
_PAINTED = {"path", "text", "use", "rect", "circle", "ellipse", "polygon", "polyline", "line"}
_UNNEEDED = {"font-family", "text-anchor: start", "stroke-dashoffset: 0", "opacity: 1"}
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?)\([^)]*\)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_WRITTEN = re.compile(r">([^<>]+)</text>")


def clean(
    source: str, prefix: str, size: tuple[int, int], font_size: float, shown: Iterable[str] = ()
) -> str:
    """The SVG for a page.

    Args:
        source: as matplotlib wrote it.
        prefix: what every id starts with.
        size: width and height of the drawing in its own pixels.
        font_size: the size that most text has; it is stated once.
        shown: who is in the drawing, which ``shows`` finds again.

    Raises:
        BookError: a colour that is not the theme's is left.
    """
    root = ET.fromstring(source)
    canvas = [0.0, 0.0, float(size[0]), float(size[1])]
    whole = {clip.get("id", "") for clip in root.iter(_tag("clipPath")) if _covers(clip, canvas)}
    writer = _Writer(_names(root, prefix, whole), whole, font_size)
    body = [line for child in root for line in writer.element(child)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}"'
        f' style="font-size:{_short(font_size)}px" stroke-linejoin="round"{_shows(shown)}>'
    )
    return "\n".join([head, *body, "</svg>"])


def _shows(shown: Iterable[str]) -> str:
    ids = " ".join(sorted(shown))
    return f' data-shows="{ids}"' if ids else ""


def shows(drawing: str) -> set[str]:
    """The entities in a drawing for the page, and the members of families written in it."""
    found = re.search(r'^<svg[^>]* data-shows="([^"]*)"', drawing)
    return set(found[1].split()) if found else set()


def sign(drawing: str, numbers: Mapping[str, str]) -> str:
    """The drawing with its written numbers marked, so that a pointer finds whose they are.

    Args:
        drawing: an SVG for the page.
        numbers: the ids of numbers by how they are written.
    """
    if not numbers:
        return drawing
    known = {escape(text, quote=False): id for text, id in numbers.items()}
    longest = sorted(known, key=len, reverse=True)
    written = re.compile(rf"(?<![\d.,])(?:{'|'.join(map(re.escape, longest))})(?![.,]?\d)")

    def mark(match: re.Match[str]) -> str:
        return f'<tspan class="num" data-num="{known[match[0]]}">{match[0]}</tspan>'

    return _WRITTEN.sub(lambda text: f">{written.sub(mark, text[1])}</text>", drawing)


def texts(source: str) -> list[str]:
    """Every text in an SVG, in order."""
    found = (element for element in ET.fromstring(source).iter(_tag("text")))
    return ["".join(element.itertext()) for element in found]


class _Writer:
    """Writes elements one a line, leaving out what says nothing."""

    def __init__(self, names: Mapping[str, str], whole: set[str], font_size: float) -> None:
        self.names = names
        self.whole = whole
        self.unneeded = _UNNEEDED | {f"font-size: {_short(font_size)}px"}

    def element(self, element: ET.Element, shown: bool = True) -> Iterator[str]:
        """The element's lines; ``shown`` is whether it is painted where it stands."""
        tag = element.tag.rpartition("}")[2]
        if tag in {"metadata", "style"}:
            return
        if tag == "clipPath" and element.get("id") not in self.names:
            return
        attributes = self._attributes(element)
        if shown and tag in _PAINTED and "fill:" not in attributes.get("style", ""):
            raise _stray("black, by default", element)
        if shown and attributes.get("style") == "fill:none":
            return
        shown = shown and tag != "defs"
        children = [line for child in element for line in self.element(child, shown)]
        if tag in {"g", "defs"} and not children:
            return
        if tag == "g" and not attributes:
            yield from children
            return
        text = escape(element.text or "", quote=False) if tag == "text" else ""
        opening = " ".join([tag, *(f'{name}="{value}"' for name, value in attributes.items())])
        if not children:
            yield f"<{opening}>{text}</{tag}>" if text else f"<{opening}/>"
            return
        yield f"<{opening}>"
        yield from children
        yield f"</{tag}>"

    def _attributes(self, element: ET.Element) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in element.attrib.items():
            name = name.rpartition("}")[2]
            match name:
                case "id":
                    found |= {"id": self.names[value]} if value in self.names else {}
                case "href":
                    found["href"] = f"#{self.names[value[1:]]}"
                case "clip-path":
                    if value[5:-1] not in self.whole:
                        found[name] = self._referring(value)
                case "style":
                    found |= self._style(value)
                case "d":
                    found["d"] = path(value)
                case "transform":
                    found |= _placed(value)
                case _:
                    found[name] = _rounded(value)
        return found

    def _style(self, style: str) -> dict[str, str]:
        kept = []
        for item in style.split(";"):
            name, _, value = (part.strip() for part in item.partition(":"))
            if not name or {name, f"{name}: {value}"} & self.unneeded:
                continue
            value = COLOURS.get(value.lower(), value)
            if _COLOUR.search(value) and not _REFERENCE.fullmatch(value):
                raise _stray(value, None)
            value = self._referring(value) if "url(" in value else _rounded(value, 3)
            kept.append(f"{name}:{value}")
        return {"style": ";".join(kept)} if kept else {}

    def _referring(self, value: str) -> str:
        return _REFERENCE.sub(lambda match: f"url(#{self.names[match[1]]})", value)


def path(data: str) -> str:
    """Path data with two decimals in few characters: each step from where the last one ended.

    >>> path("M 1 2 L 5.004 2 L 5 7.5 L 1 2 z M 0 0 C 1 1 2 2 3.25 3")
    'm1 2h4v5.5l-4-5.5zm-1-2c1 1 2 2 3.25 3'
    """
    out = []
    here, start = (0, 0), (0, 0)
    for command, arguments in re.findall(r"([MLCQz])([^MLCQz]*)", data):
        hundredths = [round(float(number) * 100) for number in _NUMBER.findall(arguments)]
        points = list(zip(hundredths[::2], hundredths[1::2], strict=True))
        steps = [(x - here[0], y - here[1]) for x, y in points]
        if command == "z":
            here = start
            out.append("z")
            continue
        if command == "L" and not steps[0][1]:
            out.append(f"h{_hundredth(steps[0][0])}")
        elif command == "L" and not steps[0][0]:
            out.append(f"v{_hundredth(steps[0][1])}")
        else:
            out.append(command.lower() + _joined([n for step in steps for n in step]))
        here = points[-1]
        start = here if command == "M" else start
    return "".join(out)


def _joined(hundredths: list[int]) -> str:
    """Numbers with no more between them than is needed to tell them apart."""
    return " ".join(map(_hundredth, hundredths)).replace(" -", "-")


def _hundredth(number: int) -> str:
    text = _short(number / 100)
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _names(root: ET.Element, prefix: str, whole: set[str]) -> dict[str, str]:
    """New ids for the elements that others refer to, numbered in order."""
    wanted: set[str] = set()
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.endswith("href"):
                wanted.add(value.removeprefix("#"))
            elif name in {"style", "clip-path"}:
                wanted.update(_REFERENCE.findall(value))
    ids = [element.get("id", "") for element in root.iter() if "id" in element.attrib]
    kept = [old for old in dict.fromkeys(ids) if old in wanted - whole]
    return {old: f"{prefix}-{number}" for number, old in enumerate(kept, 1)}


def _covers(clip: ET.Element, canvas: list[float]) -> bool:
    """Whether a clip path lets the whole canvas through."""
    shapes = list(clip)
    if len(shapes) != 1 or shapes[0].tag != _tag("rect"):
        return False
    x, y, width, height = (
        float(shapes[0].get(side, "0")) for side in ("x", "y", "width", "height")
    )
    edges = [x - canvas[0], y - canvas[1], canvas[2] - x - width, canvas[3] - y - height]
    return max(edges) < 0.01


def _placed(transform: str) -> dict[str, str]:
    """A transform, or what says the same in fewer words."""
    numbers = [float(number) for number in _NUMBER.findall(transform)]
    if transform.startswith("rotate(") and not numbers[0]:
        return {}
    if re.fullmatch(r"translate\([^)]*\)", transform.strip()) and len(numbers) == 2:
        return {"x": _short(numbers[0]), "y": _short(numbers[1])}
    return {"transform": _rounded(transform)}


def _rounded(value: str, places: int = 2) -> str:
    return _NUMBER.sub(lambda match: _short(float(match[0]), places), value).replace(", ", ",")


def _short(number: float, places: int = 2) -> str:
    text = f"{number:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _stray(colour: str, element: ET.Element | None) -> BookError:
    text = f" of '{element.text}'" if element is not None and element.text else ""
    return BookError(
        f"the colour {colour}{text} is not one of the theme's",
        expected="drawing.ink, muted, grid, paper, a, b, c or d",
    )


def _tag(name: str) -> str:
    return f"{{http://www.w3.org/2000/svg}}{name}"
