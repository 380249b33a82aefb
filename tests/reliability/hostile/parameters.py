"""Statements with parameters in place of their literals, executed with values of every type of the binary protocol.

What a client may send and no literal can be: NaN and infinities, dates and times beyond every limit, integers of each
size with and without a sign, text that is no number as DECIMAL, bytes that are no JSON, no geometry, no UTF-8.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pymysql
from pymysql.constants import COMMAND

from binwriter.mysql.raw_bytes import bytes_of
from tests.reliability.hostile import crafted, mutation, typed
from tests.reliability.hostile.served import ServedRoom, read_prepared

_NULL, _UNSIGNED, _CURSOR = 6, 0x8000, 1
_MORE_RESULTS, _CURSOR_EXISTS = 0x08, 0x40  # bits of the status
_INTEGERS = {1: "b", 2: "h", 13: "h", 3: "i", 9: "i", 8: "q"}
_TIMES, _MOMENTS = (11,), (7, 10, 12)
_TEXTS = (0, 15, 16, 242, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255, 14, 17, 18, 19, 20, 244)
_BYTES = (
    b"", b"a", b"1", b"-1", b"1e400", b"nan", b"9" * 70, b"9" * 400, b"-0.0", b"1e-400", b"\xff\xfe", b"\xc3", b"\0",
    b"2024-01-31", b"0000-00-00", b"9999-12-31 23:59:59.9999999", b"-838:59:59", b"838:59:60", b"{}", b'{"a":[1', b"[]",
    b"POINT(1 1)",
    bytes(4) + b"\1" + struct.pack("<Idd", 1, 1e308, float("nan")), bytes(25), b"\x80" * 9, b"$.a", b"%_",
    "\U0001f600\u0130".encode(), b"a" * 300, b"a" * 70000, b"\xef\xbb\xbf", b"0x41", b"b'1'", b"NULL", b"inf",
)  # fmt: skip
_REALS = (float("nan"), float("inf"), float("-inf"), -0.0, 1.5, 5e-324, 1.7976931348623157e308, 1e300, -1e19, 0.1)


def _moment(chance: random.Random) -> bytes:
    length = chance.choice((0, 4, 7, 11))
    fields = (
        chance.choice((0, 1, 1969, 1970, 2024, 2038, 9999, 10000, 65535)),
        *(chance.choice(values) for values in ((0, 1, 2, 12, 13, 255), (0, 1, 29, 31, 32, 255))),
        *(chance.choice(values) for values in ((0, 23, 24, 255), (0, 59, 60, 255), (0, 59, 60, 61, 255))),
        chance.choice((0, 1, 999999, 1000000, 0xFFFFFFFF)),
    )
    return bytes((length,)) + struct.pack("<HBBBBBI", *fields)[:length]


def _time(chance: random.Random) -> bytes:
    length = chance.choice((0, 8, 12))
    fields = (
        chance.choice((0, 1, 2)), chance.choice((0, 34, 35, 365, 0xFFFFFFFF)), chance.choice((0, 22, 23, 24, 255)),
        chance.choice((0, 59, 60, 255)), chance.choice((0, 59, 255)), chance.choice((0, 999999, 0xFFFFFFFF)),
    )  # fmt: skip
    return bytes((length,)) + struct.pack("<BIBBBI", *fields)[:length]


def _prefixed(data: bytes) -> bytes:
    return bytes((len(data),)) + data if len(data) < 251 else b"\xfd" + len(data).to_bytes(3, "little") + data


def _value(chance: random.Random) -> tuple[int, bytes]:
    """Type, with its flag, and the bytes of a value."""
    kind = chance.choice((*_INTEGERS, 4, 5, 5, *_TIMES, *_MOMENTS, *_TEXTS))
    flag = chance.choice((0, 0, _UNSIGNED))
    if kind in _INTEGERS:
        size = struct.calcsize(_INTEGERS[kind])
        return kind | flag, chance.choice((bytes(size), b"\xff" * size, b"\xff" * (size - 1) + b"\x7f", b"\1" * size))
    if kind in (4, 5):
        with suppress(OverflowError):
            return kind, struct.pack("<f" if kind == 4 else "<d", chance.choice(_REALS))
        return 5, struct.pack("<d", 1e308)
    if kind in _TIMES:
        return kind, _time(chance)
    return (kind, _moment(chance)) if kind in _MOMENTS else (kind | flag, _prefixed(chance.choice(_BYTES)))


def execution(statement: int, count: int, chance: random.Random) -> bytes:
    """A COM_STMT_EXECUTE without its first byte."""
    values = [_value(chance) if chance.random() < 0.9 else (_NULL, b"") for _ in range(count)]
    nulls = sum(1 << place for place, (kind, _) in enumerate(values) if kind == _NULL)
    data = struct.pack("<IBI", statement, chance.choice((0, 0, 0, _CURSOR)), 1)
    if count:
        data += nulls.to_bytes((count + 7) // 8, "little") + b"\1"
        data += b"".join(struct.pack("<H", kind) for kind, _ in values) + b"".join(value for _, value in values)
    return data


def with_parameters(text: str, chance: random.Random) -> str:
    """Some of a statement's literals, and now and then a name, replaced by question marks."""
    tokens = mutation.tokens_of(text)
    for place, token in enumerate(tokens):
        is_literal = token[0].isdigit() or token[0] == "'"
        if chance.random() < (0.6 if is_literal else 0.02 if token[0].isalpha() else 0):
            tokens[place] = "?"
    return "".join(tokens)


