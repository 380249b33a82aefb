"""Whether a plan of a change does all that the statement did which it is made of."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import IntvarType
from binwriter.formats.events import Intvar
from binwriter.server.execute.quick.plans import Row, alike
from binwriter.sql.quick.moments import Timed
from binwriter.sql.quick.shapes import InsertShape, KeyShape
from binwriter.statement.facts import StatementFacts
from binwriter.statement.values import RowChange, StatementEffects, StatementProfile
from binwriter.storage.order import KeyReader


def is_all(
    effects: StatementEffects, profile: StatementProfile, decision: LoggingDecision, *, affected: int | None = None
) -> bool:
    """Whether changing these rows is all that the statement did. affected: 2 of a row that is overwritten, of which
    what the counter gave is not told; else how many rows."""
    change = effects.rows[0]
    made: tuple[Intvar, ...] = ()
    if effects.generated_id:
        made = (Intvar(type=IntvarType.INSERT_ID, value=effects.generated_id),)
    if affected is not None and effects.context and change.table.auto_increment_column is not None:
        made = effects.context  # type: ignore[assignment]
    facts = effects.facts
    plain_facts = StatementFacts(
        changed=True,
        changed_in=facts.changed_in,
        changed_by=facts.changed_by,
        uses_time_zone=facts.uses_time_zone,
        used_at_change=facts.used_at_change,
        rand_used=facts.rand_used,
        last_insert_id_logged=facts.last_insert_id_logged,
    )
    plain = StatementEffects(
        text=effects.text,
        rows=effects.rows,
        context=made,
        transactional_write=True,
        write_noticed=effects.write_noticed,
        table_map_for_update=effects.table_map_for_update,
        facts=plain_facts,
        affected=len(effects.rows) if affected is None else affected,
        insert_id=effects.insert_id,
        generated_id=effects.generated_id,
        locked=(change.table,),
        changed_t=effects.changed_t,
    )
    access = profile.tables[0]
    in_rows = decision.format is LoggingFormat.ROW  # which are what they are
    unsafe = not in_rows and (profile.unsafe or decision.unsafe)
    usual = access.write and not (access.temporary or unsafe or profile.row_injection or profile.opens_parent)
    return plain == effects and usual and not (decision.warnings or unsafe or decision.error)


def does_the_same(
    shape: InsertShape | KeyShape, change: RowChange, effects: StatementEffects, literals: Sequence[str]
) -> bool:
    """Whether the shape makes of the literals what the exact way made of them."""
    try:
        if isinstance(shape, InsertShape):
            row = shape.row(literals)
            if shape.generates and shape.counter is not None:
                row[shape.counter] = effects.generated_id
            return alike(with_its_second(row, shape.timed, change.after), change.after)
        before = change.before
        assert before is not None
        found_by = KeyReader(shape.key, change.table)
        if found_by.prefix(shape.values(literals)) != found_by.of(before):
            return False
        if not shape.lets_through(before, literals):
            return False
        after = change.after
        if after is None:
            return True
        changed = with_its_second(shape.changed(before, literals), (*shape.timed, *shape.following), after)
        return alike(changed, after)
    except ValueError:
        return False


def with_its_second(row: Sequence[ColumnValue], timed: Sequence[Timed], made: Row | None) -> Row:
    """The row with what the exact way has made of the second."""
    values = list(row)
    for column in timed:
        values[column.column] = made[column.column]  # type: ignore[index]
    return tuple(values)
