"""Changes of the system databases: what a server refuses, and what is refused by name because rows are not known."""

from pathlib import Path

import pytest

from binwriter.errors import UnsupportedError
from binwriter.server.server import Server


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE mysql.user SET max_questions = 5",
        "UPDATE mysql.user SET plugin = plugin",
        "DELETE FROM mysql.db",
        "INSERT INTO mysql.global_grants VALUES ('root', '%', 'BACKUP_ADMIN', 'Y')",
        "UPDATE test.t, mysql.user SET test.t.a = 2, mysql.user.max_questions = 9",
        "ALTER TABLE mysql.user ADD COLUMN x INT",
        "CREATE TABLE mysql.mine (a INT)",
    ],
)
def test_rows_of_system_tables_are_refused_by_name(statement: str, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.run("CREATE DATABASE test")
        session.run("CREATE TABLE test.t (a INT)")
        end = server.position()
        with pytest.raises(UnsupportedError, match=r"system|performance_schema"):
            session.run(statement)
        assert server.position() == end
        assert session.run("INSERT INTO test.t VALUES (1)").error is None
