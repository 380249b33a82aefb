"""SOUNDEX, and strings made of bits: MAKE_SET and EXPORT_SET; INTERVAL() (MySQL manual, "String Functions")."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.coercion import to_int, to_number
from binwriter.sql.expressions.collations import connection_collation, merged, refuse_unfitting
from binwriter.sql.expressions.compile import compile_all, compile_expression, compiles
from binwriter.sql.expressions.packets import are_too_long, byte_length
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import INT_TYPE, CompiledExpression, Kind, Row, text_type, textual
from binwriter.sql.functions.converters import as_bytes, as_str, characters
from binwriter.sql.functions.registry import Call, function, strict_null, with_context
from binwriter.sql.text.tree_text import tree_text

_CODES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "01230120022455012623010202", strict=True))
_SOUNDEX_LENGTH = 4
_FIRST_LETTER = "\xc0"  # all from there on are letters to it (captured: digits_of_others)


def soundex(text: str) -> str:
    """The first letter, then the codes of the others; vowels and repeated codes are left out; filled up with zeros."""
    result, last = "", ""
    for character in in_charset(text):
        if not (character.isalpha() if character.isascii() else character >= _FIRST_LETTER):
            continue
        letter = character.upper() if character.isascii() else character
        code = _CODES.get(letter, "0")
        if not result:
            result, last = letter, code
        elif code not in ("0", last):
            result, last = result + code, code
    return result.ljust(_SOUNDEX_LENGTH, "0") if result else ""


@function("SOUNDEX")
def _soundex(call: Call) -> CompiledExpression:
    type_ = call.types[0]
    if type_.binary or type_.bit:
        return strict_null(call, text_type(4, BINARY_COLLATION_ID), _soundex_of_bytes, as_bytes)
    is_own = type_.kind is Kind.STRING and call.scope.context.variables.behaviour.sounds_in_own_charset
    collation = type_.collation if is_own else connection_collation(call.scope)
    return strict_null(call, text_type(0, collation), soundex, as_str)


def _soundex_of_bytes(data: bytes) -> bytes:
    return soundex(data.decode("latin-1")).encode("latin-1")


@compiles(exp.Soundex)
def _soundex_node(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return _soundex(Call("SOUNDEX", compile_all([node.this], scope), scope))


@function("MAKE_SET")
def _make_set(call: Call) -> CompiledExpression:
    bits, *rest = call.args[0], *map(textual, call.args[1:])
    collation, coercibility = merged([part.type for part in rest], call.scope, "make_set")
    refuse_unfitting(rest, collation, call.scope, "make_set")

    def evaluate(context: StatementContext, row: Row) -> Any:
        mask = to_int(bits.eval(context, row), bits.type, context)
        if mask is None:
            return None
        chosen = [part for place, part in enumerate(rest) if mask >> place & 1]
        texts = [to_characters(part.eval(context, row), part.type, collation) for part in chosen]
        kept = [text for text in texts if text is not None]
        as_bytes = isinstance(kept[0], bytes) if kept else collation == BINARY_COLLATION_ID
        return b",".join(kept) if as_bytes else ",".join(kept)

    return CompiledExpression(text_type(0, collation, coercibility), evaluate, call.text, call.constant)


@function("EXPORT_SET")
def _export_set(call: Call) -> CompiledExpression:
    texts = [index for index in range(len(call.args)) if index in (1, 2, 3)]
    collation, coercibility = merged([call.args[index].type for index in texts], call.scope, "export_set")
    refuse_unfitting([call.args[index] for index in texts], collation, call.scope, "export_set")
    convert = characters(collation)

    def compute(context: StatementContext, bits: int, on: Any, off: Any, separator: Any = None, count: int = 64) -> Any:
        if separator is None:
            separator = b"," if isinstance(on, bytes) else ","
        count = count if 0 <= count <= 64 else 64
        parts = [on if bits >> place & 1 else off for place in range(count)]
        between = byte_length(separator, collation) * max(count - 1, 0)
        return None if are_too_long(context, "export_set", parts, collation, between) else separator.join(parts)

    converters = [convert if index in texts else to_int for index in range(len(call.args))]
    return with_context(call, text_type(0, collation, coercibility), compute, *converters)


def interval_function(nodes: list[exp.Expression], scope: Scope) -> CompiledExpression:
    """INTERVAL(n, n1, n2 ...): how many of the sorted numbers are not larger; -1 for NULL."""
    if not nodes:
        raise UnsupportedError("INTERVAL()")
    first, *rest = compile_all(nodes, scope)

    def evaluate(context: StatementContext, row: Row) -> int:
        wanted = to_number(first.eval(context, row), first.type, context)
        if wanted is None:
            return -1
        below = 0
        for part in rest:
            value = to_number(part.eval(context, row), part.type, context)
            if value is not None and value > wanted:
                break
            below += 1
        return below

    text = f"interval({','.join(part.text for part in (first, *rest))})"
    return CompiledExpression(INT_TYPE, evaluate, text, all(part.constant for part in (first, *rest)))


@compiles(exp.Interval)
def _interval_node(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """sqlglot takes INTERVAL(n, n1 ...), and what is done with it, for the INTERVAL of date arithmetic."""
    inner = node.this
    if node.args.get("unit") is None:
        if isinstance(inner, exp.Tuple):
            return interval_function(inner.expressions, scope)
        whole: exp.Expression = inner.copy()
        first = next(iter(whole.find_all(exp.Tuple)), None)
        if first is not None:
            first.replace(exp.Interval(this=first.copy()))
            return compile_expression(whole, scope)
    raise UnsupportedError("INTERVAL outside date arithmetic", tree_text(node))
