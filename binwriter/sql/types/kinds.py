"""The measure of a value: digits, characters and scale that it has at most.

Source: MySQL manual, "Precision Math"; every number was read from tables that a 9.7.4 made
(tests/golden/scenarios/create_select_widths.scn).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.types import DATA_TYPES, LONG_TEXT, NOT_FIXED_SCALE, ExprType, Kind

_DIGITS = re.compile(r"\s*[-+]?\d+")
_MAX_PRECISION = 65
_MAX_SCALE = 30
_MAX_DIMENSIONS = 16383
_LONG_DIGITS = 11  # what an INT shows at most; a result that may be longer is a BIGINT
_DOUBLE_LENGTH = 22
_UINT64_DIGITS = 20
LONGEST_BYTES = 0xFFFFFFFF
# by the number that a column has
GEOMETRY_NAMES = (
    "GEOMETRY",
    "POINT",
    "LINESTRING",
    "POLYGON",
    "MULTIPOINT",
    "MULTILINESTRING",
    "MULTIPOLYGON",
    "GEOMETRYCOLLECTION",
)


@dataclass(frozen=True, slots=True)
class Measure:
    """length: characters that it shows at most. wide: an integer that is a BIGINT. width: bytes of a character.

    literal: a constant of the statement's text; binary: a string of bytes; value: of a constant, for lengths.
    collation: of a text, as far as it is known. field: MySQL's field type, where it is not that of its kind.
    geometry: the column type of a geometry. dimensions: of a vector. fixed: a DOUBLE with so many digits and no more.
    """

    kind: Kind
    length: int
    scale: int = 0
    unsigned: bool = False
    wide: bool = False
    width: int = 1
    literal: bool = False
    binary: bool = False
    single: bool = False
    truth: bool = False
    value: Any = None
    geometry: str = ""
    dimensions: int = 0
    fixed: bool = False
    collation: int = 0
    field: ColumnType | None = None

    @property
    def data_type(self) -> ColumnType:
        """MySQL's field type of the value."""
        if self.field is not None:
            return self.field
        if self.kind is Kind.STRING and (self.geometry or self.dimensions):
            return ColumnType.GEOMETRY if self.geometry else ColumnType.VECTOR
        return ColumnType.FLOAT if self.single else DATA_TYPES[self.kind]

    @property
    def precision(self) -> int:
        """Digits of a number."""
        if self.truth:
            return self.length
        if self.kind.temporal:
            return _TEMPORAL_DIGITS[self.kind] + self.scale
        digits = self.length - (not self.unsigned) - (self.scale > 0)
        return max(1, min(digits, _MAX_PRECISION) if self.kind is Kind.DECIMAL else digits)

    @property
    def whole(self) -> int:
        """Digits before the point."""
        return self.precision - self.scale


# Looks a column up: its measure, or None where it is not known.
Lookup = Callable[[exp.Expression], Measure | None]
_TEMPORAL_DIGITS = {Kind.DATE: 8, Kind.TIME: 7, Kind.DATETIME: 14}
# signed and unsigned: characters of a value, its sign included
INTEGER_LENGTHS = {
    ColumnType.TINY: (4, 3),
    ColumnType.SHORT: (6, 5),
    ColumnType.INT24: (9, 8),
    ColumnType.LONG: (11, 10),
    ColumnType.LONGLONG: (20, 20),
}


_LENGTHS_BEFORE_5_5 = {**{kind: signed for kind, (signed, _) in INTEGER_LENGTHS.items()}, ColumnType.INT24: 8}


def before_5_5(measure: Measure) -> Measure:
    """A column's as it was up to 5.1 (`Field::max_display_length`)."""
    length = _LENGTHS_BEFORE_5_5.get(measure.field) if measure.field is not None else None
    return measure if length is None else replace(measure, length=length)


_TEXTS = (ColumnType.STRING, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET, ColumnType.BIT, ColumnType.TIMESTAMP2)
# of others the kind tells it
_OF_COLUMNS = frozenset({*INTEGER_LENGTHS, *_TEXTS})


def of_column(spec: ColumnSpec) -> Measure:
    """Of a stored column."""
    made = _of_column(spec)
    if spec.type is ColumnType.SET:
        made = replace(made, length=sum(map(len, spec.members)) + max(0, len(spec.members) - 1))
    return replace(made, field=spec.type) if spec.type in _OF_COLUMNS else made


