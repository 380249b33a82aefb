"""Functions that newer servers no longer have: hashes. From when to when each is there, its record says.

Source: MySQL manuals 5.1 to 9.7, "Built-In Function and Operator Reference"; release notes.
"""

from __future__ import annotations

import hashlib

from binwriter.mysql.password_hashes import native_hash
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import CompiledExpression, text_type
from binwriter.sql.functions.converters import as_bytes
from binwriter.sql.functions.registry import Builder, Call, function, strict_null


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
    def compute(data: bytes) -> str:
        return native_hash(data.decode("utf-8", "replace"))

    return strict_null(call, text_type(41, connection_collation(call.scope)), compute, as_bytes)
