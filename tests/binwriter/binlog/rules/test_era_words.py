"""What 8.0 warns of when it reads words that 8.4 took away. Source: 8.0.40's grammar (sql/sql_yacc.yy)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.mysql.privileges import EVERY_DYNAMIC, as_worded, dynamic_privileges
from binwriter.mysql.versions import behaviour_of

from .test_era_sql import Client

_GOING = "'{}' is deprecated and will be removed in a future release. Please use {} instead"


@pytest.mark.parametrize(
    ("statement", "pairs"),
    [
        (
            "CHANGE MASTER TO MASTER_HOST='127.0.0.1', SOURCE_PORT=3999, MASTER_DELAY=3",
            [
                "CHANGE MASTER",
                "CHANGE REPLICATION SOURCE",
                "MASTER_HOST",
                "SOURCE_HOST",
                "MASTER_DELAY",
                "SOURCE_DELAY",
            ],
        ),
        (
            "CHANGE REPLICATION SOURCE TO GET_MASTER_PUBLIC_KEY=1, MASTER_COMPRESSION_ALGORITHMS='zlib'",
            [
                *("GET_MASTER_PUBLIC_KEY", "GET_SOURCE_PUBLIC_KEY"),
                *("MASTER_COMPRESSION_ALGORITHM", "SOURCE_COMPRESSION_ALGORITHM"),
            ],
        ),
        ("CHANGE REPLICATION SOURCE TO SOURCE_DELAY=3", []),
        ("SHOW MASTER STATUS", []),
        (
            "SELECT WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS('', 0)",
            ["WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS", "WAIT_FOR_EXECUTED_GTID_SET"],
        ),
    ],
)
def test_words_that_8_4_took_away(statement: str, pairs: list[str], tmp_path: Path) -> None:
    told = [one.message for one in Client(tmp_path, "8.0").run(statement).diagnostics]
    assert told == [_GOING.format(*pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]


def test_5_7_tells_of_none_of_them(tmp_path: Path) -> None:
    client = Client(tmp_path, "5.7")
    assert client.run("CHANGE MASTER TO MASTER_DELAY=3").diagnostics == ()
    assert client.run("SELECT 1 AS $a").diagnostics == ()


def test_8_0_registers_none_of_the_privileges_of_8_4(tmp_path: Path) -> None:
    """8.0.40's source (sql/auth/dynamic_privileges_impl.cc)."""
    client = Client(tmp_path, "8.0")
    client.run("CREATE USER u")
    for name in ("SET_ANY_DEFINER", "ALLOW_NONEXISTENT_DEFINER", "FLUSH_PRIVILEGES", "TRANSACTION_GTID_TAG"):
        error = client.run(f"GRANT {name} ON *.* TO u").error
        assert error is not None
        assert error.code == 1149
    assert client.run("GRANT SET_USER_ID ON *.* TO u").error is None
    assert dynamic_privileges(80040) < dynamic_privileges(80403) | {"SET_USER_ID"} < EVERY_DYNAMIC
    assert as_worded("RELOAD or FLUSH_PRIVILEGES", behaviour_of(80040)) == "RELOAD"
    assert as_worded("RELOAD or FLUSH_PRIVILEGES", behaviour_of(90704)) == "RELOAD or FLUSH_PRIVILEGES"
