"""Odd input to commands: one line, the right status, no words of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import Server
from binwriter.cli import main
from binwriter.cli.visible import visible


def _ended(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as ended:
        return int(str(ended.code))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bytes.sql").write_bytes(b"\xff\xfe")
    (tmp_path / "shop.sql").write_text("CREATE TABLE t (a INT PRIMARY KEY);")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ("serve {0}/s --insecure --port 22222222", 2, "argument --port: '22222222' is no port: 0 to 65535"),
        ("serve {0}/s --insecure --port -1", 2, "argument --port: '-1' is no port: 0 to 65535"),
        ("serve {0}/s --prot 1", 2, "did you mean --port?"),
        ("generate --schema {0}/bytes.sql --out {0}/o", 2, "cannot read {0}/bytes.sql: byte 0xff at 0 is no UTF-8"),
        ("generate --schema {0}/shop.sql --out {0}/full", 2, "{0}/full is not empty"),
        ("generate --resume --out {0}/none", 1, "no unfinished job lies in {0}/none: No such file or directory"),
        ("run {0}/shop.sql --out {0}/shop.sql/o", 1, "cannot use the folder {0}/shop.sql/o: Not a directory"),
        ("run {0}/shop.sql", 2, "the following arguments are required: --out"),
    ],
)
def test_odd_input_is_told_in_one_line(
    arguments: str, status: int, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _ended(arguments.format(folder).split()) == status
    said = capsys.readouterr().err
    assert told.format(folder) in said and "Errno" not in said and said.count("\n") == 1


def test_bytes_that_are_no_utf8_are_shown_as_bytes() -> None:
    assert visible(b"a\xff\x00".decode("utf-8", "surrogateescape")) == "a\\xff\\x00"


def test_bytes_beside_a_moment_are_named_as_a_server_names_them(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        error = server.connect().run("SELECT NOW() > 0xFF").error
    assert str(error) == r"ERROR 1525 (HY000): Incorrect DATETIME value: '\xFF'"
