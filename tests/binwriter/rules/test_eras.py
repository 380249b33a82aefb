"""Each era's caches, wrapping, warnings: the tables of old-servers.md section 2, run on our server of that era."""

from __future__ import annotations

from pathlib import Path

import pytest

from .era_cases import ERAS, TABLES, WITHOUT_DIRECT, rows_of
from .era_runs import run_cases

RUNS = [
    pytest.param(profile, column, *table, id=f"{profile}-{table[0]}{'-direct' if table[1] else ''}")
    for column, profiles in enumerate(ERAS)
    for profile in profiles
    for table in TABLES
    if not table[1] or profile not in WITHOUT_DIRECT
]


@pytest.mark.parametrize(("profile", "column", "binlog_format", "direct"), RUNS)
def test_a_server_writes_each_case_as_its_era_did(
    profile: str, column: int, binlog_format: str, direct: bool, tmp_path: Path
) -> None:
    table = rows_of(TABLES[binlog_format, direct])
    expected = {case: cells[column] for case, cells in table}
    assert run_cases(tmp_path, profile, binlog_format, direct, list(expected)) == expected
