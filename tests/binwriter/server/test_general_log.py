"""The general log shows no password, however the statement that has one is written."""

from __future__ import annotations

import pytest

from binwriter.server.general_log import shown

_SECRETS = (
    "create user a identified by 'hidden'",
    '/* c */ CREATE USER a IDENTIFIED BY "hid""hidden"',
    "# c\nCREATE USER a IDENTIFIED WITH caching_sha2_password AS 'hidden'",
    '-- c\nALTER USER a IDENTIFIED WITH mysql_native_password AS "hidden"',
    "/*!50001 CREATE USER a IDENTIFIED BY 'hidden' */",
    "ALTER USER USER() IDENTIFIED BY 'hidden' REPLACE 'hidden'",
    "SET PASSWORD   FOR a@b  =  'hidden'",
    "SET @x = 1, PASSWORD = 'hidden'",
    "CHANGE REPLICATION SOURCE TO SOURCE_USER='u', SOURCE_PASSWORD = 'hidden', SOURCE_PORT=1",
    "START REPLICA USER='a' PASSWORD='hidden'",
    "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD 'hidden', PORT 1)",
    "PREPARE s FROM 'CREATE USER a IDENTIFIED BY ''hidden'''",
)


@pytest.mark.parametrize("statement", _SECRETS)
def test_a_password_is_hidden(statement: str) -> None:
    assert "hidden" not in shown(statement)


@pytest.mark.parametrize(
    "statement", ["SELECT 'password = ''x'''", "INSERT INTO t VALUES ('AS ''x''')", "GRANT ALL ON *.* TO a"]
)
def test_what_has_none_is_shown_as_it_is(statement: str) -> None:
    assert shown(statement) == statement
