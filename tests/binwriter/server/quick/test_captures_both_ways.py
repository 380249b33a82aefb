"""Every captured scenario, run the quick way and the exact way: the same answers and the same bytes.

The quick way here makes a plan of a statement at first sight, so that more goes by plan than for users.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from binwriter.integration.differential import compare_sidecars
from binwriter.scenario import run
from binwriter.scenario.notation import Scenario, read_scenario
from binwriter.server.execute.quick import statements
from binwriter.server.server import Server

SCENARIOS = sorted((Path(__file__).parents[3] / "golden" / "captured").glob("*/scenario.scn"))


def _run(scenario: Scenario, folder: Path, monkeypatch: pytest.MonkeyPatch, *, quick: bool) -> dict[str, Any]:
    with monkeypatch.context() as patched:
        patched.setattr(run, "Server", partial(Server, plan_cache=quick))
        patched.setattr(statements, "_SIGHTS", 1)
        return run.run_scenario(scenario, folder).sidecar


@pytest.mark.parametrize("path", [pytest.param(path, id=path.parent.name) for path in SCENARIOS])
@pytest.mark.sweep(every=240)
@pytest.mark.sampled(every=40)
def test_a_scenario_is_the_same_both_ways(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = read_scenario(path)
    exact = _run(scenario, tmp_path / "exact", monkeypatch, quick=False)
    quick = _run(scenario, tmp_path / "quick", monkeypatch, quick=True)
    assert compare_sidecars(exact, quick) == []
    assert exact["files"] == quick["files"]
    files = sorted(file.name for file in (tmp_path / "exact").iterdir())
    assert files == sorted(file.name for file in (tmp_path / "quick").iterdir())
    for name in files:
        assert (tmp_path / "exact" / name).read_bytes() == (tmp_path / "quick" / name).read_bytes(), name
