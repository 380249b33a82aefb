"""The two sides of a comparison: connections to a server, by name, and what it answers."""

from __future__ import annotations

import contextlib
import re
import threading
from typing import Any

import pymysql
import pymysql.cursors
from pymysql.constants import CLIENT

from binwriter.formats.records import dataclass

_SYSTEM = frozenset({"mysql", "information_schema", "performance_schema", "sys"})
_OBJECTS = (
    ("VIEW", "views WHERE table", "table"),
    ("TABLE", "tables WHERE table", "table"),
    ("PROCEDURE", "routines WHERE routine_type = 'PROCEDURE' AND routine", "routine"),
    ("FUNCTION", "routines WHERE routine_type = 'FUNCTION' AND routine", "routine"),
    ("EVENT", "events WHERE event", "event"),
)
_LOST = frozenset({0, 2006, 2013, 2014})
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_TIME_TO_ARRIVE = 0.3  # seconds
_FLAGS = CLIENT.MULTI_STATEMENTS
_DEFINED = ("type_code", "length", "scale", "flags", "charsetnr", "table_name", "org_table", "org_name", "db")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a client is told. error: number and text; else columns and rows of each result, with affected rows.

    metadata: of each column what its definition says beside the name. warnings: as SHOW WARNINGS shows them, which
    after a statement about the warnings themselves are not the `warned` that the answer counts.
    """

    error: tuple[int, str] | None = None
    columns: tuple[str, ...] = ()
    metadata: tuple[tuple[Any, ...], ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    affected: int = 0
    warnings: tuple[tuple[str, int, str], ...] = ()
    lost: str = ""
    warned: int = 0


def _text(value: Any) -> Any:
    """Text whose bytes were read one by one; those that are no UTF-8 stay as they are (surrogateescape)."""
    return value.encode("latin-1").decode("utf-8", "surrogateescape") if isinstance(value, str) else value


class Side:
    """Connections to one server."""

    def __init__(self, place: dict[str, Any], password: str, wait: int) -> None:
        self.place = {**place, "read_timeout": wait, "write_timeout": wait, "connect_timeout": 10}
        self.password = password
        self.open: dict[str, Any] = {}
        self.sent: dict[str, tuple[threading.Thread, list[Answer]]] = {}
        self.globals: dict[str, str] = {}

    def fresh(self) -> None:
        """Nothing is left of the script before: databases, accounts, connections."""
        self.close()
        for number in self._names(
            "SELECT id FROM information_schema.processlist WHERE user = 'root' AND id <> CONNECTION_ID()"
        ):
            self._quietly(f"KILL {number}")
        for name in self._names("SHOW DATABASES"):
            if name.lower() not in _SYSTEM and self.ask(f"DROP DATABASE `{name}`", "fresh", ("root", "")).error:
                self._emptied(name)  # a file that a script has written stands in its folder
        for name in self._names(
            "SELECT CONCAT(QUOTE(user), '@', QUOTE(host)) FROM mysql.user WHERE user NOT IN"
            " ('root', 'mysql.sys', 'mysql.session', 'mysql.infoschema')"
        ):
            self._quietly(f"DROP USER {name}")
        self._reset_globals()
        self._quietly("CREATE DATABASE IF NOT EXISTS test")
        self._quietly("ALTER DATABASE test CHARACTER SET utf8mb4")
        self.close()

    def _reset_globals(self) -> None:
        """Global variables as they were before the first script, and none for the next start."""
        self._quietly("RESET PERSIST")
        answer = self.ask("SELECT * FROM performance_schema.global_variables", "fresh", ("root", ""))
        now = {str(name): str(value) for name, value in answer.rows}
        self.globals = self.globals or now
        for name, value in now.items():
            if (before := self.globals.get(name, value)) != value:
                shown = before if _NUMBER.fullmatch(before) else "'" + before.replace("'", "''") + "'"
                self._quietly(f"SET GLOBAL {name} = {shown}")

    def _emptied(self, database: str) -> None:
        for kind, catalog, own in _OBJECTS:
            for name in self._names(f"SELECT {own}_name FROM information_schema.{catalog}_schema = '{database}'"):
                self._quietly(f"DROP {kind} `{database}`.`{name}`")

    def _names(self, question: str) -> list[str]:
        answer = self.ask(question, "fresh", ("root", ""))
        return [str(row[0]) for row in answer.rows]

    def _quietly(self, statement: str) -> None:
        self.ask(statement, "fresh", ("root", ""))

    def ask(self, statement: str, name: str, opens: tuple[str, ...] | None = None) -> Answer:
        """One statement's answer; of several results the last. What the connection has sent before comes to its end."""
        if name in self.sent:
            self.reap(name)
        return self._ask(statement, name, opens)

    def send(self, statement: str, name: str, opens: tuple[str, ...] | None = None) -> None:
        """Sends a statement whose answer `reap` waits for: the time that one takes which need not wait is waited."""
        if name in self.sent:
            self.reap(name)
        answers: list[Answer] = []
        thread = threading.Thread(target=lambda: answers.append(self._ask(statement, name, opens)), daemon=True)
        self.sent[name] = (thread, answers)
        thread.start()
        thread.join(_TIME_TO_ARRIVE)

    def reap(self, name: str) -> Answer:
        """The answer to what the connection has sent."""
        if name not in self.sent:
            return Answer(lost="nothing was sent")
        thread, answers = self.sent.pop(name)
        thread.join()
        return answers[0] if answers else Answer(lost="no answer")

    def disconnect(self, name: str) -> None:
        """Ends a connection."""
        if name in self.sent:
            self.reap(name)
        self._forget(name)

    def _ask(self, statement: str, name: str, opens: tuple[str, ...] | None) -> Answer:
        user, database, *password = opens or ("root", "test")
        try:
            if name not in self.open:
                self.open[name] = pymysql.connect(
                    **self.place,
                    user=user,
                    password="".join(password) or (self.password if user == "root" else ""),
                    database=database or None,
                    charset="utf8mb4",
                    autocommit=None,
                    client_flag=_FLAGS,
                    conv={},
                    cursorclass=pymysql.cursors.Cursor,
                )
                self.open[name].encoding = "latin-1"  # what SET NAMES and SET CHARACTER SET give is read as it came
            with self.open[name].cursor() as cursor:
                cursor.execute(statement.encode("utf-8", "surrogateescape"))
                return self._answer(cursor, self.open[name])
        except pymysql.MySQLError as error:
            code = int(error.args[0]) if error.args and isinstance(error.args[0], int) else 0
            if code in _LOST:
                self._forget(name)
                return Answer(lost=f"{code}: {error.args[-1]}")
            return Answer((code, str(error.args[-1])))
        except (OSError, RuntimeError, ValueError, TypeError, IndexError, AssertionError) as error:
            self._forget(name)
            return Answer(lost=f"{type(error).__name__}: {error}")

    @staticmethod
    def _answer(cursor: Any, connection: Any) -> Answer:
        while True:
            fields = cursor._result.fields if cursor.description else ()
            rows = tuple(cursor.fetchall()) if fields else ()
            warned, affected = cursor.warning_count, 0 if fields else cursor.rowcount
            if not cursor.nextset():
                break
        columns = tuple(_text(field.name) for field in fields)
        metadata = tuple(tuple(_text(getattr(field, part)) for part in _DEFINED) for field in fields)
        rows = tuple(tuple(map(_text, row)) for row in rows)
        shown = (
            (_text(level), int(re.sub(r"\D", "", number)), _text(text))
            for level, number, text in (connection.show_warnings() if warned else ())
        )
        return Answer(None, columns, metadata, rows, affected, tuple(shown), warned=warned)

    def _forget(self, name: str) -> None:
        if connection := self.open.pop(name, None):
            with contextlib.suppress(Exception):
                connection.close()

    def close(self) -> None:
        """Ends all connections."""
        for name in list(self.sent):
            self.reap(name)
        for name in list(self.open):
            self._forget(name)
