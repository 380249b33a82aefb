"""Files captured from a real server: binwriter writes the same.

Each folder of tests/golden/captured holds the scenario, the server's log files and the sidecar of its answers. That
each of their events survives a round trip is shown in tests/formats/events/test_real_files.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from binwriter.integration.differential import compare_with_captured
from binwriter.scenario.notation import read_scenario

from .conftest import PROJECT

GOLDEN = PROJECT / "tests" / "golden"
CAPTURED = sorted(path.parent for path in (GOLDEN / "captured").glob("*/sidecar.json"))

# Captures whose log or answers differ, and why. An entry that is no longer true fails.
KNOWN_GAPS: dict[str, str] = {}


def scenario_parameter(path: Path) -> ParameterSet:
    """The folder or file of a scenario as a parameter of a test that compares logs."""
    reason = KNOWN_GAPS.get(path.stem)
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
    return pytest.param(path, id=path.stem, marks=marks)


def log_files(folder: Path) -> list[Path]:
    """In order; what was copied while it was written, and the index, are others."""
    return sorted(path for path in folder.iterdir() if path.suffix[1:].isdigit())


def test_every_gap_is_of_a_capture() -> None:
    assert {path.name for path in CAPTURED} >= KNOWN_GAPS.keys()


@pytest.mark.parametrize("folder", [scenario_parameter(folder) for folder in CAPTURED])
@pytest.mark.sweep(every=50)
@pytest.mark.usefixtures("seldom_collected")
def test_a_scenario_gives_the_log_that_the_real_server_wrote(folder: Path, tmp_path: Path) -> None:
    sidecar = json.loads((folder / "sidecar.json").read_text("utf-8"))
    files = [file["name"] for file in sidecar["files"]]
    found = compare_with_captured(read_scenario(folder / "scenario.scn"), folder, files, sidecar, tmp_path)
    # python-mysql-replication reads the captured files, which are these (tests/integration/test_parsers.py)
    assert found.is_equal, str(found)
