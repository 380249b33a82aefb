"""What a call of functions outside of a data-changing statement did, as the log is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.sql.binding.prelocking import Prelocking
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.run import DmlRun
from binwriter.statement.values import StatementEffects

if TYPE_CHECKING:
    from binwriter.sql.programs.runtime import TopStatement


def call_effects(
    run: DmlRun,
    top: TopStatement,
    prelocking: Prelocking,
    error: MySQLError | None,
    context: StatementContext,
) -> StatementEffects:
    rows = tuple(run.changes)
    undone: tuple[Any, ...] = ()
    if error is not None:
        undone = tuple(change for change in rows if change.table.engine.transactional)
        rows = (*run.savepoints.outlived, *(change for change in rows if not change.table.engine.transactional))
    return StatementEffects(
        rows=rows,
        savepoints=run.savepoints.effects if error is None else None,
        undone=undone,
        tried=tuple(run.changes) if error is not None else (),
        transactional_write=run.transactional_write,
        nontransactional_write=run.nontransactional_write,
        error=error,
        facts=context.facts,
        internal_temporary=context.facts.internal_temporary,
        locked=prelocking.written,
        calls=tuple(top.calls),
        program_calls=top.program_calls,
        is_query=True,
        text=context.facts.changed_by or b"",
    )
