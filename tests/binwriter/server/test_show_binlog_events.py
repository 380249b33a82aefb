"""SHOW BINLOG EVENTS FROM and LIMIT with numbers of any size. The errors are a 9.7.4's."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import CorruptLogError
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.mysql.versions import behaviour_of
from binwriter.server.execute import binary_logs
from binwriter.server.server import Server

_UNREADABLE = (
    "Error when executing command SHOW BINLOG EVENTS: Error reading Log_event at position {}: Failed decoding event: "
    "I/O error reading log event"
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (9223372036854775807, 9223372036854775807),
        (9223372036854775808, 9223372036854775808),
        (18446744073709551615, 18446744073709551615),
        (999999999999999999999999999999, 18446744073709551615),
    ],
)
def test_no_file_has_such_a_position(tmp_path: Path, asked: int, told: int) -> None:
    with Server(tmp_path / "log") as server:
        error = server.connect().run(f"SHOW BINLOG EVENTS FROM {asked} LIMIT 1").error
    assert error is not None and (error.code, error.message) == (1220, _UNREADABLE.format(told))


def test_behind_the_end_there_are_none_and_limits_may_be_large(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        assert session.run("SHOW BINLOG EVENTS FROM 999999999").rows == ()
        whole = session.run("SHOW BINLOG EVENTS").rows
        assert session.run("SHOW BINLOG EVENTS LIMIT 1, 9223372036854775807").rows == whole[1:]


LOGS = sorted((Path(__file__).parents[2] / "golden" / "captured").glob("*/binlog.0*"))[::15]


@pytest.mark.slow
def test_events_read_at_once_are_shown_as_those_read_one_by_one() -> None:
    """Over every fifteenth captured log: from its second event on, from the middle, and with a limit."""
    behaviour, at_once = behaviour_of(90704), 0
    for path in LOGS:
        try:
            events = list(read_events(path))
        except CorruptLogError:
            continue
        for first in (1, len(events) // 2):
            shown = [
                (path.name, event.position, event_type_name(event.header.type), event.header.server_id, event.end)
                for event in events[first:]
            ]
            infos = [event_info(event) for event in events[first:]]
            binary_logs._infos.clear()
            rows = binary_logs._rows_at_once(path, events[first].position, None, behaviour) if shown else []
            if rows is not None:
                at_once += 1
                assert [row[5] for row in rows] == infos, path
                assert [row[:4] for row in rows] == [row[:4] for row in shown], path
    assert at_once > len(LOGS)


def test_a_log_that_is_damaged_or_closed_meanwhile_is_read_one_by_one(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        for number in range(3):
            session.execute(f"CREATE DATABASE d{number}")
        path = server.log_files()[-1]
        looked = [f"SHOW BINLOG EVENTS IN '{path.name}' FROM {position}" for position in (4, 127, 158, 160)]
        before = [session.run(sql) for sql in looked * 2]
        assert before[:4] == before[4:]
        assert len(before[2].rows) < len(before[1].rows) and before[2].rows == before[1].rows[-len(before[2].rows) :]
        session.execute("FLUSH LOGS")
        assert session.run(looked[1]).rows[:-1] == before[1].rows
        damaged = bytearray(path.read_bytes())
        damaged[-10] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(CorruptLogError, match="checksum"):
            session.run(looked[1])
