"""Query event: one statement as text, and BEGIN, COMMIT, ROLLBACK, SAVEPOINT, XA START."""

from __future__ import annotations

from typing import ClassVar

import construct as cs
from construct import len_, this

from binwriter.formats.conditional_fields import Implied, When
from binwriter.formats.declaration import Declared, csfield, defaulted, derived, stated_post_header
from binwriter.formats.events.status_vars import StatusVar, StatusVarBlock, StatusVarsLength
from binwriter.formats.primitives import Context


def _has_status_vars(context: Context) -> bool:
    length: int = context.post_header_length
    return length > 11


class Query(Declared):
    """A statement in statement form (findings part 7, "Query post-header 13").

    thread_id: the session's pseudo_thread_id. exec_time: seconds from the statement's start to its end by the
    server's clock. error_code: MySQL error it ended with, 0 if none. status_vars: kept in their order.
    schema: the default database (255 bytes at most). query: the text, in the client's character set, not terminated.
    post_header_length: 13, or 11 in 4.0 and 4.1, which have no status variables.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({11, 13})

    post_header_length: int = defaulted(
        Implied(lambda context: stated_post_header(context) or 13), default=13, kw_only=True
    )
    thread_id: int = csfield(cs.Int32ul)
    exec_time: int = csfield(cs.Int32ul)
    schema_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.schema)))
    error_code: int = csfield(cs.Int16ul)
    status_vars_length: int = derived(When(_has_status_vars, StatusVarsLength, None))
    status_vars: tuple[StatusVar, ...] = csfield(When(_has_status_vars, StatusVarBlock(), ()))
    schema: bytes = csfield(cs.Bytes(this.schema_length))
    schema_end: bytes = derived(cs.Const(b"\0"))
    query: bytes = csfield(cs.GreedyBytes)