def of_stored(column: Column) -> Measure:
    """Of a table's column, which may be a digit wider than its type (`Column.display_width`)."""
    made = of_column(column.spec)
    may_be_wider = made.kind is Kind.INT or made.single
    return replace(made, length=max(made.length, column.display_width)) if may_be_wider else made


def of_variable(spec: ColumnSpec) -> Measure:
    """Of a local variable: its geometry may be any, its members are texts (captured: clusters/columns_of_variables)."""
    made = of_column(spec)
    if made.geometry:
        return replace(made, geometry=GEOMETRY_NAMES[0])
    return replace(made, field=ColumnType.STRING) if made.field in (ColumnType.ENUM, ColumnType.SET) else made


def _of_column(spec: ColumnSpec) -> Measure:
    lengths = INTEGER_LENGTHS.get(spec.type)
    if lengths is not None:
        return Measure(Kind.INT, lengths[spec.unsigned], unsigned=spec.unsigned, wide=spec.type is ColumnType.LONGLONG)
    type_ = column_type(spec)
    if spec.type is ColumnType.GEOMETRY:
        return replace(GEOMETRY, length=LONGEST_BYTES, geometry=GEOMETRY_NAMES[spec.geometry_type])
    if spec.type is ColumnType.VECTOR:
        return Measure(Kind.STRING, LONGEST_BYTES, binary=True, dimensions=spec.length)
    if type_.kind is Kind.DECIMAL:
        return decimal(spec.precision, spec.scale, spec.unsigned)
    if type_.kind is Kind.TIME:
        return Measure(Kind.TIME, 10 + (spec.fsp + 1 if spec.fsp else 0), spec.fsp)
    if type_.kind is Kind.DATETIME:
        return Measure(Kind.DATETIME, 19 + (spec.fsp + 1 if spec.fsp else 0), spec.fsp)
    if type_.kind is Kind.STRING:
        binary = type_.collation == BINARY_COLLATION_ID
        return of_text(type_.length, type_.collation, binary=binary)
    if type_.kind is Kind.REAL and spec.precision:
        return Measure(Kind.REAL, spec.precision, spec.scale, single=type_.single, fixed=True)
    if type_.kind is Kind.JSON:
        return JSON
    return Measure(type_.kind, type_.length or LONG_TEXT, 0, type_.unsigned, single=type_.single)


def of_type(type_: ExprType) -> Measure:
    """Of a column that is not stored: of a derived table, say."""
    if type_.kind is Kind.INT:
        return Measure(Kind.INT, type_.length, unsigned=type_.unsigned, wide=type_.length > _LONG_DIGITS)
    if type_.kind is Kind.STRING:
        return of_text(type_.length or LONG_TEXT, type_.collation, binary=type_.binary)
    if type_.kind is Kind.JSON:
        return JSON
    fixed = type_.kind is Kind.REAL and type_.scale < NOT_FIXED_SCALE
    scale = 0 if type_.kind is Kind.REAL and not fixed else type_.scale
    return Measure(type_.kind, type_.length or LONG_TEXT, scale, type_.unsigned, single=type_.single, fixed=fixed)


def of_text(characters: int, collation: int, *, binary: bool = False) -> Measure:
    """A string of so many characters."""
    width = collation_by_id(collation).mbmaxlen
    return Measure(Kind.STRING, characters, width=width, binary=binary, collation=collation)


def decimal(precision: int, scale: int, unsigned: bool = False) -> Measure:
    precision, scale = min(precision, _MAX_PRECISION), min(scale, _MAX_SCALE)
    return Measure(Kind.DECIMAL, precision + (not unsigned) + (scale > 0), scale, unsigned)


def integer(precision: int, unsigned: bool = False) -> Measure:
    length = precision + (not unsigned)
    return Measure(Kind.INT, length, unsigned=unsigned, wide=length > _LONG_DIGITS)


REAL = Measure(Kind.REAL, _DOUBLE_LENGTH)


def real(*measures: Measure, increment: int = 0) -> Measure:
    """A DOUBLE computed from these: with as many digits as the longest of them, if all have a fixed number."""
    if any(
        not measure.fixed if measure.kind is Kind.REAL else measure.kind in (Kind.STRING, Kind.JSON)
        for measure in measures
    ):
        return REAL
    return replace(REAL, scale=min(max(measure.scale for measure in measures) + increment, _MAX_SCALE), fixed=True)


