"""Zero bytes in a statement's text: what a 9.7.4 answered (asked over the wire on 2026-11-28)."""

from __future__ import annotations

import pytest

from binwriter.errors import MySQLError
from binwriter.sql.grammar.parse import parse_statement

# a statement, and what 1064 shows of it
REFUSED = {
    "DROP DATABASE IF EXISTS `a\0b`": "`a",
    "DROP TABLE IF EXISTS `\0`": "`",
    "SELECT 1 AS `x\0y`, 2": "`x",
    "CREATE TABLE `t\0t` (a INT)": "`t",
    "CREATE TABLE n1 (`a\0` INT)": "`a",
    "SELECT @`a\0b`": "`a",
    "SET @`a\0b` = 1": "`a",
    "CREATE USER `u\0`": "`u",
    "SAVEPOINT `s\0`": "`s",
    "PREPARE `p\0` FROM 'SELECT 1'": "`p",
    "SELECT `ab``\0cd`, 3": "`ab``",
    "SHOW TABLES FROM `a\0`": "`a",
    "GRANT SELECT ON `d\0`.* TO root": "`d",
    "SELECT 1 \0 + 1": "",
    "\0SELECT 1": "",
}
READ = ("SELECT 'a\0b' = 'a'", "SELECT 1 /* \0 */ + 1", "CREATE TABLE n2 (a INT COMMENT 'x\0y')")


@pytest.mark.parametrize("text", REFUSED, ids=repr)
def test_names_and_statements_hold_no_zero_byte(text: str) -> None:
    with pytest.raises(MySQLError) as refused:
        parse_statement(text)
    assert f"near '{REFUSED[text]}' at line 1" in refused.value.message


@pytest.mark.parametrize("text", READ, ids=repr)
def test_strings_and_comments_do(text: str) -> None:
    parse_statement(text)
