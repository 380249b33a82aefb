"""Real 9.7.4 replicas follow the live server: what its clients did is in their tables."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pymysql
import pytest

from binwriter.chance import system_chance
from binwriter.integration.following import Following, SourceAddress
from binwriter.integration.mysql import MySQLServer
from binwriter.live.serving import Serving, Settings
from binwriter.live.tls import own_context
from binwriter.server.server import Server
from tests.integration.live.conftest import GTIDS, NO_GTIDS, MakePair, Pair, gateway

pytestmark = [pytest.mark.mysql, pytest.mark.slow]

CREATE = ("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(50), body LONGTEXT)")
COLUMNS = (
    "tiny TINYINT, small SMALLINT UNSIGNED, medium MEDIUMINT, big BIGINT UNSIGNED, real4 FLOAT, real8 DOUBLE,"
    " exact DECIMAL(30, 10), bits BIT(13), born DATE, day TIME(3), stamp TIMESTAMP(6) NULL, at DATETIME(2), y YEAR,"
    " short CHAR(7) CHARACTER SET utf16, text VARCHAR(300) CHARACTER SET latin1, raw VARBINARY(20), fixed BINARY(4),"
    " long_text MEDIUMTEXT, blob4 BLOB, color ENUM('red', 'green'), many SET('a', 'b', 'c'), doc JSON, place GEOMETRY,"
    " vec VECTOR(3)"
)
VALUES = (
    "1, -128, 65535, -8388608, 18446744073709551615, 1.5, -2.25e100, -12345678901234567890.0123456789, b'1010',"
    " '1000-01-01', '-838:59:59', '2025-01-02 03:04:05.123456', '9999-12-31 23:59:59.99', 2155, 'äé', 'é€', x'00ff',"
    " x'01', REPEAT('l', 70000), x'0001', 'green', 'a,c', '{\"a\": [1, null, \"é\"], \"b\": 1.5}', POINT(1, 2),"
    " STRING_TO_VECTOR('[1, 2.5, -3]')"
)
TYPES = (
    f"CREATE TABLE d.types (id INT PRIMARY KEY, {COLUMNS})",
    f"INSERT INTO d.types VALUES ({VALUES})",
    "INSERT INTO d.types (id) VALUES (2)",
    "UPDATE d.types SET doc = JSON_SET(doc, '$.a[0]', 'new', '$.c', 3), text = 'x', big = big - 1 WHERE id = 1",
    "UPDATE d.types SET born = '2020-02-29', doc = '{}' WHERE id = 2",
    "DELETE FROM d.types WHERE id = 2",
)
DDL = (
    "ALTER TABLE d.t ADD COLUMN more INT DEFAULT 7, ADD INDEX (name)",
    "INSERT INTO d.t (name) VALUES ('after')",
    "CREATE TABLE d.copy LIKE d.t",
    "INSERT INTO d.copy SELECT * FROM d.t",
    "CREATE TABLE d.made AS SELECT id, name FROM d.t",
    "CREATE VIEW d.v AS SELECT name FROM d.t",
    "CREATE TRIGGER d.tr BEFORE INSERT ON d.copy FOR EACH ROW SET NEW.more = 9",
    "INSERT INTO d.copy (name) VALUES ('triggered')",
    "CREATE PROCEDURE d.p(n INT) INSERT INTO d.t (name) VALUES (CONCAT('p', n))",
    "CALL d.p(3)",
    "RENAME TABLE d.made TO d.renamed",
    "TRUNCATE TABLE d.renamed",
    "DROP VIEW d.v",
    "CREATE USER u@h IDENTIFIED BY 'x'",
    "GRANT SELECT ON d.* TO u@h",
)
TRANSACTIONS = (
    "BEGIN",
    "INSERT INTO d.t (name) VALUES ('kept')",
    "SAVEPOINT s",
    "INSERT INTO d.t (name) VALUES ('taken back')",
    "ROLLBACK TO s",
    "UPDATE d.t SET body = REPEAT('b', 3000)",
    "COMMIT",
    "BEGIN",
    "INSERT INTO d.t (name) VALUES ('never')",
    "ROLLBACK",
    "XA START 'x'",
    "INSERT INTO d.t (name) VALUES ('xa one')",
    "XA END 'x'",
    "XA COMMIT 'x' ONE PHASE",
    "XA START 'y'",
    "INSERT INTO d.t (name) VALUES ('xa two')",
    "XA END 'y'",
    "XA PREPARE 'y'",
)
FINISH = ("XA COMMIT 'y'", "INSERT INTO d.t (name) VALUES ('last')")
MANY = tuple(f"INSERT INTO d.t (name) VALUES ('row {number}'), ('other {number}')" for number in range(60))


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("by_gtid", [True, False], ids=["auto-position", "position"])
@pytest.mark.parametrize("image", ["FULL", "MINIMAL", "NOBLOB"])
def test_rows_of_all_types_in_all_images(image: str, by_gtid: bool, pair: MakePair) -> None:
    two = pair(*(GTIDS if by_gtid else NO_GTIDS), place=None if by_gtid else ("binlog.000001", 4))
    partial = "PARTIAL_JSON" if image != "FULL" else ""
    setting = (
        f"SET binlog_row_image = '{image}'",
        f"SET binlog_row_value_options = '{partial}'",
        "SET time_zone = '+02:00'",
    )
    two.run(*setting, *CREATE, *TYPES)
    two.assert_same_tables()


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("metadata", ["FULL", "MINIMAL"])
@pytest.mark.parametrize("log_format", ["ROW", "MIXED", "STATEMENT"])
def test_statements_of_all_kinds_in_all_formats(log_format: str, metadata: str, pair: MakePair) -> None:
    two = pair(*GTIDS, f"binlog_row_metadata={metadata}")
    with two.client() as client, client.cursor() as cursor:
        for statement in (f"SET binlog_format = {log_format}", *CREATE, *MANY, *DDL, *TRANSACTIONS):
            cursor.execute(statement)
    two.run(*FINISH)
    two.assert_same_tables()


def test_compressed_transactions_tags_and_checksums(pair: MakePair) -> None:
    two = pair()
    two.run(*CREATE, "SET binlog_transaction_compression = ON", *TRANSACTIONS[:7], *MANY)
    two.run("SET gtid_next = 'AUTOMATIC:tag'", *MANY[:5], "SET gtid_next = 'AUTOMATIC'", *MANY[:2])
    two.run("SET gtid_next = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:other:7'", MANY[0], "SET gtid_next = 'AUTOMATIC'")
    two.run("SET GLOBAL binlog_checksum = NONE", *MANY[:3], "SET GLOBAL binlog_checksum = CRC32", *MANY[:3])
    two.assert_same_tables()
    (executed,) = two.replica.execute("SELECT @@gtid_executed")[0]
    assert executed == two.run("SELECT @@gtid_executed")[0][0]


@pytest.mark.parametrize("log_format", ["ROW", "STATEMENT"])
def test_load_data(log_format: str, pair: MakePair, tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("".join(f"{number}\tname {number}\t{'x' * 100}\n" for number in range(1, 5000)))
    two = pair()
    two.run(f"SET binlog_format = {log_format}", *CREATE, f"LOAD DATA INFILE '{file}' INTO TABLE d.t")
    two.assert_same_tables()


def test_a_replica_that_is_killed_in_mid_transaction_and_comes_back(pair: MakePair) -> None:
    two = pair()
    two.run(*CREATE)
    # these replicas flush once a second, and lose what came since when they are killed: its rows, not its GTIDs
    two.replica.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1")
    two.replica.execute("SET GLOBAL sync_binlog = 1")
    rows = ", ".join(f"('{number}', REPEAT('x', 60000))" for number in range(40))
    for _ in range(3):
        for _ in range(3):
            two.run(f"INSERT INTO d.t (name, body) VALUES {rows}")
        dumps = [row[0] for row in two.run("SHOW PROCESSLIST") if row[4].startswith("Binlog Dump")]
        two.run(*(f"KILL {dump}" for dump in dumps), "SELECT 1")
        two.following.stop()
        two.run(*MANY[:3])
        two.following.start()
    two.replica.kill()
    two.run(*MANY)
    two.replica.restart()
    two.assert_same_tables()


def test_a_source_that_keeps_its_tables_is_followed_over_its_restarts(replica: MySQLServer, tmp_path: Path) -> None:
    """In good order, and by a crash, behind which a prepared transaction waits on."""
    tls, port = own_context(tmp_path / "tls"), 0
    with ExitStack() as stack:
        following: Following | None = None
        parts = (("shutdown", (*CREATE, *TYPES)), ("crash", (*TRANSACTIONS, *MANY[:5])), ("shutdown", (*FINISH, *DDL)))
        for ends, statements in parts:
            server = Server(tmp_path / "log", GTIDS, chance=system_chance(), keep=True)
            users = {"root": "", "repl": "s3cret"}
            with Serving(server, Settings("0.0.0.0", port, users=users, tls=tls, plain_from_anywhere=True)) as serving:
                port = serving.port
                if following is None:
                    address = SourceAddress(gateway(replica), port, "repl", "s3cret")
                    following = stack.enter_context(Following(replica.connect, address))
                two = Pair(serving, replica, following)
                two.run(*statements)
                two.assert_same_tables()
            getattr(server, ends)()


def test_rotation_and_purge_under_way(pair: MakePair) -> None:
    two = pair()
    two.run(*CREATE, "SET GLOBAL max_binlog_size = 4096")
    for start in range(0, 60, 10):
        two.run(*MANY[start : start + 10], "FLUSH BINARY LOGS")
        two.caught_up()
        two.run(f"PURGE BINARY LOGS TO '{two.serving.server.position()[0]}'")
    two.assert_same_tables()


def test_what_was_purged_is_said_so_to_the_replica(pair: MakePair) -> None:
    two = pair()
    two.run(*CREATE)
    two.caught_up()
    two.following.stop()
    two.run(*MANY[:3], "FLUSH BINARY LOGS", MANY[3])
    two.run(f"PURGE BINARY LOGS TO '{two.serving.server.position()[0]}'")
    two.following.start()
    for _ in range(100):
        if two.following.errors():
            break
    (error,) = two.following.errors()
    assert "Got fatal error 1236 from source" in error
    assert "the source purged required binary logs" in error


def test_an_idle_source_beats(pair: MakePair) -> None:
    two = pair(options=("SOURCE_HEARTBEAT_PERIOD = 0.1",))
    two.run(*CREATE)
    two.caught_up()
    count = "SELECT SUM(count_received_heartbeats) FROM performance_schema.replication_connection_status"
    before = two.replica.execute(count)[0][0]
    two.replica.execute("SELECT SLEEP(1)")
    assert two.replica.execute(count)[0][0] > before + 3
    two.run(*MANY[:2])
    two.assert_same_tables()


@pytest.mark.left_to_sweep
def test_a_minute_without_a_change(pair: MakePair) -> None:
    """With the replica's own period, half of replica_net_timeout: it stays connected by heartbeats alone."""
    two = pair()
    two.run(*CREATE)
    two.caught_up()
    asked = (
        "SELECT source_uuid, count_received_heartbeats, service_state, last_error_number,"
        " (SELECT processlist_id FROM performance_schema.threads WHERE name = 'thread/sql/replica_io')"
        " FROM performance_schema.replication_connection_status"
    )
    before = two.replica.execute(asked)[0]
    dumps = [row[0] for row in two.run("SHOW PROCESSLIST") if row[4].startswith("Binlog Dump")]
    two.replica.execute("SELECT SLEEP(65)")
    after = two.replica.execute(asked)[0]
    assert after[1] >= before[1] + 2
    assert after[:1] + after[2:] == before[:1] + before[2:]
    assert [row[0] for row in two.run("SHOW PROCESSLIST") if row[4].startswith("Binlog Dump")] == dumps
    two.run(*MANY[:2])
    two.assert_same_tables()


