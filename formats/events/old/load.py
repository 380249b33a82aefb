"""LOAD DATA as servers before 5.0.3 logged it: not as text, but taken apart (manual, "Load_event").

Load (6) and New_load (12) name a file that the replica has, too. Create_file (8) brings the file's first block;
Append_block events bring the others, then Exec_load (10) loads them or Delete_file forgets them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import construct as cs
from construct import len_, this

from binwriter.formats.conditional_fields import Calculated
from binwriter.formats.declaration import Declared, Nested, csfield, derived
from binwriter.formats.primitives import Bytes8, ByteTuple, Codec, Context, TerminatedBytes, read_exactly


class LoadOptions(Declared):
    """The clauses FIELDS and LINES; every text up to 255 bytes.

    flags: 2 OPTIONALLY ENCLOSED, 4 REPLACE, 8 IGNORE.
    """

    field_terminator: bytes = csfield(Bytes8)
    enclosed: bytes = csfield(Bytes8)
    line_terminator: bytes = csfield(Bytes8)
    line_start: bytes = csfield(Bytes8)
    escaped: bytes = csfield(Bytes8)
    flags: int = csfield(cs.Int8ul)


class OldLoadOptions(Declared):
    """The same with one byte for each text.

    empty_flags: bits 1, 2, 4, 8, 16 in the order of the texts: it is empty, and its byte means nothing.
    """

    field_terminator: bytes = csfield(cs.Bytes(1))
    enclosed: bytes = csfield(cs.Bytes(1))
    line_terminator: bytes = csfield(cs.Bytes(1))
    line_start: bytes = csfield(cs.Bytes(1))
    escaped: bytes = csfield(cs.Bytes(1))
    flags: int = csfield(cs.Int8ul)
    empty_flags: int = csfield(cs.Int8ul)


class _Terminated(Codec):
    """Bytes whose length stands in the context, and a zero byte behind them."""

    def __init__(self, length: Any) -> None:
        super().__init__()
        self.length = length

    def read(self, stream: Any, context: Context) -> bytes:
        return _read_terminated(stream, self.length(context))

    def write(self, value: bytes, stream: Any, context: Context) -> None:
        stream.write(value + b"\0")


class _Columns(Codec):
    """The column names; their lengths stand before all of them."""

    def read(self, stream: Any, context: Context) -> tuple[bytes, ...]:
        return tuple(_read_terminated(stream, length) for length in context.column_lengths)

    def write(self, value: tuple[bytes, ...], stream: Any, context: Context) -> None:
        stream.write(b"".join(name + b"\0" for name in value))


def _read_terminated(stream: Any, length: int) -> bytes:
    data = read_exactly(stream, length + 1)
    if data[-1:] != b"\0":
        raise cs.ConstError(f"no zero byte behind {data[:-1]!r}")
    return data[:-1]


_COLUMN_COUNT = Calculated(cs.Int32ul, lambda context: len(context.columns))
_COLUMN_LENGTHS = Calculated(
    ByteTuple(lambda context: context.column_count), lambda context: [len(name) for name in context.columns]
)
_TABLE = _Terminated(lambda context: context.table_length)
_SCHEMA = _Terminated(lambda context: context.schema_length)


class Load(Declared):
    """The whole statement, all its texts of one byte at most.

    thread_id, exec_time: as in `Query`. skip_lines: IGNORE n LINES. columns: those that the file has; none means all.
    file_name: on the server that ran it, not terminated.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({18})

    thread_id: int = csfield(cs.Int32ul)
    exec_time: int = csfield(cs.Int32ul)
    skip_lines: int = csfield(cs.Int32ul)
    table_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.table)))
    schema_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.schema)))
    column_count: int = derived(_COLUMN_COUNT)
    options: OldLoadOptions = csfield(Nested(OldLoadOptions))
    column_lengths: tuple[int, ...] = derived(_COLUMN_LENGTHS)
    columns: tuple[bytes, ...] = csfield(_Columns())
    table: bytes = csfield(_TABLE)
    schema: bytes = csfield(_SCHEMA)
    file_name: bytes = csfield(cs.GreedyBytes)


class NewLoad(Declared):
    """As `Load`, its texts of up to 255 bytes."""

    post_headers: ClassVar[frozenset[int]] = frozenset({18})

    thread_id: int = csfield(cs.Int32ul)
    exec_time: int = csfield(cs.Int32ul)
    skip_lines: int = csfield(cs.Int32ul)
    table_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.table)))
    schema_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.schema)))
    column_count: int = derived(_COLUMN_COUNT)
    options: LoadOptions = csfield(Nested(LoadOptions))
    column_lengths: tuple[int, ...] = derived(_COLUMN_LENGTHS)
    columns: tuple[bytes, ...] = csfield(_Columns())
    table: bytes = csfield(_TABLE)
    schema: bytes = csfield(_SCHEMA)
    file_name: bytes = csfield(cs.GreedyBytes)


class CreateFile(Declared):
    """As `NewLoad`, with the file's number and its first block."""

    post_headers: ClassVar[frozenset[int]] = frozenset({4})

    thread_id: int = csfield(cs.Int32ul)
    exec_time: int = csfield(cs.Int32ul)
    skip_lines: int = csfield(cs.Int32ul)
    table_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.table)))
    schema_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.schema)))
    column_count: int = derived(_COLUMN_COUNT)
    file_id: int = csfield(cs.Int32ul)
    options: LoadOptions = csfield(Nested(LoadOptions))
    column_lengths: tuple[int, ...] = derived(_COLUMN_LENGTHS)
    columns: tuple[bytes, ...] = csfield(_Columns())
    table: bytes = csfield(_TABLE)
    schema: bytes = csfield(_SCHEMA)
    file_name: bytes = csfield(TerminatedBytes)
    block: bytes = csfield(cs.GreedyBytes)


class ExecLoad(Declared):
    """All blocks of the file are there: load them."""

    post_headers: ClassVar[frozenset[int]] = frozenset({4})

    file_id: int = csfield(cs.Int32ul)
