"""Functions of the server around the statement: compression, GTIDs, replicas, formats of numbers.

Source: MySQL manual, "Encryption and Compression Functions", "Functions Used with GTIDs", "Performance Schema
Functions"; values as seen on a 9.7.4.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

from binwriter.formats.records import replace
from binwriter.mysql.gtid.sets import GtidSet
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.collations import charset_collation_id, connection_collation
from binwriter.sql.expressions.packets import packet_limit
from binwriter.sql.expressions.types import (
    BINARY_TYPE,
    BOOL_TYPE,
    INT_TYPE,
    LONG_TEXT,
    UINT_TYPE,
    CompiledExpression,
    Row,
    text_type,
)
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

_ICU_VERSION = "78.3"
_AMOUNT = 11  # characters of an amount with its unit
_MOST_PLAIN = 100_000
_MOST_RANDOM_BYTES = 1024
_HEADER = 4  # bytes in front of what zlib made: its length
_BYTE_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_TIME_UNITS = (
    (86_400_000_000_000_000, "d"),
    (3_600_000_000_000_000, "h"),
    (60_000_000_000_000, "min"),
    (1_000_000_000_000, "s"),
    (1_000_000_000, "ms"),
    (1_000_000, "us"),
    (1_000, "ns"),
)


# --- compression ----------------------------------------------------------------------------------------------------


@function("COMPRESS")
def _compress(call: Call) -> CompiledExpression:
    def compute(data: bytes) -> bytes:
        if not data:
            return b""
        packed = zlib.compress(data)
        return len(data).to_bytes(4, "little") + packed + (b"." if packed.endswith(b" ") else b"")

    return strict_null(call, BINARY_TYPE, compute, as_bytes)


@function("UNCOMPRESS")
def _uncompress(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, data: bytes) -> bytes | None:
        if not data:
            return b""
        if len(data) <= _HEADER:
            context.warn("ER_ZLIB_Z_DATA_ERROR")
            return None
        size, limit = _claimed(data), packet_limit(context)
        if size > limit:
            context.warn("ER_TOO_BIG_FOR_UNCOMPRESS", limit)
            return None
        stream = zlib.decompressobj()
        try:
            plain = stream.decompress(data[_HEADER:], size + 1)
        except zlib.error:
            context.warn("ER_ZLIB_Z_DATA_ERROR")
            return None
        if len(plain) <= size and stream.eof:
            return plain
        context.warn("ER_ZLIB_Z_BUF_ERROR" if len(plain) > size else "ER_ZLIB_Z_DATA_ERROR")
        return None

    return with_context(call, BINARY_TYPE, compute, as_bytes)


@function("UNCOMPRESSED_LENGTH")
def _uncompressed_length(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, data: bytes) -> int:
        if 0 < len(data) <= _HEADER:
            context.warn("ER_ZLIB_Z_DATA_ERROR")
            return 0
        return _claimed(data)

    return with_context(call, INT_TYPE, compute, as_bytes)


def _claimed(data: bytes) -> int:
    """The length that compressed data say to have."""
    return int.from_bytes(data[:_HEADER], "little") & 0x3FFFFFFF


@function("RANDOM_BYTES")
def _random_bytes(call: Call) -> CompiledExpression:
    """From the same source as UUID()."""

    def compute(context: StatementContext, length: int) -> bytes:
        if not 1 <= length <= _MOST_RANDOM_BYTES:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "length", "random_bytes")
        return hashlib.shake_256(context.server.new_uuid().encode()).digest(length)

    return replace(with_context(call, BINARY_TYPE, compute, to_int), constant=False)


# --- replication ----------------------------------------------------------------------------------------------------


@function("GTID_SUBSET")
def _gtid_subset(call: Call) -> CompiledExpression:
    read = GtidSet.scanned
    return strict_null(call, BOOL_TYPE, lambda inner, outer: int(read(inner).is_subset(read(outer))), as_str)


@function("GTID_SUBTRACT")
def _gtid_subtract(call: Call) -> CompiledExpression:
    type_ = text_type(LONG_TEXT, connection_collation(call.scope))
    return strict_null(call, type_, lambda first, second: str(GtidSet.scanned(first) - GtidSet.scanned(second)), as_str)


@function("WAIT_FOR_EXECUTED_GTID_SET")
def _wait_for_gtids(call: Call) -> CompiledExpression:
    """0 if the set was executed in time, else 1. timeout: seconds; none and 0 wait for ever."""

    def compute(context: StatementContext, text: str, timeout: Any = None) -> int:
        variables = context.variables
        if variables.get_global("gtid_mode") == "OFF":
            raise mysql_error("ER_GTID_MODE_OFF", "use WAIT_FOR_EXECUTED_GTID_SET")
        seconds = None if timeout is None else to_real(timeout, call.args[1].type, context)
        if seconds is not None and seconds < 0:
            raise mysql_error("ER_WRONG_ARGUMENTS", "WAIT_FOR_EXECUTED_GTID_SET.")
        wanted = GtidSet.parse(text)

        def executed() -> bool:
            return wanted.is_subset(GtidSet.parse(str(variables.get_global("gtid_executed"))))

        if context.session.locks is None:
            return int(not executed())
        return int(not context.session.locks.named.wait_for_gtids(executed, seconds))

    return with_context(call, INT_TYPE, compute, as_str)


@function("ASYNCHRONOUS_CONNECTION_FAILOVER_RESET")
def _failover_reset(call: Call) -> CompiledExpression:
    """A loadable function that every server has: a source has no list of other sources that it might forget.

    Captured: failover_functions.
    """
    name = call.name.lower()
    if call.args:
        raise mysql_error("ER_CANT_INITIALIZE_UDF", name, "Wrong arguments: The function takes no arguments.")
    done = f"The UDF {name}() executed successfully."
    return CompiledExpression(text_type(0, charset_collation_id("latin1")), lambda context, row: done, call.text)


@function("SOURCE_POS_WAIT", "MASTER_POS_WAIT", "WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS")
def _source_pos_wait(call: Call) -> CompiledExpression:
    """NULL: this server is no replica."""
    return CompiledExpression(INT_TYPE, lambda context, row: None, call.text)


# --- the rest -------------------------------------------------------------------------------------------------------


@function("ICU_VERSION")
def _icu_version(call: Call) -> CompiledExpression:
    type_ = text_type(len(_ICU_VERSION), charset_collation_id("utf8mb3"))
    return CompiledExpression(type_, lambda context, row: _ICU_VERSION, call.text)


@function("PS_CURRENT_THREAD_ID")
def _ps_current_thread_id(call: Call) -> CompiledExpression:

    def evaluate(context: StatementContext, row: Row) -> int:
        context.facts.thread_specific = True
        return context.session.connection_id + THREADS_BEFORE

    return CompiledExpression(UINT_TYPE, evaluate, call.text)


# Threads of a client have the number of its connection behind those of the server's own threads.
THREADS_BEFORE = 40


@function("PS_THREAD_ID")
def _ps_thread_id(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, connection: int) -> int | None:
        return connection + THREADS_BEFORE if connection == context.session.connection_id else None

    return with_context(call, UINT_TYPE, compute, to_int)


@function("FORMAT_BYTES")
def _format_bytes(call: Call) -> CompiledExpression:
    def compute(value: Any) -> str:
        if abs(value) < 1024:
            return f"{int(value):4d} bytes"
        power = next((power for power in range(1, 6) if abs(value) < 1024 ** (power + 1)), 6)
        return f"{_shown(value / 1024**power)} {_BYTE_UNITS[power - 1]}"

    return strict_null(call, text_type(_AMOUNT, charset_collation_id("utf8mb3")), compute, to_real)


@function("FORMAT_PICO_TIME")
def _format_pico_time(call: Call) -> CompiledExpression:
    def compute(value: Any) -> str:
        for size, unit in _TIME_UNITS:
            if abs(value) >= size:
                return f"{_shown(value / size)} {unit}"
        return f"{int(value):3d} ps"

    return strict_null(call, text_type(_AMOUNT, charset_collation_id("utf8mb3")), compute, to_real)


def _shown(amount: float) -> str:
    """So many of a unit: the largest ones have an exponent from 100000 on (cluster amounts_beyond_units)."""
    return f"{amount:.2f}" if abs(amount) < _MOST_PLAIN else f"{amount:.2e}"
