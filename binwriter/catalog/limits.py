"""Sizes that definitions must keep to: names, in characters; key parts and whole rows of tables, in bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from binwriter.catalog.field_sizes import field_bytes
from binwriter.catalog.tables import Column, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import in_dictionary

MAX_ROW_BYTES = 65535
LONGEST_NAME = 64  # characters
_MOST_COLUMNS_OF_ALL, _MOST_COLUMNS = 4096, {"InnoDB": 1017}
_MOST_KEYS, MOST_KEY_PARTS = 64, 16
_COMMENTS = {  # characters
    "ER_TOO_LONG_FIELD_COMMENT": 1024,
    "ER_TOO_LONG_TABLE_COMMENT": 2048,
    "ER_TOO_LONG_INDEX_COMMENT": 1024,
    "ER_TOO_LONG_TABLE_PARTITION_COMMENT": 1024,
}

_VARIABLE = frozenset({ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})


def key_part_bytes(spec: ColumnSpec, length: int) -> int:
    """Bytes of a column, or of its prefix of so many characters, in a key; a VARCHAR's length bytes do not count."""
    if length:
        width = 1 if spec.collation == BINARY_COLLATION_ID else collation_by_id(spec.collation).mbmaxlen
        return length * width
    return spec.length if spec.type is ColumnType.VARCHAR else field_bytes(spec)


def check_row_size(columns: Sequence[Column]) -> None:
    """ER_TOO_BIG_ROWSIZE when the columns, with a bit for each that may be NULL, need more than 65535 bytes.

    Rows that all have one length have a bit more (captured: limits/sizes).
    """
    null_bits = sum(column.spec.nullable for column in columns)
    null_bits += not any(column.spec.type in _VARIABLE for column in columns)
    total = sum(field_bytes(column.spec) for column in columns) + (null_bits + 7) // 8
    if total > MAX_ROW_BYTES:
        raise mysql_error("ER_TOO_BIG_ROWSIZE", MAX_ROW_BYTES)


def has_too_many_keys(table: Table) -> bool:
    """More than a table may have: of none of them anything is said then (captured: limits/sizes)."""
    return len(table.keys) + len(table.special_keys) > _MOST_KEYS


def check_counts(table: Table) -> None:
    """ER_TOO_MANY_FIELDS, ER_TOO_MANY_KEYS, ER_TOO_MANY_KEY_PARTS (MySQL manual, "Limits on Table Column Count",
    "InnoDB Limits"; captured: limits/sizes)."""
    if len(table.columns) > _MOST_COLUMNS.get(table.engine.name, _MOST_COLUMNS_OF_ALL):
        raise mysql_error("ER_TOO_MANY_FIELDS")
    if has_too_many_keys(table):
        raise mysql_error("ER_TOO_MANY_KEYS", _MOST_KEYS)
    if any(len(key.parts) > MOST_KEY_PARTS for key in table.keys):
        raise mysql_error("ER_TOO_MANY_KEY_PARTS", MOST_KEY_PARTS)


class Complaints(Protocol):
    """Who takes what a definition has too much of: a statement, with its sql_mode and its diagnostics."""

    @property
    def strict(self) -> bool: ...
    def error_or_warning(self, symbol: str, *arguments: object, as_error: bool) -> None: ...


def check_comment(comment: str, name: str, symbol: str, context: Complaints) -> str:
    """The comment as it is kept; one that is too long is an error in strict mode, else cut, with a warning."""
    most, kept = _COMMENTS[symbol], in_dictionary(comment)
    if len(kept) > most:
        context.error_or_warning(symbol, name, most, as_error=context.strict)
    return kept[:most]


def check_length(name: str, most: int = LONGEST_NAME, what: str = "") -> None:
    """ER_TOO_LONG_IDENT for the name of an object; ER_WRONG_STRING_LENGTH for what is no object.

    most: characters. what: a string that has its own error, user name say.
    """
    if len(name) <= most:
        return
    if what:
        raise mysql_error("ER_WRONG_STRING_LENGTH", name, what, most)
    raise mysql_error("ER_TOO_LONG_IDENT", name)


# the types whose columns may stand in a key by their beginnings
PREFIXABLE = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB})


def whole_length(spec: ColumnSpec) -> int:
    """Of CHAR, VARCHAR and their binary forms: in characters, or bytes. A BLOB's is 0."""
    if spec.type is ColumnType.BLOB:
        return 0
    return spec.length if spec.collation == BINARY_COLLATION_ID else _characters(spec)


def _characters(spec: ColumnSpec) -> int:
    return spec.length // collation_by_id(spec.collation).mbmaxlen


def check_variable_name(name: str) -> None:
    """ER_ILLEGAL_USER_VAR for a user variable that is to be set (captured: dots_in_names_of_variables)."""
    if not name or name.endswith(" ") or len(name) > LONGEST_NAME:
        raise mysql_error("ER_ILLEGAL_USER_VAR", name)
