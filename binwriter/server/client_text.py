"""What a client sends and gets is UTF-8, whatever SET NAMES told the server to take it for.

A server takes the bytes for text of character_set_client, and logs them as they came (captured: charsets_*).
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import are_known, as_statement, in_charset
from binwriter.formats.collations import default_collation
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.records import replace
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.statement.result import StatementResult

# text is what it says, or bytes without meaning
_UNCHANGED = ("utf8mb4", "utf8mb3", "utf8", "binary", "NULL", "None", "")


def as_received(text: str, variables: SessionVariables) -> str:
    """The statement as the server reads it."""
    charset = "" if text.isascii() else variables.settings.character_set_client
    if charset in _UNCHANGED:
        return text
    try:
        return as_statement(default_collation(charset).decode_keeping(bytes_of(text)))
    except (CorruptLogError, EncodeError):
        from binwriter.sql.dml.load.ill_formed import characters  # seldom needed

        return characters(bytes_of(text), default_collation(charset))


def _as_shown(text: str, charset: str) -> str:
    """A message as a client shows it that takes all for UTF-8."""
    try:
        return text if text.isascii() else default_collation(charset).encode(text).decode()
    except (EncodeError, UnicodeDecodeError):
        return text


def _converted(result: StatementResult) -> StatementResult:
    """Bytes that no text gives become characters, or question marks."""
    rows = tuple(tuple(in_charset(value) if isinstance(value, str) else value for value in row) for row in result.rows)
    return replace(result, rows=rows)


def sent_back(result: StatementResult, variables: SessionVariables) -> StatementResult:
    """The answer in the bytes of character_set_results, as such a client shows them."""
    charset = variables.settings.character_set_results
    if charset in _UNCHANGED:
        return _converted(result) if are_known() else result
    error = result.error
    if error is not None and not error.message.isascii():
        error = MySQLError(error.code, error.sqlstate, error.symbol, _as_shown(error.message, charset))
    diagnostics = tuple(
        replace(condition, message=_as_shown(condition.message, charset)) for condition in result.diagnostics
    )
    rows = tuple(
        tuple(_as_shown(value, charset) if isinstance(value, str) else value for value in row) for row in result.rows
    )
    return replace(result, error=error, diagnostics=diagnostics, rows=rows)
