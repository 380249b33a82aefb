"""A real MySQL that applies log files as a replica does: they lie there as the relay logs of a channel.

Source: MySQL manual, "CHANGE REPLICATION SOURCE TO" (RELAY_LOG_FILE), "The Relay Log".
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.machines import DATA_DIRECTORY
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.integration.replaying.client import table_contents

WORKERS = 4
_RELAY = "replay"
# Anonymous groups and groups with GTIDs are both taken. What costs time and says nothing about the log is off.
_OPTIONS = (
    "--server-id=4294967295",
    "--log-bin=binlog",
    "--gtid-mode=OFF_PERMISSIVE",
    "--enforce-gtid-consistency=OFF",
    f"--relay-log={_RELAY}",
    f"--replica-parallel-workers={WORKERS}",
    "--replica-preserve-commit-order=ON",
    "--skip-replica-start",
    "--log-bin-trust-function-creators=ON",  # a server that has functions in its log trusts those who made them
    "--event-scheduler=OFF",
    "--innodb-lock-wait-timeout=10",
    "--sync-binlog=0",
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=OFF",
    "--max-allowed-packet=1G",
)
# Whole logs of scenarios take a fraction of a second; so long nothing happens only where workers wait for each other.
STALLED_SECONDS = 120.0
_BEHIND_ANOTHER = "3030 "  # ER_REPLICA_WORKER_STOPPED_PREVIOUS_THD_ERROR
_ALL_READ = "Replica has read all relay log; waiting for more updates"

# Rows by `database.table`, each as text, sorted.
Tables = Mapping[str, list[str]]


@dataclass(frozen=True)
class Applied:
    """What came of a log. errors: numbers and texts, those that stopped a worker first. retries: of transactions."""

    errors: tuple[str, ...]
    retries: int
    tables: Tables = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.errors and not self.retries

    @property
    def codes(self) -> frozenset[str]:
        """The errors' numbers."""
        return frozenset(one.partition(" ")[0] for one in self.errors)


@dataclass
class Replica:
    """server: started with the options of `running_replica`."""

    server: MySQLServer
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def apply(
        self,
        files: Sequence[Path],
        *,
        database: str | None = "test",
        timeout: float = STALLED_SECONDS,
        read: bool = True,
    ) -> Applied:
        """Applies the files, in this order, to an empty server. database: is there before.

        timeout: seconds until the log counts as stalled. read: the tables are wanted.
        """
        self.server.reset()
        if database is not None:
            self.server.execute(f"CREATE DATABASE `{database}`", "RESET BINARY LOGS AND GTIDS")
        channel = f"c{next(self._numbers)}"
        self._put(channel, files)
        name = f"FOR CHANNEL '{channel}'"
        change = "CHANGE REPLICATION SOURCE TO SOURCE_HOST='nowhere', RELAY_LOG_FILE='./{}', RELAY_LOG_POS=4 {}"
        self.server.execute(change.format(_file(channel, 1), name))
        try:
            self.server.execute(f"START REPLICA SQL_THREAD {name}")
            errors = self._wait(channel, timeout)
            retries = self.retries(channel)
        finally:
            self.server.execute(f"STOP REPLICA SQL_THREAD {name}", f"RESET REPLICA ALL {name}")
        return Applied(errors, retries, tables_of(self.server) if read else {})

    def _put(self, channel: str, files: Sequence[Path]) -> None:
        names = [_file(channel, number) for number in range(1, len(files) + 1)]
        for name, path in zip(names, files, strict=True):
            self.server.put_file(name, path.read_bytes())
        index = f"{_RELAY}-{channel}.index"
        self.server.put_file(index, "".join(f"./{name}\n" for name in names).encode())
        self.server.run(["sh", "-c", f"chown mysql:mysql {DATA_DIRECTORY}/{index} {DATA_DIRECTORY}/{channel}.0*"])

    def _wait(self, channel: str, timeout: float) -> tuple[str, ...]:
        """Until all is applied, or the errors that stopped it."""
        deadline = time.monotonic() + timeout
        with self.server.connect() as connection, connection.cursor() as cursor:
            pause = 0.01
            while True:
                errors = _errors(cursor, channel)
                if errors and (not _is_on(cursor, channel) or time.monotonic() > deadline):
                    return errors  # of all workers: they stop one after the other
                if not errors and _has_read_all(cursor, channel) and not _is_busy(cursor, channel):
                    return _errors(cursor, channel)
                if time.monotonic() > deadline:
                    return (f"stalled {_where(cursor, channel)}",)
                time.sleep(pause)
                pause = min(pause * 1.5, 0.25)

    def stopped(self, channel: str) -> tuple[str, ...]:
        """The errors that stopped its applier; empty while it works."""
        with self.server.connect() as connection, connection.cursor() as cursor:
            errors = _errors(cursor, channel)
            return errors if errors and not _is_on(cursor, channel) else ()

    def retries(self, channel: str) -> int:
        """How often transactions were tried once more."""
        query = "SELECT count_transactions_retries FROM performance_schema.replication_applier_status"
        return int(self.server.execute(f"{query} WHERE channel_name = '{channel}'")[0][0])


