"""Statements that administer tables, locks, logs and sessions, as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from binwriter.sql.commands import TableSyntax


class AdminKind(Enum):
    """What a statement administers."""

    ANALYZE = "analyze"
    OPTIMIZE = "optimize"
    REPAIR = "repair"
    CHECK = "check"
    CHECKSUM = "checksum"
    CACHE_INDEX = "assign_to_keycache"
    LOAD_INDEX = "preload_keys"
    FLUSH = "flush"
    FLUSH_TABLES_LOCKED = "flush tables with read lock"
    LOCK = "lock tables"
    UNLOCK = "unlock tables"
    HANDLER = "handler"
    PURGE = "purge"
    KILL = "kill"
    SHOW = "show"
    SERVER = "server"
    PLUGIN = "plugin"
    UNLOGGED = "unlogged"


# These commit the open transaction first.
COMMITS = frozenset(
    {
        *(AdminKind.ANALYZE, AdminKind.OPTIMIZE, AdminKind.REPAIR, AdminKind.CHECK, AdminKind.CACHE_INDEX),
        *(AdminKind.LOAD_INDEX, AdminKind.FLUSH, AdminKind.FLUSH_TABLES_LOCKED, AdminKind.LOCK),
        AdminKind.SERVER,
    }
)


@dataclass(frozen=True, slots=True)
class AdminSyntax(TableSyntax):
    """tables: (schema or None, name). local: LOCAL, NO_WRITE_TO_BINLOG. modes: of LOCK TABLES, READ or WRITE for each
    table. words: the words behind the first, in upper case, as far as the kind needs them; argument: a name or text.
    """

    kind: AdminKind
    tables: tuple[tuple[str | None, str], ...] = ()
    local: bool = False
    modes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    argument: str = ""
