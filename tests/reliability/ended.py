"""Commands of binwriter as processes of their own, ended in the middle: by signals, closed outputs and full disks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# A process has so long to end. The promise is less (`binwriter.ending.GRACE_SECONDS`); machines that test are busy.
PATIENCE = 60.0

# What a command says of itself that has run for a while, or is the first to need a kernel: chance.
_PROGRESS = re.compile(rb"^binwriter(?: \w+: .*, \d+ s|: kernels are compiled .*)\n", re.MULTILINE)


def without_progress(errors: bytes) -> bytes:
    """What stands on standard error beside it."""
    return _PROGRESS.sub(b"", errors)


@dataclass(frozen=True)
class Command:
    """A command line that takes a while. arguments: with {folder} and {out}. out: whether it writes a log there."""

    name: str
    arguments: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    out: bool = False
    starts: str = ""  # a file below the folder that is there when it works

    def begin(
        self, folder: Path, environment: Mapping[str, str] | None = None, **options: object
    ) -> subprocess.Popen[bytes]:
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / "tmp"
        temporary.mkdir(exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        line = [one.format(folder=folder, out=folder / "out") for one in self.arguments]
        given = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen(
            [sys.executable, "-m", "binwriter", *line],
            env={**os.environ, "TMPDIR": str(temporary), "PYTHONUNBUFFERED": "", **(environment or {})},
            **given,  # type: ignore[call-overload]
        )

    def wait_until_it_works(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        """Until its handlers are there: a thread beside the main one, or the file that it makes."""
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            with suppress(psutil.Error):
                if psutil.Process(process.pid).num_threads() > 1 and (not self.starts or any(folder.glob(self.starts))):
                    return
            time.sleep(0.005)


def script(statement: str, count: int, *before: str) -> str:
    """A file of SQL: the statement so many times."""
    return "".join(f"{one};\n" for one in (*before, *[statement] * count))


_TABLE = "CREATE TABLE t (a INT)"
_LOOP = """delimiter //
CREATE TABLE t (a INT)//
CREATE PROCEDURE p() BEGIN DECLARE i INT DEFAULT 0; WHILE TRUE DO SET i = i + 1; END WHILE; END//
CALL p()//
"""
_DIGITS = "(SELECT 0 a UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5)"
_JOIN = f"SELECT COUNT(*) FROM {', '.join(f'{_DIGITS} x{number}' for number in range(9))};\n"
_LANES = (
    "con1: CREATE TABLE t (a INT PRIMARY KEY)\n"
    "con1: INSERT INTO t VALUES (1)\n"
    "con1: BEGIN\n"
    "con1: UPDATE t SET a = 2\n"
    "con2&: UPDATE t SET a = 3\n"
    f"con3&: {_JOIN}"
    "con4: SELECT 1\n"
)
_SCHEMA = (
    "CREATE TABLE shop (id INT PRIMARY KEY, name VARCHAR(40), price DECIMAL(10,2), noted DATETIME(6), j JSON);\n"
    "CREATE TABLE sale (id BIGINT PRIMARY KEY, shop INT NOT NULL, n INT, FOREIGN KEY (shop) REFERENCES shop (id));\n"
)
_GENERATE = (
    "generate",
    "--schema",
    "{folder}/s.sql",
    "--out",
    "{out}",
    "--files",
    "20",
    "--transactions",
    "3e6",
    "--quiet",
)


def long_commands(log: Path) -> dict[str, Command]:
    """Commands that run for longer than a test waits. log: a large binary log file, for those that read one."""
    run = ("run", "--out", "{out}")
    commands = [
        Command(
            "run, many statements",
            (*run, "{folder}/s.sql"),
            {"s.sql": script("INSERT INTO t VALUES (1)", 200_000, _TABLE)},
            True,
            "out/binlog.index",
        ),
        Command("run, a loop", (*run, "{folder}/s.sql"), {"s.sql": _LOOP}, True, "out/binlog.index"),
        Command("run, a join", (*run, "{folder}/s.sql"), {"s.sql": _JOIN}, True, "out/binlog.index"),
        Command("run, lanes", (*run, "{folder}/s.scn"), {"s.scn": _LANES}, True, "out/binlog.index"),
        Command(
            "explain",
            ("explain", "{folder}/s.sql"),
            {"s.sql": script("INSERT INTO t VALUES (1)", 100_000, _TABLE)},
            starts="tmp/binwriter-explain-*/binlog.index",
        ),
        Command("generate", (*_GENERATE, "--workers", "2"), {"s.sql": _SCHEMA}, True),
        Command("generate, one process", (*_GENERATE, "--workers", "1"), {"s.sql": _SCHEMA}, True),
        Command("inspect", ("inspect", "-vv", *[str(log)] * 50)),
        Command("inspect, JSON", ("inspect", "--json", *[str(log)] * 50)),
        Command("verify", ("verify", "--exact", "--rebuild", *[str(log)] * 50)),
        Command("diff", ("diff", str(log), str(log))),
        Command("corrupt", ("corrupt", str(log), "--how", "bad-checksum", "--out", "{out}", "--type", "Rotate")),
    ]
    return {command.name: command for command in commands}


@dataclass(frozen=True)
class Outcome:
    """How a process has ended. workers: its children that are there a second later. done: before the signal."""

    status: int
    errors: str
    seconds: float
    workers: int
    done: bool = False


def end_by(command: Command, folder: Path, number: int, moment: Callable[[], float], *, group: bool = False) -> Outcome:
    """Sends it the signal when it has worked for `moment()` seconds. group: as a terminal does, to its workers too."""
    with command.begin(folder, start_new_session=True) as process:
        command.wait_until_it_works(process, folder)
        if number != signal.SIGKILL:
            wait_until_it_listens(process.pid)
        time.sleep(moment())
        children = []
        with suppress(psutil.Error):
            children = psutil.Process(process.pid).children(recursive=True)
        began = time.monotonic()
        done = process.poll() is not None
        if not done:
            if group:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
        seconds = time.monotonic() - began
    _, left = psutil.wait_procs(children, 1)
    said = without_progress(errors).decode(errors="replace")
    return Outcome(process.returncode, said, seconds, sum(map(_is_alive, left)), done)


def wait_until_it_listens(pid: int) -> None:
    """Until the program has taken the signals over: before that an interpreter starts, and nothing has begun.

    The alarm is the last that it takes. SIGINT says nothing: an interpreter catches it from its first moment.
    """
    status = Path(f"/proc/{pid}/status")
    while status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        # a process that has ended has no such line, or catches nothing
        if int(lines.get("SigCgt", "0"), 16) >> (signal.SIGALRM - 1) & 1 or lines["State"].split()[0] in "ZX":
            return
        time.sleep(0.01)


def _is_alive(process: psutil.Process) -> bool:
    """A dead process that nobody has asked after is none."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
