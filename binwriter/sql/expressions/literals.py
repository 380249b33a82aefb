"""Literals: numbers, strings, hexadecimal and bit literals, introducers, NULL, TRUE and FALSE."""

from __future__ import annotations

from contextlib import suppress
from decimal import ROUND_DOWN, Decimal

from sqlglot import exp

from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id, default_collation
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.records import replace
from binwriter.mysql import characters_of_bytes
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import RawText, SourcedText, bytes_of, has_raw, in_dictionary
from binwriter.mysql.values.digits import double, whole_number
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import decimal_buffers
from binwriter.sql.expressions.collations import (
    charset_collation_id,
    connection_collation,
    encodes,
    sent_bytes,
    shown_bytes,
    tell_of_no_characters,
)
from binwriter.sql.expressions.compile import compiles
from binwriter.sql.expressions.numbers import (
    DECIMAL_CALCULATION_MAX,
    DECIMAL_MAX,
    EXACT,
    INT64_MAX,
    UINT64_MAX,
    decimal_scale,
    room_behind,
)
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    BINARY_TYPE,
    BOOL_TYPE,
    DEFAULT_COLLATION_ID,
    NULL_TYPE,
    REAL_TYPE,
    BinaryLiteral,
    BoundBytes,
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    constant,
    decimal_type,
    text_type,
)
from binwriter.sql.text.meta_keys import PARAMETER_ITSELF, TEXT_OF

_WORD = 9  # digits of a word of DECIMAL


def number(text: str) -> CompiledExpression:
    """1 is an integer (unsigned above 2^63 - 1), 1.5 and longer integers are DECIMAL, 1e5 is DOUBLE."""
    if "e" in text.lower():
        return constant(double(text), REAL_TYPE, text)
    if "." not in text and (value := whole_number(text)) <= UINT64_MAX:
        return constant(value, ExprType(Kind.INT, unsigned=value > INT64_MAX, length=len(text)), text)
    if (exact := Decimal(text)).adjusted() > DECIMAL_CALCULATION_MAX.adjusted():  # a fraction takes none beyond it
        return constant(DECIMAL_MAX, decimal_type(0, len(text) + 1), str(DECIMAL_MAX))
    if decimal_scale(exact) > (most := max(room_behind(len(text.partition(".")[0])), 0)):
        exact = exact.quantize(Decimal(1).scaleb(-most), ROUND_DOWN, EXACT)
    return constant(exact, decimal_type(decimal_scale(exact), len(text) + 1), text)


def string(text: str, collation: int) -> CompiledExpression:
    """A character string literal."""
    quoted = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return constant(text, text_type(len(text), collation, plain=text.isascii()), quoted)


def plain_value(literal: exp.Literal) -> int | str | None:
    """The value of a whole number of few digits, or of a text in ASCII, which depends on nothing; None of others."""
    text = str(literal.this)
    if literal.is_string:
        return text if text.isascii() else None
    return int(text) if len(text) <= _WORD and text.isdecimal() and text.isascii() else None


@compiles(exp.Literal)
def _literal(node: exp.Expression, scope: Scope) -> CompiledExpression:
    if node.is_string:
        if has_raw(str(node.this)):
            return _raw_string(_sent_bytes(str(node.this), scope), scope)
        collation = connection_collation(scope)
        if collation == BINARY_COLLATION_ID and not str(node.this).isascii():
            data = str(node.this).encode()
            node.meta[TEXT_OF] = len(data), collation
            return _raw_string(data, scope)
        if _is_beyond(str(node.this), collation_by_id(collation), scope):
            data = str(node.this).encode()
            node.meta[TEXT_OF] = len(data), collation
            return _raw_string(data, scope)
        text = _in_connection_charset(str(node.this), collation, scope)
        if not text.isascii():
            tell_of_no_characters(text, collation_by_id(collation), scope.context)
        if collation != DEFAULT_COLLATION_ID:
            node.meta[TEXT_OF] = len(text), collation
        return string(text, collation)
    if (shown := beyond_decimal(node)) is not None:
        scope.context.warn_parsed("ER_TRUNCATED_WRONG_VALUE", "DECIMAL", shown)
    read = number(str(node.this))
    text = str(node.this)
    has_size = text.startswith(".") or (text.startswith("0") and scope.context.sizes_decimals)
    if has_size and read.type.kind is Kind.DECIMAL:  # in documents, too (captured: clusters/numbers_from_points)
        as_written = scope.context.variables.behaviour.stores_whole_quotients
        sized = decimal_buffers.sized_literal(read.eval(scope.context, ()), text, as_written=as_written)
        return constant(sized, read.type, read.text)
    return read


