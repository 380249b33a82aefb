"""Which collation an operation on several strings uses (MySQL manual, "Collation Coercibility in Expressions")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset, is_convertible
from binwriter.formats.collations import (
    BINARY_COLLATION_ID,
    LATIN1_COLLATION_ID,
    Collation,
    collation_by_id,
    default_collation,
)
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import replace
from binwriter.mysql.collation.supported import supported_collation, supported_default
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import RawText, SourcedText, bytes_of, has_raw, printable
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import DOCUMENT_COLLATION, Coercibility, CompiledExpression, ExprType, Kind

_SHOWN_BYTES = 6
_SHOWN_WRONG = 3
_ALL_UNICODE = frozenset({"utf8mb4", "utf32"})  # what is Unicode is converted to these (captured: tests/golden/chosen)
_UNICODE = frozenset({"utf8mb3", "ucs2", "utf16", "utf16le"}) | _ALL_UNICODE
# each text names its level in error 1267
_LEVELS = {
    Coercibility.EXPLICIT: "EXPLICIT",
    Coercibility.NONE: "NONE",
    Coercibility.IMPLICIT: "IMPLICIT",
    Coercibility.SYSTEM: "SYSCONST",
    Coercibility.LITERAL: "COERCIBLE",
    Coercibility.NUMERIC: "NUMERIC",
    Coercibility.IGNORABLE: "IGNORABLE",
}


def connection_collation(scope: Scope) -> int:
    """The id of @@collation_connection: the collation of string literals and of numbers turned to text."""
    return collation_id(scope.context.variables.settings.collation_connection)


def collation_id(name: str) -> int:
    """The id of a collation. MySQLError ER_UNKNOWN_COLLATION, or UnsupportedError."""
    try:
        return supported_collation(name).id
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_COLLATION", name) from None


def charset_collation_id(charset: str) -> int:
    """The id of a character set's default collation. MySQLError ER_UNKNOWN_CHARACTER_SET, or UnsupportedError."""
    try:
        return supported_default(default_collation(charset)).id
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_CHARACTER_SET", charset) from None


def sent_bytes(text: str, client: Collation) -> bytes:
    """The text in a client's character set; as it was sent where that has no such character."""
    try:
        return client.encode(text)
    except EncodeError:
        return SourcedText.of(text, client).bytes() if has_raw(text) else bytes_of(in_charset(text, client.charset))


def as_string(type_: ExprType, scope: Scope) -> ExprType:
    """The type's collation when its value is used as a string: numbers and dates are text of the connection."""
    is_result = type_.coercibility is Coercibility.LITERAL  # of a stored function
    if type_.bit:  # its bytes
        return type_ if is_result else replace(type_, coercibility=Coercibility.IMPLICIT)
    if type_.kind is Kind.JSON:
        return replace(type_, collation=DOCUMENT_COLLATION, coercibility=Coercibility.IMPLICIT)
    if type_.kind is Kind.STRING:
        return type_
    if type_.kind is Kind.NULL:
        return replace(type_, coercibility=Coercibility.IGNORABLE)
    if is_result:
        return replace(type_, collation=LATIN1_COLLATION_ID)
    is_variable = type_.coercibility is Coercibility.IMPLICIT and type_.column is None
    level = Coercibility.IMPLICIT if is_variable else Coercibility.NUMERIC  # (captured: tests/golden/chosen)
    return replace(type_, collation=connection_collation(scope), coercibility=level, ascii=not is_variable)


def of_variable(type_: ExprType, scope: Scope) -> int:
    """The collation that a user variable has of such a value: numbers have none of their own (captured:
    results_of_functions_kept_statement)."""
    is_column = type_.bit and type_.coercibility is not Coercibility.LITERAL
    is_number = type_.kind in (Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR) and not is_column
    return connection_collation(scope) if is_number else as_string(type_, scope).collation


