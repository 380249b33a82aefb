"""Whether a query that gives rows to a table is read row by row, between the rows that are inserted."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.dml.completed_rows import InsertTarget
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.query.volatile import is_asked_anew
from binwriter.sql.text.known_trees import nodes_in


def is_read_row_by_row(query: exp.Expression, target: InsertTarget, run: DmlRun) -> bool:
    """Whether it calls stored functions, or may wait.

    A query of the target itself goes through a temporary table.
    """
    programs = run.context.programs
    named = {node.name for node in nodes_in(query, exp.Table)}
    if target.data.definition.name in named:
        return False
    if any(item.find(exp.Subquery) is not None for item in query.expressions):
        return True  # one that gives several rows fails when its turn comes
    if _may_wait(query, target, run):
        return True  # what was inserted before the query had to wait in vain stays in an N-table
    if programs is None:
        return False
    return any(programs.function(None, node.name) is not None for node in nodes_in(query, exp.Anonymous))


def _may_wait(query: exp.Expression, target: InsertTarget, run: DmlRun) -> bool:
    locking = run.context.locking
    if locking is None:
        return False
    nobody = target.data.definition.engine.transactional and locking.waits_for_nobody
    return not nobody or any(map(is_asked_anew, nodes_in(query, exp.Anonymous)))
