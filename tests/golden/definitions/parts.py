# ruff: noqa: E501 (a statement stands in one line)
"""What drawn tables have beside columns: keys, constraints, options, partitions."""

from __future__ import annotations

import random

from tests.golden.definitions.columns import CHECKS, Names, is_long

ENGINES = (
    ("InnoDB",) * 9
    + ("MyISAM",) * 8
    + ("MEMORY",) * 3
    + ("CSV", "ARCHIVE", "BLACKHOLE", "MERGE", "Nosuch", "FEDERATED")
)
_OPTIONS = (
    "AUTO_INCREMENT = 7", "AUTO_INCREMENT 100", "DEFAULT CHARSET = latin1", "CHARACTER SET utf8mb4", "CHARSET utf8mb3",
    "COLLATE utf8mb4_bin", "DEFAULT CHARSET latin1 COLLATE latin1_bin", "CHARSET latin1 COLLATE utf8mb4_bin", "COMMENT = 'c'",
    "COMMENT 'it''s'", "ROW_FORMAT = COMPACT", "ROW_FORMAT DYNAMIC", "ROW_FORMAT = FIXED", "ROW_FORMAT=COMPRESSED",
    "ROW_FORMAT=REDUNDANT", "ROW_FORMAT=DEFAULT", "KEY_BLOCK_SIZE = 4", "KEY_BLOCK_SIZE=1024", "MAX_ROWS = 1000",
    "MIN_ROWS = 10", "AVG_ROW_LENGTH = 50", "CHECKSUM = 1", "TABLE_CHECKSUM 0", "DELAY_KEY_WRITE = 1", "PACK_KEYS = 1",
    "PACK_KEYS = DEFAULT", "STATS_PERSISTENT = 1", "STATS_AUTO_RECALC = 0", "STATS_SAMPLE_PAGES = 20", "STATS_SAMPLE_PAGES = 0",
    "COMPRESSION = 'zlib'", "COMPRESSION = 'none'", "ENCRYPTION = 'N'", "ENCRYPTION = 'x'", "INSERT_METHOD = LAST",
    "CONNECTION = 'mysql://a@b/c/d'", "TABLESPACE = innodb_file_per_table", "TABLESPACE = innodb_system", "TABLESPACE nosuch",
    "AUTOEXTEND_SIZE = 4M", "AUTOEXTEND_SIZE = 5", "ENGINE_ATTRIBUTE = '{\"a\": 1}'", "SECONDARY_ENGINE_ATTRIBUTE '{'",
    "START TRANSACTION", "PASSWORD = 'x'", "DATA DIRECTORY = '/nosuch'", "INDEX DIRECTORY '/nosuch'", "UNION = (p)",
    "SECONDARY_ENGINE = NULL", "SECONDARY_ENGINE = x", "STORAGE DISK",
)  # fmt: skip
_FUNCTIONS = ("HASH ({c})", "LINEAR HASH ({c})", "HASH (YEAR({c}))", "KEY ({c})", "KEY ()", "LINEAR KEY ALGORITHM=1 ({c})",
              "KEY ALGORITHM=2 ({c})", "HASH (ABS({c}))", "HASH ({c} + id)", "HASH (TO_DAYS({c}))")  # fmt: skip
_RANGES = (
    "RANGE ({c}) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20){o}, PARTITION p2 VALUES LESS THAN MAXVALUE)",
    "RANGE (id) (PARTITION p0 VALUES LESS THAN (5) ENGINE = InnoDB COMMENT 'x', PARTITION p1 VALUES LESS THAN (MAXVALUE))",
    "RANGE COLUMNS ({c}) (PARTITION p0 VALUES LESS THAN ('2020-01-01'), PARTITION p1 VALUES LESS THAN (MAXVALUE))",
    "RANGE COLUMNS (id, {c}) (PARTITION p0 VALUES LESS THAN (3, 'x'), PARTITION p1 VALUES LESS THAN (9, MAXVALUE))",
    "LIST ({c}) (PARTITION p0 VALUES IN (1, 2, NULL), PARTITION p1 VALUES IN (3){o})",
    "LIST COLUMNS ({c}) (PARTITION p0 VALUES IN ('a', 'b'), PARTITION p1 VALUES IN ('c', NULL))",
    "LIST COLUMNS (id, {c}) (PARTITION p0 VALUES IN ((1, 'b')), PARTITION p1 VALUES IN ((3, NULL), (4, 'x')))",
    "RANGE (id) SUBPARTITION BY HASH ({c}) SUBPARTITIONS 2 (PARTITION p0 VALUES LESS THAN (5), PARTITION p1 VALUES LESS THAN MAXVALUE)",
    "RANGE (id) SUBPARTITION BY KEY (id) (PARTITION p0 VALUES LESS THAN (5) (SUBPARTITION s0, SUBPARTITION s1),"
    " PARTITION p1 VALUES LESS THAN MAXVALUE (SUBPARTITION s2, SUBPARTITION s3 COMMENT 'q'))",
    "RANGE (UNIX_TIMESTAMP({c})) (PARTITION p0 VALUES LESS THAN (UNIX_TIMESTAMP('2020-01-01')), PARTITION p1 VALUES LESS THAN (2000000000))",
    "RANGE (id) (PARTITION p0 VALUES LESS THAN (20), PARTITION p1 VALUES LESS THAN (10))",
    "LIST (id) (PARTITION p0 VALUES IN (1, 1))",
    "RANGE (id) (PARTITION p0 VALUES LESS THAN (5), PARTITION p0 VALUES LESS THAN (9))",
    "HASH (id) (PARTITION a, PARTITION b DATA DIRECTORY = '/nosuch')", "HASH (id) PARTITIONS 0", "LIST (id)",
    "RANGE (id) PARTITIONS 3 (PARTITION p0 VALUES LESS THAN (5))",
)  # fmt: skip


