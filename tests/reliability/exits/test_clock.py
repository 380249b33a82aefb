"""A scenario's clock cannot pass the end of what an event's time can hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import ScenarioError
from binwriter.inspection.verify import Severity, verify_files
from binwriter.scenario.notation import parse_scenario
from binwriter.scenario.run import run_scenario


@pytest.mark.parametrize("seconds", ["99999999999999999999", "3000000000", "2600000000"])
def test_a_sleep_beyond_the_end_of_time_is_refused(seconds: str, tmp_path: Path) -> None:
    text = f"con1: CREATE TABLE t (a INT);\nsleep: {seconds}\ncon1: INSERT INTO t VALUES (1);\n"
    with pytest.raises(ScenarioError, match="2106"):
        run_scenario(parse_scenario(text, "s.scn"), tmp_path)
    files = sorted(tmp_path.glob("binlog.0*"))
    assert [one for one in verify_files(files) if one.severity is Severity.ERROR] == []
    assert not files[-1].read_bytes()[4 + 17] & 1
