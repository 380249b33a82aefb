"""The trace through the Python API."""

from __future__ import annotations

import threading
from pathlib import Path

from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.commit import Terminator
from binwriter.binlog.rules.trace import MoveKind, Trace
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.explain import explain_scenario, explain_trace
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.scenario.notation import parse_scenario
from binwriter.server.server import Server
from binwriter.server.session import Session

OPTIONS = ("gtid-mode=OFF", "enforce-gtid-consistency=OFF")
TABLE = Table(
    schema="shop",
    name="orders",
    engine=ENGINES["innodb"],
    columns=(Column(ColumnSpec("id", ColumnType.LONG, nullable=False)),),
    keys=(Key("PRIMARY", (KeyPart(0),), unique=True),),
)


def test_without_a_trace_there_is_none_of_it(tmp_path: Path) -> None:
    with Server(tmp_path, OPTIONS) as server:
        session = server.connect()
        assert type(session) is Session
        assert session.log.transaction.sink is server
        assert session.log.transaction.policy is server.policy


def test_rows_without_sql(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, OPTIONS, trace=trace) as server:
        session = server.connect()
        session.log_ddl("CREATE DATABASE shop")
        with session.transaction():
            session.insert_rows(TABLE, [(1,), (2,)])
    kinds = [one.kind for one in trace.statements]
    assert kinds == ["ddl", "begin", "rows", "commit", "disconnect"]
    rows, commit = trace.statements[2], trace.statements[3]
    assert rows.parts[0].decision is not None
    assert rows.parts[0].decision.rule == "row injection"
    assert [(move.kind, move.cache) for move in rows.moves] == [(MoveKind.ADD, CacheKind.TRX)] * 2
    assert rows.after is not None
    assert len(rows.after.waiting[CacheKind.TRX]) == 2
    group = trace.groups[commit.moves[0].group]
    assert (group.terminator, group.rule, group.file) == (Terminator.XID, "R-log-commit", "binlog.000001")
    assert len(group.positions) == len(group.events) + 1


def test_a_trace_is_explained_without_a_scenario(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, OPTIONS, trace=trace) as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT)", "INSERT INTO d.t VALUES (1)", "SELECT * FROM d.t"):
            session.execute(sql)
        server.flush_logs()
    found = explain_trace(trace, server.log_files())
    assert [one.sql for one in found.statements if one.sql] == [one.sql for one in trace.statements if one.sql]
    assert found.sessions == (f"con{session.thread_id}",)
    insert, select = (
        next(one for one in found.statements if one.sql.startswith(word)) for word in ("INSERT", "SELECT")
    )
    assert [use.access for use in select.parts[0].tables] == ["read"]
    assert (insert.parts[0].format, select.parts[0].format) == ("ROW", "")
    assert {event.type for event in found.events if event.role == "file"} == {
        *("Format_desc", "Previous_gtids", "Rotate", "Stop"),
    }


def test_an_implicit_commit_says_so(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, OPTIONS, trace=trace) as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT)", "BEGIN", "INSERT INTO d.t VALUES (1)"):
            session.execute(sql)
        session.execute("CREATE TABLE d.u (a INT)")
    moves = next(one for one in trace.statements if one.sql == "CREATE TABLE d.u (a INT)").moves
    assert [(move.cache, move.rule) for move in moves] == [
        (CacheKind.TRX, "R-log-commit"),
        (CacheKind.NONE, "R-log-commit-statement"),
    ]
    assert [trace.groups[move.group].implicit for move in moves] == [True, False]


def test_a_call_is_explained_statement_by_statement(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, OPTIONS, trace=trace) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("USE d")
        session.execute("CREATE TABLE t (a INT)")
        session.execute("CREATE PROCEDURE p (x INT) BEGIN INSERT INTO t VALUES (x); DELETE FROM t WHERE a = x; END")
        session.execute("SET binlog_format = STATEMENT")
        session.execute("CALL p(7)")
    found = explain_trace(trace, server.log_files())
    call = next(one for one in found.statements if one.sql == "CALL p(7)")
    assert [(part.command, part.depth) for part in call.parts] == [("call", 0), ("insert", 1), ("delete", 1)]
    written = [found.groups[move.group] for move in call.moves if move.group is not None]
    assert [group.wrapped for group in written] == ["BEGIN .. Xid"] * 2
    assert "NAME_CONST" in found.events[written[0].events[-2]].info


def test_compressed_events_stand_where_their_payload_does(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, (*OPTIONS, "binlog-transaction-compression=ON"), trace=trace) as server:
        server.connect().insert_rows(TABLE, [(number,) for number in range(50)])
    found = explain_trace(trace, server.log_files())
    (group,) = found.groups
    events = [found.events[number] for number in group.events]
    assert [event.role for event in events] == ["gtid", "payload", "begin", "change", "change", "end"]
    payload = events[1]
    assert {(event.position, event.fate) for event in events[2:]} == {(payload.position, "written")}
    assert group.end == payload.end
    assert payload.end > payload.position


def test_what_a_reset_takes_away(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, OPTIONS, trace=trace) as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT)", "BEGIN", "INSERT INTO d.t VALUES (1)"):
            session.execute(sql)
        session.execute("RESET BINARY LOGS AND GTIDS")  # commits first
        session.execute("INSERT INTO d.t VALUES (2)")
    found = explain_trace(trace, server.log_files())
    assert [group.kept for group in found.groups] == [False, False, False, True]
    last = found.groups[-1]
    head = [event for event in found.events if event.rule == "file head"]
    assert last.position == head[-1].end
    assert {found.statements[event.statement].sql for event in head} == {"RESET BINARY LOGS AND GTIDS"}


def test_sessions_in_threads_keep_their_events_apart(tmp_path: Path) -> None:
    trace = Trace()
    with Server(tmp_path, OPTIONS, trace=trace) as server:

        def work(base: int) -> None:
            session = server.connect()
            for number in range(30):
                session.insert_rows(TABLE, [(base + number,)])

        threads = [threading.Thread(target=work, args=(base,)) for base in (1000, 2000, 3000)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = explain_trace(trace, server.log_files())
    assert len(found.groups) == 90
    assert all(event.fate == "written" for event in found.events)
    for group in found.groups:
        assert {found.events[number].statement for number in group.events} == {group.statement}


def test_a_statement_that_waits_says_so(tmp_path: Path) -> None:
    text = """\
con1: CREATE TABLE t (a INT PRIMARY KEY, b INT) ENGINE=InnoDB;
con1: INSERT INTO t VALUES (1, 1);
con1: BEGIN;
con1: UPDATE t SET b = 10 WHERE a = 1;
con2&: UPDATE t SET b = 20 WHERE a = 1;
con1: COMMIT;
reap: con2
"""
    found = explain_scenario(parse_scenario(text), tmp_path)
    first, second = (next(one for one in found.statements if f"b = {value}" in one.sql) for value in (10, 20))
    commit = next(one for one in found.statements if one.sql == "COMMIT")
    assert (first.waited_for, second.waited_for) == (None, commit.number)
    positions = [found.groups[one.moves[-1].group or 0].position for one in (commit, second)]
    assert positions == sorted(positions)
