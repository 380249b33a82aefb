"""A connection that runs the statements of a log: PyMySQL, bytes as they are, files of LOAD DATA from memory.

`binwriter.inspection.mysqlbinlog.statements` makes the statements; here is what becomes of them on a server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import pymysql
from pymysql.connections import Connection, MySQLResult
from pymysql.constants import CLIENT
from pymysql.protocol import LoadLocalPacketWrapper

from binwriter.errors import BinwriterError
from binwriter.inspection.mysqlbinlog.statements import Statement
from binwriter.mysql.server_url import ServerUrl, ServerUrlError

# of MySQL's: the client has lost the server
_LOST_IN_QUERY = 2013
_LOST = frozenset({2006, _LOST_IN_QUERY, 2014, 2055})
_FILE_REFUSED = 2068
# in which a packet of a file is sent
_PIECE = 1 << 20


class Target(ServerUrl):
    """A server to replay to."""

    @classmethod
    def from_url(cls, url: str) -> Self:
        """As of any server, but without a database. ServerUrlError."""
        target = super().from_url(url)
        if target.databases:
            named = ",".join(target.databases)
            raise ServerUrlError(f"a log names its databases itself: the URL ends with '/{named}', not with /")
        return target

    def connect(self, kind: type[ReplayConnection] | None = None) -> ReplayConnection:
        """A new connection, of that class. ServerUrlError with the server's, or the system's, own words."""
        try:
            return (kind or ReplayConnection)(
                charset="utf8mb4",
                # as the server has it; statements of the log say what they need
                autocommit=None,
                local_infile=True,
                client_flag=CLIENT.MULTI_STATEMENTS,
                **self.options(),
            )
        except (pymysql.err.MySQLError, OSError, RuntimeError) as error:
            text = error.args[1] if len(error.args) > 1 else error
            raise ServerUrlError(f"no connection to {self}: {text}") from error


class ServerError(BinwriterError):
    """What a server, or the client's side of its connection, answered to a statement. code: MySQL's number."""

    def __init__(self, code: int, message: str, sqlstate: str | None = None) -> None:
        super().__init__(f"ERROR {code} ({sqlstate or 'HY000'}): {message}")
        self.code = code

    @property
    def is_lost(self) -> bool:
        """Whether the connection is gone, so that nobody knows what became of the statement."""
        return self.code in _LOST


if TYPE_CHECKING:  # only its stubs know a parameter
    _Connection = Connection[Any]
else:
    _Connection = Connection


class ReplayConnection(_Connection):
    """`run` sends statements as bytes. Files are sent only as a statement of the log has them.

    answered: how many statements of the last packet were run.
    """

    answered = 0
    _given: tuple[bytes, bytes] | None = None

    @property
    def local_address(self) -> str:
        """This machine's, as the connection goes out from; of a Unix socket the loopback's."""
        connection: Any = self
        name = connection._sock.getsockname()
        return str(name[0]) if isinstance(name, tuple) else "127.0.0.1"

    def run(self, statement: Statement) -> None:
        """Runs one statement; result sets are read and dropped. Raises ServerError."""
        self.ask(statement.text, statement.local_file)

    def run_together(self, statements: Sequence[Statement]) -> None:
        """Sends statements in one packet; `answered` has how many were run when the next one raises ServerError.

        Their texts must be such that none runs into another (`Statement.is_ours`).
        """
        self.ask(b";".join(statement.text for statement in statements))

    def ask(self, sql: bytes, local_file: tuple[bytes, bytes] | None = None) -> tuple[tuple[Any, ...], ...]:
        """Runs SQL; the rows of its first result. Raises ServerError."""
        self._given, self.answered = local_file, 0
        try:
            self.query(sql)
            first: Any = self._result
            self.answered = 1
            result = first
            while result.has_next:
                self.next_result()
                self.answered += 1
                result = self._result
            return tuple(first.rows or ())
        except pymysql.err.MySQLError as error:
            raise _server_error(error) from error
        except (OSError, AttributeError) as error:
            raise ServerError(_LOST_IN_QUERY, f"Lost connection to MySQL server during query ({error})") from error
        finally:
            self._given = None

    def _read_query_result(self, unbuffered: bool = False) -> int:
        """As PyMySQL does it, with a result that knows what file may be asked for."""
        self._result = None
        result = _Result(self, self._given)
        result.read()
        self._result = result
        if result.server_status is not None:
            self.server_status = result.server_status
        return int(result.affected_rows or 0)


class _Result(MySQLResult):
    def __init__(self, connection: ReplayConnection, given: tuple[bytes, bytes] | None) -> None:
        super().__init__(connection)
        self._given = given

    def _read_load_local_packet(self, first_packet: Any) -> None:
        """A server asks for a file by name: it gets the one of the statement, and no other of this machine."""
        name = LoadLocalPacketWrapper(first_packet).filename
        connection: Any = self.connection
        content = self._given[1] if self._given is not None and name == self._given[0] else None
        for start in range(0, len(content or b""), _PIECE):
            connection.write_packet(content[start : start + _PIECE])  # type: ignore[index]
        connection.write_packet(b"")
        answer = connection._read_packet()
        if content is None:
            raise ServerError(_FILE_REFUSED, f"the server asks for the file {name!r}, which the log does not hold")
        self._read_ok_packet(answer)  # type: ignore[attr-defined]


def _server_error(error: pymysql.err.MySQLError) -> ServerError:
    code = error.args[0] if error.args and isinstance(error.args[0], int) else _LOST_IN_QUERY
    text = str(error.args[1]) if len(error.args) > 1 else "Lost connection to MySQL server during query"
    return ServerError(code, text, getattr(error, "sqlstate", None))
