"""The first packets: the server's greeting, the client's login (MySQL source documentation, "Connection Phase")."""

from __future__ import annotations

from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.wire.capabilities import Capability, Status
from binwriter.wire.errors import HandshakeError, MalformedPacketError
from binwriter.wire.numbers import Reader

PROTOCOL_VERSION = 10
DEFAULT_COLLATION = 255
NONCE_LENGTH = 20
_SSL_REQUEST_LENGTH = 32


def greeting(version: str, thread_id: int, nonce: bytes, capabilities: int, plugin: str) -> bytes:
    """Protocol::HandshakeV10. nonce: 20 bytes without a zero among them."""
    return b"".join(
        (
            bytes((PROTOCOL_VERSION,)),
            version.encode(),
            b"\0",
            (thread_id & 0xFFFFFFFF).to_bytes(4, "little"),
            nonce[:8],
            b"\0",
            (capabilities & 0xFFFF).to_bytes(2, "little"),
            bytes((DEFAULT_COLLATION,)),
            (Status.AUTOCOMMIT).to_bytes(2, "little"),
            (capabilities >> 16).to_bytes(2, "little"),
            bytes((NONCE_LENGTH + 1,)),
            bytes(10),
            nonce[8:],
            b"\0",
            plugin.encode(),
            b"\0",
        )
    )


@dataclass(frozen=True)
class Login:
    """What a client says of itself. answer: to the nonce; plugin: the method it was made by, "" for none named.

    attributes: of the connection (CLIENT_CONNECT_ATTRS). level: of its zstd compression.
    """

    capabilities: int
    largest_packet: int
    collation: int
    user: str
    answer: bytes = field(repr=False)
    database: str | None
    plugin: str
    attributes: dict[str, str]
    level: int = 0


def is_ssl_request(payload: bytes) -> bool:
    """Whether a client asks for TLS before it logs in."""
    return len(payload) == _SSL_REQUEST_LENGTH and bool(payload[1] & (Capability.SSL >> 8))


def read_login(payload: bytes, offered: int) -> Login:
    """Protocol::HandshakeResponse41. HandshakeError for anything else; what was not offered counts as not asked for."""
    try:
        return _login(Reader(payload), offered)
    except MalformedPacketError:
        raise HandshakeError from None


def _login(reader: Reader, offered: int) -> Login:
    capabilities = (reader.integer(4)) & offered
    if not capabilities & Capability.PROTOCOL_41:
        raise HandshakeError
    largest, collation = reader.integer(4), reader.integer(1)
    reader.take(23)
    user = reader.terminated()
    if capabilities & Capability.PLUGIN_AUTH_LENENC_CLIENT_DATA:
        answer = reader.string()
    elif capabilities & Capability.SECURE_CONNECTION:
        answer = reader.take(reader.integer(1))
    else:
        answer = reader.terminated()
    database = _text(reader.terminated()) if capabilities & Capability.CONNECT_WITH_DB and reader.left else None
    plugin = _text(_method(reader, ends=bool(answer))) if capabilities & Capability.PLUGIN_AUTH and reader.left else ""
    attributes = _attributes(reader) if capabilities & Capability.CONNECT_ATTRS and reader.left else {}
    level = reader.integer(1) if capabilities & Capability.ZSTD_COMPRESSION and reader.left else 0
    return Login(
        capabilities,
        largest,
        collation or DEFAULT_COLLATION,
        _text(user),
        answer,
        database or None,
        plugin,
        attributes,
        level,
    )


def _method(reader: Reader, *, ends: bool) -> bytes:
    """A method's name. ends: without its last zero it is none, which a server asks for behind an answer that is not
    empty (captured: tests/golden/wire/login_methods)."""
    if b"\0" in reader.data[reader.place :]:
        return reader.terminated()
    name = reader.rest()
    return b"" if ends else name


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _attributes(reader: Reader) -> dict[str, str]:
    inside = Reader(reader.string())
    attributes = {}
    while inside.left:
        key = _text(inside.string())
        attributes[key] = _text(inside.string())
    return attributes


@dataclass(frozen=True)
class ChangeUser:
    """COM_CHANGE_USER: a login on a connection that has one."""

    user: str
    answer: bytes = field(repr=False)
    database: str | None
    collation: int
    plugin: str
    attributes: dict[str, str]


def read_change_user(payload: bytes, capabilities: int) -> ChangeUser:
    """MalformedPacketError for what cannot be read."""
    reader = Reader(payload, 1)
    user = _text(reader.terminated())
    answer = reader.take(reader.integer(1))
    database = _text(reader.terminated())
    collation = reader.integer(2) if reader.left else DEFAULT_COLLATION
    plugin = _text(_method(reader, ends=False)) if capabilities & Capability.PLUGIN_AUTH and reader.left else ""
    attributes = _attributes(reader) if capabilities & Capability.CONNECT_ATTRS and reader.left else {}
    return ChangeUser(user, answer, database or None, collation, plugin, attributes)
