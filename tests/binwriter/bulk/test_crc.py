"""CRC32 of kernels against zlib's, for all lengths around the limits of its ways."""

from __future__ import annotations

import ctypes
import zlib

import numpy as np
import pytest

from binwriter.bulk.crc import fastest_crc32, slicing_tables

pytest.importorskip("numba")

from binwriter.bulk.kernels import checksum

_DATA = np.random.default_rng(5).integers(0, 256, 70_000, dtype=np.uint8)
_LENGTHS = [*range(140), 255, 256, 1000, 4097, 8225, *range(16_370, 16_400), 65_537]


@pytest.mark.parametrize("way", ["crc32", "_crc32_library"])
def test_crc_of_kernels_is_zlibs(way: str) -> None:
    crc32 = getattr(checksum, way)
    for length in _LENGTHS:
        for start in (checksum.SLACK_IN_FRONT, 37):
            expected = zlib.crc32(_DATA[start : start + length].tobytes())
            assert crc32(_DATA.ctypes.data + start, length) == expected, (length, start)


@pytest.mark.slow
def test_own_tables_give_the_same() -> None:
    for length in _LENGTHS:
        found = checksum.own_crc32().ctypes(0, _DATA.ctypes.data, length)
        assert found == zlib.crc32(_DATA[:length].tobytes()), length


def test_own_tables_go_on_from_a_start() -> None:
    data = ctypes.c_void_p(_DATA.ctypes.data + 100)
    start = zlib.crc32(_DATA[:100].tobytes())
    assert checksum.own_crc32().ctypes(start, data, 400) == zlib.crc32(_DATA[:500].tobytes())


def test_first_table_is_of_single_bytes() -> None:
    assert [int(value) for value in slicing_tables()[0][:3]] == [
        zlib.crc32(bytes((byte,))) ^ zlib.crc32(b"\0") for byte in range(3)
    ]


def test_fastest_is_a_crc32() -> None:
    assert fastest_crc32()(b"binlog", 7) == zlib.crc32(b"binlog", 7)
