"""Reads XA statements. Source: MySQL manual, "XA Transaction SQL Statements"."""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.mysql.raw_bytes import bytes_of
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.command_table import reads
from binwriter.sql.syntax.xa import XaSyntax, XaVerb
from binwriter.sql.text.words import ParsedStatement, Words
from binwriter.statement.xid import MAX_XID_PART, XaId

_TOO_LONG = 1 << 64
_VERBS = {verb.value: verb for verb in XaVerb} | {"BEGIN": XaVerb.START}
_OPTIONS: dict[XaVerb, tuple[tuple[str, ...], ...]] = {
    XaVerb.START: (("JOIN",), ("RESUME",)),
    XaVerb.END: (("SUSPEND", "FOR", "MIGRATE"), ("SUSPEND",)),
    XaVerb.COMMIT: (("ONE", "PHASE"),),
    XaVerb.RECOVER: (("CONVERT", "XID"),),
}


@reads("XA")
def read_xa(words: Words) -> ParsedStatement:
    """XA START | BEGIN | END | PREPARE | COMMIT | ROLLBACK | RECOVER. ER_PARSE_ERROR."""
    verb = _VERBS.get(words.word(1))
    if verb is None:
        raise words.syntax_error(1)
    xid, position = (XaId(b""), 2) if verb is XaVerb.RECOVER else _read_xid(words, 2)
    option = next((choice for choice in _OPTIONS.get(verb, ()) if words.starts(*choice, at=position)), ())
    words.end(position + len(option))
    return ParsedStatement(words.text, f"xa_{verb.value.lower()}", XaSyntax(verb, xid, " ".join(option)))


def _read_xid(words: Words, position: int) -> tuple[XaId, int]:
    """gtrid [, bqual [, format_id]], and the position behind it."""
    gtrid, bqual, format_id = _bytes(words, position), b"", 1
    position += 1
    if _is_comma(words, position):
        bqual = _bytes(words, position + 1)
        position += 2
        if _is_comma(words, position):
            format_id = _number(words, position + 1)
            position += 2
    return XaId(gtrid, bqual, format_id), position


def _is_comma(words: Words, position: int) -> bool:
    return position < len(words.tokens) and words.tokens[position].token_type is TokenType.COMMA


def _token(words: Words, position: int, *kinds: TokenType) -> Token:
    if position >= len(words.tokens) or words.tokens[position].token_type not in kinds:
        raise words.syntax_error(position)
    return words.tokens[position]


def _bytes(words: Words, position: int) -> bytes:
    token = _token(words, position, TokenType.STRING, TokenType.HEX_STRING, TokenType.BIT_STRING)
    if token.token_type is TokenType.STRING:
        value = bytes_of(token.text)
    else:
        base, digits_a_byte = (16, 2) if token.token_type is TokenType.HEX_STRING else (2, 8)
        length = -(-len(token.text) // digits_a_byte)
        value = int(token.text or "0", base).to_bytes(length, "big")
    if len(value) > MAX_XID_PART:
        raise words.syntax_error(position + 1)
    return value


def _number(words: Words, position: int) -> int:
    """A number cut at its point, as the server reads it, or hexadecimal digits; of 64 bits at most (captured:
    tests/reliability/crafted/xa_names.json)."""
    token = _token(words, position, TokenType.NUMBER, TokenType.HEX_STRING)
    if token.token_type is TokenType.HEX_STRING:
        return int(token.text or "0", 16)
    digits = token.text.partition(".")[0] or "0"
    number = whole_number(digits) if digits.isdigit() else _TOO_LONG
    if number >= _TOO_LONG:
        raise words.syntax_error(position)
    return number
