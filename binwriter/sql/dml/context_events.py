"""The events in front of a statement's Query event: what it has used of its session."""

from __future__ import annotations

from binwriter.formats.constants import IntvarType
from binwriter.formats.events import Intvar, Rand, UserVar
from binwriter.sql.dml.run import DmlRun


def context_events(run: DmlRun) -> tuple[Intvar | Rand | UserVar, ...]:
    """Intvar LAST_INSERT_ID, Intvar INSERT_ID, Rand, then User_var events: the order in which a server writes them."""
    context = run.context
    events: list[Intvar | Rand | UserVar] = []
    if context.facts.last_insert_id_used:
        events.append(Intvar(type=IntvarType.LAST_INSERT_ID, value=context.facts.last_insert_id_logged))
    if run.first_insert_id and run.insert_id_logged:
        events.append(Intvar(type=IntvarType.INSERT_ID, value=run.first_insert_id))
    if context.facts.rand_used is not None:
        events.append(Rand(seed1=context.facts.rand_used[0], seed2=context.facts.rand_used[1]))
    for variable in context.facts.user_variables_read.values():
        events.append(UserVar.from_value(variable.name, variable.value, variable.collation, unsigned=variable.unsigned))
    return tuple(events)
