"""AES_ENCRYPT() and AES_DECRYPT() in all modes of block_encryption_mode, with the ways to derive a key.

Source: MySQL manual, "Encryption and Compression Functions"; NIST SP 800-38A (modes), RFC 5869 (HKDF), RFC 8018
(PBKDF2); values of a 9.7.4 (tests/golden/scenarios/aes_modes.scn).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import BINARY_TYPE, CompiledExpression, Row
from binwriter.sql.functions.aes import (
    BLOCK,
    Keys,
    decrypted_block,
    encrypted_block,
    folded,
    padded,
    round_keys,
    unpadded,
)
from binwriter.sql.functions.converters import as_bytes
from binwriter.sql.functions.registry import Call, function

_DERIVED_BY = "sha512"
_DEFAULT_ROUNDS = 1000
_LONGEST_OPTION = 256
_WITHOUT_VECTOR = "ecb"


def _added(one: bytes, other: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=False))


def _blocks(data: bytes) -> Iterator[bytes]:
    return (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))


def _ecb(data: bytes, keys: Keys, vector: bytes, back: bool) -> bytes:
    return b"".join((decrypted_block if back else encrypted_block)(block, keys) for block in _blocks(data))


def _cbc(data: bytes, keys: Keys, vector: bytes, back: bool) -> bytes:
    found = []
    for block in _blocks(data):
        made = _added(decrypted_block(block, keys), vector) if back else encrypted_block(_added(block, vector), keys)
        vector = block if back else made
        found.append(made)
    return b"".join(found)


def _ofb(data: bytes, keys: Keys, vector: bytes, back: bool) -> bytes:
    found = []
    for block in _blocks(data):
        vector = encrypted_block(vector, keys)
        found.append(_added(block, vector))
    return b"".join(found)


def _cfb128(data: bytes, keys: Keys, vector: bytes, back: bool) -> bytes:
    found = []
    for block in _blocks(data):
        made = _added(block, encrypted_block(vector, keys))
        vector = block if back else made
        found.append(made)
    return b"".join(found)


def _cfb8(data: bytes, keys: Keys, vector: bytes, back: bool) -> bytes:
    found = bytearray()
    for byte in data:
        made = byte ^ encrypted_block(vector, keys)[0]
        vector = vector[1:] + bytes([byte if back else made])
        found.append(made)
    return bytes(found)


def _cfb1(data: bytes, keys: Keys, vector: bytes, back: bool) -> bytes:
    found = bytearray()
    register, mask = int.from_bytes(vector, "big"), (1 << 8 * BLOCK) - 1
    for byte in data:
        result = 0
        for place in range(7, -1, -1):
            bit = byte >> place & 1
            made = bit ^ encrypted_block(register.to_bytes(BLOCK, "big"), keys)[0] >> 7
            register = (register << 1 | (bit if back else made)) & mask
            result |= made << place
        found.append(result)
    return bytes(found)


_MODES: dict[str, Callable[[bytes, Keys, bytes, bool], bytes]] = {
    _WITHOUT_VECTOR: _ecb,
    "cbc": _cbc,
    "ofb": _ofb,
    "cfb1": _cfb1,
    "cfb8": _cfb8,
    "cfb128": _cfb128,
}
_PADDED = (_WITHOUT_VECTOR, "cbc")


def _hkdf(key: bytes, length: int, options: Sequence[bytes]) -> bytes:
    salt, info = (*options, b"", b"")[:2]
    secret = hmac.digest(salt or bytes(hashlib.new(_DERIVED_BY).digest_size), key, _DERIVED_BY)
    return hmac.digest(secret, info + b"\x01", _DERIVED_BY)[:length]


def _pbkdf2(key: bytes, length: int, options: Sequence[bytes]) -> bytes:
    rounds = int(options[1]) if len(options) > 1 else _DEFAULT_ROUNDS
    return hashlib.pbkdf2_hmac(_DERIVED_BY, key, options[0] if options else b"", rounds, length)


_DERIVATIONS = {b"hkdf": _hkdf, b"pbkdf2_hmac": _pbkdf2}


def _key(context: StatementContext, key: bytes, length: int, derivation: Sequence[bytes]) -> bytes:
    if derivation:
        derive = _DERIVATIONS.get(derivation[0].lower())
        if derive is None:
            raise mysql_error("ER_AES_INVALID_KDF_NAME")
        return derive(key, length, derivation[1:])
    if len(key) > length:
        context.warn("ER_AES_KEY_SIZE", length)
    return folded(key, length)


def _crypt(call: Call, *, back: bool) -> CompiledExpression:
    name = call.name.lower()

    def evaluate(context: StatementContext, row: Row) -> bytes | None:
        _, bits, mode = str(context.variables.get("block_encryption_mode")).lower().split("-")
        has_vector = mode != _WITHOUT_VECTOR
        given = [arg.eval(context, row) for arg in call.args]
        values = [
            None if value is None else as_bytes(value, arg.type, context)
            for value, arg in zip(given, call.args, strict=True)
        ]
        if has_vector and len(values) < 3:
            raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", name)
        vector = values[2] if len(values) > 2 else b""
        if has_vector and (vector is None or len(vector) < BLOCK):
            raise mysql_error("ER_AES_INVALID_IV", name, BLOCK)
        if not has_vector and len(values) == 3:
            context.warn("WARN_OPTION_IGNORED", "IV")
        data, key = values[:2]
        derivation = [value for value in values[3:] if value is not None and len(value) < _LONGEST_OPTION]
        if len(derivation) < len(values[3:]):
            raise mysql_error("ER_AES_INVALID_KDF_OPTION_SIZE")
        if data is None or key is None:
            return None
        keys = round_keys(_key(context, key, int(bits) // 8, derivation))
        is_padded = mode in _PADDED
        if back and is_padded and (not data or len(data) % BLOCK):
            return None
        if is_padded and not back:
            data = padded(data)
        made = _MODES[mode](data, keys, (vector or b"")[:BLOCK], back)
        return unpadded(made) if is_padded and back else made

    return CompiledExpression(BINARY_TYPE, evaluate, call.text, call.constant)


@function("AES_ENCRYPT", least=2, most=6)
def _aes_encrypt(call: Call) -> CompiledExpression:
    return _crypt(call, back=False)


@function("AES_DECRYPT", least=2, most=6)
def _aes_decrypt(call: Call) -> CompiledExpression:
    return _crypt(call, back=True)