def key_part(chance: random.Random, names: Names) -> str:
    """A column, a prefix of one, or an expression."""
    if chance.random() < 0.08:
        return (
            f"({names.expression(chance)})"
            if chance.random() < 0.8
            else f"(CAST({_some(chance, names)} AS UNSIGNED ARRAY))"
        )
    column = _some(chance, names)
    prefix = chance.random() < (0.75 if is_long(names.columns.get(column, "")) else 0.06)
    return f"{column}{f'({chance.choice((1, 5, 10, 800, 4000))})' if prefix else ''}{chance.choice(('',) * 8 + (' DESC', ' ASC'))}"


def key(chance: random.Random, names: Names, name: str) -> str:
    """KEY .. (..) .. as it stands in a definition, and behind ADD."""
    word = chance.choice(
        ("PRIMARY KEY",) * 3
        + ("UNIQUE", "UNIQUE KEY", "UNIQUE INDEX", *("KEY",) * 6, "INDEX", "FULLTEXT KEY", "SPATIAL INDEX")
    )
    given = (
        ""
        if word == "PRIMARY KEY"
        else chance.choice(("", f" {name}", f" {name}", " `PRIMARY`" if chance.random() < 0.1 else ""))
    )
    before = (
        chance.choice(("", "", "", "CONSTRAINT ", f"CONSTRAINT u{name} "))
        if word.startswith(("PRIMARY", "UNIQUE"))
        else ""
    )
    using = chance.choice(("",) * 18 + (" USING BTREE", " USING BTREE", " USING HASH", " TYPE BTREE"))
    parts = ", ".join(key_part(chance, names) for _ in range(chance.choice((1, 1, 1, 2, 3))))
    tail = chance.choice(
        ("",) * 24
        + (
            " INVISIBLE",
            " VISIBLE",
            " COMMENT 'k'",
            " KEY_BLOCK_SIZE 2",
            " USING HASH",
            " WITH PARSER ngram",
            " ENGINE_ATTRIBUTE '{}'",
        )
    )
    return f"{before}{word}{given}{using} ({parts}){tail}"


def check(chance: random.Random, names: Names) -> str:
    """A CHECK of a table."""
    name = chance.choice(("", "", f"CONSTRAINT k{chance.randrange(4)} ", "CONSTRAINT "))
    return f"{name}CHECK ({names.expression(chance, CHECKS)}){chance.choice(('', '', ' NOT ENFORCED', ' ENFORCED'))}"


def foreign_key(chance: random.Random, names: Names) -> str:
    """A FOREIGN KEY, mostly to p."""
    name = chance.choice(("", "", "CONSTRAINT f1 ", "CONSTRAINT f2 "))
    target = chance.choice(
        ("p (id)", "p (id)", "p (id)", "p (x)", "p (y)", "p (id, x)", "t (id)", "nosuch (id)", "p (nosuch)", "v (id)")
    )
    columns = ", ".join(_some(chance, names) for _ in range(2 if "," in target else 1))
    actions = chance.choice(("", "", " ON DELETE CASCADE", " ON DELETE SET NULL ON UPDATE CASCADE", " ON DELETE SET DEFAULT",
                             " ON UPDATE RESTRICT", " ON DELETE NO ACTION", " MATCH FULL ON DELETE CASCADE"))  # fmt: skip
    return f"{name}FOREIGN KEY {chance.choice(('', '', 'i1 '))}({columns}) REFERENCES {target}{actions}"


def options(chance: random.Random, most: int = 2) -> str:
    """ENGINE and others."""
    found = [f"ENGINE = {chance.choice(ENGINES)}"] if chance.random() < 0.35 else []
    found += [chance.choice(_OPTIONS) for _ in range(chance.choice((0, 0, 1, most)))]
    return chance.choice((" ", " ", ", ")).join(found)


def partitions(chance: random.Random, names: Names) -> str:
    """PARTITION BY .."""
    if chance.random() < 0.4:
        what = chance.choice(_FUNCTIONS) + chance.choice(("", " PARTITIONS 3"))
    else:
        what = chance.choice(_RANGES)
    return "PARTITION BY " + what.replace("{c}", _some(chance, names)).replace(
        "{o}", chance.choice(("", "", " MAX_ROWS = 4", " ENGINE MyISAM"))
    )


def _some(chance: random.Random, names: Names) -> str:
    column = chance.choice(list(names.columns) or ["id"])
    return "nosuch" if chance.random() < 0.02 else column
