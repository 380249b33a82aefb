"""AES_ENCRYPT() and AES_DECRYPT() in all modes of block_encryption_mode, with the ways to derive a key.

Source: MySQL manual, "Encryption and Compression Functions"; RFC 5869 (HKDF), RFC 8018 (PBKDF2); values of a 9.7.4
(tests/golden/scenarios/aes_modes.scn, tests/golden/aes.json).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import BINARY_TYPE, CompiledExpression, Row, textual
from binwriter.sql.functions.converters import as_bytes
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.strings.aes import BLOCK, decrypted, encrypted, folded, needs_vector

_DERIVED_BY = "sha512"
_DEFAULT_ROUNDS = _FEWEST_ROUNDS = 1000
_MOST_ROUNDS = 65535
_NUMBER = pattern(rb"\s*[+-]?\d{1,9}")
_LONGEST_OPTION = 256
_LONGEST_ROUNDS = 6
_WITH_ROUNDS = b"pbkdf2_hmac"


def _hkdf(key: bytes, length: int, options: Sequence[bytes]) -> bytes:
    salt, info = (*options, b"", b"")[:2]
    secret = hmac.digest(salt or bytes(hashlib.new(_DERIVED_BY).digest_size), key, _DERIVED_BY)
    return hmac.digest(secret, info + b"\x01", _DERIVED_BY)[:length]


def _pbkdf2(key: bytes, length: int, options: Sequence[bytes]) -> bytes:
    rounds = _DEFAULT_ROUNDS
    if len(options) > 1:
        digits = _NUMBER.match(options[1])
        rounds = int(digits[0]) if digits else 0
    if not _FEWEST_ROUNDS <= rounds <= _MOST_ROUNDS:
        raise mysql_error("ER_AES_INVALID_KDF_ITERATIONS")
    return hashlib.pbkdf2_hmac(_DERIVED_BY, key, options[0] if options else b"", rounds, length)


_DERIVATIONS = {b"hkdf": _hkdf, _WITH_ROUNDS: _pbkdf2}


def _options(values: Sequence[bytes | None]) -> list[bytes]:
    """The name of a derivation and what it is told; rounds have fewer digits than other options have bytes."""
    options = []
    for place, value in enumerate(values):
        limit = _LONGEST_ROUNDS if place == 2 and values[0] == _WITH_ROUNDS else _LONGEST_OPTION
        if value is None or len(value) >= limit:
            raise mysql_error("ER_AES_INVALID_KDF_OPTION_SIZE", limit)
        options.append(value)
    return options


def _key(context: StatementContext, key: bytes, length: int, derivation: Sequence[bytes], *, warns: bool) -> bytes:
    if derivation:
        derive = _DERIVATIONS.get(derivation[0])
        if derive is None:
            raise mysql_error("ER_AES_INVALID_KDF_NAME")
        return derive(key, length, derivation[1:])
    if warns and len(key) > length:
        context.warn("WARN_AES_KEY_SIZE", length)
    return folded(key, length)


def _crypt(call: Call, *, back: bool) -> CompiledExpression:
    """NULL as soon as the data or the key are; a vector that the mode has no use for is not asked for (cluster
    arguments_of_aes)."""
    name = call.name.lower()
    parts = [(textual(arg).eval, arg.type) for arg in call.args]

    def asked(place: int, context: StatementContext, row: Row) -> bytes | None:
        evaluate, type_ = parts[place]
        value = evaluate(context, row)
        return None if value is None else as_bytes(value, type_, context)

    def evaluate(context: StatementContext, row: Row) -> bytes | None:
        data = asked(0, context, row)
        key = None if data is None else asked(1, context, row)
        if data is None or key is None:
            return None
        _, bits, mode = str(context.variables.get("block_encryption_mode")).lower().split("-")
        vector: bytes | None = b""
        if needs_vector(mode):
            if len(parts) < 3:
                raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", name)
            vector = asked(2, context, row)
            if vector is None or len(vector) < BLOCK:
                raise mysql_error("ER_AES_INVALID_IV", name, BLOCK)
        elif len(parts) == 3:
            context.warn("WARN_OPTION_IGNORED", "IV")
        derivation = _options([asked(place, context, row) for place in range(3, len(parts))])
        crypt = decrypted if back else encrypted
        return crypt(
            mode, _key(context, key, int(bits) // 8, derivation, warns=not back), (vector or b"")[:BLOCK], data
        )

    return CompiledExpression(BINARY_TYPE, evaluate, call.text, call.constant)


@function("AES_ENCRYPT")
def _aes_encrypt(call: Call) -> CompiledExpression:
    return _crypt(call, back=False)


@function("AES_DECRYPT")
def _aes_decrypt(call: Call) -> CompiledExpression:
    return _crypt(call, back=True)
