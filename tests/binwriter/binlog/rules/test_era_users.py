"""What is done with accounts, by version (MySQL manuals, "Passwords and Logging", "Account Management Statements")."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_era_sql import ALL, Client, before

pytestmark = pytest.mark.sweep(every=3)

_NEW = "*6FE2B845E049CDA9EFED8CFAF265CD29622FD852"


@pytest.mark.parametrize("profile", ALL[:6])
def test_set_password_becomes_alter_user_in_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("CREATE USER v@localhost", "SET PASSWORD FOR v@localhost = PASSWORD('new')")
    old = f"SET PASSWORD FOR 'v'@'localhost'='{_NEW}'"
    new = f"ALTER USER 'v'@'localhost' IDENTIFIED WITH 'mysql_native_password' AS '{_NEW}'"
    assert client.written()[1:] == [old if profile in before("5.7") else new]


@pytest.mark.parametrize("profile", ALL)
def test_set_password_without_its_function_is_a_hash_up_to_5_6(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run("CREATE USER v@localhost", "SET PASSWORD FOR v@localhost = 'new'").error
    assert (error and error.code) == (1372 if profile in before("5.7") else None)
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
def test_grant_makes_accounts_up_to_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    anew = "GRANT SELECT, INSERT ON `test`.* TO 'g'@'localhost' IDENTIFIED"
    texts = {
        "5.6": f"{anew} BY PASSWORD '{_NEW}'",
        "5.7": f"{anew} WITH 'mysql_native_password' AS '{_NEW}'",
    }
    given = "GRANT INSERT, SELECT ON test.* TO g@localhost IDENTIFIED BY 'new'"
    error = client.run(given).error
    assert (error and error.code) == (1064 if profile in ("8.0", "9.7") else None)
    unknown = client.run("GRANT SELECT ON test.* TO h@localhost").error
    assert (unknown and unknown.code) == {"5.7": 1133, "8.0": 1410, "9.7": 1410}.get(profile)
    if profile not in ("8.0", "9.7"):
        assert client.written()[0] == texts.get(profile, given)
    else:
        assert client.written() == []


@pytest.mark.parametrize("profile", ALL)
def test_a_list_with_a_missing_account_is_worked_through_up_to_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run("CREATE USER a@localhost", "DROP USER a@localhost, b@localhost").error
    assert error is not None
    reason = " (User account does not exist)" if profile == "9.7" else ""
    assert (error.code, error.message) == (1396, f"Operation DROP USER failed for 'b'@'localhost'{reason}")
    expected = ["DROP USER a@localhost, b@localhost (1396)"] if profile in before("8.0") else []
    assert client.written()[1:] == expected


SINCE = {
    "CREATE ROLE r": ("8.0", "ROLE r"),
    "ALTER USER v@localhost PASSWORD EXPIRE": ("5.6", "USER v@localhost PASSWORD EXPIRE"),
    "ALTER USER v@localhost IDENTIFIED BY 'x'": ("5.7", None),
    "CREATE USER IF NOT EXISTS v@localhost": ("5.7", "IF NOT EXISTS v@localhost"),
    "RESET BINARY LOGS AND GTIDS": ("9.7", "BINARY LOGS AND GTIDS"),
    "SHOW BINARY LOG STATUS": ("9.7", "LOG STATUS"),
    "CREATE TABLE j (a JSON)": ("5.7", "JSON)"),
    "CREATE TABLE f (a TIME(3))": ("5.6", "(3))"),
    "CREATE TABLE g (a INT, b INT AS (a + 1))": ("5.7", "AS (a + 1))"),
    "CREATE TABLE d (a INT DEFAULT (1 + 1))": ("8.0", "(1 + 1))"),
    "CREATE VIEW IF NOT EXISTS v AS SELECT 1": ("9.7", "IF NOT EXISTS v AS SELECT 1"),
    "WITH x AS (SELECT 1) SELECT * FROM x": ("8.0", "x AS (SELECT 1) SELECT * FROM x"),
    "SIGNAL SQLSTATE '01000'": ("5.5", "SIGNAL SQLSTATE '01000'"),
    "GET DIAGNOSTICS @n = NUMBER": ("5.6", "GET DIAGNOSTICS @n = NUMBER"),
    "START TRANSACTION READ ONLY": ("5.6", "READ ONLY"),
    "FLUSH BINARY LOGS": ("5.5", "BINARY LOGS"),
    "ALTER TABLE t ADD COLUMN z INT, ALGORITHM=COPY": ("5.6", "ALGORITHM=COPY"),
    "ALTER TABLE t RENAME COLUMN b TO c": ("8.0", "COLUMN b TO c"),
    "INSERT INTO t VALUES (9,1) AS new ON DUPLICATE KEY UPDATE b=new.b": (
        "8.0",
        "AS new ON DUPLICATE KEY UPDATE b=new.b",
    ),
    "SELECT * FROM t FOR UPDATE SKIP LOCKED": ("8.0", "SKIP LOCKED"),
}


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize("statement", SINCE)
@pytest.mark.sweep(every=4)
def test_a_server_does_not_know_what_came_later(profile: str, statement: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("CREATE USER w@localhost")
    since, near = SINCE[statement]
    error = client.run(statement).error
    if profile in before(since):
        assert error is not None
        assert error.code == 1064
        assert near is None or f"near '{near}' at line 1" in error.message
    else:
        assert error is None or error.code != 1064
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
def test_an_engine_was_a_type_in_5_1(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run("CREATE TABLE o (a INT) TYPE=MyISAM").error
    if profile in before("5.5"):
        assert client.run("INSERT INTO o VALUES (1)").error is None
        assert client.written() == ["CREATE TABLE o (a INT) TYPE=MyISAM", "INSERT INTO o VALUES (1)"]
    else:
        assert error is not None
        assert "near 'TYPE=MyISAM' at line 1" in error.message


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize("statement", ["RESET MASTER", "SHOW MASTER STATUS", "PURGE MASTER LOGS TO 'binlog.000001'"])
def test_the_old_words_are_known_up_to_8_3(profile: str, statement: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run(statement).error
    assert (error and error.code) == (1064 if profile == "9.7" else None)
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
def test_show_has_the_columns_variables_and_names_of_its_version(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("SET binlog_format=ROW", "INSERT INTO t VALUES (1, 1)")
    assert len(client.run("SHOW BINARY LOGS").rows[0]) == (3 if profile in ("8.0", "9.7") else 2)
    if profile != "9.7":
        assert len(client.run("SHOW MASTER STATUS").rows[0]) == (4 if profile in before("5.6") else 5)
        assert client.run("SHOW SLAVE STATUS").rows == ()
    shown = client.run("SHOW VARIABLES LIKE 'binlog_row_image'").rows
    assert len(shown) == (0 if profile in before("5.6") else 1)
    types = [row[2] for row in client.run("SHOW BINLOG EVENTS").rows]
    assert "Write_rows" in types
    text = str(client.run("SHOW CREATE TABLE t").rows[0][1])
    assert ("`a` int(11) NOT NULL" in text) is (profile in before("8.0"))
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize(
    ("call", "since", "until"),
    [
        ("MD5('a')", "5.1.27", "9.7"),
        ("SHA1('a')", "5.1.27", "9.7"),
        ("PASSWORD('a')", "5.1.27", "8.0"),
        ("SHA2('a', 256)", "5.5", ""),
        ("TO_BASE64('a')", "5.6", ""),
        ("JSON_OBJECT('a', 1)", "5.7", ""),
        ("UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db')", "8.0", ""),
    ],
)
def test_functions_come_and_go(profile: str, call: str, since: str, until: str, tmp_path: Path) -> None:
    """PASSWORD is a word of a 9.7's grammar, before no bracket (captured: tests/golden/words)."""
    client = Client(tmp_path, profile)
    there = profile not in before(since) and (not until or profile in before(until))
    error = client.run(f"SELECT {call}").error
    assert (error is None) is there
    missing = 1064 if profile == "9.7" and call.startswith("PASSWORD") else 1305
    if not there and (profile, call) != ("8.0", "PASSWORD('a')"):  # which error an 8.0 has for it nobody asked
        assert error is not None and error.code == missing
    client.server.crash()


