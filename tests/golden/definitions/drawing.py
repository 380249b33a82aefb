# ruff: noqa: E501 (a statement stands in one line)
"""Draws a cell: settings, a definition of a table and what follows it.

The same number gives the same cell everywhere: nothing but `random.Random(number)` is asked.
"""

from __future__ import annotations

import random

from tests.golden.definitions.alters import alter
from tests.golden.definitions.columns import Names, column
from tests.golden.definitions.parts import check, foreign_key, key, options, partitions

# what is there before each cell, not logged
BEFORE = (
    "CREATE TABLE p (id INT NOT NULL PRIMARY KEY, x VARCHAR(20) NOT NULL DEFAULT 'q', y INT, UNIQUE KEY (id, x))",
    "CREATE TABLE q (id INT NOT NULL, c1 INT DEFAULT 5, c2 VARCHAR(20) COLLATE utf8mb4_bin, c3 TIMESTAMP NULL, c4 TEXT, c5 INT AS (c1 + 1),"
    " KEY k1 (c1)) ENGINE=MyISAM",
    "CREATE VIEW v AS SELECT id, x FROM p",
    "INSERT INTO p VALUES (1, 'a', 2), (2, 'b', 3)",
    "INSERT INTO q (id, c1, c2, c3) VALUES (1, 2, 'x', '2020-02-02'), (2, NULL, 'y', NULL)",
)  # fmt: skip
AFTER = (
    "DROP TEMPORARY TABLE IF EXISTS t, l, r, z",
    "DROP TABLE IF EXISTS t, l, r, q",
    "DROP TABLE IF EXISTS p",
    "DROP VIEW v",
)
_MODES = ("DEFAULT",) * 6 + (
    "''",
    "'ANSI'",
    "'TRADITIONAL'",
    "'NO_ZERO_DATE'",
    "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
    "'ANSI_QUOTES,PIPES_AS_CONCAT'",
)
_SOURCES = (
    "SELECT * FROM q", "SELECT id, c1 AS n, c2 FROM q", "SELECT id AS c1, 'x' AS c2 FROM p", "SELECT 1 AS id, NULL AS c1, 1.5 d, 'e' e",
    "SELECT COUNT(*) c, MAX(c3), SUM(c1) FROM q", "SELECT CONCAT(c2, 'x') z, c1 + 1, c1 / 3, NOW() FROM q", "SELECT * FROM p JOIN q USING (id)",
    "SELECT id, x FROM v", "SELECT x'41' h, b'1' b, DATE '2020-01-01' d, CAST(1 AS JSON) j, POINT(1, 2)", "SELECT * FROM nosuch",
    "TABLE p", "VALUES ROW (1, 'a'), ROW (2, NULL)", "SELECT id FROM p UNION SELECT c2 FROM q", "SELECT c1, c1 FROM q",
    "SELECT id, y AS c1, x AS c2 FROM p ORDER BY id DESC", "SELECT id FROM p UNION ALL SELECT id FROM p", "SELECT @v AS u, USER() w, RAND(1) r",
    "SELECT c1 FROM q WHERE id = 1 FOR UPDATE", "SELECT 'abc' + 1 AS s",
)  # fmt: skip


class Drawn:
    """One cell. settings: before what is asked; statements: what is asked."""

    def __init__(self, number: int) -> None:
        self.chance = chance = random.Random(number)
        self.settings = [
            f"SET binlog_format = {chance.choice(('ROW', 'MIXED', 'STATEMENT'))}, sql_mode = {chance.choice(_MODES)},"
            f" sql_generate_invisible_primary_key = {int(chance.random() < 0.15)},"
            f" explicit_defaults_for_timestamp = {int(chance.random() < 0.85)},"
            f" sql_require_primary_key = {int(chance.random() < 0.04)},"
            f" show_create_table_verbosity = {int(chance.random() < 0.05)},"
            f" show_gipk_in_create_table_and_information_schema = {int(chance.random() < 0.9)},"
            f" foreign_key_checks = {int(chance.random() < 0.9)},"
            f" innodb_strict_mode = {int(chance.random() < 0.7)}, time_zone = '+02:00', @v = 5"
        ]
        names = Names({})
        self.statements = [self._create(names)]
        if chance.random() < 0.6:
            self.statements.append("INSERT IGNORE INTO t (id) VALUES (1), (2)")
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
            self.statements.append(self._next(names))
        if "START TRANSACTION" in self.statements[0]:
            self.statements.append(chance.choice(("COMMIT", "ROLLBACK")))

    def _create(self, names: Names) -> str:
        chance = self.chance
        head = f"CREATE {'TEMPORARY ' if chance.random() < 0.1 else ''}TABLE {'IF NOT EXISTS ' if chance.random() < 0.1 else ''}t"
        if chance.random() < 0.04:
            names.columns.update(id="INT", c1="INT", c2="VARCHAR(20)")
            return head + chance.choice((" LIKE q", " (LIKE p)", " LIKE v", " LIKE nosuch", " LIKE t"))
        lines = [
            f"id INT{chance.choice(('', '', ' NOT NULL', ' NOT NULL', ' AUTO_INCREMENT PRIMARY KEY', ' PRIMARY KEY'))}"
        ]
        given = chance.randint(1, 3)
        for number in range(1, given + 1):
            type_, text = column(chance, names, f"c{number}")
            names.columns[f"c{number}"] = type_
            lines.append(f"c{number} {text}")
        names.columns["id"] = "INT"
        for number in range(1, chance.choice((1, 1, 1, 2, 3))):
            lines.append(key(chance, names, f"k{number}"))
        if chance.random() < 0.15:
            lines.append(check(chance, names))
        if chance.random() < 0.12:
            lines.append(foreign_key(chance, names))
        tail = "".join(
            f" {one}" for one in (options(chance) if chance.random() < 0.5 else "", self._partitions(names)) if one
        )
        if chance.random() < 0.14:
            made = "" if chance.random() < 0.4 else f" ({', '.join(lines)})"
            tail += chance.choice(("", " AS", " IGNORE", " REPLACE AS")) + f" {chance.choice(_SOURCES)}"
            return f"{head}{made}{tail}"
        return f"{head} ({', '.join(lines)}){tail}"

    def _partitions(self, names: Names) -> str:
        return partitions(self.chance, names) if self.chance.random() < 0.15 else ""

    def _next(self, names: Names) -> str:
        chance, draw = self.chance, self.chance.random()
        if draw < 0.82:
            return alter(chance, names)
        if draw < 0.88:
            words = f"INDEX k{chance.randrange(1, 4)} ON t ({chance.choice(list(names.columns))})"
            return chance.choice(
                (
                    f"CREATE {chance.choice(('', 'UNIQUE ', 'FULLTEXT '))}{words}",
                    "DROP INDEX k1 ON t",
                    "DROP INDEX `PRIMARY` ON t",
                )
            )
        return chance.choice(
            (
                "CREATE TABLE l LIKE t", "CREATE TEMPORARY TABLE l LIKE t", "CREATE TABLE l SELECT * FROM t", "TRUNCATE TABLE t",
                "CREATE TABLE l (id INT PRIMARY KEY) SELECT * FROM t", "RENAME TABLE t TO l, l TO t", "CREATE TABLE IF NOT EXISTS t (a INT)",
                "DROP TABLE t", "CREATE TEMPORARY TABLE t (a INT)", "CREATE TABLE l SELECT id, COUNT(*) n FROM t GROUP BY id",
            )
        )  # fmt: skip
