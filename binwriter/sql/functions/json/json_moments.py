"""Which values of documents JSON_VALUE() takes for moments, and as which text it reads them.

Captured: clusters/json_values_of_types. Digits behind those of the type are cut off; numbers are no moments.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from binwriter.formats.patterns import pattern
from binwriter.sql.expressions.types import ExprType, Kind

KINDS = frozenset({Kind.DATE, Kind.TIME, Kind.DATETIME})
_FRACTION = pattern(r"(:\d+)\.(\d*)", re.ASCII)
_DATE_AND_TIME = pattern(r"\d+[-/.:]\d+[-/.:]\d+ .*|\d+(\.\d*)?", re.ASCII | re.DOTALL)
_CLOCK = pattern(r"[-+]?\d{1,11}", re.ASCII)
_DISPLACEMENT = pattern(r"(:\d+(\.\d+)?)[-+]\d\d:\d\d", re.ASCII)


def moment_text(value: Any, type_: ExprType) -> str | None:
    """What is read as DATE, TIME or DATETIME; None where the value is none."""
    if not isinstance(value, (str, timedelta if type_.kind is Kind.TIME else date)):
        return None
    text = str(value)
    if isinstance(value, str):
        if type_.kind is Kind.DATETIME and not has_date_and_time(text):
            return None
        if type_.kind is Kind.TIME and _CLOCK.fullmatch(text):
            return None
        if type_.kind is Kind.TIME:
            text = _DISPLACEMENT.sub(r"\1", text)
    if type_.kind is Kind.DATE and not has_date_and_time(text):
        return text
    scale = 0 if type_.kind is Kind.DATE else type_.scale
    return _FRACTION.sub(lambda match: f"{match[1]}.{match[2][:scale]}" if scale else match[1], text)


def has_date_and_time(text: str) -> bool:
    """Whether a text is a date with a time of day, and not one of both."""
    return _DATE_AND_TIME.fullmatch(text) is not None


def clock_text(text: str) -> str:
    """A number's digits HHMMSS as a time of day."""
    whole, point, fraction = text.partition(".")
    if not _CLOCK.fullmatch(whole):
        return text
    sign, digits = ("-" if whole[0] == "-" else ""), int(whole.lstrip("+-"))
    return f"{sign}{digits // 10_000:02}:{digits // 100 % 100:02}:{digits % 100:02}{point}{fraction}"
