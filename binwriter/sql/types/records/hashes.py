"""The functions of hashes, encryption and vectors: their records."""

from __future__ import annotations

from binwriter.sql.types.kinds import FLAG, LONGEST_BYTES, PART, VECTOR
from binwriter.sql.types.record import CHANGING, MANY, Function, Nullable, Old, Place
from binwriter.sql.types.texts import by_length, byte_size, of_length, sha2

_VECTOR_TEXT = 16383 * 16  # characters
_DIGEST_TEXT = 1 << 24  # characters

FUNCTIONS = (
    Function(
        "AES_ENCRYPT",
        null=Nullable.BY_MODE,
        args=(2, 6),
        type=by_length(lambda one: (byte_size(one) // 16 + 1) * 16, binary=True),
        unsafe=50600,
    ),
    Function(
        "AES_DECRYPT",
        args=(2, 6),
        type=by_length(lambda one: one.length, binary=True, most=LONGEST_BYTES),
        unsafe=50600,
        old=Old(null=True),
        vectors=False,
    ),
    Function("SHA2", parameters="bi", args=2, type=sha2, since=50505),
    Function(
        "UUID_TO_BIN", null=Nullable.ALWAYS, args=(1, 2), type=of_length(16, binary=True), since=80000, vectors=False
    ),
    Function("BIN_TO_UUID", args=(1, 2), type=of_length(36), since=80000, vectors=False),
    Function("IS_UUID", args=1, type=FLAG, condition=True, since=80000, vectors=False),
    Function("MD5", args=1, type=of_length(32), until=90600),
    Function("SHA SHA1", args=1, type=of_length(40), until=90600),
    Function("PASSWORD", args=1, until=80000),
    Function("ETAG", null=Nullable.ALWAYS, args=(1, MANY), type=of_length(32), since=90000, barred=CHANGING),
    Function(
        "STATEMENT_DIGEST",
        null=Nullable.BY_MODE,
        args=1,
        type=of_length(64),
        since=80000,
        barred=Place.GENERATED | Place.KEY,
        vectors=False,
    ),
    Function(
        "STATEMENT_DIGEST_TEXT",
        null=Nullable.BY_MODE,
        args=1,
        type=of_length(_DIGEST_TEXT),
        since=80000,
        barred=Place.GENERATED | Place.KEY,
        vectors=False,
    ),
    Function("VALIDATE_PASSWORD_STRENGTH", args=1, type=PART, since=50606),
    Function(
        "ENCRYPT",
        args=(1, 2),
        type=of_length(13, binary=True),
        until=80000,
        deprecated=("ER_WARN_DEPRECATED_SYNTAX", "ENCRYPT", "AES_ENCRYPT"),
        old=Old(null=True),
    ),
    Function("OLD_PASSWORD", args=1, type=of_length(16), until=50705),
    *(Function(name, args=2, type=by_length(byte_size, binary=True), until=80000) for name in ("ENCODE", "DECODE")),
    Function("DES_ENCRYPT", until=80000),
    Function("DES_DECRYPT", until=80000),
    Function("TO_VECTOR STRING_TO_VECTOR", args=1, type=VECTOR, since=90000),
    Function("FROM_VECTOR VECTOR_TO_STRING", args=1, type=of_length(_VECTOR_TEXT), since=90000),
    Function("VECTOR_DIM", args=1, type=PART, null=Nullable.BY_ARGUMENTS, since=90000),
)
