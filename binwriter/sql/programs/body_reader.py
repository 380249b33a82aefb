"""Reads the body of a stored program (MySQL manual, "Compound Statement Syntax").

Names are resolved while reading, as a server does: a SET of an unknown name, a LEAVE without its label and the like are
errors of CREATE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from binwriter.errors import UnsupportedError
from binwriter.messages import mysql_error
from binwriter.sql.analyse import is_temporary_ddl
from binwriter.sql.cursor import Cursor, PieceKind
from binwriter.sql.parse import ParsedStatement, parse_expression, parse_statement, parse_tree
from binwriter.sql.programs.select_into import read_select_into
from binwriter.sql.programs.set_reader import read_assignments
from binwriter.sql.programs.syntax import (
    Block,
    Branch,
    Call,
    Case,
    CloseCursor,
    Condition,
    ConditionClass,
    CursorSyntax,
    Expression,
    FetchCursor,
    GetDiagnostics,
    Handler,
    If,
    Iterate,
    Leave,
    LocalVariable,
    Loop,
    LoopKind,
    OpenCursor,
    ProgramKind,
    Return,
    Signal,
    Sql,
    Statement,
    Target,
)
from binwriter.sql.type_reader import read_type

# Statements that no function and no trigger may hold: they end the transaction (MySQL manual 15.3.3).
_COMMITTING = frozenset(
    {"begin", "commit", "rollback", "create_table", "drop_table", "truncate", "create_db", "drop_db", "alter_table"}
    | {"create_view", "drop_view", "create_index", "drop_index", "rename_table", "flush", "reset", "lock_tables"}
    | {"unlock_tables", "create_user", "drop_user", "grant", "revoke", "analyze", "set_password", "alter_user"}
)
_WITH_TEMPORARY = frozenset({"create_table", "drop_table"})
_PREPARED = frozenset({"prepare", "execute", "deallocate_prepare"})
_NOT_IN_ROUTINES = frozenset({"use", "lock_tables", "unlock_tables", "load", "alter_view"})


@dataclass
class _Names:
    """What one block declares."""

    variables: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    cursors: set[str] = field(default_factory=set)


class BodyReader:
    """Reads statements at a cursor. parameters: names known from the routine's head; kind: what the body belongs to."""

    def __init__(self, cursor: Cursor, kind: ProgramKind, parameters: tuple[str, ...] = (), event: str = "") -> None:
        self.cursor = cursor
        self.kind = kind
        self.event = event
        self.has_return = False
        self.declares_conditions = False
        self._labels: list[tuple[str, bool]] = []
        self._names: list[_Names] = [_Names({name.lower(): name for name in parameters})]

    # --- names ------------------------------------------------------------------------------------------------------

    def is_variable(self, name: str) -> bool:
        return any(name.lower() in names.variables for names in self._names)

    @property
    def in_substatement(self) -> bool:
        return self.kind in (ProgramKind.FUNCTION, ProgramKind.TRIGGER)

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
        return self._sql()

    def _read_label(self) -> str:
        cursor = self.cursor
        following = cursor.ahead(1)
        if not (cursor.at_name and following.kind is PieceKind.SYMBOL and following.text == ":"):
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
        found: list[Statement] = []
        while self.cursor.word() not in stops:
            if self.cursor.at_end:
                raise self.cursor.error()
            found.append(self.statement())
            self.cursor.expect_symbol(";")
        return tuple(found)

    # --- blocks and declarations --------------------------------------------------------------------------------------

    def _block(self, label: str) -> Block:
        cursor = self.cursor
        cursor.expect("BEGIN")
        self._names.append(_Names())
        declared = _Declarations()
        with self._label(label, is_loop=False):
            while cursor.accept("DECLARE"):
                self._declaration(declared)
                cursor.expect_symbol(";")
            body = self.statements("END")
        cursor.expect("END")
        self._names.pop()
        self._end_label(label)
        return Block(label, tuple(declared.variables), tuple(declared.cursors), tuple(declared.handlers), body)

    def _declaration(self, declared: _Declarations) -> None:
        cursor = self.cursor
        if cursor.word() in ("CONTINUE", "EXIT", "UNDO") and cursor.word(1) == "HANDLER":
            self.declares_conditions = True
            handler = self._handler()
            conditions = [one for known in (*declared.handlers, handler) for one in known.conditions]
            if len(set(conditions)) < len(conditions):
                raise mysql_error("ER_SP_DUP_HANDLER")
            declared.handlers.append(handler)
            return
        names = self._names[-1]
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
            names.conditions[name.lower()] = self._condition_value()
            return
        listed = [name]
        while cursor.accept_symbol(","):
            listed.append(cursor.name())
        for one in listed:
            if one.lower() in names.variables:
                raise mysql_error("ER_SP_DUP_VAR", one)
            names.variables[one.lower()] = one
        type_ = read_type(cursor)
        collation = cursor.name_or_string() if cursor.accept("COLLATE") else None
        default = self.expression(";") if cursor.accept("DEFAULT") else None
        declared.variables += [LocalVariable(one, type_, collation, default) for one in listed]

    def _cursor_declaration(self, name: str, declared: _Declarations) -> None:
        cursor = self.cursor
        if declared.handlers:
            raise mysql_error("ER_SP_CURSOR_AFTER_HANDLER")
        cursor.expect("CURSOR", "FOR")
        if name.lower() in self._names[-1].cursors:
            raise mysql_error("ER_SP_DUP_CURS", name)
        parsed = parse_statement(self.rest_of_statement())
        if parsed.command != "select":
            raise mysql_error("ER_SP_BAD_CURSOR_QUERY")
        self._names[-1].cursors.add(name.lower())
        declared.cursors.append(CursorSyntax(name, parsed))

    def _handler(self) -> Handler:
        cursor = self.cursor
        action = cursor.next().text.upper()
        if action == "UNDO":
            raise cursor.error()
        cursor.expect("HANDLER", "FOR")
        conditions = [self._handler_condition()]
        while cursor.accept_symbol(","):
            conditions.append(self._handler_condition())
        # a handler's body sees the block's variables, but none of its labels
        labels, self._labels = self._labels, []
        body = (self.statement(),)
        self._labels = labels
        return Handler(action == "EXIT", tuple(conditions), body)

    def _handler_condition(self) -> Condition:
        cursor = self.cursor
        for kind in ConditionClass:
            if cursor.accept(*kind.value.split()):
                return Condition(kind=kind)
        if cursor.at("SQLSTATE") or cursor.piece.kind is PieceKind.NUMBER:
            return self._condition_value()
        return self._named_condition()

    def _named_condition(self) -> Condition:
        name = self.cursor.name()
        for names in reversed(self._names):
            if name.lower() in names.conditions:
                return names.conditions[name.lower()]
        raise mysql_error("ER_SP_COND_MISMATCH", name)

    def _condition_value(self) -> Condition:
        cursor = self.cursor
        if cursor.accept("SQLSTATE"):
            cursor.accept("VALUE")
            state = cursor.string()
            if len(state) != 5 or not state.isalnum() or state[:2] == "00" or state.upper() != state:
                raise mysql_error("ER_SP_BAD_SQLSTATE", state)
            return Condition(sqlstate=state)
        code = cursor.integer()
        if not code:
            raise mysql_error("ER_WRONG_VALUE", "CONDITION", "0")
        return Condition(code=code)

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
        if self.kind is not ProgramKind.FUNCTION:
            raise mysql_error("ER_SP_BADRETURN")
        self.cursor.expect("RETURN")
        self.has_return = True
        return Return(self.expression(";"))

    # --- cursors ------------------------------------------------------------------------------------------------------

    def _known_cursor(self) -> str:
        name = self.cursor.name()
        if not any(name.lower() in names.cursors for names in self._names):
            raise mysql_error("ER_SP_CURSOR_MISMATCH", name)
        return name

    def _open(self) -> OpenCursor:
        self.cursor.expect("OPEN")
        return OpenCursor(self._known_cursor())

    def _close(self) -> CloseCursor:
        self.cursor.expect("CLOSE")
        return CloseCursor(self._known_cursor())

    def _fetch(self) -> FetchCursor:
        cursor = self.cursor
        cursor.expect("FETCH")
        if cursor.accept("NEXT"):
            cursor.expect("FROM")
        else:
            cursor.accept("FROM")
        name = self._known_cursor()
        cursor.expect("INTO")
        targets = [self._variable_target()]
        while cursor.accept_symbol(","):
            targets.append(self._variable_target())
        return FetchCursor(name, tuple(targets))

    def _variable_target(self) -> Target:
        name = self.cursor.name()
        if not self.is_variable(name):
            raise mysql_error("ER_SP_UNDECLARED_VAR", name)
        return Target(name)

    # --- conditions ---------------------------------------------------------------------------------------------------

    def _signal(self) -> Signal:
        cursor = self.cursor
        again = cursor.next().text.upper() == "RESIGNAL"
        condition: Condition | None = None
        if cursor.at("SQLSTATE"):
            condition = self._condition_value()
        elif cursor.at_name and not cursor.at("SET"):
            condition = self._named_condition()
            if condition.sqlstate is None:
                raise mysql_error("ER_SIGNAL_BAD_CONDITION_TYPE")
        elif not again:
            raise cursor.error()
        items: list[tuple[str, Expression]] = []
        if cursor.accept("SET"):
            while True:
                item = cursor.next().text.upper()
                cursor.expect_symbol("=")
                items.append((item, self.expression(",", ";")))
                if not cursor.accept_symbol(","):
                    break
        return Signal(condition, tuple(items), again)

    def _get_diagnostics(self) -> GetDiagnostics:
        cursor = self.cursor
        cursor.expect("GET")
        stacked = cursor.accept("STACKED")
        cursor.accept("CURRENT")
        cursor.expect("DIAGNOSTICS")
        number = None
        if cursor.accept("CONDITION"):
            start = cursor.offset
            cursor.accept_symbol("@")
            end = cursor.next().end
            text = cursor.text[start:end]
            number = Expression(text, parse_expression(text))
        items = [self._diagnostics_item()]
        while cursor.accept_symbol(","):
            items.append(self._diagnostics_item())
        return GetDiagnostics(tuple(items), number, stacked)

    def _diagnostics_item(self) -> tuple[Target, str]:
        cursor = self.cursor
        target = Target(cursor.name(), user=True) if cursor.accept_symbol("@") else self._variable_target()
        cursor.expect_symbol("=")
        return target, cursor.next().text.upper()

    # --- SQL ----------------------------------------------------------------------------------------------------------

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
        return Expression(text, parse_expression(text))

    def _sql(self) -> Statement:
        offset = self.cursor.offset
        word = self.cursor.word()
        parsed = parse_statement(self.rest_of_statement())
        if self.in_substatement:
            self._check_substatement(parsed)
        verb, _, kind = parsed.command.partition("_")
        if kind in ("procedure", "function", "trigger"):
            symbol = "ER_SP_NO_RECURSIVE_CREATE" if verb == "create" else "ER_SP_NO_DROP_SP"
            raise mysql_error(symbol, kind.upper())
        if parsed.command in _NOT_IN_ROUTINES:
            raise mysql_error("ER_SP_BADSTATEMENT", word)
        if parsed.command == "show" and self.in_substatement:
            raise mysql_error("ER_SP_NO_RETSET", _kind_name(self.kind))
        if parsed.command == "begin" and word == "BEGIN":
            raise UnsupportedError("BEGIN inside a stored program", self.cursor.text, offset)
        return Sql(parsed)

    def _check_substatement(self, parsed: ParsedStatement) -> None:
        command = parsed.command
        if command in _COMMITTING and not (command in _WITH_TEMPORARY and is_temporary_ddl(parsed)):
            raise mysql_error("ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG")
        if command in _PREPARED:
            raise mysql_error("ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "Dynamic SQL")

    def _select(self) -> Statement:
        text = self.rest_of_statement()
        found = read_select_into(text)
        if found is None:
            if self.in_substatement:
                raise mysql_error("ER_SP_NO_RETSET", _kind_name(self.kind))
            return Sql(parse_statement(text))
        for target in found.targets:
            if not target.user and not self.is_variable(target.name):
                raise mysql_error("ER_SP_UNDECLARED_VAR", target.name)
        return found

    def _set(self) -> Statement:
        statements = read_assignments(self.rest_of_statement(), self.is_variable, self.kind, self.event)
        return statements[0] if len(statements) == 1 else Block(body=statements)

    def _call(self) -> Call:
        return read_call(self.cursor)


def _kind_name(kind: ProgramKind) -> str:
    return f"a {kind.value.lower()}"


@dataclass
class _Declarations:
    variables: list[LocalVariable] = field(default_factory=list)
    cursors: list[CursorSyntax] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)


