"""The columns that expressions give to CREATE TABLE .. SELECT by their measure: those of functions, of IFNULL, of
windows and of UNIONs each in its way.

Source: MySQL manual, "CREATE TABLE ... SELECT Statement"; as a 9.7.4 makes them (captured: tests/golden/chosen).
"""

from __future__ import annotations

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.vector import ANY_DIMENSIONS
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.ddl.selected_specs import INT_DIGITS, LONGEST_VARCHAR, string_spec, text_spec
from binwriter.sql.ddl.table.column_types import GEOMETRY_TYPES
from binwriter.sql.expressions import field_types
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.types import Measure
from binwriter.sql.types.kinds import INTEGER_LENGTHS, LONGEST_BYTES

_LONGEST_CHAR = 255  # characters
_BYTES_OF_A_DIMENSION = 4


def of_function(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """An INT or a BIGINT whatever integers it chooses among, a LONGTEXT where one is a TEXT of any size."""
    if measured.kind is Kind.INT:
        kind = ColumnType.LONGLONG if measured.wide else ColumnType.LONG
        return ColumnSpec(name, kind, nullable, unsigned=measured.unsigned)
    if measured.field is ColumnType.GEOMETRY:
        measured = replace(measured, geometry="GEOMETRY")
    if measured.field in field_types.BLOBS:
        return ColumnSpec(name, ColumnType.BLOB, nullable, length=4, collation=type_.collation)
    return _common(name, type_, measured, nullable)


def of_field(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """IFNULL: its field type."""
    spec = _exact(name, measured, nullable)
    return of_function(name, type_, measured, nullable) if spec is None else spec


def of_window(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """LAG, FIRST_VALUE and the like: an integer by its digits, a TEXT by its length."""
    if measured.field is ColumnType.BIT:
        return _exact(name, measured, nullable)
    if measured.kind is Kind.YEAR:
        return ColumnSpec(name, ColumnType.LONG, nullable, unsigned=True)
    return of_temporary(name, type_, measured, nullable)


def of_temporary(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """What a temporary table would have: an integer by its digits, a TEXT by its length."""
    if measured.kind is Kind.INT:
        kind = ColumnType.LONGLONG if measured.length >= INT_DIGITS else ColumnType.LONG
        return ColumnSpec(name, kind, nullable, unsigned=measured.unsigned)
    return _long_text(name, type_, measured, nullable) or _common(name, type_, measured, nullable)


def of_union(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """A UNION: its field type; a CHAR stays one, a TEXT is one by its length in bytes."""
    if (spec := _exact(name, measured, nullable)) is not None:
        return spec
    size = _characters(type_, measured)
    if measured.field in field_types.BLOBS:
        return text_spec(name, replace(type_, length=size), nullable)
    made = _long_text(name, type_, measured, nullable) or _common(name, type_, measured, nullable)
    if made is not None and measured.field is ColumnType.STRING and size <= _LONGEST_CHAR:
        return replace(made, type=ColumnType.STRING)
    return made


def _long_text(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """A text that is no VARCHAR any more: the TEXT that has room for it."""
    size = _characters(type_, measured)
    is_text = measured.kind is Kind.STRING and not (measured.geometry or measured.dimensions)
    is_long = is_text and size > LONGEST_VARCHAR
    return text_spec(name, replace(type_, length=size), nullable) if is_long else None


def _exact(name: str, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """A number of its own field type."""
    field = measured.data_type
    if field in INTEGER_LENGTHS:
        return ColumnSpec(name, field, nullable, unsigned=measured.unsigned)
    if field is ColumnType.BIT:
        return ColumnSpec(name, ColumnType.BIT, nullable, length=measured.length)
    return None


def _dimensions(measured: Measure) -> int:
    """Of a VECTOR that was chosen among columns, whatever they are, any; among calls as many as those have."""
    return ANY_DIMENSIONS if measured.length == LONGEST_BYTES else measured.length // _BYTES_OF_A_DIMENSION


def _common(name: str, type_: ExprType, measured: Measure, nullable: bool) -> ColumnSpec | None:
    """What all make alike."""
    if measured.geometry:
        made, may_be_null = GEOMETRY_TYPES[measured.geometry], nullable
        return ColumnSpec(name, ColumnType.GEOMETRY, may_be_null, length=4, geometry_type=made)
    if measured.dimensions:
        is_chosen = measured.field is ColumnType.VECTOR
        dimensions = _dimensions(measured) if is_chosen else measured.dimensions
        return ColumnSpec(name, ColumnType.VECTOR, nullable or measured.field is None, length=dimensions)
    if measured.kind is Kind.YEAR:
        return ColumnSpec(name, ColumnType.YEAR, nullable, unsigned=True)
    if measured.kind is Kind.DECIMAL:
        precision, scale = max(measured.precision, measured.scale, 1), measured.scale
        return ColumnSpec(
            name, ColumnType.NEWDECIMAL, nullable, unsigned=measured.unsigned, precision=precision, scale=scale
        )
    if measured.kind is Kind.REAL:
        digits = (measured.length, measured.scale) if measured.fixed else (0, 0)
        type_of_real = ColumnType.FLOAT if measured.single else ColumnType.DOUBLE
        return ColumnSpec(
            name, type_of_real, nullable, unsigned=measured.unsigned, precision=digits[0], scale=digits[1]
        )
    if measured.kind is Kind.STRING:
        return string_spec(name, replace(type_, length=_characters(type_, measured)), nullable)
    return None


def _characters(type_: ExprType, measured: Measure) -> int:
    """Of a text, or its bytes where it is a string of bytes after all."""
    is_bytes = type_.collation == BINARY_COLLATION_ID
    return measured.length * measured.width if is_bytes and not measured.binary else measured.length
