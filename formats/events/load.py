"""LOAD DATA in statement form: the file in blocks, then the statement (findings section 6, "LOAD DATA")."""

from __future__ import annotations

from typing import ClassVar

import construct as cs
from construct import len_, this

from binwriter.formats.declaration import Declared, csfield, derived
from binwriter.formats.events.status_vars import StatusVar, StatusVarBlock, StatusVarsLength


class AppendBlock(Declared):
    """A further block of the file. block: 9.7.4 cuts the file every 131072 bytes (captured:
    tests/golden/events/load_data)."""

    post_headers: ClassVar[frozenset[int]] = frozenset({4})

    file_id: int = csfield(cs.Int32ul)
    block: bytes = csfield(cs.GreedyBytes)


class BeginLoadQuery(AppendBlock):
    """The first block of the file."""


class DeleteFile(Declared):
    """The load failed: forget the blocks."""

    post_headers: ClassVar[frozenset[int]] = frozenset({4})

    file_id: int = csfield(cs.Int32ul)


class ExecuteLoadQuery(Declared):
    """The statement that loads the blocks: a Query event with four more fields in its post-header.

    file_name_start, file_name_end: offsets in the text of the part that names the file.
    duplicates: 0 error, 1 ignore, 2 replace.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({26})

    thread_id: int = csfield(cs.Int32ul)
    exec_time: int = csfield(cs.Int32ul)
    schema_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.schema)))
    error_code: int = csfield(cs.Int16ul)
    status_vars_length: int = derived(StatusVarsLength)
    file_id: int = csfield(cs.Int32ul)
    file_name_start: int = csfield(cs.Int32ul)
    file_name_end: int = csfield(cs.Int32ul)
    duplicates: int = csfield(cs.Int8ul)
    status_vars: tuple[StatusVar, ...] = csfield(StatusVarBlock())
    schema: bytes = csfield(cs.Bytes(this.schema_length))
    schema_end: bytes = derived(cs.Const(b"\0"))
    query: bytes = csfield(cs.GreedyBytes)
