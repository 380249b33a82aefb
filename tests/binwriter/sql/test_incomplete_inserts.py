"""INSERT without rows is a syntax error at the place where they should stand (answers of a 9.7.4)."""

from __future__ import annotations

import pytest

from binwriter.errors import MySQLError
from binwriter.sql.grammar.parse import parse_statement


@pytest.mark.parametrize(
    ("sql", "near"),
    [
        ("INSERT INTO t", ""),
        ("INSERT t (i)", ""),
        ("REPLACE t", ""),
        ("INSERT INTO t SET", ""),
        ("INSERT INTO t ()", ""),
        ("INSERT INTO t VALUES", ""),
        ("INSERT INTO t ON DUPLICATE KEY UPDATE i=1", "ON DUPLICATE KEY UPDATE i=1"),
        ("INSERT INTO t AS x", "AS x"),
    ],
)
def test_an_insert_has_rows(sql: str, near: str) -> None:
    with pytest.raises(MySQLError, match=f"1064 .* use near '{near}' at line 1"):
        parse_statement(sql)
