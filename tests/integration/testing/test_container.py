"""The fake with testcontainers' face: what a suite for MySqlContainer does, on both."""

from __future__ import annotations

import inspect
from pathlib import Path
from urllib.parse import urlsplit

import pymysql
import pytest
from testcontainers.community.mysql import MySqlContainer as RealContainer

from binwriter.errors import UnknownServerVersionError
from binwriter.integration.testing import FakeMySQL, MySqlContainer


def test_it_takes_the_arguments_of_testcontainers_class() -> None:
    names = {
        owner: [name for name in inspect.signature(owner.__init__).parameters if not name.startswith("wait")]
        for owner in (RealContainer, MySqlContainer)
    }
    assert names[MySqlContainer] == names[RealContainer]


@pytest.mark.parametrize("arguments", [{}, {"username": "root", "password": "p@ss/word"}, {"dbname": "odd name"}])
def test_the_url_is_testcontainers(arguments: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    real, ours = (owner("mysql:9.7", dialect="pymysql", **arguments) for owner in (RealContainer, MySqlContainer))
    with ours:
        host, port = ours.get_container_host_ip(), ours.get_exposed_port(3306)
        monkeypatch.setattr(RealContainer, "get_container_host_ip", lambda self: host)
        monkeypatch.setattr(RealContainer, "get_exposed_port", lambda self, number: port)
        monkeypatch.setattr(real, "_container", object())
        assert ours.get_connection_url() == real.get_connection_url()
        assert {name: getattr(real, name) for name in ("username", "password", "dbname", "root_password", "port")} == {
            name: getattr(ours, name) for name in ("username", "password", "dbname", "root_password", "port")
        }


def test_a_suite_connects_and_writes(tmp_path: Path) -> None:
    (tmp_path / "1.sql").write_text("CREATE TABLE seeded (a INT);\nINSERT INTO seeded VALUES (1), (2);\n")
    container = MySqlContainer("mysql:8.0.36", username="app", password="s3cret", dbname="shop", seed=str(tmp_path))
    with container.with_command("--gtid-mode=ON --enforce-gtid-consistency=ON --server-id=7") as mysql:
        parts = urlsplit(mysql.get_connection_url())
        assert (parts.scheme, parts.username, parts.path) == ("mysql", "app", "/shop")
        with pymysql.connect(
            host=parts.hostname, port=parts.port, user=parts.username, password=parts.password, database=parts.path[1:]
        ) as client:
            cursor = client.cursor()
            cursor.execute("SELECT VERSION(), @@server_id, @@gtid_mode, DATABASE()")
            (row,) = cursor.fetchall()
            assert row[0].startswith("8.0.") and row[1:] == (7, "ON", "shop")
            cursor.execute("SELECT COUNT(*) FROM seeded")
            assert cursor.fetchall() == ((2,),)
        # the image's own beginnings are not logged
        assert not any(b"seeded" in event.raw for event in mysql.fake.log.events())
    with pytest.raises(RuntimeError, match="not started"):
        mysql.get_connection_url()


def test_an_unknown_version_and_what_only_a_container_has() -> None:
    with pytest.raises(UnknownServerVersionError, match=r"no server version '3\.23'"):
        MySqlContainer("mysql:3.23.58").start()
    with pytest.raises(NotImplementedError, match="there is no container"):
        MySqlContainer().exec("ls")


def test_start_and_stop_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fake = FakeMySQL(deterministic=True).start()
    port = fake.port
    fake.execute("CREATE DATABASE d")
    before = fake.log.bytes
    fake.reset()
    assert fake.port == port
    fake.execute("CREATE DATABASE d")
    assert fake.log.bytes == before
    fake.reset()
    assert fake.execute("SHOW DATABASES LIKE 'd'") == ()
    fake.stop()
    fake.stop()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(pymysql.err.OperationalError):
        pymysql.connect(**fake.connection_parameters)
