"""Functions that newer servers no longer have: hashes, ENCRYPT(), ENCODE(). Their records say from when to when.

Source: MySQL manuals 5.1 to 9.7, "Built-In Function and Operator Reference"; release notes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.records import replace
from binwriter.mysql import old_ciphers, unix_crypt
from binwriter.mysql.messages.table import Level, mysql_warning
from binwriter.mysql.password_hashes import native_hash
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import CompiledExpression, text_type
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Builder, Call, function, strict_null, with_context

_CRYPTED = 13
_TOLD_AS_WARNING, _BUILT_WITH_SSL = 50500, 50600  # of DES: when it was an error, and when it is there
_OLD_HASH = 16  # characters


def _digest(algorithm: str, length: int) -> Builder:
    def build(call: Call) -> CompiledExpression:
        collation = connection_collation(call.scope)
        return strict_null(
            call, text_type(length, collation), lambda data: hashlib.new(algorithm, data).hexdigest(), as_bytes
        )

    return build


function("MD5")(_digest("md5", 32))
function("SHA")(_digest("sha1", 40))


@function("PASSWORD")
def _password(call: Call) -> CompiledExpression:
    """5.7 warns of each text that is hashed, of a constant one once (captured: periods_and_passwords_row)."""

    def compute(context: StatementContext, data: bytes) -> str:
        if data:
            context.warn("ER_WARN_DEPRECATED_NO_REPLACEMENT", call.name)
        return native_hash(data.decode("utf-8", "replace"))

    compiled = with_context(call, text_type(41, connection_collation(call.scope)), compute, as_bytes)
    if not call.scope.context.variables.behaviour.hashes_by_plugin:
        return compiled
    if call.constant and isinstance(_unsigned(call.nodes[0]), (exp.Literal, exp.Null)):
        known = compiled.eval(call.scope.context, ())
        return replace(compiled, eval=lambda context, row: known or "")
    return replace(compiled, eval=lambda context, row: compiled.eval(context, row) or "")


def _unsigned(node: exp.Expression) -> exp.Expression:
    return node.this if isinstance(node, exp.Neg) else node


@function("OLD_PASSWORD")
def _old_password(call: Call) -> CompiledExpression:
    type_ = text_type(_OLD_HASH, connection_collation(call.scope))
    return strict_null(call, type_, lambda data: old_ciphers.old_password(data), as_bytes)


def _scrambled(call: Call) -> CompiledExpression:
    """As many bytes as the text has. 5.7 warns of each (captured: servers_missing_statement)."""

    def compute(context: StatementContext, data: bytes, key: bytes) -> bytes:
        context.warn("ER_WARN_DEPRECATED_SYNTAX", call.name, f"AES_{call.name.replace('CODE', 'CRYPT')}")
        scrambler = old_ciphers.Scrambler(key)
        return scrambler.encoded(data) if call.name == "ENCODE" else scrambler.decoded(data)

    return with_context(call, text_type(call.types[0].length, BINARY_COLLATION_ID), compute, as_bytes, as_bytes)


def _disabled(call: Call) -> CompiledExpression:
    """NULL, and a warning: servers of 5.1 and 5.5 are built without OpenSSL (captured: widths_of_years_statement)."""
    version = call.scope.context.variables.profile.version_number
    if version >= _BUILT_WITH_SSL:
        raise UnsupportedError(f"function {call.name}()", call.name)

    level: Level = "Error" if version < _TOLD_AS_WARNING else "Warning"

    def compute(context: StatementContext, _: Sequence[Sequence[Any]]) -> None:
        option = "openssl" if level == "Error" else "ssl"
        told = mysql_warning("ER_FEATURE_DISABLED", call.name.lower(), f"--with-{option}", level=level)
        context.diagnostics.append(told)

    return CompiledExpression(text_type(0, BINARY_COLLATION_ID), compute)


function("DES_ENCRYPT")(_disabled)
function("DES_DECRYPT")(_disabled)
function("ENCODE")(_scrambled)
function("DECODE")(_scrambled)


@function("ENCRYPT")
def _encrypt(call: Call) -> CompiledExpression:
    """Bytes; NULL of a salt that is too short (captured: crypted_row). Without one, the clock makes it."""

    def compute(context: StatementContext, data: bytes, salt: str | None = None) -> bytes | None:
        if not data:
            return b""
        if salt is None:
            now = context.server.sysdate() // 1_000_000
            salt = unix_crypt.ALPHABET[now & 63] + unix_crypt.ALPHABET[now >> 5 & 63]
        if salt.startswith("$"):
            raise UnsupportedError("ENCRYPT() of this salt", salt)
        return unix_crypt.crypt(data, salt).encode() if len(salt) > 1 else None

    return with_context(call, text_type(_CRYPTED, BINARY_COLLATION_ID), compute, as_bytes, as_str)
