"""Status variables, and the state of the log.

What a server counts of its own work and binwriter has not is 0, or what a fresh server says; what changes nothing for
clients (buffer pool, pages) is that of a fresh server. Source: MySQL manual, "Server Status Variables".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from binwriter.binlog.rules.cache import CacheKind
from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql import server_lists
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Row, Sight, all_rows_of

_MICROSECONDS = 1_000_000
# What is counted while a server works: 0 where binwriter does not count it.
_COUNTED = (
    *("Aborted_", "Binlog_", "Bytes_", "Com_", "Connection", "Created_", "Handler_", "Innodb_rows_", "Key_", "Select_"),
    *("Sort_", "Table_", "Opened_", "Queries", "Questions", "Slow_", "Innodb_data_", "Error_log_", "Deprecated_"),
    *("Innodb_system_rows_", "Max_used_", "Flush_", "Delayed_", "Prepared_", "Open", "Last_query", "Ssl_accepts"),
    *("Ssl_finished_accepts", "Ssl_session_cache_", "Tls_", "Acl_cache", "Innodb_redo_log_uuid"),
)


def _threads(sight: Sight) -> int:
    return len(sight.server.sessions)


def _uptime(sight: Sight) -> int:
    return max(0, (sight.context.start_microseconds - sight.started) // _MICROSECONDS)


_KNOWN: dict[str, Callable[[Sight], Any]] = {
    "Threads_connected": _threads,
    "Threads_running": lambda sight: 2,
    "Threads_created": _threads,
    "Max_used_connections": _threads,
    "Connections": lambda sight: max(sight.server.sessions, default=0) + 1,
    "Uptime": _uptime,
    "Uptime_since_flush_status": _uptime,
    "Binlog_cache_use": lambda sight: sight.server.cache_uses.counts[CacheKind.TRX],
    "Binlog_cache_disk_use": lambda sight: sight.server.cache_uses.on_disk[CacheKind.TRX],
    "Binlog_stmt_cache_use": lambda sight: sight.server.cache_uses.counts[CacheKind.STMT],
    "Binlog_stmt_cache_disk_use": lambda sight: sight.server.cache_uses.on_disk[CacheKind.STMT],
    "Queries": lambda sight: sight.server.connected.questions,
    "Questions": lambda sight: sight.server.connected.questions,  # of a session: `_own_questions`
    "Prepared_stmt_count": lambda sight: sum(one.prepared_statements for one in sight.server.sessions.values()),
}


def _own_questions(sight: Sight) -> int:
    """How many statements the session has sent."""
    session = sight.server.sessions.get(sight.context.session.connection_id)
    return 0 if session is None else int(session.questions)


_OF_TLS = ("Ssl_version", "Ssl_cipher", "Ssl_cipher_list")


def _tls(sight: Sight, name: str) -> str:
    """Of the asking client's connection, in the values of the server, too."""
    session = sight.server.sessions.get(sight.context.session.connection_id) if sight.server is not None else None
    if session is None or session.client.tls is None or name not in _OF_TLS:
        return ""
    return str(session.client.tls[_OF_TLS.index(name)])


@cache
def _fresh(table: str) -> tuple[Row, ...]:
    definition = captured.definition("performance_schema", table)
    assert definition is not None
    return captured.rows(definition)


def _rows(sight: Sight, table: str) -> Iterator[Row]:
    for name, value in _fresh(table):
        known = _own_questions if (table, name) == ("session_status", "Questions") else _KNOWN.get(name)
        if known is not None and sight.server is not None:
            yield name, str(known(sight))
        elif name.startswith(_COUNTED) and str(value).isdigit():
            yield name, "0"
        elif name in _OF_TLS or (name.startswith("Ssl_") and not str(value).isdigit()):
            yield name, _tls(sight, name)
        else:
            yield name, value
    if sight.server is not None:
        yield from sight.server.plugin_status().items()


def _with_commands(sight: Sight, table: str, names: tuple[str, ...]) -> Iterator[Row]:
    """SHOW STATUS has the counters of commands, too."""
    if not sight.shows:
        return _rows(sight, table)
    known: dict[Any, Any] = dict(_rows(sight, table))
    plugins = sorted(sight.server.plugin_status())
    return ((name, known.get(name, "0")) for name in (*names, *plugins))


@all_rows_of("performance_schema.session_status")
def session_status(sight: Sight) -> Iterator[Row]:
    """SHOW STATUS."""
    return _with_commands(sight, "session_status", server_lists.STATUS_NAMES)


@all_rows_of("performance_schema.global_status")
def global_status(sight: Sight) -> Iterator[Row]:
    """SHOW GLOBAL STATUS."""
    return _with_commands(sight, "global_status", server_lists.GLOBAL_STATUS_NAMES)


@all_rows_of("performance_schema.log_status")
def log_status(sight: Sight) -> Iterator[Row]:
    """The end of the log, as a backup notes it; redo logs are those of a fresh server."""
    server = sight.server
    name, position = server.position()
    local = {
        "gtid_executed": str(server.gtid_executed),
        "binary_log_file": name,
        "binary_log_position": position,
    }
    _, _, replication, engines = _fresh("log_status")[0]
    yield str(server.variables.get("server_uuid")), JsonDocument(local), replication, engines


@all_rows_of("mysql.gtid_executed")
def gtid_executed(sight: Sight) -> Iterator[Row]:
    """What was compressed into the table: with a binary log nothing before a rotation, and then all before it."""
    return iter(())
