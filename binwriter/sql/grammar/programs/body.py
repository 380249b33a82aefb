"""Reads the body of a stored program (MySQL manual, "Compound Statement Syntax").

Names are resolved while reading, as a server does: a SET of an unknown name, a LEAVE without its label and the like are
errors of CREATE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.programs.body_words import BlockNames, BodyWords
from binwriter.sql.grammar.programs.call import read_call
from binwriter.sql.grammar.programs.conditions import (
    read_condition_value,
    read_get_diagnostics,
    read_handler_condition,
    read_signal,
)
from binwriter.sql.grammar.programs.cursors import read_close, read_fetch, read_open
from binwriter.sql.grammar.programs.statements import read_select, read_set, read_sql
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables.types import read_type
from binwriter.sql.syntax.programs import (
    Block,
    Branch,
    Call,
    Case,
    CursorSyntax,
    Handler,
    If,
    Iterate,
    Leave,
    LocalVariable,
    Loop,
    LoopKind,
    ProgramKind,
    Return,
    Statement,
)
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind


class BodyReader(BodyWords):
    """Reads statements at a cursor. parameters: names known from the routine's head; kind: what the body belongs to."""

    def __init__(self, cursor: Cursor, kind: ProgramKind, parameters: tuple[str, ...] = (), event: str = "") -> None:
        super().__init__(cursor, kind, parameters, event)
        self.has_return = False
        self.declares_conditions = False
        self._declared = 0  # variables
        self._labels: list[tuple[str, bool]] = []

    # --- names ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _label(self, label: str, is_loop: bool) -> Iterator[None]:
        self._labels.append((label.lower(), is_loop))
        yield
        self._labels.pop()

    # --- statements -------------------------------------------------------------------------------------------------

    def body(self) -> tuple[Statement, ...]:
        """The one statement of a routine."""
        return (self.statement(),)

    def statement(self) -> Statement:
        cursor = self.cursor
        label = self._read_label()
        word = cursor.word()
        if word == "BEGIN":
            return self._block(label)
        loop = _LOOPS.get(word)
        if loop is not None:
            return self._loop(loop, label)
        if label:
            raise cursor.error()
        reader = _READERS.get(word)
        if reader is not None:
            return reader(self)
        return read_sql(self)

    def _read_label(self) -> str:
        cursor = self.cursor
        following = cursor.ahead(1)
        if cursor.word() == "HELP" or not (
            cursor.at_name and following.kind is PieceKind.SYMBOL and following.text == ":"
        ):
            return ""
        name = cursor.name()
        cursor.next()
        if any(name.lower() == label for label, _ in self._labels):
            raise mysql_error("ER_SP_LABEL_REDEFINE", name)
        return name

    def _end_label(self, label: str) -> None:
        if self.cursor.at_name:
            name = self.cursor.name()
            if name.lower() != label.lower():
                raise mysql_error("ER_SP_LABEL_MISMATCH", name)

    def statements(self, *stops: str) -> tuple[Statement, ...]:
        """Statements up to one of these words."""
        read: list[Statement] = []
        while self.cursor.word() not in stops:
            if self.cursor.at_end:
                raise self.cursor.error()
            read.append(self.statement())
            self.cursor.expect_symbol(";")
        return tuple(read)

    # --- blocks and declarations --------------------------------------------------------------------------------------

    def _block(self, label: str) -> Block:
        cursor = self.cursor
        cursor.expect("BEGIN")
        self.names.append(BlockNames())
        declared = _Declarations()
        with self._label(label, is_loop=False):
            while cursor.accept("DECLARE"):
                self._declaration(declared)
                cursor.expect_symbol(";")
            body = self.statements("END")
        cursor.expect("END")
        self.names.pop()
        self._end_label(label)
        return Block(label, tuple(declared.variables), tuple(declared.cursors), tuple(declared.handlers), body)

    def _declaration(self, declared: _Declarations) -> None:
        cursor = self.cursor
        if cursor.word() in ("CONTINUE", "EXIT", "UNDO") and cursor.word(1) == "HANDLER":
            self.declares_conditions = True
            handler = self._handler()
            conditions = [condition for known in (*declared.handlers, handler) for condition in known.conditions]
            if len(set(conditions)) < len(conditions):
                raise mysql_error("ER_SP_DUP_HANDLER")
            declared.handlers.append(handler)
            return
        names = self.names[-1]
        name = cursor.name()
        if cursor.at("CURSOR"):
            self._cursor_declaration(name, declared)
            return
        if declared.cursors or declared.handlers:
            raise mysql_error("ER_SP_VARCOND_AFTER_CURSHNDLR")
        if cursor.accept("CONDITION"):
            cursor.expect("FOR")
            self.declares_conditions = True
            if name.lower() in names.conditions:
                raise mysql_error("ER_SP_DUP_COND", name)
            names.conditions[name.lower()] = read_condition_value(self)
            return
        listed = [name]
        while cursor.accept_symbol(","):
            listed.append(cursor.name())
        for variable in listed:
            if variable.lower() in names.variables:
                raise mysql_error("ER_SP_DUP_VAR", variable)
            names.variables[variable.lower()] = variable
        type_ = read_type(cursor)
        collation = read_collation(cursor, type_)
        default = self.expression(";") if cursor.accept("DEFAULT") else None
        for variable in listed:
            declared.variables.append(LocalVariable(variable, type_, collation, default, self._declared))
            self._declared += 1

    def _cursor_declaration(self, name: str, declared: _Declarations) -> None:
        cursor = self.cursor
        if declared.handlers:
            raise mysql_error("ER_SP_CURSOR_AFTER_HANDLER")
        cursor.expect("CURSOR", "FOR")
        if name.lower() in self.names[-1].cursors:
            raise mysql_error("ER_SP_DUP_CURS", name)
        with self.inner(cursor.offset):
            parsed = parse_statement(self.rest_of_statement())
        if parsed.command != "select":
            raise mysql_error("ER_SP_BAD_CURSOR_QUERY")
        self.names[-1].cursors.add(name.lower())
        declared.cursors.append(CursorSyntax(name, parsed))

    def _handler(self) -> Handler:
        cursor = self.cursor
        if cursor.at("UNDO"):  # a word of the grammar, without a meaning yet
            raise cursor.error()
        action = cursor.next().text.upper()
        cursor.expect("HANDLER", "FOR")
        conditions = [read_handler_condition(self)]
        while cursor.accept_symbol(","):
            conditions.append(read_handler_condition(self))
        # a handler's body sees the block's variables, but none of its labels
        labels, self._labels = self._labels, []
        body = (self.statement(),)
        self._labels = labels
        return Handler(action == "EXIT", tuple(conditions), body)

    # --- flow control -------------------------------------------------------------------------------------------------

    def _loop(self, kind: LoopKind, label: str) -> Loop:
        cursor = self.cursor
        cursor.expect(kind.value)
        condition = None
        with self._label(label, is_loop=True):
            if kind is LoopKind.WHILE:
                condition = self.expression("DO")
                cursor.expect("DO")
            body = self.statements("UNTIL" if kind is LoopKind.REPEAT else "END")
        if kind is LoopKind.REPEAT:
            cursor.expect("UNTIL")
            condition = self.expression("END")
        cursor.expect("END", kind.value)
        self._end_label(label)
        return Loop(kind, body, condition, label)

    def _if(self) -> If:
        cursor = self.cursor
        cursor.expect("IF")
        branches = [self._branch("THEN", "ELSEIF", "ELSE", "END")]
        while cursor.accept("ELSEIF"):
            branches.append(self._branch("THEN", "ELSEIF", "ELSE", "END"))
        otherwise = self.statements("END") if cursor.accept("ELSE") else None
        cursor.expect("END", "IF")
        return If(tuple(branches), otherwise)

    def _branch(self, then: str, *stops: str) -> Branch:
        condition = self.expression(then)
        self.cursor.expect(then)
        return Branch(condition, self.statements(*stops))

    def _case(self) -> If | Case:
        cursor = self.cursor
        cursor.expect("CASE")
        value = None if cursor.at("WHEN") else self.expression("WHEN")
        branches = []
        while cursor.accept("WHEN"):
            branches.append(self._branch("THEN", "WHEN", "ELSE", "END"))
        if not branches:
            raise cursor.error()
        otherwise = self.statements("END") if cursor.accept("ELSE") else None
        cursor.expect("END", "CASE")
        if value is None:
            return If(tuple(branches), otherwise, is_case=True)
        return Case(value, tuple(branches), otherwise)

    def _leave(self) -> Leave:
        self.cursor.expect("LEAVE")
        return Leave(self._known_label("LEAVE", loops_only=False))

    def _iterate(self) -> Iterate:
        self.cursor.expect("ITERATE")
        return Iterate(self._known_label("ITERATE", loops_only=True))

    def _known_label(self, verb: str, *, loops_only: bool) -> str:
        name = self.cursor.name()
        for label, is_loop in self._labels:
            if label == name.lower() and (is_loop or not loops_only):
                return name.lower()
        raise mysql_error("ER_SP_LILABEL_MISMATCH", verb, name)

    def _return(self) -> Return:
        self.cursor.expect("RETURN")
        value = self.expression(";")
        if self.kind is not ProgramKind.FUNCTION:
            raise mysql_error("ER_SP_BADRETURN")
        self.has_return = True
        return Return(value)

    # --- cursors ------------------------------------------------------------------------------------------------------

    # --- SQL ----------------------------------------------------------------------------------------------------------

    def _call(self) -> Call:
        return read_call(self.cursor)


@dataclass
class _Declarations:
    variables: list[LocalVariable] = field(default_factory=list)
    cursors: list[CursorSyntax] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)


_LOOPS = {kind.value: kind for kind in LoopKind}
_READERS: dict[str, Callable[[BodyReader], Statement]] = {
    "IF": BodyReader._if,
    "CASE": BodyReader._case,
    "LEAVE": BodyReader._leave,
    "ITERATE": BodyReader._iterate,
    "RETURN": BodyReader._return,
    "OPEN": read_open,
    "CLOSE": read_close,
    "FETCH": read_fetch,
    "SIGNAL": read_signal,
    "RESIGNAL": read_signal,
    "GET": read_get_diagnostics,
    "SELECT": read_select,
    "SET": read_set,
    "CALL": BodyReader._call,
}


def read_collation(cursor: Cursor, type_: TypeSyntax) -> str | None:
    """COLLATE behind a type, which goes with a character set only (ER_NOT_SUPPORTED_YET)."""
    if not cursor.accept("COLLATE"):
        return None
    name = cursor.name_or_string()
    if type_.charset is None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "COLLATE with no CHARACTER SET in SP parameters, RETURNS, DECLARE")
    return name
