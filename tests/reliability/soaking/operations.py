"""What the sessions of a soak do: one operation is a few statements, and leaves no transaction open behind it.

Each takes the client (a session that opens itself again when it is closed) and a source of chance. Tables are bounded,
so that what grows is not the data.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table

if TYPE_CHECKING:
    from tests.reliability.soaking.client import Client

DATABASE = "soak"
KEYS = 40
TABLES = (
    "CREATE TABLE t (id INT PRIMARY KEY, v INT, k INT, s VARCHAR(40), UNIQUE KEY (k), KEY (v)) ENGINE=InnoDB",
    "CREATE TABLE u (id INT PRIMARY KEY, t INT, d DECIMAL(10,2), b BLOB) ENGINE=InnoDB",
    "CREATE TABLE j (id INT PRIMARY KEY, doc JSON) ENGINE=InnoDB",
    "CREATE TABLE sums (id INT AUTO_INCREMENT PRIMARY KEY, n INT, s INT) ENGINE=InnoDB",
    "CREATE TABLE n (id INT PRIMARY KEY, v INT) ENGINE=MyISAM",
    "CREATE TABLE shape (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
    "CREATE TABLE api (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
    "CREATE TABLE parts (id INT PRIMARY KEY, v INT, KEY (v)) ENGINE=InnoDB PARTITION BY HASH (id) PARTITIONS 4",
    "CREATE TABLE accounts (id INT PRIMARY KEY, v INT) ENGINE=InnoDB PARTITION BY HASH (id) PARTITIONS 4",
    f"INSERT INTO accounts VALUES {', '.join(f'({key}, 0)' for key in range(1, KEYS + 1))}",
)
# rows without SQL are in the log and not in binwriter's own tables
NOT_COMPARED = frozenset({"api"})

Operation = Callable[["Client", Random], None]


def _key(chance: Random) -> int:
    return chance.randint(1, KEYS)


def statement(chance: Random) -> str:
    """A change of InnoDB tables, or a query that locks."""
    key, other = _key(chance), _key(chance)
    return chance.choice(
        (
            f"UPDATE t SET v = v + 1 WHERE id = {key}",
            f"UPDATE t SET v = v + {other}, s = REPEAT('x', {other}) WHERE id BETWEEN {key} AND {key + 2}",
            f"INSERT INTO t VALUES ({key}, {other}, {key}, 's{other}')",
            f"INSERT IGNORE INTO t VALUES ({key}, {other}, {other}, NULL)",
            f"INSERT INTO t VALUES ({key}, {other}, {key}, 'o') ON DUPLICATE KEY UPDATE v = v + 100",
            f"REPLACE INTO t VALUES ({key}, {other}, {key}, 'r')",
            f"DELETE FROM t WHERE id = {key}",
            f"DELETE FROM t WHERE k = {other}",
            f"REPLACE INTO u VALUES ({key}, {other}, {other}.25, x'00ff{other:02}')",
            f"UPDATE u SET d = d + 0.5 WHERE t = {other}",
            f"UPDATE t, u SET t.v = u.id, u.t = t.id WHERE t.id = u.t AND u.id = {key}",
            f"""REPLACE INTO j VALUES ({key}, '{{"a": [1, {other}], "b": "{"y" * other}"}}')""",
            f"UPDATE j SET doc = JSON_SET(doc, '$.a[1]', {other}) WHERE id = {key}",
            "INSERT INTO sums (n, s) SELECT COUNT(*), COALESCE(SUM(v), 0) FROM t",
            f"REPLACE INTO parts VALUES ({key}, {other}), ({other}, {key})",
            f"UPDATE parts SET v = v + 1 WHERE id BETWEEN {key} AND {key + 5}",
            f"DELETE FROM parts PARTITION (p{key % 4}) WHERE v < {other}",
            f"SELECT v FROM t WHERE id = {key} FOR UPDATE",
            f"SELECT COUNT(*) FROM u WHERE t = {other} LOCK IN SHARE MODE",
        )
    )


def autocommit(client: Client, chance: Random) -> None:
    client.run(statement(chance))


def transaction(client: Client, chance: Random) -> None:
    client.run(chance.choice(("BEGIN", "START TRANSACTION WITH CONSISTENT SNAPSHOT")))
    for _ in range(chance.randint(1, 5)):
        client.run(statement(chance))
    client.run("COMMIT" if chance.random() < 0.75 else "ROLLBACK")


def savepoints(client: Client, chance: Random) -> None:
    client.run("BEGIN")
    for number in range(chance.randint(1, 4)):
        client.run(statement(chance))
        client.run(f"SAVEPOINT s{number % 2}")
        client.run(statement(chance))
        client.run(chance.choice(("ROLLBACK TO s0", "ROLLBACK TO s1", "RELEASE SAVEPOINT s0", "SAVEPOINT s0")))
    client.run("COMMIT" if chance.random() < 0.75 else "ROLLBACK")


def opposite_orders(client: Client, chance: Random) -> None:
    """What deadlocks are made of: two rows, in either order."""
    keys = [1, 2, 3] if chance.random() < 0.5 else [3, 2, 1]
    client.run("BEGIN")
    for key in keys:
        client.run(f"UPDATE t SET v = v - 1 WHERE id = {key}")
    client.run("COMMIT")


def isolation(client: Client, chance: Random) -> None:
    level = chance.choice(("READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"))
    client.run(f"SET TRANSACTION ISOLATION LEVEL {level}")
    client.run("BEGIN")
    client.run("SELECT SUM(v) FROM t")
    client.run(statement(chance))
    client.run("SELECT SUM(v) FROM t")
    client.run("COMMIT")


def without_transactions(client: Client, chance: Random) -> None:
    key = _key(chance)
    client.run(
        chance.choice(
            (f"REPLACE INTO n VALUES ({key}, {key})", f"DELETE FROM n WHERE id = {key}", "UPDATE n SET v = v + 1")
        )
    )


def own_table(client: Client, chance: Random) -> None:
    name = f"own{client.number}"
    client.run(f"CREATE TABLE IF NOT EXISTS {name} (a INT PRIMARY KEY, b VARCHAR(10))")
    client.run(f"INSERT INTO {name} VALUES (1, 'x'), (2, 'y')")
    client.run(f"ALTER TABLE {name} ADD COLUMN c INT DEFAULT {_key(chance)}")
    client.run(f"CREATE TRIGGER tr{client.number} BEFORE UPDATE ON {name} FOR EACH ROW SET NEW.c = OLD.a")
    client.run(f"UPDATE {name} SET b = 'z' WHERE a = 2")
    if chance.random() < 0.3:
        client.run(f"CREATE TABLE {name}_copy AS SELECT a, b FROM {name}")
        client.run(f"DROP TABLE {name}_copy")
    client.run(chance.choice((f"TRUNCATE {name}", f"RENAME TABLE {name} TO {name}_r", f"DROP TABLE {name}")))
    client.run(f"DROP TABLE IF EXISTS {name}, {name}_r")


def shared_definition(client: Client, chance: Random) -> None:
    client.run(f"ALTER TABLE shape {chance.choice(('ADD COLUMN w INT', 'DROP COLUMN w', 'ADD KEY (v)', 'DROP KEY v'))}")
    client.run(f"REPLACE INTO shape (id, v) VALUES ({_key(chance)}, 1)")


def programs(client: Client, chance: Random) -> None:
    number = client.number
    client.run(
        f"CREATE PROCEDURE p{number}(x INT) BEGIN UPDATE t SET v = v + x WHERE id = x; DELETE FROM u WHERE id = x; END"
    )
    client.run(f"CALL p{number}({_key(chance)})")
    client.run(f"CREATE FUNCTION f{number}(x INT) RETURNS INT DETERMINISTIC RETURN x + 1")
    client.run(f"UPDATE t SET v = f{number}(v) WHERE id = {_key(chance)}")
    client.run(f"DROP FUNCTION IF EXISTS f{number}")
    client.run(f"DROP PROCEDURE IF EXISTS p{number}")
    client.run(f"CREATE OR REPLACE VIEW v{number} AS SELECT id, v FROM t WHERE id < 20")
    client.run(f"UPDATE v{number} SET v = 0 WHERE id = {_key(chance)}")
    client.run(f"DROP VIEW IF EXISTS v{number}")


def prepared(client: Client, chance: Random) -> None:
    client.run(f"SET @k = {_key(chance)}")
    client.run("PREPARE one FROM 'UPDATE t SET v = v + 1 WHERE id = ?'")
    client.run("EXECUTE one USING @k")
    if chance.random() < 0.7:
        client.run("DEALLOCATE PREPARE one")


def temporary(client: Client, chance: Random) -> None:
    client.run("CREATE TEMPORARY TABLE tmp (a INT)")
    client.run(f"INSERT INTO tmp VALUES ({_key(chance)}), (2)")
    client.run("INSERT INTO sums (n, s) SELECT COUNT(*), SUM(a) FROM tmp")
    client.run("DROP TEMPORARY TABLE IF EXISTS tmp")


def named_locks(client: Client, chance: Random) -> None:
    name = f"l{_key(chance)}"
    client.run(f"SELECT GET_LOCK('{name}', 1)")
    client.run(statement(chance))
    client.run(f"SELECT RELEASE_LOCK('{name}')" if chance.random() < 0.8 else "SELECT RELEASE_ALL_LOCKS()")


def table_locks(client: Client, chance: Random) -> None:
    if chance.random() < 0.1:
        client.run("FLUSH TABLES WITH READ LOCK")
    else:
        client.run(chance.choice(("LOCK TABLES t WRITE, u READ", "LOCK TABLES n WRITE")))
        client.run(f"UPDATE t SET v = v + 1 WHERE id = {_key(chance)}")
    client.run("UNLOCK TABLES")


def transfer(client: Client, chance: Random) -> None:
    """From one row to another, in two partitions or one: all of them sum to zero always."""
    amount = _key(chance)
    client.run("BEGIN")
    for change in (-amount, amount):
        client.run(f"UPDATE accounts SET v = v + {change} WHERE id = {_key(chance)}")
        if client.failed:  # a deadlock has rolled all of it back, an error of another kind only the statement
            client.run("ROLLBACK")
            return
    client.run("COMMIT")


def audit(client: Client, chance: Random) -> None:
    """What a statement reads is of one moment, also where it is so long that others have their turn meanwhile."""
    text = chance.choice(
        (
            "SELECT SUM(v) FROM accounts",
            "SELECT SUM(a.v + b.v) FROM accounts a, accounts b",
            "SELECT SUM(v) FROM accounts PARTITION (p0, p1, p2, p3) WHERE BENCHMARK(2000, MD5(v)) = 0",
            "SELECT SUM(d.s) FROM (SELECT id % 7 AS k, SUM(v) AS s FROM accounts GROUP BY k) d",
        )
    )
    client.run(f"SET SESSION TRANSACTION ISOLATION LEVEL {chance.choice(('READ COMMITTED', 'REPEATABLE READ'))}")
    rows = client.run(text)
    assert not rows or int(rows[0][0]) == 0, f"{text}: {rows}"


def events(client: Client, chance: Random) -> None:
    name = f"e{_key(chance) % 5}"
    client.run(
        chance.choice(
            (
                f"CREATE EVENT IF NOT EXISTS {name} ON SCHEDULE EVERY 1 SECOND DO UPDATE t SET v = v + 1 WHERE id = 3",
                f"CREATE EVENT {name} ON SCHEDULE AT CURRENT_TIMESTAMP DO REPLACE INTO u VALUES (1, 1, 1, x'00')",
                f"ALTER EVENT {name} ON SCHEDULE EVERY 2 SECOND DO BEGIN DELETE FROM u WHERE id = 1; CALL no(); END",
                f"ALTER EVENT {name} DISABLE",
                f"DROP EVENT IF EXISTS {name}",
            )
        )
    )


def partitions(client: Client, chance: Random) -> None:
    client.run(
        chance.choice(
            (
                "ALTER TABLE parts ADD PARTITION PARTITIONS 1",
                "ALTER TABLE parts COALESCE PARTITION 1",
                "ALTER TABLE parts TRUNCATE PARTITION p0",
                "ALTER TABLE parts PARTITION BY HASH (id) PARTITIONS 4",
            )
        )
    )


def encryption(client: Client, chance: Random) -> None:
    client.life.change_encryption(
        lambda: client.run(
            chance.choice(
                (
                    "ALTER INSTANCE ROTATE BINLOG MASTER KEY",
                    "SET GLOBAL binlog_encryption = ON",
                    "SET GLOBAL binlog_encryption = OFF",
                )
            )
        )
    )


def xa(client: Client, chance: Random) -> None:
    name = f"'x{client.number}'"
    client.run(f"XA START {name}")
    client.run(statement(chance))
    client.run(f"XA END {name}")
    if chance.random() < 0.2:
        client.run(f"XA COMMIT {name} ONE PHASE" if chance.random() < 0.5 else f"XA ROLLBACK {name}")
    else:
        client.run(f"XA PREPARE {name}")
        if chance.random() < 0.2:
            client.reconnect()
        client.run(f"XA {'COMMIT' if chance.random() < 0.6 else 'ROLLBACK'} {name}")
    client.run("ROLLBACK")


def gone_in_the_middle(client: Client, chance: Random) -> None:
    client.run("BEGIN")
    client.run(statement(chance))
    client.run(statement(chance))
    client.reconnect()


def kill(client: Client, chance: Random) -> None:
    """KILL of any session, waiting or not, itself not."""
    others = [number for number in list(client.life.server.sessions) if number != client.thread_id]
    if others:
        client.life.count("kills")
        victim = chance.choice(others)
        if chance.random() < 0.5:
            client.life.server.kill(victim)
        else:
            client.life.server.kill_query(victim)


def rotate(client: Client, chance: Random) -> None:
    client.life.count("rotations")
    client.run("FLUSH BINARY LOGS")


def purge(client: Client, chance: Random) -> None:
    client.life.purge()


def rows_without_sql(client: Client, chance: Random) -> None:
    table: Table | None = client.life.server.catalog.find(DATABASE, "api")
    if table is None:
        return
    base = client.number * 10
    with client.session.transaction():
        client.session.insert_rows(table, [(base + number, 1) for number in range(3)])
        client.session.update_rows(table, [((base, 1), (base, 2))])
        client.session.delete_rows(table, [(base, 2), (base + 1, 1), (base + 2, 1)])
    client.life.count("statements", 3)


def own_gtid(client: Client, chance: Random) -> None:
    if not client.life.gtids:
        return
    client.run(f"SET gtid_next = '{client.life.next_gtid()}'")
    client.run(statement(chance))
    client.run("COMMIT")
    client.run("SET gtid_next = 'AUTOMATIC'")


def mistakes(client: Client, chance: Random) -> None:
    client.run(
        chance.choice(
            (
                "SELECT * FROM nowhere",
                "UPDATE t SET nothing = 1",
                "INSERT INTO t VALUES (1)",
                "SELEKT 1",
                "SIGNAL SQLSTATE '45000'",
                "DROP TABLE nowhere",
            )
        )
    )


# of what a client over the wire cannot do
WITHOUT_SQL = frozenset({rows_without_sql})
# operation -> how often
OPERATIONS: dict[Operation, int] = {
    autocommit: 30,
    transaction: 30,
    savepoints: 8,
    opposite_orders: 6,
    isolation: 5,
    without_transactions: 6,
    own_table: 3,
    shared_definition: 1,
    programs: 2,
    prepared: 4,
    temporary: 2,
    named_locks: 2,
    table_locks: 1,
    xa: 4,
    gone_in_the_middle: 3,
    kill: 2,
    rotate: 1,
    purge: 1,
    rows_without_sql: 3,
    own_gtid: 2,
    transfer: 8,
    audit: 5,
    events: 2,
    partitions: 1,
    encryption: 1,
    mistakes: 4,
}
