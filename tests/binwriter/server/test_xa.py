"""XA transactions and gtid_next through the Python API (every ending and error: tests/golden, xa_* and gtid_*)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.xa import XaBranches
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.server.server import Server
from binwriter.statement.xid import XaId

_ON = ("gtid-mode=ON", "enforce-gtid-consistency=ON")
_GTID = "3e11fa47-71ca-11e1-9e33-c80aa9429562"


def test_an_xid_is_written_as_the_server_does() -> None:
    assert str(XaId(b"\x00\xff", b"A", 4294967295)) == "X'00ff',X'41',4294967295"


def test_a_branch_that_is_not_prepared_is_nobody_elses() -> None:
    branches = XaBranches()
    branches.start(XaId(b"x"))
    with pytest.raises(MySQLError) as raised:
        branches.find_detached(XaId(b"x"), set())
    assert raised.value.code == 1397
    with pytest.raises(MySQLError) as raised:
        branches.start(XaId(b"x"))
    assert raised.value.code == 1440


def test_another_session_ends_what_a_closed_one_prepared(tmp_path: Path) -> None:
    with Server(tmp_path, _ON) as server:
        first = server.connect()
        for sql in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY)", "XA START 'x'"):
            first.execute(sql)
        for sql in ("INSERT INTO d.t VALUES (1)", "XA END 'x'", "XA PREPARE 'x'"):
            first.execute(sql)
        first.close()
        second = server.connect()
        assert second.execute("XA RECOVER").rows == ((1, 1, 0, "x"),)
        second.execute("XA ROLLBACK 'x'")
        assert second.execute("SELECT * FROM d.t").rows == ()
    texts = [getattr(event.body, "query", b"") for event in read_events(tmp_path / "binlog.000001")]
    assert texts[-2:] == [b"XA ROLLBACK X'78',X'',1", b""]


def test_a_gtid_that_another_session_owns_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path, _ON) as server:
        first, second = server.connect(), server.connect()
        first.execute(f"SET gtid_next='{_GTID}:5'")
        with pytest.raises(UnsupportedError, match="another session owns"):
            second.execute(f"SET gtid_next='{_GTID}:5'")
        first.close()
        second.execute(f"SET gtid_next='{_GTID}:5'")
        second.execute("COMMIT")
        assert server.gtid_executed == f"{_GTID}:5"