def read_call(cursor: Cursor) -> Call:
    """CALL [schema.]name[(arguments)]."""
    start = cursor.offset
    cursor.expect("CALL")
    name, schema = cursor.name(), None
    end = cursor.ahead(-1).end
    if cursor.accept_symbol("."):
        schema, name = name, cursor.next().text
        end = cursor.ahead(-1).end
    arguments: tuple[Expression, ...] = ()
    if cursor.at_symbol("("):
        inside = cursor.parenthesized()
        end = cursor.ahead(-1).end
        if inside.strip():
            text = f"SELECT {inside}"
            tree = parse_tree(text)
            arguments = tuple(Expression(node.sql(dialect="mysql"), node) for node in tree.expressions)
    return Call(schema, name, arguments, cursor.text[start:end])


_LOOPS = {kind.value: kind for kind in LoopKind}
_READERS: dict[str, Callable[[BodyReader], Statement]] = {
    "IF": BodyReader._if,
    "CASE": BodyReader._case,
    "LEAVE": BodyReader._leave,
    "ITERATE": BodyReader._iterate,
    "RETURN": BodyReader._return,
    "OPEN": BodyReader._open,
    "CLOSE": BodyReader._close,
    "FETCH": BodyReader._fetch,
    "SIGNAL": BodyReader._signal,
    "RESIGNAL": BodyReader._signal,
    "GET": BodyReader._get_diagnostics,
    "SELECT": BodyReader._select,
    "SET": BodyReader._set,
    "CALL": BodyReader._call,
}
