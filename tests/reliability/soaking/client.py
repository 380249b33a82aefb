"""A client of a soak: a session that is opened again when it is killed, or when the server crashes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.server.session import Session

if TYPE_CHECKING:
    from tests.reliability.soaking.life import Life

_PATIENCE = 0.02  # seconds until a server that is down is looked for again


class Gone(Exception):  # noqa: N818 - no error: a client whose server has crashed or who was killed begins again
    """The session has ended under the client."""


class Client:
    """number: of its thread; its tables, XIDs and rows are named after it."""

    def __init__(self, life: Life, number: int) -> None:
        self.life, self.number = life, number
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

    def run(self, sql: str) -> None:
        """One statement; MySQL's errors are counted. Gone when the session has ended."""
        self.life.count("statements")
        try:
            error = self.session.run(sql).error
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
