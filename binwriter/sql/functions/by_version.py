"""Functions that only some versions have: those that came later, and those that newer servers no longer have.

Source: MySQL manuals 5.1 to 9.7, "Built-In Function and Operator Reference" and its tables of deprecated and removed
functions; release notes. A function that a version does not have is any unknown name there: error 1305.
"""

from __future__ import annotations

import hashlib

from binwriter.sql.accounts.before_8_0 import native_hash
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import CompiledExpression, text_type
from binwriter.sql.functions.converters import as_bytes
from binwriter.sql.functions.registry import OLD_FUNCTIONS, SINCE, Call, Function, strict_null

_CAME = """
50505 SHA2
50601 TO_BASE64 FROM_BASE64
50603 INET6_ATON INET6_NTOA IS_IPV4 IS_IPV6 IS_IPV4_COMPAT IS_IPV4_MAPPED
50605 GTID_SUBSET GTID_SUBTRACT WAIT_FOR_EXECUTED_GTID_SET
50617 RANDOM_BYTES
50705 ANY_VALUE RELEASE_ALL_LOCKS
50708 JSON_ARRAY JSON_OBJECT JSON_QUOTE JSON_CONTAINS JSON_CONTAINS_PATH JSON_EXTRACT JSON_KEYS JSON_SEARCH JSON_SET
50708 JSON_INSERT JSON_REPLACE JSON_REMOVE JSON_ARRAY_APPEND JSON_ARRAY_INSERT JSON_MERGE JSON_UNQUOTE JSON_DEPTH
50708 JSON_LENGTH JSON_TYPE JSON_VALID
50722 JSON_PRETTY JSON_STORAGE_SIZE JSON_ARRAYAGG JSON_OBJECTAGG JSON_MERGE_PATCH JSON_MERGE_PRESERVE
80000 UUID_TO_BIN BIN_TO_UUID IS_UUID GROUPING REGEXP_LIKE REGEXP_REPLACE REGEXP_INSTR REGEXP_SUBSTR ICU_VERSION
80000 STATEMENT_DIGEST STATEMENT_DIGEST_TEXT JSON_OVERLAPS JSON_VALUE JSON_SCHEMA_VALID JSON_STORAGE_FREE CURRENT_ROLE
80000 ROLES_GRAPHML FORMAT_BYTES FORMAT_PICO_TIME PS_CURRENT_THREAD_ID PS_THREAD_ID SOURCE_POS_WAIT
90000 STRING_TO_VECTOR TO_VECTOR VECTOR_TO_STRING FROM_VECTOR VECTOR_DIM ETAG
"""
SINCE.update((name, int(line.split()[0])) for line in _CAME.strip().splitlines() for name in line.split()[1:])

_FIRST_WITHOUT_PASSWORD, _FIRST_WITHOUT_MD5 = 80000, 90600


def _digest(algorithm: str, length: int) -> Function:
    def build(call: Call) -> CompiledExpression:
        collation = connection_collation(call.scope)
        return strict_null(
            call, text_type(length, collation), lambda data: hashlib.new(algorithm, data).hexdigest(), as_bytes
        )

    return Function(build, 1, 1)


def _password(call: Call) -> CompiledExpression:
    def compute(data: bytes) -> str:
        return native_hash(data.decode("utf-8", "replace"))

    return strict_null(call, text_type(41, connection_collation(call.scope)), compute, as_bytes)


OLD_FUNCTIONS.update(
    {
        "MD5": (_FIRST_WITHOUT_MD5, _digest("md5", 32)),
        "SHA": (_FIRST_WITHOUT_MD5, _digest("sha1", 40)),
        "SHA1": (_FIRST_WITHOUT_MD5, _digest("sha1", 40)),
        "PASSWORD": (_FIRST_WITHOUT_PASSWORD, Function(_password, 1, 1)),
    }
)
