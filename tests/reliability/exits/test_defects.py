"""An error of our own in one session ends a run of several at once, and leaves a closed, valid log."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.inspection.verify import Severity, verify_files
from binwriter.scenario.notation import parse_scenario
from binwriter.scenario.run import run_scenario
from binwriter.server.session import Session
from binwriter.statement.result import StatementResult

_SETUP = """
con1: CREATE TABLE t (a INT PRIMARY KEY, b INT);
con1: INSERT INTO t VALUES (1,1),(2,2);
con1: BEGIN;
con1: UPDATE t SET b = 5 WHERE a = 1;
"""
_RUNS = {
    "alone": _SETUP + "con1: SELECT 'defect';\n",
    "while another waits": _SETUP + "con2&: UPDATE t SET b = 6 WHERE a = 1;\ncon1: SELECT 'defect';\n",
    "in what is sent": _SETUP + "con2&: SELECT 'defect';\ncon1: COMMIT;\n",
    "in a program behind a wait": _SETUP
    + "con2: CREATE TABLE u (a INT);\n"
    + "con2&: UPDATE t SET b = 'defect' WHERE a = 1;\ncon1: COMMIT;\ncon1: INSERT INTO t VALUES (9,9);\n",
    "never reaped": _SETUP + "con2&: UPDATE t SET b = 'defect' WHERE a = 1;\ncon1: COMMIT;\n",
}


class DefectError(AssertionError):
    """What a defect raises."""


@pytest.mark.parametrize("name", _RUNS)
def test_a_defect_ends_the_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Session.run

    def defective(self: Session, sql: str) -> StatementResult:
        result = run(self, sql)
        if "defect" in sql:
            raise DefectError(sql)
        return result

    monkeypatch.setattr(Session, "run", defective)
    scenario = parse_scenario(_RUNS[name], "several.scn")
    with pytest.raises(DefectError) as caught:
        run_scenario(scenario, tmp_path)
    assert caught.value.__notes__[0].startswith("several.scn:")
    files = sorted(tmp_path.glob("binlog.0*"))
    assert files
    assert [one for one in verify_files(files) if one.severity is Severity.ERROR] == []
    assert not files[-1].read_bytes()[4 + 17] & 1  # the in-use flag of its first event is cleared


def test_sessions_that_cannot_end_leave_a_closed_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Session) -> None:
        raise DefectError

    monkeypatch.setattr(Session, "close", broken)
    with pytest.raises(DefectError):
        run_scenario(parse_scenario(_SETUP + "disconnect: con1\n", "several.scn"), tmp_path)
    files = sorted(tmp_path.glob("binlog.0*"))
    assert [one for one in verify_files(files) if one.severity is Severity.ERROR] == []
    assert not files[-1].read_bytes()[4 + 17] & 1
