"""Command lines with odd values: every option of every command. Whatever they are, a status and no defect.

python -m tests.reliability.hostile.command_lines --seconds 60 --seed 1
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import tempfile
import time
from pathlib import Path

from binwriter.cli import main
from binwriter.cli.common.commands import whole_parser

_DEFECT = 70
_ODD = (
    *("", "-1", "0", "9" * 20, "9" * 5000, "1e400", "nan", "x", "x" * 5000, "\0", "\n", "\udcff", "\U0001f600"),
    *("../..", "/dev/null", "/nonexistent/x", ".", "a.scn", "a.sql", "bad.scn", "log", "log/binlog.000001", "-", "--"),
    *("1:2", "1-0", "2024-13-01", "2024-01-01 00:00:00", "a=b", "=", "%s", "{}", "server-id=-1", "gtid-mode=x"),
    *("1GB", "-5MB", "t=1", "insert=1", "00000000-0000-0000-0000-000000000000:1-99999999999999999999"),
)
_NEEDS = {
    "run": ("--out", "o{}"),
    "corrupt": ("--out", "o{}"),
    "generate": ("--out", "o{}", "--schema", "s.sql", "--transactions", "5"),
}


def prepare(folder: Path) -> None:
    """The files that command lines name, in this folder."""
    (folder / "a.scn").write_text("con1: CREATE TABLE t (a INT PRIMARY KEY);\ncon1: INSERT INTO t VALUES (1);\n")
    (folder / "a.sql").write_text("CREATE TABLE test.t (a INT);\n")
    (folder / "s.sql").write_text("CREATE TABLE t (a INT PRIMARY KEY, b INT)")
    (folder / "bad.scn").write_bytes(b"\xff\n")
    with contextlib.chdir(folder):
        status_of(["run", "a.scn", "--out", "log", "--quiet"])


def some(chance: random.Random, number: int) -> list[str]:
    """One command line; number: for the name of what it makes."""
    commands = next(one for one in whole_parser()._actions if isinstance(one, argparse._SubParsersAction)).choices
    name = chance.choice(sorted(commands))
    actions = commands[name]._actions
    line = [name]
    for action in chance.sample(actions, min(len(actions), chance.choice((1, 2, 3)))):
        if action.option_strings and "--help" not in action.option_strings:
            line.append(chance.choice(action.option_strings))
            if action.nargs != 0:
                allowed = [str(one) for one in action.choices or ()]
                line.append(chance.choice(allowed if allowed and chance.random() < 0.5 else _ODD))
    for action in actions:
        if not action.option_strings:
            line.append(chance.choice(("a.scn", "log/binlog.000001", "log", "a.sql", *_ODD)))
    return line + [one.format(number) for one in _NEEDS.get(name, ()) if chance.random() < 0.95]


def status_of(line: list[str]) -> tuple[int, str]:
    """The exit status of a command line, and what it said on standard error."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            status = main(line)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    return status, said.getvalue()


def is_finding(status: int, said: str) -> bool:
    return status == _DEFECT or "Traceback" in said


def hunt() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    chance, count, found = random.Random(arguments.seed), 0, 0
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        os.chdir(folder)
        while time.monotonic() < end:
            line = some(chance, count)
            status, said = status_of(line)
            count += 1
            if is_finding(status, said):
                found += 1
                print(ascii(line)[:300], ascii(said)[-300:], flush=True)
        os.chdir("/")
    print(f"{count} command lines, {found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(hunt())
