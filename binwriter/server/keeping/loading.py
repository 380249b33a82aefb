"""A kept state put back into a server that has nothing yet. Nothing of it is logged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import OpenTables, TableRows
from binwriter.errors import BinwriterError, LogFileError, MySQLError
from binwriter.formats.columns.rows_data import decode_rows
from binwriter.formats.columns.stored_values import read_value
from binwriter.formats.events import Query, RowsQuery, TableMap
from binwriter.inspection.mysqlbinlog.statements import binlog_statement
from binwriter.mysql.variables.scopes import Value
from binwriter.server.keeping import form, records
from binwriter.server.session import Session
from binwriter.server.state import ServerState

# What would refuse statements that only make again what there was; the server's own values come back behind them.
_SERVER: dict[str, Value] = {
    "super_read_only": False,
    "read_only": False,
    "offline_mode": False,
    "log_bin_trust_function_creators": True,
    "enforce_gtid_consistency": "OFF",
    "gtid_mode": "OFF",
    "event_scheduler": "OFF",
    "innodb_strict_mode": False,
    "disabled_storage_engines": "",
    "sql_require_primary_key": False,
}
_SESSION: dict[str, Value] = {
    "sql_log_bin": False,
    "foreign_key_checks": False,
    "unique_checks": False,
    "autocommit": True,
    "innodb_strict_mode": False,
    "sql_require_primary_key": False,
    "sql_generate_invisible_primary_key": False,
    "show_gipk_in_create_table_and_information_schema": True,
    "explicit_defaults_for_timestamp": True,
    "default_table_encryption": False,
    "max_allowed_packet": 1 << 30,
    "binlog_format": "ROW",
    "local_infile": True,
}


@contextmanager
def unlogged_thread(server: ServerState) -> Iterator[Session]:
    """A session whose statements are logged nowhere, and that nothing of the server's settings keeps from running."""
    variables = server.variables
    kept = {name: variables.get(name) for name in _SERVER if variables.table.find(name) is not None}
    for name in kept:
        variables.assign(name, _SERVER[name])
    thread: Session = server.thread(None)
    try:
        for name, value in _SESSION.items():
            if thread.variables.table.find(name) is not None:
                thread.variables.assign(name, value)
        yield thread
        for branch in server.xa.prepared():  # as those of a server's log are
            branch.logged = True
    finally:
        if not thread.closed:
            thread.close()
        for name, value in kept.items():
            variables.assign(name, value)


def load(path: Path, server: ServerState) -> None:
    """Reads the file into the server. LogFileError, CorruptLogError, naming the event that cannot be put back."""
    database = server.front_end.database
    tables, mapped = OpenTables(remember=True), b""
    with unlogged_thread(server) as thread:
        thread.run(binlog_statement([form.description(path)]).decode())
        for event in form.read(path):
            try:
                mapped = event.raw if isinstance(event.body, TableMap) else mapped
                rows = tables.follow(event)
                if rows is not None and thread.xa is not None:
                    thread.execute(binlog_statement([mapped, event.raw]).decode())
                elif rows is not None:
                    _put_rows(rows, database)
                elif isinstance(event.body, RowsQuery):
                    records.restore(form.record_of(event.body), database)
                elif isinstance(event.body, Query):
                    run_again(thread, event.body)
            except (MySQLError, BinwriterError, KeyError, TypeError, ValueError, AttributeError) as error:
                raise LogFileError(f"{path}:{event.position}: it cannot be put back: {_shown(event, error)}") from error
    components = database.storage.find("mysql", "component")
    database.components.update(str(row[-1]) for _, row in (components.scan() if components is not None else ()))
    if (servers := database.storage.find("mysql", "servers")) is not None:
        database.catalog.foreign_servers = {str(row[0]).lower() for _, row in servers.scan()}


def run_again(thread: Session, body: Query) -> None:
    """Runs a statement of a state. MySQLError, UnsupportedError."""
    thread.database = body.schema.decode() or None
    result = thread.run_characters(body.query.decode("utf-8", "surrogateescape"))
    if result.error is not None:
        raise result.error


def _shown(event: LogEvent, error: Exception) -> str:
    what = event.body.query if isinstance(event.body, Query) else event.body_bytes
    return f"{error or type(error).__name__}, at: {what[:200].decode('utf-8', 'replace')}"


def _put_rows(rows: TableRows, database: Any) -> None:
    data = database.storage.data(rows.table.schema, rows.table.name)
    specs = data.definition.row_format.specs
    images = [change.after for change in decode_rows(specs, rows.body)]
    values = [tuple(map(read_value, specs, image.values)) for image in images if image is not None]
    if data.takes_many:
        if data.insert_all(values) != len(values):
            raise ValueError("two rows of one key")
        return
    for row in values:
        data.insert(row)
