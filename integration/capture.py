"""Runs scenarios on a real MySQL server and keeps what it wrote: where golden files come from.

    python -m binwriter.integration.capture SCENARIO... --out DIR

makes DIR/NAME/ with the log files, sidecar.json and the scenario itself. The sidecar has the keys of
`binwriter.scenario.sidecar`.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pymysql

from binwriter.errors import MySQLError, ScenarioError
from binwriter.formats.records import dataclass
from binwriter.integration.capture_servers import needs_own_server
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.mysql.messages.table import Diagnostic
from binwriter.scenario.connections import TEST_DATABASE
from binwriter.scenario.notation import Scenario, Step, StepKind, read_scenario
from binwriter.scenario.options import effective_options
from binwriter.scenario.sidecar import VARIABLES, BinlogEnd, StatementRecord, files_json, write_sidecar
from binwriter.statement.result import StatementResult

# Long enough for a statement that is sent without waiting to reach its lock, and for one that waits to get its lock.
_SEND_SECONDS = 0.3
# answers that count none though there are some
_SHOWS_CONDITIONS = re.compile(r"SHOW\s+(WARNINGS|ERRORS|COUNT)\b", re.IGNORECASE)
_REAP_SECONDS = 120
_NAMES_FILE = re.compile(r"\bLOCAL\b|^\s*(CALL|EXECUTE)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Wording:
    """The statements by which a capture asks its server, as 9.7 knows them; {} stands for a connection's number.

    asks_always: SHOW WARNINGS is sent after each statement, not only where the answer counts warnings or is an error.
    names: the character set of the clients.
    """

    reset_log: str = "RESET BINARY LOGS AND GTIDS"
    log_status: str = "SHOW BINARY LOG STATUS"
    session_is_open: str = "SELECT 1 FROM performance_schema.threads WHERE processlist_id = {}"
    gtid_executed: str = "SELECT @@GLOBAL.gtid_executed"
    asks_always: bool = True
    names: str = "utf8mb4"
    flush_log: str = "FLUSH BINARY LOGS"


@dataclass(frozen=True)
class CaptureResult:
    """What the real server wrote. files: the closed log files in order; sidecar: see `binwriter.scenario.sidecar`."""

    files: tuple[Path, ...]
    sidecar: dict[str, Any]


class _Capture:
    """One running capture."""

    def __init__(
        self, scenario: Scenario, server: MySQLServer, directory: Path, local_files: Path, wording: Wording
    ) -> None:
        self.scenario = scenario
        self.server = server
        self.wording = wording
        self.directory = directory
        self.local_files = local_files
        self.options = effective_options(scenario)
        self.connections: dict[str, Any] = {}
        self.thread_ids: dict[str, int] = {}
        self.waiting: dict[str, Future[StatementRecord]] = {}
        self.records: list[StatementRecord] = []
        self.put_files: list[str] = []
        self.number = 0
        self.phase = "setup" if scenario.captures else "run"
        self.is_up = True
        self.pool = ThreadPoolExecutor()
        # statements that are sent without waiting ask for the log's end too
        self.admin_lock = threading.Lock()
        server.reset()
        self.admin = server.connect()
        self.ask(f"CREATE DATABASE {TEST_DATABASE}")
        self.ask(self.wording.reset_log)
        self.variables = {str(name): str(value) for name, value in self.ask("SHOW VARIABLES")}

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a statement on the connection that is no scenario's."""
        with self.admin_lock, self.admin.cursor() as cursor:
            cursor.execute(sql)
            return list(cursor.fetchall())

    # --- steps ---

    def step(self, step: Step) -> None:
        if not self.is_up and step.kind is not StepKind.RESTART:
            raise self.error(step, f"{step.kind.value}: the server is down; restart: comes first")
        try:
            _STEPS[step.kind](self, step)
        except pymysql.err.MySQLError as error:
            raise self.error(step, f"{step.kind.value}: {error}") from error

    def error(self, step: Step, reason: str) -> ScenarioError:
        return ScenarioError(self.scenario.path, step.line, reason)

    def statement(self, step: Step) -> None:
        self.records.append(self.run(step, self.next_number()))

    def send(self, step: Step) -> None:
        self.connection(step.connection)
        self.waiting[step.connection] = self.pool.submit(self.run, step, self.next_number())
        time.sleep(_SEND_SECONDS)

    def reap(self, step: Step) -> None:
        for name in step.options:
            if name not in self.waiting:
                raise self.error(step, f"reap: nothing was sent on {name}")
            self.records.append(self.waiting.pop(name).result(timeout=_REAP_SECONDS))

    def connect(self, step: Step) -> None:
        if step.connection in self.connections:
            self.close(step.connection)
        self.open(step.connection, **step.named_options)

    def disconnect(self, step: Step) -> None:
        self.opened(step)
        self.close(step.connection)

    def kill(self, step: Step) -> None:
        self.opened(step)
        self.ask(f"KILL {self.thread_ids[step.connection]}")
        self.close(step.connection)

    def capture(self, step: Step) -> None:
        self.ask(self.wording.reset_log)
        self.phase = "run"

    def sleep(self, step: Step) -> None:
        time.sleep(float(step.options[0]))

    def file(self, step: Step) -> None:
        name = f"{TEST_DATABASE}/{step.options[0]}"
        self.server.put_file(name, step.text.encode())
        self.put_files.append(name)

    def local_file(self, step: Step) -> None:
        (self.local_files / step.options[0]).write_bytes(step.text.encode())

    def copy_live(self, step: Step) -> None:
        name = str(self.ask(self.wording.log_status)[0][0])
        (self.directory / f"{name}.live").write_bytes(self.server.fetch_file(name))

    def restart(self, step: Step) -> None:
        self.drop_connections()
        self.server.restart([f"--{option}" for option in effective_options(self.scenario, step.options)])
        self.admin = self.server.connect()
        self.is_up = True

    def shutdown(self, step: Step) -> None:
        self.drop_connections()
        self.server.shutdown()
        self.is_up = False

    def crash(self, step: Step) -> None:
        self.server.kill()
        self.is_up = False
        self.drop_connections()

    # --- connections ---

    def connection(self, name: str) -> Any:
        """The connection of that name, opened at its first use, and anew when it was closed since."""
        return self.connections.get(name) or self.open(name)

    def open(self, name: str, user: str = "root", database: str = TEST_DATABASE) -> Any:
        opened = self.server.connect(database=database or None, user=user, local_infile=True, conv={})  # texts as sent
        with opened.cursor() as cursor:
            cursor.execute(f"SET NAMES {self.wording.names}")
        self.connections[name] = opened
        self.thread_ids[name] = int(opened.thread_id())  # type: ignore[no-untyped-call]
        return opened

    def opened(self, step: Step) -> Any:
        if step.connection not in self.connections:
            raise self.error(step, f"{step.kind.value}: {step.connection} is not connected")
        return self.connections[step.connection]

    def close(self, name: str) -> None:
        """Closes, and waits until the server has dropped the session: only then is its transaction rolled back."""
        self.abandon(name)
        query = self.wording.session_is_open.format(self.thread_ids[name])
        while self.ask(query):
            time.sleep(0.02)

    def abandon(self, name: str) -> None:
        with contextlib.suppress(pymysql.err.Error, OSError):
            self.connections.pop(name).close()

    def drop_connections(self) -> None:
        """In the order of their opening."""
        for name in list(self.connections):
            if self.is_up and name not in self.waiting:
                self.close(name)
            else:
                self.abandon(name)
        with contextlib.suppress(pymysql.err.Error, OSError):
            self.admin.close()

    # --- statements ---

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def run(self, step: Step, number: int) -> StatementRecord:
        with self.connection(step.connection).cursor() as cursor, self.local_folder(step):
            result = _execute(cursor, step.text, self.wording.asks_always)
        if self.waiting and step.kind is not StepKind.SEND:
            time.sleep(_SEND_SECONDS)  # what was sent may go on now: its groups are in the log's end
        status = self.ask(self.wording.log_status)[0]
        # up to 5.5 there is no column of GTIDs
        end = BinlogEnd(str(status[0]), int(status[1]), str(status[4]) if len(status) > 4 else "")
        return StatementRecord(number, step.connection, self.phase, step.text, result, end)

    @contextlib.contextmanager
    def local_folder(self, step: Step) -> Iterator[None]:
        """The client opens a local file by the name in the statement: it must stand in the current folder.

        That is the process's, so statements that wait on other connections leave it alone.
        """
        if any(other.kind is StepKind.LOCAL_FILE for other in self.scenario.steps) and _NAMES_FILE.search(step.text):
            with contextlib.chdir(self.local_files):
                yield
        else:
            yield

    # --- the end ---

    def finish(self) -> CaptureResult:
        """FLUSH BINARY LOGS, unless the server is down. The files that are closed by then are kept."""
        executed = ""
        shown: list[list[Any]] = []
        if self.is_up:
            self.ask(self.wording.flush_log)
            executed = str(self.ask(self.wording.gtid_executed)[0][0])
            shown = [[str(name), int(size), *map(str, rest)] for name, size, *rest in self.ask("SHOW BINARY LOGS")]
            binlogs = self.server.fetch_binlogs()
            names = list(binlogs)
        else:
            index = next(option for option in self.options if option.startswith("log-bin=")).partition("=")[2]
            names = self.server.fetch_file(f"{index}.index").decode().replace("./", "").split()
            binlogs = {name: self.server.fetch_file(name) for name in names}
        paths = tuple(self.directory / name for name in (names[:-1] if self.is_up else names))
        for path in paths:
            path.write_bytes(binlogs[path.name])
        sidecar = {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "tags": list(self.scenario.tags),
            "server": {
                "options": [f"--{option}" for option in self.options],
                "variables": {name: self.variables[name] for name in VARIABLES if name in self.variables},
            },
            "connections": {name: {"thread_id": number} for name, number in self.thread_ids.items()},
            "statements": [record.to_json() for record in sorted(self.records, key=lambda record: record.number)],
            "index_file": [f"./{name}" for name in names],
            "show_binary_logs": shown,
            "gtid_executed": executed,
            "files": files_json(paths),
        }
        return CaptureResult(paths, sidecar)

    def end(self) -> None:
        for name in list(self.connections):
            self.abandon(name)
        with contextlib.suppress(pymysql.err.Error, OSError):
            self.admin.close()
        if self.is_up:
            for name in self.put_files:
                self.server.remove_file(name)
        self.pool.shutdown(cancel_futures=True)


