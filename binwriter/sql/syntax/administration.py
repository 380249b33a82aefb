"""Statements that administer tables, locks, logs and sessions, as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from binwriter.sql.syntax.session import TableSyntax

if TYPE_CHECKING:
    from binwriter.sql.text.words import ParsedStatement


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
    PURGE = "purge"
    KILL = "kill"
    SHOW = "show"
    SERVER = "server"
    PLUGIN = "plugin"
    BACKUP_LOCK = "backup_lock"
    UNLOGGED = "unlogged"
    EXPLAIN = "explain"
    HELP = "help"
    COMPONENT = "component"
    CLONE = "clone"
    IMPORT = "import"
    INSTANCE = "instance"
    RESOURCE_GROUP = "resource group"
    UNDO_TABLESPACE = "undo tablespace"
    LOGFILE = "logfile"
    REPLICATION = "replication"
    GROUP_REPLICATION = "group replication"
    ROLE = "set role"
    SET_RESOURCE_GROUP = "set resource group"
    RESTART = "restart"


# These commit the open transaction first.
COMMITS = frozenset(
    {
        *(AdminKind.ANALYZE, AdminKind.OPTIMIZE, AdminKind.REPAIR, AdminKind.CHECK, AdminKind.CACHE_INDEX),
        *(AdminKind.LOAD_INDEX, AdminKind.FLUSH, AdminKind.FLUSH_TABLES_LOCKED, AdminKind.LOCK),
        *(AdminKind.SERVER, AdminKind.PLUGIN, AdminKind.COMPONENT, AdminKind.IMPORT, AdminKind.INSTANCE),
        *(AdminKind.RESOURCE_GROUP, AdminKind.UNDO_TABLESPACE, AdminKind.LOGFILE, AdminKind.REPLICATION),
        AdminKind.CLONE,
    }
)


@dataclass(frozen=True, slots=True)
class AdminSyntax(TableSyntax):
    """tables: (schema or None, name). local: LOCAL, NO_WRITE_TO_BINLOG. modes, aliases: of LOCK TABLES, READ or WRITE
    for each table, and the name that it is given. words: the words behind the first, in upper case, as far as the kind
    needs them; argument: a name or text. condition: the text behind WHERE. statement: the one that EXPLAIN is asked
    about.
    """

    kind: AdminKind
    tables: tuple[tuple[str | None, str], ...] = ()
    local: bool = False
    modes: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    argument: str = ""
    condition: str = ""
    statement: ParsedStatement | None = None
