"""A column of a result as clients are told of it."""

from __future__ import annotations

from enum import IntFlag

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass

BINARY_CHARSET = 63
ANY_DECIMALS = 31
NOT_IN_STRICT = "?"  # behind flags in our tables of columns


class ColumnFlag(IntFlag):
    """*_FLAG of MySQL's client headers (MySQL source documentation, "Column Definition Flags")."""

    NOT_NULL = 1
    PRIMARY_KEY = 2
    UNIQUE_KEY = 4
    MULTIPLE_KEY = 8
    BLOB = 16
    UNSIGNED = 32
    ZEROFILL = 64
    BINARY = 128
    ENUM = 256
    AUTO_INCREMENT = 512
    TIMESTAMP = 1024
    SET = 2048
    NO_DEFAULT_VALUE = 4096
    ON_UPDATE_NOW = 8192
    PART_KEY = 16384
    NUM = 32768


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """name: as the client sees it. type: MySQL's type code. length: bytes at most. charset: a collation's id.

    original_name, table, original_table, schema: empty for what is no column of a table. not_in_strict: under a strict
    sql_mode it may be NULL.
    """

    name: str
    type: int = ColumnType.VAR_STRING
    length: int = 0
    charset: int = BINARY_CHARSET
    flags: int = 0
    decimals: int = 0
    original_name: str = ""
    table: str = ""
    original_table: str = ""
    schema: str = ""
    not_in_strict: bool = False
