"""Counts, sizes and spans as people write them: 1e6, 250k, 10GiB, 512M, 1-10."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from binwriter.errors import SpecError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass

_COUNT_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9, "t": 10**12}
# As MySQL's options have them, K, M, G are powers of 1024; with B they are SI's.
_SIZE_UNITS = {"": 1, "B": 1} | {
    letter + suffix: base**power
    for power, letter in enumerate("KMGTP", 1)
    for suffix, base in (("", 1024), ("IB", 1024), ("B", 1000))
}
_NUMBER = pattern(r"([0-9][0-9_]*(?:\.[0-9]+)?(?:[eE]\+?[0-9]{1,2})?)\s*([A-Za-z]*)")
_SPAN = pattern(r"\s*([^-]+?)\s*-\s*([^-]+?)\s*")


@dataclass(frozen=True, slots=True)
class Span:
    """Whole numbers from low to high, both included, each as likely as the others."""

    low: int
    high: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.low + self.high, 2)


def read_count(value: object, place: str, *, least: int = 0, most: int = 10**15) -> int:
    """A count: 1000, '1e6', '250k'. SpecError names the place and the limits."""
    return _read(value, place, _COUNT_UNITS, str.lower, "a count such as 1000, 1e6 or 250k", least, most)


def read_size(value: object, place: str, *, least: int = 0, most: int = 1 << 60) -> int:
    """A size in bytes: 65536, '512M', '10GiB'."""
    return _read(value, place, _SIZE_UNITS, str.upper, "a size such as 512M, 10GiB or 10GB", least, most)


def read_span(value: object, place: str, *, least: int = 1, most: int = 10**6) -> Span:
    """'1-10', or one number."""
    match = _SPAN.fullmatch(value) if isinstance(value, str) else None
    low, high = (match[1], match[2]) if match else (value, value)
    span = Span(*(read_count(end, place, least=least, most=most) for end in (low, high)))
    if span.low > span.high:
        raise SpecError(place, f"{value!r} begins above its end")
    return span


def read_number(value: object, place: str, *, least: float = 0, most: float = 1e15) -> float:
    """Any number, also as text."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        number = float(value)
    except ValueError:
        raise SpecError(place, f"{value!r} is not a number") from None
    except OverflowError:  # an integer beyond all of them
        number = math.inf
    if not least <= number <= most:
        raise SpecError(place, f"{value} is out of range: {least:g} to {most:g}")
    return number


def _read(
    value: object, place: str, units: dict[str, int], fold: Callable[[str], str], expected: str, least: int, most: int
) -> int:
    number = _exact(value, units, fold)
    if number is None or number != int(number):
        raise SpecError(place, f"{value!r} is not {expected}")
    if not least <= number <= most:
        raise SpecError(place, f"{value} is out of range: {least} to {most}")
    return int(number)


def _exact(value: object, units: dict[str, int], fold: Callable[[str], str]) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    match = _NUMBER.fullmatch(str(value).strip())
    if match is None or fold(match[2]) not in units:
        return None
    try:
        return Decimal(match[1].replace("_", "")) * units[fold(match[2])]
    except InvalidOperation:
        return None


def show_size(size: float) -> str:
    """4.2 GiB"""
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024 or unit == "TiB":
            break
        size /= 1024
    return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"


def show_duration(seconds: float) -> str:
    """1 h 12 min; 3.4 s"""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
