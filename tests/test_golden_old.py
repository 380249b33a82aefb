"""What servers of 5.1 to 5.7 logged and answered, run by binwriter with the profile of the series.

Each folder of tests/golden/captured-old/VERSION holds the scenario, the log files and the answers, as
`binwriter.integration.old_servers` captures them. Statements in which these servers differ from the release that the
profile is of (5.5.20, 5.6.21, 5.7.18), and those that binwriter does not run, were left out before the capture.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from binwriter.binlog.rules.policies import POLICIES
from binwriter.formats import servers
from binwriter.integration.differential import compare_with_captured
from binwriter.scenario.notation import read_scenario

from .conftest import PROJECT
from .old_captures import chance_of, read_sidecar

GOLDEN = PROJECT / "tests" / "golden" / "captured-old"
CAPTURED = sorted(path.parent for path in GOLDEN.glob("*/*/sidecar.json"))


@pytest.fixture
def as_in_5_7_29(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """From 5.7.19 on GTID events of groups of rows say that there is no statement in them; what else changed by then
    goes by the number."""
    if "5.7.29" in request.node.name:
        newer = replace(servers.PROFILES["5.7"], gtid_always_may_have_statements=False, version_number=50729)
        monkeypatch.setitem(servers.PROFILES, "5.7", newer)


def test_there_are_captures_of_four_series() -> None:
    series = {path.parent.name.rpartition(".")[0] for path in CAPTURED}
    assert series == {"5.1", "5.5", "5.6", "5.7"}
    assert {"5.1.27", "5.1.54", "5.6.21", "5.7.18"} <= {path.parent.name for path in CAPTURED}


def _profile(version: str) -> str:
    """5.1 has a profile for each release, the others one for the series."""
    return version if version.startswith("5.1.") else version.rpartition(".")[0]


@pytest.fixture
def as_in_5_5_62(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Between 5.5.20 and 5.5.62 CREATE TABLE .. SELECT of no rows came to end in COMMIT, as in 5.6, and IGNORE to
    forgive rows without a parent."""
    if "5.5.62" in request.node.name:
        monkeypatch.setitem(POLICIES, "5.5", replace(POLICIES["5.5"], empty_copies_commit=True))
        monkeypatch.setitem(servers.PROFILES, "5.5", replace(servers.PROFILES["5.5"], version_number=50562))


@pytest.mark.usefixtures("as_in_5_7_29", "as_in_5_5_62", "seldom_collected")
@pytest.mark.parametrize("folder", CAPTURED, ids=lambda path: f"{path.parent.name}-{path.name}")
@pytest.mark.sweep(every=34)
def test_a_scenario_gives_the_log_that_the_real_server_wrote(folder: Path, tmp_path: Path) -> None:
    sidecar = read_sidecar(folder)
    found = compare_with_captured(
        read_scenario(folder / "scenario.scn"),
        folder,
        [file["name"] for file in sidecar["files"]],
        sidecar,
        tmp_path,
        chance=chance_of(folder),
        server_options=sidecar["server"]["options"],
        profile=_profile(folder.parent.name),
    )
    assert found.is_equal, str(found)
