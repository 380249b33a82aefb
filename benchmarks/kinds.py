"""Cost of many kinds of statements that users, ORMs, dumps and test suites send, on one core, beside a mysqld's.

    python benchmarks/kinds.py [--kinds NAME ...] [--seconds N] [--against FOLDER] [--peer] [--profile NAME]

Each kind is a statement, or a few, that is sent again and again for some seconds with other numbers, to tables of
10,000 rows. Figures are processor time in ms a turn: of this process, of a mysqld 9.7 in a container (--peer; all its
threads, its client's left out), of another checkout (--against), with how many times theirs is ours. What is far below
0.1 is worth a look. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, os.environ.get("BINWRITER_BENCHMARKED") or str(Path(__file__).resolve().parents[1]))

from binwriter.server.server import Server

_CHECKOUT = "BINWRITER_BENCHMARKED"  # the checkout that is measured, of a process of its own
OPTIONS = ("gtid-mode=ON", "enforce-gtid-consistency=ON")
ROWS, PART = 10_000, 1000


def _values(make: Callable[[int], str], count: int = ROWS) -> Iterator[str]:
    for start in range(1, count + 1, PART):
        yield ", ".join(map(make, range(start, min(start + PART, count + 1))))


def setup() -> Iterator[str]:
    """The tables and programs that all kinds go to."""
    yield "CREATE DATABASE shop"
    yield "USE shop"
    yield (
        "CREATE TABLE orders (id INT PRIMARY KEY AUTO_INCREMENT, customer INT NOT NULL, note VARCHAR(100), "
        "amount DECIMAL(10,2), made DATETIME, KEY customer (customer), KEY note (note))"
    )
    yield "CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(50), city INT, KEY city (city))"
    yield "CREATE TABLE cities (id INT PRIMARY KEY, name VARCHAR(50))"
    yield "CREATE TABLE docs (id INT PRIMARY KEY, doc JSON)"
    yield "CREATE TABLE plain (a INT, b VARCHAR(50))"
    yield "CREATE TABLE audited (id INT PRIMARY KEY AUTO_INCREMENT, n INT)"
    yield "CREATE TABLE audit (id INT PRIMARY KEY AUTO_INCREMENT, n INT, what VARCHAR(20))"
    yield "CREATE TRIGGER seen AFTER INSERT ON audited FOR EACH ROW INSERT INTO audit (n, what) VALUES (NEW.n, 'new')"
    yield "CREATE TABLE parents (id INT PRIMARY KEY)"
    yield "CREATE TABLE children (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parents (id) ON DELETE CASCADE)"
    yield (
        "CREATE PROCEDURE loops(many INT) BEGIN DECLARE n, s INT DEFAULT 0; WHILE n < many DO SET s = s + n * 2; "
        "SET n = n + 1; END WHILE; SELECT s; END"
    )
    yield (
        "CREATE PROCEDURE walks() BEGIN DECLARE ends INT DEFAULT 0; DECLARE i, s INT DEFAULT 0; DECLARE c CURSOR FOR "
        "SELECT id FROM customers WHERE id < 200; DECLARE CONTINUE HANDLER FOR NOT FOUND SET ends = 1; OPEN c; l: LOOP "
        "FETCH c INTO i; IF ends THEN LEAVE l; END IF; SET s = s + i; END LOOP; CLOSE c; SELECT s; END"
    )
    yield "CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC RETURN n * 2"
    yield "CREATE VIEW dear AS SELECT o.id, o.amount, c.name FROM orders o JOIN customers c ON c.id = o.customer"
    for rows in _values(
        lambda n: f"({n}, {n * 7 % 1000 + 1}, 'note {n * 31 % 5000} of an order', {n}.25, '2025-01-{n % 28 + 1:02}')"
    ):
        yield f"INSERT INTO orders VALUES {rows}"
    for rows in _values(lambda n: f"({n}, 'customer {n}', {n % 100 + 1})"):
        yield f"INSERT INTO customers VALUES {rows}"
    for rows in _values(lambda n: f"({n}, 'city {n}')", 100):
        yield f"INSERT INTO cities VALUES {rows}"
    for rows in _values(lambda n: f'({n}, \'{{"a": {n}, "b": [1, 2, {{"c": "x{n % 50}"}}]}}\')', 2000):
        yield f"INSERT INTO docs VALUES {rows}"
    for rows in _values(lambda n: f"({n}, 'plain {n}')"):
        yield f"INSERT INTO plain VALUES {rows}"
    for rows in _values(lambda n: f"({n})", 3000):
        yield f"INSERT INTO parents VALUES {rows}"
    for rows in _values(lambda n: f"({n}, {(n - 1) // 3 + 1})", 9000):
        yield f"INSERT INTO children VALUES {rows}"


def _numbers(n: int, many: int) -> str:
    return ", ".join(str((n * 37 + at * 101) % ROWS + 1) for at in range(many))


def _transaction(n: int) -> list[str]:
    key = n % ROWS + 1
    return [
        "START TRANSACTION",
        f"SELECT note FROM orders WHERE id = {key}",
        f"SELECT note FROM orders WHERE id BETWEEN {key} AND {key + 99}",
        f"SELECT SUM(amount) FROM orders WHERE id BETWEEN {key} AND {key + 99}",
        f"SELECT note FROM orders WHERE id BETWEEN {key} AND {key + 99} ORDER BY note",
        f"SELECT DISTINCT note FROM orders WHERE id BETWEEN {key} AND {key + 99} ORDER BY note",
        f"UPDATE orders SET customer = customer MOD 1000 + 1 WHERE id = {key}",
        f"UPDATE orders SET note = 'note {n} again' WHERE id = {key}",
        f"DELETE FROM plain WHERE a = {key}",
        "COMMIT",
    ]


Kind = Callable[[int], str | list[str]]
KINDS: dict[str, Kind] = {
    "range": lambda n: f"SELECT * FROM orders WHERE id BETWEEN {n % 9000} AND {n % 9000 + 99}",
    "order_limit": lambda n: f"SELECT id, note FROM orders WHERE amount > {n} ORDER BY note DESC, id LIMIT 10",
    "order_by_key_limit": lambda n: f"SELECT * FROM orders WHERE customer > {n % 500} ORDER BY id LIMIT 20",
    "page": lambda n: f"SELECT * FROM orders ORDER BY id LIMIT 20 OFFSET {n * 20 % 9000}",
    "order_all": lambda n: f"SELECT id FROM orders ORDER BY amount DESC, {n} + id LIMIT 5",
    "group": lambda n: f"SELECT customer, COUNT(*), SUM(amount) FROM orders WHERE id > {n} GROUP BY customer",
    "group_having": lambda n: (
        f"SELECT customer, MAX(amount) m FROM orders GROUP BY customer HAVING m > {9000 + n % 100} ORDER BY m LIMIT 10"
    ),
    "distinct": lambda n: f"SELECT DISTINCT note FROM orders WHERE id > {n}",
    "join_by_key": lambda n: (
        f"SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer WHERE o.id BETWEEN {n % 9000} AND "
        f"{n % 9000 + 50}"
    ),
    "join_2": lambda n: (
        f"SELECT COUNT(*), SUM(o.amount) FROM orders o JOIN customers c ON c.id = o.customer WHERE c.city <> {n % 100}"
    ),
    "join_3": lambda n: (
        "SELECT t.name, COUNT(*) FROM orders o JOIN customers c ON c.id = o.customer JOIN cities t ON t.id = c.city "
        f"WHERE o.id > {n} GROUP BY t.name ORDER BY 2 DESC LIMIT 5"
    ),
    "left_join": lambda n: (
        f"SELECT COUNT(*) FROM customers c LEFT JOIN orders o ON o.customer = c.id WHERE o.id IS NULL AND c.id > {n}"
    ),
    "join_without_key": lambda n: f"SELECT COUNT(*) FROM customers c JOIN plain p ON p.a = c.id AND p.a > {n}",
    "view": lambda n: f"SELECT * FROM dear WHERE id = {n % ROWS + 1}",
    "in_list": lambda n: f"SELECT * FROM orders WHERE id IN ({_numbers(n, 100)})",
    "in_list_1000": lambda n: f"SELECT id FROM orders WHERE id IN ({_numbers(n, 1000)})",
    "in_list_without_key": lambda n: f"SELECT COUNT(*) FROM plain WHERE a IN ({_numbers(n, 100)})",
    "or_list": lambda n: f"SELECT id FROM orders WHERE {' OR '.join(f'id = {k * 7 + n % 100}' for k in range(50))}",
    "in_query": lambda n: (
        f"SELECT COUNT(*) FROM customers WHERE id IN (SELECT customer FROM orders WHERE amount > {n})"
    ),
    "not_in_query": lambda n: (
        f"SELECT COUNT(*) FROM customers WHERE id NOT IN (SELECT customer FROM orders WHERE amount > {n})"
    ),
    "exists": lambda n: (
        f"SELECT COUNT(*) FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.id > {n})"
    ),
    "not_exists_without_key": lambda n: (
        f"SELECT COUNT(*) FROM cities c WHERE NOT EXISTS (SELECT 1 FROM plain p WHERE p.a = c.id + {n})"
    ),
    "scalar_query": lambda n: (
        "SELECT id, (SELECT COUNT(*) FROM orders o WHERE o.customer = c.id) FROM customers c "
        f"WHERE id BETWEEN {n % 900} AND {n % 900 + 49}"
    ),
    "derived": lambda n: (
        "SELECT c.name, d.s FROM customers c JOIN (SELECT customer, SUM(amount) s FROM orders GROUP BY customer) d ON "
        f"d.customer = c.id WHERE c.id < {n % 100 + 20}"
    ),
    "cte": lambda n: (
        f"WITH big AS (SELECT customer, amount FROM orders WHERE amount > {5000 + n % 100}) SELECT customer, COUNT(*) "
        "FROM big GROUP BY customer"
    ),
    "recursive": lambda n: (
        f"WITH RECURSIVE r (n) AS (SELECT {n} UNION ALL SELECT n + 1 FROM r WHERE n < {n + 500}) SELECT SUM(n) FROM r"
    ),
    "window": lambda n: (
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY customer ORDER BY amount DESC) r FROM orders "
        f"WHERE id BETWEEN {n % 5000} AND {n % 5000 + 1000}"
    ),
    "union": lambda n: (
        f"SELECT id FROM orders WHERE id < {n % 500 + 100} UNION SELECT id FROM customers WHERE id < {n % 500 + 100}"
    ),
    "count": lambda n: "SELECT COUNT(*) FROM orders",
    "count_where": lambda n: f"SELECT COUNT(*) FROM orders WHERE amount > {n}",
    "max": lambda n: "SELECT MAX(id), MIN(id) FROM orders",
    "second_key": lambda n: f"SELECT * FROM orders WHERE customer = {n % 1000 + 1}",
    "text_key": lambda n: f"SELECT * FROM orders WHERE note = 'note {n * 31 % 5000} of an order'",
    "like_front": lambda n: f"SELECT * FROM orders WHERE note LIKE 'note {n % 500}%'",
    "like_middle": lambda n: f"SELECT COUNT(*) FROM orders WHERE note LIKE '%{n % 500} of%'",
    "regexp": lambda n: f"SELECT COUNT(*) FROM customers WHERE name REGEXP '{n % 500}$'",
    "scan_without_key": lambda n: f"SELECT * FROM plain WHERE a = {n % ROWS}",
    "functions": lambda n: (
        "SELECT UPPER(note), DATE_FORMAT(made, '%Y-%m'), ROUND(amount / 3, 2), IF(customer > 5, 'a', 'b'), "
        f"CONCAT(id, '-', customer) FROM orders WHERE id BETWEEN {n % 9000} AND {n % 9000 + 99}"
    ),
    "json_extract": lambda n: f"SELECT COUNT(*) FROM docs WHERE doc->>'$.b[2].c' = 'x{n % 50}'",
    "json_set": lambda n: f"UPDATE docs SET doc = JSON_SET(doc, '$.a', {n}) WHERE id = {n % 2000 + 1}",
    "json_make": lambda n: (
        f"SELECT JSON_OBJECT('id', id, 'n', JSON_ARRAY(amount, note)) FROM orders WHERE id BETWEEN {n} AND {n + 99}"
    ),
    "literal": lambda n: f"SELECT {n}",
    "variables": lambda n: "SELECT @@version, @@sql_mode, @@autocommit",
    "set": lambda n: f"SET @a = {n}, SESSION sort_buffer_size = {n + 40000}",
    "insert_ignore": lambda n: f"INSERT IGNORE INTO orders VALUES ({n % ROWS + 1}, 1, 'x', 1, NOW())",
    "insert_ignore_100": lambda n: (
        "INSERT IGNORE INTO customers VALUES " + ", ".join(f"({n * 50 + k}, 'name', 1)" for k in range(100))
    ),
    "replace": lambda n: f"REPLACE INTO customers VALUES ({n % ROWS + 1}, 'another {n}', 5)",
    "replace_100": lambda n: (
        "REPLACE INTO customers VALUES " + ", ".join(f"({(n * 100 + k) % ROWS + 1}, 'n {n}', 1)" for k in range(100))
    ),
    "upsert": lambda n: (
        f"INSERT INTO customers VALUES ({n % ROWS + 1}, 'n', 1) ON DUPLICATE KEY UPDATE name = 'again {n}'"
    ),
    "upsert_100": lambda n: (
        "INSERT INTO customers VALUES "
        + ", ".join(f"({(n * 100 + k) % ROWS + 1}, 'n {n}', 1)" for k in range(100))
        + " AS new ON DUPLICATE KEY UPDATE name = new.name"
    ),
    "insert_select": lambda n: f"INSERT INTO plain SELECT id, name FROM customers WHERE id BETWEEN {n} AND {n + 20}",
    "update_by_second_key": lambda n: f"UPDATE orders SET amount = amount + 1 WHERE customer = {n % 1000 + 1}",
    "update_case": lambda n: (
        "UPDATE customers SET city = CASE id "
        + " ".join(f"WHEN {n + k} THEN {k}" for k in range(50))
        + f" END WHERE id BETWEEN {n} AND {n + 49}"
    ),
    "update_query": lambda n: (
        "UPDATE customers SET city = (SELECT COUNT(*) FROM orders o WHERE o.customer = customers.id) "
        f"WHERE id BETWEEN {n % 900} AND {n % 900 + 20}"
    ),
    "update_in_query": lambda n: (
        f"UPDATE orders SET amount = amount + 1 WHERE customer IN (SELECT id FROM customers WHERE city = {n % 100})"
    ),
    "update_join": lambda n: (
        f"UPDATE orders o JOIN customers c ON c.id = o.customer SET o.amount = o.amount + 1 WHERE c.id = {n % 1000}"
    ),
    "update_without_key": lambda n: f"UPDATE plain SET b = 'new {n}' WHERE a = {n % ROWS}",
    "update_order_limit": lambda n: "UPDATE orders SET amount = amount + 1 ORDER BY made LIMIT 10",
    "delete_in_query": lambda n: (
        f"DELETE FROM plain WHERE a IN (SELECT id FROM customers WHERE city = {n % 100} AND id > 9900)"
    ),
    "delete_cascade": lambda n: f"DELETE FROM parents WHERE id = {n % 3000 + 1}",
    "for_update": lambda n: [
        "BEGIN",
        f"SELECT * FROM orders WHERE id = {n % ROWS + 1} FOR UPDATE",
        f"UPDATE orders SET amount = {n} WHERE id = {n % ROWS + 1}",
        "COMMIT",
    ],
    "skip_locked": lambda n: [
        "BEGIN",
        f"SELECT * FROM orders WHERE customer = {n % 1000} ORDER BY id LIMIT 5 FOR UPDATE SKIP LOCKED",
        "COMMIT",
    ],
    "transaction": _transaction,
    "savepoints": lambda n: [
        "BEGIN",
        f"INSERT INTO plain VALUES ({n}, 'x')",
        "SAVEPOINT s",
        f"INSERT INTO plain VALUES ({n}, 'y')",
        "ROLLBACK TO s",
        "RELEASE SAVEPOINT s",
        "COMMIT",
    ],
    "rollback": lambda n: ["BEGIN", f"UPDATE orders SET amount = {n} WHERE id <= 100", "ROLLBACK"],
    "procedure_loop": lambda n: "CALL loops(1000)",
    "procedure_cursor": lambda n: "CALL walks()",
    "stored_function": lambda n: f"SELECT SUM(twice(id)) FROM customers WHERE id BETWEEN {n} AND {n + 99}",
    "trigger_100": lambda n: "INSERT INTO audited (n) VALUES " + ", ".join(f"({n + k})" for k in range(100)),
    "trigger": lambda n: f"INSERT INTO audited (n) VALUES ({n})",
    "create_drop": lambda n: [
        f"CREATE TABLE t{n} (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(50) NOT NULL, b DATETIME, KEY (a))",
        f"DROP TABLE t{n}",
    ],
    "alter_add": lambda n: [f"ALTER TABLE customers ADD COLUMN x{n} INT", f"ALTER TABLE customers DROP COLUMN x{n}"],
    "alter_copy": lambda n: "ALTER TABLE cities ENGINE=InnoDB",
    "create_index": lambda n: ["CREATE INDEX a ON plain (a)", "DROP INDEX a ON plain"],
    "truncate": lambda n: "TRUNCATE TABLE audit",
    "temporary": lambda n: [
        "CREATE TEMPORARY TABLE tt (id INT PRIMARY KEY, a INT)",
        "INSERT INTO tt SELECT id, city FROM customers WHERE id <= 100",
        "SELECT COUNT(*) FROM tt",
        "DROP TEMPORARY TABLE tt",
    ],
    "schema_tables": lambda n: "SELECT table_name, engine FROM information_schema.tables WHERE table_schema = 'shop'",
    "schema_columns": lambda n: (
        "SELECT column_name, column_type, is_nullable FROM information_schema.columns WHERE table_schema = 'shop' AND "
        "table_name = 'orders' ORDER BY ordinal_position"
    ),
    "schema_keys": lambda n: (
        "SELECT k.constraint_name, k.column_name, k.referenced_table_name FROM information_schema.key_column_usage k "
        "JOIN information_schema.table_constraints t USING (constraint_schema, constraint_name, table_name) "
        "WHERE k.table_schema = 'shop' AND k.table_name = 'children'"
    ),
    "schema_statistics": lambda n: "SELECT * FROM information_schema.statistics WHERE table_schema = 'shop'",
    "show_tables": lambda n: "SHOW FULL TABLES",
    "show_columns": lambda n: "SHOW FULL COLUMNS FROM orders",
    "show_create": lambda n: "SHOW CREATE TABLE orders",
    "show_index": lambda n: "SHOW INDEX FROM orders",
    "show_variables": lambda n: "SHOW VARIABLES LIKE 'sql_mode'",
    "show_status": lambda n: "SHOW GLOBAL STATUS",
    "show_table_status": lambda n: "SHOW TABLE STATUS",
    "explain": lambda n: f"EXPLAIN SELECT * FROM orders WHERE customer = {n % 1000}",
    "prepare": lambda n: [
        "PREPARE p FROM 'SELECT note FROM orders WHERE id = ?'",
        f"SET @a = {n}",
        "EXECUTE p USING @a",
        "DEALLOCATE PREPARE p",
    ],
}


def turns(name: str, seconds: float, send: Callable[[str], object], clock: Callable[[], float]) -> float:
    """Processor time of a turn in ms. send: a statement; clock: seconds used."""
    kind, end, done = KINDS[name], time.perf_counter() + seconds, 0
    for turn in (0, 1):  # what is warm on a server in use is warm here
        for text in _statements(kind(turn)):
            send(text)
    start = clock()
    while (done < 5000 and time.perf_counter() < end) or not done:
        for text in _statements(kind(done + 2)):
            send(text)
        done += 1
    return (clock() - start) / done * 1000


def _statements(made: str | list[str]) -> list[str]:
    return [made] if isinstance(made, str) else made


def measure(names: list[str], seconds: float, profiled: str = "") -> dict[str, float]:
    """ms a turn of each kind, in this process."""
    costs = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "log", OPTIONS) as server:
        session = server.connect()
        for text in setup():
            session.execute(text)
        for name in names:
            profiler = cProfile.Profile()
            if name == profiled:
                profiler.runcall(turns, name, seconds, session.execute, time.process_time)
                pstats.Stats(profiler).sort_stats("tottime").print_stats(45)
                pstats.Stats(profiler).sort_stats("cumulative").print_stats(60)
            try:
                costs[name] = turns(name, seconds, session.execute, time.process_time)
            except Exception as error:  # of another checkout, which may know less
                print(f"{name}: {error}", file=sys.stderr)
                session.execute("ROLLBACK")
    return costs


def measured_there(folder: Path, names: list[str], seconds: float) -> dict[str, float]:
    """The same with another checkout's code."""
    command = [sys.executable, __file__, "--json", "--seconds", str(seconds), "--kinds", *names]
    environment = os.environ | {_CHECKOUT: str(folder), "PYTHONPATH": str(folder)}
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(result.stdout.splitlines()[-1]))


