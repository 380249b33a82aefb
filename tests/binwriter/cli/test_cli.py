"""The command line: `run`, out folders, exit status, what is printed. `diff` is tested in tests/integration."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from binwriter import __version__
from binwriter.binlog.files.out_folder import MARKER
from binwriter.binlog.files.reader import read_events
from binwriter.cli import COMMANDS, main
from binwriter.formats.constants import EventType, HeaderFlag
from tests.full_disks import KEEPS_NO_CODE, small_files

SCENARIO = """\
title: a failing statement
con1: CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB;
con1: INSERT INTO t VALUES (1);
con1: INSERT INTO t VALUES (1);
con2: SELECT a, NULL AS b, 'two
  lines' AS c FROM t;
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "s.scn"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def run(scenario: Path, out: Path, *options: str) -> int:
    return main(["run", str(scenario), "--out", str(out), *options])


def program(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "binwriter", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


# --- the program -----------------------------------------------------------------------------------------------------


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as version:
        main(["--version"])
    assert (version.value.code, capsys.readouterr().out) == (0, f"binwriter {__version__}\n")
    with pytest.raises(SystemExit) as help_:
        main(["--help"])
    out = capsys.readouterr().out
    assert help_.value.code == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("arguments", [[], ["nosuch"], ["run"], ["run", "x.scn"]])
def test_bad_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("binwriter") and "--help shows what there is" in told and told.count("\n") == 1


def test_help_loads_nothing_heavy() -> None:
    code = "import sys, binwriter.cli as c\ntry: c.main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = found.stdout.splitlines()[-1].split()
    assert not {"construct", "sqlglot", "rich", "asyncio", "binwriter.server.server"} & set(loaded)


@pytest.mark.slow
def test_it_runs_as_a_module(scenario: Path, tmp_path: Path) -> None:
    found = program("run", str(scenario), "--out", str(tmp_path / "out"))
    assert (found.returncode, found.stderr) == (0, "")
    assert "Write_rows" in found.stdout


# --- what a run shows and leaves -------------------------------------------------------------------------------------


def test_a_run_shows_answers_events_and_files(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(scenario, out) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:9] == [
        "con1> CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB",
        "  OK, 0 rows affected",
        "con1> INSERT INTO t VALUES (1)",
        "  OK, 1 row affected",
        "con1> INSERT INTO t VALUES (1)",
        "  ERROR 1062 (23000): Duplicate entry '1' for key 't.PRIMARY'",
        r"con2> SELECT a, NULL AS b, 'two\n  lines' AS c FROM t",
        r"  a\tb\tc",
        r"  1\tNULL\ttwo\n  lines",
    ]
    shown = [line.split(maxsplit=4) for line in lines if line.startswith("binlog.000001 ")]
    events = list(read_events(out / "binlog.000001"))
    assert [row[1] for row in shown] == [str(event.position) for event in events]
    assert [row[2] for row in shown][:2] == ["Format_desc", "Previous_gtids"]
    assert shown[-1] == [
        "binlog.000001",
        str(events[-1].position),
        "Rotate",
        str(events[-1].end),
        "binlog.000002;pos=4",
    ]
    assert lines[-2].startswith(str(out / "binlog.000001"))


def test_long_statements_are_shown_by_their_beginning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "long.sql"
    script.write_text(f"CREATE TABLE t (a TEXT);\nINSERT INTO t VALUES ('{'x' * 50_000}');\nSELECT a FROM t;\n")
    assert run(script, tmp_path / "out", "--server", "binlog_format=STATEMENT") == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) < 2_200
    assert shown.count("… (50,0") == 3  # the statement, the answer, the event


