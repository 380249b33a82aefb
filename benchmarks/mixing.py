"""Speed of long mixed-engine scripts: about 1,400 statements with 1,700 checkpoints each, on one core.

    python benchmarks/mixing.py [--kinds singles pairs ...] [--settings row_off ...] [--profile]
        [--against FOLDER [--rounds N]]

A checkpoint is SHOW BINLOG EVENTS from where the log ended before: one after every statement, and one more after every
fifth, over what those five have logged. Absolute figures depend on the machine, so each is also given as a ratio to a
real server's processor time (all its threads, without the client's) for the same statements in the same run, where
there is one (see `integration/mysql.py`). Both have run statements before: what binwriter loads when it first needs it
is loaded by the beginning of the first script, which is not measured. --against: another checkout in turns, each turn
in a process of its own and without the server; of so many rounds the least of each.
No test looks at these figures.
"""

from __future__ import annotations

import argparse
import contextlib
import cProfile
import json
import os
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymysql

if "--turn" not in sys.argv:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from peer import processor_time

from binwriter.integration.mysql import ServerUnavailableError, running_server
from binwriter.scenario.notation import StepKind, parse_scenario
from binwriter.server.server import Server
from tests.mixing.compare import KINDS, script
from tests.mixing.sequences import SETTINGS

_OPTIONS = ("server-id=1", "log-bin=binlog", "gtid-mode=OFF", "enforce-gtid-consistency=OFF")
_LIMIT = 10.0
_GROUP = 5
_LOADED_BY = 300  # statements

Ask = Callable[[str], Any]


def with_checkpoints(statements: list[str], run: Ask, rows: Ask) -> int:
    """Runs the statements and looks at the log. Returns how often it looked."""
    looked = before = 0
    name, position = rows("SHOW BINARY LOG STATUS")[0][:2]
    before = position
    for number, statement in enumerate(statements, 1):
        run(statement)
        starts = [position] if number % _GROUP else [position, before]
        for start in starts:
            found = rows(f"SHOW BINLOG EVENTS IN '{name}' FROM {start}")
            looked += 1
            if found:
                position = found[-1][4]
        if not number % _GROUP:
            before = position
    return looked


def on_binwriter(statements: list[str], folder: Path) -> tuple[float, int]:
    """Seconds of processor time, and the number of checkpoints."""
    with Server(folder, _OPTIONS) as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        start = time.process_time()
        looked = with_checkpoints(statements, session.run, lambda sql: session.run(sql).rows)
        return time.process_time() - start, looked


@contextlib.contextmanager
def real_server() -> Iterator[Callable[[list[str]], float] | None]:
    """A function that runs statements on a real server; None if there is none."""
    try:
        with running_server() as server:

            def run(statements: list[str]) -> float:
                server.reset()
                with server.connect() as connection, connection.cursor() as cursor:

                    def one(sql: str) -> None:
                        with contextlib.suppress(pymysql.err.MySQLError):
                            cursor.execute(sql)

                    def rows(sql: str) -> Any:
                        cursor.execute(sql)
                        return cursor.fetchall()

                    cursor.execute("CREATE DATABASE test")
                    cursor.execute("USE test")
                    start = processor_time(server)
                    with_checkpoints(statements, one, rows)
                    return processor_time(server) - start

            yield run
    except ServerUnavailableError:
        yield None


def in_turns(root: Path, rounds: int, options: list[str]) -> None:
    """Seconds of this checkout and of another one."""
    here = Path(__file__).resolve()
    least: dict[str, dict[str, float]] = {}
    for _ in range(rounds):
        for name, folder in (("now", here.parents[1]), ("before", root.resolve())):
            command = [sys.executable, str(here), "--turn", *options]
            environment = {**os.environ, "PYTHONPATH": str(folder)}
            answer = subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True)
            for case, seconds in json.loads(answer.stdout.splitlines()[-1]).items():
                times = least.setdefault(case, {})
                times[name] = min(times.get(name, seconds), seconds)
    print(f"{'script':<28}{'seconds':>9}{'before':>9}{'times':>7}")
    for case, times in least.items():
        now, before = times["now"], times["before"]
        print(f"{case:<28}{now:>9.2f}{before:>9.2f}{before / now:>7.2f}")


def main() -> int:
    """Runs every case and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = [name for name, (_, _, files) in KINDS.items() if not files]
    parser.add_argument("--kinds", nargs="+", choices=kinds, default=["pairs", "savepoints", "creating", "temporary"])
    parser.add_argument("--settings", nargs="+", default=["statement_off", "row_off", "mixed_on"])
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turn", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.against is not None:
        in_turns(given.against, given.rounds, ["--kinds", *given.kinds, "--settings", *given.settings])
        return 0
    if not given.turn:
        print(
            f"{'script':<28}{'statements':>11}{'checkpoints':>12}{'seconds':>9}{'of limit':>9}{'server':>8}{'ratio':>7}"
        )
    first = next(setting for setting in SETTINGS if setting.name in given.settings)
    with tempfile.TemporaryDirectory() as folder:
        on_binwriter(_statements(script(given.kinds[0], 0, first))[:_LOADED_BY], Path(folder))
    if given.turn:
        seconds = {}
        for kind in given.kinds:
            for setting in SETTINGS:
                if setting.name in given.settings:
                    with tempfile.TemporaryDirectory() as folder:
                        took, _ = on_binwriter(_statements(script(kind, 0, setting)), Path(folder))
                    seconds[f"{kind} {setting.name}"] = took
        print(json.dumps(seconds))
        return 0
    with real_server() as server:
        for kind in given.kinds:
            for setting in SETTINGS:
                if setting.name in given.settings:
                    _one(f"{kind} {setting.name}", script(kind, 0, setting), server, given.profile)
    return 0


def _statements(text: str) -> list[str]:
    return [step.text for step in parse_scenario(text).steps if step.kind is StepKind.STATEMENT]


def _one(name: str, text: str, server: Callable[[list[str]], float] | None, profile: bool) -> None:
    statements = _statements(text)
    profiler = cProfile.Profile()
    with tempfile.TemporaryDirectory() as folder:
        if profile:
            profiler.enable()
        seconds, looked = on_binwriter(statements, Path(folder))
        profiler.disable()
    theirs = server(statements) if server is not None else None
    shown = f"{theirs:8.2f}{seconds / theirs:7.2f}" if theirs else f"{'-':>8}{'-':>7}"
    print(f"{name:<28}{len(statements):>11}{looked:>12}{seconds:>9.2f}{seconds / _LIMIT:>9.2f}{shown}", flush=True)
    if profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    raise SystemExit(main())
