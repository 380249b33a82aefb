"""What takes the place of local variables in a statement of a procedure that is logged: NAME_CONST('name',value).

Forms as a 9.7.4 wrote them (tests/golden/captured/procedures_name_const); the arguments of a function call that is
logged have the same forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from binwriter.formats.collations import (
    BINARY_COLLATION_ID,
    Collation,
    charset_name_in,
    collation_by_id,
    default_collation,
)
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.programs.frames import Cell, Frame
from binwriter.sql.syntax.program_definitions import AlterProgram
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.trees import BEFORE_EXPRESSION

# Dates and times are written as strings of this collation.
_TEMPORAL_COLLATION = 8
_ESCAPES = {0: b"\\0", 10: b"\\n", 13: b"\\r", 92: b"\\\\", 39: b"\\'", 34: b'\\"', 26: b"\\Z"}


def substituted(text: str, node: object, frame: Frame, context: StatementContext) -> bytes:
    """The statement's bytes in the client's character set, with the frame's variables replaced by their values."""
    client = default_collation(context.variables.settings.character_set_client)
    parts: list[bytes] = []
    position = 0
    for start, end, cell, in_limit in sorted(_all_uses(node, frame, context), key=lambda use: use[0]):
        parts.append(client.encode(text[position:start]))
        value = _limit(cell, context) if in_limit else value_text(cell, context)
        name = client.encode(_declared_name(cell))
        parts.append(value if in_limit else b" NAME_CONST('" + name + b"'," + value + b")")
        position = end
    parts.append(client.encode(text[position:]))
    return b"".join(parts)


def stand_alone(node: CreateTableSyntax, frame: Frame, context: StatementContext) -> bool:
    """Whether the variables that it names are items of the query's list, all of them. Source: MySQL manual, "Binary
    Logging of Stored Programs", of NAME_CONST."""
    assert isinstance(node.select, exp.Expression)
    items = [item.unalias() for item in node.select.args.get("expressions") or ()]
    alone = sum(1 for item in items if isinstance(item, exp.Column) and any(True for _ in _uses(item, 0, frame)))
    return alone == len(_all_uses(node, frame, context))


def _all_uses(node: object, frame: Frame, context: StatementContext) -> list[tuple[int, int, Cell, bool]]:
    return [use for tree, start in _trees(node, context) for use in _uses(tree, start, frame)]


def _declared_name(cell: Cell) -> str:
    return cell.column.name


def _trees(node: object, context: StatementContext) -> Iterator[tuple[exp.Expression, int]]:
    """The expressions of a statement, and at which places of its text they were read."""
    if isinstance(node, exp.Expression):
        yield node, 0
    elif isinstance(node, CreateTableSyntax) and isinstance(node.select, exp.Expression):
        yield node.select, 0
    elif isinstance(node, AlterProgram) and node.schedule is not None:
        schedule = node.schedule
        if context.variables.behaviour.schedules_have_values:
            for time in (schedule.at, schedule.every, schedule.starts, schedule.ends):
                if time is not None:
                    yield time.node, time.start - len(BEFORE_EXPRESSION)


def _uses(node: exp.Expression, at: int, frame: Frame) -> Iterator[tuple[int, int, Cell, bool]]:
    """(start, end, variable, stands in LIMIT) of each use of a local variable, by its place in the text."""
    for column in node.find_all(exp.Column):
        if column.args.get("table") is not None or not isinstance(column.this, exp.Identifier):
            continue
        cell = frame.cell(column.name)
        meta = column.this.meta
        if cell is None or "start" not in meta or is_assigned(column):
            continue
        in_limit = isinstance(column.parent, (exp.Limit, exp.Offset))
        yield at + int(meta["start"]), at + int(meta["end"]) + 1, cell, in_limit


def is_assigned(column: exp.Expression) -> bool:
    """The left side of SET in UPDATE and ON DUPLICATE KEY UPDATE names a column, whatever variables there are."""
    parent = column.parent
    if not isinstance(parent, exp.EQ) or parent.this is not column:
        return False
    above = parent.parent
    return isinstance(above, exp.OnConflict) or (isinstance(above, exp.Update) and parent.arg_key == "expressions")


def _limit(cell: Cell, context: StatementContext) -> bytes:
    """A variable's value behind LIMIT, as the number that it is there (captured: limits_of_none_statement)."""
    value = cell.read(context)
    if value is None or isinstance(value, int):
        return str((value or 0) & UINT64_MAX).encode("ascii")
    return value_text(cell, context)


def value_text(cell: Cell, context: StatementContext) -> bytes:
    """A variable's value as a literal of SQL."""
    return literal(cell.read(context), cell.type, context, is_bit=cell.column.spec.type is ColumnType.BIT)


def literal(value: Any, type_: ExprType, context: StatementContext, *, is_bit: bool = False) -> bytes:
    """NULL, a number, or a string with its character set and collation."""
    if value is None:
        return b"NULL"
    if type_.kind.temporal:
        number = _TEMPORAL_COLLATION if context.variables.behaviour.moments_are_texts else BINARY_COLLATION_ID
        return _string(str(to_text(value, type_)).encode("latin-1"), collation_by_id(number), context)
    if is_bit:
        number = int(value)
        data = number.to_bytes((max(type_.length, 1) + 7) // 8, "big")
        return _string(data, collation_by_id(63), context)
    if type_.numeric:
        type_ = replace(type_, printed=not context.variables.behaviour.shortest_reals)
        return str(to_text(value, type_)).encode("ascii")
    collation = collation_by_id(45 if type_.kind is Kind.JSON else type_.collation)
    if type_.kind is Kind.JSON:
        collation = collation_by_id(46)
    text = to_text(value, type_)
    data = bytes(text) if isinstance(text, bytes) else collation.encode(str(text))
    return _string(data, collation, context)


def _string(data: bytes, collation: Collation, context: StatementContext) -> bytes:
    client = default_collation(context.variables.settings.character_set_client)
    knows_bytes = context.variables.behaviour.escapes_first_bytes
    charset = client.charset if knows_bytes else "binary"
    quoted = escaped(data, charset, bare_backslashes=context.has_mode("NO_BACKSLASH_ESCAPES"))
    version = context.variables.profile.version_number
    introducer, name = charset_name_in(collation.charset, version).encode(), collation.name_in(version).encode()
    text = b"_" + introducer + b"'" + quoted + b"'"
    return text + b" COLLATE '" + name + b"'" if context.server.policy.names_collation_of_strings else text


def escaped(data: bytes, charset: str, *, bare_backslashes: bool = False) -> bytes:
    """As the server escapes a string for the client's character set; with bare backslashes quotes are doubled.

    A byte that begins a character of several bytes there, but is not followed by the rest of one, gets a backslash
    too.
    """
    if bare_backslashes:
        return data.replace(b"'", b"''")
    pieces = _PIECES_OF_UTF8 if charset in ("utf8mb4", "utf8mb3") else _SPECIAL
    return pieces.sub(_escaped_piece, data)


def _escaped_piece(piece: re.Match[bytes]) -> bytes:
    found = piece[0]
    if len(found) > 1:
        return found
    return _ESCAPES.get(found[0], b"\\" + found)


# characters of several bytes, which stay, and first bytes without the rest
_UTF8_CHARACTERS = (
    rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
_SPECIAL = re.compile(b"[" + re.escape(bytes(_ESCAPES)) + b"]")
_PIECES_OF_UTF8 = re.compile(b"(?:" + _UTF8_CHARACTERS + b")+|[\xc2-\xf7]|" + _SPECIAL.pattern)