def test_quiet_prints_nothing(scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(scenario, tmp_path / "out", "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_a_terminal_gets_tables(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "120")
    assert run(scenario, tmp_path / "out") == 0
    out = capsys.readouterr().out
    assert "ERROR 1062 (23000)" in out
    assert "End_log_pos" in out
    assert "use `test`; CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB" in out


def test_progress_is_shown_where_nothing_else_moves(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(scenario, tmp_path / "plain") == 0
    answers, errors = capsys.readouterr()
    assert errors == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert run(scenario, tmp_path / "redirected") == 0
    redirected, errors = capsys.readouterr()
    assert "4/4" in errors
    assert redirected == answers.replace(str(tmp_path / "plain"), str(tmp_path / "redirected"))
    assert run(scenario, tmp_path / "quiet", "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_the_sidecar_is_written_to_its_file(scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    assert run(scenario, tmp_path / "out", "--sidecar", str(path), "--quiet") == 0
    statements = json.loads(path.read_text(encoding="utf-8"))["statements"]
    assert [statement["affected"] for statement in statements] == [0, 1, None, 1]


def test_server_options(scenario: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("gtid_mode=ON", "enforce-gtid-consistency=ON", "log-bin=other", "binlog-checksum=NONE")
    assert run(scenario, out, "--quiet", *(word for option in options for word in ("--server", option))) == 0
    types = [event.header.type for event in read_events(out / "other.000001")]
    assert EventType.GTID in types
    assert EventType.ANONYMOUS_GTID not in types


# --- the out folder --------------------------------------------------------------------------------------------------


def test_a_folder_that_is_not_empty_is_refused(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(scenario, out, "--quiet") == 0
    before = (out / "binlog.000001").read_bytes()
    assert run(scenario, out, "--quiet", "--server", "server-id=2") == 2
    assert "is not empty" in capsys.readouterr().err
    assert (out / "binlog.000001").read_bytes() == before


def test_force_replaces_the_earlier_log_and_nothing_else(scenario: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(scenario, out, "--quiet", "--server", "log-bin=first") == 0
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    assert run(scenario, out, "--quiet", "--force") == 0
    names = {path.name for path in out.iterdir()}
    assert names == {MARKER, "notes.txt", "binlog.index", "binlog.000001", "binlog.000002"}
    first = (out / "binlog.000001").read_bytes()
    assert run(scenario, out, "--quiet", "--force") == 0
    assert (out / "binlog.000001").read_bytes() == first


def test_force_never_touches_a_log_that_binwriter_did_not_write(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for name in ("binlog.index", "binlog.000001"):
        (out / name).write_text("a real server's", encoding="utf-8")
    assert run(scenario, out, "--quiet", "--force") == 2
    assert "is not a log that binwriter wrote, so it stays" in capsys.readouterr().err
    assert sorted(path.name for path in out.iterdir()) == ["binlog.000001", "binlog.index"]
    assert (out / "binlog.000001").read_text(encoding="utf-8") == "a real server's"


def test_a_scenario_that_cannot_be_read_leaves_the_earlier_log(scenario: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(scenario, out, "--quiet") == 0
    before = (out / "binlog.000001").read_bytes()
    scenario.write_text("nonsense", encoding="utf-8")
    assert run(scenario, out, "--quiet", "--force") == 2
    assert (out / "binlog.000001").read_bytes() == before


# --- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("con1: SELECT 1;\nwhat is this\n", "s.scn:2: neither 'keyword: ...' nor 'conN: SQL': what is this"),
        ("con1: SELECT 1;\ncon1: SHUTDOWN;\n", "s.scn:2: not supported: SHUTDOWN"),
        ("title: x\nserver: nosuch=1\n", "s.scn:2: unknown variable 'nosuch=1'"),
    ],
)
def test_scenarios_that_cannot_be_run(
    text: str, message: str, scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario.write_text(text, encoding="utf-8")
    assert run(scenario, tmp_path / "out", "--quiet") == 2
    assert message in capsys.readouterr().err


def test_what_is_not_supported_is_left_out_on_request_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.scn"
    path.write_text(
        "con1: CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB;\ncon1: SHUTDOWN;\ncon1: INSERT INTO t VALUES (1);\n",
        encoding="utf-8",
    )
    assert run(path, tmp_path / "stopped", "--quiet") == 2
    capsys.readouterr()
    assert run(path, tmp_path / "out", "--quiet", "--skip-unsupported") == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "binwriter run: skipped, as not supported: 1"
    assert said[1].startswith(f"{path}:2: not supported: SHUTDOWN at character 1")
    queries = [
        event.body.query for event in read_events(tmp_path / "out" / "binlog.000001") if hasattr(event.body, "query")
    ]
    assert queries == [b"CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB", b"BEGIN"]


def test_an_unknown_option_on_the_command_line(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(scenario, tmp_path / "out", "--server", "nosuch=1") == 2
    assert capsys.readouterr().err == "binwriter run: unknown variable 'nosuch=1'\n"
    assert not (tmp_path / "out").exists()


def test_a_missing_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "no.scn", tmp_path / "out") == 2
    assert "no.scn: cannot be read: No such file or directory" in capsys.readouterr().err


def test_an_out_folder_that_cannot_be_made(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(scenario, scenario / "out") == 1
    assert capsys.readouterr().err.startswith("binwriter run: cannot use the folder")


def test_a_sidecar_that_cannot_be_written(scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(scenario, tmp_path / "out", "--quiet", "--sidecar", str(tmp_path / "no" / "answers.json")) == 1
    assert capsys.readouterr().err.startswith("binwriter run: cannot write the sidecar")


@pytest.mark.slow
def test_a_full_disk_is_one_clear_error_and_leaves_whole_groups(tmp_path: Path) -> None:
    script = tmp_path / "s.sql"
    script.write_text("CREATE TABLE t (a INT);\n" + "INSERT INTO t VALUES (1);\n" * 20, encoding="utf-8")
    full = {"preexec_fn": small_files(1000), "env": {**os.environ, **KEEPS_NO_CODE}}
    found = program("run", str(script), "--out", str(tmp_path / "out"), **full)
    assert found.returncode == 1
    [line] = found.stderr.splitlines()
    assert line.startswith("binwriter run: ")
    assert "File too large" in line
    events = list(read_events(tmp_path / "out" / "binlog.000001"))
    assert events[-1].header.type in (EventType.XID, EventType.STOP)


@pytest.mark.slow
def test_ctrl_c_closes_the_files(tmp_path: Path) -> None:
    script, out = tmp_path / "s.sql", tmp_path / "out"
    script.write_text("CREATE TABLE t (a INT);\n" + "INSERT INTO t VALUES (1);\n" * 50_000, encoding="utf-8")
    command = [sys.executable, "-m", "binwriter", "run", str(script), "--out", str(out), "--quiet"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while not (out / "binlog.index").exists() or (out / "binlog.000001").stat().st_size < 2000:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "binwriter: interrupted\n")
    events = list(read_events(out / "binlog.000001"))
    assert not events[0].header.flags & HeaderFlag.BINLOG_IN_USE
    assert events[-1].header.type == EventType.STOP
    assert (out / "binlog.index").read_text(encoding="utf-8") == "./binlog.000001\n"


@pytest.mark.slow
def test_a_reader_that_has_gone_is_no_traceback(scenario: Path, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "binwriter", "run", str(scenario), "--out", str(tmp_path / "out")]
    found = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (found.returncode, found.stderr) == (141, "")
