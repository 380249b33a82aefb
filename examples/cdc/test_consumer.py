"""The consumer against a fake server, a real one, and a log file: `pytest examples/cdc`.

The tests are the same for both servers. The fake one starts in a moment and needs no Docker; the real one says that the
fake one is right, where there is an engine.
"""

from __future__ import annotations

from decimal import Decimal

import pymysql
import pytest
from consumer import Balances

SCHEMA = [
    "CREATE DATABASE bank",
    "CREATE TABLE bank.booking (id INT PRIMARY KEY, account VARCHAR(20), amount DECIMAL(10,2))",
]


@pytest.fixture(params=["fake", pytest.param("real", marks=pytest.mark.container)])
def server(request):
    """Connection parameters of a server with the options that the consumer needs."""
    if request.param == "fake":
        return request.getfixturevalue("mysql_fake").connection_parameters
    real = request.getfixturevalue("clean_mysql")
    real.execute("SET GLOBAL binlog_row_metadata = 'FULL'")
    return {"host": real.host, "port": real.port, "user": real.user, "password": real.password}


pytestmark = pytest.mark.mysql_options(binlog_row_metadata="FULL")


@pytest.fixture
def client(server):
    with pymysql.connect(**server) as connection, connection.cursor() as cursor:
        for statement in SCHEMA:
            cursor.execute(statement)
        yield connection


def book(client, *statements):
    with client.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    client.commit()


def test_sums_follow_the_rows(server, client):
    book(client, "INSERT INTO bank.booking VALUES (1, 'ann', 10.00), (2, 'bob', 5.50), (3, 'ann', 1.25)")
    book(
        client,
        "UPDATE bank.booking SET amount = amount * 2 WHERE account = 'ann'",
        "DELETE FROM bank.booking WHERE id = 2",
    )
    balances = Balances(server)
    balances.catch_up()
    assert balances.sums == {"ann": Decimal("22.50"), "bob": Decimal(0)}


def test_what_is_rolled_back_never_happened(server, client):
    with client.cursor() as cursor:
        cursor.execute("INSERT INTO bank.booking VALUES (1, 'ann', 10.00)")
    client.rollback()
    balances = Balances(server)
    balances.catch_up()
    assert balances.sums == {}


def test_it_goes_on_where_it_was_across_files(server, client):
    book(client, "INSERT INTO bank.booking VALUES (1, 'ann', 10.00)")
    before = Balances(server)
    before.catch_up()
    book(client, "FLUSH BINARY LOGS", "INSERT INTO bank.booking VALUES (2, 'ann', 1.00)")
    after = Balances(server, before.place)
    after.catch_up()
    assert (before.sums, after.sums) == ({"ann": Decimal("10.00")}, {"ann": Decimal("1.00")})


@pytest.mark.parametrize("image", ["FULL", "MINIMAL"])
def test_row_images(mysql_fake, image):
    """What a setting of the server does to the consumer: with MINIMAL images an update does not name the account."""
    mysql_fake.execute(*SCHEMA, "INSERT INTO bank.booking VALUES (1, 'ann', 10.00)")
    mysql_fake.execute(f"SET binlog_row_image = '{image}'", "UPDATE bank.booking SET amount = 12.00 WHERE id = 1")
    balances = Balances(mysql_fake.connection_parameters)
    if image == "FULL":
        balances.catch_up()
        assert balances.sums == {"ann": Decimal("12.00")}
    else:
        with pytest.raises((KeyError, TypeError)):
            balances.catch_up()
