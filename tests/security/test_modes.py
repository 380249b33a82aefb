"""Every file that a command makes is 0640 less the umask: a walk over what all of them leave."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

_SCENARIO = "con1: CREATE TABLE t (a INT PRIMARY KEY);\ncopylive:\ncon1: INSERT INTO t VALUES (1);\nrestart:\n"
_SMALL = ("--preset", "sysbench-oltp", "--scale", "0.01", "--transactions", "20")
_COMMANDS = (
    ["run", "x.scn", "--out", "run", "--sidecar", "sidecar.json"],
    ["explain", "x.scn", "--out", "explain", "--html", "page.html"],
    ["corrupt", "run/binlog.000001", "--how", "bad-checksum", "--out", "bad.000001"],
    ["generate", *_SMALL, "--out", "generated", "--final-state", "state"],
)


@pytest.mark.slow
@pytest.mark.parametrize(("umask", "expected"), [(0o022, 0o640), (0o077, 0o600)])
def test_all_files(tmp_path: Path, umask: int, expected: int) -> None:
    (tmp_path / "x.scn").write_text(_SCENARIO)
    for arguments in _COMMANDS:
        subprocess.run(
            [sys.executable, "-m", "binwriter", *arguments],
            cwd=tmp_path,
            preexec_fn=lambda: os.umask(umask),  # type: ignore[func-returns-value]
            capture_output=True,
            timeout=200,
        )
    (tmp_path / "x.scn").unlink()
    found = {str(path.relative_to(tmp_path)): path.stat().st_mode for path in tmp_path.rglob("*") if path.is_file()}
    for name in ("run/binlog.000001", "run/binlog.000001.live", "run/binlog.index", "run/.binwriter", "sidecar.json"):
        assert name in found
    assert {"explain/binlog.index", "page.html", "bad.000001", "generated/binlog.index"} <= found.keys()
    assert any(name.endswith(".parquet") for name in found)
    assert {name: oct(stat.S_IMODE(mode)) for name, mode in found.items() if stat.S_IMODE(mode) != expected} == {}
