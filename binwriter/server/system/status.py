"""Status variables, and the state of the log.

What sessions count is counted as a server counts it (`statement.status_counts`); what a server counts of work that
binwriter has not is 0, or what a fresh server says; what changes nothing for clients (buffer pool, pages) is that of a
fresh server. Source: MySQL manual, "Server Status Variables".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from binwriter.binlog.rules.cache import CacheKind
from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql import server_lists
from binwriter.mysql.versions import behaviour_of
from binwriter.server.connected import ABORTED_CLIENTS, ABORTED_CONNECTS, TOO_MANY
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Row, Sight, all_rows_of
from binwriter.statement.status_counts import OF_SERVER

_MICROSECONDS = 1_000_000
# What is counted while a server works: 0 where binwriter does not count it.
_COUNTED = (
    *("Aborted_", "Binlog_", "Bytes_", "Com_", "Connection", "Created_", "Handler_", "Innodb_rows_", "Select_"),
    *("Sort_", "Table_", "Opened_", "Queries", "Questions", "Slow_", "Innodb_data_", "Error_log_", "Deprecated_"),
    *("Innodb_system_rows_", "Max_used_", "Flush_", "Delayed_", "Prepared_", "Open", "Last_query", "Ssl_accepts"),
    *("Ssl_finished_accepts", "Ssl_session_cache_", "Tls_", "Acl_cache", "Innodb_redo_log_uuid"),
)


def _threads(sight: Sight) -> int:
    return len(sight.server.sessions)


def _uptime(sight: Sight) -> int:
    return max(0, (sight.context.start_microseconds - sight.started) // _MICROSECONDS)


def _aborted(name: str) -> Callable[[Sight], int]:
    return lambda sight: int(sight.server.connected.aborted[name])


_KNOWN: dict[str, Callable[[Sight], Any]] = {
    "Threads_connected": _threads,
    "Threads_running": lambda sight: 2,
    "Threads_created": _threads,
    "Max_used_connections": lambda sight: sight.server.connected.most,
    **{name: _aborted(name) for name in (ABORTED_CLIENTS, ABORTED_CONNECTS, TOO_MANY)},
    "Connections": lambda sight: max(sight.server.sessions, default=0) + 1,
    "Uptime": _uptime,
    "Uptime_since_flush_status": _uptime,
    "Binlog_cache_use": lambda sight: sight.server.cache_uses.counts[CacheKind.TRX],
    "Binlog_cache_disk_use": lambda sight: sight.server.cache_uses.on_disk[CacheKind.TRX],
    "Binlog_stmt_cache_use": lambda sight: sight.server.cache_uses.counts[CacheKind.STMT],
    "Binlog_stmt_cache_disk_use": lambda sight: sight.server.cache_uses.on_disk[CacheKind.STMT],
    "Prepared_stmt_count": lambda sight: sum(one.prepared_statements for one in sight.server.sessions.values()),
}


# What a server counts, and binwriter does not.
_NOT_COUNTED = (
    *(
        "Acl_cache",
        "Bytes_",
        "Com_admin_commands",
        *(f"Connection_errors_{why}" for why in ("accept", "internal", "peer_address", "select", "tcpwrap")),
        "Created_tmp_",
        "Deprecated_",
    ),
    *(
        "Error_log_",
        "Flush_commands",
        "Handler_commit",
        "Handler_discover",
        "Handler_external_lock",
        "Handler_mrr_init",
    ),
    *(
        "Handler_prepare",
        "Handler_read_",
        "Handler_rollback",
        "Handler_savepoint",
        "Innodb_buffer_pool_",
        "Innodb_data_",
    ),
    *("Innodb_dblwr_", "Innodb_log_", "Innodb_num_open_files", "Innodb_os_log_", "Innodb_pages_", "Innodb_redo_log_c"),
    *("Innodb_redo_log_flushed", "Innodb_redo_log_logical", "Innodb_redo_log_physical", "Innodb_row_lock_"),
    *("Innodb_rows_read", "Innodb_sampled_", "Innodb_system_rows_", "Key_", "Last_query_", "Open_", "Opened_"),
    *("Select_", "Slow_", "Sort_", "Table_locks_", "Table_open_cache_", "Threads_cached", "option_tracker_usage"),
)
_FOLDED = tuple(beginning.lower() for beginning in _NOT_COUNTED)


def is_uncounted(name: str) -> bool:
    """Whether it is one of those."""
    return name.lower().startswith(_FOLDED)


_OF_TLS = ("Ssl_version", "Ssl_cipher", "Ssl_cipher_list")
_OF_COMPRESSION = ("Compression", "Compression_algorithm", "Compression_level")


def _compression(sight: Sight, name: str) -> str:
    """Likewise."""
    session = sight.server.sessions.get(sight.context.session.connection_id) if sight.server is not None else None
    told = ("OFF", "", "0") if session is None else session.client.compression
    return str(told[_OF_COMPRESSION.index(name)])


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


class _Counts:
    """What sessions have counted, as one session or the server shows it."""

    def __init__(self, sight: Sight, *, of_session: bool) -> None:
        self._all = sight.server.connected.counted()
        session = sight.server.sessions.get(sight.context.session.connection_id) if of_session else None
        self._own = self._all if session is None else session.counts

    def get(self, name: str) -> int:
        """0 where nobody counts it."""
        return int((self._all if name in OF_SERVER else self._own)[name])


def _rows(sight: Sight, table: str, names: Iterable[str] = ()) -> Iterator[Row]:
    """names: of counters that this table has beside its own."""
    counts = _Counts(sight, of_session=table == "session_status") if sight.server is not None else None
    for name, value in (*_fresh(table), *((name, "0") for name in names)):
        known = _KNOWN.get(name)
        if known is not None and sight.server is not None:
            yield name, str(known(sight))
        elif counts is not None and (counted := counts.get(name)):
            yield name, str(counted)
        elif name.startswith(_COUNTED) and str(value).isdigit():
            yield name, "0"
        elif name in _OF_TLS or (name.startswith("Ssl_") and not str(value).isdigit()):
            yield name, _tls(sight, name)
        elif name in _OF_COMPRESSION:
            yield name, _compression(sight, name)
        else:
            yield name, value
    if sight.server is not None:
        yield from sight.server.plugin_status().items()


def _with_commands(sight: Sight, table: str, names: tuple[str, ...]) -> Iterator[Row]:
    """SHOW STATUS has the counters of commands, too."""
    if not sight.shows:
        return _rows(sight, table)
    known: dict[Any, Any] = dict(_rows(sight, table, (name for name in names if name.startswith("Com_"))))
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
    local: dict[str, str | int] = {"gtid_executed": str(server.gtid_executed)}
    if not server.log_is_off:
        local.update(binary_log_file=name, binary_log_position=position)
    _, _, replication, engines = _fresh("log_status")[0]
    yield str(server.variables.get("server_uuid")), JsonDocument(local), replication, engines


@all_rows_of("performance_schema.file_instances")
def file_instances(sight: Sight) -> Iterator[Row]:
    """The files of the log and its index: of others nothing is known here."""
    server = sight.server
    folder = str(server.variables.get("log_bin_basename") or "").rpartition("/")[0]
    names = [path.name for path in server.log_files()]
    for name in names:
        yield f"{folder}/{name}", "wait/io/file/sql/binlog", int(name == names[-1])
    if names:
        yield str(server.variables.get("log_bin_index")), "wait/io/file/sql/binlog_index", 1


@all_rows_of("performance_schema.binary_log_transaction_compression_stats")
def transaction_sizes(sight: Sight) -> Iterator[Row]:
    """The groups of the log, compressed and not."""
    for kind, sizes in sight.server.transaction_sizes:
        first, last = (
            (one.name, one.compressed, one.uncompressed, sight.timestamp(one.time)) for one in (sizes.first, sizes.last)
        )
        yield ("BINARY", kind, sizes.count, sizes.compressed, sizes.uncompressed, sizes.saved, *first, *last)


@all_rows_of("mysql.gtid_executed")
def gtid_executed(sight: Sight) -> Iterator[Row]:
    """What a rotation of the log has put there, and from 8.0.17 on each GTID that an engine has committed since (MySQL
    manual, "mysql.gtid_executed Table"; captured: clusters/gtids_in_their_table)."""
    profile = sight.server.profile
    for uuid, tag, first, last in sight.server.gtids.rows(
        single=behaviour_of(profile.version_number).engines_save_gtids
    ):
        yield (str(uuid), first, last, tag)[: 4 if profile.gtid_tags else 3]
