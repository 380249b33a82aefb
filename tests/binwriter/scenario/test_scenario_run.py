"""Running scenarios: steps, sidecar, and what is left on disk when a run ends early."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import OptionError, ScenarioError, UnknownServerVersionError
from binwriter.formats.constants import EventType, HeaderFlag
from binwriter.formats.events import Query
from binwriter.scenario.notation import Step, parse_scenario, parse_script, read_scenario
from binwriter.scenario.result import RunResult
from binwriter.scenario.run import run_scenario

TABLE = "con1: CREATE TABLE t (a INT PRIMARY KEY);\n"


def run(text: str, directory: Path) -> RunResult:
    return run_scenario(parse_scenario(text, "x.scn"), directory)


def types(path: Path) -> list[EventType]:
    return [EventType(event.header.type) for event in read_events(path)]


def in_use(path: Path) -> bool:
    return bool(next(read_events(path)).header.flags & HeaderFlag.BINLOG_IN_USE)


def queries(path: Path) -> list[bytes]:
    return [event.body.query for event in read_events(path) if isinstance(event.body, Query)]


def index_of(directory: Path) -> list[str]:
    return (directory / "binlog.index").read_text(encoding="utf-8").splitlines()


def test_a_run_ends_with_a_flush_and_a_shutdown(tmp_path: Path) -> None:
    result = run(TABLE, tmp_path)
    assert [path.name for path in result.files] == ["binlog.000001", "binlog.000002"]
    assert types(result.files[0])[-1] is EventType.ROTATE
    assert types(result.files[1]) == [EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS, EventType.STOP]
    assert not any(in_use(path) for path in result.files)
    assert index_of(tmp_path) == ["./binlog.000001", "./binlog.000002"]


def test_the_sidecar_says_what_each_statement_answered(tmp_path: Path) -> None:
    text = "title: a title\ntags: x y\n" + TABLE + "con1: INSERT INTO t VALUES (1);\ncon2: INSERT INTO t VALUES (1);\n"
    result = run(text + "con2: SELECT a, NULL FROM t;\n", tmp_path)
    sidecar = result.sidecar
    assert (sidecar["scenario"], sidecar["title"], sidecar["tags"]) == ("x", "a title", ["x", "y"])
    assert sidecar["server"]["options"] == [
        "--server-id=1",
        "--log-bin=binlog",
        "--gtid-mode=OFF",
        "--enforce-gtid-consistency=OFF",
    ]
    assert sidecar["server"]["variables"]["binlog_format"] == "ROW"
    assert sidecar["server"]["variables"]["autocommit"] == "ON"
    assert sidecar["connections"] == {"con1": {"thread_id": 8}, "con2": {"thread_id": 9}}
    first, second, third, fourth = sidecar["statements"]
    assert first["n"] == 1
    assert first["con"] == "con1"
    assert first["phase"] == "run"
    assert first["sql"] == "CREATE TABLE t (a INT PRIMARY KEY)"
    assert (second["error"], second["warnings"], second["affected"], second["insert_id"]) == (None, [], 1, 0)
    assert third["error"] == {"code": 1062, "message": "Duplicate entry '1' for key 't.PRIMARY'"}
    assert (third["affected"], third["insert_id"]) == (None, None)
    assert third["binlog_end"] == second["binlog_end"]
    assert fourth["result"] == [["1", None]]
    assert sidecar["index_file"] == index_of(tmp_path)
    assert sidecar["show_binary_logs"][0] == ["binlog.000001", result.files[0].stat().st_size, "No"]
    data = result.files[0].read_bytes()
    assert sidecar["files"][0] == {
        "name": "binlog.000001",
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def test_nothing_that_a_captured_sidecar_says_is_missing(tmp_path: Path, shared_dir: Path) -> None:
    oracle = shared_dir / "oracle"
    theirs = json.loads((oracle / "captured" / "12_errors" / "sidecar.json").read_text(encoding="utf-8"))
    ours = run_scenario(read_scenario(oracle / "scenarios" / "12_errors.scn"), tmp_path).sidecar
    assert set(theirs) - set(ours) == {"notes"}  # the capturing tool's own remarks
    assert set(theirs["server"]["variables"]) == set(ours["server"]["variables"])
    states = [statement.pop("sqlstate", None) for statement in ours["statements"]]  # more than the samples say
    assert [state for state in states if state] == ["23000"] * 3
    assert theirs["statements"] == ours["statements"]
    for key in ("server_uuid", "version"):
        theirs["server"]["variables"].pop(key)
        ours["server"]["variables"].pop(key)
    assert theirs["server"]["options"] == ours["server"]["options"]
    assert theirs["server"]["variables"] == ours["server"]["variables"]
    for key in ("title", "tags", "index_file", "show_binary_logs", "gtid_executed", "gtid_purged"):
        assert theirs[key] == ours[key]


def test_an_unknown_profile_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownServerVersionError, match=r"there are .*5\.7 \(5\.7\.18\)"):
        run_scenario(parse_scenario(TABLE), tmp_path / "out", profile="0.0")
    assert not (tmp_path / "out").exists()


def test_the_same_scenario_gives_the_same_bytes(tmp_path: Path) -> None:
    text = TABLE + "con1: INSERT INTO t VALUES (RAND() * 1000);\nsleep: 3\ncon2: INSERT INTO t VALUES (NOW() * 0);\n"
    first, second = run(text, tmp_path / "1"), run(text, tmp_path / "2")
    assert first.sidecar == second.sidecar
    assert [path.read_bytes() for path in first.files] == [path.read_bytes() for path in second.files]


def test_capture_forgets_what_was_logged_and_marks_the_phase(tmp_path: Path) -> None:
    text = TABLE + "con1: FLUSH BINARY LOGS;\ncapture:\ncon1: INSERT INTO t VALUES (1);\n"
    result = run(text, tmp_path)
    assert [statement["phase"] for statement in result.sidecar["statements"]] == ["setup", "setup", "run"]
    assert [path.name for path in result.files] == ["binlog.000001", "binlog.000002"]
    assert queries(result.files[0]) == [b"BEGIN"]


def test_sleep_moves_the_clock(tmp_path: Path) -> None:
    result = run(TABLE + "sleep: 100\ncon1: DROP TABLE t;\n", tmp_path)
    create, drop = (e.header.timestamp for e in read_events(result.files[0]) if isinstance(e.body, Query))
    assert 100 <= drop - create <= 101


def test_a_closed_connection_is_opened_anew_and_its_transaction_is_gone(tmp_path: Path) -> None:
    text = TABLE + (
        "con1: BEGIN;\ncon1: INSERT INTO t VALUES (1);\n{close}\n"
        "con1: INSERT INTO t VALUES (2);\ncon1: SELECT a FROM t;\n"
    )
    for close in ("disconnect: con1", "kill: con1", "connect: con1 user=root"):
        result = run(text.format(close=close), tmp_path / close.partition(":")[0])
        assert result.sidecar["statements"][-1]["result"] == [["2"]]
        assert result.sidecar["connections"] == {"con1": {"thread_id": 9}}


def test_a_connection_without_the_test_database_gets_its_error(tmp_path: Path) -> None:
    result = run("con1: DROP DATABASE test;\ncon2: SELECT 1;\n", tmp_path)
    assert result.sidecar["statements"][1]["error"] == {"code": 1049, "message": "Unknown database 'test'"}


def test_restart_ends_the_file_and_keeps_the_tables(tmp_path: Path) -> None:
    text = TABLE + "restart: binlog-rows-query-log-events=ON\ncon1: INSERT INTO t VALUES (1);\n"
    result = run(text, tmp_path)
    assert types(result.files[0])[-1] is EventType.STOP
    assert EventType.ROWS_QUERY in types(result.files[1])
    assert len(result.files) == 3


def test_after_shutdown_there_is_no_flush(tmp_path: Path) -> None:
    result = run(TABLE + "shutdown:\n", tmp_path)
    assert [path.name for path in result.files] == ["binlog.000001"]
    assert types(result.files[0])[-1] is EventType.STOP


def test_crash_leaves_the_file_in_use_and_restart_recovers_it(tmp_path: Path) -> None:
    crashed = run(TABLE + "crash:\n", tmp_path / "1")
    assert in_use(crashed.files[-1])
    recovered = run(TABLE + "crash:\nrestart:\n", tmp_path / "2")
    assert not in_use(recovered.files[0])
    assert [path.name for path in recovered.files] == ["binlog.000001", "binlog.000002", "binlog.000003"]


def test_copylive_keeps_the_file_as_it_is_while_open(tmp_path: Path) -> None:
    result = run(TABLE + "copylive:\ncon1: DROP TABLE t;\n", tmp_path)
    live = tmp_path / "binlog.000001.live"
    assert in_use(live)
    assert live not in result.files
    assert types(live) == types(result.files[0])[: len(types(live))]


@pytest.mark.parametrize(
    ("step", "line", "reason"),
    [
        (
            "con1: SHUTDOWN;",
            2,
            "not supported: SHUTDOWN at character 1 in: SHUTDOWN",
        ),
        ("disconnect: con7", 2, "disconnect: con7 is not connected"),
        ("kill: con7", 2, "kill: con7 is not connected"),
        ("shutdown:\ncon1: SELECT 1;", 3, "statement: the server is down; restart: comes first"),
        ("restart: nonsense=1", 2, "unknown variable 'nonsense=1'"),
    ],
)
def test_what_cannot_be_run_is_named_with_its_line(step: str, line: int, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as raised:
        run(TABLE + step + "\n", tmp_path)
    assert (raised.value.path, raised.value.line, raised.value.reason) == ("x.scn", line, reason)
    last = tmp_path / index_of(tmp_path)[-1]
    assert not in_use(last)
    assert types(last)[-1] is EventType.STOP
    assert queries(tmp_path / "binlog.000001") == [b"CREATE TABLE t (a INT PRIMARY KEY)"]


def test_a_bad_option_stops_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"x\.scn:2: unknown variable 'nonsense=1'"):
        run("title: x\nserver: nonsense=1\n", tmp_path / "out")
    with pytest.raises(OptionError, match="not supported: skip-log-bin"):
        run_scenario(parse_scenario(TABLE), tmp_path / "out", ["skip-log-bin"])
    assert not (tmp_path / "out").exists()


def test_options_given_to_a_run_come_after_those_of_the_scenario(tmp_path: Path) -> None:
    scenario = parse_scenario("server: server-id=2\nserver: log-bin=other\n" + TABLE)
    result = run_scenario(scenario, tmp_path, ["server_id=3"])
    assert [path.name for path in result.files] == ["other.000001", "other.000002"]
    assert {event.header.server_id for event in read_events(result.files[0])} == {3}


def test_an_interrupted_run_leaves_a_whole_log(tmp_path: Path) -> None:
    def interrupt(step: Step) -> None:
        if step.line == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_scenario(parse_script("CREATE TABLE t (a INT);\nSELECT 1;\nSELECT 2;"), tmp_path, before_step=interrupt)
    assert index_of(tmp_path) == ["./binlog.000001"]
    assert types(tmp_path / "binlog.000001")[-1] is EventType.STOP
    assert not in_use(tmp_path / "binlog.000001")
