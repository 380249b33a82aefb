"""Encrypted logs: a real server's are read with its keyring, ours are read by a real server with ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter import Server, read_log
from binwriter.binlog.files.encrypted import is_encrypted
from binwriter.binlog.files.keyring import Keyring
from binwriter.cli import main
from binwriter.errors import LogFileError, MySQLError, OptionError
from binwriter.inspection.verify import Severity, Verifier
from binwriter.integration.machines import DATA_DIRECTORY
from binwriter.integration.mysql import MySQLServer, running_server
from tests.conftest import PROJECT

GOLDEN = PROJECT / "tests" / "golden" / "encrypted"
ENCRYPTED = {"binlog_encryption": "ON", "gtid_mode": "ON", "enforce_gtid_consistency": "ON"}
# what capture.sh runs
SQL = (
    "create database d",
    "create table d.t(a int primary key, b varchar(300))",
    "insert into d.t values (1,repeat(0x41,200))",
    "flush binary logs",
    "alter instance rotate binlog master key",
    "insert into d.t values (2,2)",
    "set global binlog_encryption=OFF",
    "insert into d.t values (3,2)",
    "set global binlog_encryption=ON",
)


def _types(folder: Path, keyring: Path) -> list[list[str]]:
    files = sorted(folder.glob("binlog.0*"))
    return [[event.type for event in read_log(file, keyring=keyring)] for file in files]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Ours, left open as the captured one was: keyring.json is beside the folder `log`."""
    server = Server(tmp_path / "log", ENCRYPTED, keyring=tmp_path / "keyring.json")
    session = server.connect()
    for statement in SQL:
        session.execute(statement)
    server.crash()
    return tmp_path / "log"


def test_ours_is_what_a_server_made(log: Path) -> None:
    keyring = log.parent / "keyring.json"
    assert _types(log, keyring) == _types(GOLDEN, GOLDEN / "keyring.json")
    pairs = [(log / path.name, path) for path in sorted(GOLDEN.glob("binlog.0*"))]
    assert [is_encrypted(ours) for ours, _ in pairs] == [is_encrypted(theirs) for _, theirs in pairs]
    assert _keys(keyring) == _keys(GOLDEN / "keyring.json")


def _keys(path: Path) -> set[tuple[str, str, int]]:
    """Name behind the server's UUID, type and length."""
    elements = json.loads(path.read_text())["elements"]
    return {(one["data_id"].partition("_")[2][36:], one["data_type"], len(one["data"]) // 2) for one in elements}


def test_a_log_that_is_there_is_recovered_and_goes_on(log: Path) -> None:
    keyring = log.parent / "keyring.json"
    with Server(log, ENCRYPTED, keyring=keyring) as server:
        rows = server.connect().execute("SHOW BINARY LOGS").rows
        assert [row[2] for row in rows or ()] == ["Yes", "Yes", "Yes", "No", "Yes", "Yes"]
    findings = Verifier(keyring=Keyring(keyring)).verify([log])
    assert [finding for finding in findings if finding.severity is Severity.ERROR] == []


def test_without_the_keyring_nothing_is_read(log: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="please check if keyring is loaded"):
        Server(tmp_path / "none", {"binlog_encryption": "ON"})
    with pytest.raises(LogFileError, match="which cannot be read without its keyring"):
        Server(log)
    other = tmp_path / "other.json"
    other.write_text('{"version":"1.0","elements":[]}')
    with pytest.raises(LogFileError, match=r"the keyring .*other.json has no key MySQLReplicationKey_.*_2 of 32 bytes"):
        list(read_log(log, keyring=other))
    for text in ("{", "[]", '{"version":"2.0"}', '{"version":"1.0","elements":[{"data":"x"}]}'):
        other.write_text(text)
        with pytest.raises(LogFileError, match=r"cannot read the keyring .*other.json"):
            list(read_log(log, keyring=other))


def test_statements_without_a_keyring_answer_as_before(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("SET GLOBAL binlog_encryption=OFF")
        with pytest.raises(MySQLError, match="Unable to recover binlog encryption master key"):
            session.execute("SET GLOBAL binlog_encryption=ON")
        with pytest.raises(MySQLError, match="Cannot rotate binary log master key when"):
            session.execute("ALTER INSTANCE ROTATE BINLOG MASTER KEY")


def test_commands(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keyring = str(log.parent / "keyring.json")
    assert main(["inspect", str(log / "binlog.000003"), "--keyring", keyring]) == 0
    assert "binlog.000003         " in capsys.readouterr().out
    assert main(["inspect", str(log / "binlog.000003")]) == 1
    assert main(["verify", str(log), "--keyring", keyring]) == 0
    assert main(["verify", str(log)]) == 1
    script = tmp_path / "a.sql"
    script.write_text("CREATE DATABASE e;\n")
    options = ["--out", str(tmp_path / "out"), "--keyring", str(tmp_path / "new.json"), "--server"]
    assert main(["run", str(script), *options, "binlog-encryption=ON"]) == 0
    assert "CREATE DATABASE e" in capsys.readouterr().out


@pytest.mark.mysql
def test_a_server_reads_ours_and_takes_the_files_over(log: Path) -> None:
    component, plugins = "component_keyring_file", "/usr/lib/mysql/plugin"
    with running_server(own=True) as server:
        if server.run(["test", "-e", f"{plugins}/{component}.so"]).exit_code:
            pytest.skip(f"the server has no {component} in {plugins}")
        names = _put_log(server, log, component, plugins)
        server.restart(
            ["--server-id=1", "--log-bin=binlog", "--binlog-encryption=ON", "--binlog-expire-logs-seconds=0"]
        )
        ours = {path.name: path for path in log.glob("binlog.0*")}
        for _ in range(2):
            for name in names:
                rows = server.execute(f"SHOW BINLOG EVENTS IN '{name}'")
                events = list(read_log(ours[name], keyring=log.parent / "keyring.json"))
                assert [row[1] for row in rows] == [event.position for event in events]
            server.execute("ALTER INSTANCE ROTATE BINLOG MASTER KEY")  # it can open and seal our headers


def _put_log(server: MySQLServer, log: Path, component: str, plugins: str) -> list[str]:
    server.put_file("/usr/sbin/mysqld.my", f'{{"components": "file://{component}"}}'.encode())
    server.put_file(f"{plugins}/{component}.cnf", b'{"path": "/var/lib/mysql-files/keyring", "read_only": false}')
    server.put_file("/var/lib/mysql-files/keyring", (log.parent / "keyring.json").read_bytes())
    names = sorted(path.name for path in log.glob("binlog.0*"))
    server.execute("RESET BINARY LOGS AND GTIDS")
    for name in (*names, "binlog.index"):
        server.put_file(name, (log / name).read_bytes())
    server.run(["chown", "-R", "mysql:mysql", "/var/lib/mysql-files", DATA_DIRECTORY])
    return names
