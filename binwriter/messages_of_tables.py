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
    "ER_CANT_CHANGE_BINLOG_FORMAT_WITH_TEMPORARY_TABLES": (3745, "HY000", ""),
}
