"""What every model is built from: text, dates, names, and faults that a person can read."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def fault(found: str, expected: str = "", hint: str = "") -> PydanticCustomError:
    """A validation fault whose words reach the person unchanged."""
    return PydanticCustomError(
        "book", "{found}", {"found": found, "expected": expected, "hint": hint}
    )


class Model(BaseModel):
    """Base of all models: unknown keys are refused, nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _text(value: Any) -> Any:
    if isinstance(value, str) and not value.strip():
        raise fault("the value is empty", "some text")
    return value


def read_date(value: Any) -> Any:
    """A date of year, month or day precision: 2024, 2024-03 or 2024-03-18."""
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}(-\d\d){0,2}", value):
        raise fault(f"'{value}' is not a date", "a date such as 2024-03-18 or 2024-03")
    parts = [int(part) for part in value.split("-")]
    try:
        datetime.date(*[*parts, 1, 1][:3])
    except ValueError:
        raise fault(
            f"'{value}' is not a day of the calendar", "a date such as 2024-03-18"
        ) from None
    return value


def decimal_year(date: str) -> float:
    """A date as years of the Gregorian count; there is no year 0, so 1 BC is 0.

    A month or a year alone stands for its first day.
    """
    if date.startswith("-"):
        return float(int(date) + 1)
    parts = [int(part) for part in date.split("-")]
    day = datetime.date(*[*parts, 1, 1][:3])
    return day.year + (day.timetuple().tm_yday - 1) / 365.25


def _list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_text)]
Date = Annotated[str, BeforeValidator(read_date)]
Names = Annotated[
    list[Text],
    BeforeValidator(_list, json_schema_input_type=str | list[str]),
    Field(min_length=1),
]


class Described(Model):
    """A model whose fields say what they are, in its schema as in its source."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Bilingual(Described):
    """The same thing said in both languages."""

    zh: Text
    """In Chinese."""

    en: Text
    """In English."""
