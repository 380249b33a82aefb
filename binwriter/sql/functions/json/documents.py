"""Documents as arguments and results of JSON functions.

Source: MySQL manual, "The JSON Data Type"; values as a 9.7.4 stores them (tests/golden/scenarios/json_functions_*.scn).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.formats.columns.json.in_place import part_at
from binwriter.formats.columns.values import JsonDocument, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.mysql.interrupts import pieces
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_depth import document_of
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.packets import is_too_long, packet_limit
from binwriter.sql.expressions.types import DOCUMENT_COLLATION, CompiledExpression, ExprType, Kind, Row, own_digits
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json.path_text import FromLast, read_path
from binwriter.sql.functions.json.paths import has_wildcard
from binwriter.sql.functions.registry import Call

JSON_TYPE = ExprType(Kind.JSON, collation=DOCUMENT_COLLATION)
_LONGEST_SCALAR = 100  # characters


def refuse_vectors(function: str, arguments: Iterable[CompiledExpression]) -> None:
    """ER_WRONG_ARGUMENTS: no JSON function takes a vector."""
    if any(argument.type.field is ColumnType.VECTOR for argument in arguments):
        raise mysql_error("ER_WRONG_ARGUMENTS", function.lower())


def document_key(value: Any, type_: ExprType, context: StatementContext) -> str:
    """A member's name. MySQLError ER_INVALID_JSON_CHARSET for a string of bytes."""
    if type_.binary or type_.bit:
        raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")
    return in_charset(as_str(value, type_, context))


def binary_legs(legs: Sequence[Any]) -> list[str | int]:
    """A path's legs as places in binary JSON."""
    return [-1 - int(leg) if isinstance(leg, FromLast) else leg for leg in legs]


def stored_bytes(value: Any) -> bytes | None:
    """A document's own bytes, where changes in place have left gaps in them."""
    return value.stored if isinstance(value, JsonDocument) else None


def part_of(value: Any, legs: Sequence[Any]) -> bytes | None:
    """The bytes of what stands at a path of a document with gaps: an object or array keeps those that are in it, where
    it is read and not changed (captured: json_gaps_of_parts_row)."""
    stored = stored_bytes(value)
    return None if stored is None else part_at(stored, binary_legs(legs)) if legs else stored


class NullArgumentError(Exception):
    """A document, a path or a choice that a function asks for is NULL."""


def computed(call: Call, type_: ExprType, compute: Callable[[StatementContext, list[Any]], Any]) -> CompiledExpression:
    """A function of its arguments' values as they are, NULL included. NULL where a document or a path is NULL, unless
    one in front of it is none (captured: clusters/null_behind_documents). MySQLError ER_WRONG_ARGUMENTS for a vector.
    """
    refuse_vectors(call.name, call.args)

    asked = [own_digits(arg).eval for arg in call.args]

    def evaluate(context: StatementContext, row: Row) -> Any:
        try:
            result = compute(context, [ask(context, row) for ask in asked])
        except NullArgumentError:
            return None
        if not isinstance(result, JsonDocument):
            return result
        document = JsonDocument(in_order(result.root), result.stored)
        return that_fits(context, name, document)

    name = call.name.lower()

    return CompiledExpression(type_, evaluate, call.text, call.constant)


def that_fits(context: StatementContext, name: str, document: JsonDocument) -> JsonDocument | None:
    """The document, or None and 1301 if its text would be longer than a result may be; it is written out only where it
    may be."""
    most = _most_characters(document.root)
    if most * 4 <= packet_limit(context):
        return document
    size = len(json_text(document).encode("utf-8", "surrogateescape"))
    return None if is_too_long(context, name, size) else document


def _most_characters(value: Any) -> int:
    """Characters that the text of a value has at most."""
    if isinstance(value, str):
        return 6 * len(value) + 2
    if isinstance(value, dict):
        return 2 + sum(6 * len(key) + 6 + _most_characters(member) for key, member in value.items())
    if isinstance(value, list):
        return 2 + sum(2 + _most_characters(member) for piece in pieces(value) for member in piece)
    return _LONGEST_SCALAR + (2 * len(value.data) if isinstance(value, JsonOpaque) else 0)


