# ruff: noqa: E501 (a statement stands in one line)
"""ALTER TABLE of every kind, drawn."""

from __future__ import annotations

import random

from tests.golden.definitions.columns import Names, column
from tests.golden.definitions.parts import ENGINES, check, foreign_key, key, options, partitions

_PLAIN = (
    "ENGINE = {engine}", "ENGINE = {engine}", "FORCE", "CONVERT TO CHARACTER SET latin1", "CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    "CONVERT TO CHARACTER SET DEFAULT", "CONVERT TO CHARACTER SET latin1 COLLATE utf8mb4_bin", "DISABLE KEYS", "ENABLE KEYS",
    "ORDER BY {c}", "ORDER BY {c} DESC, id", "RENAME TO r", "RENAME AS p", "RENAME t", "ALGORITHM = INPLACE", "ALGORITHM = INSTANT",
    "ALGORITHM = COPY", "LOCK = NONE", "LOCK = SHARED", "ALGORITHM = NOSUCH", "DISCARD TABLESPACE", "WITH VALIDATION", "WITHOUT VALIDATION",
    "REMOVE PARTITIONING", "COMMENT 'new'", "SECONDARY_LOAD", "CHARACTER SET = latin1 COLLATE latin1_bin",
)  # fmt: skip
_COLUMNS = (
    "ALTER {c} SET DEFAULT {value}", "ALTER COLUMN {c} DROP DEFAULT", "ALTER COLUMN {c} SET {seen}", "RENAME COLUMN {c} TO {new}",
    "RENAME COLUMN {c} TO {d}", "DROP COLUMN {c}", "DROP {c}", "DROP COLUMN {c}, DROP COLUMN {d}", "RENAME COLUMN {c} TO {d}, RENAME COLUMN {d} TO {c}",
    "ALTER COLUMN {c} SET DEFAULT ({expression})", "DROP id, ADD id INT FIRST",
)  # fmt: skip
_KEYS = (
    "DROP PRIMARY KEY", "DROP KEY {k}", "DROP INDEX {k}", "DROP CONSTRAINT {k}", "DROP CHECK {k}", "DROP FOREIGN KEY {k}",
    "RENAME INDEX {k} TO {l}", "ALTER INDEX {k} {seen}", "ALTER CHECK {k} NOT ENFORCED", "ALTER CHECK {k} ENFORCED",
    "ALTER CONSTRAINT {k} ENFORCED", "DROP CONSTRAINT {k}, DROP CONSTRAINT {l}", "DROP CONSTRAINT {k}, ADD CONSTRAINT {k} CHECK (id > 0)",
    "DROP KEY {k}, ADD KEY {k} (id)", "DROP PRIMARY KEY, ADD PRIMARY KEY (id)", "DROP CONSTRAINT `PRIMARY`", "RENAME KEY {k} TO `PRIMARY`",
)  # fmt: skip
_NAMES = (
    "k1",
    "k2",
    "k3",
    "uk1",
    "t_chk_1",
    "t_chk_2",
    "f1",
    "t_ibfk_1",
    "nosuch",
    "c1",
    "c2",
    "id",
    "PRIMARY",
    "functional_index",
    "uk2",
)
_PARTS = (
    "ADD PARTITION (PARTITION p9 VALUES LESS THAN (90))", "ADD PARTITION (PARTITION p9 VALUES IN (90))", "ADD PARTITION PARTITIONS 2",
    "DROP PARTITION p0", "DROP PARTITION nosuch", "TRUNCATE PARTITION ALL", "TRUNCATE PARTITION p0", "COALESCE PARTITION 1",
    "REORGANIZE PARTITION p0 INTO (PARTITION n0 VALUES LESS THAN (3), PARTITION n1 VALUES LESS THAN (10))", "REORGANIZE PARTITION",
    "REBUILD PARTITION ALL", "OPTIMIZE PARTITION p0", "ANALYZE PARTITION ALL", "CHECK PARTITION p1", "REPAIR PARTITION p0",
    "EXCHANGE PARTITION p0 WITH TABLE p", "EXCHANGE PARTITION p0 WITH TABLE q WITHOUT VALIDATION", "REMOVE PARTITIONING",
    "DISCARD PARTITION p0 TABLESPACE", "ADD COLUMN x INT, DROP PARTITION p0",
)  # fmt: skip
_VALUES = ("1", "'x'", "NULL", "CURRENT_TIMESTAMP", "'2024-01-01'", "1.5", "-1", "''", "0", "DEFAULT")


def alter(chance: random.Random, names: Names) -> str:
    """ALTER TABLE t .."""
    if chance.random() < 0.12:
        return f"ALTER TABLE t {chance.choice(_PARTS)}"
    made = [_action(chance, names) for _ in range(chance.choice((1, 1, 1, 1, 2, 3)))]
    tail = f" {partitions(chance, names)}" if chance.random() < 0.06 else ""
    return f"ALTER TABLE t {', '.join(made)}{tail}"


def _action(chance: random.Random, names: Names) -> str:
    draw = chance.random()
    place = chance.choice(("", "", "", " FIRST", " AFTER id", " AFTER {c}"))
    one = f"n{chance.randrange(3)}" if chance.random() < 0.85 else "c1"
    if draw < 0.2:
        type_, text = column(chance, names, one)
        form = f"ADD {chance.choice(('', 'COLUMN '))}{one} {text}{place}"
        names.columns[one] = type_
    elif draw < 0.25:
        form = f"ADD (m1 {column(chance, names, 'm1')[1]}, m2 {column(chance, names, 'm2')[1]})"
    elif draw < 0.38:
        form = f"MODIFY {chance.choice(('', 'COLUMN '))}{{c}} {column(chance, names, 'c1')[1]}{place}"
    elif draw < 0.45:
        form = f"CHANGE {{c}} {chance.choice(('{c}', 'z', 'z'))} {column(chance, names, 'c1')[1]}{place}"
    elif draw < 0.55:
        form = f"ADD {key(chance, names, f'k{chance.randrange(1, 4)}')}"
    elif draw < 0.6:
        form = f"ADD {chance.choice((check, foreign_key))(chance, names)}"
    elif draw < 0.7:
        form = options(chance) or "FORCE"
    else:
        form = chance.choice(chance.choice((_PLAIN, _COLUMNS, _KEYS, _KEYS)))
    columns = list(names.columns) or ["c1"]
    words = {
        "c": chance.choice(columns) if chance.random() < 0.95 else "nosuch", "d": chance.choice(columns), "new": "z",
        "k": chance.choice(_NAMES), "l": chance.choice(_NAMES), "engine": chance.choice(ENGINES), "value": chance.choice(_VALUES),
        "seen": chance.choice(("VISIBLE", "INVISIBLE")), "expression": names.expression(chance),
    }  # fmt: skip
    for word, text in words.items():
        form = form.replace(f"{{{word}}}", text)
    return form
