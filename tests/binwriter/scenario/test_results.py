"""Rows of results in a sidecar are the texts that a server sends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.scenario.notation import read_scenario
from binwriter.scenario.run import run_scenario
from tests.conftest import PROJECT

_CAPTURED = PROJECT / "tests" / "golden" / "captured"


# captures whose client kept the texts as they came
@pytest.mark.parametrize(
    "name", ["results_as_sent", "rights_at_each_level", "counters_of_two_sessions", "views_changed_and_checked"]
)
def test_rows_are_those_of_the_real_server(name: str, tmp_path: Path) -> None:
    theirs = json.loads((_CAPTURED / name / "sidecar.json").read_text("utf-8"))["statements"]
    ours = run_scenario(read_scenario(_CAPTURED / name / "scenario.scn"), tmp_path).sidecar["statements"]
    assert [one.get("result") for one in ours] == [one.get("result") for one in theirs]