def _execute(cursor: Any, sql: str, asks_always: bool) -> StatementResult:
    """One statement as the sidecar keeps it; the error itself is not among the warnings."""
    error: MySQLError | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    affected = insert_id = None
    diagnostics: list[tuple[Any, ...]] = []
    try:
        cursor.execute(sql)
        affected, insert_id = cursor.rowcount, cursor.lastrowid or 0
        if cursor.description:
            columns, rows = tuple(item[0] for item in cursor.description), tuple(cursor.fetchall())
        while cursor.nextset():
            """A procedure's further results are not kept."""
    except pymysql.err.MySQLError as raised:
        error = MySQLError(int(raised.args[0]), "HY000", "", str(raised.args[1]))
    # the statement may have ended its own connection
    with contextlib.suppress(pymysql.err.OperationalError, pymysql.err.InterfaceError):
        if asks_always or error is not None or cursor.warning_count or _SHOWS_CONDITIONS.match(sql):
            cursor.execute("SHOW WARNINGS")
            diagnostics = list(cursor.fetchall())
    own = error.code if error is not None else None  # the error itself is no warning
    kept = tuple(
        Diagnostic(level, int(code), text) for level, code, text in diagnostics if level != "Error" or int(code) != own
    )
    return StatementResult(error, kept, affected, insert_id, columns, rows)


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
    StepKind.LOCAL_FILE: _Capture.local_file,
    StepKind.COPY_LIVE: _Capture.copy_live,
    StepKind.RESTART: _Capture.restart,
    StepKind.SHUTDOWN: _Capture.shutdown,
    StepKind.CRASH: _Capture.crash,
}


