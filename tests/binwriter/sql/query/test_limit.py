"""LIMIT takes numbers, and names of a program's variables; what a 9.7.4 says of other names."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.server.server import Server

_SYNTAX = "for the right syntax to use near '.a' at line 1"
ANSWERS = {
    "SELECT 3 FROM t LIMIT a": (1327, "Undeclared variable: a"),
    "SELECT 3 FROM t LIMIT 1 OFFSET a": (1327, "Undeclared variable: a"),
    "SELECT 3 FROM t LIMIT nix": (1327, "Undeclared variable: nix"),
    "SELECT 3 FROM nix LIMIT nix": (1327, "Undeclared variable: nix"),
    "SELECT 3 FROM t LIMIT t.a": (1064, _SYNTAX),
    "DELETE FROM t LIMIT a": (1327, "Undeclared variable: a"),
    "UPDATE t SET a=2 LIMIT b": (1327, "Undeclared variable: b"),
    "SELECT (SELECT 1 LIMIT a) FROM t": (1327, "Undeclared variable: a"),
}


@pytest.mark.parametrize("sql", ANSWERS)
def test_a_name_in_limit_is_no_columns(sql: str, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        for before in ("CREATE DATABASE x", "USE x", "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1)"):
            session.execute(before)
        error = session.run(sql).error
    code, text = ANSWERS[sql]
    assert error is not None
    assert (error.code, error.message[-len(text) :]) == (code, text)


def test_a_programs_variable_is_a_number(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        for before in ("CREATE DATABASE x", "USE x", "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1), (2)"):
            session.execute(before)
        session.execute("CREATE PROCEDURE p(n INT) SELECT a FROM t LIMIT n")
        assert session.execute("CALL p(1)").rows == ((1,),)
