"""Counts and joins of system tables, asked of a real server: `python -m tests.golden.system.joins`.

COUNT(*) of every table, and joins of two that share a column's name, drawn by chance, after the statements of
`capture`. `joins.json.xz` has each query with its rows. Columns that clocks, estimates and servers' places fill are
not asked for.
Compared by `tests/binwriter/sql/test_system_contents.py`.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path

from tests.golden.answers import capture as answers
from tests.golden.system import capture

JOINS = Path(__file__).parent / "joins.json.xz"
_SEED, _PAIRS = 9741, 260
_MOST = 5000  # pairs of rows: what has more takes a while and says no more
# What shows clients, clocks, files and a server's own choices.
_LEFT_OUT = {
    *(
        "created",
        "last_altered",
        "last_executed",
        "starts",
        "ends",
        "create_time",
        "update_time",
        "check_time",
        "set_time",
    ),
    *("timestamp", "variable_value", "checkpoint", "uuid", "server_uuid", "host", "user", "authentication_string"),
    *(
        "password_last_changed",
        "last_update",
        "table_rows",
        "avg_row_length",
        "data_length",
        "index_length",
        "data_free",
    ),
    *("max_data_length", "cardinality", "file_id", "file_name", "space", "table_id", "thread_id", "processlist_id"),
    *("auto_increment", "statistics", "histogram", "stat_value", "sample_size", "user_attributes"),
}


def drawn(columns: Mapping[str, Iterable[str]]) -> list[str]:
    """The queries. columns: by table, of those that are asked for."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for table, names in columns.items():
        for name in names:
            by_name[name.lower()].append(table)
    pairs = [
        (name, *pair)
        for name, tables in sorted(by_name.items())
        if name not in _LEFT_OUT
        for pair in combinations(tables, 2)
    ]
    chance = random.Random(_SEED)
    queries = [f"SELECT COUNT(*) FROM {_quoted(table)}" for table in columns]
    for name, left, right in chance.sample(pairs, _PAIRS):
        kind = chance.choice(("JOIN", "LEFT JOIN"))
        tables = f"{_quoted(left)} x {kind} {_quoted(right)} y ON x.`{name}` = y.`{name}`"
        others = [one for one in columns[right] if one.lower() not in _LEFT_OUT]
        shown = (
            f"MAX(y.`{chance.choice(others)}`)" if others and chance.random() < 0.5 else f"COUNT(DISTINCT y.`{name}`)"
        )
        grouped = f"SELECT x.`{name}`, COUNT(*), {shown} FROM {tables} GROUP BY x.`{name}` ORDER BY 1"
        queries.append(chance.choice((f"SELECT COUNT(*) FROM {tables}", grouped)))
    return queries


def _quoted(table: str) -> str:
    return "`{}`.`{}`".format(*table.split(".", 1))


def plain(rows: Iterable[Iterable[object]]) -> list[list[object]]:
    """Rows as JSON keeps them."""
    return [[value if value is None else str(answers.plain(value)) for value in row] for row in rows]


def main() -> int:
    """The command line."""
    from binwriter.integration.mysql import running_server
    from tests.binwriter.sql.test_system_contents import NOT_TOLD, OF_CLIENTS, STAND_INS

    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT CONCAT(TABLE_SCHEMA, '.', TABLE_NAME), COLUMN_NAME FROM information_schema.COLUMNS"
            " WHERE TABLE_SCHEMA IN ('information_schema', 'mysql', 'performance_schema', 'sys')"
            " ORDER BY BINARY 1, ORDINAL_POSITION"
        )
        columns: dict[str, list[str]] = defaultdict(list)
        for table, name in cursor.fetchall():
            if not capture.MEASURED.match(table) and table not in STAND_INS | OF_CLIENTS | NOT_TOLD:
                columns[table].append(name)
        for statement in capture.STATE:
            cursor.execute(statement)
            cursor.fetchall()
        kept = {}
        for query in drawn(columns):
            cursor.execute(query)
            rows = plain(cursor.fetchall())
            if sum(int(str(row[len(row) > 1])) for row in rows) <= _MOST:
                kept[query] = rows
    text = json.dumps(kept, ensure_ascii=False)
    JOINS.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return 0


if __name__ == "__main__":
    sys.exit(main())
