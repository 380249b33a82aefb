"""Status variables rise by as much as those of a 9.7.4 (tests/golden/status)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from binwriter.errors import UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from binwriter.server.session import Session
from tests.golden.commands.ours import OurConnection, our_room
from tests.golden.commands.places import Place, statements
from tests.golden.status.capture import RAISED, of_kinds
from tests.golden.status.counting import ASKED_IN, Counts, cell, counts_of, is_asked, of_statements

# Counted here beside Com_...
_COUNTED = frozenset(
    {
        *("Questions", "Queries", "Prepared_stmt_count", "Binlog_cache_use", "Binlog_stmt_cache_use"),
        *("Handler_update", "Handler_delete", "Handler_write"),
        *("Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted"),
    }
)
# Of these a server counts the rows of its dictionary, and of tables that it makes for a query, too.
_OF_ROWS = "Handler_"
_DEFINES = ("Com_create_", "Com_alter_", "Com_drop_", "Com_rename_", "Com_grant", "Com_revoke", "Com_truncate")
# What is counted otherwise, and why: counters, statements, kinds.
_OTHERWISE = {
    "ALTER TABLE plain MODIFY c BIGINT, ALGORITHM=COPY": "rows that ALTER TABLE copies",
    "drop_srs": "a server runs a DO of its own",
    "flush_status": "what connections have counted before",
    "show_plugins": "a table that a server makes for it is one of InnoDB",
    "change_source": "rows of system tables",
    "start_replica": "rows of system tables",
    "install_component": "rows of system tables",
}
# Rows of tables that a server makes for a query.
_OF_TEMPORARY_TABLES = {
    "INSERT INTO t SELECT NULL, a + 10, b FROM t": {"Handler_write": 5},
    "UPDATE t JOIN m USING (id) SET t.b = m.b, m.a = 0": {"Handler_write": 4},
    "UPDATE t, plain SET t.b = 'j' WHERE t.a = plain.a": {"Handler_write": 9},
    "SELECT a, COUNT(*) FROM plain GROUP BY a": {"Handler_write": 3},
    "SELECT DISTINCT b FROM plain": {"Handler_write": 3},
    "SELECT * FROM plain UNION SELECT * FROM plain": {"Handler_write": 6},
    "SELECT * FROM (SELECT a FROM plain LIMIT 2) d": {"Handler_write": 2},
    "SHOW FULL COLUMNS FROM t": {"Handler_write": 3},
    "SHOW VARIABLES LIKE 'port'": {"Handler_write": 1},
    "DESCRIBE t": {"Handler_write": 3},
    "DESCRIBE t a": {"Handler_write": 1},
    "ANALYZE TABLE t": {"Handler_write": 3},
}


def read_kinds(place: Place) -> dict[str, Counts]:
    """What a 9.7.4 counted, by kind of statement."""
    lines = of_kinds(place.name).read_text().splitlines()
    return {name: counts_of(rest) for name, _, rest in (line.partition(" ") for line in lines)}


def _differing(wanted: Counts, raised: Counts) -> Counts:
    """How much is missing, of what is counted here."""
    defines = any(name.startswith(_DEFINES) for name in wanted)
    return {
        name: missing
        for name in sorted({*wanted, *raised})
        if name.startswith("Com_") or name in _COUNTED
        if not (defines and name.startswith(_OF_ROWS)) and name not in _OTHERWISE
        if (missing := wanted.get(name, 0) - raised.get(name, 0))
    }


@pytest.mark.slow
def test_what_statements_raise(tmp_path: Path) -> None:
    lines = [line.split(" | ", 2) for line in RAISED.read_text().splitlines()]
    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server:
        asked = list(of_statements(OurConnection(server)))
    wrong = {
        statement: missing
        for (wanted, _, statement), (_, _, raised) in zip(lines, asked, strict=True)
        if (missing := _differing(counts_of(wanted), raised)) and statement not in _OTHERWISE
    }
    assert wrong == _OF_TEMPORARY_TABLES


@pytest.mark.sweep(every=280)
@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("name", [name for name, statement in statements().items() if is_asked(statement)])
def test_what_a_kind_of_statement_raises_wherever_it_stands(name: str) -> None:
    statement, wrong = statements()[name], {}
    with our_room(with_gtids=False) as room:
        for place in ASKED_IN:
            wanted = read_kinds(place).get(name)
            if wanted is None or name in _OTHERWISE:
                continue
            connection = room.enter(statement)
            missing = _differing(wanted, cell(connection, statement, place))
            connection.close()
            missing.pop("Handler_write", None)  # tables that a server makes for a query
            if missing:
                wrong[place.name] = missing
    assert wrong == {}


def test_a_session_counts_for_itself_and_the_server_for_all(tmp_path: Path) -> None:
    def told(session: Session, what: str, name: str) -> int:
        ((_, value),) = session.execute(f"SHOW {what} STATUS LIKE '{name}'").rows
        return int(str(value))

    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server:
        one, other = server.connect(), server.connect()
        for session in (one, other, other):
            session.execute("DO 1")
        assert [told(one, what, "Com_do") for what in ("SESSION", "GLOBAL")] == [1, 3]
        other.close()
        assert [told(one, what, "Com_do") for what in ("SESSION", "GLOBAL")] == [1, 3]
        one.execute("FLUSH STATUS")
        assert [told(one, what, "Com_do") for what in ("SESSION", "GLOBAL")] == [0, 3]
        assert (told(one, "GLOBAL", "Max_used_connections"), told(one, "GLOBAL", "Threads_connected")) == (1, 1)
        rows = one.execute(
            "SELECT VARIABLE_VALUE FROM performance_schema.session_status WHERE VARIABLE_NAME = 'Questions'"
        )
        assert rows.rows == (("5",),)


def test_plans_count_as_statements_do(tmp_path: Path) -> None:
    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server:
        session = server.connect()
        for statement in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (id INT PRIMARY KEY, a INT)"):
            session.execute(statement)
        before = Counter(session.counts)
        for number in range(20):
            for statement in (
                "INSERT INTO t VALUES ({0}, 0)",
                "UPDATE t SET a = {0} + 1 WHERE id = {0}",
                "BEGIN",
                "SELECT a FROM t WHERE id = {0}",
                "COMMIT",
                "DELETE FROM t WHERE id = {0}",
            ):
                session.execute(statement.format(number))
        raised = {name: count - before[name] for name, count in session.counts.items() if count != before[name]}
    commands = ("insert", "update", "begin", "select", "commit", "delete")
    rows = (
        "Handler_write",
        "Handler_update",
        "Handler_delete",
        *(f"Innodb_rows_{kind}ed" for kind in ("insert", "updat", "delet")),
    )
    assert raised == dict.fromkeys([*(f"Com_{name}" for name in commands), *rows], 20) | {
        "Questions": 120,
        "Queries": 120,
    }


_STATUS = "performance_schema.session_status"


@pytest.mark.parametrize(
    ("statement", "refused"),
    [
        (f"SELECT * FROM {_STATUS} WHERE VARIABLE_NAME = 'handler_read_key'", "the status variable handler_read_key"),
        (
            f"SELECT 1 FROM {_STATUS} WHERE VARIABLE_VALUE > 0 AND VARIABLE_NAME IN ('Queries', 'Bytes_sent')",
            "Bytes_sent",
        ),
        (f"INSERT INTO kept SELECT * FROM {_STATUS}", "rows of all status variables"),
        (
            f"CREATE TABLE new AS SELECT * FROM {_STATUS} WHERE VARIABLE_NAME LIKE 'Com%'",
            "rows of all status variables",
        ),
        (f"UPDATE kept SET v = (SELECT VARIABLE_VALUE FROM {_STATUS} WHERE VARIABLE_NAME = 'Sort_rows')", "Sort_rows"),
        (f"INSERT INTO kept SELECT * FROM {_STATUS} WHERE VARIABLE_NAME = 'Com_insert'", ""),
        ("INSERT INTO kept SELECT * FROM performance_schema.global_status WHERE VARIABLE_NAME IN ('Queries')", ""),
        (f"SELECT COUNT(*) FROM {_STATUS}", ""),
        ("SHOW STATUS LIKE 'Handler_read_key'", ""),
    ],
)
def test_what_nobody_counts_is_refused_by_name(statement: str, refused: str, tmp_path: Path) -> None:
    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server:
        session = server.connect()
        for made in ("CREATE DATABASE d", "USE d", "CREATE TABLE kept (n VARCHAR(64), v VARCHAR(1024))"):
            session.execute(made)
        if refused:
            with pytest.raises(UnsupportedError, match=refused):
                session.execute(statement)
        else:
            session.execute(statement)


def test_who_prepares_by_the_protocol_asks_when_it_executes(tmp_path: Path) -> None:
    """MySQL manual, "Server Status Variables", Questions."""
    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server:
        session = server.connect()
        before = Counter(session.counts)
        for _ in range(3):
            prepared = session.prepare("SELECT ? + 1")
            prepared.execute([1])
            prepared.close()
        raised = session.counts - before
    names = ("Com_select", "Com_stmt_prepare", "Com_stmt_execute", "Com_stmt_close", "Questions")
    assert raised == dict.fromkeys(names, 3) | {"Queries": 9}


def test_the_files_of_the_log_are_told(tmp_path: Path) -> None:
    """As a 9.7.4 tells them; of its other files nothing is known here."""
    with Server(tmp_path, ("datadir=/d/",)) as server:
        session = server.connect()
        session.execute("FLUSH BINARY LOGS")
        rows = session.execute("SELECT * FROM performance_schema.file_instances").rows
    assert rows == (
        ("/d/binlog.000001", "wait/io/file/sql/binlog", 0),
        ("/d/binlog.000002", "wait/io/file/sql/binlog", 1),
        ("/d/binlog.index", "wait/io/file/sql/binlog_index", 1),
    )
