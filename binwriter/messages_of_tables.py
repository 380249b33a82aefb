"""Messages of statements about tables and constraints: a part of `messages.MESSAGES`.

Numbers, SQLSTATEs and texts as a 9.7.4 sent them (captured sidecars), or as the MySQL Server Error Reference has them.
"""

from __future__ import annotations

TABLE_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_WARN_LEGACY_SYNTAX_CONVERTED": (
        3005,
        "HY000",
        "%s is no longer supported. The statement was converted to %s.",
    ),
    "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN": (
        3105,
        "HY000",
        "The value specified for generated column '%s' in table '%s' is not allowed.",
    ),
    "ER_CHECK_CONSTRAINT_VIOLATED": (3819, "HY000", "Check constraint '%s' is violated."),
    "ER_NO_REFERENCED_ROW_2": (
        1452,
        "23000",
        "Cannot add or update a child row: a foreign key constraint fails (%s)",
    ),
    "ER_ROW_IS_REFERENCED_2": (
        1451,
        "23000",
        "Cannot delete or update a parent row: a foreign key constraint fails (%s)",
    ),
    "ER_CLIENT_TEMP_TABLES": (
        3745,
        "HY000",
        "Changing @@session.binlog_format is disallowed when the session has open temporary table(s). You could wait "
        "until these temporary table(s) are dropped and try again.",
    ),
    "ER_TEMP_TABLE_PREVENTS_SWITCH_OUT_OF_RBR": (
        1559,
        "HY000",
        "Cannot switch out of the row-based binary log format when the session has open temporary tables",
    ),
    "ER_FK_CANNOT_DROP_PARENT": (
        3730,
        "HY000",
        "Cannot drop table '%s' referenced by a foreign key constraint '%s' on table '%s'.",
    ),
    "ER_TRUNCATE_ILLEGAL_FK": (
        1701,
        "42000",
        "Cannot truncate a table referenced in a foreign key constraint (%s)",
    ),
    "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_CREATED_TEMP_TABLE": (
        1751,
        "HY000",
        "The creation of some temporary tables could not be rolled back.",
    ),
    "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_DROPPED_TEMP_TABLE": (
        1752,
        "HY000",
        "Some temporary tables were dropped, but these operations could not be rolled back.",
    ),
    "ER_NON_UPDATABLE_TABLE": (1288, "HY000", "The target table %s of the %s is not updatable"),
    "ER_WRONG_USAGE": (1221, "HY000", "Incorrect usage of %s and %s"),
}
