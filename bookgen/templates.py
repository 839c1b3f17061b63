"""Jinja with the book's numbers: strict, with one filter for each way of writing.

Inside maths (``$...$``, ``$$...$$``, ``\\(...\\)``, ``\\[...\\]``) braces belong to LaTeX: only
``{{ expression }}`` with a space inside its braces is Jinja there, and its value comes out in
braces of its own, so that ``10^{{ e }}`` is 10 to the power of e. Comments are ``{## ... ##}``,
so that a heading's ``{#anchor}`` stays what it is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import inf
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension

from bookgen import schema, units
from bookgen.errors import BookError, did_you_mean
from bookgen.evaluation import Number
from bookgen.language import Style, said, span, write
from bookgen.language.writing import Form
from bookgen.page import Page, Place, Use, Written, here

MATHS = re.compile(
    r"""
      (?<!\\)\$\$(?P<block>.+?)(?<!\\)\$\$
    | \\\[(?P<square>.+?)\\\]
    | \\\((?P<round>.+?)\\\)
    | (?<![\\$])\$(?!\s)(?P<inline>(?:\\.|\{\{.*?\}\}|[^\\$\n])+?)(?<!\s)\$(?!\d)
    """,
    re.VERBOSE | re.DOTALL,
)
CODE = re.compile(r"(?P<fence>^(?P<tick>```+|~~~+).*?^(?P=tick)|`[^`\n]+`)", re.M | re.S)
EXPRESSION = re.compile(r"\{\{(?=\s|[^{}]*\s\}\}|n[.\[])\s*([^{}]+?)\s*\}\}")


def environment(cache: Path | None = None) -> jinja2.Environment:
    """A strict environment; compiled templates are kept under ``cache``.

    They depend on how this module prepares a template, so each version of it has its own folder.
    """
    if cache is not None:
        cache = cache / hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
        cache.mkdir(parents=True, exist_ok=True)
    env = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        comment_start_string="{##",
        comment_end_string="##}",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=[MathsExtension],
        bytecode_cache=jinja2.FileSystemBytecodeCache(str(cache)) if cache else None,
    )
    for name in ("default", "d"):
        del env.filters[name]
    for form in ("plain", "words", "scientific", "percent"):
        env.filters[form] = _filter(form)
    env.filters["tex"] = _tex
    env.filters["text"] = _text
    env.filters["holds"] = _holds
    env.filters["span"] = _span
    return env


def _filter(form: Form) -> Callable[..., Written]:
    @jinja2.pass_context
    def written(
        context: jinja2.runtime.Context,
        number: Any,
        digits: int | None = None,
        *,
        about: bool = False,
        unit: bool = True,
    ) -> Written:
        if not isinstance(number, Number):
            raise BookError(f"'{number}' is not a number of the book", expected=f"n.name | {form}")
        page: Page = context["page"]
        style = Style(form, digits, about, unit)
        text = write(number.value, number.unit, page.language, style)
        told = said(number.value, number.unit, page.language, style)
        use = Use(number, text, said=told, place=context.get("place") or here())
        page.uses.append(use)
        return Written(number, text, page, use)

    return written


@jinja2.pass_context
def _span(
    context: jinja2.runtime.Context,
    number: Any,
    digits: int | None = None,
    form: Form = "plain",
    *,
    unit: bool = True,
) -> Written:
    """The range of a number, marked as the number itself."""
    if not isinstance(number, Number):
        raise BookError(f"'{number}' is not a number of the book", expected="n.name | span")
    if number.low is None or number.high is None:
        raise BookError(
            f"{number.id} has no range", hint="none of the data under it states a 'range'"
        )
    page: Page = context["page"]
    low, high = (units.from_si(end, number.unit) for end in (number.low, number.high))
    text = span(low, high, number.unit, page.language, Style(form, digits, unit=unit))
    use = Use(number, text, place=context.get("place") or here())
    page.uses.append(use)
    return Written(number, text, page, use)


@jinja2.pass_context
def _holds(context: jinja2.runtime.Context, number: Any, condition: str, words: str) -> str:
    """Words that are true while a number stays in a range; whether it does is a check's affair."""
    if not isinstance(number, Number):
        raise BookError(
            f"'{number}' is not a number of the book",
            expected="n.name | holds('1.9 to 2.1', 'twice')",
        )
    low, high = read_condition(condition, number.unit)
    place = context.get("place") or here()
    page: Page = context["page"]
    return page.words(Use(number, words, "holds", place, low=low, high=high))


def read_condition(text: str, unit: str) -> tuple[float, float]:
    """``1.9 to 2.1``, ``above 1`` or ``below 10``, in coherent units."""
    for word in ("above", "below"):
        if text.startswith(f"{word} "):
            end = units.parse(text.removeprefix(word).strip(), unit).si
            return (end, inf) if word == "above" else (-inf, end)
    return schema.read_range(text, unit)


