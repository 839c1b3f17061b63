"""The words of each language: magnitudes, units, and what stands between them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Words:
    """What one language needs to write a number.

    Attributes:
        scales: magnitude words from the largest, each with its factor.
        grouped_mantissa: whether the number before a magnitude word takes commas.
        units: unit spellings that are words; (one, many) or a single form.
        money: prefix and suffix per currency.
    """

    scales: tuple[tuple[Decimal, str], ...]
    grouped_mantissa: bool
    units: dict[str, tuple[str, str]]
    money: dict[str, tuple[str, str]]

    def unit(self, unit: str, text: str) -> str:
        """The unit as written after ``text``: singular only after exactly 1."""
        if unit not in self.units:
            return unit
        one, many = self.units[unit]
        return one if text == "1" else many


def _same(**units: str) -> dict[str, tuple[str, str]]:
    return {name: (word, word) for name, word in units.items()}


ZH = Words(
    scales=((Decimal("1e12"), "万亿"), (Decimal("1e8"), "亿"), (Decimal("1e4"), "万")),
    grouped_mantissa=False,
    units={
        **_same(year="年", month="个月", day="天", h="小时", min="分钟", s="秒", ms="毫秒"),
        **_same(GPU="张", token="个 token", param="个参数"),
        "GPU-h": (f"GPU{NBSP}小时",) * 2,
        "GPU-day": (f"GPU{NBSP}天",) * 2,
        "GPU-year": (f"GPU{NBSP}年",) * 2,
        "PFLOP/s-day": (f"PFLOP/s{NBSP}天",) * 2,
        "FLOP/token": ("FLOP/token",) * 2,
        "B/token": ("B/token",) * 2,
        "B/param": ("B/参数",) * 2,
    },
    money={
        "USD": ("", "美元"),
        "CNY": ("", "元"),
        "USD/GPU-h": ("", f"美元/GPU{NBSP}小时"),
    },
)
EN = Words(
    scales=(
        (Decimal("1e12"), "trillion"),
        (Decimal("1e9"), "billion"),
        (Decimal("1e6"), "million"),
        (Decimal("1e3"), "thousand"),
    ),
    grouped_mantissa=True,
    units={
        "year": ("year", "years"),
        "month": ("month", "months"),
        "day": ("day", "days"),
        "h": ("hour", "hours"),
        "min": ("minute", "minutes"),
        "s": ("second", "seconds"),
        "GPU": ("GPU", "GPUs"),
        "token": ("token", "tokens"),
        "param": ("parameter", "parameters"),
        "GPU-h": ("GPU-hour", "GPU-hours"),
        "GPU-day": ("GPU-day", "GPU-days"),
        "GPU-year": ("GPU-year", "GPU-years"),
        "PFLOP/s-day": ("PFLOP/s-day", "PFLOP/s-days"),
        "B/param": ("B/parameter", "B/parameter"),
    },
    money={
        "USD": ("$", ""),
        "CNY": (f"CNY{NBSP}", ""),
        "USD/GPU-h": ("$", "per GPU-hour"),
    },
)
