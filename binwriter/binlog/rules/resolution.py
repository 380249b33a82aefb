"""Errors that a server finds while it resolves a statement's names, before it locks the tables.

Such a statement has not touched any engine: its tables do not count for warning 6414 (captured: keys_engine_mix_row).
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import MESSAGES, Diagnostic
from binwriter.statement.values import StatementEffects, StatementProfile

_SYMBOLS = (
    "ER_BAD_FIELD_ERROR",
    "ER_FIELD_SPECIFIED_TWICE",
    "ER_ILLEGAL_HA",
    "ER_MULTI_UPDATE_KEY_CONFLICT",
    "ER_NONUNIQ_TABLE",
    "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN",
    "ER_NON_INSERTABLE_TABLE",
    "ER_NON_UNIQ_ERROR",
    "ER_NON_UPDATABLE_TABLE",
    "ER_SP_DOES_NOT_EXIST",
    "ER_SP_WRONG_NO_OF_ARGS",
    "ER_UNKNOWN_TABLE",
    "ER_UPDATE_TABLE_USED",
    "ER_VIEW_PREVENT_UPDATE",
    "ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT",
    "ER_WRONG_VALUE_COUNT_ON_ROW",
)
_CODES = frozenset(MESSAGES[symbol].code for symbol in _SYMBOLS)

_OPENING_CODES = frozenset(
    MESSAGES[symbol].code for symbol in ("ER_NO_SUCH_TABLE", "ER_BAD_DB_ERROR", "ER_VIEW_INVALID")
)

_PARSER_CODES = frozenset(
    MESSAGES[symbol].code for symbol in ("ER_WARN_DEPRECATED_SYNTAX", "ER_WARN_DEPRECATED_FUNCTION")
)

_LAST_CODES = frozenset(
    MESSAGES[symbol].code
    for symbol in (
        "ER_MULTI_TABLE_UPDATE",
        "ER_WARNING_NOT_COMPLETE_ROLLBACK",
        "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_CREATED_TEMP_TABLE",
        "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_DROPPED_TEMP_TABLE",
    )
)


def is_noted_last(condition: Diagnostic) -> bool:
    """Whether it is noted when a statement that failed is cleaned up: after it was logged (captured:
    create_like_names)."""
    cast = MESSAGES["ER_CAST_TO_UNSIGNED_NEGATIVE"].text  # has the number of the first
    return condition.code in _LAST_CODES and condition.message != cast


def given_by_parser(condition: Diagnostic) -> bool:
    """Whether the parser warns so: such warnings come before those of opening and locking the tables (captured:
    parser_warnings_first)."""
    return condition.code in _PARSER_CODES


def tables_were_locked(profile: StatementProfile, effects: StatementEffects) -> bool:
    """Whether the statement came so far; else no engine has joined the transaction by it. LOAD locks its table before
    it looks for columns (captured: load_refused)."""
    return effects.error is None or profile.command == "load" or effects.ran_program or effects.error.code not in _CODES


def joins_engine(profile: StatementProfile, effects: StatementEffects) -> bool:
    """Whether a T-engine is part of the transaction after the statement."""
    return tables_were_locked(profile, effects) and any(access.engine.two_phase for access in profile.tables)


def is_found_when_opening(error: MySQLError) -> bool:
    """Whether the statement failed because a table or view cannot be opened."""
    return error.code in _OPENING_CODES
