"""How many of them, and how wide, a table may have."""

from __future__ import annotations

from tests.reliability.limits.cases import Scripts


def _of(count: int, form: str) -> str:
    return ", ".join(form.format(number) for number in range(count))


def _tables(*definitions: str, engines: tuple[str, ...] = ("InnoDB", "MyISAM", "MEMORY")) -> list[str]:
    found = []
    for definition in definitions:
        for engine in engines:
            found += [f"CREATE TABLE x ({definition}) ENGINE={engine}", "DROP TABLE IF EXISTS x"]
    return found


SCRIPTS: Scripts = {
    "columns": _tables(*(_of(count, "c{} INT") for count in (1017, 1018, 4096, 4097)))
    + _tables(_of(4096, "c{} TINYINT"), engines=("MyISAM",)),
    "columns added": [
        f"CREATE TABLE x ({_of(1016, 'c{} INT')})",
        "ALTER TABLE x ADD COLUMN z1 INT",
        "ALTER TABLE x ADD COLUMN z2 INT",
    ],
    "keys": [
        *_tables(*(f"a INT, {_of(count, 'KEY k{} (a)')}" for count in (63, 64, 65, 200))),
        "CREATE TABLE x (a INT PRIMARY KEY, " + _of(63, "KEY k{} (a)") + ")",
        "ALTER TABLE x ADD KEY z (a)",
    ],
    "key parts": _tables(*(f"{_of(20, 'c{} INT')}, KEY ({_of(count, 'c{}')})" for count in (15, 16, 17)))
    + _tables(f"{_of(20, 'c{} INT')}, PRIMARY KEY ({_of(17, 'c{}')})"),
    "key lengths": _tables(
        *(f"a VARCHAR({length}) CHARACTER SET latin1, KEY (a)" for length in (767, 768, 1000, 1001, 3072, 3073)),
        "a VARCHAR(768) CHARACTER SET utf8mb4, KEY (a)",
        "a VARCHAR(769) CHARACTER SET utf8mb4, KEY (a)",
        "a VARCHAR(769) CHARACTER SET utf8mb4, UNIQUE KEY (a)",
        "a VARCHAR(769) CHARACTER SET utf8mb4 PRIMARY KEY",
        "a VARCHAR(2000) CHARACTER SET latin1, b VARCHAR(2000) CHARACTER SET latin1, KEY (a, b)",
        "a TEXT, KEY (a)",
        "a TEXT, KEY (a(769))",
        "a TEXT, KEY (a(768))",
        "a BLOB, KEY (a(3073))",
        "a CHAR(10), KEY (a(11))",
        "a INT, KEY (a(2))",
        "a VARCHAR(10), KEY (a(0))",
        "a VARBINARY(3073), KEY (a)",
    ),
    "key lengths in strict mode off": [
        "SET sql_mode = ''",
        *_tables(
            "a VARCHAR(769) CHARACTER SET utf8mb4, KEY (a)", "a VARCHAR(769) CHARACTER SET utf8mb4, UNIQUE KEY (a)"
        ),
    ],
    "rows": _tables(
        *(f"a VARCHAR({length}) CHARACTER SET latin1" for length in (65530, 65532, 65533, 65534, 65535, 65536)),
        *(f"a VARCHAR({length}) CHARACTER SET latin1 NOT NULL" for length in (65533, 65534)),
        *(f"a VARCHAR({length}) CHARACTER SET utf8mb4" for length in (16383, 16384, 21844, 70000)),
        *(f"{_of(count, 'c{} CHAR(255) CHARACTER SET latin1 NOT NULL')}" for count in (31, 32, 33, 200, 257, 258)),
        *(f"{_of(count, 'c{} VARCHAR(255) CHARACTER SET latin1')}" for count in (200, 250, 256)),
        f"{_of(200, 'c{} TEXT')}",
        f"{_of(1017, 'c{} TEXT')}",
        f"{_of(10, 'c{} BINARY(255)')}",
        f"{_of(40, 'c{} CHAR(255) CHARACTER SET utf8mb4')}",
    ),
    "rows not strict": [
        "SET sql_mode = ''",
        *_tables(*(f"a VARCHAR({length}) CHARACTER SET latin1" for length in (65535, 65536, 70000, 20000000))),
        "SHOW CREATE TABLE x",
    ],
    "partitions": [
        statement
        for count in (1, 1024, 8191, 8192, 8193)
        for statement in (
            f"CREATE TABLE x (a INT) ENGINE=InnoDB PARTITION BY HASH(a) PARTITIONS {count}",
            "DROP TABLE IF EXISTS x",
        )
        if count in (1, 8193)
    ]
    + [
        "CREATE TABLE x (a INT) PARTITION BY RANGE(a) SUBPARTITION BY HASH(a) SUBPARTITIONS 4097"
        " (PARTITION p VALUES LESS THAN (1), PARTITION q VALUES LESS THAN (2))",
        "CREATE TABLE x (" + _of(20, "c{} INT") + ") PARTITION BY KEY(" + _of(17, "c{}") + ")",
        "CREATE TABLE x ("
        + _of(20, "c{} INT")
        + ") PARTITION BY RANGE COLUMNS("
        + _of(17, "c{}")
        + ") (PARTITION p VALUES LESS THAN ("
        + _of(17, "{}")
        + "))",
        "CREATE TABLE x (a INT) PARTITION BY HASH(a) PARTITIONS 0",
    ],
    "members": [
        statement
        for count, kind in ((64, "SET"), (65, "SET"), (255, "ENUM"), (256, "ENUM"), (65535, "ENUM"), (65536, "ENUM"))
        for statement in (
            f"CREATE TABLE x (a {kind}({_of(count, chr(39) + 'm{}' + chr(39))}))",
            "DROP TABLE IF EXISTS x",
        )
    ],
    "tables of a join": [
        "CREATE TABLE t (a INT)",
        "INSERT INTO t VALUES (1)",
        *(f"SELECT COUNT(*) FROM {_of(count, 't t{}')}" for count in (60, 61, 62, 100)),
        f"UPDATE {_of(62, 't t{}')} SET t1.a = 2",
        f"CREATE VIEW v AS SELECT 1 FROM {_of(62, 't t{}')}",
    ],
    "items": [
        "CREATE TABLE t (a INT)",
        *(f"SELECT {_of(count, '{} AS c{}'.replace('{} AS', '1 AS'))}" for count in (4096, 4097)),
        f"CREATE TABLE y AS SELECT {_of(1018, '1 AS c{}')}",
        f"CREATE VIEW v AS SELECT {_of(4097, '1 AS c{}')}",
        f"SELECT COUNT(*) FROM t GROUP BY {_of(100, 'a + {}')}",
        f"SELECT a FROM t ORDER BY {_of(100, 'a + {}')}",
    ],
    "foreign keys": [
        "CREATE TABLE t (id INT PRIMARY KEY)",
        "CREATE TABLE x (a INT, KEY (a), " + _of(65, "CONSTRAINT f{} FOREIGN KEY (a) REFERENCES t (id)") + ")",
    ],
    "triggers": [
        "CREATE TABLE t (id INT)",
        *(f"CREATE TRIGGER t{number} BEFORE INSERT ON t FOR EACH ROW SET @a = {number}" for number in range(70)),
        "INSERT INTO t VALUES (1)",
        "SELECT @a",
    ],
}
