"""Log files replayed into a real server: `mysqlbinlog FILES | mysql`, and what its tables hold afterwards.

Both programs run inside the server's container, so neither the client nor the files need be on this machine; for a
server that was given by URL they are those of this machine.
Source: MySQL manual, "Point-in-Time (Incremental) Recovery", "mysqlbinlog".
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pymysql

from binwriter.formats.records import dataclass
from binwriter.integration.mysql import MySQLServer

# mysqlbinlog's own check of the CRC32 of every event; without it a bad checksum goes unnoticed.
_VERIFY = "--verify-binlog-checksum"
# Warnings of both programs that say nothing about the log: the account has no password, the tool is old.
_CHATTER = ("[Warning]", "WARNING: The option --database", "mysql: [Warning]")
_SYSTEM = frozenset(("mysql", "sys", "information_schema", "performance_schema"))

# A row's values as SQL gives them; by (database, table).
Rows = list[tuple[Any, ...]]
Contents = Mapping[tuple[str, str], Rows]


@dataclass(frozen=True)
class ReplayResult:
    """errors: lines of mysqlbinlog and mysql, empty if all was applied. output: what mysql printed on stdout."""

    errors: tuple[str, ...]
    output: str = ""

    @property
    def ok(self) -> bool:
        return not self.errors


def replay(
    server: MySQLServer,
    files: Sequence[Path],
    *,
    skip_gtids: bool = False,
    force: bool = False,
    arguments: Sequence[str] = (),
) -> ReplayResult:
    """Applies log files, in this order, to a server; stops at the first error, as mysql does.

    force: goes on after an error (`mysql --force`), as a log needs that holds statements which failed half-way.
    skip_gtids: give no GTIDs, so that a server with gtid_mode=OFF can apply a log that has them. Otherwise the groups
    keep theirs: the server needs gtid_mode=ON, and a group whose GTID it has executed already is left out, silently.
    mysqlbinlog writes no SET @@GLOBAL.GTID_PURGED, so nothing must be purged before.
    arguments: more for mysqlbinlog, such as --rewrite-db='a->b'.
    """
    names = _names(files)
    options = [_VERIFY, *(["--skip-gtids"] if skip_gtids else []), *arguments]
    # without pipefail the status of a failing mysqlbinlog would be lost
    client = ["mysql", *server.client_options(), "--binary-mode", "--local-infile=1", *(["--force"] if force else [])]
    command = f"set -o pipefail; {shlex.join(['mysqlbinlog', *options, *names])} | {shlex.join(client)}"
    result = server.run(command, files=names, shell=True)
    return ReplayResult(_errors(result.exit_code, result.stderr), result.stdout.decode(errors="replace"))


def verify_checksums(server: MySQLServer, files: Sequence[Path]) -> tuple[str, ...]:
    """What mysqlbinlog has against these files when it reads them all and checks every checksum; empty if nothing."""
    names = _names(files)
    command = f"{shlex.join(['mysqlbinlog', _VERIFY, *names])} > /dev/null"
    result = server.run(command, files=names, shell=True)
    return _errors(result.exit_code, result.stderr)


def _names(files: Sequence[Path]) -> dict[str, bytes]:
    """The files by a name of their own in the order given: two folders may hold a binlog.000001 each."""
    return {f"{number:04}-{path.name}": path.read_bytes() for number, path in enumerate(files, 1)}


def _errors(exit_code: int, stderr: bytes) -> tuple[str, ...]:
    lines = [line.strip() for line in stderr.decode(errors="replace").splitlines()]
    lines_left = [line for line in lines if line and not any(text in line for text in _CHATTER)]
    if exit_code and not lines_left:
        lines_left = [f"exit status {exit_code}"]
    return tuple(lines_left)


# --- what the tables hold ------------------------------------------------------------------------------------------


def databases(server: MySQLServer) -> list[str]:
    """The names of all databases but the system's."""
    return sorted(str(row[0]) for row in server.execute("SHOW DATABASES") if row[0] not in _SYSTEM)


def table_contents(server: MySQLServer, names: Iterable[str] | None = None) -> dict[tuple[str, str], Rows]:
    """The rows of every base table of these databases (default: all but the system's), sorted.

    Invisible columns count; BLOBs and the like are bytes, JSON is its text, times are those of time zone UTC. The error
    stands for the rows of a table that cannot be read.
    """
    contents: dict[tuple[str, str], Rows] = {}
    with server.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SET time_zone = '+00:00'")
        for database in databases(server) if names is None else names:
            cursor.execute(_TABLES, (database,))
            for (table,) in list(cursor.fetchall()):
                cursor.execute(_COLUMNS, (database, table))
                # PyMySQL takes a VECTOR for text
                columns = ", ".join(
                    f"CAST({_quoted(name)} AS BINARY)" if kind == "vector" else _quoted(name)
                    for name, kind in cursor.fetchall()
                )
                try:
                    cursor.execute(f"SELECT {columns} FROM {_quoted(database)}.{_quoted(table)}")
                except pymysql.MySQLError as error:  # a virtual column may have no value that it could be read with
                    contents[database, table] = [error.args]
                    continue
                contents[database, table] = sorted((tuple(row) for row in cursor.fetchall()), key=_order)
    return contents


_TABLES = (
    "SELECT table_name AS name FROM information_schema.tables"
    " WHERE table_schema = %s AND table_type = 'BASE TABLE' ORDER BY table_name"
)
_COLUMNS = (
    "SELECT column_name AS name, data_type AS kind FROM information_schema.columns"
    " WHERE table_schema = %s AND table_name = %s ORDER BY ordinal_position"
)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _order(row: tuple[Any, ...]) -> tuple[tuple[str, str], ...]:
    """Any fixed order over values of any type, NULL included."""
    return tuple((type(value).__name__, str(value)) for value in row)


def differences(left: Contents, right: Contents) -> list[str]:
    """One line per table or row that stands on one side only; empty if both hold the same.

    Numbers are compared by value: 1 and 1.0 are equal, and so are 1.0 and 1.00 of a DECIMAL.
    """
    return list(_differences(left, right))


def _differences(left: Contents, right: Contents) -> Iterator[str]:
    for database, table in sorted(left.keys() | right.keys()):
        name = f"{database}.{table}"
        ours, theirs = left.get((database, table)), right.get((database, table))
        if ours is None or theirs is None:
            yield f"{name}: only on the {'right' if ours is None else 'left'}"
            continue
        for side, rows in (("left", Counter(ours) - Counter(theirs)), ("right", Counter(theirs) - Counter(ours))):
            yield from (f"{name}: only on the {side}: {row!r}" for row in sorted(rows.elements(), key=_order))
