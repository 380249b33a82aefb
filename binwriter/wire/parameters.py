"""Query attributes of COM_QUERY, and the parameters of COM_STMT_EXECUTE."""

from __future__ import annotations

import struct
from typing import Any

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.wire.binary import Decode, ParameterType, numbers_form, read_types, read_values
from binwriter.wire.capabilities import Capability
from binwriter.wire.errors import MalformedPacketError
from binwriter.wire.numbers import Reader

_NO_ATTRIBUTES = b"\x00\x01"
_CURSOR, _COUNT_AVAILABLE = 0x01, 0x08  # others of the kinds open none
_MOST_PARAMETERS = 0xFFFF
_NO_NULLS = bytes((_MOST_PARAMETERS + 7) // 8)


def query_of(payload: bytes, capabilities: int, decode: Decode) -> tuple[bytes, dict[str, Any]]:
    """The text of COM_QUERY and its attributes by name."""
    if not capabilities & Capability.QUERY_ATTRIBUTES:
        return payload[1:], {}
    if payload[1:3] == _NO_ATTRIBUTES:
        return payload[3:], {}
    reader = Reader(payload, 1)
    count, sets = reader.packed(), reader.packed()
    if sets != 1 or count > _MOST_PARAMETERS:
        raise MalformedPacketError
    if not count:
        return reader.rest(), {}
    nulls = reader.take((count + 7) // 8)
    if reader.integer(1) != 1:
        raise MalformedPacketError
    types = read_types(reader, count, named=True, decode=decode)
    values = read_values(reader, types, nulls, {}, decode)
    attributes: dict[str, Any] = {}
    for type_, value in zip(types, values, strict=True):
        attributes.setdefault(type_.name, value)  # of one name the first is found
    return reader.rest(), attributes


@dataclass(frozen=True)
class Execution:
    """COM_STMT_EXECUTE. types: of the parameters, for the next execution without any; cursor: its rows are fetched.
    head: what stood in front of the values; None where another one may be read otherwise though it begins so."""

    cursor: bool
    types: tuple[ParameterType, ...]
    values: tuple[Any, ...]
    attributes: dict[str, Any]
    head: bytes | None = None


_FLAGS_PLACE = 5


class Executions:
    """The executions of one prepared statement, most of which differ in values alone. count: of its parameters."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._last = Execution(False, (), (), {})
        self._numbers: struct.Struct | None = None  # all values of one that begins like the last

    def numbers(self, payload: bytes) -> tuple[Any, ...] | None:
        """The values of an execution without attributes and cursor that begins like the last one, if all are numbers;
        None for others."""
        numbers, last = self._numbers, self._last
        if numbers is None or last.cursor or not payload.startswith(last.head or b"?", _FLAGS_PLACE):
            return None
        place = _FLAGS_PLACE + len(last.head or b"?")
        return numbers.unpack_from(payload, place) if len(payload) >= place + numbers.size else None

    def read(self, payload: bytes, long_data: dict[int, bytes], capabilities: int, decode: Decode) -> Execution:
        """See `execution_of`, which raises."""
        last = self._last
        if last.head is not None and not long_data and payload.startswith(last.head, _FLAGS_PLACE):
            place = _FLAGS_PLACE + len(last.head)
            if self._numbers is not None and len(payload) >= place + self._numbers.size:
                return Execution(last.cursor, last.types, self._numbers.unpack_from(payload, place), {}, last.head)
            values = read_values(Reader(payload, place), last.types, _NO_NULLS, {}, decode)
            return Execution(last.cursor, last.types, tuple(values), {}, last.head)
        self._last = execution = execution_of(payload, self._count, last.types, long_data, capabilities, decode)
        self._numbers = None if execution.head is None else numbers_form(execution.types)
        return execution


def execution_of(
    payload: bytes,
    count: int,
    known: tuple[ParameterType, ...],
    long_data: dict[int, bytes],
    capabilities: int,
    decode: Decode,
) -> Execution:
    """count: of the statement's parameters. known: their types as the client has bound them before.

    MalformedPacketError for what cannot be read, ER_WRONG_ARGUMENTS for fewer parameters than the statement has
    (captured: tests/golden/wire/executions.json; the count of parameters stands there where there are any, whether the
    flag says so or not).
    """
    reader = Reader(payload, 5)
    flags = reader.integer(1)
    reader.take(4)
    named = bool(capabilities & Capability.QUERY_ATTRIBUTES)
    given = count
    if named and (count or flags & _COUNT_AVAILABLE):
        given = reader.packed()
    cursor = bool(flags & _CURSOR)
    if not given:
        if count:
            raise mysql_error("ER_WRONG_ARGUMENTS", "COM_STMT_EXECUTE")
        return Execution(cursor, known, (), {})
    if given > _MOST_PARAMETERS:
        raise MalformedPacketError
    nulls = reader.take((given + 7) // 8)
    if reader.integer(1):
        known = read_types(reader, given, named=named, decode=decode)
    if len(known) < given:
        if given > count:
            raise MalformedPacketError
        raise mysql_error("ER_WRONG_ARGUMENTS", "mysqld_stmt_execute" if given == count else "COM_STMT_EXECUTE")
    is_plain = given == count == len(known) and not any(nulls) and not long_data
    head = payload[_FLAGS_PLACE : reader.place] if is_plain else None
    values = tuple(read_values(reader, known[:given], nulls, long_data, decode))
    if given < count:
        raise mysql_error("ER_WRONG_ARGUMENTS", "COM_STMT_EXECUTE")
    attributes: dict[str, Any] = {}
    for type_, value in zip(known[count:], values[count:], strict=False):
        attributes.setdefault(type_.name, value)
    return Execution(cursor, known, values[:count], attributes, head)
