"""What of the system databases is refused by name (rows of accounts: grant_tables_changed of the clusters)."""

from pathlib import Path

import pytest

from binwriter.errors import UnsupportedError
from binwriter.server.server import Server


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE performance_schema.threads SET INSTRUMENTED = 'NO'",
        "ALTER TABLE sys.sys_config ADD COLUMN x INT",
        "DROP TABLE sys.sys_config",
    ],
)
def test_what_is_not_known_of_system_tables_is_refused_by_name(statement: str, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.run("CREATE DATABASE test")
        session.run("CREATE TABLE test.t (a INT)")
        end = server.position()
        with pytest.raises(UnsupportedError, match=r"system|performance_schema"):
            session.run(statement)
        assert server.position() == end
        assert session.run("INSERT INTO test.t VALUES (1)").error is None
