"""Generated logs on a replica: each preset with each kind of last_committed, and the tables that --final-state says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from binwriter.catalog.tables import Table
from binwriter.integration.replaying.client import table_contents
from binwriter.workload.engines.engine import run_job
from binwriter.workload.engines.local import LocalEngine
from binwriter.workload.job import JobFolder, plan_job
from binwriter.workload.presets import PRESETS, preset_document
from binwriter.workload.specification.spec import Dependencies
from tests.binwriter.workload.contents import final_state, server_state

from .replica import Replica
from .scenarios import Found, Outcome

# Parents with two kinds of children, a table that refers to itself, one without a key, and unique keys with NULLs.
FAMILY = """
CREATE TABLE p (id INT PRIMARY KEY, u INT UNIQUE, v INT);
CREATE TABLE c (id INT PRIMARY KEY, p_id INT, v INT, FOREIGN KEY (p_id) REFERENCES p (id) ON DELETE CASCADE);
CREATE TABLE d (id INT PRIMARY KEY, p_id INT NOT NULL, c_id INT, q VARCHAR(30), r INT, v INT, UNIQUE (q, r),
  FOREIGN KEY (p_id) REFERENCES p (id), FOREIGN KEY (c_id) REFERENCES c (id) ON DELETE SET NULL);
CREATE TABLE s (id INT PRIMARY KEY, up INT, v INT, FOREIGN KEY (up) REFERENCES s (id));
CREATE TABLE k (a INT, b INT);
CREATE TABLE n (a INT UNIQUE, b INT);
CREATE TABLE code (code CHAR(2) NOT NULL PRIMARY KEY, v INT);
CREATE TABLE flags (f BIT(4) NOT NULL, e ENUM('x', 'y', 'z') NOT NULL, v INT, PRIMARY KEY (f, e));
"""
FAMILY_WORKLOAD: Mapping[str, Any] = {
    "schema-sql": FAMILY,
    "initial-rows": 20,
    "transactions": 3000,
    "rows-per-statement": "1-3",
    "statements-per-transaction": "1-3",
    "mix": "insert=30,update=50,delete=20",
    "tables": {"code": {"mix": "update=1"}, "flags": {"mix": "update=1"}},
}
# Columns whose values are restricted by more than a number of bytes, most of them keys as well.
ATTRIBUTES = """
CREATE TABLE places (id INT PRIMARY KEY, p POINT NOT NULL SRID 4326, l LINESTRING SRID 3857, o POLYGON SRID 4326,
  g GEOMETRY SRID 0, a GEOMETRY, SPATIAL INDEX (p));
CREATE TABLE by_date (d DATE PRIMARY KEY, v INT);
CREATE TABLE by_moment (t TIMESTAMP(3) PRIMARY KEY, d DATETIME(6) UNIQUE, c TIME(2) UNIQUE, v INT);
CREATE TABLE by_year (y YEAR PRIMARY KEY, v INT);
CREATE TABLE by_set (s SET('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j') PRIMARY KEY, v INT);
CREATE TABLE by_decimal (n DECIMAL(20, 6) PRIMARY KEY, f DOUBLE UNIQUE, x FLOAT UNSIGNED, v INT);
CREATE TABLE by_text (c CHAR(3) PRIMARY KEY, u VARCHAR(40) CHARACTER SET latin1 UNIQUE, b BINARY(4) UNIQUE, t TEXT,
  UNIQUE (t(5)), city VARCHAR(60) CHARACTER SET ascii, name VARCHAR(60) CHARACTER SET cp1251,
  w CHAR(5) CHARACTER SET utf16);
CREATE TABLE parted (id INT PRIMARY KEY, v INT) PARTITION BY HASH (id) PARTITIONS 3;
CREATE TABLE checked (id INT PRIMARY KEY, v INT, CHECK (v < id) NOT ENFORCED);
"""
ATTRIBUTES_WORKLOAD: Mapping[str, Any] = {
    "schema-sql": ATTRIBUTES,
    "initial-rows": 30,
    "transactions": 1500,
    "mix": "insert=25,update=60,delete=15",
    "tables": {"by_year": {"mix": "update=1"}},
}
SCALE = "0.02"


def workloads() -> dict[str, Mapping[str, Any]]:
    """The documents by name."""
    return {
        **{name: preset_document(name, SCALE) for name in PRESETS},
        "families": FAMILY_WORKLOAD,
        "attributes": ATTRIBUTES_WORKLOAD,
    }


def generated(document: Mapping[str, Any], folder: Path) -> tuple[list[Path], list[Table], dict[str, Any]]:
    """(files, tables, what they hold at the end)."""
    job = plan_job(document, final_state=True)
    out, state = folder / "log", folder / "state"
    out.mkdir()
    JobFolder(out).create(job)
    files = run_job(job, out, LocalEngine(1), lambda *_: None, final_state=state)
    tables = [one.table.table for one in job.sources().workload.tables]
    return files, tables, final_state(state, tables)


def replayed(name: str, document: Mapping[str, Any], dependencies: Dependencies, replica: Replica) -> Found:
    """One workload, with last_committed as `dependencies` says."""
    label = f"{name}, {dependencies.value}"
    with TemporaryDirectory() as folder:
        files, tables, expected = generated({**document, "dependencies": dependencies.value}, Path(folder))
        applied = replica.apply(files, database=None, read=False)
        if not applied.ok:
            return Found(label, Outcome.DIFFERS, applied.errors[0] if applied.errors else f"{applied.retries} retries")
        found = server_state(table_contents(replica.server, {table.schema for table in tables}), tables)
    lines = [
        f"{table}: {len(rows)} rows and {len(found[table])}" for table, rows in expected.items() if found[table] != rows
    ]
    return Found(label, Outcome.DIFFERS if lines else Outcome.EQUAL, "; ".join(lines))
