"""User variables that the schedule of an event asks for: events in front of its Query event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.formats.events import UserVar

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext


def schedule_variables(context: StatementContext) -> tuple[UserVar, ...]:
    """In the order of their first use (captured: user_variables_of_schedules_row)."""
    return tuple(
        UserVar.from_value(variable.name, variable.value, variable.collation, unsigned=variable.unsigned)
        for variable in context.facts.user_variables_read.values()
    )
