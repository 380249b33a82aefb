"""Random stored programs over two engines: a real server and binwriter must log the same and answer the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from binwriter.integration.capture import capture
from binwriter.integration.differential import run_both
from binwriter.integration.mysql import MySQLServer
from binwriter.scenario.notation import parse_scenario
from tests.programs.generator import script

RUNS = [
    (11, "STATEMENT", "OFF"),
    (12, "STATEMENT", "ON"),
    (13, "ROW", "OFF"),
    (14, "MIXED", "OFF"),
    (15, "MIXED", "ON"),
    (16, "STATEMENT", "OFF"),
    (17, "ROW", "ON"),
    (24, "MIXED", "OFF"),
]


@pytest.mark.mysql
@pytest.mark.parametrize(("seed", "format_", "direct"), RUNS)
def test_random_programs_are_logged_as_the_server_logs_them(
    seed: int, format_: str, direct: str, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    text = script(seed, format_, direct)
    found = run_both(parse_scenario(text, f"seed-{seed}.scn"), partial(capture, server=mysql_server), tmp_path)
    assert found.is_equal, str(found)


def test_a_seed_gives_the_same_script_each_time() -> None:
    assert script(3, "ROW", "ON") == script(3, "ROW", "ON")
