"""Fresh mixed-engine sequences: a real server and binwriter must log and answer the same, in all six settings.

The captures `mixing_*` in tests/golden are such scripts too; `python -m tests.mixing.captures` makes their scenarios.
"""

from __future__ import annotations

import os
import random
from functools import partial
from pathlib import Path

import pytest

from binwriter.integration.capture import capture
from binwriter.integration.differential import run_both
from binwriter.integration.mysql import MySQLServer
from binwriter.scenario.notation import parse_scenario
from tests.mixing import many, wide
from tests.mixing.captures import short_script
from tests.mixing.sequences import SETTINGS, Setting, scenario

_SEED = int(os.environ.get("BINWRITER_SEED", "1"))  # another one each time: BINWRITER_SEED=$RANDOM


def test_the_same_seed_gives_the_same_script() -> None:
    assert short_script(7, SETTINGS[0]) == short_script(7, SETTINGS[0])
    assert short_script(7, SETTINGS[0]) != short_script(8, SETTINGS[0])


@pytest.mark.mysql
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_fresh_sequences_are_logged_as_the_server_logs_them(
    setting: Setting, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    _compare(f"mixing-{_SEED}", short_script(_SEED, setting), tmp_path, mysql_server)


@pytest.mark.mysql
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_fresh_statements_of_every_kind_are_logged_as_the_server_logs_them(
    setting: Setting, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    run = wide.statements(random.Random(_SEED), 200)
    text = scenario(f"wide {_SEED}, {setting.name}", wide.configure(), setting, run, wide.FILES)
    _compare(f"wide-{_SEED}", text, tmp_path, mysql_server)


@pytest.mark.mysql
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_fresh_statements_on_tables_of_many_engines_are_logged_as_the_server_logs_them(
    setting: Setting, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    run = many.statements(random.Random(_SEED), 150)
    text = scenario(f"many {_SEED}, {setting.name}", many.configure(), setting, run, many.FILES)
    _compare(f"many-{_SEED}", text, tmp_path, mysql_server)


def _compare(name: str, text: str, folder: Path, server: MySQLServer) -> None:
    found = run_both(parse_scenario(text, f"{name}.scn"), partial(capture, server=server), folder)
    assert found.is_equal, f"{name}:\n{found}"
