"""Reading real files, damaged files, and streams."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.events import Raw, build_body


def test_events_join_to_the_file(stopped: list[Path]) -> None:
    for path in stopped:
        events = list(read_events(path))
        assert b"\xfebin" + b"".join(event.raw for event in events) == path.read_bytes()
        assert all(event.end == event.header.log_pos for event in events)


def test_bodies_are_parsed_and_built_again(stopped: list[Path]) -> None:
    for event in read_events(stopped[0]):
        assert not isinstance(event.body, Raw)
        assert build_body(event.body) == event.body_bytes


@pytest.mark.parametrize("make", [lambda path: str(path), lambda path: path.read_bytes(), lambda path: path.open("rb")])
def test_sources(stopped: list[Path], make: object) -> None:
    expected = [event.raw for event in read_events(stopped[0])]
    assert [event.raw for event in read_events(make(stopped[0]))] == expected  # type: ignore[operator]


def test_standard_input(stopped: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(stopped[0].read_bytes())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert len(list(read_events("-"))) == len(list(read_events(stopped[0])))


def test_every_truncation_is_named_or_tolerated(stopped: list[Path]) -> None:
    data = stopped[0].read_bytes()
    ends = [4] + [event.end for event in read_events(data)]
    for length in range(4, len(data)):
        whole = sum(end <= length for end in ends) - 1
        assert len(list(read_events(data[:length], stop_at_truncation=True))) == whole
        if length not in ends:
            with pytest.raises(CorruptLogError, match=f"<bytes>:{max(end for end in ends if end <= length)}: "):
                list(read_events(data[:length]))


def test_a_changed_byte_is_a_bad_checksum(stopped: list[Path]) -> None:
    data = bytearray(stopped[0].read_bytes())
    data[700] ^= 1
    with pytest.raises(CorruptLogError, match=r"<bytes>:677: .*checksum"):
        list(read_events(bytes(data)))
    assert len(list(read_events(bytes(data), verify=False))) == len(list(read_events(stopped[0])))


def test_a_lying_size_is_named(stopped: list[Path]) -> None:
    data = bytearray(stopped[0].read_bytes())
    data[158 + 9 : 158 + 13] = b"\xff\xff\xff\xff"
    with pytest.raises(CorruptLogError, match=r"<bytes>:158: .*truncated"):
        list(read_events(bytes(data)))
    data[158 + 9 : 158 + 13] = b"\x05\x00\x00\x00"
    with pytest.raises(CorruptLogError, match=r"<bytes>:158: .*size 5"):
        list(read_events(bytes(data), stop_at_truncation=True))


@pytest.mark.parametrize("data", [b"", b"\xfebi", b"SQLite format 3", b"\xfdbin\x01"])
def test_not_a_binary_log(data: bytes) -> None:
    with pytest.raises(CorruptLogError, match="<bytes>:0: "):
        list(read_events(data))


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="cannot open"):
        list(read_events(tmp_path / "binlog.000001"))
