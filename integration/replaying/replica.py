"""A log given to a server by replication: a source for its files is started, and the server follows it.

What differs from statements (`log`): the server's applier does it, with its workers and filters, and what is in
the log that no client can say arrives as well. The server has a channel of its own for it, which is removed at the end.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid1

import pymysql
from pymysql.cursors import DictCursor

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.selection import gtid_of
from binwriter.chance import system_chance
from binwriter.errors import BinwriterError, LogFileError
from binwriter.formats.constants import EventType
from binwriter.formats.records import dataclass
from binwriter.integration.replaying.connection import ReplayConnection
from binwriter.integration.replaying.log import Progress, Step
from binwriter.live.serving import Serving, Settings
from binwriter.live.source.folder import FolderLog
from binwriter.live.source.folder_server import FolderServer
from binwriter.live.tls import own_context
from binwriter.mysql.gtid.sets import GtidSet

CHANNEL = "binwriter_replay"
_USER = "binwriter_replay"
# of our source: no server of a log has it, and the target must not
_SERVER_ID = 0xFFFFFF43
_LOOKS_PER_SECOND = 10
# A replica that cannot connect says so, and tries again each second: so long it may.
_CONNECTING_SECONDS = 10.0
_AT_THE_END = frozenset({EventType.ROTATE, EventType.STOP})
_GROUPS = frozenset({EventType.GTID, EventType.GTID_TAGGED, EventType.ANONYMOUS_GTID})


class ReplicaStoppedError(BinwriterError):
    """The server does not follow, or its applier stopped; the message has its own words."""


@dataclass(frozen=True)
class LogContent:
    """What has to arrive. end: file and position behind the last event that changes something; sizes: by file."""

    end: tuple[str, int]
    sizes: dict[str, int]
    gtids: GtidSet
    groups: int
    server_ids: frozenset[int]
    databases: frozenset[bytes]


def content_of(files: Iterable[Path]) -> LogContent:
    """Reads the files once. CorruptLogError, LogFileError."""
    end, sizes, gtids, groups = ("", 0), {}, GtidSet(), 0
    server_ids: set[int] = set()
    databases: set[bytes] = set()
    for path in files:
        for event in read_events(path, stop_at_truncation=True):
            sizes[path.name] = event.end
            if event.type in _AT_THE_END:
                continue
            end = (path.name, event.end)
            server_ids.add(event.header.server_id)
            if event.type in _GROUPS:
                groups += 1
                if (gtid := gtid_of(event)) is not None:
                    gtids.add(gtid)
            elif event.type in (EventType.QUERY, EventType.TABLE_MAP):
                databases.add(getattr(event.body, "schema", b""))
    return LogContent(end, sizes, gtids, groups, frozenset(server_ids), frozenset(databases))


class ReplicaReplay:
    """One replay. connection: of the target. listen: the address of this machine that the target can reach."""

    def __init__(
        self, connection: ReplayConnection, files: Sequence[Path], listen: str, step: Step = lambda progress: None
    ) -> None:
        self.progress = Progress()
        self._connection, self._files, self._listen, self._step = connection, files, listen, step

    def run(self) -> Progress:
        """Waits until all is applied; the channel is removed in any case.

        Raises ReplicaStoppedError, with the server's words; CorruptLogError and LogFileError for the files.
        """
        content = content_of(self._files)
        self.progress.databases.update(content.databases)
        self._check(content)
        with ExitStack() as stack:
            serving = stack.enter_context(_source(self._files, self._listen))
            stack.callback(self._remove_channel)
            self._point_at(serving, content)
            self._wait(content)
        self.progress.groups, self.progress.place = content.groups, content.end
        return self.progress

    def _check(self, content: LogContent) -> None:
        (server,) = self._ask("SELECT @@server_id AS id, @@log_bin AS log_bin")
        if server["id"] in content.server_ids:
            raise ReplicaStoppedError(
                f"the server has server_id={server['id']}, as events of the log: a replica leaves out what it takes for"
                " its own"
            )
        if any(row["Channel_Name"] == CHANNEL for row in self._ask("SHOW REPLICA STATUS")):
            raise ReplicaStoppedError(
                f"the server has a channel {CHANNEL}: another replay uses it, or one that was killed left it behind"
                f" (STOP REPLICA FOR CHANNEL '{CHANNEL}'; RESET REPLICA ALL FOR CHANNEL '{CHANNEL}')"
            )

    def _point_at(self, serving: Serving, content: LogContent) -> None:
        options: dict[str, Any] = {
            "SOURCE_HOST": self._listen,
            "SOURCE_PORT": serving.port,
            "SOURCE_USER": _USER,
            "SOURCE_PASSWORD": serving.password,
            "SOURCE_SSL": 1,
            "SOURCE_CONNECT_RETRY": 1,
        }
        ((mode,),) = (tuple(row.values()) for row in self._ask("SELECT @@gtid_mode"))
        has_gtids = bool(content.gtids)
        if has_gtids and mode == "ON":
            options["SOURCE_AUTO_POSITION"] = 1
        else:
            options |= {"SOURCE_LOG_FILE": self._files[0].name, "SOURCE_LOG_POS": 4}
            if mode == "ON":
                options["ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS"] = "LOCAL"
        text = ", ".join(
            f"{name} = {value if isinstance(value, int) or value == 'LOCAL' else self._connection.escape(value)}"
            for name, value in options.items()
        )
        self._ask(f"CHANGE REPLICATION SOURCE TO {text} FOR CHANNEL '{CHANNEL}'")
        self._ask(f"START REPLICA FOR CHANNEL '{CHANNEL}'")

    def _wait(self, content: LogContent) -> None:
        trouble = 0.0
        while True:
            (status,) = self._ask(f"SHOW REPLICA STATUS FOR CHANNEL '{CHANNEL}'")
            self.progress.place = str(status["Relay_Source_Log_File"]), int(status["Exec_Source_Log_Pos"])
            self._step(self.progress)
            if self._has_arrived(content, status):
                return
            if status["Last_SQL_Errno"] or status["Replica_SQL_Running"] == "No":
                raise ReplicaStoppedError(self._reason(status))
            if status["Replica_IO_Running"] == "No" or trouble > _CONNECTING_SECONDS:
                raise ReplicaStoppedError(status["Last_IO_Error"] or "the server does not connect to the source")
            trouble = trouble + 1 / _LOOKS_PER_SECOND if status["Last_IO_Errno"] else 0.0
            time.sleep(1 / _LOOKS_PER_SECOND)

    def _has_arrived(self, content: LogContent, status: dict[str, Any]) -> bool:
        if status["Auto_Position"]:
            ((executed,),) = (tuple(row.values()) for row in self._ask("SELECT @@GLOBAL.gtid_executed"))
            return content.gtids.is_subset(GtidSet.parse(executed))
        file, position = content.end
        here = status["Relay_Source_Log_File"], status["Exec_Source_Log_Pos"]
        # behind the last file's Rotate it waits for one that there is not
        return here[0] not in ("", *content.sizes) or (here[0] == file and here[1] >= position)

    def _reason(self, status: dict[str, Any]) -> str:
        workers = self._ask(
            "SELECT LAST_ERROR_MESSAGE AS text FROM performance_schema.replication_applier_status_by_worker"
            f" WHERE CHANNEL_NAME = '{CHANNEL}' AND LAST_ERROR_NUMBER NOT IN (0, 3030)"
        )
        texts = [str(row["text"]) for row in workers] or [str(status["Last_SQL_Error"] or "its applier stopped")]
        file, position = self.progress.place or ("", 0)
        return f"{file}:{position}: {texts[0]}"

    def _remove_channel(self) -> None:
        with contextlib.suppress(Exception):  # whatever ended the replay is what is told
            self._ask(f"STOP REPLICA FOR CHANNEL '{CHANNEL}'")
            self._ask(f"RESET REPLICA ALL FOR CHANNEL '{CHANNEL}'")

    def _ask(self, sql: str) -> list[dict[str, Any]]:
        try:
            with self._connection.cursor(DictCursor) as cursor:
                cursor.execute(sql)
                return list(cursor.fetchall())
        except (pymysql.err.MySQLError, OSError) as error:
            raise ReplicaStoppedError(f"{sql.split(' SOURCE_')[0]}: {error.args[-1]}") from error


@contextmanager
def _source(files: Sequence[Path], listen: str) -> Iterator[Serving]:
    """The files as a source's log, for one account with a password of the hour."""
    with TemporaryDirectory(prefix="binwriter-replay-") as scratch:
        log, own = Path(scratch, "log"), Path(scratch, "own")
        log.mkdir()
        for path in files:
            if (log / path.name).exists():
                raise LogFileError(f"two files are called {path.name}: a source has each name once")
            (log / path.name).symlink_to(path.resolve())
        options = {"server_id": str(_SERVER_ID), "server_uuid": str(uuid1())}
        users = {_USER: secrets.token_hex(16)}
        served = FolderServer(FolderLog(log), own, options, chance=system_chance())
        with served as server:
            served.make_read_only()
            with Serving(server, Settings(listen, users=users, tls=own_context(own))) as serving:
                yield serving
