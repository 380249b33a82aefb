"""Scenarios captured on a real server: as the oracle's captures are; every step of the notation does what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import ScenarioError
from binwriter.formats.constants import EventType, HeaderFlag
from binwriter.integration.capture import capture, main
from binwriter.integration.differential import Mask, compare_logs, compare_sidecars, fixed_timestamps
from binwriter.integration.mysql import MySQLServer
from binwriter.scenario.notation import parse_scenario, read_scenario

pytestmark = pytest.mark.mysql


@pytest.mark.parametrize("name", ["02_trx_and_nontrx_row", "12_errors"])
def test_a_capture_is_as_the_oracles(shared_dir: Path, mysql_server: MySQLServer, tmp_path: Path, name: str) -> None:
    oracle = shared_dir / "oracle"
    theirs = json.loads((oracle / "captured" / name / "sidecar.json").read_text("utf-8"))
    scenario = read_scenario(oracle / "scenarios" / f"{name}.scn")

    ours = capture(scenario, tmp_path, mysql_server)

    assert [path.name for path in ours.files] == [file["name"] for file in theirs["files"]]
    mask = Mask(fixed_timestamps=fixed_timestamps(scenario))
    for path in ours.files:
        assert compare_logs(oracle / "captured" / name / path.name, path, mask) is None
    assert compare_sidecars(theirs, ours.sidecar) == []
    for key in ("scenario", "title", "tags", "index_file"):
        assert ours.sidecar[key] == theirs[key]
    assert ours.sidecar["server"]["options"] == theirs["server"]["options"]
    assert ours.sidecar["server"]["variables"].keys() <= theirs["server"]["variables"].keys()
    assert ours.sidecar["connections"].keys() == theirs["connections"].keys()
    for our, their in zip(ours.sidecar["statements"], theirs["statements"], strict=True):
        assert our.keys() == their.keys()
        assert our["phase"] == their["phase"]


def test_a_folder_is_written(mysql_server: MySQLServer, tmp_path: Path) -> None:
    source = tmp_path / "one.scn"
    source.write_text("title: one\ncon1: CREATE TABLE t (a INT);\ncapture:\ncon1: INSERT INTO t VALUES (1);\n")
    (tmp_path / "out" / "one").mkdir(parents=True)
    (tmp_path / "out" / "one" / "binlog.000007").touch()
    assert main([str(source), "--out", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out" / "one").iterdir()) == [
        "binlog.000001",
        "scenario.scn",
        "sidecar.json",
    ]
    sidecar = json.loads((tmp_path / "out" / "one" / "sidecar.json").read_text("utf-8"))
    assert [statement["phase"] for statement in sidecar["statements"]] == ["setup", "run"]
    events = read_events(tmp_path / "out" / "one" / "binlog.000001")
    assert EventType.WRITE_ROWS in [event.header.type for event in events]


def test_sessions_wait_end_and_load_files(mysql_server: MySQLServer, tmp_path: Path) -> None:
    scenario = parse_scenario(
        "con1: CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(10));\n"
        "con1: INSERT INTO t VALUES (1, 'one');\n"
        "con1: BEGIN;\n"
        "con1: UPDATE t SET b = 'two';\n"
        "con2&: UPDATE t SET b = CONCAT(b, '!');\n"
        "con1: COMMIT;\n"
        "reap: con2\n"
        "con2: SELECT b FROM t;\n"
        "con1: CREATE USER u1@'%';\n"
        "con1: GRANT ALL ON *.* TO u1@'%';\n"
        "connect: con3 user=u1 database=\n"
        "con3: SELECT CURRENT_USER(), DATABASE();\n"
        "con3: INSERT INTO test.t VALUES (2, 'x');\n"
        "con2: BEGIN;\n"
        "con2: INSERT INTO t VALUES (3, 'gone');\n"
        "kill: con2\n"
        "file: rows.txt 4\\tfour\\n\n"
        "con1: LOAD DATA INFILE 'rows.txt' INTO TABLE t;\n"
        "con1: SELECT a, b FROM t;\n"
    )
    statements = capture(scenario, tmp_path, mysql_server).sidecar["statements"]
    results = {statement["sql"]: statement.get("result") for statement in statements}
    assert [statement["n"] for statement in statements] == list(range(1, len(statements) + 1))
    assert results["SELECT b FROM t"] == [["two!"]]
    assert results["SELECT CURRENT_USER(), DATABASE()"] == [["u1@%", None]]
    assert results["SELECT a, b FROM t"] == [["1", "two!"], ["2", "x"], ["4", "four"]]


def test_a_server_that_is_shut_down_writes_no_more(mysql_server: MySQLServer, tmp_path: Path) -> None:
    scenario = parse_scenario(
        "server: local-infile=1\n"
        "server: log-bin=other\n"
        "con1: CREATE TABLE t (a INT, b VARCHAR(10));\n"
        "localfile: rows.txt 1\\tone\\n\n"
        "con1: LOAD DATA LOCAL INFILE 'rows.txt' INTO TABLE t;\n"
        "copylive:\n"
        "restart: binlog-checksum=NONE\n"
        "con1: SELECT @@GLOBAL.binlog_checksum, a, b FROM t;\n"
        "shutdown:\n"
    )
    if not mysql_server.is_ours:
        pytest.skip("a server that is given by URL cannot be restarted")
    found = capture(scenario, tmp_path, mysql_server)
    assert found.sidecar["statements"][-1]["result"] == [["NONE", "1", "one"]]
    assert [path.name for path in found.files] == ["other.000001", "other.000002"]
    live = next(read_events(tmp_path / "other.000001.live"))
    assert live.header.flags & HeaderFlag.BINLOG_IN_USE
    for path in found.files:
        first, *_, last = read_events(path)
        assert not first.header.flags & HeaderFlag.BINLOG_IN_USE
        assert last.header.type == EventType.STOP


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("reap: con9", "nothing was sent on con9"),
        ("kill: con9", "con9 is not connected"),
        ("connect: con2 user=nobody", "Access denied"),
    ],
)
def test_a_step_that_fails_is_told_by_line(mysql_server: MySQLServer, tmp_path: Path, step: str, reason: str) -> None:
    scenario = parse_scenario(f"title: bad\ncon1: SELECT 1;\n{step}\n", "bad.scn")
    with pytest.raises(ScenarioError, match=f"bad.scn:3: .*{reason}"):
        capture(scenario, tmp_path, mysql_server)
