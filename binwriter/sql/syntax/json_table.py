"""JSON_TABLE as it is written: nothing resolved, nothing checked but the grammar.

Source: MySQL manual, "JSON Table Functions"; what is legal beyond the manual was tried on a 9.7.4: NESTED needs its
PATH, an alias takes no column names, EXISTS takes clauses that do nothing.
"""

from __future__ import annotations

from enum import Enum

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.tables.types import read_type
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind

_TEXTS = frozenset((PieceKind.STRING, PieceKind.NATIONAL, PieceKind.INTRODUCER))
_STRING = frozenset((PieceKind.STRING,))
_BYTES = "_binary"
_ORDINAL = TypeSyntax("BIGINT")  # the type of FOR ORDINALITY


class ColumnRole(Enum):
    """What a column of JSON_TABLE shows."""

    ORDINALITY = "FOR ORDINALITY"
    PATH = "PATH"
    EXISTS = "EXISTS PATH"


class ResponseKind(Enum):
    """What stands for a value that is missing or does not fit."""

    NULL = "NULL"
    ERROR = "ERROR"
    DEFAULT = "DEFAULT"


@dataclass(frozen=True, slots=True)
class Response:
    """One ON EMPTY or ON ERROR clause. default: JSON text. written: the clause is there."""

    kind: ResponseKind = ResponseKind.NULL
    default: str = ""
    written: bool = False


@dataclass(frozen=True, slots=True)
class JsonColumn:
    """A column. deprecated_order: its ON ERROR was written before its ON EMPTY."""

    name: str
    role: ColumnRole
    type: TypeSyntax = _ORDINAL
    collate: str | None = None
    path: str = "$"
    on_empty: Response = Response()
    on_error: Response = Response()
    deprecated_order: bool = False


@dataclass(frozen=True, slots=True)
class JsonLevel:
    """A path with the columns of what it finds; the whole table is one, NESTED PATH are the others."""

    path: str
    items: tuple[JsonColumn | JsonLevel, ...]


class JsonTable(exp.Expression):
    """JSON_TABLE(this, path COLUMNS ..) AS alias in FROM. level: a JsonLevel."""

    arg_types = {"this": True, "level": True, "alias": True}  # noqa: RUF012 as sqlglot declares it

    @property
    def level(self) -> JsonLevel:
        """The row path and its columns."""
        json_level = self.args["level"]
        assert isinstance(json_level, JsonLevel)
        return json_level


def read_level(cursor: Cursor) -> JsonLevel:
    """'path' COLUMNS (..). ER_PARSE_ERROR for anything else."""
    path = _text(cursor)
    cursor.expect("COLUMNS")
    cursor.expect_symbol("(")
    items = [_item(cursor)]
    while cursor.accept_symbol(","):
        items.append(_item(cursor))
    cursor.expect_symbol(")")
    return JsonLevel(path, tuple(items))


def _text(cursor: Cursor) -> str:
    """A string, with its character set or as N'..' (captured: texts_of_json_paths)."""
    charset = cursor.next().text if cursor.piece.kind is PieceKind.INTRODUCER else ""
    if cursor.piece.kind is PieceKind.NATIONAL and not charset:
        text = cursor.next().text
        return text + (cursor.string() if not cursor.at_end and cursor.piece.kind in _STRING else "")
    text = cursor.string()
    if charset.lower() == _BYTES:
        raise mysql_error("ER_INVALID_JSON_CHARSET", "binary")
    if charset and not text.isascii():
        raise cursor.unsupported(f"{charset} before a literal that is not ASCII")
    return text


def _item(cursor: Cursor) -> JsonColumn | JsonLevel:
    if cursor.at("NESTED", "PATH") or (cursor.at("NESTED") and cursor.ahead(1).kind in _TEXTS):
        cursor.expect("NESTED", "PATH")
        return read_level(cursor)
    name = cursor.name()
    if cursor.accept("FOR"):
        cursor.expect("ORDINALITY")
        return JsonColumn(name, ColumnRole.ORDINALITY)
    type_ = read_type(cursor)
    collate = None
    if cursor.accept("COLLATE"):
        collate = cursor.name_or_string()
    role = ColumnRole.EXISTS if cursor.accept("EXISTS") else ColumnRole.PATH
    cursor.expect("PATH")
    path = _text(cursor)
    responses: dict[str, Response] = {}
    while len(responses) < 2 and (cursor.word() in ("NULL", "ERROR", "DEFAULT")):
        response = _response(cursor, name)
        cursor.expect("ON")
        on = cursor.word()
        if on not in ("EMPTY", "ERROR") or on in responses:
            raise cursor.error()
        cursor.next()
        responses[on] = response
    empty, error = responses.get("EMPTY", Response()), responses.get("ERROR", Response())
    return JsonColumn(name, role, type_, collate, path, empty, error, list(responses) == ["ERROR", "EMPTY"])


def _response(cursor: Cursor, name: str) -> Response:
    word = cursor.next().text.upper()
    if word != "DEFAULT":
        return Response(ResponseKind[word], written=True)
    if cursor.piece.kind not in _TEXTS:
        if cursor.piece.kind is PieceKind.NUMBER or cursor.word() in ("TRUE", "FALSE", "NULL"):
            raise mysql_error(
                "ER_NOT_SUPPORTED_YET", "non-string DEFAULT value for a column in a JSON_TABLE expression"
            )
        raise cursor.unsupported(f"this DEFAULT of JSON_TABLE's column {name}")
    return Response(ResponseKind.DEFAULT, _text(cursor), written=True)
