"""What a server keeps of passwords, and how a client shows that it knows one without saying it.

Source: MySQL manual, "Caching SHA-2 Pluggable Authentication", "Native Pluggable Authentication"; MySQL internals text,
"Authentication Methods"; the SHA-crypt specification (U. Drepper), which caching_sha2_password follows with salts of 20
bytes. Strings are those of `mysql.user.authentication_string`; what a 9.7.4
keeps knows its passwords here (captured: tests/golden/passwords.txt). Secrets are compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from binwriter.mysql.raw_bytes import bytes_of

CACHING_SHA2, SHA256, NATIVE = "caching_sha2_password", "sha256_password", "mysql_native_password"
SALT_LENGTH, _DIGEST_LENGTH = 20, 43
_ROUNDS_UNIT = 1000
_SHA256_ROUNDS = 5000
_ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NATIVE_LENGTH = 41
FAST_LENGTH = 32  # of an answer to a nonce by caching_sha2_password, in bytes


def _repeated(data: bytes, length: int) -> bytes:
    return (data * (length // len(data) + 1))[:length] if data else b""


def sha256_crypt(password: bytes, salt: bytes, rounds: int) -> str:
    """The digest of SHA-crypt ($5$), 43 characters."""
    sha256 = hashlib.sha256
    other = sha256(password + salt + password).digest()
    first = sha256(password + salt + _repeated(other, len(password)))
    length = len(password)
    while length:
        first.update(other if length & 1 else password)
        length >>= 1
    digest = first.digest()
    secret = _repeated(sha256(password * len(password)).digest(), len(password))
    salted = _repeated(sha256(salt * (16 + digest[0])).digest(), len(salt))
    for number in range(rounds):
        data = secret if number & 1 else digest
        data += salted if number % 3 else b""
        data += secret if number % 7 else b""
        digest = sha256(data + (digest if number & 1 else secret)).digest()
    return _encoded(digest)


def _encoded(digest: bytes) -> str:
    """Three bytes at a time in the order of the specification, six bits a character, the lowest first."""
    groups = [(digest[0], digest[10], digest[20])]
    place = (21, 1, 11)
    for _ in range(9):
        groups.append((digest[place[0]], digest[place[1]], digest[place[2]]))
        place = (place[2] + 1, place[0] + 1, place[1] + 1)
    text = []
    for high, middle, low in groups:
        number = high << 16 | middle << 8 | low
        text += [_ALPHABET[number >> shift & 63] for shift in (0, 6, 12, 18)]
    number = digest[31] << 8 | digest[30]
    text += [_ALPHABET[number >> shift & 63] for shift in (0, 6, 12)]
    return "".join(text)


def caching_sha2_hash(password: str, salt: str, rounds: int) -> str:
    """`$A$`, the thousands of rounds in three hexadecimal digits, `$`, the salt of 20 characters, the digest."""
    digest = sha256_crypt(bytes_of(password), salt.encode(), rounds)
    return f"$A${rounds // _ROUNDS_UNIT:03X}${salt}{digest}"


def sha256_hash(password: str, salt: str) -> str:
    return f"$5${salt}${sha256_crypt(bytes_of(password), salt.encode(), _SHA256_ROUNDS)}"


def native_hash(password: str) -> str:
    """What mysql_native_password keeps: `*` and a double SHA-1; nothing of an empty password."""
    return double_sha1(password) if password else ""


def double_sha1(password: str) -> str:
    """The same, of an empty password too."""
    once = hashlib.sha1(bytes_of(password), usedforsecurity=False).digest()
    return "*" + hashlib.sha1(once, usedforsecurity=False).hexdigest().upper()


def double_sha256(password: bytes) -> bytes:
    """What the fast way of caching_sha2_password needs: a server keeps it in memory once it has seen the password."""
    return hashlib.sha256(hashlib.sha256(password).digest()).digest()


# --- the password itself ----------------------------------------------------------------------------------------------


def _is_caching_sha2(stored: str, password: bytes) -> bool:
    rounds, salt, digest = stored[3:6], stored[7 : 7 + SALT_LENGTH], stored[7 + SALT_LENGTH :]
    made = sha256_crypt(password, salt.encode("utf-8", "surrogateescape"), int(rounds, 16) * _ROUNDS_UNIT)
    return hmac.compare_digest(made, digest)


def _is_sha256(stored: str, password: bytes) -> bool:
    salt, _, digest = stored[3:].rpartition("$")
    return hmac.compare_digest(sha256_crypt(password, salt.encode("utf-8", "surrogateescape"), _SHA256_ROUNDS), digest)


def _is_native(stored: str, password: bytes) -> bool:
    return hmac.compare_digest(native_hash(password.decode("utf-8", "surrogateescape")), stored.upper())


_CHECKS: dict[str, Callable[[str, bytes], bool]] = {
    CACHING_SHA2: _is_caching_sha2,
    SHA256: _is_sha256,
    NATIVE: _is_native,
}


def is_password(plugin: str, stored: str, password: bytes) -> bool:
    """Whether it is the password of which the server keeps this. An account without one has no other either."""
    if not stored:
        return not password
    if not password or not is_hash(plugin, stored):
        return False
    return _CHECKS[plugin](stored, password)


def is_hash(plugin: str, stored: str) -> bool:
    """Whether the string has the plugin's form."""
    if plugin == NATIVE:
        return len(stored) == _NATIVE_LENGTH and stored[0] == "*" and _is_hexadecimal(stored[1:])
    if plugin == SHA256:
        return stored.startswith("$5$") and len(stored.rpartition("$")[2]) == _DIGEST_LENGTH
    return (
        stored.startswith("$A$")
        and _is_hexadecimal(stored[3:6])
        and stored[6:7] == "$"
        and len(stored) == 7 + SALT_LENGTH + _DIGEST_LENGTH
    )


def _is_hexadecimal(text: str) -> bool:
    return all(character in "0123456789abcdefABCDEF" for character in text)


# --- an answer to a nonce ---------------------------------------------------------------------------------------------


def _exclusive_or(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, second, strict=True))


def answers_fast(answer: bytes, nonce: bytes, kept: bytes) -> bool:
    """caching_sha2_password: the answer is SHA256(password) covered by SHA256(kept, nonce). kept: `double_sha256`."""
    if len(answer) != FAST_LENGTH:
        return False
    once = _exclusive_or(answer, hashlib.sha256(kept + nonce).digest())
    return hmac.compare_digest(hashlib.sha256(once).digest(), kept)


def answers_native(answer: bytes, nonce: bytes, stored: str) -> bool:
    """mysql_native_password: SHA1(password) covered by SHA1(nonce, the double SHA1 that is stored)."""
    if len(answer) != hashlib.sha1(usedforsecurity=False).digest_size or not is_hash(NATIVE, stored):
        return False
    kept = bytes.fromhex(stored[1:])
    once = _exclusive_or(answer, hashlib.sha1(nonce + kept, usedforsecurity=False).digest())
    return hmac.compare_digest(hashlib.sha1(once, usedforsecurity=False).digest(), kept)
