"""INSERT without rows, LIMIT of more than a number: syntax errors at their place (answers of a 9.7.4)."""

from __future__ import annotations

import pytest

from binwriter.errors import MySQLError
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.grammar.parts.limit import check_limit


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


@pytest.mark.parametrize(
    ("sql", "near"),
    [
        ("SELECT i FROM t LIMIT 1 OFFSET 1+1", "+1"),
        ("SELECT i FROM t LIMIT 1 + 1, 2", "+ 1, 2"),
        ("SELECT i FROM t LIMIT 2*3", "*3"),
    ],
)
def test_limit_takes_no_expression(sql: str, near: str) -> None:
    with pytest.raises(MySQLError) as raised:
        check_limit(sql)
    assert f"near '{near}' at line 1" in raised.value.message
    check_limit("SELECT i FROM t LIMIT 1 -- 2")
    check_limit("SELECT i FROM t LIMIT 1, 2 FOR UPDATE")
