"""What a suite of MySQL's tests asks for, read from a suite of our own."""

from __future__ import annotations

from pathlib import Path

from tests.drivers.mtr.hunks import Hunk, compared
from tests.drivers.mtr.reading import Run, runs_of, whole_test

_CONFIGURATION = """\
!include include/default_mysqld.cnf
[mysqld.1]
log-bin= source-bin
[mysqld.2]
log-bin= replica-bin
report-port= @mysqld.2.port
[ENV]
SLAVE_MYPORT= @mysqld.2.port
"""


def _suite(home: Path, **tests: str) -> dict[str, Run]:
    folder = home / "suite" / "own"
    (folder / "t").mkdir(parents=True)
    (home / "include").mkdir()
    (home / "include" / "default_mysqld.cnf").write_text("[mysqld]\nconnect-timeout= 60\n")
    (folder / "my.cnf").write_text(_CONFIGURATION)
    (folder / "combinations").write_text("[row]\nbinlog-format=row\n")
    for name, text in tests.items():
        (folder / "t" / f"{name}.test").write_text(text)
    (folder / "t" / "plain-slave.opt").write_text("--replica-parallel-workers=1\n")
    (folder / "t" / "plain-master.opt").write_text("--sync-binlog=0\n")
    return {run.name: run for run in runs_of(home, "own", [])}


def test_a_second_server_is_a_replica_with_options_of_its_own(tmp_path: Path) -> None:
    run = _suite(tmp_path, plain="SELECT 1;\n")["plain"]
    assert run.options == ("--connect-timeout=60", "--log-bin=source-bin", "--binlog-format=row", "--sync-binlog=0")
    own = ("--log-bin=replica-bin", "--report-port=@mysqld.2.port")
    assert run.replica == ("--connect-timeout=60", *own, "--binlog-format=row", "--replica-parallel-workers=1")
    assert run.environment == (("SLAVE_MYPORT", "@mysqld.2.port"),)
    assert run.skipped is None


def test_what_two_servers_cannot_do_is_skipped_with_its_reason(tmp_path: Path) -> None:
    runs = _suite(
        tmp_path,
        plain="",
        circle="--let $rpl_topology= 1->2->1\n",
        debugs="--source include/have_debug.inc\n",
    )
    assert {name: run.skipped for name, run in runs.items()} == {
        "plain": None,
        "circle": "the source as a replica",
        "debugs": "a debug build",
    }


def test_a_test_is_run_to_its_end_with_its_errors_printed() -> None:
    text = "--error ER_NO\nSELECT 1;\nerror 0,1064;\nSELECT 2;\n--error 1064 # why\nSELECT 'error';\n"
    assert whole_test(text) == (
        "--disable_abort_on_error\n#\nSELECT 1;\nerror 0,1064;\nSELECT 2;\n#\nSELECT 'error';\n"
    )
    assert whole_test("--source x.inc\n").endswith("--source x.inc\n--disable_abort_on_error\n\n")


def test_all_places_that_differ_have_their_statement() -> None:
    expected = ["SELECT a FROM t", "a", "1", "SELECT b", "b", "2", "SHOW x", "end"]
    here = ["SELECT a FROM t", "a", "3", "SELECT b", "b", "2", "SHOW x", "more", "end"]
    both = compared(expected, here)
    assert (both.lines, both.before, both.equal) == (8, 2, 7)
    assert both.hunks == (Hunk("SELECT a FROM t", ("1",), ("3",)), Hunk("SHOW x", (), ("more",)))
