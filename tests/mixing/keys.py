"""Tables with foreign keys: every action, self references, chains, diamonds, circles, triggers, and what changes them.

A script has some sets of tables, one after the other. All tables have the same columns, so that every statement may
take any of them: id, u (unique), p and q (which refer), v. The values are few, so that parents are found and missed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

_ACTIONS = ("CASCADE", "CASCADE", "SET NULL", "RESTRICT", "NO ACTION")
_PER_SET = 60
_VALUES = 9
_CHANGES = (
    ("INSERT INTO {t} (id, u, p, q, v) VALUES {rows}", 12),
    ("INSERT INTO {t} (u, p, q, v) VALUES {short}", 8),
    ("INSERT IGNORE INTO {t} (id, u, p, q, v) VALUES {rows}", 5),
    ("INSERT IGNORE INTO {t} (u, p, q, v) VALUES {short}", 3),
    ("INSERT INTO {t} (id, u, p, q, v) VALUES {rows} ON DUPLICATE KEY UPDATE {set}", 5),
    ("INSERT INTO {t} (u, p, q, v) VALUES {short} ON DUPLICATE KEY UPDATE {set}", 3),
    ("INSERT INTO {t} (id, u, p, q, v) SELECT id + {n}, u + {n}, p, q, v FROM {s} ORDER BY id", 4),
    ("INSERT IGNORE INTO {t} (u, p, q, v) SELECT u + {n}, id, q, v FROM {s} ORDER BY id", 2),
    ("REPLACE INTO {t} (id, u, p, q, v) VALUES {rows}", 6),
    ("REPLACE INTO {t} (u, p, q, v) VALUES {short}", 3),
    ("REPLACE INTO {t} (id, u, p, q, v) SELECT id, u, q, p, v FROM {s} ORDER BY id", 2),
    ("UPDATE {t} SET {set} WHERE {where}", 16),
    ("UPDATE IGNORE {t} SET {set} WHERE {where}", 5),
    ("UPDATE {t} SET id = id + 20 ORDER BY id DESC", 1),
    ("UPDATE {t} JOIN {s} AS j ON j.{c} = {t}.{d} SET {t}.{c} = {n} WHERE j.id = {m}", 3),
    ("UPDATE {t}, {s} AS j SET {t}.v = 7, j.{c} = {n} WHERE j.id = {m} AND {t}.{d} = j.{d}", 2),
    ("DELETE FROM {t} WHERE {where}", 14),
    ("DELETE IGNORE FROM {t} WHERE {where}", 4),
    ("DELETE FROM {t} WHERE id < {n} ORDER BY id LIMIT 2", 1),
    ("DELETE {t} FROM {t} JOIN {s} AS j ON j.{c} = {t}.{d} WHERE j.id = {n}", 2),
    ("DELETE {t}, j FROM {t} JOIN {s} AS j ON j.p = {t}.{d} WHERE {t}.id = {n}", 2),
    ("CALL change_it({n}, {m})", 2),
    ("SELECT * FROM {t} ORDER BY id", 4),
)
_DEFINITIONS = (
    ("TRUNCATE TABLE {t}", 2),
    ("ALTER TABLE {t} ADD {key}", 8),
    ("ALTER TABLE {t} DROP FOREIGN KEY {named}", 4),
    ("ALTER TABLE {t} ADD COLUMN w{n} INT", 1),
    ("ALTER TABLE {t} MODIFY p BIGINT", 1),
    ("ALTER TABLE {t} DROP INDEX u", 1),
    ("ALTER TABLE {t} ENGINE = MyISAM", 1),
    ("RENAME TABLE {t} TO {t}r, {t}r TO {t}", 1),
    ("ALTER TABLE {t} RENAME TO {t}x", 1),
    ("ALTER TABLE {t}x RENAME TO {t}", 1),
    ("DROP TABLE {t}", 1),
    ("CREATE TABLE IF NOT EXISTS {t} {columns}", 2),
    ("CREATE TABLE {t}like LIKE {t}; DROP TABLE {t}like", 1),
    ("CREATE TABLE made AS SELECT id, p FROM {t}; DROP TABLE made", 1),
    ("LOCK TABLES {t} WRITE; UPDATE {t} SET {set} WHERE {where}; UNLOCK TABLES", 1),
)
_CONTROLS = (
    ("BEGIN", 8),
    ("COMMIT", 8),
    ("ROLLBACK", 3),
    ("SAVEPOINT s", 2),
    ("ROLLBACK TO s", 2),
    ("SET foreign_key_checks = 0", 3),
    ("SET foreign_key_checks = 1", 6),
    ("SET unique_checks = 0", 1),
    ("SET unique_checks = 1", 1),
    ("SET SESSION binlog_format = STATEMENT", 1),
    ("SET SESSION binlog_format = ROW", 2),
    ("SET SESSION binlog_format = MIXED", 2),
    ("SET SESSION binlog_row_image = MINIMAL", 1),
    ("SET SESSION binlog_row_image = FULL", 1),
)
_TRIGGERS = (
    "INSERT INTO log (t, a) VALUES ('{t}', {row}.id)",
    "INSERT IGNORE INTO {s} (id, u, p) VALUES ({row}.id + 10, {row}.id + 10, {row}.p)",
    "UPDATE {s} SET v = v + 1 WHERE id = {row}.id",
    "DELETE FROM {s} WHERE p = {row}.v",
)
_SETTERS = ("SET NEW.p = NULL", "SET NEW.v = NEW.v + 1", "SET NEW.q = {m}", "SET @seen = NEW.id")


@dataclass
class _Set:
    """A set of tables that refer to one another. prefix: begins the names of its tables."""

    source: random.Random
    prefix: str
    count: int

    def __post_init__(self) -> None:
        self.tables = [f"{self.prefix}{number}" for number in range(1, self.count + 1)]

    def statements(self) -> Iterator[str]:
        """The tables, their triggers, and what happens to them; in the end they go."""
        for number, table in enumerate(self.tables):
            yield f"CREATE TABLE {table} {self._columns(self.tables[: number + 1])}"
        for table in self.tables:
            if self.source.random() < 0.2:
                yield self._filled(f"ALTER TABLE {table} ADD {{key}}")
        yield f"CREATE PROCEDURE change_it(a INT, b INT) {self._body()}"
        yield from self._triggers()
        for table in self.tables:
            yield f"INSERT INTO {table} (id, u) VALUES (1, 1), (2, 2), (3, 3), (4, 4)"
            yield f"UPDATE {table} SET p = id, q = u WHERE id < {self._number()}"
        for _ in range(_PER_SET):
            yield from self._filled(self._chosen()).split("; ")
        yield "COMMIT"
        yield "SET foreign_key_checks = 0"
        yield f"DROP TABLE IF EXISTS {', '.join(self.tables + [f'{table}x' for table in self.tables])}"
        yield "SET foreign_key_checks = 1"
        yield "DROP PROCEDURE change_it"

    def _chosen(self) -> str:
        kind = self.source.choices((_CHANGES, _DEFINITIONS, _CONTROLS), (70, 7, 23))[0]
        return self.source.choices([text for text, _ in kind], [weight for _, weight in kind])[0]

    def _body(self) -> str:
        texts = [text for text, _ in _CHANGES if text.startswith(("UPDATE {", "DELETE {", "INSERT {", "REPLACE {"))]
        texts += ["UPDATE {t} SET {c} = a WHERE id = b", "DELETE FROM {t} WHERE id = a"] * 3
        return "BEGIN " + "".join(self._filled(text) + "; " for text in self.source.sample(texts, 2)) + "END"

    def _triggers(self) -> Iterator[str]:
        for table in self.tables:
            if self.source.random() < 0.35:
                event = self.source.choice(("INSERT", "UPDATE", "DELETE"))
                row = "OLD" if event == "DELETE" else "NEW"
                timing = self.source.choice(("BEFORE", "AFTER"))
                actions = _TRIGGERS if timing == "AFTER" or event == "DELETE" else (*_TRIGGERS, *_SETTERS)
                action = self._filled(self.source.choice(actions).replace("{row}", row), table)
                yield f"CREATE TRIGGER {table}_t {timing} {event} ON {table} FOR EACH ROW {action}"

    def _columns(self, parents: list[str]) -> str:
        counter = self.source.choice(("", "", " AUTO_INCREMENT"))
        unique = self.source.choice(
            (", UNIQUE KEY u (u)", ", UNIQUE KEY u (u)", ", UNIQUE KEY u (u), UNIQUE KEY (p, v)")
        )
        null = self.source.choice(("", "", "", " NOT NULL DEFAULT 1"))
        keys = "".join(f", {self._key(parents)}" for _ in range(self.source.choice((0, 1, 1, 1, 2, 2))))
        columns = f"id INT{counter} PRIMARY KEY, u INT, p INT{null}, q INT, v INT DEFAULT 0"
        return f"({columns}{unique}{keys}) ENGINE=InnoDB"

    def _key(self, parents: list[str]) -> str:
        column = self.source.choice(("p", "p", "q", "id", "u"))
        parent = self.source.choice(parents)
        to = "id" if self.source.random() < 0.8 else "u"
        actions = ""
        for event, chance in (("DELETE", 0.75), ("UPDATE", 0.6)):
            if self.source.random() < chance:
                actions += f" ON {event} {self.source.choice(_ACTIONS)}"
        return f"FOREIGN KEY ({column}) REFERENCES {parent} ({to}){actions}"

    def _number(self) -> int:
        return self.source.randint(1, _VALUES)

    def _value(self) -> str:
        return self.source.choice(("NULL", *[str(self._number())] * 5))

    def _rows(self, first: int) -> str:
        rows = []
        for _ in range(self.source.choice((1, 1, 2, 3))):
            values = [str(self._number()) for _ in range(first)] + [self._value() for _ in range(3)]
            rows.append(f"({', '.join(values)})")
        return ", ".join(rows)

    def _filled(self, text: str, table: str = "") -> str:
        return text.format(
            t=table or self.source.choice(self.tables),
            s=self.source.choice(self.tables),
            c=self.source.choice(("id", "u", "p", "q")),
            d=self.source.choice(("id", "u", "p", "q")),
            n=self._number(),
            m=self._number(),
            rows=self._rows(2),
            short=self._rows(1),
            set=self.source.choice(
                (
                    f"id = {self._number()}",
                    f"u = {self._number()}",
                    f"p = {self._value()}",
                    f"q = {self._value()}",
                    f"id = id + {self._number()}",
                    f"p = {self._value()}, q = {self._value()}",
                    f"id = {self._number()}, p = {self._number()}",
                    "v = v + 1",
                )
            ),
            where=self.source.choice(
                (
                    f"id = {self._number()}",
                    f"id = {self._number()}",
                    f"u = {self._number()}",
                    f"p = {self._number()}",
                    f"id IN ({self._number()}, {self._number()})",
                    f"id > {self._number()} ORDER BY id",
                )
            ),
            key=self._key(self.tables),
            named=f"{self.source.choice(self.tables)}_ibfk_{self.source.randint(1, 2)}",
            columns=self._columns(self.tables),
        )


def configure() -> list[str]:
    """The table that triggers write to."""
    return ["CREATE TABLE log (n INT AUTO_INCREMENT PRIMARY KEY, t VARCHAR(10), a INT) ENGINE=InnoDB"]


def statements(source: random.Random, count: int) -> Iterator[str]:
    """That many sets of tables, one after the other."""
    for number in range(count):
        yield from _Set(source, f"k{number}_", source.randint(3, 7)).statements()
