"""What topics have in common: words that are drawn, and forms that several of them use.

A word in braces is a line of WORDS or of the topic's own words; it may hold braces itself.
"""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from binwriter.formats.records import dataclass

WORDS: dict[str, tuple[str, ...]] = {
    "d": ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
    "D": ("10", "11", "20", "35", "100", "255"),
    "engine": ("InnoDB", "InnoDB", "InnoDB", "MyISAM", "MyISAM", "MEMORY"),
    "ignore": ("", "", "", "IGNORE "),
    "order": ("", "", " ORDER BY id", " ORDER BY id DESC", " ORDER BY id LIMIT 1", " LIMIT 2"),
    "where": ("", " WHERE id = {d}", " WHERE id > {d}", " WHERE id < {d}", " WHERE id IN ({d}, {d})", " WHERE v > {d}",
              " WHERE v = {D}", " WHERE id BETWEEN {d} AND {d}", " WHERE s LIKE 'a%'", " WHERE s = 'bb'"),
    "text": ("'a'", "'bb'", "'a b'", "'ä€'", "''", "NULL", "'A'", "'aé'"),
    "mode": ("DEFAULT", "DEFAULT", "''", "'TRADITIONAL'", "'ANSI'", "'STRICT_ALL_TABLES'", "'NO_BACKSLASH_ESCAPES'",
             "'NO_AUTO_VALUE_ON_ZERO'"),
    "now": ("NOW()", "UTC_TIMESTAMP()", "CURDATE()", "UNIX_TIMESTAMP()", "CURRENT_TIMESTAMP(3)", "SYSDATE()"),
    "unsafe": ("UUID()", "RAND()", "USER()", "CONNECTION_ID()", "@@server_id", "@@sql_mode", "DATABASE()", "VERSION()",
               "ROW_COUNT()", "FOUND_ROWS()", "LAST_INSERT_ID()", "@v", "@n", "SLEEP(0)", "CURRENT_USER()", "GET_LOCK('l', 0)"),
    "safe": ("LENGTH(USER())", "LENGTH(UUID())", "RAND(3) > 2", "@@server_id", "LENGTH(DATABASE())", "LAST_INSERT_ID()",
             "@v", "@v + 1", "{d}", "{D}", "LENGTH(CURRENT_USER())", "ROW_COUNT()", "FOUND_ROWS()", "SLEEP(0)"),
}  # fmt: skip


@dataclass(frozen=True)
class Topic:
    """setup: before what is compared. sessions: how many take turns. count: of statements, at least and at most.

    servers: sets of options of the server; a scenario has the set whose turn its number is."""

    setup: tuple[str, ...]
    forms: tuple[str, ...]
    words: dict[str, tuple[str, ...]]
    sessions: int = 1
    count: tuple[int, int] = (10, 22)
    files: tuple[str, ...] = ()
    servers: tuple[tuple[str, ...], ...] = ((),)
    stopped: bool = True
    alone: bool = False


PLAIN = "(id INT PRIMARY KEY, v INT, s VARCHAR(20)) ENGINE"
FILL = "INSERT INTO {0} VALUES (1,10,'a'),(2,20,'bb'),(3,35,'A'),(5,10,NULL),(7,100,'aé')"


def three(*names: str) -> tuple[str, ...]:
    engines = {"t": "InnoDB", "n": "MyISAM", "m": "MEMORY", "u": "InnoDB"}
    found = []
    for name in names:
        found += [f"CREATE TABLE {name} {PLAIN}={engines[name]}", FILL.format(name)]
    return tuple(found)


CHANGES = (
    "INSERT {ignore}INTO {t} VALUES ({D}, {safe}, {text})",
    "INSERT {ignore}INTO {t} (id, s) VALUES ({d}, {text}), ({D}, {text})",
    "INSERT {ignore}INTO {t} SELECT id + {D}, v, s FROM {t}{where}",
    "INSERT INTO {t} (id, v) VALUES ({d}, {d}) ON DUPLICATE KEY UPDATE v = v + {d}, s = CONCAT(s, 'x')",
    "REPLACE INTO {t} VALUES ({d}, {safe}, {text}), ({D}, {d}, {text})",
    "REPLACE INTO {t} (id, s) SELECT id, {text} FROM {t}{where}",
    "UPDATE {ignore}{t} SET v = {safe}{where}{order}",
    "UPDATE {ignore}{t} SET id = id + {d}, s = {text}{where}",
    "UPDATE {t} a JOIN {t} b ON a.id = b.id SET a.v = b.v + 1, b.s = {text} WHERE a.id < {d}",
    "DELETE FROM {t}{where}{order}",
    "DELETE a, b FROM {t} a JOIN {t} b ON a.id = b.id WHERE a.id > {d}",
    "DELETE a FROM {t} a LEFT JOIN {t} b USING (id) WHERE b.id IS NULL",
)
ENDS = ("BEGIN", "COMMIT", "COMMIT", "ROLLBACK", "SAVEPOINT s{d}", "ROLLBACK TO s{d}", "SAVEPOINT s1", "ROLLBACK TO s1",
         "RELEASE SAVEPOINT s1", "SET autocommit = 0", "SET autocommit = 1")  # fmt: skip
SWITCHES = (
    "SET binlog_format = {format}", "SET binlog_row_image = {image}", "SET sql_mode = {mode}",
    "SET binlog_rows_query_log_events = {onoff}", "SET sql_log_bin = {onoff}", "SET timestamp = {stamp}",
    "SET time_zone = {zone}", "SET insert_id = {D}", "SET @v = {d}, @n = {text}", "SET auto_increment_increment = {d}",
    "SET auto_increment_offset = {d}", "SET foreign_key_checks = {onoff}", "SET unique_checks = {onoff}",
    "SET SESSION transaction_isolation = {level}", "SET lc_time_names = 'de_DE'", "SET NAMES {charset}",
    "SET completion_type = {completion}", "SET binlog_direct_non_transactional_updates = {onoff}",
)  # fmt: skip
SWITCHED = {
    "format": ("ROW", "MIXED", "STATEMENT"), "image": ("FULL", "MINIMAL", "NOBLOB"), "onoff": ("0", "1", "1"),
    "stamp": ("1700000000", "1700000000.123456", "1600000000"), "zone": ("'+02:00'", "'SYSTEM'", "'-05:30'"),
    "level": ("'READ-COMMITTED'", "'REPEATABLE-READ'", "'SERIALIZABLE'", "'READ-UNCOMMITTED'"),
    "charset": ("latin1", "utf8mb4", "utf8mb3", "utf8mb4 COLLATE utf8mb4_bin"),
    "completion": ("'CHAIN'", "'RELEASE'", "'NO_CHAIN'"),
}  # fmt: skip
