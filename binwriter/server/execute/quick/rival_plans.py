"""The plans of INSERT .. ON DUPLICATE KEY UPDATE, REPLACE and INSERT IGNORE of one row: of each outcome one part, which
is made of the first statement that had it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.mysql.values.real_text import is_same_row
from binwriter.server.execute.quick.changes import ChangePlan, InsertPlan
from binwriter.server.execute.quick.plans import Plan, Row, Text, alike, own_table
from binwriter.server.execute.quick.samples import does_the_same, is_all, with_its_second
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.quick.rivals import RivalShape, rival_shape
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import RowChange, RowOperation, StatementEffects, StatementProfile
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

_DEPRECATED = 1287
_TRIES = 8  # to learn an outcome


@dataclass
class OverwritePlan(ChangePlan):
    """The row that is in the way becomes another."""

    shape: RivalShape

    def __post_init__(self) -> None:
        super().__post_init__()
        self.moving = self.shape.timed + self.shape.following

    def overwrite(
        self, row_id: RowId, new: list[Any], literals: Sequence[str], text: Text, *, generates: bool
    ) -> StatementResult:
        """new: the row that was to be added. generates: a value of the counter is used up for it."""
        data, counter = self.data, self.data.definition.auto_increment_column
        before = data.row(row_id)
        if counter is not None and (self.shape.assigned is None or not before[counter]):
            raise ValueError("the counter moves")
        if counter is not None and not generates and not 0 < new[counter] < data.auto_increment:
            raise ValueError("the counter moves")
        if generates and (data.counted_by[0] > 1 or self.runner.forced_insert_id.value is not None):
            raise ValueError("a counter with steps, or SET INSERT_ID")
        after = self.shape.changed(before, tuple(new), literals)
        if is_same_row(after, before):
            raise ValueError("it stays as it is")
        if self.moving:
            values = list(after)
            self.put_second(self.moving, values)
            after = tuple(values)
        if data.duplicate(after, row_id) is not None:
            raise ValueError("a key that is there")
        log = self.begin(before, after, text, 0)
        if self.moving:
            log = self.at_its_second(self.moving, log)
            after = log[2].after
        if generates:
            data.counted_by = (1, 1)
            data.auto_increment += 1
        data.update(row_id, after, self.runner.undo)
        self.session.counts.tried(RowOperation.WRITE)
        self.end(*log)
        self.runner.row_count = 2
        inserted: Any = 0 if counter is None else before[counter]
        return StatementResult(affected=2, insert_id=inserted)


@dataclass
class RivalPlan:
    """told: the warnings that each statement of the shape gives."""

    runner: Execution
    data: TableData
    shape: RivalShape
    told: tuple[Diagnostic, ...]
    write: InsertPlan | None = None
    overwrite: OverwritePlan | None = None
    counted_as: str = ""

    def __post_init__(self) -> None:
        self.tries = _TRIES
        self.lacks = False

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        self.lacks = False
        session, data, new = self.runner.session, self.data, self.shape.new.row(literals)
        if session.in_transaction and session.server.locks.in_use:
            raise ValueError("rows and gaps are locked")
        rival = data.duplicate(tuple(new))
        part = self.write if rival is None else self.overwrite
        if part is None:
            self.lacks = self.tries > 0
            self.tries -= 1
            raise ValueError("nothing of this kind was seen")
        if rival is None:
            result = part.run(literals, text)  # type: ignore[union-attr]
        else:
            generates = self.shape.new.generates
            result = self.overwrite.overwrite(rival[1], new, literals, text, generates=generates)  # type: ignore[union-attr]
        if not self.told:
            return result
        area = self.runner.area
        shown = area.take(self.told)
        return replace(result, diagnostics=shown, raised=len(shown) + area.not_kept if area.not_kept else None)

    def learn(self, plan: Plan | None) -> None:
        """What was made of a statement with another outcome."""
        if isinstance(plan, RivalPlan):
            self.write, self.overwrite = self.write or plan.write, self.overwrite or plan.overwrite


def follow_from_text(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether all statements of a shape give these."""
    return all(condition.code == _DEPRECATED for condition in diagnostics)


def plan_of_rival(
    runner: Execution,
    parsed: ParsedStatement,
    profile: StatementProfile,
    decision: LoggingDecision,
    effects: StatementEffects,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of such a statement, with the part of what happened this time; None if it cannot have one."""
    make = _KINDS.get((parsed.command, parsed.modifiers))
    row_form = decision.format is LoggingFormat.ROW
    if make is None or len(effects.rows) != 1 or len(profile.tables) != 1 or not row_form:
        return None
    change = effects.rows[0]
    table = change.table
    data = own_table(runner, parsed, table, context)
    if data is None or runner.session.server.policy.counts_lost_maps:
        return None
    shape = rival_shape(parsed.node, table, literals)  # type: ignore[arg-type]
    if shape is None or not make(shape, table):
        return None
    found_rows = 0 if CommandTrait.LEAVES_NO_FOUND_ROWS in parsed.traits else context.new_found_rows
    plan = RivalPlan(runner, data, shape, tuple(context.diagnostics))
    sample = runner, profile, effects, row_form, data
    try:
        if change.operation is RowOperation.WRITE:
            if not is_all(effects, profile, decision) or not does_the_same(shape.new, change, effects, literals):
                return None
            plan.write = InsertPlan(*sample, shape.new, found_rows)
        elif change.operation is RowOperation.UPDATE and _is_overwritten(shape, change, effects, literals):
            if not is_all(effects, profile, decision, affected=2):
                return None
            plan.overwrite = OverwritePlan(*sample, shape, found_rows)
        else:
            return None
    except ValueError:
        return None
    return plan


def _is_overwritten(shape: RivalShape, change: RowChange, effects: StatementEffects, literals: Sequence[str]) -> bool:
    """Whether the shape makes of the row in the way what the exact way made of it."""
    before, after, counter = change.before, change.after, change.table.auto_increment_column
    assert before is not None and after is not None
    new: Row = tuple(shape.new.row(literals))
    made = with_its_second(shape.changed(before, new, literals), (*shape.timed, *shape.following), after)
    return alike(made, after) and effects.insert_id == (0 if counter is None else before[counter])


def _updates(shape: RivalShape, table: Any) -> bool:
    return shape.assigned is not None


def _replaces(shape: RivalShape, table: Any) -> bool:
    """With several keys several rows may be in the way, and the second may be another."""
    timed = shape.new.timed or table.auto_increment_column is not None
    return shape.assigned is None and not timed and sum(key.unique for key in table.keys) == 1


def _adds(shape: RivalShape, table: Any) -> bool:
    return shape.assigned is None


_KINDS: dict[tuple[str, frozenset[str]], Callable[[RivalShape, Any], bool]] = {
    ("insert", frozenset()): _updates,
    ("replace", frozenset({"REPLACE"})): _replaces,
    ("insert", frozenset({"IGNORE"})): _adds,
}