def capture_on(
    server: MySQLServer, scenario: Scenario, directory: Path, wording: Wording | None = None
) -> CaptureResult:
    """Runs a scenario on this server; the files go to `directory`, which is made if missing. wording: its statements.

    All that is on the server is dropped first. Raises ScenarioError for a step that fails (a statement may fail), and
    ServerUnavailableError for one that this server cannot do, such as a restart of one that is given by URL.
    """
    if scenario.engines:
        names = ", ".join(engine.name for engine in scenario.engines)
        raise ScenarioError(scenario.path, 0, f"engine: no real server has what is declared: {names}")
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as local_files:
        running = _Capture(scenario, server, directory, Path(local_files), wording or Wording())
        try:
            for step in scenario.steps:
                running.step(step)
            return running.finish()
        finally:
            running.end()


def capture(scenario: Scenario, directory: Path, server: MySQLServer | None = None) -> CaptureResult:
    """As `capture_on`, on a fresh server if none is given or the scenario needs its own."""
    if server is not None and not needs_own_server(scenario):
        return capture_on(server, scenario, directory)
    with running_server([f"--{option}" for option in effective_options(scenario)], own=True) as own:
        return capture_on(own, scenario, directory)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m binwriter.integration.capture",
        description="Runs scenarios on a real MySQL server and keeps the log files and answers.",
    )
    parser.add_argument("scenarios", nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path, help="gets a folder for each scenario, made anew")
    arguments = parser.parse_args(argv)
    with running_server() as server:
        for path in arguments.scenarios:
            target = arguments.out / path.stem
            scenario = read_scenario(path)
            shutil.rmtree(target, ignore_errors=True)
            result = capture(scenario, target, server)
            write_sidecar(result.sidecar, target / "sidecar.json")
            shutil.copyfile(path, target / "scenario.scn")
            statements, files = len(result.sidecar["statements"]), len(result.files)
            print(f"{path.stem}: {statements} statements, {files} files", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
