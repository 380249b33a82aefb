"""Each era's caches, wrapping, warnings: the tables of old-servers.md section 2, run on our server of that era."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import era_runs, era_sql
from .era_cases import ERAS, TABLES, WITHOUT_DIRECT, rows_of

RUNS = [
    pytest.param(profile, column, *table, id=f"{profile}-{table[0]}{'-direct' if table[1] else ''}")
    for column, profiles in enumerate(ERAS)
    for profile in profiles
    for table in TABLES
    if not table[1] or profile not in WITHOUT_DIRECT
]


def expected(column: int, binlog_format: str, direct: bool) -> dict[str, str]:
    return {case: cells[column] for case, cells in rows_of(TABLES[binlog_format, direct])}


@pytest.mark.parametrize(("profile", "column", "binlog_format", "direct"), RUNS)
@pytest.mark.sweep(every=12)
def test_a_server_writes_each_case_as_its_era_did(
    profile: str, column: int, binlog_format: str, direct: bool, tmp_path: Path
) -> None:
    cells = expected(column, binlog_format, direct)
    assert era_runs.run_cases(tmp_path, profile, binlog_format, direct, list(cells)) == cells


@pytest.mark.parametrize(("profile", "column", "binlog_format", "direct"), RUNS)
@pytest.mark.sweep(every=12)
def test_sql_with_triggers_is_written_as_in_its_era(
    profile: str, column: int, binlog_format: str, direct: bool, tmp_path: Path
) -> None:
    cells = expected(column, binlog_format, direct)
    assert era_sql.run_cases(tmp_path, profile, binlog_format, direct, list(cells)) == cells
