"""Hostile clients: packets that are damaged before and after the login, plain and in compressed frames that are damaged
themselves, and clients beside them that notice nothing.

`python -m tests.reliability.wire.fuzz [PACKETS] [SEED]`: 100,000 packets by default.
"""

from __future__ import annotations

import io
import random
import socket
import sys
import tempfile
import zlib
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from pathlib import Path

import pymysql
import zstandard

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from binwriter.wire.capabilities import OFFERED, Capability
from binwriter.wire.packets import framed
from tests.reliability.fuzz.targets.wire_payload import seeds

_CHECKED_EVERY = 500  # connections, between two looks of a client that behaves
_PASSWORD, _OPEN = "pw", "open"  # root's; who needs none
_PACKERS = {Capability.COMPRESS: zlib.compress, Capability.ZSTD_COMPRESSION: zstandard.ZstdCompressor().compress}
_COMMANDS = (
    b"\x03SELECT 1", b"\x03SELECT * FROM d.t", b"\x02d", b"\x04t\0%", b"\x09", b"\x0c\x01\0\0\0", b"\x0d", b"\x0e",
    b"\x16SELECT ?", b"\x17\x01\0\0\0\0\x01\0\0\0\0\x01\x08\0" + bytes(8), b"\x18\x01\0\0\0\0\0abc", b"\x19\x01\0\0\0",
    b"\x1a\x01\0\0\0", b"\x1b\0\0", b"\x1c\x01\0\0\0\1\0\0\0", b"\x1f", b"\x08", b"\x00", b"\x05x", b"\x06x", b"\x07\1",
    b"\x03INSERT INTO d.t VALUES (1, 'a')", b"\x03SET NAMES latin1", b"\x03\xff\xfe", b"\x16\xff", b"\x1d", b"\x20",
)  # fmt: skip


@dataclass
class Report:
    """packets: sent; connections: opened; said: what the server printed, which is a defect."""

    packets: int
    connections: int
    said: str


def _damaged(chance: random.Random, payload: bytes) -> bytes:
    data = bytearray(payload)
    for _ in range(chance.randrange(4)):
        what = chance.randrange(4)
        if what == 0 and data:
            data[chance.randrange(len(data))] = chance.randrange(256)
        elif what == 1 and data:
            del data[chance.randrange(len(data)) :]
        elif what == 2:
            data[chance.randrange(len(data) + 1) : 0] = chance.randbytes(chance.randrange(9))
        else:
            data += bytes(chance.randrange(40))
    return bytes(data)


def _packet(chance: random.Random, payload: bytes, sequence: int) -> bytes:
    """Sometimes with a wrong number or length."""
    data = bytearray(framed(payload, sequence)[0])
    if chance.randrange(30) == 0:
        data[chance.randrange(4)] = chance.randrange(256)
    return bytes(data)


def _before_login(chance: random.Random, address: tuple[str, int], logins: list[bytes]) -> int:
    with socket.create_connection(address, timeout=5) as client:
        client.recv(4096)
        count = chance.randrange(1, 4)
        for sequence in range(1, count + 1):
            client.sendall(_packet(chance, _damaged(chance, chance.choice(logins)), sequence))
        if chance.randrange(3):
            client.shutdown(socket.SHUT_WR)
            while client.recv(4096):
                pass
        return count


def _after_login(chance: random.Random, address: tuple[str, int]) -> int:
    client = pymysql.connect(host=address[0], port=address[1], user="root", password=_PASSWORD, read_timeout=5)
    sent, own = 0, client._sock  # type: ignore[attr-defined]
    try:
        for _ in range(chance.randrange(1, 60)):
            own.sendall(_packet(chance, _damaged(chance, chance.choice(_COMMANDS)), 0))
            sent += 1
            own.settimeout(0.0005)
            with suppress(TimeoutError):
                if not own.recv(1 << 16):
                    break
            own.settimeout(5)
    finally:
        own.close()
        client._sock = None  # type: ignore[attr-defined]
    return sent


