"""The general query log of a server: commands of its clients, in mysql.general_log or a file (log_output).

A statement that is none (ER_PARSE_ERROR) is not in it, and passwords are not (MySQL manual, "The General Query Log",
"Passwords and Logging"; captured: clusters/general_log_in_its_table).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import MESSAGES
from binwriter.mysql.secret_text import HIDDEN, without_secrets

if TYPE_CHECKING:
    from binwriter.storage.table_data import TableData

_HOME, _TABLE = "mysql", "general_log"
NO_STATEMENT = MESSAGES["ER_PARSE_ERROR"].code
_AROUND = r"(?:\s|/\*!?\d*|\*/|/\*.*?\*/|--[ \t][^\n]*\n|\#[^\n]*\n)*"  # spaces and comments in front
_MAY_HAVE_SECRET = pattern(
    rf"{_AROUND}(?:(?:CREATE|ALTER)\s+(?:USER|SERVER)|SET|GRANT|CHANGE|START)\b", re.IGNORECASE | re.DOTALL
)
_HASH = pattern(r"(\bAS)\s*('(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.|\"\")*\")", re.IGNORECASE | re.DOTALL)
_PREPARED = pattern(r"(\s*PREPARE\s+(?:`[^`]*`|\S+)\s+FROM)\b.*", re.IGNORECASE | re.DOTALL)
_LOGGED = frozenset({"Query", "Init DB"})


class Noted:
    """A row that was written before its statement ran."""

    def __init__(self, data: TableData, row_id: Any) -> None:
        self._data, self._row_id = data, row_id

    def failed(self, code: int) -> None:
        """The statement ended with this error."""
        if code == NO_STATEMENT:
            self._data.delete(self._row_id)


def is_on(session: Any) -> bool:
    """Whether what the session is told is logged into the table."""
    variables = session.server.variables
    return (
        bool(variables.get("general_log"))
        and "TABLE" in str(variables.get("log_output")).upper()
        and not session.variables.get("sql_log_off")
    )


def note(session: Any, text: str) -> Noted | None:
    """A command that begins; who calls it has the turn."""
    return _noted(session, session.client.command, text) if session.client.command in _LOGGED else None


def note_prepared(session: Any, command: str, text: str) -> None:
    """Prepare or Execute, of a client's command or behind the statement of that name. text: with its values."""
    if is_on(session):
        _noted(session, command, text)


def _noted(session: Any, command: str, text: str) -> Noted | None:
    try:
        data = session.server.front_end.database.table(_HOME, _TABLE)
    except MySQLError:  # a statement has renamed or dropped it
        return None
    if command == "Init DB":
        text = text.removeprefix("USE `")[:-1].replace("``", "`")
    return Noted(data, data.insert(_row(session, command, shown(text))))


def shown(text: str) -> str:
    """A statement as the logs have it: without its passwords, and without the text that it prepares."""
    text = text.strip().rstrip(";").rstrip()
    if _MAY_HAVE_SECRET.match(text):
        return _HASH.sub(rf"\1 {HIDDEN}", without_secrets(text).replace(f"'{HIDDEN}'", HIDDEN))
    return _PREPARED.sub(r"\1 ...", text)


def user_host(session: Any) -> str:
    """Whose a session is, as the logs say it."""
    account, client = session.user, session.client.host
    address = client.rpartition(":")[0].replace("localhost", "127.0.0.1")
    return f"{account}[{account}] @ {session.host} [{address}]"


def _row(session: Any, command: str, text: str) -> tuple[ColumnValue, ...]:
    return (
        datetime.now(UTC),
        user_host(session),
        session.thread_id,
        int(session.server.variables.get("server_id")),
        command,
        text.encode("utf-8", "surrogateescape"),
    )
