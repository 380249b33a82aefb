"""What a real MySQL makes of our files: checksums agree, they replay, and the tables are those of the SQL itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from binwriter.integration.capture import CaptureResult, capture_on
from binwriter.integration.capture_servers import is_down_at_the_end, server_for
from binwriter.integration.differential import Comparison, run_both
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.integration.parsers import unexpected_failures
from binwriter.integration.replaying.client import Rows, differences, replay, table_contents, verify_checksums
from binwriter.scenario.notation import Scenario, StepKind, read_scenario
from binwriter.scenario.options import effective_options
from binwriter.scenario.run import run_scenario

from .conftest import PROJECT
from .test_golden import GOLDEN, log_files, scenario_parameter

EXAMPLES = sorted(PROJECT.glob("examples/*.scn"))
SCENARIOS = [*sorted(PROJECT.glob("tests/golden/scenarios/*.scn")), *EXAMPLES]
# UUID() and the like: no two runs of these statements leave the same rows
NO_REPLAY = {"unsafe_statements"}
# Sessions race each other on a server: statements that run at once; and the thread that counts rows for its statistics
# races them all, so that joins begin with one table or another, and rows are locked or not: a table whose first row it
# counted while the others came is scanned whole by a condition on its key. The last attempts are without that thread.
_ATTEMPTS = 2
_ATTEMPTS_WITHOUT_RECOUNTS = 2
_WITHOUT_RECOUNTS = "innodb_stats_auto_recalc=OFF"


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in EXAMPLES])
def test_python_mysql_replication_reads_every_file(path: Path, tmp_path: Path) -> None:
    """Those of the captured scenarios are read where they are compared."""
    result = run_scenario(read_scenario(path), tmp_path)
    for file in result.files:
        assert unexpected_failures(file.read_bytes()) == [], file.name


@pytest.mark.mysql
@pytest.mark.sampled(every=24)
@pytest.mark.parametrize("path", [scenario_parameter(path) for path in SCENARIOS])
def test_a_server_running_the_same_sql_now_writes_the_same_log_and_its_replay_gives_the_same_tables(
    path: Path, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    """The golden files were captured once; this asks the server that is here, which runs each scenario once for all.

    CI asks about a sixteenth: test_golden compares every log with the captured one, and `make replay` applies it.

    mysqlbinlog checks every checksum on the way of the replay. Where the tables differ (unsafe statements, statements
    that failed half-way) or mysqlbinlog says something, the server's own log must give the same.
    """
    scenario = read_scenario(path)
    with server_for(scenario, mysql_server) as server:
        found, not_replayed = attempts(server, scenario, path.stem, tmp_path / "usual", _ATTEMPTS)
    if not found.is_equal or not_replayed:
        options = [f"--{option}" for option in (*effective_options(scenario), _WITHOUT_RECOUNTS)]
        with running_server(options, own=True) as server:
            folder = tmp_path / "without-recounts"
            found, not_replayed = attempts(server, scenario, path.stem, folder, _ATTEMPTS_WITHOUT_RECOUNTS)
    assert found.is_equal, str(found)
    assert not_replayed == []


def attempts(
    server: MySQLServer, scenario: Scenario, name: str, folder: Path, count: int
) -> tuple[Comparison, list[object]]:
    """What differs of the two runs, and after the replay, at the first attempt of `count` without a difference."""
    for attempt in range(count):
        found, tables = run_here_and_there(server, scenario, name, folder / str(attempt))
        not_replayed = (
            [] if name in NO_REPLAY else differences_after_replay(server, scenario, tables, folder / str(attempt))
        )
        if found.is_equal and not not_replayed:
            break
    return found, not_replayed


def run_here_and_there(
    server: MySQLServer, scenario: Scenario, name: str, folder: Path
) -> tuple[Comparison, Mapping[tuple[str, str], Rows]]:
    """Both runs, the server's in `folder`/server and ours in `folder`/binwriter, compared; and the server's tables."""
    found = run_both(scenario, partial(capture_as_then, name=name, server=server), folder)
    if is_down_at_the_end(scenario):
        server.restart()
    return found, table_contents(server)


def capture_as_then(scenario: Scenario, directory: Path, name: str, server: MySQLServer) -> CaptureResult:
    """Captures that were made earlier lack errors that stand among a statement's warnings beside its own error."""
    result = capture_on(server, scenario, directory)
    golden = GOLDEN / "captured" / name / "sidecar.json"
    then = json.loads(golden.read_text("utf-8"))["statements"] if golden.exists() else result.sidecar["statements"]
    for now, before in zip(result.sidecar["statements"], then, strict=False):
        if not any(warning["level"] == "Error" for warning in before["warnings"]):
            now["warnings"] = [warning for warning in now["warnings"] if warning["level"] != "Error"]
    return result


def has_setup(scenario: Scenario) -> bool:
    return any(step.kind is StepKind.CAPTURE for step in scenario.steps)


def with_its_setup(scenario: Scenario) -> Scenario:
    """Without the line that forgets the setup: a replay needs its tables."""
    return replace(scenario, steps=tuple(step for step in scenario.steps if step.kind is not StepKind.CAPTURE))


def replayed_tables(server: MySQLServer, files: Sequence[Path]) -> tuple[dict[tuple[str, str], Rows], tuple[str, ...]]:
    """What an empty server holds after a replay, and the errors of the replay."""
    server.reset()
    # reset drops the database that every scenario starts with
    server.execute("CREATE DATABASE test")
    server.execute("SET GLOBAL event_scheduler=OFF")  # events of the log would run
    # a server that has functions in its log trusts those who made them
    server.execute("SET GLOBAL log_bin_trust_function_creators=1")
    replayed = replay(server, files, skip_gtids=True, force=True)
    return table_contents(server), replayed.errors


def differences_after_replay(
    server: MySQLServer, scenario: Scenario, expected: Mapping[tuple[str, str], Rows], folder: Path
) -> list[object]:
    """Of our log, replayed, to the tables of the SQL itself; where there are some, to those of the server's own log.

    expected: the server's tables. folder: has both runs, as `run_here_and_there` left them.
    """
    theirs, ours = folder / "server", log_files(folder / "binwriter")
    if has_setup(scenario):
        ours = list(run_scenario(with_its_setup(scenario), folder / "with-setup").files)
    if not is_down_at_the_end(scenario):
        ours = ours[:-1]  # the shutdown's own, empty file has no counterpart, but lines in what mysqlbinlog prints
    tables, errors = replayed_tables(server, ours)
    if not errors and not differences(expected, tables):
        return []
    if has_setup(scenario):
        theirs = folder / "server-with-setup"
        capture_on(server, with_its_setup(scenario), theirs)
        if is_down_at_the_end(scenario):
            server.restart()
    expected, expected_errors = replayed_tables(server, log_files(theirs))
    return [*([] if errors == expected_errors else [errors, expected_errors]), *differences(expected, tables)]


@pytest.mark.mysql
@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in SCENARIOS if path.stem in NO_REPLAY])
def test_mysqlbinlog_verifies_every_checksum_of_what_is_not_replayed(
    path: Path, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    result = run_scenario(read_scenario(path), tmp_path)
    if said := verify_checksums(mysql_server, result.files):
        # it warns of a Table_map without rows; so it does then of the log that a server wrote
        captured = log_files(GOLDEN / "captured" / path.stem)
        assert said == verify_checksums(mysql_server, captured)
