"""Every operation lets others in and can be ended, whatever it is busy with and however many rows there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter import Server
from binwriter.inspection.verify import Severity, verify_files
from binwriter.mysql import interrupts
from binwriter.mysql.interrupts import Kill
from tests.reliability.exits.stretches import CHANGES, DEFINITIONS, OPERATIONS, QUERIES, Room

_FEW, _MANY = 300, 900
_NOISE = 750  # calls: little more than one for each row more
_PARTS = 12
# What goes on behind the last row with work for each of them, and why nobody is let in there.
_IMAGES = "row images are made when all rows are changed, and written at once"
BEHIND = {
    **dict.fromkeys((*CHANGES, "CREATE .. SELECT"), _IMAGES),
    "OUTFILE": "the file's lines are made when all rows are there",
    "a unique index": "the last rows of a copy, at most 500, and the new table's index",
    "a histogram": "the buckets of the values that were found",
}
# What goes on between two steps with work for each row, and why.
AT_ONCE = {
    **dict.fromkeys(
        ("UPDATE", "UPDATE ORDER BY", "DELETE"), "plain rows go into the table together, behind the last one"
    ),
    **dict.fromkeys(("a cascade", "a cascade of values", "SET NULL"), "the children of a row are found at one moment"),
    **dict.fromkeys(
        ("REPLACE .. SELECT", "ON DUPLICATE KEY", "children"), "a unique key's values are read at first use"
    ),
    "a unique index": "a copy goes in parts of 500 rows",
}
_ERRORS = {Kill.QUERY: 1317, Kill.CONNECTION: 2013, Kill.RUN: 2013, Kill.TIME: 3024}  # as the client has it
_ROWS = 60
_LIST = 10_000  # rows of a part


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.close()


@pytest.mark.slow
@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("part", range(_PARTS))
def test_no_stretch_without_a_step_grows_with_the_rows(part: int, room: Room) -> None:
    for name in list(OPERATIONS)[part::_PARTS]:
        room.counted(name, 100)  # what is loaded late is there then
        few, many = room.counted(name, _FEW), room.counted(name, _MANY)
        if name not in AT_ONCE:
            assert many.longest - few.longest <= _NOISE, (name, few, many)
        if name not in BEHIND:
            assert many.behind - few.behind <= _NOISE, (name, few, many)


def test_others_are_let_in_between_the_parts_of_a_long_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of literals go into their table many at a time; no list of them keeps others out to its end."""
    steps: list[bool] = []
    monkeypatch.setattr(interrupts, "asked", True)
    monkeypatch.setattr(interrupts, "step", lambda *, sees_kill=True, lets_others=True: steps.append(lets_others))
    with Server(tmp_path) as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b INT)"):
            session.execute(sql)
        for rows in (_LIST // 2, 2 * _LIST):
            steps.clear()
            session.execute("INSERT INTO t (b) VALUES " + ",".join(f"({row})" for row in range(rows)))
            assert steps.count(True) == max(rows // _LIST - 1, 0)


@pytest.mark.slow
@pytest.mark.sampled(every=12)
@pytest.mark.parametrize("part", range(_PARTS))
def test_each_operation_ends_when_it_is_asked_to(part: int) -> None:
    """At a step in its middle; what it has changed is taken back, and the log is whole."""
    for name in list(OPERATIONS)[part::_PARTS]:
        room = Room()
        steps = _steps(room, name)
        for ask in Kill:
            if ask is Kill.TIME and name not in QUERIES:
                continue  # of a query alone
            result, session = room.ended(name, _ROWS, ask, max(steps // 2, 1))
            assert result.error is not None, (name, ask, steps)
            assert result.error.code == _ERRORS[ask], (name, ask, result.error)
            assert session.closed == ask.ends_session
            if not session.closed:
                session.close()
            other = room.server.connect(database="test")
            if "t (id" in "".join(OPERATIONS[name][0]):
                assert other.execute("SELECT COUNT(*), SUM(id) FROM t").rows[0] == _whole(), (name, ask)
            if name in DEFINITIONS:
                assert other.execute("CHECKSUM TABLE t").rows[0][1] is not None
            other.close()
        room.server.shutdown()
        found = [one for one in verify_files(room.server.log_files()) if one.severity is Severity.ERROR]
        assert not found, (name, found)
        room.close()


def _steps(room: Room, name: str) -> int:
    return room.counted(name, _ROWS).steps


def _whole() -> tuple[int, int]:
    return _ROWS, _ROWS * (_ROWS + 1) // 2
