"""Real servers of 5.1 to 8.0 that run on this machine, and captures of them: what they lack or say in other words.

    python -m binwriter.integration.old_servers --port PORT --data DIRECTORY SCENARIO... --out DIR

makes DIR/NAME/ with the log files and a short sidecar.json, in which an absent field means none or 0. `--server` names
an option that this server was started with beyond those of the notation; scenarios with `server:` options of their own
are refused.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import ER

from binwriter.errors import ScenarioError
from binwriter.formats.records import dataclass
from binwriter.integration.capture import CaptureResult, Wording, capture_on
from binwriter.integration.machines import Remote
from binwriter.integration.mysql import SYSTEM_DATABASES, MySQLServer
from binwriter.scenario.notation import Scenario, read_scenario

_SYSTEM_USERS = frozenset(("root", "mysql.sys", "mysql.session", "mysql.infoschema"))
# what the state of the log decides, or a setting that another one follows
_NOT_RESTORED = frozenset(("gtid_executed", "gtid_purged", "timestamp", "tx_isolation", "tx_read_only"))
# What a statement of a sidecar has beside its text and what came of it: nobody compares them.
_SAID = frozenset(("con", "result"))
_SETTINGS_OF_THE_NOTATION = ("server-id=1", "log-bin=binlog", "default-storage-engine=InnoDB")


class LocalMachine(Remote):
    """A server of this machine, whose data directory can be reached."""

    def __init__(self, port: int, data_directory: Path) -> None:
        super().__init__("127.0.0.1", port)
        self._data = data_directory

    def fetch_file(self, path: str) -> bytes:
        return (self._data / path).read_bytes()

    def put_file(self, path: str, data: bytes) -> None:
        (self._data / path).write_bytes(data)

    def remove_file(self, path: str) -> None:
        (self._data / path).unlink(missing_ok=True)


@dataclass
class OldServer(MySQLServer):
    """One of 5.1 to 8.0, which knows neither RESET BINARY LOGS AND GTIDS nor performance_schema's newer tables."""

    reads_files: bool = True
    # 5.1 does not know utf8mb4, and PyMySQL no utf8 beside it: the client says latin1 and then SET NAMES
    knows_utf8mb4: bool = True

    def connect(self, database: str | None = None, **options: Any) -> pymysql.connections.Connection[Any]:
        try:
            if self.knows_utf8mb4:
                return super().connect(database, **options)
        except pymysql.err.OperationalError as error:
            if error.args[0] != ER.UNKNOWN_CHARACTER_SET:
                raise
            self.knows_utf8mb4 = False
        connection = super().connect(database, **{**options, "charset": "latin1", "init_command": "SET NAMES utf8"})
        connection.encoding = "utf8"
        return connection

    def reset(self) -> None:
        with self.connect() as connection, connection.cursor() as cursor:
            cursor.execute("SET SESSION sql_log_bin = 0")
            cursor.execute("SET SESSION foreign_key_checks = 0")
            self._drop_prepared(cursor)
            # a scenario may have begun to replicate, or written rows of privileges that no account has
            for statement in ("STOP SLAVE", "RESET SLAVE", "DELETE FROM mysql.db WHERE user <> ''", "FLUSH PRIVILEGES"):
                cursor.execute(statement)
            cursor.execute("SHOW DATABASES")
            for (database,) in list(cursor.fetchall()):
                if database not in SYSTEM_DATABASES:
                    self._drop(cursor, database)
            cursor.execute("SELECT user, host FROM mysql.user")
            for user, host in list(cursor.fetchall()):
                if user not in _SYSTEM_USERS:
                    cursor.execute("DROP USER %s@%s", (user, host))
            for name, value in self._read_globals(cursor).items() if self._globals else ():
                if (before := self._globals.get(name, value)) != value:
                    # 5.1 lists what only sessions have
                    with contextlib.suppress(pymysql.err.OperationalError):
                        cursor.execute(f"SET GLOBAL {name} = {before if before.isdigit() else repr(before)}")
            cursor.execute("RESET MASTER")

    @staticmethod
    def _drop_prepared(cursor: Any) -> None:
        cursor.execute("XA RECOVER")
        for format_id, length, _, data in list(cursor.fetchall()):
            cursor.execute("XA ROLLBACK %s, %s, %s", (data[:length], data[length:], format_id))

    @staticmethod
    def _read_globals(cursor: Any) -> dict[str, str]:
        cursor.execute("SHOW GLOBAL VARIABLES")
        return {name: value for name, value in cursor.fetchall() if name not in _NOT_RESTORED}

    def _fetch_binlog(self, name: str) -> bytes:
        return self.machine.fetch_file(name)


