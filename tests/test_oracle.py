"""The samples that a real MySQL 9.7.4 captured, run by binwriter: the same log and the same answers."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

import pytest

from binwriter.chance import Chance
from binwriter.integration.differential import compare_with_captured
from binwriter.scenario.notation import read_scenario

from .conftest import PROJECT

ORACLE = PROJECT.parent / "shared" / "oracle"
SCENARIOS = sorted((ORACLE / "scenarios").glob("*.scn"))

# Samples whose log or answers differ, and why. An entry that is no longer true fails.
KNOWN_GAPS: dict[str, str] = {}

# What UUID() gave the real server: it stands in a row, so it is given to binwriter as its source of UUIDs.
UUIDS = {"06_unsafe_functions": UUID("c287499a-e557-11f1-9776-02fc00000001")}


def test_the_samples_are_there(shared_dir: Path) -> None:
    assert len(SCENARIOS) == 12
    assert {path.stem for path in SCENARIOS} >= KNOWN_GAPS.keys() | UUIDS.keys()


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=path.stem,
            marks=[pytest.mark.xfail(reason=KNOWN_GAPS[path.stem], strict=True)] if path.stem in KNOWN_GAPS else [],
        )
        for path in SCENARIOS
    ],
)
def test_a_sample_gives_the_log_that_the_real_server_wrote(path: Path, tmp_path: Path) -> None:
    captured = ORACLE / "captured" / path.stem
    sidecar = json.loads((captured / "sidecar.json").read_text("utf-8"))
    chance = Chance(uuid_source=lambda: UUIDS[path.stem]) if path.stem in UUIDS else Chance()
    files = [file["name"] for file in sidecar["files"]]
    found = compare_with_captured(read_scenario(path), captured, files, sidecar, tmp_path, chance=chance)
    assert found.is_equal, str(found)
