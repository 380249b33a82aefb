"""Clients of a soak, sessions or over the wire: they connect again when they are killed, or when the server crashes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pymysql
from pymysql.constants import CR, ER

from binwriter.errors import MySQLError
from binwriter.server.session import Session

if TYPE_CHECKING:
    from tests.reliability.soaking.life import Life

_PATIENCE = 0.02  # seconds until a server that is down is looked for again


class Gone(Exception):  # noqa: N818 - no error: a client whose server has crashed or who was killed begins again
    """The session has ended under the client."""


class Client:
    """number: of its thread; its tables, XIDs and rows are named after it.

    failed: whether a statement has failed since the last BEGIN.
    """

    def __init__(self, life: Life, number: int) -> None:
        self.life, self.number = life, number
        self.failed = False
        self.session = self._connect()

    @property
    def thread_id(self) -> int:
        return self.session.thread_id

    @property
    def is_closed(self) -> bool:
        return "session" not in vars(self) or self.session.closed

    def close(self) -> None:
        if not self.is_closed:
            self.session.close()

    def end(self) -> None:
        """Closes and forgets the session: one that is closed still knows its last statement, as long as it is known."""
        self.close()
        del self.session

    def begin_again(self) -> None:
        """In a session of its own, behind one that has ended."""
        self.session = self._connect()

    def _connect(self) -> Session:
        from tests.reliability.soaking.operations import DATABASE

        while True:
            try:
                session = self.life.server.connect()
                if session.run(f"USE {DATABASE}").error is None:
                    return session
                session.close()
            except ValueError:  # down, or killed at once
                pass
            time.sleep(_PATIENCE)

    def run(self, sql: str) -> Sequence[Sequence[Any]]:
        """One statement and its rows; MySQL's errors are counted. Gone when the session has ended."""
        self.life.count("statements")
        self.failed &= sql != "BEGIN"
        try:
            result = self.session.run(sql)
            error = result.error
        except ValueError as refused:  # closed, or the server is down
            if not self._ended(refused):
                raise
            self.session = self._connect()
            raise Gone from refused
        if error is not None:
            self.life.count(f"error {error.code}")
            if self.session.closed:
                self.session = self._connect()
                raise Gone from error
            self.failed = True
        return result.rows or ()

    def _ended(self, refused: ValueError) -> bool:
        return self.session.closed or "shut down" in str(refused)

    def reconnect(self) -> None:
        self.session.close()
        self.session = self._connect()

    def rest(self) -> None:
        """Before a check: nothing is open any more."""
        for sql in ("UNLOCK TABLES", "ROLLBACK", "SET gtid_next = 'AUTOMATIC'", "SELECT RELEASE_ALL_LOCKS()"):
            try:
                self.run(sql)
            except (Gone, MySQLError):
                continue


# lost, gone, and what a server says to a session that it ends
_ENDS = frozenset({CR.CR_SERVER_LOST, CR.CR_SERVER_GONE_ERROR, ER.SERVER_SHUTDOWN})


class WireClient(Client):  # a session there is a connection here
    """The same over the wire: a pymysql connection to the server that the life serves."""

    def _connect(self) -> Any:
        from tests.reliability.soaking.operations import DATABASE

        while True:
            try:
                return pymysql.connect(host="127.0.0.1", port=self.life.port, user="root", database=DATABASE)
            except pymysql.err.MySQLError:  # down, or killed at once
                time.sleep(_PATIENCE)

    @property
    def thread_id(self) -> int:
        number: int = self.session.thread_id()
        return number

    @property
    def is_closed(self) -> bool:
        return "session" not in vars(self) or not self.session.open

    def run(self, sql: str) -> Sequence[Sequence[Any]]:
        self.life.count("statements")
        self.life.count("statements over the wire")
        self.failed &= sql != "BEGIN"
        try:
            with self.session.cursor() as cursor:
                cursor.execute(sql)
                rows: Sequence[Sequence[Any]] = cursor.fetchall()
                return rows
        except pymysql.err.InterfaceError as closed:
            self.session = self._connect()
            raise Gone from closed
        except pymysql.err.MySQLError as error:
            number = int(error.args[0])
            self.life.count(f"error {number}")
            if number in _ENDS:
                self.session = self._connect()
                raise Gone from error
            self.failed = True
            return ()
