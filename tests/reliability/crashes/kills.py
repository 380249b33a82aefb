"""Processes that are killed with SIGKILL at a step of the disk: a run, and `generate` with its workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.reliability.crashes.points import check
from tests.reliability.crashes.recording_disk import Loss, Replay
from tests.reliability.crashes.workload import Setting

_SITE = Path(__file__).parent / "killed"
_SQL = "CREATE TABLE t (a INT PRIMARY KEY);\n" + "".join(
    f"INSERT INTO t VALUES ({number});\n" + ("FLUSH BINARY LOGS;\n" if number % 3 == 2 else "") for number in range(12)
)
_SCHEMA = "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(30));\n"


def _binwriter(*arguments: str, kill_at: str = "") -> int:
    path = os.pathsep.join([str(_SITE), *(one for one in sys.path if one)])
    environment = {**os.environ, "PYTHONPATH": path, "BINWRITER_KILL_AT": kill_at}
    line = [sys.executable, "-m", "binwriter", *arguments]
    return subprocess.run(line, env=environment, capture_output=True, check=False).returncode


def killed_run(scratch: Path, number: int) -> list[str]:
    """A run that is killed at that step of the disk: a server is started on what it leaves."""
    setting, out = Setting(sync_binlog=1, gtids=False), scratch / f"run-{number}"
    (scratch / "s.sql").write_text(_SQL)
    options = [word for option in setting.options() for word in ("--server", option)]
    status = _binwriter("run", str(scratch / "s.sql"), "--out", str(out), *options, kill_at=f"parent:{number}")
    if status != -signal.SIGKILL:
        return [f"run, step {number}: status {status}"]
    (out / ".binwriter").unlink(missing_ok=True)
    (out / ".binwriter.tmp").unlink(missing_ok=True)
    return [f"run, step {number}: {one}" for one in check(out, setting, Replay(), Loss.KILL)]


def killed_job(scratch: Path, role: str, number: int, workers: int) -> list[str]:
    """A job of which the parent or a worker is killed at that step of its disk, and that is resumed then."""
    where = f"generate, {workers} workers, {role} at step {number}"
    (scratch / "t.sql").write_text(_SCHEMA)
    what = ("--schema", str(scratch / "t.sql"), "--transactions", "300", "--files", "5", "--workers", str(workers))
    whole, out = scratch / f"whole-{workers}", scratch / f"{role}-{number}-{workers}"
    if not whole.exists() and (status := _binwriter("generate", *what, "--out", str(whole))):
        return [f"{where}: status {status} without a kill"]
    status = _binwriter("generate", *what, "--out", str(out), kill_at=f"{role}:{number}")
    if status not in (-signal.SIGKILL, 1):
        return [f"{where}: status {status}"]
    resumed = _binwriter("generate", "--resume", "--out", str(out))
    if resumed:  # nothing was begun yet, or all was done
        resumed = (
            0 if _contents(out) == _contents(whole) else _binwriter("generate", *what, "--out", str(out), "--force")
        )
    if resumed or _contents(out) != _contents(whole):
        return [f"{where}: resumed with status {resumed}: {sorted(_contents(out))}"]
    return []


def _contents(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.glob("binlog.*")} if out.exists() else {}
