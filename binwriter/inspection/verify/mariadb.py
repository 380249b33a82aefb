"""What verification must know of MariaDB's own event types, which are raw bytes to `formats`.

Source: MariaDB knowledge base, "Replication Protocol", "GTID_EVENT" and the types from 160 on.
"""

from __future__ import annotations

from enum import IntEnum

from binwriter.formats.declaration import Declared
from binwriter.formats.events import Raw

# In the body: sequence number (8 bytes), domain (4), flags (1).
_FLAGS_OFFSET = 12
_STANDALONE = 1


class MariaDbType(IntEnum):
    """Event types that MySQL has not."""

    ANNOTATE_ROWS = 160
    BINLOG_CHECKPOINT = 161
    GTID = 162
    GTID_LIST = 163
    START_ENCRYPTION = 164
    QUERY_COMPRESSED = 165
    WRITE_ROWS_COMPRESSED_V1 = 166
    UPDATE_ROWS_COMPRESSED_V1 = 167
    DELETE_ROWS_COMPRESSED_V1 = 168
    WRITE_ROWS_COMPRESSED = 169
    UPDATE_ROWS_COMPRESSED = 170
    DELETE_ROWS_COMPRESSED = 171


ABOUT_THE_FILE = frozenset({MariaDbType.BINLOG_CHECKPOINT, MariaDbType.GTID_LIST, MariaDbType.START_ENCRYPTION})
COMPRESSED_ROWS = frozenset(range(MariaDbType.WRITE_ROWS_COMPRESSED_V1, MariaDbType.DELETE_ROWS_COMPRESSED + 1))


def begins_transaction(body: Declared) -> bool:
    """Whether this GTID event stands for BEGIN too; if not, one statement follows it."""
    if not isinstance(body, Raw) or len(body.data) <= _FLAGS_OFFSET:
        return True
    return not body.data[_FLAGS_OFFSET] & _STANDALONE
