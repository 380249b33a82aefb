"""What the readers of a program's statements share: the words of its body, and the names that are known in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.programs import Condition, Expression, ProgramKind, Target
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import syntax_error


@dataclass
class BlockNames:
    """What one block declares."""

    variables: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    cursors: set[str] = field(default_factory=set)


class BodyWords:
    """A body at a cursor. kind: what it belongs to; event: of a trigger; parameters: names of the routine's head."""

    def __init__(self, cursor: Cursor, kind: ProgramKind, parameters: tuple[str, ...] = (), event: str = "") -> None:
        self.cursor = cursor
        self.kind = kind
        self.event = event
        self.names: list[BlockNames] = [BlockNames({name.lower(): name for name in parameters})]

    def is_variable(self, name: str) -> bool:
        return any(name.lower() in names.variables for names in self.names)

    def variable_target(self) -> Target:
        name = self.cursor.name()
        if not self.is_variable(name):
            raise mysql_error("ER_SP_UNDECLARED_VAR", name)
        return Target(name)

    @contextmanager
    def inner(self, start: int) -> Iterator[None]:
        """What is read here begins at that place of the whole text, of which ER_PARSE_ERROR tells."""
        try:
            yield
        except MySQLError as error:
            if error.place is None:
                raise
            whole, place = self.cursor.text, start + error.place
            place += len(whole[place:]) - len(whole[place:].lstrip())
            raise syntax_error(whole, place) from None

    def rest_of_statement(self) -> str:
        """Takes everything up to the next semicolon, or the end."""
        cursor = self.cursor
        start = end = cursor.offset
        while not cursor.at_end and not cursor.at_symbol(";"):
            end = cursor.next().end
        return cursor.text[start:end]

    def expression(self, *stops: str) -> Expression:
        """An expression up to one of these words or symbols outside of brackets and CASE, or the end."""
        cursor = self.cursor
        start = end = cursor.offset
        depth = cases = 0
        while not cursor.at_end:
            piece = cursor.piece
            if piece.kind is PieceKind.SYMBOL:
                if (depth == 0 and piece.text in stops) or piece.text == ";":
                    break
                depth += {"(": 1, ")": -1}.get(piece.text, 0)
            elif piece.kind is PieceKind.WORD:
                word = piece.text.upper()
                if depth == 0 and cases == 0 and word in stops:
                    break
                cases += word == "CASE"
                cases -= word == "END" and cases > 0
            end = cursor.next().end
        text = cursor.text[start:end]
        if not text:
            raise cursor.error()
        with self.inner(start):
            return Expression(text, parse_expression(text), start)