def _text(value: Any) -> str:
    """A number where no mark can stand, as in the title of a box."""
    return value.page.sign(value.use) if isinstance(value, Written) else str(value)


def _tex(value: Any) -> str:
    """A value inside a formula, in braces of its own so that it stays one exponent or index."""
    return f"{{{value.tex if isinstance(value, Written) else value}}}"


class MathsExtension(Extension):
    """Keeps Jinja out of LaTeX, except for ``{{ expression }}``."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        pieces, end = [], 0
        for match in CODE.finditer(source):
            pieces += [MATHS.sub(_protect, source[end : match.start()]), match[0]]
            end = match.end()
        return "".join([*pieces, MATHS.sub(_protect, source[end:])])


def _protect(match: re.Match[str]) -> str:
    """One formula with everything but its expressions made raw."""
    text = match[0]
    if "{{" not in text and "{%" not in text:
        return text
    out, end = [], 0
    for expression in EXPRESSION.finditer(text):
        out += [_raw(text[end : expression.start()]), f"{{{{ ({expression[1]}) | tex }}}}"]
        end = expression.end()
    return "".join([*out, _raw(text[end:])])


def _raw(text: str) -> str:
    return f"{{%+ raw %}}{text}{{%+ endraw +%}}" if text else ""  # no line end is swallowed


def numbers_in(env: jinja2.Environment, source: str, file: Path) -> Iterator[tuple[str, int]]:
    """Every number a template names, with its line, in order."""
    tree = _parse(env, source, file)
    for node in tree.find_all((nodes.Getattr, nodes.Getitem)):
        match node:
            case nodes.Getattr(node=nodes.Name(name="n"), attr=attribute):
                yield attribute, node.lineno
            case nodes.Getitem(node=nodes.Name(name="n"), arg=nodes.Const(value=key)):
                yield str(key), node.lineno


def calls_in(env: jinja2.Environment, source: str, file: Path, name: str) -> list[tuple[str, int]]:
    """The first constant argument of every call of ``name`` in a template, with its line."""
    return [
        (str(call.args[0].value), call.lineno)
        for call in _parse(env, source, file).find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name == name
        if call.args and isinstance(call.args[0], nodes.Const)
    ]


@lru_cache(maxsize=1024)
def _parse(env: jinja2.Environment, source: str, file: Path) -> nodes.Template:
    """The syntax tree of a template, parsed once for all that ask about it."""
    try:
        return env.parse(source, str(file), str(file))
    except jinja2.TemplateSyntaxError as bad:
        _syntax(bad, file)


def render(
    env: jinja2.Environment, source: str, file: Path, line: int | None, context: Mapping[str, Any]
) -> str:
    """Render one template; every fault names the file and line it was written on.

    Args:
        env: from ``environment``.
        source: the template's text.
        file: the file it stands in, for errors.
        line: the line a short template stands on inside ``file``; None where it is the file.
        context: ``page``, ``n`` and whatever else the template may name.

    Raises:
        BookError: bad syntax, an unknown name or number, or a fault in a filter.
    """
    try:
        code = _code(env, source, file, whole=line is None)
        template = jinja2.Template.from_code(env, code, env.make_globals(None))
        return template.render(context if line is None else {**context, "place": Place(file, line)})
    except jinja2.TemplateSyntaxError as bad:
        _syntax(bad, file, line)
    except jinja2.UndefinedError as bad:
        found = str(bad.message)
        name = re.match(r"'([^']+)' is undefined", found)
        hint = did_you_mean(name[1], context) if name else None
        raise BookError(found, file=file, line=line or _line(bad, file), hint=hint) from None
    except BookError as bad:
        raise bad.located(file, line or _line(bad, file)) from None
    except (TypeError, ValueError, AttributeError) as bad:
        raise BookError(str(bad), file=file, line=line or _line(bad, file)) from None


def _code(env: jinja2.Environment, source: str, file: Path, *, whole: bool) -> CodeType:
    """The compiled template, from the cache where it is there for this very source.

    The cache knows nothing of where the book lies: the code is told its file when it is used.
    """
    name = f"{file.parent.name}/{file.name}" if whole else source
    if env.bytecode_cache is None:
        return env.compile(source, name, str(file))
    bucket = env.bytecode_cache.get_bucket(env, name, name, source)
    if bucket.code is None:
        bucket.code = env.compile(source, name, name)
        env.bytecode_cache.set_bucket(bucket)
    return _placed(bucket.code, str(file))


def _placed(code: CodeType, file: str) -> CodeType:
    """Code, and all that is defined in it, as code of another file."""
    inner = (_placed(part, file) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_filename=file, co_consts=tuple(inner))


def _syntax(bad: jinja2.TemplateSyntaxError, file: Path, line: int | None = None) -> NoReturn:
    raise BookError(f"template: {bad.message}", file=file, line=line or bad.lineno) from None


def _line(error: BaseException, file: Path) -> int | None:
    """The template line in an error's traceback."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
