"""The keys on both sides of one, found in the order of an index: as a look at all keys finds them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from binwriter.server.server import Server
from binwriter.storage.lock_keys import ends_of

TABLES = {
    "a primary key": "a INT PRIMARY KEY, b INT, c VARCHAR(9), KEY (b), UNIQUE KEY (c, b), KEY (c DESC)",
    "a primary key of two columns": "a INT, b INT, c VARCHAR(9), PRIMARY KEY (b, a), UNIQUE KEY (c, b)",
    "no primary key": "a INT, b INT, c VARCHAR(9), KEY (b), KEY (c(2), a)",
    "partitions": "a INT PRIMARY KEY, b INT, c VARCHAR(9), KEY (b)) PARTITION BY HASH (a) PARTITIONS 3 -- (",
    "partitions without a primary key": "a INT, b INT, c VARCHAR(9), KEY (c)) PARTITION BY HASH (b) PARTITIONS 3 -- (",
}


@pytest.mark.parametrize("columns", TABLES.values(), ids=TABLES)
def test_neighbours(tmp_path: Path, columns: str) -> None:
    chance = Random(3)
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute(f"CREATE TABLE d.t ({columns.removesuffix(' -- (')}{'' if ' -- (' in columns else ')'}")
        for number in chance.sample(range(60), 30):
            b, c = chance.choice(("NULL", str(chance.randrange(5)))), chance.choice(("NULL", f"'k{number % 7}'"))
            session.run(f"INSERT INTO d.t VALUES ({number}, {b}, {c})")
        session.execute("DELETE FROM d.t WHERE a % 5 = 0")
        session.execute("UPDATE d.t SET c = 'q' WHERE a % 7 = 1")
        data = server.front_end.database.table("d", "t")
        keys: dict[str, list[tuple[object, ...]]] = {}
        for row_id, row in data.scan():
            for index, key in data.lock_keys(row, data.place_of(row_id)):
                keys.setdefault(index, []).append(key)
        partitioned = data.definition.partitioning is not None
        assert len(keys) == 1 + len(data.definition.keys) - (data.definition.primary_key is not None)
        for index, stored in keys.items():
            for wanted in stored:
                alike = [key for key in stored if not partitioned or key[0] == wanted[0]]
                low, high = ends_of(wanted[0] if partitioned else None)
                low = max((key for key in alike if key < wanted), default=low)
                high = min((key for key in alike if wanted < key), default=high)
                assert data.neighbours(index, wanted) == (low, high)