def wording_of(version: str) -> Wording:
    """How a server of this version is asked for what a capture needs.

    BEGIN and COMMIT leave the warnings of the statement before as they are: only an answer that counts some is asked.
    """
    names = "utf8" if version.startswith("5.1") else "utf8mb4"
    flush = "FLUSH LOGS" if version.startswith("5.1") else "FLUSH BINARY LOGS"
    wording = Wording(
        reset_log="RESET MASTER", log_status="SHOW MASTER STATUS", asks_always=False, names=names, flush_log=flush
    )
    if not version.startswith(("5.1", "5.5")):
        return wording
    # a session leaves this list before its temporary tables are dropped
    open_sessions = "SELECT 1 FROM information_schema.processlist WHERE id = {} OR SLEEP(0.1)"
    return replace(wording, session_is_open=open_sessions, gtid_executed="SELECT ''")


def capture_old(server: OldServer, scenario: Scenario, directory: Path, options: Sequence[str] = ()) -> CaptureResult:
    """As `capture_on`. options: what the server was started with beyond the usual settings."""
    if scenario.server_options:
        raise ScenarioError(scenario.path, 0, "server: this server has the options that it was started with")
    (version,) = server.execute("SELECT VERSION()")[0]
    captured = capture_on(server, scenario, directory, wording_of(version))
    captured.sidecar["server"]["options"] = [f"--{option}" for option in (*_SETTINGS_OF_THE_NOTATION, *options)]
    return captured


def short_sidecar(sidecar: Mapping[str, Any]) -> str:
    """The JSON text of what a comparison reads of a sidecar, a line for each statement."""
    statements = [json.dumps(_short(statement), ensure_ascii=False) for statement in sidecar["statements"]]
    server = sidecar["server"]
    variables = {name: value for name, value in server["variables"].items() if name in ("server_uuid", "version")}
    rest = {
        "server": {"options": server["options"], "variables": variables},
        "files": [{"name": file["name"]} for file in sidecar["files"]],
    }
    return '{"statements": [\n' + ",\n".join(statements) + "],\n" + json.dumps(rest)[1:] + "\n"


def _short(statement: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is absent, and without what the scenario says."""
    kept = {key: value for key, value in statement.items() if value not in (None, [], 0) and key not in _SAID}
    if "binlog_end" in kept:
        kept["binlog_end"] = {key: value for key, value in kept["binlog_end"].items() if value}
    return kept


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m binwriter.integration.old_servers",
        description="Runs scenarios on a MySQL 5.1 to 8.0 of this machine and keeps log files and answers.",
    )
    parser.add_argument("scenarios", nargs="+", type=Path)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the server's data directory")
    parser.add_argument("--server", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", required=True, type=Path, help="gets a folder for each scenario, made anew")
    arguments = parser.parse_args(argv)
    server = OldServer(LocalMachine(arguments.port, arguments.data))
    server.wait_until_ready()
    for path in arguments.scenarios:
        target = arguments.out / path.stem
        shutil.rmtree(target, ignore_errors=True)
        try:
            result = capture_old(server, read_scenario(path), target, arguments.server)
        except (ScenarioError, pymysql.err.MySQLError) as error:
            print(f"{path.stem}: {error}", file=sys.stderr)
            shutil.rmtree(target, ignore_errors=True)
            continue
        shutil.copyfile(path, target / "scenario.scn")
        (target / "sidecar.json").write_text(short_sidecar(result.sidecar), "utf-8", "backslashreplace")
        print(f"{path.stem}: {len(result.sidecar['statements'])} statements", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
