# ruff: noqa: E501 (a fault stands in one line)
"""CREATE TABLE with two faults: every pair, in both orders where both are of the same list.

A fault is a piece of a definition; {n} in it makes its names its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

SETUP = (
    "CREATE TABLE p (id INT NOT NULL PRIMARY KEY, x VARCHAR(20) NOT NULL, y INT, UNIQUE KEY (id, x))",
    "CREATE TABLE q (id INT, c TEXT, f INT, CONSTRAINT taken CHECK (f > 1), CONSTRAINT used FOREIGN KEY (f) REFERENCES p (id)) AUTO_INCREMENT = 7",
    "CREATE VIEW v AS SELECT 1 AS id",
    "INSERT INTO p VALUES (1, 'a', 2), (2, 'b', 3)",
)

_TOO_LONG = "n" * 65

# what stands in the list of columns, keys and constraints
LIST: dict[str, str] = {
    # types
    "width": "c{n} TINYINT(300)", "precision": "c{n} DECIMAL(70,2)", "scale": "c{n} DECIMAL(5,6)", "scale of float": "c{n} FLOAT(5,6)",
    "long char": "c{n} CHAR(256)", "long varchar": "c{n} VARCHAR(70000)", "members": "c{n} ENUM('x','X')", "comma": "c{n} SET('a,b')",
    "bits": "c{n} BIT(65)", "fraction": "c{n} TIME(7)", "vector": "c{n} VECTOR(0)", "year": "c{n} YEAR(2)", "float": "c{n} FLOAT(60)",
    "misfit": "c{n} VARCHAR(5) CHARACTER SET latin1 COLLATE utf8mb4_bin", "misfit with the table's": "c{n} VARCHAR(5) CHARACTER SET latin1 COLLATE latin1_bin",
    "no charset": "c{n} VARCHAR(5) CHARACTER SET nosuch", "no collation": "c{n} VARCHAR(5) COLLATE nosuch",
    "wide": "c{n} VARCHAR(60000) CHARACTER SET latin1",
    # defaults
    "default": "c{n} INT DEFAULT 'abc'", "null default": "c{n} INT NOT NULL DEFAULT NULL", "default of a text": "c{n} TEXT DEFAULT 'a'",
    "zero date": "c{n} DATE DEFAULT '0000-00-00'", "fraction of now": "c{n} DATETIME DEFAULT NOW(3)", "on update": "c{n} INT ON UPDATE NOW()",
    "default of member": "c{n} ENUM('a') DEFAULT 'b'", "default expression": "c{n} INT DEFAULT (nosuch + 1)", "default variable": "c{n} INT DEFAULT (@v)",
    "default subquery": "c{n} INT DEFAULT (SELECT 1)", "default function": "c{n} INT DEFAULT (SLEEP(1))", "default own": "c{n} INT DEFAULT (c{n} + 1)",
    # generated
    "generated column": "c{n} INT AS (nosuch + 1)", "generated rand": "c{n} INT AS (RAND())", "generated variable": "c{n} INT AS (@v)",
    "generated default": "c{n} INT AS (id) DEFAULT 5", "generated counter": "c{n} INT AS (id) AUTO_INCREMENT UNIQUE", "generated own": "c{n} INT AS (c{n} + 1)",
    "generated row": "c{n} INT AS ((1, 2))", "generated of counter": "c{n} INT AUTO_INCREMENT UNIQUE, d{n} INT AS (c{n} + 1)", "virtual primary": "c{n} INT AS (id) PRIMARY KEY",
    # columns
    "counter": "c{n} INT AUTO_INCREMENT", "counter of text": "c{n} VARCHAR(9) AUTO_INCREMENT UNIQUE", "duplicate": "c{n} INT, c{n} INT", "blank": "`c{n} ` INT",
    "long name": f"{_TOO_LONG} INT", "comment": "c{n} INT COMMENT '" + "x" * 1025 + "'", "null primary": "c{n} INT NULL PRIMARY KEY", "srid": "c{n} INT SRID 4326",
    "no srid": "c{n} POINT SRID 999999", "attribute": "c{n} INT ENGINE_ATTRIBUTE '{{\"a\":1}}'", "no json": "c{n} INT ENGINE_ATTRIBUTE '{{'",
    "inline reference": "c{n} INT REFERENCES nosuch (id)", "inline check": "c{n} INT CHECK (id > 1)",
    # keys
    "key column": "KEY k{n} (nosuch)", "key twice": "c{n} INT, KEY k{n} (c{n}, c{n})", "primary": "c{n} INT, PRIMARY KEY (c{n})", "key name": "c{n} INT, KEY k{n} (c{n}), KEY k{n} (id)",
    "key of text": "c{n} TEXT, KEY k{n} (c{n})", "key of json": "c{n} JSON, KEY k{n} (c{n})", "prefix 0": "c{n} VARCHAR(5), KEY k{n} (c{n}(0))", "prefix of int": "c{n} INT, KEY k{n} (c{n}(5))",
    "long prefix": "c{n} VARCHAR(5), KEY k{n} (c{n}(9))",
    "fulltext": "c{n} INT, FULLTEXT KEY k{n} (c{n})", "spatial": "c{n} INT, SPATIAL KEY k{n} (c{n})", "spatial null": "c{n} POINT SRID 0, SPATIAL KEY k{n} (c{n})", "spatial two": "c{n} POINT NOT NULL, SPATIAL KEY k{n} (c{n}, id)",
    "long key": "c{n} VARCHAR(1000), KEY k{n} (c{n})", "many parts": "c{n} INT, KEY k{n} (" + ", ".join(["id"] * 17) + ")", "named primary": "KEY `PRIMARY` (id)", "long key name": f"KEY {_TOO_LONG} (id)",
    "functional column": "KEY k{n} ((id))", "functional unknown": "KEY k{n} ((nosuch + 1))", "functional rand": "KEY k{n} ((RAND()))", "functional primary": "PRIMARY KEY ((id + 1))", "functional text": "c{n} TEXT, KEY k{n} ((CONCAT(c{n}, 'x')))",
    "functional prefix": "KEY k{n} ((id + 1)(5))", "array": "c{n} JSON, KEY k{n} ((CAST(c{n} AS UNSIGNED ARRAY)), (CAST(c{n} AS CHAR(3) ARRAY)))", "invisible primary": "c{n} INT, PRIMARY KEY (c{n}) INVISIBLE",
    "key comment": "KEY k{n} (id) COMMENT '" + "x" * 1025 + "'", "parser": "c{n} TEXT, FULLTEXT KEY k{n} (c{n}) WITH PARSER nosuch", "key attribute": "KEY k{n} (id) ENGINE_ATTRIBUTE '{{\"a\":1}}'", "key of virtual": "c{n} INT AS (id), PRIMARY KEY (c{n})",
    # foreign keys
    "no parent": "FOREIGN KEY f{n} (id) REFERENCES nosuch (id)", "no parent key": "FOREIGN KEY (id) REFERENCES p (y)", "no parent column": "FOREIGN KEY (id) REFERENCES p (nosuch)", "incompatible": "c{n} TEXT, FOREIGN KEY (c{n}) REFERENCES p (id)",
    "incompatible int": "c{n} BIGINT, FOREIGN KEY (c{n}) REFERENCES p (id)", "child column": "FOREIGN KEY (nosuch) REFERENCES p (id)", "set null": "c{n} INT NOT NULL, FOREIGN KEY (c{n}) REFERENCES p (id) ON DELETE SET NULL", "count": "FOREIGN KEY (id) REFERENCES p (id, x)",
    "virtual child": "c{n} INT AS (id), FOREIGN KEY (c{n}) REFERENCES p (id)", "stored child": "c{n} INT AS (id) STORED, FOREIGN KEY (c{n}) REFERENCES p (id) ON UPDATE CASCADE", "taken key": "CONSTRAINT used FOREIGN KEY (id) REFERENCES p (id)", "same keys": "CONSTRAINT f{n} FOREIGN KEY (id) REFERENCES p (id), CONSTRAINT f{n} FOREIGN KEY (id) REFERENCES p (id)",
    "view": "FOREIGN KEY (id) REFERENCES v (id)", "base of stored": "c{n} INT, d{n} INT AS (c{n}) STORED, FOREIGN KEY (c{n}) REFERENCES p (id) ON DELETE CASCADE", "twice in key": "FOREIGN KEY (id, id) REFERENCES p (id, x)", "set default": "c{n} INT, FOREIGN KEY (c{n}) REFERENCES p (id) ON DELETE SET DEFAULT",
    # checks
    "check column": "CHECK (nosuch > 1)", "check rand": "CHECK (RAND() > 1)", "check variable": "CHECK (@v > 1)", "check subquery": "CHECK ((SELECT 1))", "check other": "c{n} INT CHECK (nosuch > 1)", "check names": "CONSTRAINT x{n} CHECK (id > 1), CONSTRAINT x{n} CHECK (id > 2)",
    "check taken": "CONSTRAINT taken CHECK (id > 1)", "check of counter": "c{n} INT AUTO_INCREMENT UNIQUE CHECK (c{n} > 1)", "check of key": "c{n} INT CHECK (c{n} > 1), FOREIGN KEY (c{n}) REFERENCES p (id) ON DELETE CASCADE", "long check": f"CONSTRAINT {_TOO_LONG} CHECK (id > 1)", "check row": "CHECK ((1, 2))", "check text": "CHECK ('abc')",
}  # fmt: skip
OPTIONS: dict[str, str] = {
    "engine": "ENGINE = nosuch", "table misfit": "DEFAULT CHARACTER SET latin1 COLLATE utf8mb4_bin", "table charset": "DEFAULT CHARACTER SET nosuch", "row format": "ROW_FORMAT = FIXED", "block size": "KEY_BLOCK_SIZE = 3",
    "compression": "COMPRESSION = 'x'", "encryption": "ENCRYPTION = 'x'", "autoextend": "AUTOEXTEND_SIZE = 5", "tablespace": "TABLESPACE nosuch", "table comment": "COMMENT '" + "x" * 2049 + "'", "directory": "DATA DIRECTORY = 'here'",
    "table attribute": "ENGINE_ATTRIBUTE = '{\"a\":1}'", "table no json": "SECONDARY_ENGINE_ATTRIBUTE = '{'", "union": "UNION = (nosuch)", "memory": "ENGINE = MEMORY", "csv": "ENGINE = CSV", "myisam": "ENGINE = MyISAM", "archive": "ENGINE = ARCHIVE", "merge": "ENGINE = MERGE UNION = (p)",
    "start transaction": "START TRANSACTION", "auto increment": "AUTO_INCREMENT = 7", "secondary": "SECONDARY_ENGINE = x",
}  # fmt: skip
PARTITIONS: dict[str, str] = {
    "hash column": "PARTITION BY HASH (nosuch)", "hash rand": "PARTITION BY HASH (RAND())", "hash": "PARTITION BY HASH (id)", "key": "PARTITION BY KEY ()", "order": "PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (5), PARTITION p1 VALUES LESS THAN (3))", "many": "PARTITION BY HASH (id) PARTITIONS 9000",
    "same partitions": "PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (5), PARTITION p0 VALUES LESS THAN (8))", "wrong value": "PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN ('a'))", "no ranges": "PARTITION BY RANGE (id)", "number": "PARTITION BY RANGE (id) PARTITIONS 3 (PARTITION p0 VALUES LESS THAN (5))",
    "list twice": "PARTITION BY LIST (id) (PARTITION p0 VALUES IN (1, 1))", "constant": "PARTITION BY HASH (1)", "columns": "PARTITION BY RANGE COLUMNS (nosuch) (PARTITION p0 VALUES LESS THAN (1))", "columns value": "PARTITION BY LIST COLUMNS (id) (PARTITION p0 VALUES IN ('a'))", "null": "PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (NULL))",
    "partition engine": "PARTITION BY HASH (id) (PARTITION p0 ENGINE = MyISAM)", "partition comment": "PARTITION BY HASH (id) (PARTITION p0 COMMENT = '" + "x" * 1025 + "')", "partition name": f"PARTITION BY HASH (id) (PARTITION {_TOO_LONG})",
}  # fmt: skip
SELECTS: dict[str, str] = {
    "no table": "SELECT * FROM nosuch", "no column": "SELECT nosuch FROM p", "columns twice": "SELECT 1 AS a, 2 AS a", "wrong cast": "SELECT 'abc' + 1 AS a", "rows twice": "SELECT 1 AS id UNION ALL SELECT 1", "plain": "SELECT id AS s FROM p", "count differs": "SELECT 1 UNION SELECT 1, 2",
}  # fmt: skip
HEADS: dict[str, str] = {"temporary": "CREATE TEMPORARY TABLE t", "exists": "CREATE TABLE p", "exists already": "CREATE TABLE IF NOT EXISTS p", "no database": "CREATE TABLE nosuch.t", "over view": "CREATE TABLE v"}  # fmt: skip

_PLACES = {"list": LIST, "options": OPTIONS, "partitions": PARTITIONS, "select": SELECTS, "head": HEADS}


def statement(*faults: tuple[str, str]) -> str:
    """A definition with these (place, fault), in this order."""
    found: dict[str, list[str]] = {place: [] for place in _PLACES}
    for number, (place, name) in enumerate(faults):
        text = _PLACES[place][name]
        found[place].append(text.format(n=number) if place == "list" else text)
    (head,) = found["head"] or ["CREATE TABLE t"]
    tail = [*found["options"], *found["partitions"], *found["select"]]
    return " ".join((f"{head} ({', '.join(('id INT', *found['list']))})", *tail))


def after() -> tuple[str, ...]:
    """What takes a table away that was made."""
    return ("COMMIT", "DROP TEMPORARY TABLE IF EXISTS t, p, v", "DROP TABLE IF EXISTS t")


def names(*faults: tuple[str, str]) -> str:
    """What a pair is called."""
    return " + ".join(name for _, name in faults)


def pairs() -> Iterator[tuple[tuple[str, str], ...]]:
    """Each fault alone, and each two that can stand in one statement."""
    every = [(place, name) for place, texts in _PLACES.items() for name in texts]
    yield from ((one,) for one in every)
    places = list(_PLACES)
    for first, second in product(every, every):
        if (first[0] == second[0] and first[0] in ("list", "options")) or places.index(first[0]) < places.index(
            second[0]
        ):
            yield first, second
