"""The same rooms over the wire: a served server, to which statements are sent as text and as prepared ones."""

from __future__ import annotations

import io
import re
import struct
import time
from collections.abc import Iterable
from contextlib import redirect_stderr, suppress
from typing import Any

import pymysql
from pymysql.constants import COMMAND

from binwriter.inspection.verify import Finding
from binwriter.live.serving import Serving, Settings
from binwriter.mysql.raw_bytes import bytes_of
from tests.reliability.hostile.guard import Ended, Room
from tests.reliability.hostile.values import SETUP

_DEFECT = 1105  # what a client is told of a defect
# texts under that number that a server answers with as well, each whole, and what they are said of
_SAID_BY_SERVERS = {
    r"Only constant XPATH queries are supported": "paths made of rows or of chance (clusters/constants_of_a_run)",
    r"XPATH syntax error: '.{0,32}'": "paths that are none; what is left of them (clusters/xml_paths)",
    r"Unknown XPATH variable at: '.{0,32}'": "paths with a variable of no program (clusters/xml_paths)",
    r"Unknown error": "BINLOG with rows that do not fit the table (scenarios row_injections_*)",
}
_PATIENCE = 10.0  # seconds of the clock that an answer may take, and the end of one that was killed


def read_prepared(client: Any) -> tuple[int, int]:
    """Reads the answer to a statement that is prepared, columns and parameters; its number, and how many parameters."""
    head = client._read_packet().get_all_data()
    number, columns, parameters = struct.unpack("<IHH", head[1:9])
    for count in (parameters, columns):
        for _ in range(count + bool(count)):
            client._read_packet()
    return number, parameters


class ServedRoom(Room):
    """A room whose statements come over the wire. Findings: what the server prints, and answers that never come."""

    def __init__(self, options: Iterable[str] = (), setup: Iterable[str] = SETUP, profile: str = "9.7") -> None:
        super().__init__(options, setup, profile)
        self._printed = io.StringIO()
        self._serving = Serving(self.server, Settings(users={"root": "pw"}))
        self._serving.__enter__()
        self._client: Any = None

    def _connected(self) -> Any:
        if self._client is None or not self._client.open:
            self._client = pymysql.connect(
                host=self._serving.host, port=self._serving.port, user="root", password="pw", database="test",
                read_timeout=_PATIENCE, local_infile=True, client_flag=65536, conv={}, use_unicode=False,
                autocommit=None,
            )  # fmt: skip
        return self._client

    def run(self, statement: str, seconds: float = 0.0) -> Ended | None:
        """Sends one statement, as text and to be prepared."""
        with redirect_stderr(self._printed):
            for command in (COMMAND.COM_STMT_PREPARE, COMMAND.COM_QUERY):
                error = self._sent(command, statement)
                said = self._printed.getvalue()
                if said or error is not None:
                    self._printed.truncate(self._printed.seek(0))
                    lines = [line for line in said.splitlines() if line.strip()] or [str(error)]
                    place = " < ".join(line.strip() for line in reversed(lines) if "/binwriter/" in line)[:300]
                    return Ended(statement, lines[-1].partition(":")[0], place or lines[-1], lines[-1])
        return None

    def _sent(self, command: int, statement: str) -> Exception | None:
        try:
            client = self._connected()
        except pymysql.MySQLError:  # the statement before locked the account, or ended the server
            return None
        try:
            client._execute_command(command, bytes_of(statement))
            if command == COMMAND.COM_STMT_PREPARE:
                read_prepared(client)
                return None
            client._read_query_result()
            while client._result.has_next:
                client.next_result()
        except pymysql.MySQLError as error:
            if self._is_finding(error):
                return error
        return None

    def _is_finding(self, error: pymysql.MySQLError) -> bool:
        is_known = any(re.fullmatch(text, str(error.args[1]), re.DOTALL) for text in _SAID_BY_SERVERS)
        is_defect = error.args[0] == _DEFECT and not is_known
        return is_defect or ("timed out" in str(error) and not self._ended_by_kill())

    def _ended_by_kill(self) -> bool:
        """Whether what takes long, as it may (a wait for a GTID, a sleep), ends when somebody wants it to."""
        deadline = time.monotonic() + _PATIENCE
        for number in list(self.server.sessions):
            if number != self.session.thread_id:
                self.server.kill(number)
        while self.server.sessions.keys() - {self.session.thread_id} and time.monotonic() < deadline:
            time.sleep(0.05)
        return not self.server.sessions.keys() - {self.session.thread_id}

    def close(self) -> list[Finding]:
        """Also ends what is served."""
        if self._client is not None:
            with suppress(pymysql.MySQLError):
                self._client.close()
        self._serving.__exit__(None, None, None)
        return super().close()
