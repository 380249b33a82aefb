"""Asks a real server for the answers in queries.json (argument `queries`) or orders.json (argument `orders`).

Usage: python capture_queries.py queries|orders MYSQL_COMMAND..., where the command is a mysql client as root, for
example `docker exec -i NAME mysql --no-defaults -uroot`.

orders: how an UPDATE, DELETE or INSERT .. SELECT visits rows. A trigger writes each visited row's id into a table with
AUTO_INCREMENT.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SESSION = "SET NAMES utf8mb4, time_zone = '+02:00', timestamp = 1700000000.123456; SET @i = 5; "
ROWS = 12
WHERE = (
    "a=1", "a>1", "a>=0", "a<1", "b>0", "b<2", "b>=2", "b=1", "id>1", "id<3", "a=1 and id>1", "a in (1,0)",
    "b in (2,1)", "c='c1'", "a=1 and c='c1'", "a between 0 and 1", "a is null", "a=1 or b=1", "id in (3,1)",
    "b>1 and a=1", "c>'a'", "a=1 or a=0", "a<>1", "b<>1", "a>0 and c>'c1'", "a=0 and c>'c1'", "b<'3'", "c like 'c%'",
    "a>1 and a<4", "2>b", "b+0<3", "id>2 and b<4", "1=1",
)  # fmt: skip
STATEMENTS = {
    "update": "UPDATE t SET c = CONCAT(c, 'z') WHERE {}",
    "delete": "DELETE FROM t WHERE {}",
    "select": "INSERT INTO log (x, y, z) SELECT id, b, c FROM t WHERE {}",
    "select id": "INSERT INTO log (x) SELECT id FROM t WHERE {}",
}
ORDER_SETUP = """
DROP DATABASE IF EXISTS o; CREATE DATABASE o; USE o;
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, c VARCHAR(20), KEY (a), UNIQUE KEY b (b), KEY ac (a, c))
ENGINE={engine};
INSERT INTO t VALUES {rows};
CREATE TABLE log (n INT AUTO_INCREMENT PRIMARY KEY, x INT, y INT, z VARCHAR(99)) ENGINE={engine};
CREATE TRIGGER tu AFTER UPDATE ON t FOR EACH ROW INSERT INTO log (x) VALUES (new.id);
CREATE TRIGGER td AFTER DELETE ON t FOR EACH ROW INSERT INTO log (x) VALUES (old.id);
{statement}; SELECT GROUP_CONCAT(x ORDER BY n) FROM log;
"""


def order_rows() -> list[tuple[int, int, int, str]]:
    """The rows of t, in the order of their insertion."""
    return [(number, number * 7 % (ROWS // 2), ROWS - number, f"c{number % 5}") for number in range(ROWS, 0, -1)]


def ask(command: list[str], script: str, database: str = "") -> tuple[str, str]:
    """(output, error) of a client that runs the script."""
    client = [
        *command,
        "--batch",
        "--skip-column-names",
        "--binary-as-hex",
        "--default-character-set=utf8mb4",
        database,
    ]
    done = subprocess.run([part for part in client if part], input=script, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr.strip()


def capture_queries(command: list[str]) -> list[dict[str, object]]:
    """The rows or the error of each query of queries.txt over the tables of queries_setup.sql."""
    ask(command, (FOLDER / "queries_setup.sql").read_text())
    answers: list[dict[str, object]] = []
    for query in (FOLDER / "queries.txt").read_text().splitlines():
        output, error = ask(command, SESSION + query, "q")
        if error:
            place, _, message = error.partition(": ")
            answers.append({"query": query, "error": f"{place.split()[1]} {message}"})
        else:
            rows = [[None if cell == "NULL" else cell for cell in line.split("\t")] for line in output.split("\n")[:-1]]
            answers.append({"query": query, "rows": rows})
    return answers


def capture_orders(command: list[str]) -> list[dict[str, object]]:
    """The ids in the order in which each statement visits them."""
    answers: list[dict[str, object]] = []
    rows = ",".join(map(str, order_rows()))
    for engine in ("innodb", "myisam"):
        for name, statement in STATEMENTS.items():
            for where in WHERE:
                script = ORDER_SETUP.format(engine=engine, rows=rows, statement=statement.format(where))
                output, error = ask(command, script)
                if error:
                    raise SystemExit(error)
                ids = [] if output.strip() == "NULL" else [int(number) for number in output.split(",")]
                answers.append({"engine": engine, "statement": name, "where": where, "order": ids})
    return answers


if __name__ == "__main__":
    captured = {"queries": capture_queries, "orders": capture_orders}[sys.argv[1]](sys.argv[2:])
    (FOLDER / f"{sys.argv[1]}.json").write_text(
        "[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in captured) + "\n]\n"
    )
