"""Accounts that SQL has made, over the wire."""

from __future__ import annotations

from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server

CAN_HANDLE_EXPIRED = 1 << 22


@pytest.mark.slow
def test_an_account_comes_in_by_its_password_and_may_what_it_was_granted(tmp_path: Path) -> None:
    def connect(user: str, password: str) -> pymysql.Connection:
        return pymysql.connect(host=serving.host, port=serving.port, user=user, password=password)

    def refused(user: str, password: str, sql: str = "") -> int:
        with pytest.raises(pymysql.err.MySQLError) as raised, connect(user, password) as client:
            client.cursor().execute(sql)
        return int(raised.value.args[0])

    settings = Settings(users={"root": "r00t"})
    with Server(tmp_path / "log") as server, Serving(server, settings) as serving:
        with connect("root", "r00t") as root:
            for sql in (
                "CREATE DATABASE d",
                "CREATE TABLE d.t (a INT)",
                "CREATE USER ann IDENTIFIED BY 's3cret'",
                "CREATE USER bob IDENTIFIED BY 's3cret' ACCOUNT LOCK",
                "GRANT SELECT ON d.t TO ann",
            ):
                root.cursor().execute(sql)
            with connect("ann", "s3cret") as ann, ann.cursor() as cursor:
                cursor.execute("SELECT CURRENT_USER(), USER()")
                assert cursor.fetchall() == (("ann@%", "ann@localhost"),)
                cursor.execute("SELECT * FROM d.t")
        assert refused("ann", "wrong") == 1045
        assert refused("bob", "s3cret") == 3118
        assert refused("ann", "s3cret", "INSERT INTO d.t VALUES (1)") == 1142
        assert refused("ann", "s3cret", "CREATE DATABASE e") == 1044
        assert refused("ann", "s3cret", "SET sql_log_bin = 0") == 1227


def test_an_expired_password_must_be_changed_before_anything_else(tmp_path: Path) -> None:
    """As a 9.7.4 answers the client `mysql` that can handle it: a database is named, and no statement but that runs."""
    with Server(tmp_path / "log") as server, Serving(server, Settings(users={"root": "r00t"})) as serving:
        server.connect().run("CREATE DATABASE d")
        server.connect().run("CREATE USER ann IDENTIFIED BY 's3cret' PASSWORD EXPIRE")
        server.connect().run("GRANT SELECT ON d.* TO ann")
        handshake = {"host": serving.host, "port": serving.port, "user": "ann", "password": "s3cret", "database": "d"}
        client = pymysql.connect(**handshake, client_flag=CAN_HANDLE_EXPIRED, defer_connect=True)
        client.set_character_set = lambda *names: None
        client.autocommit_mode = None
        client.connect()
        for sql in ("SELECT 1", "USE d", "SET @a = 1", "SHOW WARNINGS", "BEGIN"):
            with pytest.raises(pymysql.err.MySQLError) as raised:
                client.query(sql)
            assert raised.value.args[0] == 1820
        client.query("ALTER USER ann IDENTIFIED BY 'other'")
        with client.cursor() as cursor:
            cursor.execute("SELECT DATABASE()")
            assert cursor.fetchall() == (("d",),)
        client.close()


# Of accounts at these hosts, who comes in from 127.0.0.1 by TCP (asked of a 9.7.4 by the client `mysql`)
_HOSTS = {
    "127.0.0.1": "127.0.0.1",
    "127.%": "127.%",
    "127.0.0._": "127.0.0._",
    "127.0.0.0/255.0.0.0": "127.0.0.0/255.0.0.0",
    "127.0.0.0/8": "127.0.0.0/8",
    "127.0.0.1/32": "127.0.0.1/32",
    "localhost": "localhost",
    "LOCALHOST": "localhost",
    "local%": "local%",
    "%": "%",
    "10.0.0.0/255.0.0.0": None,
    "::1": None,
}


@pytest.mark.slow
def test_an_accounts_host_is_the_clients_name_or_its_address(tmp_path: Path) -> None:
    found = {}
    with Server(tmp_path / "log") as server, Serving(server, Settings(users={"root": ""})) as serving:
        root = server.connect()
        for host in _HOSTS:
            root.execute(f"CREATE USER ann@'{host}'")
            try:
                with pymysql.connect(host="127.0.0.1", port=serving.port, user="ann") as ann, ann.cursor() as cursor:
                    cursor.execute("SELECT USER(), CURRENT_USER()")
                    user, account = cursor.fetchall()[0]
                    assert user == "ann@localhost"
                    found[host] = account.partition("@")[2]
            except pymysql.err.OperationalError as error:
                assert error.args[0] == 1045
                found[host] = None
            root.execute(f"DROP USER ann@'{host}'")
    assert found == _HOSTS


def test_who_makes_a_routine_may_call_it_with_its_own_rights(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        root = server.connect()
        for sql in (
            "CREATE DATABASE d",
            "CREATE TABLE d.t (a INT)",
            "CREATE USER ann",
            "GRANT CREATE ROUTINE ON d.* TO ann",
            "CREATE PROCEDURE d.mine() SELECT a FROM d.t",
        ):
            root.execute(sql)
        ann = server.connect("ann")
        ann.execute("CREATE PROCEDURE d.p() SELECT a FROM d.t")
        error = ann.run("CALL d.p()").error
        assert error is not None
        assert (error.code, error.message) == (1142, "SELECT command denied to user 'ann'@'localhost' for table 't'")
        refused = ann.run("CALL d.mine()").error
        assert refused is not None
        assert refused.code == 1370
        root.execute("GRANT EXECUTE ON PROCEDURE d.mine TO ann")
        assert ann.run("CALL d.mine()").error is None
