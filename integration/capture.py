"""Runs scenarios on a real MySQL server and keeps what it wrote: where golden files come from.

    python -m binwriter.integration.capture SCENARIO... --out DIR

makes DIR/NAME/ with the log files, sidecar.json and the scenario itself. The sidecar has the keys of
`binwriter.sidecar`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymysql

from binwriter.errors import MySQLError, ScenarioError
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.messages import Diagnostic
from binwriter.scenario import DEFAULT_SERVER_OPTIONS, Scenario, Step, StepKind, read_scenario
from binwriter.session import StatementResult
from binwriter.sidecar import VARIABLES, BinlogEnd, StatementRecord

_DATABASE = "test"


@dataclass(frozen=True)
class CaptureResult:
    """What the real server wrote. files: the closed log files in order; sidecar: see `binwriter.sidecar`."""

    files: tuple[Path, ...]
    sidecar: dict[str, Any]


@dataclass
class _Capture:
    """One running capture."""

    scenario: Scenario
    server: MySQLServer
    connections: dict[str, Any] = field(default_factory=dict)
    thread_ids: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, Future[StatementRecord]] = field(default_factory=dict)
    records: list[StatementRecord] = field(default_factory=list)
    phase: str = "run"
    number: int = 0

    def __post_init__(self) -> None:
        self.server.reset()
        self.server.execute(f"CREATE DATABASE {_DATABASE}", "RESET BINARY LOGS AND GTIDS")
        self.variables = {str(name): str(value) for name, value in self.server.execute("SHOW VARIABLES")}
        self.pool = ThreadPoolExecutor()
        if any(step.kind is StepKind.CAPTURE for step in self.scenario.steps):
            self.phase = "setup"

    # --- steps
    # ---------------------------------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        runner = _STEPS.get(step.kind)
        if runner is None:
            raise ScenarioError(self.scenario.path, step.line, f"'{step.kind.value}:' cannot be captured yet")
        runner(self, step)

    def statement(self, step: Step) -> None:
        self.records.append(self._run(step))

    def send(self, step: Step) -> None:
        self.connection(step.connection)
        self.waiting[step.connection] = self.pool.submit(self._run, step)
        time.sleep(0.3)  # long enough for the statement to reach its lock

    def reap(self, step: Step) -> None:
        for name in step.options:
            self.records.append(self.waiting.pop(name).result(timeout=120))

    def connect(self, step: Step) -> None:
        self.connection(step.connection, **step.named_options)

    def disconnect(self, step: Step) -> None:
        self.connections.pop(step.connection).close()
        self._wait_until_gone(self.thread_ids[step.connection])

    def kill(self, step: Step) -> None:
        thread = self.thread_ids[step.connection]
        self.connections.pop(step.connection, None)
        self.server.execute(f"KILL {thread}")
        self._wait_until_gone(thread)

    def capture(self, step: Step) -> None:
        self.server.execute("RESET BINARY LOGS AND GTIDS")
        self.phase = "run"

    def sleep(self, step: Step) -> None:
        time.sleep(float(step.options[0]))

    def file(self, step: Step) -> None:
        self.server.put_file(f"{_DATABASE}/{step.options[0]}", step.text.encode())

    def _wait_until_gone(self, thread: int) -> None:
        while self.server.execute(f"SELECT 1 FROM performance_schema.threads WHERE PROCESSLIST_ID = {thread}"):
            time.sleep(0.02)

    def connection(self, name: str, user: str = "root", database: str = _DATABASE) -> Any:
        """The connection of that name, opened at its first use."""
        if name not in self.connections:
            opened = self.server.connect(database=database, user=user)
            with opened.cursor() as cursor:
                cursor.execute("SET NAMES utf8mb4")
            self.connections[name] = opened
            self.thread_ids[name] = int(opened.thread_id())  # type: ignore[no-untyped-call]
        return self.connections[name]

    def _run(self, step: Step) -> StatementRecord:
        connection = self.connection(step.connection)
        self.number += 1
        number = self.number
        with connection.cursor() as cursor:
            result = _execute(cursor, step.text)
        status = self.server.execute("SHOW BINARY LOG STATUS")[0]
        end = BinlogEnd(str(status[0]), int(status[1]), str(status[4]))
        return StatementRecord(number, step.connection, self.phase, step.text, result, end)

    # --- the end
    # -------------------------------------------------------------------------------------------------------

    def finish(self, directory: Path) -> CaptureResult:
        self.server.execute("FLUSH BINARY LOGS")
        binlogs = self.server.fetch_binlogs()
        executed = str(self.server.execute("SELECT @@GLOBAL.gtid_executed")[0][0])
        directory.mkdir(parents=True, exist_ok=True)
        paths = []
        for name in list(binlogs)[:-1]:  # the last one was begun by the flush and is still open
            paths.append(directory / name)
            paths[-1].write_bytes(binlogs[name])
        for connection in self.connections.values():
            with contextlib.suppress(pymysql.err.Error):
                connection.close()
        self.pool.shutdown()
        sidecar = {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "tags": list(self.scenario.tags),
            "server": {
                "options": [f"--{option}" for option in _options(self.scenario)],
                "variables": {name: value for name, value in self.variables.items() if name in VARIABLES},
            },
            "connections": {name: {"thread_id": number} for name, number in self.thread_ids.items()},
            "statements": [record.to_json() for record in self.records],
            "index_file": [f"./{name}" for name in binlogs],
            "gtid_executed": executed,
            "files": [
                {
                    "name": path.name,
                    "size": path.stat().st_size,
                    "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                }
                for path in paths
            ],
        }
        return CaptureResult(tuple(paths), sidecar)


def _execute(cursor: Any, sql: str) -> StatementResult:
    """One statement as the sidecar keeps it; the error itself is not among the warnings."""
    error: MySQLError | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    affected = insert_id = None
    try:
        cursor.execute(sql)
        affected, insert_id = cursor.rowcount, cursor.lastrowid or 0
        if cursor.description:
            columns, rows = tuple(item[0] for item in cursor.description), tuple(cursor.fetchall())
    except pymysql.err.MySQLError as raised:
        error = MySQLError(int(raised.args[0]), "HY000", "", str(raised.args[1]))
    cursor.execute("SHOW WARNINGS")
    diagnostics = tuple(Diagnostic(level, code, text) for level, code, text in cursor.fetchall() if level != "Error")
    return StatementResult(error, diagnostics, affected, insert_id, columns, rows)


_STEPS: dict[StepKind, Callable[[_Capture, Step], None]] = {
    StepKind.STATEMENT: _Capture.statement,
    StepKind.SEND: _Capture.send,
    StepKind.REAP: _Capture.reap,
    StepKind.CONNECT: _Capture.connect,
    StepKind.DISCONNECT: _Capture.disconnect,
    StepKind.KILL: _Capture.kill,
    StepKind.CAPTURE: _Capture.capture,
    StepKind.SLEEP: _Capture.sleep,
    StepKind.FILE: _Capture.file,
}


def _options(scenario: Scenario) -> tuple[str, ...]:
    return (*DEFAULT_SERVER_OPTIONS, *scenario.server_options)


def capture_on(server: MySQLServer, scenario: Scenario, directory: Path) -> CaptureResult:
    """Runs a scenario on this server.

    All that is in it is dropped first. Raises ScenarioError for steps it cannot run.
    """
    running = _Capture(scenario, server)
    for step in scenario.steps:
        running.step(step)
    return running.finish(directory)


def capture(scenario: Scenario, directory: Path, server: MySQLServer | None = None) -> CaptureResult:
    """As `capture_on`; a scenario with server options, or no server given, gets a server of its own."""
    if server is not None and not scenario.server_options:
        return capture_on(server, scenario, directory)
    with running_server([f"--{option}" for option in _options(scenario)]) as own:
        return capture_on(own, scenario, directory)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m binwriter.integration.capture", description=__doc__)
    parser.add_argument("scenarios", nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    arguments = parser.parse_args(argv)
    with running_server() as server:
        for path in arguments.scenarios:
            target = arguments.out / path.stem
            shutil.rmtree(target, ignore_errors=True)
            result = capture(read_scenario(path), target, server)
            (target / "sidecar.json").write_text(json.dumps(result.sidecar, indent=1, ensure_ascii=False) + "\n")
            shutil.copyfile(path, target / "scenario.scn")
            print(
                f"{path.stem}: {len(result.sidecar['statements'])} statements, {len(result.files)} files",
                file=sys.stderr,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
