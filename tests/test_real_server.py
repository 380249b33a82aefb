"""What a real MySQL makes of our files: checksums agree, they replay, and the tables are those of the SQL itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from binwriter.integration.capture import capture, capture_on, needs_own_server
from binwriter.integration.differential import run_both
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.integration.parsers import unexpected_failures
from binwriter.integration.replay import differences, replay, table_contents, verify_checksums
from binwriter.scenario import Scenario, StepKind, read_scenario
from binwriter.scenario_run import effective_options, run_scenario

from .conftest import PROJECT
from .test_golden import KNOWN_GAPS, scenario_parameter

SCENARIOS = sorted(PROJECT.glob("tests/golden/scenarios/*.scn")) + sorted(PROJECT.glob("examples/*.scn"))
# A statement's text replays as it ran only where it does not depend on what the log cannot carry.
NO_REPLAY = {
    "unsafe_statements": "unsafe statements in STATEMENT format need not give the same rows: hence their name",
}


def scenario_parameters() -> list[object]:
    return [pytest.param(path, id=path.stem) for path in SCENARIOS]


@pytest.mark.parametrize("path", scenario_parameters())
def test_python_mysql_replication_reads_every_file(path: Path, tmp_path: Path) -> None:
    result = run_scenario(read_scenario(path), tmp_path)
    for file in result.files:
        assert unexpected_failures(file.read_bytes()) == [], file.name


@pytest.mark.mysql
@pytest.mark.parametrize("path", scenario_parameters())
def test_mysqlbinlog_verifies_every_checksum(path: Path, tmp_path: Path, mysql_server: MySQLServer) -> None:
    result = run_scenario(read_scenario(path), tmp_path)
    assert verify_checksums(mysql_server, result.files) == ()


@pytest.mark.mysql
@pytest.mark.parametrize("path", [scenario_parameter(path) for path in SCENARIOS])
def test_a_server_running_the_same_sql_now_writes_the_same_log(
    path: Path, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    """The golden files were captured once; this asks the server that is here."""
    found = run_both(read_scenario(path), partial(capture, server=mysql_server), tmp_path)
    assert found.is_equal, str(found)


@contextmanager
def server_for(scenario: Scenario, shared: MySQLServer) -> Iterator[MySQLServer]:
    """The shared server, or one of its own for a scenario that needs it."""
    if not needs_own_server(scenario):
        yield shared
        return
    with running_server([f"--{option}" for option in effective_options(scenario)]) as own:
        yield own


def with_its_setup(scenario: Scenario) -> Scenario:
    """Without the line that forgets the setup: a replay needs its tables."""
    return replace(scenario, steps=tuple(step for step in scenario.steps if step.kind is not StepKind.CAPTURE))


@pytest.mark.mysql
@pytest.mark.parametrize("path", scenario_parameters())
def test_replayed_tables_equal_those_of_the_sql_itself(path: Path, tmp_path: Path, mysql_server: MySQLServer) -> None:
    scenario = with_its_setup(read_scenario(path))
    result = run_scenario(scenario, tmp_path / "ours")
    with server_for(scenario, mysql_server) as server:
        capture_on(server, scenario, tmp_path / "server")
        expected = table_contents(server)
        server.reset()
        server.execute("CREATE DATABASE test")
        replayed = replay(server, result.files, skip_gtids=True, force=True)
        # the log holds statements that failed half-way; they must fail again, and nothing else may
        assert all("Duplicate entry" in error for error in replayed.errors), replayed.errors
        if path.stem not in {*NO_REPLAY, *KNOWN_GAPS}:
            assert differences(expected, table_contents(server)) == []