def _is_beyond(text: str, collation: Collation, scope: Scope) -> bool:
    """Four bytes of UTF-8 from a client of utf8mb3, which nobody converts: they are no characters there."""
    if text.isascii() or collation.charset != "utf8mb3" or encodes(collation, text):
        return False
    return scope.context.variables.settings.character_set_client == collation.charset


def _sent_bytes(text: str, scope: Scope) -> bytes:
    """The bytes that the client sent, in its character set where that is another one than UTF-8."""
    charset = scope.context.variables.settings.character_set_client
    if charset.startswith("utf8") or charset == "binary":
        return bytes_of(text)
    return SourcedText.of(text, scope.context.default_collation(charset)).bytes()


def _raw_string(data: bytes, scope: Scope) -> CompiledExpression:
    """Bytes that are no characters of the connection's set are kept as they are, with a warning (captured: crafted)."""
    collation = collation_by_id(connection_collation(scope))
    if collation.id == BINARY_COLLATION_ID:
        return constant(data, replace(BINARY_TYPE, length=len(data)), "'...'")
    return _of_no_characters(data, collation, scope)


def warn_of_lengths(tree: exp.Expression, context: StatementContext) -> None:
    """PREPARE tells of such literals, EXECUTE does not."""
    for literal in tree.find_all(exp.Literal):
        if (shown := beyond_decimal(literal)) is not None:
            context.warn("ER_TRUNCATED_WRONG_VALUE", "DECIMAL", shown)


def beyond_decimal(node: exp.Expression) -> str | None:
    """What the parser shows of a literal of more digits than DECIMAL calculates with, which is read as the greatest one
    (captured: numbers; clusters/warnings_of_prepared): as many of its own digits as that has. None for others."""
    text, longest = str(node.this), len(str(DECIMAL_CALCULATION_MAX))
    if node.args.get("is_string") or len(text.partition(".")[0]) <= longest or "e" in text.lower():
        return None
    return text.lstrip("0")[:longest] if Decimal(text).copy_abs() > DECIMAL_CALCULATION_MAX else None


def _in_connection_charset(text: str, collation_id: int, scope: Scope) -> str:
    """A literal goes from the client's character set to that of the connection; what this lacks becomes ?."""
    collation = collation_by_id(collation_id)
    if text.isascii() or encodes(collation, text):
        return in_charset(text, collation.charset)
    client = scope.context.variables.settings.character_set_client
    sender = default_collation(client)
    sent = sender.encode(text) if encodes(sender, text) else bytes_of(in_charset(text))  # no characters of the client's
    scope.context.warn("WARN_CANNOT_CONVERT_STRING", shown_bytes(sent), client, collation.charset)
    text = in_charset(text, collation.charset)
    return "".join(character if encodes(collation, character) else "?" for character in text)


@compiles(exp.National)
def _national(node: exp.Expression, scope: Scope) -> CompiledExpression:
    text, collation = str(node.this), charset_collation_id("utf8mb3")
    client = scope.context.variables.settings.character_set_client
    if not (text.isascii() or client.startswith("utf8") or client == "binary"):  # as it was sent, whatever it is there
        with suppress(CorruptLogError):
            text = collation_by_id(collation).decode_keeping(_sent_bytes(text, scope))
    if has_raw(text) or in_dictionary(text) != text:
        return _of_no_characters(bytes_of(text), collation_by_id(collation), scope)
    return string(in_charset(text), collation)


