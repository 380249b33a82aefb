"""What a command was told to write into a pipe or a device goes there, and nothing takes its place."""

from __future__ import annotations

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from binwriter.cli import main

_SCRIPT = "CREATE DATABASE d;\nCREATE TABLE d.t (a INT);\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "a.sql").write_text(_SCRIPT)
    assert main(["run", str(tmp_path / "a.sql"), "--out", str(tmp_path / "log"), "--quiet"]) == 0
    return tmp_path / "log"


def _read_from(pipe: Path, command: list[str]) -> bytes:
    """What the command writes into the pipe, which is one still."""
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        assert main(command) == 0
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        return read.result(10)


def test_a_sidecar(tmp_path: Path, log: Path) -> None:
    pipe = tmp_path / "pipe"
    command = ["run", str(tmp_path / "a.sql"), "--out", str(tmp_path / "o"), "--sidecar", str(pipe), "--quiet"]
    assert json.loads(_read_from(pipe, command))["statements"]


def test_a_page(tmp_path: Path, log: Path) -> None:
    pipe = tmp_path / "pipe"
    assert b"<html" in _read_from(pipe, ["explain", str(tmp_path / "a.sql"), "--html", str(pipe)])
    pipe.unlink()
    assert b"<html" in _read_from(pipe, ["report", str(log), "--html", str(pipe)])


def test_a_link_to_a_device(tmp_path: Path, log: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    assert main(["explain", str(tmp_path / "a.sql"), "--html", str(link)]) == 0
    assert link.is_symlink()
    command = ["corrupt", str(log / "binlog.000001"), "--how", "wrong-magic", "--out", str(link), "--force"]
    assert main(command) == 0
    assert link.is_symlink()
    assert stat.S_ISCHR(link.stat().st_mode)
