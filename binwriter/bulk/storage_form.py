"""The storage form: the one Arrow type in which a column's values go to the encoder.

Arrow has no type for dates that no calendar has (0000-00-00, 2023-02-31) and for the zero TIMESTAMP. A batch that holds
such values gives the whole column as its *cells*: fixed size binary, each the bytes that stand in the log
(`cell_type`). The kernels copy them. So a column has one of two storage forms, told apart by their Arrow type:

    integers            int8 to uint64 of the column's own width and sign; MEDIUMINT int32 or uint32
    YEAR                uint16: 0, 1901 to 2155
    FLOAT, DOUBLE       float32, float64; finite
    DECIMAL(p,s)        decimal128(p,s), decimal256(p,s) over 38 digits
    BIT(n), SET         uint64; SET: bit 0 is the first member
    ENUM                uint16, 1 is the first member, 0 the error value ''
    CHAR, VARCHAR, TEXT string, where the character set's bytes are UTF-8 (utf8mb4, utf8mb3, ascii);
                        else binary: the text in the column's character set
    BINARY, VARBINARY, BLOB    binary
    DATE                date32, 0001-01-01 to 9999-12-31; or cells
    TIME(fsp)           duration[us], -838:59:59 to 838:59:59
    DATETIME(fsp)       timestamp[us], years 1 to 9999; or cells
    TIMESTAMP(fsp)      timestamp[us, UTC], 1970-01-01 00:00:01 to 2038-01-19 03:14:07.999999; or cells
    JSON                binary: MySQL's binary JSON as our encoder lays it out
    GEOMETRY            binary: SRID and WKB
    VECTOR              binary: the entries, single precision, little endian

CHAR and BINARY may have their padding (it is not logged); microseconds fit the column's fsp. The temporal types from
before 5.6.4 are as the newer ones without a fraction; a DECIMAL from before 5.0.3 has only cells; a column of type NULL
is Arrow's null. `arrow_types.to_storage` makes storage form of what people have, and checks every value.
Source of limits: the codecs of `binwriter.formats.columns`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pyarrow as pa

from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_of_any_server
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

_UTF8_CHARSETS = frozenset({"utf8mb4", "utf8mb3", "ascii"})
_DECIMAL128_DIGITS = 38

# (signed, unsigned) by the bytes of a cell; three bytes go into four
_INTEGERS = {
    1: (pa.int8(), pa.uint8()),
    2: (pa.int16(), pa.uint16()),
    3: (pa.int32(), pa.uint32()),
    4: (pa.int32(), pa.uint32()),
    8: (pa.int64(), pa.uint64()),
}


def charset_of(spec: ColumnSpec) -> Collation | None:
    """The collation of a column with characters, None for bytes."""
    return None if spec.collation == BINARY_COLLATION_ID else collation_of_any_server(spec.collation)


def is_utf8(collation: Collation) -> bool:
    """Whether text in this character set has the bytes of UTF-8, so that Arrow's strings are its storage form."""
    return collation.charset in _UTF8_CHARSETS


def _integer(spec: ColumnSpec) -> pa.DataType:
    return _INTEGERS[codec_for(spec).layout.sizeof()][spec.unsigned]


def _decimal(spec: ColumnSpec) -> pa.DataType:
    wide = spec.precision > _DECIMAL128_DIGITS
    return (pa.decimal256 if wide else pa.decimal128)(spec.precision, spec.scale)


def _characters(spec: ColumnSpec) -> pa.DataType:
    collation = charset_of(spec)
    return pa.string() if collation is not None and is_utf8(collation) else pa.binary()


def _always(type_: pa.DataType) -> Callable[[ColumnSpec], pa.DataType]:
    return lambda spec: type_


def cell_type(spec: ColumnSpec) -> pa.DataType:
    """The form of a column as cells: fixed size binary."""
    return pa.binary(codec_for(spec).layout.sizeof())


_DATETIME = pa.timestamp("us")
_TIMESTAMP = pa.timestamp("us", tz="UTC")

