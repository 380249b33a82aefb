"""What a server says of an unsafe statement, by reason."""

from __future__ import annotations

from binwriter.statement.values import UnsafeReason

_ROWS_ORDER = "This order cannot be predicted and may differ on source and the replica."
_SELECT_ORDER = (
    "is unsafe because the order in which rows are retrieved by the SELECT determines which (if any) rows are"
)

# Texts as a 9.7.4 server sends them, after the common beginning of warning 1592 or error 1663.
UNSAFE_TEXTS: dict[UnsafeReason, str] = {
    UnsafeReason.LIMIT: (
        "The statement is unsafe because it uses a LIMIT clause. This is unsafe because the set of rows "
        "included cannot be predicted."
    ),
    UnsafeReason.SYSTEM_TABLE: (
        "The statement is unsafe because it uses the general log, slow query log, or performance_schema "
        "table(s). This is unsafe because system tables may differ on replicas."
    ),
    UnsafeReason.AUTOINC_COLUMNS: (
        "Statement is unsafe because it invokes a trigger or a stored function that inserts into an "
        "AUTO_INCREMENT column. Inserted values cannot be logged correctly."
    ),
    UnsafeReason.UDF: "Statement is unsafe because it uses a UDF which may not return the same value on the replica.",
    UnsafeReason.SYSTEM_VARIABLE: (
        "Statement is unsafe because it uses a system variable that may have a different value on the replica."
    ),
    UnsafeReason.SYSTEM_FUNCTION: (
        "Statement is unsafe because it uses a system function that may return a different value on the replica."
    ),
    UnsafeReason.NONTRANS_AFTER_TRANS: (
        "Statement is unsafe because it accesses a non-transactional table after accessing a transactional "
        "table within the same transaction."
    ),
    UnsafeReason.MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE: (
        "Mixing self-logging and non-self-logging engines in a statement is unsafe."
    ),
    UnsafeReason.MIXED_STATEMENT: (
        "Statement accesses nontransactional table as well as transactional or temporary table, and writes "
        "to any of them."
    ),
    UnsafeReason.INSERT_IGNORE_SELECT: f"INSERT IGNORE... SELECT {_SELECT_ORDER} ignored. {_ROWS_ORDER}",
    UnsafeReason.INSERT_SELECT_UPDATE: (
        f"INSERT... SELECT... ON DUPLICATE KEY UPDATE {_SELECT_ORDER} updated. {_ROWS_ORDER}"
    ),
    UnsafeReason.WRITE_AUTOINC_SELECT: (
        "Statements writing to a table with an auto-increment column after selecting from another table are "
        "unsafe because the order in which rows are retrieved determines what (if any) rows will be written. "
        f"{_ROWS_ORDER}"
    ),
    UnsafeReason.REPLACE_SELECT: f"REPLACE... SELECT {_SELECT_ORDER} replaced. {_ROWS_ORDER}",
    UnsafeReason.CREATE_IGNORE_SELECT: f"CREATE... IGNORE SELECT {_SELECT_ORDER} ignored. {_ROWS_ORDER}",
    UnsafeReason.CREATE_REPLACE_SELECT: f"CREATE... REPLACE SELECT {_SELECT_ORDER} replaced. {_ROWS_ORDER}",
    UnsafeReason.CREATE_SELECT_AUTOINC: (
        f"CREATE TABLE... SELECT...  on a table with an auto-increment column {_SELECT_ORDER} inserted. {_ROWS_ORDER}"
    ),
    UnsafeReason.UPDATE_IGNORE: (
        "UPDATE IGNORE is unsafe because the order in which rows are updated determines which (if any) rows "
        f"are ignored. {_ROWS_ORDER}"
    ),
    UnsafeReason.INSERT_TWO_KEYS: (
        "INSERT... ON DUPLICATE KEY UPDATE  on a table with more than one UNIQUE KEY is unsafe"
    ),
    UnsafeReason.AUTOINC_NOT_FIRST: (
        "INSERT into autoincrement field which is not the first part in the composed primary key is unsafe."
    ),
    UnsafeReason.FULLTEXT_PLUGIN: (
        "Statement is unsafe because it uses a fulltext parser plugin which may not return the same value on "
        "the replica."
    ),
    UnsafeReason.SKIP_LOCKED: (
        "Statement is unsafe because it uses SKIP LOCKED. The set of inserted values is non-deterministic."
    ),
    UnsafeReason.NOWAIT: (
        "Statement is unsafe because it uses NOWAIT. Whether the command will succeed or fail is not deterministic."
    ),
    UnsafeReason.XA: (
        "Statement is unsafe because it is being used inside a XA transaction. Concurrent XA transactions "
        "may deadlock on replicas when replicated using statements."
    ),
    UnsafeReason.DEFAULT_EXPRESSION_IN_SUBSTATEMENT: (
        "The statement is unsafe because it invokes a trigger or a stored function that modifies a table "
        "that has a column with a DEFAULT expression that may return a different value on the replica."
    ),
    UnsafeReason.ACL_TABLE_READ: (
        "The statement is unsafe because it updates a table depending on ACL table read operation. As "
        "storage engine row locks are skipped for ACL table, it may not have same effect on source and "
        "replica."
    ),
}
