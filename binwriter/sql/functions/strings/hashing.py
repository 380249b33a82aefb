"""SHA2, digests of statements and UUID conversions. MD5, SHA and SHA1 are no functions of 9.7 and answered as such."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import replace
from binwriter.formats.servers import NEWEST
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import text_of_bytes, to_int, to_real
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import BINARY_TYPE, BOOL_TYPE, CompiledExpression, ExprType, Row, text_type
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

if TYPE_CHECKING:
    from binwriter.sql.text.digest import Digest

_LONGEST = 1 << 24  # characters of a digest's text
_SHA2 = {0: "sha256", 224: "sha224", 256: "sha256", 384: "sha384", 512: "sha512"}


@function("SHA2")
def _sha2(call: Call) -> CompiledExpression:
    """A size that is NULL is a wrong one, unless the data are NULL (captured: clusters/arguments_in_order)."""
    data, size = call.args
    type_, context = text_type(128, connection_collation(call.scope)), call.scope.context
    known = to_int(size.eval(context, ()), size.type, context) if size.constant else 0
    if known not in _SHA2:  # a constant is looked at once, and where no row is, too
        context.warn("ER_WRONG_PARAMETERS_TO_NATIVE_FCT", "sha2")

    def evaluate(context: StatementContext, row: Row) -> str | None:
        value = data.eval(context, row)
        given = None if value is None else as_bytes(value, data.type, context)
        bits = None if given is None else to_int(size.eval(context, row), size.type, context)
        if given is None:
            return None
        algorithm = _SHA2.get(-1 if bits is None else bits)
        if algorithm is None and size.constant:
            return None
        if algorithm is None:
            context.warn("ER_WRONG_PARAMETERS_TO_NATIVE_FCT", "sha2")
            return None
        return hashlib.new(algorithm, given).hexdigest()

    return CompiledExpression(type_, evaluate, call.text, call.constant)


def _parse_uuid(value: Any, type_: ExprType) -> uuid.UUID | None:
    text = to_text(value, type_)
    if isinstance(text, bytes):
        text = text_of_bytes(text)
    try:
        return uuid.UUID(text) if text is not None and text.isascii() else None
    except ValueError:
        return None


def _swapped(data: bytes) -> bytes:
    """Time-high and time-low parts exchanged, so that UUIDs of version 1 sort by time."""
    return data[6:8] + data[4:6] + data[:4] + data[8:]


def _unswapped(data: bytes) -> bytes:
    return data[4:8] + data[2:4] + data[:2] + data[8:]


def _without_null(call: Call) -> Call:
    """With a flag that is no NULL: such a one swaps nothing."""
    if len(call.args) == 1:
        return call
    first, flag = call.args

    def evaluate(context: StatementContext, row: Row) -> Any:
        value = flag.eval(context, row)
        return 0 if value is None else value

    return replace(call, args=(first, replace(flag, eval=evaluate)))


@function("UUID_TO_BIN")
def _uuid_to_bin(call: Call) -> CompiledExpression:
    def compute(text: str, swap: float = 0) -> bytes:
        try:
            data = uuid.UUID(text).bytes
        except ValueError:
            raise mysql_error("ER_WRONG_VALUE_FOR_TYPE", "string", text, "uuid_to_bin") from None
        return _swapped(data) if swap else data

    return strict_null(_without_null(call), BINARY_TYPE, compute, as_str, to_real)


@function("BIN_TO_UUID")
def _bin_to_uuid(call: Call) -> CompiledExpression:
    def compute(data: bytes, swap: float = 0) -> str:
        if len(data) != 16:
            raise mysql_error("ER_WRONG_VALUE_FOR_TYPE", "string", text_of_bytes(data), "bin_to_uuid")
        return str(uuid.UUID(bytes=_unswapped(data) if swap else data))

    return strict_null(_without_null(call), text_type(36, connection_collation(call.scope)), compute, as_bytes, to_real)


@function("IS_UUID")
def _is_uuid(call: Call) -> CompiledExpression:
    return strict_null(call, BOOL_TYPE, lambda value: int(bool(value)), _uuid_or_false)


def _uuid_or_false(value: Any, type_: ExprType, context: StatementContext) -> Any:
    return _parse_uuid(value, type_) or False


@function("STATEMENT_DIGEST")
def _statement_digest(call: Call) -> CompiledExpression:
    type_ = text_type(64, connection_collation(call.scope))
    return with_context(call, type_, lambda context, text: _digest(context, text).hash, as_str)


@function("STATEMENT_DIGEST_TEXT")
def _statement_digest_text(call: Call) -> CompiledExpression:
    type_ = text_type(_LONGEST, connection_collation(call.scope))
    return with_context(call, type_, lambda context, text: _digest(context, text).text, as_str)


def _digest(context: StatementContext, text: str) -> Digest:
    from binwriter.sql.grammar.by_version import check_grammar
    from binwriter.sql.grammar.reading import parse_statement  # the grammar asks for the functions' names
    from binwriter.sql.text.digest import digest_of
    from binwriter.sql.wellformed.check import refuse_ill_formed

    try:
        check_grammar(text, NEWEST.version_number)
        refuse_ill_formed(text, NEWEST.version_number)
        parse_statement(text)
    except MySQLError as error:
        raise mysql_error("ER_PARSE_ERROR_IN_DIGEST_FN", error.message) from None
    except UnsupportedError:
        pass  # a statement that is not run here is one all the same
    return digest_of(
        text,
        ansi_quotes=context.has_mode("ANSI_QUOTES"),
        backslashes=not context.has_mode("NO_BACKSLASH_ESCAPES"),
        pipes=context.has_mode("PIPES_AS_CONCAT"),
    )