STORAGE_TYPES: dict[ColumnType, Callable[[ColumnSpec], pa.DataType]] = {
    ColumnType.TINY: _integer,
    ColumnType.SHORT: _integer,
    ColumnType.INT24: _integer,
    ColumnType.LONG: _integer,
    ColumnType.LONGLONG: _integer,
    ColumnType.YEAR: _always(pa.uint16()),
    ColumnType.FLOAT: _always(pa.float32()),
    ColumnType.DOUBLE: _always(pa.float64()),
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.BIT: _always(pa.uint64()),
    ColumnType.STRING: _characters,
    ColumnType.VAR_STRING: _characters,
    ColumnType.VARCHAR: _characters,
    ColumnType.BLOB: _characters,
    ColumnType.ENUM: _always(pa.uint16()),
    ColumnType.SET: _always(pa.uint64()),
    ColumnType.DATE: _always(pa.date32()),
    ColumnType.NEWDATE: _always(pa.date32()),
    ColumnType.TIME2: _always(pa.duration("us")),
    ColumnType.TIME: _always(pa.duration("us")),
    ColumnType.DATETIME2: _always(_DATETIME),
    ColumnType.DATETIME: _always(_DATETIME),
    ColumnType.TIMESTAMP2: _always(_TIMESTAMP),
    ColumnType.TIMESTAMP: _always(_TIMESTAMP),
    ColumnType.JSON: _always(pa.binary()),
    ColumnType.TYPED_ARRAY: _always(pa.binary()),
    ColumnType.GEOMETRY: _always(pa.binary()),
    ColumnType.VECTOR: _always(pa.binary()),
    ColumnType.NULL: _always(pa.null()),
    ColumnType.DECIMAL: cell_type,
}

# Types whose batches may come as cells instead.
CELL_TYPES = frozenset(
    {
        ColumnType.DATE,
        ColumnType.NEWDATE,
        ColumnType.DATETIME2,
        ColumnType.DATETIME,
        ColumnType.TIMESTAMP2,
        ColumnType.TIMESTAMP,
        ColumnType.DECIMAL,
    }
)


def storage_type(spec: ColumnSpec) -> pa.DataType:
    """The Arrow type of the column's storage form. EncodeError for parameters that no column can have."""
    codec_for(spec)
    return STORAGE_TYPES[spec.type](spec)


def storage_schema(table: Table) -> pa.Schema:
    """The table's columns in storage form, in the table's order, with its names and NULL rules."""
    return _schema_of(table.row_format)


@lru_cache(maxsize=1024)
def _schema_of(layout: RowFormat) -> pa.Schema:
    return pa.schema([pa.field(spec.name, storage_type(spec), spec.nullable) for spec in layout.specs])


def is_cells(spec: ColumnSpec, given: pa.DataType) -> bool:
    """Whether this is the type of the column's cells."""
    return spec.type in CELL_TYPES and bool(given == cell_type(spec))


def check_storage(table: Table, batch: pa.RecordBatch) -> bool:
    """Raises EncodeError if the batch's columns are not the table's in storage form. Looks at types, not at values.

    Gives whether no column comes as its cells.
    """
    wanted, given = storage_schema(table), batch.schema
    if given.equals(wanted):
        return True
    if len(given) != len(wanted):
        raise EncodeError(f"the batch has {len(given)} columns, table {table.name} has {len(wanted)}")
    for spec, expected, offered in zip(table.row_format.specs, wanted, given, strict=True):
        if offered.name.lower() != spec.name.lower():
            raise EncodeError(f"the batch has {offered.name!r} where table {table.name} has {spec.name!r}")
        if offered.type != expected.type and not is_cells(spec, offered.type):
            raise EncodeError(
                f"column {spec.name!r}: its storage form is {expected.type}, the batch has {offered.type}"
            )
    return bool(given.types == wanted.types)


def null_error(spec: ColumnSpec, row: int) -> EncodeError:
    """The error for NULL where it may not be. row: 0 is the batch's first."""
    return EncodeError(f"row {row}: column {spec.name!r} is NOT NULL and its value is NULL")
