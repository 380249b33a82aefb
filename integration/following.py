"""A real server that follows a source as its replica, on a channel of its own, and is set back afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import pymysql
from pymysql.cursors import DictCursor

from binwriter.errors import BinwriterError

_LOOKS_PER_SECOND = 50


class FollowingError(BinwriterError):
    """The replica cannot follow, or has not caught up in time; the message has what it says itself."""


@dataclass(frozen=True)
class SourceAddress:
    """Where the source is for the replica. tls: the usual way of a 9.7; without it the password travels by its hash."""

    host: str
    port: int
    user: str
    password: str = field(default="", repr=False)
    tls: bool = True


@dataclass
class Following:
    """As a context manager: the replica follows in the block.

    connect: makes connections to the replica. place: file and position to begin at; None: auto-position (GTIDs).
    options: further ones of CHANGE REPLICATION SOURCE, `"SOURCE_HEARTBEAT_PERIOD = 1"`.
    """

    connect: Callable[[], Any]
    source: SourceAddress
    channel: str = "binwriter"
    place: tuple[str, int] | None = None
    options: tuple[str, ...] = ()

    def __enter__(self) -> Following:
        where = "SOURCE_AUTO_POSITION = 1"
        if self.place is not None:
            where = f"SOURCE_AUTO_POSITION = 0, SOURCE_LOG_FILE = '{self.place[0]}', SOURCE_LOG_POS = {self.place[1]}"
        source = self.source
        safety = "SOURCE_SSL = 1" if source.tls else "SOURCE_SSL = 0, GET_SOURCE_PUBLIC_KEY = 1"
        with self.connect() as connection, connection.cursor() as cursor:
            cursor.execute(
                f"CHANGE REPLICATION SOURCE TO SOURCE_HOST = %s, SOURCE_PORT = %s, SOURCE_USER = %s,"
                f" SOURCE_PASSWORD = %s, {', '.join((where, safety, 'SOURCE_CONNECT_RETRY = 1', *self.options))}"
                " FOR CHANNEL %s",
                (source.host, source.port, source.user, source.password, self.channel),
            )
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._run("RESET REPLICA ALL FOR CHANNEL %s")

    def start(self) -> None:
        self._run("START REPLICA FOR CHANNEL %s")

    def stop(self) -> None:
        self._run("STOP REPLICA FOR CHANNEL %s")

    def _run(self, statement: str) -> None:
        with self.connect() as connection, connection.cursor() as cursor:
            cursor.execute(statement, (self.channel,))

    def status(self) -> dict[str, Any]:
        """The row of SHOW REPLICA STATUS."""
        with self.connect() as connection, connection.cursor(DictCursor) as cursor:
            cursor.execute("SHOW REPLICA STATUS FOR CHANNEL %s", (self.channel,))
            row: dict[str, Any] = cursor.fetchone() or {}
            return row

    def errors(self) -> list[str]:
        """Of the receiver, of the applier and its workers."""
        status = self.status()
        told = [str(status.get(name) or "") for name in ("Last_IO_Error", "Last_SQL_Error")]
        with self.connect() as connection, connection.cursor() as cursor:
            cursor.execute(
                "SELECT last_error_message FROM performance_schema.replication_applier_status_by_worker"
                " WHERE channel_name = %s AND last_error_message <> ''",
                (self.channel,),
            )
            told += [str(row[0]) for row in cursor.fetchall()]
        return [text for text in told if text]

    def wait(self, file: str, position: int, *, gtids: str = "", seconds: float = 30.0) -> None:
        """Until all up to that place of the source's log is applied; with `gtids`, until all of those are.

        FollowingError if it fails, or takes longer.
        """
        deadline = time.monotonic() + seconds
        with self.connect() as connection, connection.cursor(DictCursor) as cursor:
            while time.monotonic() < deadline:
                if self._has_all(cursor, file, position, gtids):
                    return
                cursor.execute("SHOW REPLICA STATUS FOR CHANNEL %s", (self.channel,))
                status = cursor.fetchone()
                if status["Last_SQL_Errno"] or (status["Last_IO_Errno"] and status["Replica_IO_Running"] == "No"):
                    break
                time.sleep(1 / _LOOKS_PER_SECOND)
        raise FollowingError("; ".join(self.errors()) or f"not caught up in {seconds:.0f} seconds: {self.status()}")

    def _has_all(self, cursor: Any, file: str, position: int, gtids: str) -> bool:
        if gtids:
            cursor.execute("SELECT GTID_SUBSET(%s, @@gtid_executed) AS has", (gtids,))
            return bool(cursor.fetchone()["has"])
        cursor.execute("SELECT SOURCE_POS_WAIT(%s, %s, 1, %s) AS waited", (file, position, self.channel))
        waited = cursor.fetchone()["waited"]
        return waited is not None and waited >= 0


def tables_of(connection: pymysql.connections.Connection[Any], databases: tuple[str, ...]) -> dict[str, Any]:
    """The rows of all tables of these databases, sorted, by table; as bytes on a connection without conversions."""
    tables: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for database in databases:
            cursor.execute(f"SHOW TABLES FROM `{database}`")
            for table in [name.decode() if isinstance(name, bytes) else name for (name,) in cursor.fetchall()]:
                cursor.execute(f"SELECT * FROM `{database}`.`{table}`")
                tables[f"{database}.{table}"] = sorted(cursor.fetchall(), key=repr)
    return tables