def all_with_parameters(chance: random.Random) -> Iterator[str]:
    """An endless stream."""
    pool, expressions = mutation.golden_statements(), typed.all_typed(chance)
    while True:
        match chance.randrange(4):
            case 0:
                text = chance.choice(pool)
            case 1:
                text = crafted.at_random(chance.choice(crafted.templates()), chance)
            case 2:
                text = crafted.a_call(chance.choice(crafted.functions()), chance)
            case _:
                text = next(expressions)
        yield with_parameters(text, chance)


class ParameterRoom(ServedRoom):
    """A room whose statements are prepared and executed three times, with values of chance."""

    def _sent(self, command: int, statement: str) -> Exception | None:
        chance = random.Random(bytes_of(statement))
        if command == COMMAND.COM_QUERY:
            return None
        try:
            client = self._connected()
        except pymysql.MySQLError:
            return None
        for _ in range(3):
            try:
                client._execute_command(COMMAND.COM_STMT_PREPARE, bytes_of(statement))
                head = read_prepared(client)
                client._execute_command(COMMAND.COM_STMT_EXECUTE, execution(*head, chance))
                self._read_results(client)
                client._execute_command(COMMAND.COM_STMT_FETCH, struct.pack("<II", head[0], 5))
                self._read_results(client, fetched=True)
            except pymysql.MySQLError as error:
                if self._is_finding(error):
                    return error
                if not client.open:
                    return None
        return None

    @staticmethod
    def _read_results(client: Any, fetched: bool = False) -> None:
        """All results of an execution, or the rows of a fetch, whatever is in them."""
        has_next = True
        while has_next:
            status = 0
            if not fetched:
                first = client._read_packet()
                if first.is_ok_packet():
                    has_next = bool(_status_of_ok(first.get_all_data()) & _MORE_RESULTS)
                    continue
                status = _status_at_end(client)
            if not status & _CURSOR_EXISTS:
                status = _status_at_end(client)
            has_next = bool(status & _MORE_RESULTS) and not fetched


def _status_at_end(client: Any) -> int:
    """Reads packets up to an EOF."""
    while True:
        packet = client._read_packet()
        if packet.is_eof_packet():
            return int.from_bytes(packet.get_all_data()[3:5], "little")


def _status_of_ok(data: bytes) -> int:
    """The status stands behind two numbers of one to nine bytes each."""
    at = 1
    for _ in range(2):
        at += {0xFC: 3, 0xFD: 4, 0xFE: 9}.get(data[at], 1)
    return int.from_bytes(data[at : at + 2], "little")
