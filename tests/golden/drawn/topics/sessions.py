"""Several sessions: locks, waits, savepoints, XA."""


# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, ENDS, SWITCHED, Topic, three

TOPIC = Topic(
    (*three("t", "u", "n"), "ALTER TABLE u ADD KEY (v)"),
    (
        *CHANGES[:10],
        *CHANGES[:10],
        *ENDS[:8],
        "SELECT * FROM {t}{where} {share}",
        "LOCK TABLES {t} {lock}",
        "UNLOCK TABLES",
        "XA START 'x{d}'",
        "XA END 'x{d}'",
        "XA PREPARE 'x{d}'",
        "XA COMMIT 'x{d}'",
        "XA ROLLBACK 'x{d}'",
        "XA RECOVER",
        "SELECT GET_LOCK('l', 0)",
        "SELECT RELEASE_LOCK('l')",
        "FLUSH TABLES {t}",
        "TRUNCATE {t}",
        "CREATE TEMPORARY TABLE tmp LIKE {t}",
        "INSERT INTO tmp SELECT * FROM {t}",
        "SET binlog_format = {format}",
        "SET SESSION transaction_isolation = {level}",
        "ALTER TABLE {t} ADD COLUMN c{d} INT",
        "DROP TABLE IF EXISTS tmp",
        "SET autocommit = {onoff}",
        "START TRANSACTION WITH CONSISTENT SNAPSHOT",
        "START TRANSACTION READ ONLY",
    ),
    {
        "t": ("t", "t", "u", "n"),
        "share": (
            "FOR UPDATE",
            "FOR SHARE",
            "LOCK IN SHARE MODE",
            "FOR UPDATE NOWAIT",
            "FOR UPDATE SKIP LOCKED",
            "",
        ),
        "lock": ("READ", "WRITE", "READ LOCAL"),
        **SWITCHED,
    },
    sessions=3,
    count=(10, 18),
)