def in_order(value: Any) -> Any:
    """The value with the members of its objects in MySQL's order."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted_keys(value)}
    if isinstance(value, list):
        return [in_order(member) for piece in pieces(value) for member in piece]
    return value


def _is_text(type_: ExprType) -> bool:
    return type_.kind is Kind.STRING and not type_.member and type_.field is not ColumnType.GEOMETRY


def refuse_other_types(call: Call, index: int) -> None:
    """ER_INVALID_TYPE_FOR_JSON, before there is a value, for an argument that is neither JSON nor text."""
    type_ = call.args[index].type
    if type_.kind not in (Kind.JSON, Kind.NULL) and not _is_text(type_):
        raise mysql_error("ER_INVALID_TYPE_FOR_JSON", index + 1, call.name.lower())


_NO_DOCUMENTS = frozenset(Kind) - {Kind.JSON, Kind.NULL, Kind.STRING}


def refuse_other_nulls(call: Call, index: int) -> None:
    """ER_INVALID_TYPE_FOR_JSON for NULL, too, of a number, moment, ENUM or SET (captured:
    clusters/nulls_beside_documents)."""
    type_ = call.args[index].type
    if type_.kind in _NO_DOCUMENTS or type_.member:
        raise mysql_error("ER_INVALID_TYPE_FOR_JSON", index + 1, call.name.lower())


def document_argument(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    """An argument that must be JSON: a document, or text that is parsed (ER_INVALID_JSON_TEXT_IN_PARAM)."""
    type_ = call.args[index].type
    if value is None:
        refuse_other_nulls(call, index)
        raise NullArgumentError
    if isinstance(value, JsonDocument):
        return copy.deepcopy(value.root)
    no_text = not _is_text(type_)
    if no_text or type_.binary:
        refused = mysql_error("ER_INVALID_TYPE_FOR_JSON", index + 1, call.name.lower())
        if no_text:
            raise refused
        bytes_refused = mysql_error("ER_INVALID_JSON_CHARSET", "binary")
        bytes_refused.earlier = (refused,)
        raise bytes_refused
    text = as_str(value, type_, context)

    def invalid(reason: str, place: int) -> MySQLError:
        return mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", index + 1, call.name.lower(), reason, place)

    document = document_of(text, invalid)
    assert document is not None
    return document.root


def refuse_no_texts(call: Call, index: int) -> None:
    """ER_INCORRECT_TYPE for what is no text, ER_INVALID_JSON_CHARSET for bytes."""
    type_ = call.args[index].type
    if type_.kind is not Kind.STRING or type_.field in (ColumnType.GEOMETRY, ColumnType.BIT):
        raise mysql_error("ER_INCORRECT_TYPE", index + 1, call.name.lower())
    if type_.binary or type_.bit:
        raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")


def wants_all_of(call: Call, value: Any, context: StatementContext) -> bool:
    """Whether the argument 'one' or 'all' says all. ER_JSON_BAD_ONE_OR_ALL_ARG for anything else."""
    if value is None:
        raise NullArgumentError
    which = as_str(value, call.args[1].type, context).lower()
    if which not in ("one", "all"):
        raise mysql_error("ER_JSON_BAD_ONE_OR_ALL_ARG", call.name.lower())
    return which == "all"


def path_argument(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    if value is None:
        raise NullArgumentError
    type_ = call.args[index].type
    if type_.binary or type_.bit or type_.field is ColumnType.GEOMETRY:
        raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")
    return read_path(as_str(value, type_, context))


def place_argument(call: Call, index: int, value: Any, context: StatementContext) -> Any:
    """A path that may mean one place only. ER_INVALID_JSON_PATH_WILDCARD for others."""
    legs = path_argument(call, index, value, context)
    if has_wildcard(legs):
        raise mysql_error("ER_INVALID_JSON_PATH_WILDCARD")
    return legs
