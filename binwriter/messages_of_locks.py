"""MySQL's errors about locks and waiting statements: number, SQLSTATE, text."""

from __future__ import annotations

LOCK_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_LOCK_OR_ACTIVE_TRANSACTION": (
        1192,
        "HY000",
        "Can't execute the given command because you have active locked tables or an active transaction",
    ),
    "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION": (
        1792,
        "25006",
        "Cannot execute statement in a READ ONLY transaction.",
    ),
    "HA_ERR_SNAPSHOT_IGNORED": (
        138,
        "HY000",
        "InnoDB: WITH CONSISTENT SNAPSHOT was ignored because this phrase can only be used with REPEATABLE READ "
        "isolation level.",
    ),
    "HA_ERR_INSUFFICIENT_HISTORY": (159, "HY000", "InnoDB: insufficient history for index %s"),
    "ER_TABLE_DEF_CHANGED": (1412, "HY000", "Table definition has changed, please retry transaction"),
    "ER_CANNOT_PURGE_BINLOG_WITH_BACKUP_LOCK": (
        4085,
        "HY000",
        "Could not purge binary logs since another session is executing LOCK INSTANCE FOR BACKUP. Wait for that "
        "session to release the lock.",
    ),
    "ER_LOCK_DEADLOCK": (1213, "40001", "Deadlock found when trying to get lock; try restarting transaction"),
    "ER_CANT_UPDATE_WITH_READLOCK": (
        1223,
        "HY000",
        "Can't execute the query because you have a conflicting read lock",
    ),
    "ER_XA_RBTIMEOUT": (1613, "XA106", "XA_RBTIMEOUT: Transaction branch was rolled back: took too long"),
    "ER_XA_RBDEADLOCK": (1614, "XA102", "XA_RBDEADLOCK: Transaction branch was rolled back: deadlock was detected"),
    "ER_PROC_AUTO_REVOKE_FAIL": (1405, "HY000", "Failed to revoke all privileges to dropped routine"),
    "ER_QUERY_INTERRUPTED": (1317, "70100", "Query execution was interrupted"),
    "ER_QUERY_TIMEOUT": (
        3024,
        "HY000",
        "Query execution was interrupted, maximum statement execution time exceeded",
    ),
    "CR_SERVER_LOST": (2013, "HY000", "Lost connection to MySQL server during query"),
    "ER_USER_LOCK_WRONG_NAME": (
        3057,
        "42000",
        "Incorrect user-level lock name '%s'. The name is empty, NULL, or can not be expressed in the current "
        "character-set.",
    ),
    "ER_USER_LOCK_OVERLONG_NAME": (4163, "42000", "User-level lock name '%s' should not exceed %s characters."),
    "ER_USER_LOCK_DEADLOCK": (
        3058,
        "HY000",
        "Deadlock found when trying to get user-level lock; try rolling back transaction/releasing locks and "
        "restarting lock acquisition.",
    ),
    "ER_LOCK_NOWAIT": (
        3572,
        "HY000",
        "Statement aborted because lock(s) could not be acquired immediately and NOWAIT is set.",
    ),
}
