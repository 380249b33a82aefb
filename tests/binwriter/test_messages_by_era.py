"""Errors and warnings as older servers word them (seen in the old servers' samples)."""

from __future__ import annotations

import pytest

from binwriter.mysql.messages.by_version import diagnostic_of_era, error_of_era
from binwriter.mysql.messages.table import mysql_error, mysql_warning


@pytest.mark.parametrize(
    ("version", "expected"),
    [(50127, "Unknown table 'a,b'"), (50520, "Unknown table 'a,b'"), (50621, "Unknown table 'test.a,d.b'")],
)
def test_unknown_tables(version: int, expected: str) -> None:
    assert error_of_era(mysql_error("ER_BAD_TABLE_ERROR", "test.a,d.b"), version).message == expected
    assert diagnostic_of_era(mysql_warning("ER_BAD_TABLE_ERROR", "test.a,d.b"), version).message == expected


@pytest.mark.parametrize(
    ("version", "expected"),
    [(50718, "Duplicate entry 'x.y' for key 'PRIMARY'"), (80040, "Duplicate entry 'x.y' for key 't.PRIMARY'")],
)
def test_duplicate_entries(version: int, expected: str) -> None:
    error = error_of_era(mysql_error("ER_DUP_ENTRY", "x.y", "t.PRIMARY"), version)
    assert (error.code, error.message) == (1062, expected)


def test_the_newest_words_are_kept() -> None:
    error = mysql_error("ER_DUP_ENTRY", "1", "t.PRIMARY")
    assert error_of_era(error, 90704) is error
