"""Captures EXPLAIN in its forms from a real server into explained.json.

python -m tests.binwriter.server.capture_explained
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from binwriter.integration.mysql import running_server
from tests.reliability.limits.answers import asked_of_mysql

FILE = Path(__file__).with_name("explained.json")
_TABLES = (
    "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY (a))",
    "INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')",
    "ANALYZE TABLE t",
)
_EXPLAINED = (
    "SELECT * FROM t",
    "TABLE t",
    "SELECT 1",
    "INSERT INTO t VALUES (9, 9, 'x')",
    "REPLACE INTO t VALUES (1, 1, 'a')",
    "UPDATE t SET b = 'x'",
    "DELETE FROM t",
    "SELECT * FROM nowhere",
    "INSERT INTO nowhere VALUES (1)",
    "UPDATE nowhere SET a = 1",
    "DELETE FROM nowhere",
)
_IN_ALL_FORMS = ("FORMAT=TRADITIONAL", "FORMAT=TREE", "")
_BY_KEY = ("EXPLAIN SELECT * FROM t WHERE id = 1",)
_WRONG = (
    "EXPLAIN FORMAT=nonsense SELECT 1",
    "EXPLAIN INTO @x SELECT 1",
    "EXPLAIN FORMAT=TREE INTO @x SELECT 1",
    "EXPLAIN ANALYZE FORMAT=TRADITIONAL SELECT 1",
    "EXPLAIN FOR CONNECTION 999999",
)
_OF_JSON = "JSON_EXTRACT(@plan, '$.query_type'), JSON_CONTAINS_PATH(@plan, 'one', '$.query_plan.operation')"


def script() -> list[str]:
    """The statements, for one session. Of JSON it asks for the kind of statement, and whether there is a plan."""
    crossed = [f"EXPLAIN {form} {statement}" for form, statement in product(_IN_ALL_FORMS, _EXPLAINED)]
    documents = ("SELECT * FROM t JOIN t u", "DELETE FROM t", "SELECT 1", "UPDATE t SET a = 1")
    of_json = [part for sql in documents for part in (f"EXPLAIN FORMAT=JSON INTO @plan {sql}", f"SELECT {_OF_JSON}")]
    return [*_TABLES, *crossed, *_BY_KEY, *of_json, *_WRONG]


def main() -> None:
    """Writes the file."""
    with running_server() as server:
        answers = asked_of_mysql(server, script())
    FILE.write_text("[\n" + ",\n".join(json.dumps(answer, ensure_ascii=False) for answer in answers) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
