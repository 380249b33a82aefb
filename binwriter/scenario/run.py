"""Runs a scenario on a fake server and says what came of it.

At the end FLUSH BINARY LOGS is run, as for the captured samples, and then the server is shut down: every file with
content ends with a Rotate event, and the last one is empty but for its head and a Stop event. The index names them
all, and all are there.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import binwriter.server.execute.statement  # noqa: F401  a session imports it at its first statement; without sqlglot no file is begun
from binwriter import disk, ending
from binwriter.binlog.rules.trace import Trace
from binwriter.catalog.schemas import Schema
from binwriter.chance import Chance, StepClock
from binwriter.errors import (
    BinwriterError,
    LogFileError,
    MySQLError,
    OptionError,
    ScenarioError,
    UnsupportedError,
    reason_of,
)
from binwriter.formats.collations import collation_by_name
from binwriter.formats.servers import NEWEST, profile_by_name
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.scenario.connections import DEFAULT_USER, TEST_DATABASE, Connections
from binwriter.scenario.notation import Scenario, Step, StepKind
from binwriter.scenario.options import check_options, effective_options
from binwriter.scenario.result import RunResult, SkippedStep
from binwriter.scenario.sidecar import BinlogEnd, StatementRecord, files_json, variables_json
from binwriter.server.server import Server

_LAST_MICROSECOND = ((1 << 32) - 1 - 24 * 3600) * 1_000_000  # an event has 32 bits for it; what follows takes time too


def _nothing(_: object) -> None:
    """The observer nobody asked for."""


def run_scenario(
    scenario: Scenario,
    directory: Path | str,
    server_options: Iterable[str] = (),
    *,
    chance: Chance | None = None,
    profile: str = NEWEST.name,
    before_step: Callable[[Step], None] = _nothing,
    after_statement: Callable[[StatementRecord], None] = _nothing,
    skip_unsupported: bool = False,
    trace: Trace | None = None,
    files: Path | None = None,
    keyring: Path | str | None = None,
    keeps_answers: bool = True,
) -> RunResult:
    """Runs a scenario; the log goes to `directory`, which is made if missing.

    server_options: NAME=VALUE, after the scenario's own. chance: deterministic by default. profile: the server
    version to write as, by name or version (UnknownServerVersionError for others). before_step may raise
    (KeyboardInterrupt, say) to end the run between two steps; whatever ends it, the log is closed and its index true.
    skip_unsupported: a statement that is not supported is left out, with nothing of it logged, and kept in the result.
    trace: gets to know why each event was logged; its statements' places are the steps, None for the end.
    files: the folder of this machine that LOAD DATA and LOAD_FILE() may read; none by default.
    keyring: of encrypted logs (`binwriter.Server`).
    keeps_answers: the sidecar has the statements; without, a long script takes less memory.

    Raises ScenarioError with file and line for what binwriter does not model, OptionError, and LogFileError when the
    log cannot be written. MySQL's own errors do not end a run: they stand in the sidecar.
    """
    extra = tuple(server_options)
    check_options(scenario, extra, profile)
    options = effective_options(scenario, extra, profile_by_name(profile))
    run: _Run | None = None
    try:
        with ending.uninterrupted:  # a server that is there is closed
            run = _Run(scenario, Path(directory), options, chance, profile, after_statement, trace, files, keyring)
        run.skips_unsupported = skip_unsupported
        run.keeps_answers = keeps_answers
        for step in scenario.steps:
            before_step(step)
            run.traced(step)
            run.step(step)
        run.traced(None)
        return run.finish()
    except BaseException:
        if run is not None:
            run.close_after_failure()
        raise


class _Run:
    """A scenario under way: the server, its connections, and the statements so far."""

    def __init__(
        self,
        scenario: Scenario,
        directory: Path,
        options: tuple[str, ...],
        chance: Chance | None,
        profile: str,
        after_statement: Callable[[StatementRecord], None],
        trace: Trace | None,
        files: Path | None,
        keyring: Path | str | None,
    ) -> None:
        self.scenario = scenario
        self.options = options
        self.after_statement = after_statement
        self.server = Server(
            directory,
            options,
            chance=chance,
            profile=profile,
            engines=scenario.engines,
            trace=trace,
            files=files,
            keyring=keyring,
        )
        self.phase = "setup" if scenario.captures else "run"
        self.records: list[StatementRecord] = []
        self.keeps_answers = True
        self.statements = 0
        self.connections = Connections(self.server, scenario)
        self.skips_unsupported = False
        self.skipped: list[SkippedStep] = []
        self.variables = variables_json(SessionVariables(self.server.variables, self.server.chance.clock))
        collation = collation_by_name(str(self.server.variables.get("collation_server"))).id
        # not by CREATE DATABASE: the samples' server had it before their log began
        self.server.front_end.catalog.schemas[TEST_DATABASE] = Schema(TEST_DATABASE, collation)

    # --- steps -----------------------------------------------------------------------------------------------------

    def traced(self, step: Step | None) -> None:
        """From now on the trace, if there is one, is of this step."""
        if self.server.trace is not None:
            self.server.trace.at(step)

    def step(self, step: Step) -> None:
        """Runs one step. ScenarioError for what cannot be run."""
        if self.server.log is None and step.kind is not StepKind.RESTART:
            raise self.error(step, f"{step.kind.value}: the server is down; restart: comes first")
        try:
            _STEPS[step.kind](self, step)
            self.connections.lanes.settle()
            self.connections.raise_defect()
        except UnsupportedError as error:
            if not self.skips_unsupported:
                raise self.error(step, str(error)) from error
            self.skipped.append(SkippedStep(step, str(error)))
        except OptionError as error:
            raise self.error(step, str(error)) from error
        except BinwriterError:
            raise
        except Exception as error:
            error.add_note(f"{self.scenario.path}:{step.line}")  # a defect; where it showed
            raise

    def error(self, step: Step, reason: str) -> ScenarioError:
        return ScenarioError(self.scenario.path, step.line, reason)

    def statement(self, step: Step) -> None:
        """Where others wait for what it gives free, they go on before the end of the log is looked up."""
        self.connections.let_end(step.connection)
        self.statements += 1
        number = self.statements
        result = self.connections.run(step)
        self.connections.lanes.settle()
        self.server.run_events()
        self.keep(StatementRecord(number, step.connection, self.phase, step.text, result, self.end_of_log()))

    def keep(self, record: StatementRecord) -> None:
        if self.keeps_answers:
            self.records.append(record)
        self.after_statement(record)

    def send(self, step: Step) -> None:
        """The statement runs until it is done or waits for another session."""
        self.connections.let_end(step.connection)
        self.statements += 1
        number, phase = self.statements, self.phase

        def work() -> StatementRecord:
            result = self.connections.run(step)
            return StatementRecord(number, step.connection, phase, step.text, result, self.end_of_log())

        lane = self.connections.sent[step.connection] = self.connections.lanes.send(step.connection, work)
        if lane.failure is not None:
            del self.connections.sent[step.connection]
            raise lane.failure

    def end_of_log(self) -> BinlogEnd | None:
        if self.server.log is None:
            return None
        return BinlogEnd(*self.server.position(), self.server.gtid_executed)

    def reap(self, step: Step) -> None:
        for name in step.options:
            lane = self.connections.sent.pop(name, None)
            if lane is None:
                raise self.error(step, f"reap: nothing was sent on {name}")
            self.keep(self.connections.lanes.reap(lane))

    def connect(self, step: Step) -> None:
        options = step.named_options
        database = options.get("database", TEST_DATABASE) or None
        if (session := self.connections.sessions.get(step.connection)) is not None:
            session.close()
        try:
            self.connections.open(step.connection, options.get("user", DEFAULT_USER), database)
        except MySQLError as error:
            raise self.error(step, str(error)) from error

    def disconnect(self, step: Step) -> None:
        self.must_be_open(step)
        self.connections.close(step.connection)

    def kill(self, step: Step) -> None:
        self.must_be_open(step)
        self.connections.kill(step.connection)

    def must_be_open(self, step: Step) -> None:
        if self.connections.current(step.connection) is None:
            raise self.error(step, f"{step.kind.value}: {step.connection} is not connected")

    def capture(self, step: Step) -> None:
        self.server.reset_logs()
        self.phase = "run"

    def file(self, step: Step) -> None:
        """A file in the test database's directory, for LOAD DATA INFILE."""
        name = f"{TEST_DATABASE}/{step.options[0]}"
        self.server.front_end.database.files.server[name] = step.text.encode()

    def local_file(self, step: Step) -> None:
        """A file at the client, for LOAD DATA LOCAL INFILE."""
        self.server.front_end.database.files.local[step.options[0]] = step.text.encode()

    def sleep(self, step: Step) -> None:
        seconds, clock = float(step.options[0]), self.server.chance.clock
        if isinstance(clock, StepClock):
            if clock.now + seconds * 1_000_000 > _LAST_MICROSECOND:
                raise self.error(step, "sleep: the clock would pass 2106-02-07, where the timestamps of events end")
            clock.now += int(seconds * 1_000_000)
        else:
            time.sleep(seconds)
        self.connections.lanes.pass_time(seconds)

    def copy_live(self, step: Step) -> None:
        current = self.server.log_files()[-1]
        try:
            disk.write_whole(current.with_name(current.name + ".live"), [current.read_bytes()], sync=False)
        except OSError as error:
            raise LogFileError(f"cannot copy {current}: {reason_of(error)}") from error

    def restart(self, step: Step) -> None:
        self.connections.drop()
        self.server.restart((*self.options, *step.options))

    def shutdown(self, step: Step) -> None:
        self.connections.drop()
        self.server.shutdown()

    def crash(self, step: Step) -> None:
        self.server.crash()
        self.connections.forget()

    # --- the end ---------------------------------------------------------------------------------------------------

    def finish(self) -> RunResult:
        """FLUSH BINARY LOGS, then a clean end."""
        if self.server.log is not None:
            # connections stay open over the last flush, as they did on the samples' server
            self.server.flush_logs()
        show_binary_logs = [[path.name, path.stat().st_size, "No"] for path in self.server.log_files()]
        gtid_executed = self.server.gtid_executed
        log_failure = self.server.log.failure if self.server.log is not None else None
        self.connections.end_sent()
        self.server.shutdown()
        files = tuple(self.server.log_files())
        sidecar = {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "tags": list(self.scenario.tags),
            "server": {"options": [f"--{option}" for option in self.options], "variables": self.variables},
            "connections": {name: {"thread_id": number} for name, number in self.connections.thread_ids.items()},
            "statements": [record.to_json() for record in sorted(self.records, key=lambda record: record.number)],
            "index_file": [f"./{path.name}" for path in files],
            "show_binary_logs": show_binary_logs,
            "gtid_executed": gtid_executed,
            "gtid_purged": str(self.server.gtids.purged),
            "files": files_json(files),
        }
        if log_failure is not None:
            raise LogFileError(f"logging was turned off (binlog_error_action=IGNORE_ERROR): {log_failure}")
        return RunResult(sidecar, files, tuple(self.skipped))

    def close_after_failure(self) -> None:
        """Closes the log in good order, whatever is left of the sessions; one that cannot be written stays in use."""
        with contextlib.suppress(Exception):
            self.connections.end_sent()
        try:
            self.server.shutdown()
        except LogFileError:
            with contextlib.suppress(LogFileError):
                self.server.crash()
        except Exception:  # a signal or a defect has left a session half-way; the groups in the log are whole
            log, self.server.log = self.server.log, None
            if log is not None:
                with contextlib.suppress(LogFileError):
                    log.close()


_STEPS: dict[StepKind, Callable[[_Run, Step], None]] = {
    StepKind.STATEMENT: _Run.statement,
    StepKind.SEND: _Run.send,
    StepKind.REAP: _Run.reap,
    StepKind.CONNECT: _Run.connect,
    StepKind.DISCONNECT: _Run.disconnect,
    StepKind.KILL: _Run.kill,
    StepKind.CAPTURE: _Run.capture,
    StepKind.FILE: _Run.file,
    StepKind.LOCAL_FILE: _Run.local_file,
    StepKind.SLEEP: _Run.sleep,
    StepKind.COPY_LIVE: _Run.copy_live,
    StepKind.RESTART: _Run.restart,
    StepKind.SHUTDOWN: _Run.shutdown,
    StepKind.CRASH: _Run.crash,
}
