"""Every kind of statement in every place where one may stand: what is run, and how an answer is written down.

A cell is one statement of statements.txt in one place. Its answer are lines: `number SQLSTATE text` behind the step
that failed, and what the binary log got, an event a line. The same code asks a real server and ours.

What is chance or the environment's is masked: numbers of transactions and tables, hashes of passwords, UUIDs,
sizes of events, and what follows the name of a library that cannot be opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

FOLDER = Path(__file__).parent
GTID = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:1"
_S = "{statement}"


class Connection(Protocol):
    """One session of either server."""

    def run(self, sql: str) -> tuple[str | None, list[tuple[object, ...]]]:
        """The error as it is written in an answer, or None; the rows. ConnectionEnded when there is none any more."""

    def close(self) -> None: ...


class ConnectionEnded(Exception):  # noqa: N818  it is an answer
    """The statement has ended the connection, and the server with it."""


@dataclass(frozen=True)
class Place:
    """steps: one after the other, each only if the one before succeeded; {statement} and {quoted} stand for the kind's
    statement. ends: run in any case. with_gtids: on a server with gtid_mode=ON.
    """

    name: str
    steps: tuple[str, ...]
    ends: tuple[str, ...] = ()
    with_gtids: bool = False


_BODY = "BEGIN {statement}; END"
_FUNCTION = "CREATE FUNCTION f() RETURNS INT DETERMINISTIC BEGIN {statement}; RETURN 1; END"
_CALLING = "CREATE FUNCTION f() RETURNS INT DETERMINISTIC BEGIN CALL p(); RETURN 1; END"
_FIRST = "INSERT INTO t VALUES (7, 7)"
_NEXT = f"SET gtid_next = '{GTID}'"
_AUTOMATIC = ("ROLLBACK", "SET gtid_next = 'AUTOMATIC'")
PLACES = (
    Place("top", (_S,)),
    Place("procedure", (f"CREATE PROCEDURE p() {_BODY}", "CALL p()")),
    Place("function", (_FUNCTION, "SELECT f()")),
    Place("called", (f"CREATE PROCEDURE p() {_BODY}", _CALLING, "SELECT f()")),
    Place("trigger", (f"CREATE TRIGGER tr BEFORE INSERT ON x FOR EACH ROW {_BODY}", "INSERT INTO x VALUES (1)")),
    Place("event", (f"CREATE EVENT e ON SCHEDULE EVERY 1 DAY STARTS '2036-01-01 00:00:00' DO {_BODY}",)),
    Place("prepared", ("PREPARE s FROM {quoted}", "EXECUTE s")),
    Place("transaction", ("BEGIN", _FIRST, _S), ("ROLLBACK",)),
    Place("prepared_in_transaction", ("BEGIN", _FIRST, "PREPARE s FROM {quoted}"), ("ROLLBACK",)),
    Place("xa", ("XA START 'x'", _FIRST, _S), ("XA END 'x'", "XA ROLLBACK 'x'")),
    Place("locked", ("LOCK TABLES t WRITE", _S), ("UNLOCK TABLES",)),
    Place("locked_read", ("LOCK TABLES t READ", _S), ("UNLOCK TABLES",)),
    Place("read_only", ("START TRANSACTION READ ONLY", _S), ("ROLLBACK",)),
    Place("super_read_only", ("SET GLOBAL super_read_only = 1", _S), ("SET GLOBAL super_read_only = 0",)),
    Place("gtid", (_NEXT, _S), _AUTOMATIC, with_gtids=True),
    Place("gtid_transaction", (_NEXT, "BEGIN", _FIRST, _S), _AUTOMATIC, with_gtids=True),
    Place("gtid_executed", (_NEXT, "BEGIN", "COMMIT", _NEXT, _S), _AUTOMATIC, with_gtids=True),
    Place("gtid_undefined", (_NEXT, "BEGIN", "COMMIT", _S), _AUTOMATIC, with_gtids=True),
)

# What every statement finds. Objects with 0 are there, those with 1 are not.
_FIXTURE = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE DATABASE d0",
    "CREATE TABLE t (a INT PRIMARY KEY, b INT)",
    "INSERT INTO t VALUES (1, 1)",
    "CREATE TABLE t2 (a INT PRIMARY KEY, b INT, KEY i0 (b))",
    "INSERT INTO t2 VALUES (1, 1)",
    "CREATE TABLE m (a INT) ENGINE=MyISAM",
    "CREATE TABLE x (a INT)",
    "CREATE VIEW v AS SELECT 1 AS a",
    "CREATE PROCEDURE p0() SET @p = 1",
    "CREATE PROCEDURE p_changes() INSERT INTO t VALUES (6, 6)",
    "CREATE PROCEDURE p_answers() SELECT 1",
    "CREATE PROCEDURE p_prepares() PREPARE q FROM 'DO 1'",
    "CREATE FUNCTION f0() RETURNS INT DETERMINISTIC RETURN 1",
    "CREATE TRIGGER tr0 BEFORE INSERT ON m FOR EACH ROW SET @t = 1",
    "CREATE EVENT e0 ON SCHEDULE EVERY 1 DAY STARTS '2036-01-01 00:00:00' DO SET @e = 1",
    "CREATE LIBRARY l0 LANGUAGE JAVASCRIPT AS $$ export function f(n) { return n } $$",
    "GRANT SELECT ON d.v TO u0",
)
_SESSION = ("USE d", "CREATE TEMPORARY TABLE tmp (a INT)", "PREPARE q0 FROM 'DO 1'")
_SRS = (
    "CREATE SPATIAL REFERENCE SYSTEM {} NAME 'Mine' DEFINITION"
    """ 'GEOGCS["Greek",DATUM["Greek",SPHEROID["Bessel 1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0],"""
    """UNIT["degree",0.017453292519943278],AXIS["Lat",NORTH],AXIS["Lon",EAST]]'"""
)
# Of the whole server, by a word of the statements that change it; what fails of it did not need to be done.
_REPAIRS: dict[str, tuple[str, ...]] = {
    r"USER|ROLE|GRANT|REVOKE|PASSWORD": (
        "DROP USER IF EXISTS u0, u1, r0, r1",
        "CREATE USER u0",
        "CREATE ROLE r0",
        "GRANT r0 TO u0",
    ),
    "SERVER": (
        "DROP SERVER IF EXISTS s0",
        "DROP SERVER IF EXISTS s1",
        "CREATE SERVER s0 FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h')",
    ),
    "REFERENCE": (
        "DROP SPATIAL REFERENCE SYSTEM IF EXISTS 990000",
        "DROP SPATIAL REFERENCE SYSTEM IF EXISTS 990001",
        _SRS.format(990000),
    ),
    "TABLESPACE ts": ("DROP TABLESPACE ts0", "DROP TABLESPACE ts1", "CREATE TABLESPACE ts0 ADD DATAFILE 'ts0.ibd'"),
    "UNDO": ("ALTER UNDO TABLESPACE un1 SET INACTIVE", "DROP UNDO TABLESPACE un1"),
    "RESOURCE": (
        "DROP RESOURCE GROUP rg0",
        "DROP RESOURCE GROUP rg1",
        "CREATE RESOURCE GROUP rg0 TYPE = USER",
    ),
    "RESET": (),  # the log does not tell what was done before
    "REPLICA": ("STOP REPLICA", "RESET REPLICA ALL"),
    "READ ONLY": ("ALTER DATABASE d0 READ ONLY = 0",),
    "(GLOBAL|PERSIST)": ("RESET PERSIST",),
    "XA ": ("XA ROLLBACK 'x'", "XA ROLLBACK 'y'"),
}

