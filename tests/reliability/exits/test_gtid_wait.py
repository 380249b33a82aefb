"""A GTID that another session owns is not taken by one that cannot wait for it."""

from __future__ import annotations

from pathlib import Path

from binwriter.inspection.verify import Severity, verify_files
from binwriter.scenario.notation import parse_scenario
from binwriter.scenario.run import run_scenario

_TEXT = """
server: gtid-mode=ON
server: enforce-gtid-consistency=ON
con1: CREATE TABLE t (a INT PRIMARY KEY);
con2: SET gtid_next = '3E11FA47-71CA-11E1-9E33-C80AA9429562:5';
con1&: SET gtid_next = '3E11FA47-71CA-11E1-9E33-C80AA9429562:5';
con1: INSERT INTO t VALUES (1);
con1: INSERT INTO t VALUES (2);
"""


def test_no_gtid_twice(tmp_path: Path) -> None:
    result = run_scenario(parse_scenario(_TEXT.lstrip()), tmp_path, skip_unsupported=True)
    assert [one for one in verify_files(result.files) if one.severity is Severity.ERROR] == []
    assert "3e11fa47" not in result.sidecar["gtid_executed"]
