"""JSON_TABLE as a server prints it in views (captured: clusters/json_tables_in_views)."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.mysql.identifiers import quoted
from binwriter.sql.syntax.json_table import ColumnRole, JsonColumn, JsonLevel, Response, ResponseKind
from binwriter.sql.syntax.table import TypeSyntax

_CHARSET = "utf8mb4"
_NATIONAL = "utf8mb3"
_TEXTS = frozenset({"CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "ENUM", "SET"})
_LENGTHS = {"DECIMAL": (10, 0), "CHAR": (1,), "BINARY": (1,), "BIT": (1,)}
_SIZED = frozenset({"CHAR", "VARCHAR", "BINARY", "VARBINARY", "DECIMAL", "BIT", "DATETIME", "TIMESTAMP", "TIME"})


def names_of(level: JsonLevel) -> Iterator[str]:
    """The columns of the table, those of NESTED PATH among them."""
    for item in level.items:
        if isinstance(item, JsonLevel):
            yield from names_of(item)
        else:
            yield item.name


def level_text(level: JsonLevel) -> str:
    """'path' columns (..)."""
    return f"{_text(level.path)} columns ({', '.join(map(_item, level.items))})"


def _item(item: JsonColumn | JsonLevel) -> str:
    if isinstance(item, JsonLevel):
        return f"nested path {level_text(item)}"
    if item.role is ColumnRole.ORDINALITY:
        return f"{quoted(item.name)} for ordinality"
    head = f"{quoted(item.name)} {_type(item.type, item.collate)}"
    if item.role is ColumnRole.EXISTS:
        return f"{head} exists path {_text(item.path)}"
    empty, error = _response(item.on_empty, "empty"), _response(item.on_error, "error")
    return f"{head} path {_text(item.path)}{empty}{error}"


def _type(type_: TypeSyntax, collate: str | None) -> str:
    name = type_.name
    arguments = type_.arguments or _LENGTHS.get(name, ())
    if name == "DECIMAL" and len(arguments) == 1:
        arguments = (*arguments, 0)
    text = name.lower()
    if type_.boolean or (name == "TINYINT" and arguments == (1,)):
        text = "tinyint(1)"
    elif type_.members:
        text += f"({','.join(_text(str(member)) for member in type_.members)})"
    elif name in _SIZED and arguments:
        text += f"({','.join(map(str, arguments))})"
    text += " unsigned" if type_.unsigned else ""
    if name in _TEXTS and not type_.to_bytes:
        text += f" character set {(type_.charset or (_NATIONAL if type_.national else _CHARSET)).lower()}"
        text += f" collate {collate.lower()}" if collate is not None else ""
    return text


def _response(response: Response, to: str) -> str:
    if not response.written:
        return ""
    default = f" {_text(response.default)}" if response.kind is ResponseKind.DEFAULT else ""
    return f" {response.kind.value.lower()}{default} on {to}"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
