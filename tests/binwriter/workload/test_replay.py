"""Generated logs applied to a real server: not one error, and its tables are as --final-state says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replaying.client import replay, table_contents, verify_checksums
from binwriter.workload.engines.engine import Engine, run_job
from binwriter.workload.engines.local import LocalEngine
from binwriter.workload.job import JobFolder, plan_job
from binwriter.workload.presets import PRESETS, preset_document

from .contents import final_state, server_state
from .shops import FOUR_TABLES

pytestmark = pytest.mark.mysql


def generated(
    document: dict[str, Any], folder: Path, engine: Engine | None = None
) -> tuple[list[Path], dict[str, Any]]:
    """(log files, the final state) of a document. engine: two processes, if not given."""
    job = plan_job(document, final_state=True)
    out, state = folder / "log", folder / "state"
    out.mkdir()
    JobFolder(out).create(job)
    files = run_job(job, out, engine or LocalEngine(2), lambda *_: None, final_state=state)
    tables = [one.table.table for one in job.sources().workload.tables]
    return files, {"tables": tables, "rows": final_state(state, tables)}


def check(server: MySQLServer, files: list[Path], state: dict[str, Any]) -> None:
    """Replays the files and compares the tables. Targets log nothing themselves, which is quicker."""
    assert verify_checksums(server, files) == ()
    assert replay(server, files, skip_gtids=True, arguments=["--disable-log-bin"]).errors == ()
    found = server_state(table_contents(server, {table.schema for table in state["tables"]}), state["tables"])
    assert found.keys() == state["rows"].keys()
    for name, rows in state["rows"].items():
        assert len(found[name]) == len(rows), name
        different = [(theirs, ours) for theirs, ours in zip(found[name], rows, strict=True) if theirs != ours]
        assert different[:3] == [], name


@pytest.mark.timeout(3600)
@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("transactions", [10_000, FOUR_TABLES["transactions"]])
def test_many_transactions(clean_mysql: MySQLServer, tmp_path: Path, transactions: int) -> None:
    files, state = generated(FOUR_TABLES | {"transactions": transactions}, tmp_path)
    assert len(files) == 5
    check(clean_mysql, files, state)


@pytest.mark.parametrize(
    "settings",
    [
        {"server": {"binlog-row-image": "MINIMAL", "gtid-mode": "OFF"}, "dependencies": "write-set"},
        {"server": {"binlog-row-image": "NOBLOB", "binlog-row-metadata": "FULL"}, "statements-per-transaction": "1-4"},
        {"server": {"binlog-transaction-compression": True, "binlog-row-event-max-size": 512}},
        {"server": {"binlog-checksum": "NONE", "gtid-tag": "made_up"}, "rows-per-transaction": "1-200"},
    ],
    ids=["minimal", "noblob-full-metadata", "compressed", "no-checksum-tagged"],
)
def test_other_servers(clean_mysql: MySQLServer, tmp_path: Path, settings: dict[str, Any]) -> None:
    document = {
        "schema-sql": FOUR_TABLES["schema-sql"],
        "transactions": 1500,
        "files": 2,
        "mix": {"insert": 4, "update": 4, "delete": 2},
    }
    files, state = generated(document | settings, tmp_path)
    check(clean_mysql, files, state)


@pytest.mark.parametrize("name", PRESETS)
def test_presets(clean_mysql: MySQLServer, tmp_path: Path, name: str) -> None:
    document = preset_document(name, "0.02")
    files, state = generated(document, tmp_path)
    check(clean_mysql, files, state)
