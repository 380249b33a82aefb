"""Fresh mixed-engine sequences: a real server and binwriter must log and answer the same, in all six settings.

The captures `mixing_*` in tests/golden are such scripts too; `python -m tests.mixing.captures` makes their scenarios.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from binwriter.integration.capture import capture
from binwriter.integration.differential import run_both
from binwriter.integration.mysql import MySQLServer
from binwriter.scenario import parse_scenario
from tests.mixing.captures import short_script
from tests.mixing.sequences import SETTINGS, Setting


def test_the_same_seed_gives_the_same_script() -> None:
    assert short_script(7, SETTINGS[0]) == short_script(7, SETTINGS[0])
    assert short_script(7, SETTINGS[0]) != short_script(8, SETTINGS[0])


@pytest.mark.mysql
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_fresh_sequences_are_logged_as_the_server_logs_them(
    setting: Setting, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    seed = int(os.environ.get("BINWRITER_SEED", "1"))  # another one each time: BINWRITER_SEED=$RANDOM
    scenario = parse_scenario(short_script(seed, setting), f"mixing-{seed}.scn")
    found = run_both(scenario, partial(capture, server=mysql_server), tmp_path)
    assert found.is_equal, f"seed {seed}, {setting.name}:\n{found}"