def measured_peer(names: list[str], seconds: float) -> dict[str, float]:
    """The same on a mysqld with the settings of `peer`."""
    from peer import OPTIONS as PEER_OPTIONS
    from peer import processor_time

    from binwriter.integration.mysql import running_server

    with (
        running_server(PEER_OPTIONS) as server,
        server.connect(autocommit=True) as connection,
        connection.cursor() as cursor,
    ):

        def send(text: str) -> None:
            cursor.execute(text)
            while cursor.nextset():
                pass

        for text in setup():
            send(text)
        return {name: turns(name, seconds, send, lambda: processor_time(server)) for name in names}


def main() -> int:
    """Runs the kinds and prints a table, those that are slowest beside a mysqld first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), metavar="NAME")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each kind, by the clock")
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--profile", choices=KINDS, metavar="NAME")
    parser.add_argument("--json", action="store_true", help="prints the figures of this process alone, as JSON")
    given = parser.parse_args()
    if given.profile:
        measure([given.profile], given.seconds, given.profile)
        return 0
    own = measure(given.kinds, given.seconds)
    if given.json:
        print(json.dumps(own))
        return 0
    others = measured_there(given.against, given.kinds, given.seconds) if given.against else {}
    peers = measured_peer(given.kinds, given.seconds) if given.peer else {}
    print(f"{'kind':24} {'ms':>9}   the same of --against, mysqld, and times")
    for name in sorted(own, key=lambda name: peers.get(name, 0) / own[name]):
        parts = [f"{name:24} {own[name]:9.3f}"]
        parts += [f"{other[name]:9.3f} {other[name] / own[name]:6.2f}" for other in (others, peers) if name in other]
        print("  ".join(parts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
