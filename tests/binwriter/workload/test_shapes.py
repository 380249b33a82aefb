"""Schemas of every awkward shape, crossed with loaded rows, several files, statements and images."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from binwriter.integration.mysql import MySQLServer
from binwriter.workload.engines.engine import InProcess

from .test_replay import check, generated

SHAPES = """
CREATE TABLE person (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL, boss_id INT,
  FOREIGN KEY (boss_id) REFERENCES person (id));
CREATE TABLE tag (id SMALLINT AUTO_INCREMENT PRIMARY KEY, label VARCHAR(30) NOT NULL, UNIQUE KEY (label));
CREATE TABLE person_tag (person_id INT, tag_id SMALLINT, since DATE, PRIMARY KEY (person_id, tag_id),
  FOREIGN KEY (person_id) REFERENCES person (id), FOREIGN KEY (tag_id) REFERENCES tag (id));
CREATE TABLE passport (person_id INT PRIMARY KEY, number CHAR(9) NOT NULL,
  FOREIGN KEY (person_id) REFERENCES person (id));
CREATE TABLE visa (holder INT, line TINYINT, note TEXT, PRIMARY KEY (holder, line),
  FOREIGN KEY (holder) REFERENCES passport (person_id));
CREATE TABLE shop (id SMALLINT AUTO_INCREMENT PRIMARY KEY, manager SMALLINT NOT NULL, UNIQUE KEY (manager));
CREATE TABLE clerk (id SMALLINT AUTO_INCREMENT PRIMARY KEY, shop_id SMALLINT NOT NULL,
  FOREIGN KEY (shop_id) REFERENCES shop (id));
ALTER TABLE shop ADD FOREIGN KEY (manager) REFERENCES clerk (id);
CREATE TABLE team (id INT PRIMARY KEY, lead_id INT);
CREATE TABLE member (id INT PRIMARY KEY, team_id INT NOT NULL, FOREIGN KEY (team_id) REFERENCES team (id));
ALTER TABLE team ADD FOREIGN KEY (lead_id) REFERENCES member (id);
CREATE TABLE box (id INT PRIMARY KEY, width INT, height INT, area BIGINT AS (width * height) STORED,
  label VARCHAR(60) AS (CONCAT('box ', id)), code CHAR(3), KEY (label), UNIQUE KEY ((UPPER(code))),
  CHECK (width < height), CHECK (height BETWEEN 1 AND 500), CHECK (width >= 0));
CREATE TABLE lines_ (said VARCHAR(80) NOT NULL, amount DECIMAL(8,2), at DATETIME);
CREATE TABLE visits (id INT AUTO_INCREMENT PRIMARY KEY, person_id INT NOT NULL, agent VARCHAR(90)) ENGINE=MyISAM;
CREATE TABLE raw_visits (at DATETIME NOT NULL, what VARCHAR(50)) ENGINE=MyISAM;
"""

CASES: dict[str, dict[str, Any]] = {
    "plain": {"transactions": 3000, "mix": "insert=4,update=3,delete=3"},
    "loaded": {"transactions": 900, "initial-rows": 60, "files": 3, "rows-per-transaction": "1-6"},
    "statements": {
        "transactions": 600,
        "statements-per-transaction": "1-4",
        "server": {"binlog-row-image": "MINIMAL"},
        "dependencies": "write-set",
    },
    "nothing guessed": {
        "transactions": 500,
        "guess-references": False,
        "server": {"gtid-mode": "OFF", "binlog-row-image": "NOBLOB"},
    },
}


def _references(state: dict[str, Any]) -> None:
    """Each reference in the final state leads to a row of it, each unique key has each value once."""
    tables = {f"{table.schema}.{table.name}": table for table in state["tables"]}
    for name, table in tables.items():
        rows = state["rows"][name]
        for key in table.foreign_keys:
            parent = tables[".".join(key.parent)]
            parents = state["rows"][".".join(key.parent)]
            there = {tuple(row[parent.index_of[one]] for one in key.parent_columns) for row in parents}
            wanted = {tuple(row[table.index_of[one]] for one in key.columns) for row in rows}
            assert {one for one in wanted if None not in one} <= there, (name, key.name)
        for key in table.keys:
            if key.unique:
                values = Counter(tuple(row[column] for column in key.columns) for row in rows)
                assert all(None in value or count == 1 for value, count in values.items()), (name, key.name)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_rows_keep_keys_and_references(tmp_path: Path, case: str) -> None:
    _, state = generated({"schema-sql": SHAPES} | CASES[case], tmp_path, InProcess())
    _references(state)
    rows = state["rows"]
    assert all(rows.values()), [name for name, one in rows.items() if not one]
    assert any(row[1] is not None for row in rows["test.team"])  # NULL first, then by an UPDATE


@pytest.mark.mysql
@pytest.mark.parametrize("case", CASES)
def test_replays(clean_mysql: MySQLServer, tmp_path: Path, case: str) -> None:
    files, state = generated({"schema-sql": SHAPES} | CASES[case], tmp_path, InProcess())
    check(clean_mysql, files, state)