@pytest.mark.parametrize("profile", ["5.6", "5.7", "8.0", "9.7"])
def test_gtid_next_has_tags_in_9_7_alone(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run("SET gtid_next = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:blue:5'").error
    assert error is not None
    assert error.code == (6040 if profile == "9.7" else 1231)  # gtid_mode is OFF (asked of a 9.7.4)
    client.server.crash()


@pytest.mark.parametrize("profile", ["8.0", "9.7"])
def test_what_was_not_granted_is_not_revoked_since_8_0(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("CREATE USER u", "CREATE ROLE r")
    refused = {
        "REVOKE SELECT ON test.t FROM u": 1147,
        "REVOKE SELECT ON test.* FROM u": 1141,
        "REVOKE EXECUTE ON PROCEDURE test.p FROM u": 1403,
        "SET DEFAULT ROLE r TO u": 3530,
        "ALTER USER u DEFAULT ROLE r": 3530,
        "SET ROLE r": 3530,
        "GRANT nosuch TO u": 3523,
        "GRANT NOSUCH ON *.* TO u": 1149,
        "CREATE USER v IDENTIFIED WITH nosuch": 1524,
    }
    for statement, code in refused.items():
        error = client.run(statement).error
        assert (error and error.code) == code, statement
    given = ["GRANT r TO u", "SET DEFAULT ROLE r TO u", "REVOKE SELECT ON *.* FROM u"]
    client.run(*given, "CREATE USER w DEFAULT ROLE r")
    made = "CREATE USER 'w'@'%' IDENTIFIED WITH 'caching_sha2_password' DEFAULT ROLE `r`@`%`"
    assert client.written()[2:] == [*given, made]


def test_grants_follow_their_accounts(tmp_path: Path) -> None:
    client = Client(tmp_path, "9.7")
    client.run("CREATE USER u", "GRANT SELECT ON test.t TO u", "RENAME USER u TO v", "CREATE USER u")
    assert client.run("REVOKE SELECT ON test.t FROM u").error is not None
    assert client.run("REVOKE SELECT ON test.t FROM v").error is None
    client.run("GRANT SELECT ON test.* TO v", "DROP USER v", "CREATE USER v")
    assert client.run("REVOKE SELECT ON test.* FROM v").error is not None
    client.server.crash()
