"""A crash at every byte of a file: what is recovered is whole, what cannot be is refused and left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.index import LogIndex
from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.recovery import GroupTracker, recover, scan
from binwriter.errors import LogFileError
from tests.binwriter.binlog.files.conftest import GOLDEN, OPENERS, groups


def log_of(directory: Path, data: bytes, name: str = "binlog.000005") -> LogIndex:
    (directory / name).write_bytes(data)
    (directory / "binlog.index").write_text(f"./{name}\n")
    return LogIndex(directory, "binlog")


def in_use(path: Path) -> bytes:
    """A file as it was before its last event (Stop or Rotate) was written."""
    data = bytearray(path.read_bytes())
    data[4 + 17] = 1
    return bytes(data[: list(read_events(path))[-1].position])


def test_a_crashed_servers_file_is_whole(tmp_path: Path) -> None:
    real = GOLDEN / "crashed" / "binlog.000005"
    state = recover(log_of(tmp_path, real.read_bytes()))
    assert state is not None
    assert (state.in_use, state.end) == (True, real.stat().st_size)
    assert str(state.executed) == "7f42f1d1-e573-11f1-bfa7-0242ac110002:1-7"
    # the server itself cleared the flag when it started again, and changed nothing else
    assert (tmp_path / "binlog.000005").read_bytes() == real.read_bytes()[:21] + b"\0" + real.read_bytes()[22:]


@pytest.mark.parametrize("number", [1, 2])  # with checksums, and without
@pytest.mark.slow
def test_every_truncation_gives_whole_groups_or_is_refused(tmp_path: Path, stopped: list[Path], number: int) -> None:
    data = in_use(stopped[number - 1])
    events = list(read_events(data))
    ends = [events[1].end] + [group[-1].end for group in groups(events)]
    assert len(ends) > 1
    path = tmp_path / "binlog.000005"
    for length in range(len(data) + 1):
        index = log_of(tmp_path, data[:length])
        whole = [end for end in ends if end <= length]
        if not whole:
            with pytest.raises(LogFileError, match="cannot be recovered"):
                recover(index)
            assert path.read_bytes() == data[:length]
            continue
        recover(index)
        assert path.stat().st_size == whole[-1]
        assert not scan(path).in_use


def test_damage_that_a_crash_does_not_explain_is_refused(tmp_path: Path, stopped: list[Path]) -> None:
    data = bytearray(in_use(stopped[0]))
    data[300] ^= 1
    index = log_of(tmp_path, bytes(data))
    with pytest.raises(LogFileError, match=r"cannot be recovered: .*:235: .*checksum"):
        recover(index)
    assert (tmp_path / "binlog.000005").read_bytes() == data


def test_a_closed_file_that_is_cut_is_refused(tmp_path: Path, stopped: list[Path]) -> None:
    with pytest.raises(LogFileError, match="closed in good order"):
        recover(log_of(tmp_path, stopped[0].read_bytes()[:-5]))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binlog.index").write_text("./binlog.000001\n")
    with pytest.raises(LogFileError, match="no such file"):
        recover(LogIndex(tmp_path, "binlog"))


def test_an_empty_index_is_a_new_log(tmp_path: Path) -> None:
    (tmp_path / "binlog.index").write_text("")
    assert recover(LogIndex(tmp_path, "binlog")) is None


def test_groups_end_where_the_next_one_begins(shared_dir: Path) -> None:
    """5.6 and 5.7 state no transaction_length: BEGIN and COMMIT say where groups end; later servers state it."""
    files = 0
    for path in sorted((shared_dir / "corpus").iterdir()):
        if path.suffix == ".md" or "trunc" in path.name or "mariadb" in path.name:
            continue
        events = list(read_events(path))
        if all(event.header.type not in OPENERS for event in events):
            continue
        tracker = GroupTracker()
        for event in events:
            if event.header.type in OPENERS:
                assert not tracker.inside, f"{path.name}:{event.position}"
            tracker.add(event)
        assert not tracker.inside, path.name
        files += 1
    assert files > 10