def test_a_replica_without_tls(pair: MakePair) -> None:
    two = pair(tls=False)
    two.run(*CREATE, *MANY[:5])
    two.assert_same_tables()


@pytest.mark.parametrize("algorithm", ["zstd", "zlib"])
def test_a_replica_that_wants_its_packets_compressed(algorithm: str, pair: MakePair) -> None:
    two = pair(options=(f"SOURCE_COMPRESSION_ALGORITHMS = '{algorithm}'",))
    two.run(*CREATE, *TYPES, *MANY[:20])
    two.assert_same_tables()


def test_the_replica_is_shown(pair: MakePair) -> None:
    two = pair()
    two.run(*CREATE)
    two.caught_up()
    ((server_id, host, port, source_id, uuid),) = two.run("SHOW REPLICAS")
    assert (server_id, host, port, source_id) == (2, "replica", 3306, 1)
    assert uuid == two.replica.execute("SELECT @@server_uuid")[0][0]


SEMI_SYNC = "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'"


def _status(pair: Pair) -> dict[str, str]:
    return {str(name): str(value) for name, value in pair.run("SHOW STATUS LIKE 'Rpl_semi_sync_source%'")}


def test_semi_synchronous_replication(pair: MakePair) -> None:
    two = pair(options=("SOURCE_HEARTBEAT_PERIOD = 1",))
    two.following.stop()
    two.replica.execute(
        "INSTALL PLUGIN rpl_semi_sync_replica SONAME 'semisync_replica.so'",
        "SET GLOBAL rpl_semi_sync_replica_enabled = ON",
    )
    try:
        two.run(
            SEMI_SYNC, "SET GLOBAL rpl_semi_sync_source_enabled = ON", "SET GLOBAL rpl_semi_sync_source_timeout = 60000"
        )
        two.following.start()
        two.run(*CREATE, *MANY)
        assert two.replica.execute("SHOW STATUS LIKE 'Rpl_semi_sync_replica_status'")[0][1] == "ON"
        status = _status(two)
        assert (status["Rpl_semi_sync_source_status"], status["Rpl_semi_sync_source_clients"]) == ("ON", "1")
        assert int(status["Rpl_semi_sync_source_yes_tx"]) == 2 + len(MANY)
        two.assert_same_tables()
        two.following.stop()
        two.run("SET GLOBAL rpl_semi_sync_source_timeout = 300", *MANY[:3])
        status = _status(two)
        assert (status["Rpl_semi_sync_source_status"], status["Rpl_semi_sync_source_no_times"]) == ("OFF", "1")
        two.following.start()
        two.caught_up()
        two.run(*MANY[:3])
        two.caught_up()
        two.run(*MANY[:3])
        assert _status(two)["Rpl_semi_sync_source_status"] == "ON"
        two.assert_same_tables()
    finally:
        two.following.stop()
        two.replica.execute("UNINSTALL PLUGIN rpl_semi_sync_replica")


def test_the_plugin_is_installed_as_on_a_server(pair: MakePair) -> None:
    two = pair()
    asked = (
        "SELECT @@global.rpl_semi_sync_source_enabled",
        SEMI_SYNC,
        SEMI_SYNC,
        "SHOW VARIABLES LIKE 'rpl_semi_sync_source%'",
        "SHOW STATUS LIKE 'Rpl_semi_sync_source%'",
        "SET GLOBAL rpl_semi_sync_source_wait_for_replica_count = 0",
        "SELECT @@rpl_semi_sync_source_wait_for_replica_count",
        "SET SESSION rpl_semi_sync_source_enabled = ON",
    )
    answers = []
    for server in (two, two.replica):
        answers.append([])
        run = server.run if server is two else server.execute
        for statement in asked:
            try:
                answers[-1].append(run(statement))
            except pymysql.err.MySQLError as error:
                answers[-1].append(error.args)
    two.replica.execute("UNINSTALL PLUGIN rpl_semi_sync_source")
    assert answers[0] == answers[1]