def _frame(chance: random.Random, kind: int, data: bytes, number: int) -> bytes:
    """Packets, or a part of them, in a frame; some with a number, sizes or bytes that are wrong."""
    size, body = 0, data
    if chance.randrange(3):
        size, body = len(data), _PACKERS[kind](data)
    if not chance.randrange(60):
        body = _damaged(chance, body)
    if not chance.randrange(80):
        size = chance.choice((0, 1, size + 1, 0xFFFFFF, chance.randrange(1 << 24)))
    if not chance.randrange(80):
        number = chance.randrange(256)
    head = len(body).to_bytes(3, "little") + bytes((number & 255,)) + size.to_bytes(3, "little")
    return (_damaged(chance, head) if not chance.randrange(120) else head) + body


def _compressed(chance: random.Random, address: tuple[str, int]) -> int:
    """Frames with several commands, commands in several frames, the next command before there is an answer."""
    kind = chance.choice(list(_PACKERS))
    login = (OFFERED & ~(Capability.COMPRESS | Capability.ZSTD_COMPRESSION | Capability.SSL) | kind).to_bytes(
        4, "little"
    )
    login += bytes((0, 0, 0, 1, 255)) + bytes(23) + _OPEN.encode() + b"\0\0d\0caching_sha2_password\0\0\x03"
    with socket.create_connection(address, timeout=5) as client:
        client.recv(4096)
        client.sendall(framed(login, 1)[0])
        client.recv(4096)
        sent = 0
        for _ in range(chance.randrange(1, 40)):
            commands = [chance.choice(_COMMANDS) for _ in range(chance.choice((1, 1, 1, 2, 5)))]
            packets = [_packet(chance, one if chance.randrange(4) else _damaged(chance, one), 0) for one in commands]
            sent += len(packets)
            if chance.randrange(3):  # in one frame
                packets = [b"".join(packets)]
            elif chance.randrange(2):  # each in two
                packets = [part for one in packets for part in (one[:5], one[5:])]
            begins = not chance.randrange(8)  # each anew
            client.sendall(b"".join(_frame(chance, kind, one, 0 if begins else at) for at, one in enumerate(packets)))
            client.settimeout(0.0005)
            with suppress(TimeoutError):
                if not client.recv(1 << 16):
                    break
            client.settimeout(5)
        return sent


def attack(packets: int, seed: int) -> Report:
    """Raises AssertionError when a client that behaves is served no more."""
    chance, printed = random.Random(seed), io.StringIO()
    logins = [seed[1:] for seed in seeds()][:4]
    sent = connections = 0
    with tempfile.TemporaryDirectory() as name, redirect_stderr(printed):
        settings = Settings(users={"root": _PASSWORD, _OPEN: ""})
        with Server(Path(name) / "log") as server, Serving(server, settings) as serving:
            address = serving.host, serving.port
            well_behaved = pymysql.connect(host=address[0], port=address[1], user="root", password=_PASSWORD)
            for sql in ("CREATE DATABASE d", "CREATE TABLE d.t (i INT, s VARCHAR(20))", "CREATE TABLE d.own (i INT)"):
                well_behaved.query(sql)
            while sent < packets:
                connections += 1
                with suppress(OSError, pymysql.MySQLError):
                    way = chance.randrange(7)
                    if way < 4:
                        sent += _before_login(chance, address, logins)
                    else:
                        sent += _after_login(chance, address) if way < 6 else _compressed(chance, address)
                if connections % _CHECKED_EVERY == 0:
                    assert well_behaved.query("INSERT INTO d.own VALUES (1)") == 1
                    well_behaved.commit()
            with well_behaved.cursor() as cursor:
                cursor.execute("SELECT COUNT(*) FROM d.own")
                assert cursor.fetchone() == (connections // _CHECKED_EVERY,)
            well_behaved.close()
    return Report(sent, connections, printed.getvalue())


if __name__ == "__main__":
    report = attack(*map(int, sys.argv[1:] or ("100000",)), *(() if len(sys.argv) > 2 else (1,)))
    print(f"{report.packets} packets in {report.connections} connections; printed: {report.said[:4000] or 'nothing'}")
    sys.exit(bool(report.said))
