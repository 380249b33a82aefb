"""How a client shows that it knows the password, and no more than that (MySQL manual, "Authentication Plugins").

Of accounts whose passwords came in before the answer to a nonce is all the server needs: a client that uses
caching_sha2_password takes the fast path then.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

from binwriter.wire.handshake import NONCE_LENGTH

CACHING_SHA2 = "caching_sha2_password"
SHA256 = "sha256_password"
NATIVE = "mysql_native_password"
# what follows the byte 01 of an AuthMoreData packet
FAST_AUTHENTICATION_DONE = b"\x01\x03"
FULL_AUTHENTICATION = b"\x01\x04"
MORE_DATA = b"\x01"
PUBLIC_KEY_REQUEST = b"\x02"
SHA256_KEY_REQUEST = b"\x01"
SWITCH_HEADER = b"\xfe"


def new_nonce() -> bytes:
    """20 random bytes; none is zero or `$`, as a server's are (it ends strings by the one, hashes by the other)."""
    return bytes(
        byte & 0x7F if byte & 0x7F not in (0, 36) else (byte & 0x7F) + 1 for byte in secrets.token_bytes(NONCE_LENGTH)
    )


def _exclusive_or(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, second, strict=False))


def _caching_sha2(password: bytes, nonce: bytes) -> bytes:
    once = hashlib.sha256(password).digest()
    return _exclusive_or(once, hashlib.sha256(hashlib.sha256(once).digest() + nonce).digest())


def _native(password: bytes, nonce: bytes) -> bytes:
    once = hashlib.sha1(password).digest()
    return _exclusive_or(once, hashlib.sha1(nonce + hashlib.sha1(once).digest()).digest())


_ANSWERS: dict[str, Callable[[bytes, bytes], bytes]] = {CACHING_SHA2: _caching_sha2, NATIVE: _native}
PLUGINS = (CACHING_SHA2, NATIVE, SHA256)


def scramble(plugin: str, password: bytes, nonce: bytes) -> bytes:
    """The right answer to a nonce; empty for an empty password."""
    return _ANSWERS[plugin](password, nonce) if password else b""


def is_right(plugin: str, password: bytes, nonce: bytes, answer: bytes) -> bool:
    """In a time that does not tell how much of the answer is right."""
    return hmac.compare_digest(scramble(plugin, password, nonce), answer)


def is_same(password: bytes, given: bytes) -> bool:
    """Whether it is the password itself (full authentication). given: with the zero byte at its end."""
    return hmac.compare_digest(hashlib.sha256(password + b"\0").digest(), hashlib.sha256(given).digest())


def switch_request(plugin: str, nonce: bytes) -> bytes:
    """Protocol::AuthSwitchRequest."""
    return SWITCH_HEADER + plugin.encode() + b"\0" + nonce + b"\0"


def uncovered(data: bytes, nonce: bytes) -> bytes:
    """A password that was covered with the nonce before it was encrypted with the public key."""
    return bytes(byte ^ nonce[place % NONCE_LENGTH] for place, byte in enumerate(data))
