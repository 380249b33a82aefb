"""Result sets of the text protocol (MySQL source documentation, "Text Resultset")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from binwriter.statement.columns import ResultColumn
from binwriter.wire.answers import eof_packet, ok_packet
from binwriter.wire.capabilities import Capability
from binwriter.wire.numbers import packed, string
from binwriter.wire.packets import Packets, framed

_CATALOG = string(b"def")
_FIXED_LENGTH = b"\x0c"
ROWS_AT_ONCE = 128
_NO_METADATA, _ALL_METADATA = b"\x00", b"\x01"
# a value that is not NULL, as the client gets it
Renderer = Callable[[Any], bytes]
Payloads = bytes | list[bytes]
# rows, and the sequence number of the first of them; it answers theirs and the next number
Framer = Callable[[Sequence[Sequence[Any]], int], tuple[bytes, int]]


def column_definition(column: ResultColumn, encoded: Callable[[str], bytes] = str.encode) -> bytes:
    """Protocol::ColumnDefinition41. encoded: names in the client's character set."""
    return b"".join(
        (
            _CATALOG,
            string(encoded(column.schema)),
            string(encoded(column.table)),
            string(encoded(column.original_table)),
            string(encoded(column.name)),
            string(encoded(column.original_name)),
            _FIXED_LENGTH,
            column.charset.to_bytes(2, "little"),
            min(column.length, 0xFFFFFFFF).to_bytes(4, "little"),
            int(column.type).to_bytes(1, "little"),
            (column.flags & 0xFFFF).to_bytes(2, "little"),
            column.decimals.to_bytes(1, "little"),
            b"\0\0",
        )
    )


def text_rows(rows: Iterable[Sequence[Any]], renderers: Sequence[Renderer]) -> Iterator[bytes]:
    """The rows of a result in texts."""
    for row in rows:
        yield b"".join(
            [
                b"\xfb" if value is None else string(render(value))
                for value, render in zip(row, renderers, strict=True)
            ]
        )  # fmt: skip


def result_head(
    columns: Sequence[ResultColumn], capabilities: int, encoded: Callable[[str], bytes] = str.encode
) -> tuple[bytes, ...]:
    """The payloads in front of the rows, without the EOF packet behind them."""
    return column_count(len(columns), capabilities), *(column_definition(column, encoded) for column in columns)


def bare_head(columns: int) -> tuple[bytes, ...]:
    """The same where the client wants no definitions (resultset_metadata = NONE)."""
    return (packed(columns) + _NO_METADATA,)


def result_set(
    head: tuple[bytes, ...],
    rows: Iterator[bytes],
    capabilities: int,
    status: tuple[int, int],
    warnings: int,
    tracked: bytes = b"",
) -> Iterator[Payloads]:
    """The payloads of a result set, those of rows many at once. rows: in the form of the protocol that is spoken.
    status: behind the columns, and behind the rows."""
    yield list(head)
    if not capabilities & Capability.DEPRECATE_EOF:
        yield eof_packet(status[0], warnings)
    while many := list(islice(rows, ROWS_AT_ONCE)):
        yield many
    yield rows_end(capabilities, status[1], warnings, tracked)


def small_result_set(
    head: Packets,
    rows: Sequence[Sequence[Any]],
    framer: Framer,
    capabilities: int,
    status: tuple[int, int],
    warnings: int,
) -> Packets:
    """The same in one piece."""
    begins, sequence = head
    if not capabilities & Capability.DEPRECATE_EOF:
        begins += _end(0, status[0], warnings, sequence & 255)
        sequence += 1
    data, sequence = framer(rows, sequence)
    ends = _end(capabilities & Capability.DEPRECATE_EOF, status[1], warnings, sequence & 255)
    return Packets(begins + data + ends, sequence + 1)


@lru_cache(maxsize=1024)
def _end(capabilities: int, status: int, warnings: int, sequence: int) -> bytes:
    return framed(rows_end(capabilities, status, warnings), sequence)[0]


def column_count(count: int, capabilities: int) -> bytes:
    """The first packet of a result set. What is said of the metadata stands behind the number (asked of a 9.7.4)."""
    return packed(count) + _ALL_METADATA if capabilities & Capability.OPTIONAL_RESULTSET_METADATA else packed(count)


def rows_end(capabilities: int, status: int, warnings: int, tracked: bytes = b"") -> bytes:
    """What stands behind the rows."""
    if capabilities & Capability.DEPRECATE_EOF:
        return ok_packet(status, warnings=warnings, tracked=tracked, ends_rows=True)
    return eof_packet(status, warnings)
