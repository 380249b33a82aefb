"""The writer against files of real servers, and what it does when the disk says no."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from binwriter.binlog.files import file as log_file
from binwriter.binlog.files.file import PendingEvent
from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.writer import LogWriter
from binwriter.errors import LogFileError
from binwriter.formats.constants import ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.events import FormatDescription, PreviousGtids
from tests.binwriter.binlog.files.conftest import DEBIAN, GOLDEN, groups, pending, write_again
from tests.full_disks import disk_of


def new_log(directory: Path, **options: object) -> LogWriter:
    return LogWriter(directory, profile=DEBIAN, timestamp=1700000000, **options)  # type: ignore[arg-type]


@pytest.fixture
def group(stopped: list[Path]) -> list[PendingEvent]:
    """One real group."""
    return [pending(event) for event in next(groups(read_events(stopped[0])))]


def types(path: Path) -> list[int]:
    return [event.header.type for event in read_events(path)]


# --- as a real server ---------------------------------------------------------------------------------------------


def test_rotation_checksum_change_and_stop_are_the_servers_bytes(stopped: list[Path], tmp_path: Path) -> None:
    written = write_again(stopped, tmp_path)
    assert [path.name for path in written] == [path.name for path in stopped]
    for mine, real in zip(written, stopped, strict=True):
        assert mine.read_bytes() == real.read_bytes(), real.name
    assert (tmp_path / "binlog.index").read_bytes() == (GOLDEN / "stopped" / "binlog.index").read_bytes()


def test_rotation_by_size_gives_the_servers_bytes(tmp_path: Path) -> None:
    real = sorted((GOLDEN / "size").iterdir())
    for mine, path in zip(write_again(real, tmp_path), real, strict=True):
        assert mine.read_bytes() == path.read_bytes()


def test_a_crashed_servers_file_keeps_the_in_use_flag(tmp_path: Path) -> None:
    real = GOLDEN / "crashed" / "binlog.000005"
    assert write_again([real], tmp_path)[0].read_bytes() == real.read_bytes()


def test_every_captured_file_is_written_again(shared_dir: Path, tmp_path: Path) -> None:
    folders = sorted((shared_dir / "oracle" / "captured").iterdir())
    assert folders
    for folder in folders:
        real = [path for path in sorted(folder.glob("binlog.0*")) if path.suffix != ".txt"]
        written = write_again(real, tmp_path / folder.name)
        for mine, path in zip(written, real, strict=False):
            assert mine.read_bytes() == path.read_bytes(), path


# --- files and index ----------------------------------------------------------------------------------------------


def test_a_new_log_is_in_use_until_closed(tmp_path: Path) -> None:
    writer = new_log(tmp_path)
    first = next(iter(read_events(tmp_path / "binlog.000001")))
    assert first.header.flags == HeaderFlag.BINLOG_IN_USE
    writer.close()
    writer.close()
    assert types(tmp_path / "binlog.000001") == [EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS, EventType.STOP]
    assert next(iter(read_events(tmp_path / "binlog.000001"))).header.flags == 0


def test_abort_leaves_the_flag(tmp_path: Path) -> None:
    new_log(tmp_path).abort()
    events = list(read_events(tmp_path / "binlog.000001"))
    assert events[0].header.flags == HeaderFlag.BINLOG_IN_USE
    assert events[-1].header.type == EventType.PREVIOUS_GTIDS


def test_events_are_in_the_file_as_soon_as_appended(tmp_path: Path, group: list[PendingEvent]) -> None:
    writer = new_log(tmp_path)
    positions = writer.append(group)
    events = list(read_events(writer.files()[0]))
    assert [event.position for event in events[2:]] == positions
    assert events[-1].end == events[-1].header.log_pos == writer.position


def test_a_file_may_pass_max_binlog_size_by_a_group_only(tmp_path: Path, group: list[PendingEvent]) -> None:
    writer = new_log(tmp_path, max_binlog_size=300)
    writer.append(group * 3)
    assert writer.needs_rotation
    writer.rotate(1700000001)
    assert not writer.needs_rotation
    assert (writer.file_name, writer.position) == ("binlog.000002", 158)
    assert (tmp_path / "binlog.index").read_text() == "./binlog.000001\n./binlog.000002\n"
    assert types(tmp_path / "binlog.000001")[-1] == EventType.ROTATE


def test_only_the_first_file_states_when_it_was_made(tmp_path: Path) -> None:
    writer = new_log(tmp_path)
    writer.rotate(1700000001)
    bodies = [next(iter(read_events(path))).body for path in writer.files()]
    assert [body.create_timestamp for body in bodies if isinstance(body, FormatDescription)] == [1700000000, 0]


def test_reset_begins_anew(tmp_path: Path, group: list[PendingEvent]) -> None:
    writer = new_log(tmp_path)
    writer.append(group)
    writer.rotate()
    writer.reset(timestamp=1700000009)
    assert [path.name for path in tmp_path.glob("binlog.0*")] == ["binlog.000001"]
    body = next(iter(read_events(writer.files()[0]))).body
    assert isinstance(body, FormatDescription)
    assert body.create_timestamp == 1700000009


def test_purge_deletes_the_files_before(tmp_path: Path) -> None:
    writer = new_log(tmp_path)
    writer.rotate()
    writer.rotate()
    assert writer.purge("binlog.000003") == ["binlog.000001", "binlog.000002"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["binlog.000003", "binlog.index"]
    assert (tmp_path / "binlog.index").read_text() == "./binlog.000003\n"
    with pytest.raises(LogFileError, match="not found in binlog index"):
        writer.purge("binlog.000001")


def test_a_log_that_is_there_goes_on_in_the_next_file(stopped: list[Path], tmp_path: Path) -> None:
    write_again(stopped, tmp_path)
    writer = new_log(tmp_path)
    assert writer.file_name == "binlog.000005"
    # what the real server wrote into its fifth file
    previous = list(read_events(GOLDEN / "crashed" / "binlog.000005"))[1].body
    assert list(read_events(writer.files()[-1]))[1].body == previous
    assert isinstance(previous, PreviousGtids)


def test_checksums_can_be_switched_off_and_on(tmp_path: Path, group: list[PendingEvent]) -> None:
    writer = new_log(tmp_path)
    writer.set_checksum(ChecksumAlgorithm.NONE, 1700000001)
    writer.append(group)
    writer.set_checksum(ChecksumAlgorithm.CRC32, 1700000002)
    checksums = [[event.checksum is not None for event in read_events(path)] for path in writer.files()]
    assert checksums == [[True] * 3, [True] + [False] * (len(group) + 2), [True] * 2]


@pytest.mark.parametrize(("setting", "groups_written", "syncs"), [(0, 5, 0), (1, 3, 3), (3, 7, 2)])
def test_sync_binlog_counts_groups(
    tmp_path: Path,
    group: list[PendingEvent],
    monkeypatch: pytest.MonkeyPatch,
    setting: int,
    groups_written: int,
    syncs: int,
) -> None:
    writer = new_log(tmp_path, sync_binlog=setting)
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    for _ in range(groups_written):
        writer.append(group)
    assert len(calls) == syncs


# --- when the disk says no ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, 1, 18, 19, 100])
def test_a_full_disk_leaves_whole_groups(tmp_path: Path, group: list[PendingEvent], room: int) -> None:
    writer = new_log(tmp_path)
    writer.append(group)
    before = writer.files()[0].read_bytes()
    with disk_of(writer.position + room), pytest.raises(LogFileError, match="cannot write at"):
        writer.append(group)
    assert writer.files()[0].read_bytes() == before
    writer.append(group)  # there is room again
    writer.close()
    assert types(writer.files()[0])[-1] == EventType.STOP


def test_a_failed_rotation_leaves_the_log_as_it_was(
    tmp_path: Path, group: list[PendingEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = new_log(tmp_path)
    writer.append(group)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with disk_of(writer.position + 10), pytest.raises(LogFileError):  # no room for the Rotate event
        writer.rotate(1700000001)
    with disk_of(50), pytest.raises(LogFileError):  # no room for the new file
        writer.rotate(1700000001)

    def no_space(path: Path) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(log_file, "open_new", no_space)
        with pytest.raises(LogFileError, match="No space left"):
            writer.set_checksum(ChecksumAlgorithm.NONE)
    assert writer.checksum == ChecksumAlgorithm.CRC32
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    writer.append(group)
    writer.rotate(1700000001)
    assert [path.name for path in writer.files()] == ["binlog.000001", "binlog.000002"]


def test_a_file_cannot_pass_four_gibibytes(tmp_path: Path, group: list[PendingEvent]) -> None:
    writer = new_log(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_file, "MAX_FILE_SIZE", writer.position + 100)
        with pytest.raises(LogFileError, match="past 4 GiB"):
            writer.append(group)
    assert writer.position == writer.files()[0].stat().st_size


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogFileError, match="cannot use the folder"):
        new_log(tmp_path / "file")
    with pytest.raises(LogFileError, match="cannot use the folder"):
        new_log(tmp_path / "file" / "below")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LogFileError, match="cannot create"):
        new_log(tmp_path)


def test_an_index_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "binlog.index_crash_safe").mkdir()
    with pytest.raises(LogFileError, match="cannot use the index"):
        new_log(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["binlog.index_crash_safe"]
