"""Modes of a session that SQL and the log both ask for."""

from __future__ import annotations

from enum import Enum


class Isolation(Enum):
    """transaction_isolation, in rising strictness."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    READ_UNCOMMITTED = "READ-UNCOMMITTED"
    READ_COMMITTED = "READ-COMMITTED"
    REPEATABLE_READ = "REPEATABLE-READ"
    SERIALIZABLE = "SERIALIZABLE"

    @property
    def repeatable(self) -> bool:
        """REPEATABLE READ or stricter."""
        return self in (Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE)


class BinlogFormat(Enum):
    """binlog_format: the logging mode of a session."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    STATEMENT = "STATEMENT"
    MIXED = "MIXED"
    ROW = "ROW"


class RowImage(Enum):
    """binlog_row_image."""

    __hash__ = object.__hash__

    FULL = "FULL"
    MINIMAL = "MINIMAL"
    NOBLOB = "NOBLOB"
