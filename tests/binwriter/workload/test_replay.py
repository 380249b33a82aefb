"""Generated logs applied to a real server: not one error, and its tables are as --final-state says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replay import replay, table_contents, verify_checksums
from binwriter.workload.engines import run_job
from binwriter.workload.job import JobFolder, plan_job
from binwriter.workload.local import LocalEngine
from binwriter.workload.presets import PRESETS, preset_document

from .contents import final_state, server_state

pytestmark = pytest.mark.mysql

SHOP = """
CREATE DATABASE shop;
USE shop;
CREATE TABLE customers (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(64) NOT NULL, email VARCHAR(100),
  balance DECIMAL(12,2) NOT NULL, born DATE, created DATETIME(3) NOT NULL, KEY (email));
CREATE TABLE products (
  sku CHAR(12) CHARACTER SET ascii NOT NULL PRIMARY KEY, title VARCHAR(200), price DECIMAL(10,2) NOT NULL,
  stock INT UNSIGNED NOT NULL, tags SET('a','b','c','d'), attributes JSON, weight FLOAT);
CREATE TABLE orders (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, customer_id BIGINT NOT NULL,
  state ENUM('new','paid','sent') NOT NULL DEFAULT 'new', note TEXT, changed TIMESTAMP(6) NULL,
  FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE TABLE order_lines (
  id BIGINT UNSIGNED NOT NULL PRIMARY KEY, order_id INT UNSIGNED NOT NULL,
  sku CHAR(12) CHARACTER SET ascii NOT NULL, quantity SMALLINT NOT NULL, amount DOUBLE, data VARBINARY(40),
  flags BIT(5), at TIME(2), FOREIGN KEY (order_id) REFERENCES orders (id),
  FOREIGN KEY (sku) REFERENCES products (sku));
"""


def generated(document: dict[str, Any], folder: Path) -> tuple[list[Path], dict[str, Any]]:
    """(log files, the final state) of a document."""
    job = plan_job(document, final_state=True)
    out, state = folder / "log", folder / "state"
    out.mkdir()
    JobFolder(out).create(job)
    files = run_job(job, out, LocalEngine(2), lambda *_: None, final_state=state)
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
def test_two_hundred_thousand_transactions(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    document = {
        "schema-sql": SHOP,
        "transactions": 200_000,
        "files": 5,
        "initial-rows": 5000,
        "mix": {"insert": 50, "update": 35, "delete": 15},
        "rows-per-transaction": "1-3",
        "tables": {"orders": {"weight": 2}, "customers": {"pick": "zipf"}},
    }
    files, state = generated(document, tmp_path)
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
    document = {"schema-sql": SHOP, "transactions": 1500, "files": 2, "mix": {"insert": 4, "update": 4, "delete": 2}}
    files, state = generated(document | settings, tmp_path)
    check(clean_mysql, files, state)


@pytest.mark.parametrize("name", PRESETS)
def test_presets(clean_mysql: MySQLServer, tmp_path: Path, name: str) -> None:
    document = preset_document(name, "0.02")
    files, state = generated(document, tmp_path)
    check(clean_mysql, files, state)