@compiles(exp.Null)
def _null(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return constant(None, NULL_TYPE, "NULL")


@compiles(exp.Boolean)
def _boolean(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return constant(int(bool(node.this)), BOOL_TYPE, "true" if node.this else "false")


def _ascii_digits(before: str, node: exp.Expression, scope: Scope) -> str:
    """With digits of other scripts it is a name."""
    digits = str(node.this)
    if not digits.isascii():
        raise mysql_error("ER_BAD_FIELD_ERROR", before + digits, scope.clause)
    return digits


@compiles(exp.HexString)
def _hexadecimal(node: exp.Expression, scope: Scope) -> CompiledExpression:
    digits = _ascii_digits("0x", node, scope)
    data = bytes.fromhex(digits if len(digits) % 2 == 0 else "0" + digits)
    if PARAMETER_ITSELF in node.meta and scope.context.variables.behaviour.types_parameters:
        return constant(BoundBytes(data), _literal_type(data), "?")
    return _binary(data)


@compiles(exp.BitString)
def _bits(node: exp.Expression, scope: Scope) -> CompiledExpression:
    digits = _ascii_digits("0b", node, scope)
    return _binary(int(digits or "0", 2).to_bytes((len(digits) + 7) // 8, "big"), bits=True)


def _literal_type(data: bytes) -> ExprType:
    return ExprType(Kind.STRING, length=len(data), coercibility=Coercibility.LITERAL)


def _binary(data: bytes, *, bits: bool = False) -> CompiledExpression:
    type_ = replace(_literal_type(data), unsigned=True, bits=bits)
    return constant(BinaryLiteral(data), type_, f"0x{data.hex()}" if data else "X''")


@compiles(exp.Introducer)
def _introducer(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """_charset'...': the bytes of the literal taken as text of that character set."""
    charset = str(node.this).removeprefix("_")
    collation = charset_collation_id(charset)
    literal = node.expression
    data: bytes
    if isinstance(literal, (exp.HexString, exp.BitString)):
        inner = (_hexadecimal if isinstance(literal, exp.HexString) else _bits)(literal, scope)
        data = bytes(inner.eval(scope.context, ()))
    else:
        parts = literal.expressions if isinstance(literal, exp.Concat) else [literal]  # 'a' 'b' is one
        text = "".join(str(part.this) for part in parts)
        # nothing converts it, whatever the connection's character set is
        client = scope.context.variables.settings.character_set_client
        data = bytes_of(text) if text.isascii() or has_raw(text) else sent_bytes(text, default_collation(client))
    if collation == BINARY_COLLATION_ID:
        return constant(data, replace(BINARY_TYPE, length=len(data)), f"_{charset}'...'")
    known = collation_by_id(collation)
    data = bytes(-len(data) % known.mbminlen) + data  # what a literal lacks of a character are zeros in front
    try:
        decoded = known.decode_keeping(data)
        tell_of_no_characters(decoded, known, scope.context)
        node.meta[TEXT_OF] = len(decoded), collation
        made = string(decoded, collation)
        return replace(made, text=f"_{charset}{made.text}")
    except CorruptLogError:
        if charset.lower() != "ucs2" and isinstance(literal, (exp.HexString, exp.BitString)):
            raise mysql_error("ER_INVALID_CHARACTER_STRING", charset, wrong_bytes(data, known)) from None
        return _of_no_characters(data, known, scope)


def _of_no_characters(data: bytes, collation: Collation, scope: Scope) -> CompiledExpression:
    """A literal keeps its bytes, with a warning (captured: clusters/emoji_kept_and_shown)."""
    scope.context.warn("ER_INVALID_CHARACTER_STRING", collation.charset, wrong_bytes(data, collation))
    return constant(RawText.of(data, collation.charset), text_type(len(data), collation.id), "'...'")


_SHOWN_WRONG = 3  # bytes


def wrong_bytes(data: bytes, collation: Collation) -> str:
    """What a message shows of bytes that are no characters."""
    return data[characters_of_bytes.well_formed(data, collation) :][:_SHOWN_WRONG].hex().upper()


@compiles(exp.Concat)
def _adjacent_strings(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """'a' 'b' is one literal."""
    literal = exp.Literal.string("".join(str(part.this) for part in node.expressions))
    compiled = _literal(literal, scope)
    node.meta.update(literal.meta)
    return compiled
