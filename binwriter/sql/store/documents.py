"""Storing into JSON and GEOMETRY columns: text that is JSON, and geometry values as the spatial functions make them."""

from __future__ import annotations

import math
import struct
from decimal import Decimal

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import RawText, text_of
from binwriter.mysql.values.geometries import COLLECTION, MULTI, geometry_of_bytes
from binwriter.mysql.values.json_depth import CERTAIN_KEY, check_storable, document_of
from binwriter.sql.store.target import Target

_VECTOR_NUMBER = 4  # bytes
_NUMBER_BYTES, _DECIMAL_BYTES = 8, 64  # as messages name their sizes


def _store_json(value: object, target: Target) -> ColumnValue:
    """Text is parsed; ER_INVALID_JSON_TEXT (3140) if it is not JSON, ER_INVALID_JSON_CHARSET (3144) for bytes."""
    if isinstance(value, JsonDocument):
        check_storable(value.root)
        return value
    shown = target.spec.name
    if isinstance(value, RawText):
        value = text_of(value)
    if isinstance(value, bytes):
        raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")
    if not isinstance(value, str):
        raise mysql_error("ER_INVALID_JSON_TEXT", "not a JSON text, may need CAST", 0, shown)
    document = document_of(value, lambda reason, place: mysql_error("ER_INVALID_JSON_TEXT", reason, place, shown))
    if document is not None and len(value) > CERTAIN_KEY:
        check_storable(document.root)
    return document


def named_with_table(error: MySQLError, column: str, table: str) -> MySQLError:
    """ER_INVALID_JSON_TEXT of a table's column names the table, too, also beneath another error; others as they are."""
    error.later = tuple(replace(cause, message=_named(cause.message, column, table)) for cause in error.later)
    if error.symbol != "ER_INVALID_JSON_TEXT":
        return error
    return MySQLError(error.code, error.sqlstate, error.symbol, _named(error.message, column, table))


def named_without_table(error: MySQLError, name: str) -> MySQLError:
    """The same of a program's variable or result: a column of a table that has no name (captured:
    clusters/arguments_told_of)."""
    if error.symbol != "ER_INVALID_JSON_TEXT":
        return error
    return MySQLError(error.code, error.sqlstate, error.symbol, error.message.replace(f"'{name}'.", f"'.{name}'."))


def _named(message: str, column: str, table: str) -> str:
    return message.replace(f"'{column}'.", f"'{table}.{column}'.")


def _store_geometry(value: object, target: Target) -> ColumnValue:
    """ER_CANT_CREATE_GEOMETRY_OBJECT (1416) for what is no geometry, or not of the column's type.

    ER_WRONG_SRID_FOR_COLUMN (3643) for another SRID than the column's.
    """
    try:
        if not isinstance(value, bytes):
            raise ValueError(value)
        srid, geometry = geometry_of_bytes(value)
    except (ValueError, struct.error):
        raise mysql_error("ER_CANT_CREATE_GEOMETRY_OBJECT") from None
    wanted = target.spec.geometry_type
    if wanted not in (0, geometry.kind) and not (wanted == COLLECTION and geometry.kind in MULTI.values()):
        raise mysql_error("ER_CANT_CREATE_GEOMETRY_OBJECT")
    if target.spec.srid not in (None, srid):
        raise mysql_error("ER_WRONG_SRID_FOR_COLUMN", target.spec.name, srid, target.spec.srid)
    return bytes(value)


def _store_vector(value: object, target: Target) -> ColumnValue:
    """Four bytes a number; more than the column has are too long."""
    if isinstance(value, bytes) and value and len(value) % _VECTOR_NUMBER == 0:
        if len(value) > _VECTOR_NUMBER * target.spec.length:
            target.report("ER_DATA_TOO_LONG")
            return b""
        if not all(map(math.isfinite, struct.unpack(f"<{len(value) // _VECTOR_NUMBER}f", value))):
            raise mysql_error("ER_DATA_INCOMPATIBLE_WITH_VECTOR", "NAN or INF", len(value))
        return bytes(value)
    kind = "string" if isinstance(value, str | bytes) else "numeric"
    size = _DECIMAL_BYTES if isinstance(value, Decimal) else _NUMBER_BYTES
    if isinstance(value, str | bytes):
        size = len(value.encode() if isinstance(value, str) else value)
    raise mysql_error("ER_DATA_INCOMPATIBLE_WITH_VECTOR", kind, size)


DOCUMENT_STORERS = {
    ColumnType.JSON: _store_json,
    ColumnType.GEOMETRY: _store_geometry,
    ColumnType.VECTOR: _store_vector,
}