def merged(
    types: Iterable[ExprType], scope: Scope, operation: str, *, compares: bool = False
) -> tuple[int, Coercibility]:
    """The collation id and coercibility of an operation on these operands.

    compares: it needs one, where what only joins its operands may have none of its own (coercibility NONE).
    Raises MySQLError ER_CANT_AGGREGATE_NCOLLATIONS and its kin when no operand's collation wins (captured: mixes).
    """
    operands = [as_string(type_, scope) for type_ in types]
    if not operands:
        return connection_collation(scope), Coercibility.LITERAL
    winner, unknown = operands[0], False
    fits = scope.context.variables.behaviour.fits_plain_texts
    for operand in operands[1:]:
        stronger = _stronger(winner, operand, fits=fits)
        if stronger is None:
            if winner.coercibility is operand.coercibility is Coercibility.EXPLICIT:
                raise illegal_mix(operands, operation)
            unknown = True
            stronger = replace(winner, collation=BINARY_COLLATION_ID, coercibility=Coercibility.NONE)
        winner = stronger
    if unknown and winner.coercibility is not Coercibility.EXPLICIT:
        raise illegal_mix(operands, operation)
    if compares and winner.coercibility is Coercibility.NONE:
        raise illegal_mix(operands, operation)
    if not compares and winner.ascii:
        return connection_collation(scope), Coercibility.LITERAL
    return winner.collation, winner.coercibility


def refuse_unconvertible(parts: Sequence[CompiledExpression], collation: int, scope: Scope, operation: str) -> None:
    """MySQLError ER_CANNOT_CONVERT_STRING for a constant text that an operation's character set has not; up to 5.7 it
    is a mix of collations (captured: unconvertible_mixed)."""
    charset = collation_by_id(collation).charset
    if charset == "binary":
        return
    for part in parts:
        if not part.constant or part.type.kind is not Kind.STRING:
            continue
        own = collation_by_id(part.type.collation)
        value = part.eval(scope.context, ()) if own.charset not in (charset, "binary") else None
        _refuse_raw(value, own.charset, charset, scope)
        if not isinstance(value, str) or value.isascii():
            continue
        if not is_convertible(value) if charset in _UNICODE else not encodes(collation_by_id(collation), value):
            if not scope.context.variables.behaviour.names_unconvertible:
                raise illegal_mix([as_string(part.type, scope) for part in parts], operation)
            raise mysql_error("ER_CANNOT_CONVERT_STRING", printable(own.encode(value)), own.charset, charset)


def refuse_unfitting(parts: Sequence[CompiledExpression], collation: int, scope: Scope, operation: str) -> None:
    """As `refuse_unconvertible` of operations that convert text by text since 8.0, all before (captured:
    unconvertible_mixed); they refuse bytes that are no characters all the same (clusters/titles_beyond_utf8mb3)."""
    if not scope.context.variables.behaviour.names_unconvertible:
        refuse_unconvertible(parts, collation, scope, operation)
        return
    charset = collation_by_id(collation).charset
    for part in parts:
        own = collation_by_id(part.type.collation).charset
        if part.constant and part.type.kind is Kind.STRING and charset != "binary" and own not in (charset, "binary"):
            _refuse_raw(part.eval(scope.context, ()), own, charset, scope)


def _refuse_raw(value: object, own: str, charset: str, scope: Scope) -> None:
    # of other sets bytes that are no characters are taken as they are (captured: golden/mixes)
    if isinstance(value, RawText) and own == "utf8mb3" and scope.context.variables.behaviour.names_unconvertible:
        raise mysql_error("ER_CANNOT_CONVERT_STRING", printable(value), own, charset)


def encodes(collation: Collation, text: str) -> bool:
    """Whether a collation's character set has all of a text."""
    try:
        collation.encode(text)
    except EncodeError:
        return False
    return True


def tell_of_no_characters(text: str, collation: Collation, context: StatementContext) -> None:
    """Warning 1300 where a set of single bytes keeps what is no character (captured:
    clusters/bytes_kept_in_charsets)."""
    if collation.mbmaxlen > 1 or is_convertible(text):
        return
    first = next(at for at, character in enumerate(text) if not is_convertible(character))
    shown = collation.encode(text[first:])[:_SHOWN_WRONG].hex().upper()
    context.warn("ER_INVALID_CHARACTER_STRING", collation.charset, shown)


