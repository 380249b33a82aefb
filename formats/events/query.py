"""Query event: one statement as text, and BEGIN, COMMIT, ROLLBACK, SAVEPOINT, XA START."""

from __future__ import annotations

from typing import ClassVar

import construct as cs
from construct import len_, this

from binwriter.formats.declaration import Declared, csfield, derived
from binwriter.formats.events.status_vars import StatusVar, StatusVarBlock, StatusVarsLength


class Query(Declared):
    """A statement in statement form (findings part 7, "Query post-header 13").

    thread_id: the session's pseudo_thread_id. exec_time: seconds from the statement's start to its end by the
    server's clock. error_code: MySQL error it ended with, 0 if none. status_vars: kept in their order.
    schema: the default database (255 bytes at most). query: the text, in the client's character set, not terminated.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({13})

    thread_id: int = csfield(cs.Int32ul)
    exec_time: int = csfield(cs.Int32ul)
    schema_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.schema)))
    error_code: int = csfield(cs.Int16ul)
    status_vars_length: int = derived(StatusVarsLength)
    status_vars: tuple[StatusVar, ...] = csfield(StatusVarBlock())
    schema: bytes = csfield(cs.Bytes(this.schema_length))
    schema_end: bytes = derived(cs.Const(b"\0"))
    query: bytes = csfield(cs.GreedyBytes)
