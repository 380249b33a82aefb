"""Which errors of single rows IGNORE turns into warnings."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import MESSAGES

# Errors of single rows that IGNORE turns into warnings (MySQL manual, "The Effect of IGNORE on Statement Execution").
_NULL_CODE = MESSAGES["ER_BAD_NULL_ERROR"].code
_FORGIVEN = frozenset(
    MESSAGES[symbol].code
    for symbol in (
        "ER_DUP_ENTRY",
        "ER_DUP_KEY",
        "ER_BAD_NULL_ERROR",
        "ER_CHECK_CONSTRAINT_VIOLATED",
        "ER_VIEW_CHECK_FAILED",
        "ER_NO_REFERENCED_ROW_2",
        "ER_ROW_IS_REFERENCED_2",
        "ER_NO_PARTITION_FOR_GIVEN_VALUE",
        "ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET",
    )
)
FOREIGN_KEYS = frozenset(MESSAGES[symbol].code for symbol in ("ER_NO_REFERENCED_ROW_2", "ER_ROW_IS_REFERENCED_2"))


class RowsEndError(MySQLError):
    """No more rows come, and the client is told of no error: what INSERT and UPDATE with IGNORE make of `refused`."""

    def __init__(self, refused: MySQLError) -> None:
        super().__init__(refused.code, refused.sqlstate, refused.symbol, refused.message)


def is_forgiven(error: MySQLError, *, strict: bool, forgives_keys: bool) -> bool:
    """strict: of the statement's values. forgives_keys: a row that a foreign key refuses is left out."""
    if error.code in FOREIGN_KEYS and not forgives_keys:
        return False
    if isinstance(error, RowsEndError):
        return False
    return error.code in _FORGIVEN and not error.in_program and not (error.code == _NULL_CODE and strict)