def shown_bytes(data: bytes) -> str:
    """The first bytes of a string that cannot be converted, as messages have them."""
    return "".join(f"\\x{byte:02X}" for byte in data[:_SHOWN_BYTES])


def of_first(types: Sequence[ExprType], scope: Scope) -> tuple[int, Coercibility]:
    """Where the first operand's collation is the operation's, and the others become texts of it."""
    return merged(types[:1], scope, "")


def _one_charset(left: ExprType, right: ExprType) -> bool:
    return collation_by_id(left.collation).charset == collation_by_id(right.collation).charset


def _stronger(left: ExprType, right: ExprType, *, fits: bool) -> ExprType | None:
    """The one of two whose collation wins; None where neither does. Of columns in one character set it is its _bin.

    fits: see `Behaviour.fits_plain_texts`.
    """
    if left.collation == right.collation:
        return left if left.coercibility <= right.coercibility else right
    if _one_charset(left, right):
        return _of_one_charset(left, right)
    if left.collation == BINARY_COLLATION_ID:
        return left if left.coercibility <= right.coercibility else right
    if right.collation == BINARY_COLLATION_ID:
        return right if right.coercibility <= left.coercibility else left
    if Coercibility.EXPLICIT in (left.coercibility, right.coercibility):
        if left.coercibility == right.coercibility:
            return None
        return left if left.coercibility is Coercibility.EXPLICIT else right
    for wide, narrow in ((left, right), (right, left)):
        if _takes(wide, narrow):
            return wide
    for wide, narrow in ((left, right), (right, left)):
        if fits and narrow.plain and not wide.plain and wide.coercibility <= narrow.coercibility:
            return wide
    for strong, weak in ((left, right), (right, left)):
        if strong.coercibility < weak.coercibility >= Coercibility.SYSTEM:
            return strong
    return None


def _of_one_charset(left: ExprType, right: ExprType) -> ExprType | None:
    if left.coercibility != right.coercibility:
        return left if left.coercibility < right.coercibility else right
    if left.coercibility is Coercibility.EXPLICIT:
        return None
    bytewise_ones = [one for one in (left, right) if collation_by_id(one.collation).name.endswith("_bin")]
    if bytewise_ones:  # utf8mb4 has two of them, neither of which wins (captured: clusters/two_orders_by_bytes)
        return bytewise_ones[0] if len(bytewise_ones) == 1 else None
    bytewise = collation_id(f"{collation_by_id(left.collation).charset}_bin")
    return replace(left, collation=bytewise, coercibility=Coercibility.NONE)


def _takes(wide: ExprType, narrow: ExprType) -> bool:
    """All that the narrow one may hold has a place in the wide one, and that one is at least as strong."""
    if wide.coercibility > narrow.coercibility:
        return False
    equal = wide.coercibility == narrow.coercibility
    wider, other = collation_by_id(wide.collation), collation_by_id(narrow.collation)
    if wider.charset in _UNICODE and (not equal or other.charset not in _UNICODE or wider.charset in _ALL_UNICODE):
        return True
    return _is_ascii(narrow) and not (equal and _is_ascii(wide))


def _is_ascii(type_: ExprType) -> bool:
    return type_.ascii or collation_by_id(type_.collation).charset == "ascii"


def illegal_mix(operands: Sequence[ExprType], operation: str) -> MySQLError:
    """ER_CANT_AGGREGATE_...: the error that names the collations of up to three operands."""
    symbol = {2: "ER_CANT_AGGREGATE_2COLLATIONS", 3: "ER_CANT_AGGREGATE_3COLLATIONS"}.get(len(operands))
    if symbol is None:
        return mysql_error("ER_CANT_AGGREGATE_NCOLLATIONS", operation)
    shown = [(collation_by_id(type_.collation).name, _LEVELS[type_.coercibility]) for type_ in operands]
    return mysql_error(symbol, *chain.from_iterable(shown), operation)
