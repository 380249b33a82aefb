"""Each era's caches, wrapping, warnings: the tables of old-servers.md section 2, run on our server of that era."""

from __future__ import annotations

from pathlib import Path

import pytest

from .era_cases import ERAS, TABLES, rows_of
from .era_runs import run_cases

PROFILES = [(profile, column) for column, profiles in enumerate(ERAS) for profile in profiles]


@pytest.mark.parametrize(("binlog_format", "direct"), TABLES, ids=lambda value: str(value))
@pytest.mark.parametrize(("profile", "column"), PROFILES, ids=lambda value: str(value))
def test_a_server_writes_each_case_as_its_era_did(
    profile: str, column: int, binlog_format: str, direct: bool, tmp_path: Path
) -> None:
    table = rows_of(TABLES[binlog_format, direct])
    expected = {case: cells[column] for case, cells in table}
    assert run_cases(tmp_path, profile, binlog_format, direct, list(expected)) == expected
