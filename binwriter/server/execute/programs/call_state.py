"""What a session keeps of a CALL under way, and of statements that were unsafe once."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.binding.programs import Parameter, Program
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.query.described import stored
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementProfile, UnsafeReason

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database


@dataclass(frozen=True)
class SentParameter:
    """An OUT parameter whose value the client gets."""

    procedure: Program
    parameter: Parameter
    value: Any
    type: ExprType

    def described(self) -> ResultColumn:
        """As a server tells of it: strings that are not NULL as bytes (captured: prepared_out_parameters)."""
        procedure, name = self.procedure, self.parameter.name
        column = replace(
            stored.of_column(self.parameter.column, None),
            name=name,
            original_name=name,
            table=procedure.name,
            original_table=procedure.name,
            schema=procedure.schema,
        )
        if column.charset == BINARY_COLLATION_ID or self.value is None:
            return column
        length = column.length * collation_by_id(self.parameter.column.spec.collation).mbmaxlen
        return replace(column, charset=BINARY_COLLATION_ID, length=length)


def parameters_result(sent: list[SentParameter]) -> StatementResult | None:
    """The result set of OUT parameters."""
    if not sent:
        return None
    return StatementResult(
        columns=tuple(sent_parameter.parameter.name for sent_parameter in sent),
        rows=(tuple(sent_parameter.value for sent_parameter in sent),),
        types=tuple(sent_parameter.type for sent_parameter in sent),
        described=lambda: tuple(sent_parameter.described() for sent_parameter in sent),
    )


@dataclass
class CallState:
    """An outermost CALL under way.

    row_form: an unsafe statement has switched MIXED to rows, for the rest of the CALL. unsafe: the reasons of all its
    statements, of which the client is warned once, at the end.
    """

    row_form: bool = False
    unsafe: set[UnsafeReason] = field(default_factory=set)
    warnings: dict[UnsafeReason, Diagnostic] = field(default_factory=dict)
    results: list[StatementResult] = field(default_factory=list)  # its result sets
    sent_parameters: list[SentParameter] = field(default_factory=list)
    thread_specific: bool = False
    uses_time_zone: bool = False
    uses_microseconds: bool = False

    def lend(self, context: StatementContext) -> None:
        """What earlier statements of the CALL have used, later ones carry too."""
        context.facts.thread_specific |= self.thread_specific
        context.facts.uses_time_zone |= self.uses_time_zone
        context.facts.uses_microseconds |= self.uses_microseconds

    def take(self, context: StatementContext) -> None:
        self.thread_specific |= context.uses().thread_specific
        self.uses_time_zone |= context.facts.uses_time_zone
        self.uses_microseconds |= context.facts.uses_microseconds


@dataclass
class _Reasons:
    """What made a statement of a procedure unsafe, as long as its tables stay as they were."""

    instruction: object
    definitions: list[tuple[object, int]] = field(default_factory=list)
    reasons: set[UnsafeReason] = field(default_factory=set)


class KeptReasons:
    """A procedure's statement that was unsafe once stays so in this session, whatever made it so (captured:
    unsafe_programs_*).

    The server keeps the reasons with the parsed statement until a program is made, changed or dropped.
    """

    def __init__(self) -> None:
        self._kept: dict[int, _Reasons] = {}
        self._version = 0

    def added(self, instruction: object, profile: StatementProfile, database: Database) -> StatementProfile:
        """The profile with the reasons that the instruction had before."""
        version = database.programs.version
        if version != self._version:
            self._kept.clear()
            self._version = version
        kept = self._kept.get(id(instruction))
        if kept is None:
            return profile
        pairs = zip(kept.definitions, _definitions(profile, database), strict=False)
        if any(old[0] is not new[0] or old[1] != new[1] for old, new in pairs):
            del self._kept[id(instruction)]  # a table has changed: the server has read the statement anew
            return profile
        return replace(profile, unsafe=tuple({*profile.unsafe, *kept.reasons}))

    def keep(
        self, instruction: object, profile: StatementProfile, decision: LoggingDecision, database: Database
    ) -> None:
        """Keeps what made a statement unsafe."""
        if decision.unsafe:
            kept = self._kept.setdefault(id(instruction), _Reasons(instruction))
            kept.definitions = _definitions(profile, database)
            kept.reasons.update(decision.unsafe)


def _definitions(profile: StatementProfile, database: Database) -> list[tuple[object, int]]:
    """What a server looks at to see whether the statement's tables are as they were."""
    tables = [database.table(access.schema, access.table) for access in profile.tables]
    return [(data.definition, data.truncations) for data in tables]
