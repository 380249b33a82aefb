# ruff: noqa: E501 (a fault stands in one line)
"""ALTER TABLE with two faults: its own, and those of definitions (`creating`) behind ADD."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.golden.faults import creating
from tests.golden.faults.creating import OPTIONS, PARTITIONS

_TABLE = (
    "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT, b VARCHAR(20), e INT NOT NULL, g INT AS (a + 1), s INT AS (a) STORED, x TEXT, u INT, m INT CHECK (m > 0), UNIQUE KEY ka (a), KEY kb (b),"
    " KEY kf ((u + 1)), CONSTRAINT ca CHECK (a > 0), CONSTRAINT fa FOREIGN KEY (e) REFERENCES p (id))",
    "CREATE TABLE w (id INT NOT NULL PRIMARY KEY, a INT, b VARCHAR(20), e INT NOT NULL, g INT AS (a + 1), s INT AS (a) STORED, x TEXT, u INT, m INT, KEY ka (a), KEY kb (b))",
    "CREATE TABLE z (tid INT, CONSTRAINT fz FOREIGN KEY (tid) REFERENCES t (id))",
    "INSERT INTO t (id, a, b, e, u) VALUES (1, 1, 'x', 1, 5), (2, NULL, 'y', 2, 5)",
)
SETUP = (*creating.SETUP, *_TABLE)

CLAUSES: dict[str, str] = {
    "drop column": "DROP COLUMN nosuch", "drop key": "DROP KEY nosuch", "drop check": "DROP CHECK nosuch", "drop constraint": "DROP CONSTRAINT nosuch", "drop foreign": "DROP FOREIGN KEY nosuch", "rename column": "RENAME COLUMN nosuch TO n{n}",
    "rename index": "RENAME INDEX nosuch TO n{n}", "rename to key": "RENAME INDEX ka TO kb", "rename to primary": "RENAME INDEX ka TO `PRIMARY`", "alter index": "ALTER INDEX nosuch INVISIBLE", "hide primary": "ALTER INDEX `PRIMARY` INVISIBLE", "alter column": "ALTER COLUMN nosuch SET DEFAULT 1",
    "alter check": "ALTER CHECK nosuch ENFORCED", "modify": "MODIFY nosuch INT", "change": "CHANGE nosuch n{n} INT", "add after": "ADD COLUMN n{n} INT AFTER nosuch", "modify after": "MODIFY b VARCHAR(20) AFTER nosuch", "needed by generated": "DROP COLUMN a",
    "needed by key": "DROP COLUMN e", "needed by function": "DROP COLUMN u", "needed by check": "DROP COLUMN m", "rename twice": "RENAME COLUMN x TO b", "change twice": "CHANGE x b INT", "needed primary": "DROP PRIMARY KEY", "needed index": "DROP KEY fa", "add existing": "ADD COLUMN b INT",
    "no longer generated": "MODIFY g INT", "stored now": "MODIFY g INT AS (a + 1) STORED", "type of child": "MODIFY e VARCHAR(5) NOT NULL", "type of parent": "MODIFY id BIGINT NOT NULL", "alter text": "ALTER COLUMN x SET DEFAULT 'a'", "alter default": "ALTER COLUMN m SET DEFAULT 'abc'",
    "alter generated": "ALTER COLUMN g SET DEFAULT 5", "alter variable": "ALTER COLUMN m SET DEFAULT (@v)", "order by": "ORDER BY nosuch", "rename table": "RENAME TO p", "rename to database": "RENAME TO nosuch.t", "rename to long": "RENAME TO " + "n" * 65, "instant": "ALGORITHM = INSTANT", "inplace": "ALGORITHM = INPLACE", "algorithm": "ALGORITHM = NOSUCH", "lock": "LOCK = NOSUCH", "no lock": "LOCK = NONE",
    "convert misfit": "CONVERT TO CHARACTER SET latin1 COLLATE utf8mb4_bin", "convert charset": "CONVERT TO CHARACTER SET nosuch", "second primary": "ADD PRIMARY KEY (a)", "key again": "ADD KEY ka (b)", "check again": "ADD CONSTRAINT ca CHECK (id > 0)", "foreign again": "ADD CONSTRAINT fa FOREIGN KEY (e) REFERENCES p (id)",
    "no number": "MODIFY b INT", "no nulls": "MODIFY a INT NOT NULL", "same values": "ADD UNIQUE KEY n{n} (u)", "violated check": "ADD CHECK (id > 100)", "violated key": "ADD FOREIGN KEY (u) REFERENCES p (id)", "narrow": "MODIFY b CHAR(300)", "drop twice": "DROP COLUMN x, DROP COLUMN x", "modify dropped": "DROP COLUMN x, MODIFY x INT", "index of dropped": "DROP COLUMN x, ADD KEY n{n} (x)",
    "modify to counter": "MODIFY u INT AUTO_INCREMENT", "set null child": "DROP FOREIGN KEY fa, ADD FOREIGN KEY (e) REFERENCES p (id) ON DELETE SET NULL", "force": "FORCE", "validation": "WITH VALIDATION", "hide all": "ALTER COLUMN id SET INVISIBLE",
}  # fmt: skip
HEADS: dict[str, str] = {"missing": "ALTER TABLE nosuch", "of a view": "ALTER TABLE v", "no such database": "ALTER TABLE nosuch.t"}  # fmt: skip

_PLACES = {"clause": CLAUSES, "list": creating.LIST, "options": OPTIONS, "partitions": PARTITIONS, "head": HEADS}
_SAMPLED = 9  # of pairs that `creating` has, too


def statement(*faults: tuple[str, str]) -> str:
    """ALTER TABLE with these (place, fault), in this order."""
    clauses, head, tail = [], "ALTER TABLE t", ""
    for number, (place, name) in enumerate(faults):
        text = _PLACES[place][name]
        match place:
            case "head":
                head = text
            case "partitions":  # of a table without foreign keys
                head, tail = head.replace("TABLE t", "TABLE w"), f" {text}"
            case "list":
                clauses += [f"ADD {part}" for part in _split(text.format(n=number))]
            case "clause":
                clauses.append(text.format(n=number))
            case _:
                clauses.append(text)
    return f"{head} {', '.join(clauses) or 'COMMENT = 5' * (not tail)}{tail}".replace("COMMENT = 5", "COMMENT = '5'")


def _split(text: str) -> Iterator[str]:
    """The parts between commas that stand in no brackets and quotes."""
    depth, start, quoted = 0, 0, False
    for place, sign in enumerate(text):
        quoted ^= sign == "'"
        depth += 0 if quoted else {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth and not quoted:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def after() -> tuple[str, ...]:
    """What makes the tables anew behind a statement that changed them."""
    drops = tuple(f"DROP TABLE IF EXISTS {name}" for name in ("z", "t", "w", "r"))
    return ("SET foreign_key_checks = 0", *drops, "SET foreign_key_checks = 1", *_TABLE)


def names(*faults: tuple[str, str]) -> str:
    """What a pair is called."""
    return creating.names(*faults)


def pairs() -> Iterator[tuple[tuple[str, str], ...]]:
    """Each fault alone, and each two that can stand in one statement."""
    every = [(place, name) for place, texts in _PLACES.items() for name in texts if name != "start transaction"]
    yield from ((one,) for one in every)
    places = list(_PLACES)
    for number, (first, second) in enumerate(product(every, every)):
        if (first[0] == second[0] == "list" or "options" in (first[0], second[0])) and number % _SAMPLED:
            continue
        if {first[0], second[0]} <= {"list", "options", "clause"} or (
            first[0] != second[0] and places.index(first[0]) < places.index(second[0])
        ):
            yield first, second