NULL = Measure(Kind.NULL, 0)
TRUTH = Measure(Kind.INT, 1, truth=True)
BIGINT = Measure(Kind.INT, 21, wide=True)
UNSIGNED = Measure(Kind.INT, 21, unsigned=True, wide=True)
LONG = Measure(Kind.INT, 11)
FLAG = Measure(Kind.INT, 1)
SMALL = Measure(Kind.INT, 3)
PART = Measure(Kind.INT, 10)
DATE = Measure(Kind.DATE, 10)
JSON = Measure(Kind.JSON, LONGEST_BYTES // 4, width=4)
GEOMETRY = Measure(Kind.STRING, LONG_TEXT, binary=True, geometry="GEOMETRY")
VECTOR = Measure(Kind.STRING, 4 * _MAX_DIMENSIONS, binary=True, dimensions=_MAX_DIMENSIONS)
POINT = Measure(Kind.STRING, LONG_TEXT, binary=True, geometry="POINT")
POLYGON = Measure(Kind.STRING, LONG_TEXT, binary=True, geometry="POLYGON")


def as_number(measure: Measure) -> Measure:
    """An operand in numeric context."""
    if measure.kind is Kind.YEAR:
        return Measure(Kind.INT, 4, unsigned=True)
    if measure.kind is Kind.NULL:
        return Measure(Kind.INT, 2)
    if measure.kind.temporal:
        digits = measure.precision
        return decimal(digits, measure.scale) if measure.scale else integer(digits)
    if measure.kind in (Kind.STRING, Kind.JSON):
        return REAL
    return measure


def is_literal_of_bytes(measure: Measure) -> bool:
    """x'01' or b'1'."""
    return measure.kind is Kind.STRING and measure.binary and measure.literal and not measure.geometry


def in_arithmetic(measure: Measure) -> Measure:
    """An operand of an arithmetic operator, SUM or AVG: a literal x'01' or b'1' is an integer to them, of as many
    digits as its bytes may have (captured: clusters/bit_literals_in_sums)."""
    if is_literal_of_bytes(measure):
        return integer(len(str((1 << 8 * measure.length) - 1)), unsigned=measure.unsigned)
    return as_number(measure)


def text_of(measures: Sequence[Measure], length: Callable[[list[int]], int], most: int = LONG_TEXT) -> Measure:
    """A string made of these: bytes where one of them is a string of bytes. most: bytes that it has."""
    binary = is_binary(measures)
    lengths = [measure.length * measure.width if binary else shown_length(measure) for measure in measures]
    width = 1 if binary else max((measure.width for measure in measures if measure.kind is Kind.STRING), default=4)
    collation = next(
        (measure.collation for measure in measures if measure.kind is Kind.STRING and not measure.literal), 0
    )
    collation = collation or next((measure.collation for measure in measures if measure.kind is Kind.STRING), 0)
    width = collation_by_id(collation).mbmaxlen if collation and not binary else width
    return Measure(Kind.STRING, min(length(lengths), most // width), width=width, binary=binary, collation=collation)


def shown_length(measure: Measure) -> int:
    """Characters of a value as a text: a DOUBLE may have all of its digits whatever its column or literal shows."""
    is_double = measure.kind is Kind.REAL and not measure.single
    return max(measure.length, _DOUBLE_LENGTH) if is_double else measure.length


def is_binary(measures: Sequence[Measure]) -> bool:
    """Whether a string of bytes or bits is among them; literals count where there is no text but literals."""
    if any((measure.binary or measure.field is ColumnType.BIT) and not measure.literal for measure in measures):
        return True
    has_text = any(measure.kind is Kind.STRING and not measure.literal for measure in measures)
    return not has_text and any(measure.binary for measure in measures)


def with_fraction(kind: Kind, length: int) -> Callable[[list[Measure]], Measure]:
    """A moment that has as many digits of the second as the argument says."""

    def rule(measures: list[Measure]) -> Measure:
        scale = constant_at(measures, 0) or 0
        return Measure(kind, length + (scale + 1 if scale else 0), scale)

    return rule


def constant_at(measures: Sequence[Measure], position: int) -> int | None:
    if position >= len(measures):
        return None
    value = measures[position].value
    if isinstance(value, str):  # a text is the number that it begins with
        digits = _DIGITS.match(value)
        return int(digits[0]) if digits else 0
    return value if isinstance(value, int) else None
