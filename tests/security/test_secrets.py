"""No password of a statement stands in what is shown or written of it; the log has what a server's has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from binwriter.integration.mysql import MySQLServer, server_by_url
from binwriter.mysql.secret_text import answer_without_secrets, without_secrets

_SECRET = "hunter2pw"
_STATEMENTS = f"""\
CREATE USER u1 IDENTIFIED BY '{_SECRET}';
CREATE USER u2 IDENTIFIED WITH caching_sha2_password BY '{_SECRET}', u3 IDENTIFIED BY "{_SECRET}";
ALTER USER u1 IDENTIFIED BY '{_SECRET}' REPLACE '{_SECRET}' RETAIN CURRENT PASSWORD;
SET PASSWORD FOR u1 = '{_SECRET}';
SET PASSWORD FOR 'u1'@'%' = '{_SECRET}' REPLACE '{_SECRET}x';
SET PASSWORD = '{_SECRET}';
CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'x', PASSWORD '{_SECRET}', HOST 'h');
ALTER SERVER s OPTIONS (PASSWORD '{_SECRET}');
CHANGE REPLICATION SOURCE TO SOURCE_HOST='h', SOURCE_PASSWORD='{_SECRET}';
CHANGE MASTER TO MASTER_PASSWORD='{_SECRET}';
START REPLICA USER='x' PASSWORD='{_SECRET}';
CREATE USER u4 IDENTIFIED BY '{_SECRET}' SYNTAXERROR;
CREATE USER u4 IDENTIFIED BYE '{_SECRET}';
GRANT ALL ON *.* TO u1 IDENTIFIED BY '{_SECRET}';
PREPARE s FROM "CREATE USER u5 IDENTIFIED BY '{_SECRET}'";
PREPARE s FROM 'CREATE USER u5 IDENTIFIED BY \\'{_SECRET}\\'';
PREPARE s FROM 'CREATE USER u5 IDENTIFIED BY ''{_SECRET}''';
EXECUTE s;
ALTER USER nobody IDENTIFIED BY '{_SECRET}';
SET @@nothing = PASSWORD('{_SECRET}');
"""
# said with a word that is none before it: nobody knows that it is a password
_UNKNOWN = "IDENTIFIED BYE"


def _statements() -> str:
    return "\n".join(line for line in _STATEMENTS.splitlines() if _UNKNOWN not in line) + "\n"


def _all_files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "x.sql", "--skip-unsupported", "--out", "out", "--sidecar", "out.json"],
        ["run", "x.sql", "--out", "out", "--sidecar", "out.json"],
        ["explain", "x.sql", "--skip-unsupported"],
        ["explain", "x.sql", "--skip-unsupported", "--json"],
        ["explain", "x.sql", "--skip-unsupported", "--html", "page.html", "--out", "out"],
    ],
)
def test_no_command_shows_one(tmp_path: Path, arguments: list[str]) -> None:
    script = tmp_path / "x.sql"
    script.write_text(_statements())
    result = subprocess.run(
        [sys.executable, "-m", "binwriter", *arguments], cwd=tmp_path, capture_output=True, timeout=100
    )
    script.unlink()
    assert _SECRET.encode() not in result.stdout + result.stderr
    assert [name for name, content in _all_files(tmp_path).items() if _SECRET.encode() in content] == []
    assert b"secret>" in b"".join([result.stdout, result.stderr, *_all_files(tmp_path).values()])


@pytest.mark.parametrize("statement", [line for line in _statements().splitlines() if _SECRET in line])
def test_statements(statement: str) -> None:
    shown = without_secrets(statement)
    assert _SECRET not in shown
    assert "<secret>" in shown
    assert _SECRET not in answer_without_secrets(f"near ''{_SECRET}' SYNTAX' at line 1", statement)


@pytest.mark.parametrize(
    "text",
    [
        "REPLACE INTO t VALUES ('x')",
        "SELECT REPLACE('a', 'b', 'c')",
        "INSERT INTO t (password) VALUES ('a')",
        "CREATE USER u IDENTIFIED BY RANDOM PASSWORD",
        "see https://example.org/a:b and a@b",
        "CREATE TABLE passwords (a INT COMMENT 'x')",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert without_secrets(text) == text


def test_a_literal_that_does_not_end_is_hidden() -> None:
    assert without_secrets("near 'IDENTIFIED BY 'abc") == "near 'IDENTIFIED BY '<secret>'"
    assert "b" not in without_secrets(r"SET PASSWORD = 'a\'b'").removeprefix("SET")


def test_urls(capsys: pytest.CaptureFixture[str]) -> None:
    url = f"mysql://me:{_SECRET}@localhost:1"
    assert without_secrets(f"cannot open {url}") == "cannot open mysql://me:<secret>@localhost:1"
    server = server_by_url(url)
    assert isinstance(server, MySQLServer)
    assert server.password == _SECRET
    assert _SECRET not in repr(server)
    assert not re.search(_SECRET, capsys.readouterr().err)
