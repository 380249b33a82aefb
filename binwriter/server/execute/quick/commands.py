"""The plans of BEGIN, COMMIT, ROLLBACK, savepoints, SET of user variables, and SHOW BINLOG EVENTS."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sqlglot import exp

from binwriter.binlog.caches.single import NO_LIMIT
from binwriter.binlog.rules.cache import CacheKind
from binwriter.errors import BinwriterError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.values.digits import whole_number
from binwriter.server.execute.binary_logs import events_shown
from binwriter.server.execute.quick.plans import Plan, Text
from binwriter.server.execution import Execution
from binwriter.sql.command_table import runs
from binwriter.sql.quick.texts import said
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.session import (
    Begin,
    Commit,
    ReleaseSavepoint,
    Rollback,
    RollbackToSavepoint,
    Set,
    SetSavepoint,
    SetUserVariable,
)
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import StatementResult
from binwriter.statement.uses import Uses


class _Moment:
    """What a command asks of its statement."""

    diagnostics: tuple[()] = ()

    def __init__(self, start_microseconds: int) -> None:
        self.start_microseconds = start_microseconds

    def uses(self) -> Uses:
        return _USES_NOTHING


_USES_NOTHING = Uses()
_BOUNDARIES = (Begin(), Begin(read_only=True), Commit(), Rollback())
_SAVEPOINTS = (SetSavepoint, RollbackToSavepoint, ReleaseSavepoint)


@dataclass
class CommandPlan:
    """BEGIN, COMMIT, ROLLBACK, and those of savepoints."""

    outlives_definitions: ClassVar[bool] = True
    runner: Execution
    parsed: ParsedStatement
    counted_as: str = ""

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        runner, session, node = self.runner, self.runner.session, self.parsed.node
        if isinstance(node, _SAVEPOINTS):
            if not isinstance(node, SetSavepoint) and node.name not in session.log.savepoints:
                raise ValueError("no such savepoint")
            if session.log.transaction.room(CacheKind.TRX).limit < NO_LIMIT:
                raise ValueError("a cache may be full")
        clock = session.server.chance.clock()
        runner.spelling.given = text.given
        session.reads_timestamp = False
        session.failed_log = None
        moment = _Moment(session.statement_time(clock))
        result: StatementResult = runs[self.parsed.command](runner, self.parsed, moment, clock)
        runner.row_count = 0
        if not result.diagnostics:
            runner.area.leave()
            return result
        shown, not_kept = runner.area.take(result.diagnostics), runner.area.not_kept
        return replace(result, diagnostics=shown, raised=len(shown) + not_kept if not_kept else None)


@dataclass
class VariablesPlan:
    """SET of user variables to whole numbers and strings. items: the variable that was set, and whether to a string."""

    outlives_definitions: ClassVar[bool] = True
    runner: Execution
    items: tuple[tuple[UserVariable, bool], ...]
    counted_as: str = ""

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        runner, variables = self.runner, []
        for (first, is_string), literal in zip(self.items, literals, strict=True):
            value: int | str
            if is_string:
                value = said(literal)
                if literal[0] != "'" or not literal.isascii():
                    raise ValueError(literal)
            else:
                value = int(literal)
                if value >= 1 << 63:
                    raise ValueError(literal)
            variables.append((first, value))
        session = runner.session
        session.server.chance.clock()
        runner.spelling.given = text.given
        session.reads_timestamp = False
        session.failed_log = None
        for first, value in variables:
            key = first.name.lower()
            known = runner.user_variables.get(key)
            name = first.name if known is None else known.name
            runner.user_variables[key] = UserVariable(value, first.collation, first.unsigned, name)
        runner.row_count = 0
        runner.area.leave()
        return StatementResult()


@dataclass
class EventsPlan:
    """SHOW BINLOG EVENTS IN file [FROM position] [LIMIT ..]. numbers: where its numbers stand among the words."""

    outlives_definitions: ClassVar[bool] = True
    runner: Execution
    syntax: AdminSyntax
    numbers: tuple[int, ...]
    counted_as: str = ""

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        runner, session = self.runner, self.runner.session
        begin = 4
        words = list(self.syntax.words)
        for place, literal in zip(self.numbers, literals[1:], strict=True):
            if words[place - 1] == "FROM":
                begin = whole_number(literal)
            words[place] = literal
        try:
            columns, rows = events_shown(runner, said(literals[0]), tuple(words), begin)
        except BinwriterError as error:
            raise ValueError("an error to be told of") from error
        session.server.chance.clock()
        runner.spelling.given = text.given
        session.reads_timestamp = False
        session.failed_log = None
        runner.row_count = -1
        runner.area.leave()
        return StatementResult(affected=len(rows), columns=columns, rows=tuple(rows))


def plan_of_command(runner: Execution, parsed: ParsedStatement, literals: Sequence[str]) -> Plan | None:
    """The plan of BEGIN, also READ ONLY, COMMIT, ROLLBACK and SET @variable = literal without anything more, of
    savepoints, and of SHOW BINLOG EVENTS; None for other commands."""
    if isinstance(parsed.node, Set):
        return _plan_of_set(runner, parsed.node, literals)
    if isinstance(parsed.node, AdminSyntax):
        return _plan_of_events(runner, parsed.node, literals)
    if isinstance(parsed.node, _SAVEPOINTS):
        return None if literals else CommandPlan(runner, parsed)
    return CommandPlan(runner, parsed) if parsed.node in _BOUNDARIES else None


def _plan_of_events(runner: Execution, syntax: AdminSyntax, literals: Sequence[str]) -> Plan | None:
    numbers = tuple(place for place, word in enumerate(syntax.words) if word.isdigit())
    written = [f"'{syntax.argument}'", *(syntax.words[place] for place in numbers)]
    if syntax.words[:3] != ("BINLOG", "EVENTS", "IN") or list(literals) != written:
        return None
    return EventsPlan(runner, syntax, numbers)


def _plan_of_set(runner: Execution, command: Set, literals: Sequence[str]) -> Plan | None:
    items = []
    if len(command.assignments) != len(literals):
        return None
    for item, literal in zip(command.assignments, literals, strict=True):
        value = getattr(item, "value", None)
        if not isinstance(item, SetUserVariable) or type(value) is not exp.Literal:
            return None
        made = runner.user_variables.get(item.name.lower())
        written: object = said(literal) if literal[0] == "'" else int(literal) if literal.isdecimal() else None
        if made is None or type(made.value) is not type(written) or made.value != written or not literal.isascii():
            return None
        items.append((replace(made), literal[0] == "'"))
    return VariablesPlan(runner, tuple(items))
