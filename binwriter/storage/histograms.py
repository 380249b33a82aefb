"""Histograms of columns as a server keeps them: JSON documents of buckets (MySQL manual, "Optimizer Statistics").

Captured: clusters/histograms_shown. All rows are read, as a server does where they fit its memory. A bucket of the kind
`singleton` is a value with its cumulative frequency; where there are more values than buckets, one of `equi-height` is
the least and the greatest value in it, the cumulative frequency, and how many different values it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.catalog.histograms import Request
from binwriter.formats.collations import collation_or_binary
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate, JsonDocument, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.mysql.interrupts import stepped
from binwriter.storage.order import comparable

_NUMBER_COLLATION = 8
_UNSUPPORTED = frozenset({ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})
_WHOLE = frozenset(
    [ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG, ColumnType.YEAR]
)
_KINDS = {
    **dict.fromkeys(_WHOLE, "int"),
    ColumnType.BIT: "int",
    ColumnType.NEWDECIMAL: "decimal",
    ColumnType.FLOAT: "double",
    ColumnType.DOUBLE: "double",
    ColumnType.DATE: "date",
    ColumnType.NEWDATE: "date",
    **dict.fromkeys((ColumnType.TIME, ColumnType.TIME2), "time"),
    **dict.fromkeys((ColumnType.DATETIME, ColumnType.DATETIME2), "datetime"),
    **dict.fromkeys((ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2), "datetime"),
    ColumnType.ENUM: "enum",
    ColumnType.SET: "set",
}
_OPAQUE_STRING = 254


def is_supported(spec: ColumnSpec) -> bool:
    """Whether columns of the type have histograms."""
    return spec.type not in _UNSUPPORTED


def histogram(
    values: Iterable[ColumnValue],
    spec: ColumnSpec,
    request: Request,
    now: datetime,
    local: Callable[[datetime], datetime],
) -> JsonDocument:
    """The document. values: of all rows. now: UTC, naive. local: a TIMESTAMP as its session sees it."""
    counts: dict[Any, list[Any]] = {}
    total = nulls = 0
    for value in values:
        total += 1
        if value is None:
            nulls += 1
            continue
        found = counts.setdefault(comparable(value, spec), [value, 0])
        found[1] += 1
    ordered = [(_shown(value, spec, local), number) for _, (value, number) in stepped(sorted(counts.items()))]
    singleton = len(ordered) <= request.buckets
    kind = "uint" if spec.unsigned and spec.type in _WHOLE - {ColumnType.YEAR} else _KINDS.get(spec.type, "string")
    has_own = kind in ("string", "enum", "set")
    return JsonDocument(
        {
            "buckets": _singleton(ordered, total) if singleton else _equal_height(ordered, total, request.buckets),
            "data-type": kind,
            "null-values": nulls / total if total else 0.0,
            "collation-id": spec.collation if has_own else 63 if spec.type is ColumnType.BIT else _NUMBER_COLLATION,
            "last-updated": now,
            "sampling-rate": 1.0,
            "histogram-type": "singleton" if singleton else "equi-height",
            "number-of-buckets-specified": request.buckets,
            "auto-update": request.automatic,
        }
    )


_Counted = list[tuple[Any, int]]


def _singleton(ordered: _Counted, total: int) -> list[Any]:
    buckets, before = [], 0
    for value, number in ordered:
        before += number
        buckets.append([value, before / total])
    return buckets


def _equal_height(ordered: _Counted, total: int, most: int) -> list[Any]:
    """Buckets that are filled in turn, up to the least height with which they are enough; each of the last values has
    one for itself once there are as many buckets as values."""
    height = _height([number for _, number in ordered], most)
    buckets: list[Any] = []
    before, place = 0, 0
    while place < len(ordered):
        first, filled = place, 0
        left = most - len(buckets) - 1
        while place < len(ordered) and (place == first or filled + ordered[place][1] <= height):
            if place > first and len(ordered) - place <= left:
                break
            filled += ordered[place][1]
            place += 1
        before += filled
        buckets.append([ordered[first][0], ordered[place - 1][0], before / total, place - first])
    return buckets


def _height(numbers: list[int], most: int) -> int:
    """The least height of buckets with which so many are enough."""
    low, high = max(numbers), sum(numbers)
    while low < high:
        middle = (low + high) // 2
        if _needed(numbers, middle) <= most:
            high = middle
        else:
            low = middle + 1
    return low


def _needed(numbers: list[int], height: int) -> int:
    needed, filled = 1, 0
    for number in numbers:
        if filled + number > height and filled:
            needed, filled = needed + 1, 0
        filled += number
    return needed


def _shown(value: ColumnValue, spec: ColumnSpec, local: Callable[[datetime], datetime]) -> Any:
    if isinstance(value, datetime):
        return local(value) if value.tzinfo is not None else value
    if isinstance(value, str):
        value = collation_or_binary(spec.collation).encode(value)
    if isinstance(value, bytes):
        return JsonOpaque(_OPAQUE_STRING, value)
    if isinstance(value, (int, float, Decimal, date, timedelta)):
        return value
    return str(value) if isinstance(value, IncompleteDate) else value
