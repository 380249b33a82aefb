"""What stands in SQL, names and logs drives no terminal: all commands over a log full of escape sequences.

One way out is as it is: `inspect` with -v or -H gives a pipe the bytes that mysqlbinlog gives it, since that text is
there to be replayed; on a terminal it is escaped, too.
"""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events

_TITLE = "\x1b]0;owned\x07"  # what a terminal would obey, in 7 bits and in 8, and what would turn the text round
_EVIL = f"{_TITLE}\x9b31mX\u202eY\x7f\u2066Z\r"
_FORBIDDEN = (b"\x1b]", b"\x07", "\x9b".encode(), "\u202e".encode(), "\u2066".encode(), b"\x7f")
_LONG = 60


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evil") / f"{_TITLE}s.sql"
    name = _EVIL.replace("\r", "")
    path.write_text(
        f"CREATE DATABASE `{name}`;\nUSE `{name}`;\n"
        f"CREATE TABLE `{name}` (`{name}` VARCHAR(100) COMMENT '{_EVIL}', n INT PRIMARY KEY, e ENUM('{name}'));\n"
        f"INSERT INTO `{name}` VALUES ('{_EVIL}', 1, '{name}');\n"
        f"INSERT INTO `{name}` VALUES ('{_EVIL}', 1, NULL);\n"
        f"UPDATE `{name}` SET `{name}` = CONCAT(`{name}`, '{_EVIL}') /* {_EVIL} */;\n"
        f"SELECT * FROM `{name}no`;\nSELECT `{name}` FROM `{name}`;\n"
        f"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '{_EVIL}';\n"
        f"SELECT CAST('{_EVIL}' AS SIGNED);\n"
        f"CREATE USER `{name[:10]}`@`h`;\nSYNTAX {_EVIL};\n",
        newline="",
    )
    return path


@pytest.fixture(scope="module")
def log(script: Path) -> Path:
    folder = script.parent / "log"
    _pipe("run", str(script), "--out", str(folder), "--quiet", "--server", "binlog-rows-query-log-events=ON")
    (found,) = folder.glob("binlog.000001")
    return found.rename(folder / f"{_TITLE}.000001")


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "binwriter", *arguments]


def _pipe(*arguments: str, **options: str) -> bytes:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **options}
    result = subprocess.run(_command(*arguments), capture_output=True, env=environment, timeout=_LONG)
    return result.stdout + result.stderr


def _terminal(*arguments: str) -> bytes:
    """What the command writes when both its streams are a terminal."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(_command(*arguments), stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        found = b"".join(_read(master))
        process.wait(_LONG)
    os.close(master)
    return found


def _read(master: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:  # the other end is closed
            return
        if not data:
            return
        yield data


def _commands(script: Path, log: Path, tmp_path: Path) -> dict[str, list[str]]:
    (tmp_path / "half").write_bytes(log.read_bytes()[:-30])
    return {
        "run": ["run", str(script), "--out", str(tmp_path / f"out{_TITLE}")],
        "run again": ["run", str(script), "--out", str(log.parent)],
        "run nothing": ["run", f"no{_EVIL}.sql", "--out", str(tmp_path / "no")],
        "run an option": ["run", str(script), "--out", str(tmp_path / "no"), "--server", f"x{_EVIL}=1"],
        "usage": ["run", f"--{_EVIL}"],
        "unknown command": [_EVIL],
        "inspect": ["inspect", str(log)],
        "inspect as JSON": ["inspect", "--json", str(log)],
        "inspect nothing": ["inspect", f"no{_EVIL}"],
        "inspect half": ["inspect", str(tmp_path / "half")],
        "verify": ["verify", str(log), str(tmp_path / "half")],
        "verify as JSON": ["verify", "--json", str(log), str(tmp_path / "half")],
        "diff": ["diff", str(log), str(tmp_path / "half")],
        "explain": ["explain", str(script)],
        "explain as JSON": ["explain", "--json", str(script)],
        "explain as HTML": ["explain", "--html", str(tmp_path / f"page{_TITLE}.html"), str(script)],
        "corrupt": ["corrupt", str(log), str(tmp_path / f"bad{_TITLE}"), "--list"],
        "generate": ["generate", str(tmp_path / f"no{_EVIL}.toml"), "--out", str(tmp_path / "generated")],
    }


_NAMES = sorted(_commands(Path("s"), Path("/dev/null"), Path("/tmp")))


@pytest.mark.slow
@pytest.mark.parametrize("name", _NAMES)
def test_to_a_pipe(script: Path, log: Path, tmp_path: Path, name: str) -> None:
    found = _pipe(*_commands(script, log, tmp_path)[name])
    assert [part for part in _FORBIDDEN if part in found] == []
    assert b"\x1b" not in found
    if name.endswith("JSON") and not name.startswith("verify"):
        lines = [line for line in found.decode().splitlines() if line.startswith("{")]
        assert any("owned" in json.dumps(json.loads(line)) for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*_NAMES, "inspect -v", "inspect -H"])
def test_to_a_terminal(script: Path, log: Path, tmp_path: Path, name: str) -> None:
    """Only rich's colours are obeyed."""
    commands = _commands(script, log, tmp_path)
    commands |= {"inspect -v": ["inspect", "-vv", str(log)], "inspect -H": ["inspect", "-H", str(log)]}
    found = _terminal(*commands[name])
    assert [part for part in _FORBIDDEN if part in found] == []
    assert b"\x1b" not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", found)


@pytest.mark.slow
def test_the_log_has_them_all(log: Path) -> None:
    """Else the tests above would show nothing."""
    content = b"".join(event.body_bytes for event in read_events(log))
    assert [part for part in _FORBIDDEN if part not in content] == []
