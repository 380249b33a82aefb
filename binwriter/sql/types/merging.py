"""The type of a value that may come from any of several: the field type that holds them all, and how wide it is.

Source: MySQL manual, "Flow Control Functions", "UNION Clause"; every pair of types as a 9.7.4 joins them
(captured: tests/golden/chosen).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions import field_types
from binwriter.sql.expressions.moments.temporal import parse_datetime, parse_time
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.kinds import LONGEST_BYTES, NULL, REAL, Measure, decimal, is_binary, real, text_of

_TIME_LENGTH, _DATETIME_LENGTH = 10, 19
_MOST_FRACTION = 6
_INTEGER_OF_FUNCTION = 11  # characters; what shows more is a BIGINT


def unified(measures: Sequence[Measure]) -> Measure:
    """The measure of what a function chooses among these: a DOUBLE(M,D) has as many digits as fit."""
    made = joined(measures)
    if made.kind is Kind.REAL and not made.single:
        return replace(made, length=REAL.length)
    return made


def kept(measures: Sequence[Measure]) -> Measure:
    """NULLIF: the first one's, as a function has it."""
    return unified(measures[:1])


def extreme_of(measures: Sequence[Measure]) -> Measure:
    """GREATEST and LEAST: texts beside moments are as long as a moment may be that they stand for."""
    made = unified(measures)
    kinds = {measure.kind for measure in measures}
    if made.kind is not Kind.STRING or Kind.NULL in kinds or kinds.isdisjoint((Kind.TIME, Kind.DATETIME)):
        return made
    parse = parse_datetime if Kind.DATETIME in kinds else parse_time
    scale = min(max(_second_digits(measure, parse) for measure in measures), _MOST_FRACTION)
    length = (_DATETIME_LENGTH if Kind.DATETIME in kinds else _TIME_LENGTH) + (scale + 1 if scale else 0)
    return replace(made, length=max(made.length, length))


def _second_digits(measure: Measure, parse: Callable[[str], tuple[Any, ...]]) -> int:
    """Digits of the second that a value has as a moment: a constant's own, all that there may be of another text."""
    if measure.kind is Kind.REAL:
        return measure.scale if measure.fixed else _MOST_FRACTION
    if measure.kind not in (Kind.STRING, Kind.JSON):
        return measure.scale
    if measure.binary and measure.literal:
        return 0
    if isinstance(measure.value, str) and parse(measure.value)[0] is not None:
        return len(measure.value.partition(".")[2])
    return _MOST_FRACTION


def joined(measures: Sequence[Measure]) -> Measure:
    """The measure of a value that comes from any of these: of a UNION's column, say."""
    known = [measure for measure in measures if measure.kind is not Kind.NULL]
    if not known:
        return NULL
    field = field_types.merged_field(known)
    return replace(_RULES.get(field_types.kind_of(field), _text)(known, field), field=field)


def _integer(known: Sequence[Measure], field: ColumnType) -> Measure:
    length = max(measure.length for measure in known)
    unsigned = all(measure.unsigned for measure in known)
    return Measure(Kind.INT, length, unsigned=unsigned, wide=length > _INTEGER_OF_FUNCTION)


def _decimal(known: Sequence[Measure], field: ColumnType) -> Measure:
    scale = max(measure.scale for measure in known)
    whole = max(measure.whole for measure in known)
    return decimal(whole + scale, scale, all(measure.unsigned for measure in known))


def _real(known: Sequence[Measure], field: ColumnType) -> Measure:
    made = real(*known)
    length = max(measure.length for measure in known)
    if made.fixed:
        length = max(measure.length - measure.scale for measure in known) + made.scale
    single = field is ColumnType.FLOAT
    return replace(made, length=length if made.fixed or single else REAL.length, single=single)


def _moment(known: Sequence[Measure], field: ColumnType) -> Measure:
    kind = field_types.kind_of(field)
    scale = max(measure.scale for measure in known)
    length = {Kind.DATE: 10, Kind.TIME: 10, Kind.DATETIME: 19}[kind]
    return Measure(kind, length + (scale + 1 if scale else 0), 0 if kind is Kind.DATE else scale)


def _alike(known: Sequence[Measure], field: ColumnType) -> Measure:
    return known[0]


def _text(known: Sequence[Measure], field: ColumnType) -> Measure:
    parts = [_as_bytes(measure) for measure in known]
    made = text_of(parts if is_binary(parts) else [_as_text(measure) for measure in parts], max, LONGEST_BYTES)
    geometries = {measure.geometry for measure in known}
    if field is ColumnType.GEOMETRY:
        return replace(made, geometry=geometries.pop() if len(geometries) == 1 else "GEOMETRY")
    return replace(made, dimensions=known[0].dimensions) if field is ColumnType.VECTOR else made


def _as_bytes(measure: Measure) -> Measure:
    return replace(measure, binary=True) if measure.data_type is ColumnType.BIT else measure


def _as_text(measure: Measure) -> Measure:
    """Among characters a DOUBLE(M,D) is as long as any, among bytes it is not."""
    is_double = measure.kind is Kind.REAL and not measure.single
    return replace(measure, length=max(measure.length, REAL.length)) if is_double else measure


_RULES = {
    Kind.INT: _integer,
    Kind.DECIMAL: _decimal,
    Kind.REAL: _real,
    **dict.fromkeys((Kind.DATE, Kind.TIME, Kind.DATETIME), _moment),
    **dict.fromkeys((Kind.YEAR, Kind.JSON), _alike),
}
