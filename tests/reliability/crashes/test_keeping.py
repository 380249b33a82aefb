"""A sample of `crashes.keeping`, and that the harness sees what it is there to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.server.keeping.keeper import Keeper
from tests.reliability.crashes.keeping import sweep
from tests.reliability.crashes.workload import Setting


@pytest.mark.slow
@pytest.mark.parametrize("setting", [Setting(1, 1), Setting(2, 0, encryption=True)], ids=str)
def test_a_crash_at_any_step_of_the_disk_keeps_what_clients_were_shown(setting: Setting, tmp_path: Path) -> None:
    counts, findings = sweep(setting, tmp_path, rounds=7, every=307)
    assert findings == []
    assert min(counts.values()) > 1


@pytest.mark.slow
def test_the_harness_sees_a_state_that_lost_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be if files of the log went before the state that can do without them is written."""

    def not_asked(self: Keeper, names: list[str]) -> bool:
        return False

    monkeypatch.setattr(Keeper, "needs", not_asked)
    _, findings = sweep(Setting(1, 1), tmp_path, rounds=6, every=255)
    assert any("it does not start" in one and "the log has no file" in one for one in findings)