def _file(channel: str, number: int) -> str:
    return f"{channel}.{number:06d}"


def _errors(cursor: Any, channel: str) -> tuple[str, ...]:
    found = []
    for table in ("worker", "coordinator"):
        cursor.execute(
            "SELECT last_error_number, last_error_message FROM"
            f" performance_schema.replication_applier_status_by_{table}"
            " WHERE channel_name = %s AND last_error_number <> 0",
            (channel,),
        )
        found += [f"{number} {message}" for number, message in cursor.fetchall()]
    # the others stop behind the one that failed: how many of them is chance
    return tuple(one for one in found if not one.startswith(_BEHIND_ANOTHER)) or tuple(found)


def _is_on(cursor: Any, channel: str) -> bool:
    cursor.execute(
        "SELECT service_state FROM performance_schema.replication_applier_status WHERE channel_name = %s", (channel,)
    )
    return bool(cursor.fetchall()[0][0] != "OFF")


def _has_read_all(cursor: Any, channel: str) -> bool:
    cursor.execute(f"SHOW REPLICA STATUS FOR CHANNEL '{channel}'")
    names = [one[0] for one in cursor.description]
    status = dict(zip(names, cursor.fetchall()[0], strict=True))
    # only where the server's own relay log ends, which comes after ours
    return bool(status["Replica_SQL_Running_State"] == _ALL_READ)


def _is_busy(cursor: Any, channel: str) -> bool:
    cursor.execute(
        "SELECT COUNT(*) FROM performance_schema.replication_applier_status_by_worker"
        " WHERE channel_name = %s AND applying_transaction <> ''",
        (channel,),
    )
    return bool(cursor.fetchall()[0][0])


def _where(cursor: Any, channel: str) -> str:
    cursor.execute(
        "SELECT processlist_state, processlist_info FROM performance_schema.threads"
        " WHERE name = 'thread/sql/replica_worker'"
    )
    return f"channel {channel}; workers: " + "; ".join(f"{state}: {text}" for state, text in cursor.fetchall())


def tables_of(server: MySQLServer) -> Tables:
    """What the server's tables hold; definitions of tables, views, triggers and routines stand as rows, too."""
    found = {f"{schema}.{name}": sorted(map(repr, rows)) for (schema, name), rows in table_contents(server).items()}
    return {**found, **definitions_of(server)}


def definitions_of(server: MySQLServer) -> Tables:
    """What made each object again, by its kind and name.

    Without what a log does not carry: the next AUTO_INCREMENT value (of rows rolled back on the source).
    """
    found: dict[str, list[str]] = {}
    with server.connect() as connection, connection.cursor() as cursor:
        for kind, query in _OBJECTS.items():
            cursor.execute(query)
            for schema, name in list(cursor.fetchall()):
                quoted = ".".join("`" + part.replace("`", "``") + "`" for part in (schema, name))
                try:
                    cursor.execute(f"SHOW CREATE {kind} {quoted}")
                except pymysql.err.MySQLError as error:  # a view of what is gone, a partitioned table beyond limits
                    found[f"{kind} {schema}.{name}"] = [str(error.args[0])]
                    continue
                row = dict(zip([one[0] for one in cursor.description], cursor.fetchall()[0], strict=True))
                text = next(str(value) for key, value in row.items() if key in _TEXTS)
                modes = str(row.get("sql_mode", ""))
                found[f"{kind} {schema}.{name}"] = [_NEXT_VALUE.sub("", text), modes]
    return found


_NEXT_VALUE = re.compile(r" AUTO_INCREMENT=\d+")
_TEXTS = ("Create Table", "Create View", "SQL Original Statement", "Create Procedure", "Create Function")
_MINE = "NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')"
_OBJECTS = {
    "TABLE": f"SELECT table_schema, table_name FROM information_schema.tables"
    f" WHERE table_type = 'BASE TABLE' AND table_schema {_MINE}",
    "VIEW": f"SELECT table_schema, table_name FROM information_schema.views WHERE table_schema {_MINE}",
    "TRIGGER": f"SELECT trigger_schema, trigger_name FROM information_schema.triggers WHERE trigger_schema {_MINE}",
    "PROCEDURE": "SELECT routine_schema, routine_name FROM information_schema.routines"
    f" WHERE routine_type = 'PROCEDURE' AND routine_schema {_MINE}",
    "FUNCTION": "SELECT routine_schema, routine_name FROM information_schema.routines"
    f" WHERE routine_type = 'FUNCTION' AND routine_schema {_MINE}",
}


@contextmanager
def running_replica() -> Iterator[Replica]:
    """A replica of its own, removed afterwards. ServerUnavailableError with the reason."""
    with running_server(_OPTIONS, own=True) as server:
        yield Replica(server)
