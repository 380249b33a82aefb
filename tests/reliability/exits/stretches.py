"""How long a statement goes on without a look at whether somebody waits or ends it, in calls and not by the clock.

Each operation runs over rows of two numbers; between two steps (`binwriter.mysql.interrupts.step`) the calls of
functions are counted. Where the longest stretch grows with the rows, nobody is let in for as long as that takes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from binwriter.mysql import interrupts
from binwriter.mysql.interrupts import Kill
from binwriter.server.server import Server
from binwriter.server.session import Session, StatementResult

_T = "CREATE TABLE t (id INT PRIMARY KEY, v INT, s VARCHAR(40), j JSON)"
_NUMBERS = "WITH RECURSIVE c AS (SELECT 1 n UNION ALL SELECT n + 1 FROM c WHERE n < {n}) SELECT"
_FILL = f"INSERT INTO t {_NUMBERS} n, {{v}}, CONCAT('s', n), JSON_OBJECT('a', n) FROM c"
_ROWS = (_T, _FILL.replace("{v}", "n % 97"))
_TWICE = (*_ROWS, "CREATE TABLE q LIKE t", "INSERT INTO q SELECT * FROM t")
_CHILDREN = ("CREATE TABLE p (id INT PRIMARY KEY)", "INSERT INTO p VALUES (1)")
_DOCUMENT = (f"SET @j = (SELECT JSON_ARRAYAGG(n) FROM ({_NUMBERS} n FROM c) d)",)
_JOINED = "SET group_concat_max_len = 100000000"


def _children(action: str) -> tuple[str, ...]:
    table = _T[:-1] + f", FOREIGN KEY (v) REFERENCES p (id) {action})"
    return (*_CHILDREN, table, _FILL.replace("{v}", "1"))


def _partitioned(clause: str) -> tuple[str, ...]:
    return (f"{_T} {clause}", _ROWS[1])


def _written(number: str) -> tuple[str, ...]:
    return (*_ROWS, f"SELECT * FROM t INTO OUTFILE '{{file}}{number}'", "CREATE TABLE q LIKE t")


_RANGE = _partitioned("PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN (1000000))")
_SPLIT = "(PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN MAXVALUE)"

# by name: what is there, and the statement
QUERIES: dict[str, tuple[tuple[str, ...], str]] = {
    "JSON_ARRAYAGG": (_ROWS, "SELECT COUNT(*) FROM (SELECT JSON_ARRAYAGG(s) FROM t) d"),
    "GROUP_CONCAT": ((*_ROWS, _JOINED), "SELECT LENGTH(GROUP_CONCAT(s ORDER BY v)) FROM t"),
    "GROUP_CONCAT(DISTINCT)": ((*_ROWS, _JOINED), "SELECT LENGTH(GROUP_CONCAT(DISTINCT s)) FROM t"),
    "COUNT(DISTINCT)": (_ROWS, "SELECT COUNT(DISTINCT s, v) FROM t"),
    "sums": (_ROWS, "SELECT SUM(v), AVG(v), STD(v), MAX(s), BIT_OR(v) FROM t"),
    "GROUP BY": (_ROWS, "SELECT s, COUNT(*) FROM t GROUP BY s"),
    "ROLLUP": (_ROWS, "SELECT v, s, COUNT(*) FROM t GROUP BY v, s WITH ROLLUP"),
    "DISTINCT": (_ROWS, "SELECT DISTINCT s FROM t"),
    "ORDER BY": (_ROWS, "SELECT * FROM t ORDER BY s DESC"),
    "ORDER BY LIMIT": (_ROWS, "SELECT * FROM t ORDER BY s DESC LIMIT 5"),
    "OFFSET": (_ROWS, "SELECT * FROM t LIMIT 1000000, 1"),
    "WHERE": (_ROWS, "SELECT * FROM t WHERE s = 'none'"),
    "a view": ((*_ROWS, "CREATE VIEW w AS SELECT s, v + 1 x FROM t"), "SELECT COUNT(*) FROM w WHERE x = 3"),
    "a derived table": (_ROWS, "SELECT COUNT(*) FROM (SELECT s, v FROM t LIMIT 1000000) d"),
    "UNION": (_ROWS, "SELECT s FROM t UNION SELECT v FROM t"),
    "INTERSECT": (_ROWS, "SELECT s FROM t INTERSECT SELECT s FROM t"),
    "EXCEPT": (_ROWS, "SELECT s FROM t EXCEPT SELECT s FROM t WHERE v > 3"),
    "a join": (_ROWS, "SELECT COUNT(*) FROM t a JOIN t b ON a.s = b.s"),
    "IN": (_ROWS, "SELECT COUNT(*) FROM t WHERE s IN (SELECT s FROM t WHERE v > 3)"),
    "a frame": (_ROWS, "SELECT SUM(v) OVER (ORDER BY s ROWS 5 PRECEDING) FROM t"),
    "ranks": (_ROWS, "SELECT RANK() OVER (PARTITION BY v ORDER BY s), NTILE(4) OVER (ORDER BY s) FROM t"),
    "JSON_TABLE": (_DOCUMENT, "SELECT COUNT(*) FROM JSON_TABLE(@j, '$[*]' COLUMNS (a INT PATH '$')) x"),
    "rounds": ((), f"{_NUMBERS} COUNT(*) FROM c"),
    "REGEXP": (_ROWS, "SELECT COUNT(*) FROM t WHERE s REGEXP '[0-9]+x'"),
    "FOR UPDATE": (_ROWS, "SELECT COUNT(*) FROM t FOR UPDATE"),
    "HANDLER": ((*_ROWS, "HANDLER t OPEN"), "HANDLER t READ FIRST WHERE s = 'none' LIMIT 1"),
    "CHECKSUM": (_ROWS, "CHECKSUM TABLE t"),
    "OUTFILE": (_ROWS, "SELECT * FROM t INTO OUTFILE '{file}out'"),
    "a function": (
        (*_ROWS, "CREATE FUNCTION f(a INT) RETURNS INT DETERMINISTIC RETURN a + 1"),
        "SELECT SUM(f(v)) FROM t",
    ),
}
DEFINITIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "a copy": (_ROWS, "ALTER TABLE t MODIFY v BIGINT UNSIGNED, ALGORITHM=COPY"),
    "a column": (_ROWS, "ALTER TABLE t ADD COLUMN x INT DEFAULT 3"),
    "a stored column": (_ROWS, "ALTER TABLE t ADD COLUMN x INT AS (v + 1) STORED"),
    "a character set": (_ROWS, "ALTER TABLE t CONVERT TO CHARACTER SET latin1"),
    "an engine": (_ROWS, "ALTER TABLE t ENGINE=MyISAM"),
    "an index": (_ROWS, "ALTER TABLE t ADD INDEX (s)"),
    "a unique index": (_ROWS, "CREATE UNIQUE INDEX u ON t (s)"),
    "a functional index": (_ROWS, "ALTER TABLE t ADD INDEX ((v + 1))"),
    "a CHECK": (_ROWS, "ALTER TABLE t ADD CHECK (v < 1000)"),
    "a foreign key": (
        (*_ROWS, "CREATE TABLE p (id INT PRIMARY KEY)", "INSERT INTO p SELECT DISTINCT v FROM t"),
        "ALTER TABLE t ADD FOREIGN KEY (v) REFERENCES p (id)",
    ),
    "partitions": (_ROWS, "ALTER TABLE t PARTITION BY HASH (id) PARTITIONS 4"),
    "other partitions": (_RANGE, f"ALTER TABLE t REORGANIZE PARTITION a INTO {_SPLIT}"),
    "fewer partitions": (_partitioned("PARTITION BY HASH (id) PARTITIONS 4"), "ALTER TABLE t COALESCE PARTITION 2"),
    "CREATE .. SELECT": (_ROWS, "CREATE TABLE q (PRIMARY KEY (id)) AS SELECT * FROM t"),
    "a histogram": (_ROWS, "ANALYZE TABLE t UPDATE HISTOGRAM ON s"),
}
CHANGES: dict[str, tuple[tuple[str, ...], str]] = {
    "INSERT .. SELECT": ((*_ROWS, "CREATE TABLE q LIKE t"), "INSERT INTO q SELECT * FROM t"),
    "REPLACE .. SELECT": (_TWICE, "REPLACE INTO q SELECT id, v + 1, s, j FROM t"),
    "ON DUPLICATE KEY": (_TWICE, "INSERT INTO q SELECT * FROM t ON DUPLICATE KEY UPDATE v = q.v + 1"),
    "UPDATE": (_ROWS, "UPDATE t SET v = v + 1"),
    "UPDATE of the key": (_ROWS, "UPDATE t SET id = id + 10000000"),
    "UPDATE ORDER BY": (_ROWS, "UPDATE t SET v = v + 1 ORDER BY s DESC"),
    "UPDATE of two": (_TWICE, "UPDATE t JOIN q ON t.id = q.id SET t.v = q.v + 1, q.s = 'x'"),
    "UPDATE of none": (_ROWS, "UPDATE t SET v = 1 WHERE s = 'none'"),
    "DELETE": (_ROWS, "DELETE FROM t WHERE v > 3"),
    "DELETE of two": (_TWICE, "DELETE t, q FROM t JOIN q ON t.id = q.id"),
    "a cascade": (_children("ON DELETE CASCADE"), "DELETE FROM p"),
    "a cascade of values": (_children("ON UPDATE CASCADE"), "UPDATE p SET id = 2"),
    "SET NULL": (_children("ON DELETE SET NULL"), "DELETE FROM p"),
    "a trigger": (
        (*_ROWS, "CREATE TABLE q (a INT)", "CREATE TRIGGER g AFTER UPDATE ON t FOR EACH ROW INSERT INTO q VALUES (1)"),
        "UPDATE t SET v = v + 1",
    ),
    "LOAD DATA": (_written("l"), "LOAD DATA INFILE '{file}l' INTO TABLE q"),
    "LOAD DATA SET": (_written("m"), "LOAD DATA INFILE '{file}m' INTO TABLE q (id, @a, s, j) SET v = @a + 1"),
    "LOAD DATA of none": (_written("o"), "LOAD DATA INFILE '{file}o' INTO TABLE q IGNORE 1000000 LINES"),
    "children": (
        (*_ROWS, "CREATE TABLE q (id INT PRIMARY KEY, a INT, FOREIGN KEY (a) REFERENCES t (id))"),
        "INSERT INTO q SELECT id, id FROM t",
    ),
}
OPERATIONS = {**QUERIES, **DEFINITIONS, **CHANGES}


@dataclass
class Stretches:
    """What was counted. longest: calls between two steps. behind: calls after the last one. steps: how many there
    were. places: between which two the longest was."""

    longest: int = 0
    behind: int = 0
    steps: int = 0
    places: tuple[str, str] = ("", "")


@contextmanager
def stepping(counted: Stretches, session: Session | None, ask: Kill | None = None, at: int = 0) -> Iterator[None]:
    """While the block runs every step is taken, and counted. ask: what is asked of the session at that step."""
    taken, asks_again, last = interrupts.step, interrupts._ask_again, "begin"

    def step(**how: Any) -> None:
        nonlocal last
        frame = sys._getframe(1)
        here = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        if counted.behind > counted.longest:
            counted.longest, counted.places = counted.behind, (last, here)
        counted.behind, last = 0, here
        counted.steps += 1
        if ask is not None and session is not None and counted.steps == at:
            interrupts.kill(session.owner, ask)
            interrupts.asked = True
        taken(**how)

    def profile(_frame: FrameType, event: str, _argument: object) -> None:
        counted.behind += event in ("call", "c_call")

    interrupts.step, interrupts._ask_again = step, lambda: None  # type: ignore[assignment]
    interrupts.asked = True
    if ask is None:
        sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
        interrupts.step, interrupts._ask_again = taken, asks_again
        interrupts._ask_again()


class Room:
    """A server in a folder of its own; `run` runs an operation in a database that is made anew."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="binwriter-stretches-")
        self.folder = Path(self._folder.name)
        self.files = self.folder / "files"
        self.files.mkdir()
        self._files = 0
        self.server = Server(self.folder / "log", ["secure-file-priv="], files=self.files)

    def close(self) -> None:
        self.server.shutdown()
        self._folder.cleanup()

    def session(self) -> Session:
        session = self.server.connect()
        for sql in ("DROP DATABASE IF EXISTS test", "CREATE DATABASE test", "USE test"):
            session.execute(sql)
        session.execute("SET cte_max_recursion_depth = 4294967295")
        return session

    def prepared(self, name: str, rows: int) -> tuple[Session, str]:
        """A session in which what the operation needs is there, and its statement."""
        self._files += 1
        session, file = self.session(), f"{self.files}/{self._files}"
        before, statement = OPERATIONS[name]
        texts = [sql.replace("{n}", f"{rows}").replace("{file}", file) for sql in (*before, statement)]
        for sql in texts[:-1]:
            session.execute(sql)
        return session, texts[-1]

    def counted(self, name: str, rows: int) -> Stretches:
        """The stretches of an operation over so many rows."""
        session, statement = self.prepared(name, rows)
        counted = Stretches()
        with stepping(counted, None):
            result = session.run(statement)
        session.close()
        if result.error is not None:
            raise AssertionError(f"{name}: {result.error}")
        return counted

    def ended(self, name: str, rows: int, ask: Kill, at: int) -> tuple[StatementResult, Session]:
        """How it ends when that is asked of it at that step."""
        session, statement = self.prepared(name, rows)
        with stepping(Stretches(), session, ask, at):
            result = session.run(statement)
        return result, session
