"""Blocks of files, cached or not, and of what has no O_DIRECT."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from binwriter.bulk.block_reader import BlockReader
from binwriter.bulk.read_ahead import ReadAhead

CONTENT = os.urandom(3 * 4096 + 100)


@pytest.fixture(params=["cached", "evicted"])
def descriptor(request: pytest.FixtureRequest, tmp_path: Path) -> int:
    path = tmp_path / "file"
    path.write_bytes(CONTENT)
    number = os.open(path, os.O_RDWR)
    request.addfinalizer(lambda: os.close(number))
    if request.param == "evicted":
        os.fsync(number)
        os.posix_fadvise(number, 0, 0, os.POSIX_FADV_DONTNEED)
    return number


@pytest.mark.parametrize(
    ("position", "size"), [(0, 10), (1, 4096), (4095, 4098), (0, 20000), (12000, 9000), (50000, 5)]
)
def test_blocks_are_those_of_the_file(descriptor: int, position: int, size: int) -> None:
    target = bytearray(size)
    count = BlockReader(descriptor).read_into(memoryview(target), position)
    assert target[:count] == CONTENT[position : position + size]


def test_blocks_that_are_read_ahead_come_in_order(descriptor: int) -> None:
    ahead = ReadAhead(BlockReader(descriptor), len(CONTENT), capacity=1000, front=8, behind=4)
    memory, position, read = ahead.memory(), 50, b""
    assert ahead.take(position, memory) is None
    ahead.go(position)
    while (block := ahead.take(position, memory)) is not None:
        memory, count = block
        read += memory[8 : 8 + count].tobytes()
        position += count
        ahead.go(position)
    assert read == CONTENT[50:]
    ahead.go(0)
    assert ahead.take(1, memory) is None  # another one comes first
    ahead.drop()
    assert ahead.take(0, memory) is None


def test_without_direct_reads(descriptor: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binwriter.bulk.block_reader._DIRECT", 0)
    target = bytearray(len(CONTENT))
    assert BlockReader(descriptor).read_into(memoryview(target), 0) == len(CONTENT)
    assert target == CONTENT


def test_the_descriptor_stays_open(descriptor: int) -> None:
    BlockReader(descriptor)
    assert os.pread(descriptor, 4, 0) == CONTENT[:4]


def test_errors_are_the_systems(tmp_path: Path) -> None:
    number = os.open(tmp_path, os.O_RDONLY)
    try:
        with pytest.raises(IsADirectoryError):
            BlockReader(number).read_into(memoryview(bytearray(10)), 0)
    finally:
        os.close(number)
