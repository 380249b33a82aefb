"""Asks a server how it goes on with each way in which a client can name its method of authentication:
`python -m tests.golden.wire.login_methods HOST PORT` (root without a password) writes login_methods.json.

Of accounts that are not there a server asks as of either method, by chance: they are not asked for.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import socket
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pymysql

KEPT = Path(__file__).with_suffix(".json")
_PROTOCOL_41, _SECURE, _PLUGIN_AUTH = 0x200, 0x8000, 0x80000
_SHA2 = b"caching_sha2_password"
# account and password: seen by the server, not seen yet, wrong, none, for one that has none, of another method
LOGINS = (("seen", b"x"), ("unseen", b"x"), ("seen", b"y"), ("seen", b""), ("none", b""), ("none", b"x"), ("sha", b"x"))
# as the login ends; None from a client without CLIENT_PLUGIN_AUTH
NAMES = (
    None, b"", b"\0", _SHA2 + b"\0", _SHA2, _SHA2.upper() + b"\0", b"mysql_native_password\0",
    b"mysql_clear_password\0", b"sha256_password\0", b"nosuch\0",
)  # fmt: skip


def _exclusive_or(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, second, strict=True))


def _sha2(password: bytes, nonce: bytes) -> bytes:
    once = hashlib.sha256(password).digest()
    return _exclusive_or(once, hashlib.sha256(hashlib.sha256(once).digest() + nonce).digest())


def _native(password: bytes, nonce: bytes) -> bytes:
    once = hashlib.sha1(password).digest()
    return _exclusive_or(once, hashlib.sha1(nonce + hashlib.sha1(once).digest()).digest())


ANSWERS: dict[str, Callable[[bytes, bytes], bytes]] = {
    "caching_sha2": _sha2,
    "native": _native,
    "zero": lambda password, nonce: b"\0",
    "empty": lambda password, nonce: b"",
    "32 bytes": lambda password, nonce: b"z" * 32,
    "password": lambda password, nonce: password + b"\0",
}
CASES = [*itertools.product(LOGINS, NAMES, ANSWERS)]


def _packet(client: socket.socket) -> tuple[int, bytes]:
    """Its sequence number and payload. ConnectionError at the end."""
    data = b""
    while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:3], "little"):
        piece = client.recv(1 << 16)
        if not piece:
            raise ConnectionError
        data += piece
    return data[3], data[4 : 4 + int.from_bytes(data[:3], "little")]


def goes_on(client: socket.socket, user: str, password: bytes, name: bytes | None, kind: str) -> list[str]:
    """What the server says to the login, to the last word or to its public key."""
    greeting = _packet(client)[1]
    first = greeting.index(b"\0", 1) + 5
    nonce = greeting[first : first + 8] + greeting[first + 27 : first + 39]
    answer = ANSWERS[kind](password, nonce)
    flags = _PROTOCOL_41 | _SECURE | (0 if name is None else _PLUGIN_AUTH)
    login = struct.pack("<IIB23x", flags, 1 << 24, 45) + user.encode() + b"\0" + bytes((len(answer),)) + answer
    payload, sequence, said = login + (name or b""), 1, list[str]()
    while True:
        client.sendall(len(payload).to_bytes(3, "little") + bytes((sequence,)) + payload)
        number, packet = _packet(client)
        if packet[0] == 0xFF:
            return [*said, f"{struct.unpack('<H', packet[1:3])[0]} {packet[4:9].decode()} using {packet[-5:].decode()}"]
        if packet[0] == 0xFE:
            method, again = packet[1:].split(b"\0", 1)
            said.append(f"switch to {method.decode()}, {'the same' if again[:20] == nonce else 'another'} nonce")
            payload = b"\1" if method != _SHA2 else _sha2(password, again[:20]) if password else b""
        elif packet == b"\x01\x04":
            said.append("full")
            payload = b"\2"
        else:
            return [*said, "fast" if packet == b"\x01\x03" else {0: "in", 1: "key"}[packet[0]]]
        sequence = number + 1


def answers(host: str, port: int) -> list[list[str]]:
    """Of each case."""
    with pymysql.connect(host=host, port=port, user="root") as root, root.cursor() as cursor:
        for sql in ("seen IDENTIFIED BY 'x'", "unseen IDENTIFIED BY 'x'", "none",
                    "sha IDENTIFIED WITH sha256_password BY 'x'"):  # fmt: skip
            cursor.execute(f"CREATE USER {sql}")
        cursor.execute("SET GLOBAL max_connect_errors = 100000")
    pymysql.connect(host=host, port=port, user="seen", password="x").close()
    given = []
    for (user, password), name, kind in CASES:
        with socket.create_connection((host, port), 20) as client:
            try:
                given.append(goes_on(client, user, password, name, kind))
            except ConnectionError:
                given.append(["closed"])
    return given


if __name__ == "__main__":
    found = [[*map(str, case), *said] for case, said in zip(CASES, answers(sys.argv[1], int(sys.argv[2])), strict=True)]
    KEPT.write_text("[\n" + ",\n".join(map(json.dumps, found)) + "\n]\n", encoding="utf-8")
