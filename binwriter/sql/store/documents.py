"""Storing into JSON and GEOMETRY columns: text that is JSON, and geometry values as the spatial functions make them."""

from __future__ import annotations

from binwriter.errors import EncodeError, UnsupportedError
from binwriter.formats.columns.json import json_from_text
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.messages import mysql_error
from binwriter.sql.store.target import Target


def _store_json(value: object, target: Target) -> ColumnValue:
    """Text is parsed; ER_INVALID_JSON_TEXT_IN_PARAM's column form (3140) if it is not JSON."""
    if isinstance(value, JsonDocument):
        return value
    if not isinstance(value, str):
        raise UnsupportedError(f"a {type(value).__name__} value in the JSON column '{target.spec.name}'")
    try:
        return json_from_text(value)
    except EncodeError:
        raise mysql_error("ER_INVALID_JSON_TEXT", "Invalid value.", 0, target.spec.name) from None


def _store_geometry(value: object, target: Target) -> ColumnValue:
    if not isinstance(value, bytes):
        raise mysql_error("ER_CANT_CREATE_GEOMETRY_OBJECT")
    return value


DOCUMENT_STORERS = {ColumnType.JSON: _store_json, ColumnType.GEOMETRY: _store_geometry}