_MASKS = (
    (re.compile(r"table_id: \d+ "), ""),
    (re.compile(r"xid=\d+"), "xid=N"),
    (re.compile(r"\n"), r"\\n"),
    (re.compile(r"AS '.*?'( |$)"), r"AS '...'\1"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?<!a{12})"), "UUID"),
    (re.compile(r"(shared library '[^']*').*"), r"\1 ..."),
)
_SILENT = frozenset({"Format_desc", "Previous_gtids", "Anonymous_Gtid"})


def statements() -> dict[str, str]:
    """The statements of statements.txt by name."""
    lines = (FOLDER / "statements.txt").read_text(encoding="utf-8").splitlines()
    pairs = (tuple(line.split(maxsplit=1)) for line in lines if line and not line.startswith("#"))
    return dict(pairs)


def masked(text: str) -> str:
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


class Room:
    """A server that is asked cell by cell; what a cell changes is set back before the next one."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._changed: str | None = ""  # the statement that may have changed something; "": any

    def prepare(self) -> None:
        """The objects that statements find, all of them made anew."""
        statement = self._changed
        connection = self._connect()
        for word, steps in _REPAIRS.items():
            if not statement or re.search(word, statement):
                for step in steps:
                    connection.run(step)
        for database in ("d", "d0", "d1"):
            connection.run(f"DROP DATABASE IF EXISTS {database}")
        for step in _FIXTURE:
            error, _ = connection.run(step)
            assert error is None, (step, error)
        connection.run("RESET BINARY LOGS AND GTIDS")
        connection.close()
        self._changed = None

    def enter(self, statement: str) -> Connection:
        """A connection that finds all of it; the statement may change it."""
        if self._changed is not None:
            self.prepare()
        self._changed = statement
        connection = self._connect()
        for step in _SESSION:
            connection.run(step)
        return connection

    def answer(self, statement: str, place: Place) -> list[str]:
        """The answer's lines. ConnectionEnded when the server is gone."""
        connection = self.enter(statement)
        lines = []
        quoted = "'" + statement.replace("'", "''") + "'"
        for number, step in enumerate(place.steps):
            error, _ = connection.run(step.replace(_S, statement).replace("{quoted}", quoted))
            if error is not None:
                lines.append(f"{number + 1}: {masked(error)}")
                break
        for step in place.ends:
            error, _ = connection.run(step)
            if error is not None:
                lines.append(f"{step.partition(' = ')[0]}: {masked(error)}")
        connection.close()
        events = list(self._events())
        if not events and not any(re.search(word, statement) for word in _REPAIRS):
            self._changed = None
        return lines + events

    def _events(self) -> Iterator[str]:
        connection = self._connect()
        _, names = connection.run("SHOW BINARY LOGS")
        for name, *_ in names:
            _, rows = connection.run(f"SHOW BINLOG EVENTS IN '{name}'")
            for _, _, kind, _, _, info in rows:
                if kind not in _SILENT:
                    yield masked(f"> {kind} {info}".rstrip())
        connection.close()
