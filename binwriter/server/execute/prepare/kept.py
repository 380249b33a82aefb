"""A prepared statement as its session keeps it, and what an execution makes of it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execute.prepare import limits
from binwriter.server.execute.prepare.places import counts_rows, is_ordered_by, sql_text, with_values
from binwriter.server.execute.quick.statements import PreparedPlans
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.syntax.programs import Call, Execute
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ColumnFlag, ResultColumn
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import CursorUse, StatementResult

if TYPE_CHECKING:
    from binwriter.server.execute.prepare.types import ParameterTypes


@dataclass(frozen=True)
class Prepared:
    """text: as it is read; sent: as it was given, as which it is logged; places: (start, end) of each ? in it; columns:
    of its result. database: in which it was prepared: there it runs, wherever the session is (captured:
    prepared_in_a_database). types: of its parameters, if it has some and the server infers them. cursor: what becomes
    of a client's wish for one. resolved: its constant conditions of which PREPARE warned."""

    text: str
    places: tuple[tuple[int, int], ...]
    columns: tuple[ResultColumn, ...] = ()
    database: str | None = None
    types: ParameterTypes | None = None
    cursor: CursorUse = CursorUse.OPENED
    resolved: Collection[str] = ()
    sent: str = ""

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Which of its parameters stand behind LIMIT."""
        if "LIMIT" not in self.text.upper():
            return ()
        return tuple(number for number, (start, _) in enumerate(self.places) if counts_rows(self.text, start))

    @cached_property
    def receivers(self) -> tuple[str | int | None, ...]:
        """Of a CALL, by argument: which parameter it consists of."""
        names = [f"@`?{number}`" for number in range(len(self.places))]
        call = parse_statement(with_values(self.text, self.places, names)).node
        assert isinstance(call, Call)
        nodes = [argument.node.unnest() for argument in call.arguments]
        given = [node.this.name if isinstance(node, exp.Parameter) else "" for node in nodes]
        return tuple(int(name[1:]) if name.startswith("?") else None for name in given)

    @cached_property
    def plans(self) -> PreparedPlans:
        """How it runs without being read again."""
        return PreparedPlans(self.text, len(self.places))


def receiving(prepared: Prepared, node: Execute, parsed: ParsedStatement) -> ParsedStatement:
    """A CALL whose OUT parameters go to the variables of EXECUTE, or to the client."""
    if not isinstance(parsed.node, Call) or not prepared.places:
        return parsed
    receivers = prepared.receivers
    if node.values is None:
        receivers = tuple(node.variables[receiver] if isinstance(receiver, int) else None for receiver in receivers)
    return replace(parsed, node=replace(parsed.node, receivers=receivers))


def headed(result: StatementResult, names: tuple[str, ...]) -> StatementResult:
    """The result under the headings that the statement was prepared with, where a parameter is called ? in them: the
    others are those of its tables as they are now."""
    if len(names) != len(result.columns) or names == result.columns:
        return result
    names = tuple(name if "?" in name else own for name, own in zip(names, result.columns, strict=True))
    described = result.described
    if described is None:
        return replace(result, columns=names)

    def named() -> tuple[ResultColumn, ...]:
        return tuple(_parametrized(column, name) for column, name in zip(described(), names, strict=True))

    return replace(result, columns=names, described=named)


def _parametrized(column: ResultColumn, name: str) -> ResultColumn:
    """With the name that was prepared. What is made of a parameter may always be NULL."""
    return replace(column, name=name, flags=column.flags & ~ColumnFlag.NOT_NULL if "?" in name else column.flags)


def sql_texts(prepared: Prepared, values: list[UserVariable | None]) -> list[str]:
    texts = [sql_text(value) for value in values]
    for position, value in limits.counts(prepared.counts, values):
        if value is None:
            texts[position] = "0"
    for place, value in enumerate(values):
        is_int = value is not None and isinstance(value.value, int)
        if is_int and is_ordered_by(prepared.text, prepared.places[place]):
            texts[place] = f"({texts[place]} + 0)"
    return texts


@dataclass(frozen=True)
class Preparation:
    """What PREPARE found. statement: as it is kept; None for one that nobody may run."""

    parsed: ParsedStatement
    statement: Prepared | None
    diagnostics: tuple[Diagnostic, ...]
