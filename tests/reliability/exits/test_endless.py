"""Whatever a command is told to read, a device or a pipe without an end among it: one clear line, and little memory."""

from __future__ import annotations

import io
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO, cast

import psutil
import pytest

from binwriter import documents
from binwriter.binlog.files.reader import read_events
from binwriter.cli import main
from binwriter.errors import CorruptLogError
from tests.reliability.damage.logs import TESTS
from tests.reliability.ended import wait_until_it_listens

IN_USE = TESTS / "golden" / "rotation" / "crashed" / "binlog.000005"
# the command, and where in it the name stands
_COMMANDS = (
    ("run", "{}", "--out", "out"),
    ("explain", "{}"),
    ("generate", "{}", "--out", "out"),
    ("generate", "--schema", "{}", "--out", "out"),
    ("verify", "{}"),
    ("inspect", "{}"),
    ("inspect", "--keyring", "{}", str(IN_USE)),
    ("report", "{}"),
    ("diff", "{}", str(IN_USE)),
    ("corrupt", "{}", "--how", "wrong-magic", "--out", "out"),
)


class _Endless(io.RawIOBase):
    """A beginning, and then the same bytes for ever, as a pipe gives them."""

    def __init__(self, beginning: bytes, piece: bytes) -> None:
        super().__init__()
        self._rest, self._piece = beginning, piece
        self.given = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            self._rest = self._piece * (1 + len(buffer) // len(self._piece))
        data, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(data)] = data
        self.given += len(data)
        return len(data)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with names of everything that is no file."""
    monkeypatch.chdir(tmp_path)
    for name, device in (("zero", "zero"), ("zero.index", "zero"), ("zero.sql", "zero"), ("random.toml", "urandom")):
        Path(name).symlink_to(f"/dev/{device}")
    Path("folder").mkdir()
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    return tmp_path


def _fails_with_a_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    status = main(arguments)
    said = capsys.readouterr()
    lines = said.err.splitlines() or said.out.splitlines()
    assert status in (1, 2), arguments
    assert "Traceback" not in said.err
    assert len(said.err.splitlines()) <= 1, said.err
    return lines[0]


@pytest.mark.parametrize("command", _COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_what_is_no_file(command: tuple[str, ...], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("zero", "zero.index", "zero.sql", "random.toml", "folder", "socket", "nothing"):
        if command[0] in ("verify", "inspect", "report") and name == "folder" and "--keyring" not in command:
            continue  # of a folder, its logs are meant
        if "--keyring" in command and name == "nothing":
            continue  # a keyring that is missing is an empty one
        line = _fails_with_a_line([part.format(name) for part in command], capsys)
        assert line.strip(), (command, name)


@pytest.mark.parametrize("command", [("run", "-", "--out", "out"), ("generate", "-", "--out", "out"), ("explain", "-")])
def test_text_without_an_end(
    command: tuple[str, ...], here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documents, "LARGEST_STREAM", 1 << 22)
    for piece in (b"\0", b"y\n", b"SELECT 1"):
        endless = _Endless(b"", piece)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(endless)))
        assert "it has no end" in _fails_with_a_line(list(command), capsys)
        assert endless.given < 1 << 24


@pytest.mark.parametrize("piece", [b"\0", bytes(range(255, 0, -1))], ids=["zeros", "others"])
def test_a_log_without_an_end(
    piece: bytes, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Behind a log that is in use, where zeros may be what a crash has left."""
    monkeypatch.setattr("binwriter.binlog.files.reader._MOST_UNWRITTEN", 1 << 20)
    monkeypatch.setattr("binwriter.cli.common.given_logs._MOST_UNKNOWN", 1 << 20)
    for command in (("inspect", "-"), ("verify", "-"), ("report", "-"), ("diff", "-", str(IN_USE))):
        endless = _Endless(IN_USE.read_bytes(), piece)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(endless)))
        assert main(list(command)) in (1, 2)
        said = capsys.readouterr()
        assert ":463" in said.err + said.out, command
        assert endless.given < 1 << 23, command


@pytest.mark.slow
def test_a_pipe_that_nobody_writes_is_waited_for_until_a_signal(here: Path) -> None:
    """As any program that opens one waits, mysqlbinlog and cat among them; a signal ends it at once."""
    os.mkfifo("pipe")
    signals = itertools.cycle((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    started = [
        (
            subprocess.Popen(
                [sys.executable, "-m", "binwriter", *(part.format("pipe") for part in command)], stderr=-1
            ),
            end,
        )
        for command, end in zip(_COMMANDS, signals, strict=False)
    ]
    for process, end in started:
        wait_until_it_listens(process.pid)
        while psutil.Process(process.pid).status() != psutil.STATUS_SLEEPING:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(end)
        with process:
            assert process.stderr is not None
            assert len(process.stderr.read().splitlines()) == 1
        assert process.returncode == 128 + end
    assert not Path("out").exists()


def test_a_large_event_of_a_pipe_is_not_read_before_its_end_is_looked_at() -> None:
    data = IN_USE.read_bytes()
    event = data[463 - 31 : 463 - 31 + 19]
    wrong = event[:9] + (0x7FFFFFFF).to_bytes(4, "little") + event[13:]
    endless = _Endless(data + wrong, b"x")
    with pytest.raises(CorruptLogError, match="its size is 2147483647"):
        list(read_events(cast(BinaryIO, io.BufferedReader(endless)), verify=False))
    assert endless.given < 1 << 20


def test_a_file_is_read_as_it_was_when_it_was_opened(tmp_path: Path) -> None:
    path = tmp_path / "growing.sql"
    path.write_text("SELECT 1;\n")
    with path.open("rb") as file:
        os.truncate(path, 1 << 20)
        assert len(documents.read_stream(file)) == 1 << 20
    os.truncate(path, documents.LARGEST_FILE + 1)  # a sparse one
    with pytest.raises(OSError, match="are read at most"):
        documents.read_document(path)
