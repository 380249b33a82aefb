"""What a client of a served Server may send: payloads of logins and commands, and packets around them.

The first byte says who reads it. Whatever is wrong is a WireError or a MySQLError, which end in an error packet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from binwriter.errors import BinwriterError
from binwriter.wire.binary import ParameterType
from binwriter.wire.capabilities import OFFERED, Capability
from binwriter.wire.dump_requests import read_dump, read_dump_gtid, read_registration
from binwriter.wire.handshake import is_ssl_request, read_change_user, read_login
from binwriter.wire.packets import PacketReader, framed
from binwriter.wire.parameters import execution_of, query_of

SHARE = 0.3
_LONG = 0x08
_TYPES = (ParameterType(_LONG), ParameterType(0xFD), ParameterType(0x0C))


def _text(data: bytes) -> str | bytes:
    return data.decode("utf-8", "surrogateescape")


def _packets(data: bytes) -> None:
    reader = PacketReader(1 << 16)
    for start in range(0, len(data), 7):
        reader.feed(data[start : start + 7])
        while reader.next() is not None:
            pass


_READERS: tuple[Callable[[bytes], object], ...] = (
    _packets,
    lambda data: read_login(data, OFFERED),
    lambda data: read_login(data, OFFERED & ~Capability.PLUGIN_AUTH_LENENC_CLIENT_DATA),
    lambda data: read_change_user(data, OFFERED),
    lambda data: query_of(data, OFFERED, _text),
    lambda data: execution_of(data, 3, (), {}, OFFERED, _text),
    lambda data: execution_of(data, 3, _TYPES, {1: b"x"}, 0, _text),
    read_dump,
    read_dump_gtid,
    read_registration,
    lambda data: is_ssl_request(data) if data else None,
)


def seeds() -> Iterable[bytes]:
    login = OFFERED.to_bytes(4, "little") + bytes((0, 0, 0, 1, 255)) + bytes(23) + b"root\0\x03abc"
    login += b"d\0caching_sha2_password\0\x0c\x01a\x02bc\x03def\x00"
    execution = (
        b"\x17\x01\0\0\0\x08\x01\0\0\0\x03\x00\x01" + b"\x08\0\0\xfd\0\0\x0c\0\0" + bytes(8) + b"\x02ab\x04\xe4\x07\1\1"
    )
    bodies = (
        framed(b"\x03SELECT 1", 0)[0] + framed(b"\x0e", 0)[0],
        login,
        login,
        b"\x11root\0\x14" + bytes(20) + b"d\0\xff\0caching_sha2_password\0",
        b"\x03\x01\x01\x00\x01\xfd\0\x01n\x01vSELECT 1",
        execution,
        execution,
        b"\x12\4\0\0\0\0\0\1\0\0\0binlog.000001",
        b"\x1e\4\0\1\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\x08\0\0\0" + bytes(8),
        b"\x15\1\0\0\0\1h\1u\1p\xea\x0c" + bytes(8),
    )
    return [bytes((place,)) + body for place, body in enumerate(bodies)]


def run(data: bytes) -> None:
    if not data:
        return
    with suppress(BinwriterError):
        _READERS[data[0] % len(_READERS)](data[1:])
