"""Compressed frames: what goes in comes out, in both algorithms; what is damaged is refused."""

from __future__ import annotations

import tracemalloc
import zlib
from collections.abc import Callable

import pytest
import zstandard

from binwriter.wire.capabilities import Capability
from binwriter.wire.compression import agreed
from binwriter.wire.errors import WireError
from binwriter.wire.packets import LARGEST

ALGORITHMS = pytest.mark.parametrize("capability", [Capability.COMPRESS, Capability.ZSTD_COMPRESSION])


@ALGORITHMS
def test_packets_survive(capability: int) -> None:
    sender, receiver = agreed(capability, 0), agreed(capability, 0)
    assert sender is not None
    assert receiver is not None
    for data in (b"short", b"x" * 1000, bytes(range(256)) * 10, b"y" * (LARGEST + 5)):
        frames = sender.packed(data)
        assert receiver.unpacked(frames[:3]) + receiver.unpacked(frames[3:9]) + receiver.unpacked(frames[9:]) == data
        assert sender.sequence == receiver.sequence


@ALGORITHMS
@pytest.mark.parametrize(
    "data",
    [b"\x04\0\0\0\xff\0\0abcd", b"\x04\0\0\1\0\0\0abcd", b"\x02\0\0\0\x01\0\0x\x9c"],
    ids=["content", "number", "size"],
)
def test_damage_is_an_error(capability: int, data: bytes) -> None:
    receiver = agreed(capability, 0)
    assert receiver is not None
    with pytest.raises(WireError):
        receiver.unpacked(data)


@ALGORITHMS
def test_a_command_that_comes_early_waits_for_its_turn(capability: int) -> None:
    sender, receiver = agreed(capability, 0), agreed(capability, 0)
    assert sender is not None
    assert receiver is not None
    one = sender.packed(b"one")
    sender.begins()
    two = sender.packed(b"two" * 50)
    assert receiver.unpacked(one + two[:8]) == b"one"
    receiver.packed(b"answer")
    assert receiver.waits
    assert receiver.unpacked(two[8:]) == b""
    assert receiver.begins() == b"two" * 50
    assert receiver.sequence == 1


@pytest.mark.parametrize(
    ("capability", "packed"),
    [(Capability.COMPRESS, zlib.compress), (Capability.ZSTD_COMPRESSION, zstandard.ZstdCompressor().compress)],
    ids=["zlib", "zstd"],
)
def test_a_frame_never_makes_more_than_it_says(capability: int, packed: Callable[[bytes], bytes]) -> None:
    """Neither in memory: a frame of some kilobytes may hold gigabytes."""
    receiver, body = agreed(capability, 0), packed(bytes(1 << 26))
    assert receiver is not None
    tracemalloc.start()
    with pytest.raises(WireError):
        receiver.unpacked(len(body).to_bytes(3, "little") + b"\0" + (1000).to_bytes(3, "little") + body)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1 << 20


def test_nobody_has_to_compress() -> None:
    assert agreed(0, 0) is None


def test_what_is_agreed_is_told_in_the_words_of_status() -> None:
    """As a 9.7.4 says of such clients."""
    told = [agreed(capability, level) for capability, level in _TOLD]
    assert [one and one.described for one in told] == list(_TOLD.values())


_TOLD = {
    (int(Capability.COMPRESS), 0): ("ON", "zlib", "6"),
    (int(Capability.ZSTD_COMPRESSION), 0): ("ON", "zstd", "3"),
    (int(Capability.ZSTD_COMPRESSION), 11): ("ON", "zstd", "11"),
}
