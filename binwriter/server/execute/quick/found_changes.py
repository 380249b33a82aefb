"""The plans of UPDATE and DELETE of a few rows that an index finds, which need not be unique."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import Any

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.values.real_text import is_same_row
from binwriter.server.execute.info import of_update
from binwriter.server.execute.quick.changes import CHANGES_OF, ChangePlan
from binwriter.server.execute.quick.plans import Plan, Row, Text, own_table
from binwriter.server.execute.quick.samples import is_all, with_its_second
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.quick.found_rows import FoundRows, FoundShape, found_shape
from binwriter.sql.quick.shapes import changed_row
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import RowOperation, StatementEffects, StatementProfile
from binwriter.storage.order import RowId

_MOST = 64  # rows
_Changed = list[tuple[RowId, Row, Row | None]]  # as it was, and as it is


@dataclass
class FoundPlan(ChangePlan):
    """UPDATE or DELETE of the rows that `way` finds. found_rows: of one row; it is as many as there are, or stays."""

    way: FoundRows = field(kw_only=True)
    shape: FoundShape

    def __post_init__(self) -> None:
        super().__post_init__()
        self.counter = self.data.definition.auto_increment_column
        self.moving = self.shape.timed + self.shape.following
        self.tells_found = bool(self.found_rows)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        session = self.session
        if session.in_transaction and self.server.locks.in_use:
            raise ValueError("rows and gaps are locked")
        session.flags.begin()
        found = self.way.rows(self.data, literals)
        if len(found) > _MOST or session.flags.seen:
            raise ValueError("many rows, or something is told of how they are read")
        if not found:
            return self.nothing(text, 0)
        changed = self.changed(found, literals)
        if not changed or (self.moving and len(changed) < len(found)):
            raise ValueError("rows that stay as they are")
        (_, before, after), *others = changed
        log = self.begin(before, after, text, 0, tuple([(old, new) for _, old, new in others]))
        if self.moving:
            changed, log = self.at_their_second(changed, log)
        data, undo = self.data, self.runner.undo
        for row_id, _, after in changed:
            if after is None:
                data.delete(row_id, undo)
            else:
                data.update(row_id, after, undo)
        if self.tells_found:
            self.found_rows = len(found)
        single, in_transaction, row = log
        self.end(single, in_transaction, row, len(changed))
        if self.operation is RowOperation.DELETE:
            return StatementResult(affected=len(changed))
        told = of_update(len(found), len(changed), 0)
        return StatementResult(affected=len(changed), info=told.info, matched=told.matched)

    def changed(self, found: Sequence[tuple[RowId, Row]], literals: Sequence[str]) -> _Changed:
        """What becomes of the rows, without those that stay as they are. ValueError for what is not plain."""
        if self.operation is RowOperation.DELETE:
            return [(row_id, row, None) for row_id, row in found]
        changed: _Changed = []
        for row_id, before in found:
            after = changed_row(self.shape.changes, before, literals)
            if is_same_row(after, before):
                if self.shape.timed:
                    raise ValueError("it changes if the second is another")
                continue
            if self.counter is not None and before[self.counter] >= self.data.auto_increment:  # type: ignore[operator]
                raise ValueError("the counter moves")
            if self.moving:
                values = list(after)
                self.put_second(self.moving, values)
                after = tuple(values)
            changed.append((row_id, before, after))
        return changed

    def at_their_second(self, changed: _Changed, log: tuple[Any, ...]) -> tuple[_Changed, tuple[Any, ...]]:
        """The rows, and what `begin` gave, with the second at which the statement has begun."""
        single, in_transaction, begun = log
        second = datetime.fromtimestamp(begun.timestamp, UTC)
        moved: _Changed = []
        for row_id, before, after in changed:
            values = list(after or ())
            self.put_second(self.moving, values, second)
            moved.append((row_id, before, tuple(values)))
        image = b"".join([single.form.image(before, after) for _, before, after in moved])
        more = tuple([(before, after) for _, before, after in moved[1:]])
        return moved, (single, in_transaction, replace(begun, after=moved[0][2], image=image, more=more))


def plan_of_found(
    runner: Execution,
    parsed: ParsedStatement,
    profile: StatementProfile,
    decision: LoggingDecision,
    effects: StatementEffects,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of a statement that has changed rows; None if it cannot have one."""
    operation, rows = CHANGES_OF.get(parsed.command), effects.rows
    if (
        operation in (None, RowOperation.WRITE)
        or parsed.modifiers
        or not 0 < len(rows) <= _MOST
        or len(profile.tables) != 1
    ):
        return None
    table, node = rows[0].table, parsed.node
    data = own_table(runner, parsed, table, context)
    if data is None or runner.session.server.policy.counts_lost_maps or runner.session.flags.seen:
        return None
    if any(change.operation is not operation for change in rows) or not is_all(effects, profile, decision):
        return None
    shape = found_shape(node, table, literals)  # type: ignore[arg-type]
    if shape is None:
        return None
    row_form = decision.format is LoggingFormat.ROW
    found_rows = 0 if CommandTrait.LEAVES_NO_FOUND_ROWS in parsed.traits else context.new_found_rows
    try:
        for change in rows:
            if change.after is not None and change.before is not None:
                after = changed_row(shape.changes, change.before, literals)
                if with_its_second(after, (*shape.timed, *shape.following), change.after) != change.after:
                    return None
        way = FoundRows(node, data, shape, runner.front_end.database_of(context), context)
        return FoundPlan(runner, profile, effects, row_form, data, shape, found_rows, way=way)
    except ValueError:
        return None
