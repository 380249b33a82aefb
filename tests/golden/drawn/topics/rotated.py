"""Log files: rotated by size and by hand, shown, purged, compressed, with other checksums; what is in them of several sessions."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (*three("t", "n", "u"), "CREATE TABLE l (id INT AUTO_INCREMENT PRIMARY KEY, b LONGTEXT) ENGINE={engine}"),
    (
        *CHANGES, "INSERT INTO l (b) VALUES (REPEAT('{letter}', {size}))", "INSERT INTO l (b) VALUES (REPEAT('{letter}', {size})), ('b'), (REPEAT('z', {size}))", "UPDATE l SET b = CONCAT(b, REPEAT('u', {size}))", "DELETE FROM l",
        "INSERT INTO l (b) SELECT REPEAT(s, {size}) FROM {t}", "INSERT INTO l (b) VALUES (REPEAT('{letter}', {size}))", "FLUSH BINARY LOGS", "FLUSH LOGS", "FLUSH NO_WRITE_TO_BINLOG BINARY LOGS", "SHOW BINARY LOGS", "SHOW BINARY LOG STATUS",
        "SHOW BINLOG EVENTS LIMIT 3", "SHOW BINLOG EVENTS IN 'binlog.000001' LIMIT 2", "PURGE BINARY LOGS TO 'binlog.00000{n}'", "SET GLOBAL max_binlog_size = {limit}", "SET GLOBAL binlog_checksum = {checksum}", "SET binlog_transaction_compression = {onoff}",
        "SET SESSION binlog_transaction_compression_level_zstd = {n}", "SET GLOBAL binlog_rows_event_max_size = 1024", "SET GLOBAL binlog_row_metadata = {metadata}", "SET binlog_rows_query_log_events = {onoff}", "SET GLOBAL binlog_order_commits = {onoff}", "SET GLOBAL sync_binlog = {onoff}",
        "BEGIN", "BEGIN", "COMMIT", "COMMIT", "ROLLBACK", "SAVEPOINT s1", "ROLLBACK TO s1", "CREATE TABLE x{d} SELECT * FROM l", "DROP TABLE IF EXISTS x{d}, x{d}", "CREATE TEMPORARY TABLE tmp SELECT * FROM {t}", "INSERT INTO tmp SELECT id + 20, v, s FROM tmp", "DROP TEMPORARY TABLE IF EXISTS tmp",
        "XA START 'x'", "XA END 'x'", "XA PREPARE 'x'", "XA COMMIT 'x'", *SWITCHES[:5], "TRUNCATE {t}", "ALTER TABLE l ADD c{d} INT",
    ),
    {
        "t": ("t", "n", "u"), "letter": ("a", "b", "ä"), "size": ("10", "500", "1500", "3000", "5000", "9000"), "n": ("1", "2", "3", "4"), "limit": ("4096", "8192", "16384"), "checksum": ("NONE", "CRC32"), "metadata": ("FULL", "MINIMAL"),
        **SWITCHED,
    },
    sessions=2,
    count=(16, 28),
    servers=(("max-binlog-size=4096",), ("max-binlog-size=8192", "binlog-cache-size=4096", "binlog-stmt-cache-size=4096"), ("binlog-transaction-compression=ON", "max-binlog-size=4096"), ("binlog-row-event-max-size=512", "binlog-rows-query-log-events=ON", "gtid-mode=ON", "enforce-gtid-consistency=ON")),
)  # fmt: skip
