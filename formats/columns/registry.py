"""Which codec encodes which column type: the whole list."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from binwriter.formats.columns.bits import BitCodec
from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.decimal import DecimalCodec
from binwriter.formats.columns.enum_set import EnumCodec, SetCodec
from binwriter.formats.columns.floats import FloatCodec
from binwriter.formats.columns.integers import IntegerCodec, YearCodec
from binwriter.formats.columns.json.documents import JsonCodec
from binwriter.formats.columns.old.temporal import OldDatetimeCodec, OldTimeCodec, OldTimestampCodec
from binwriter.formats.columns.rare_types import NullCodec, OldDecimalCodec, TypedArrayCodec
from binwriter.formats.columns.spatial import GeometryCodec
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.strings import BlobCodec, CharCodec, VarcharCodec
from binwriter.formats.columns.temporal import DateCodec, DatetimeCodec, TimeCodec, TimestampCodec
from binwriter.formats.columns.vector import VectorCodec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

CODECS: dict[ColumnType, type[ColumnCodec]] = {
    ColumnType.TINY: IntegerCodec,
    ColumnType.SHORT: IntegerCodec,
    ColumnType.INT24: IntegerCodec,
    ColumnType.LONG: IntegerCodec,
    ColumnType.LONGLONG: IntegerCodec,
    ColumnType.YEAR: YearCodec,
    ColumnType.FLOAT: FloatCodec,
    ColumnType.DOUBLE: FloatCodec,
    ColumnType.NEWDECIMAL: DecimalCodec,
    ColumnType.BIT: BitCodec,
    ColumnType.STRING: CharCodec,
    ColumnType.VARCHAR: VarcharCodec,
    ColumnType.VAR_STRING: CharCodec,
    ColumnType.BLOB: BlobCodec,
    ColumnType.ENUM: EnumCodec,
    ColumnType.SET: SetCodec,
    ColumnType.DATE: DateCodec,
    ColumnType.NEWDATE: DateCodec,
    ColumnType.TIME2: TimeCodec,
    ColumnType.DATETIME2: DatetimeCodec,
    ColumnType.TIMESTAMP2: TimestampCodec,
    ColumnType.TIME: OldTimeCodec,
    ColumnType.DATETIME: OldDatetimeCodec,
    ColumnType.TIMESTAMP: OldTimestampCodec,
    ColumnType.JSON: JsonCodec,
    ColumnType.GEOMETRY: GeometryCodec,
    ColumnType.VECTOR: VectorCodec,
    ColumnType.NULL: NullCodec,
    ColumnType.DECIMAL: OldDecimalCodec,
    ColumnType.TYPED_ARRAY: TypedArrayCodec,
}


@lru_cache(maxsize=4096)
def codec_for(spec: ColumnSpec) -> ColumnCodec:
    """The codec of this column, made once.

    Raises EncodeError if the type is not supported or its parameters are wrong.
    """
    try:
        make: Callable[[ColumnSpec], ColumnCodec] = CODECS[spec.type]
    except KeyError:
        raise EncodeError(f"column {spec.name!r}: columns of type {spec.type.name} are not supported") from None
    return make(spec)
