"""Whether the first table of a join is changed while the join still reads.

Source: MySQL manual, "UPDATE Statement" (multiple-table syntax); the order of rows as seen on a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from sqlglot import exp

from binwriter.sql.dml.run import DmlRun
from binwriter.sql.query.joins.rows import JoinedRows
from binwriter.sql.text.known_trees import nodes_in
from binwriter.storage.table_data import TableData


def changes_at_once(
    tree: exp.Update,
    join: JoinedRows,
    run: DmlRun,
    slot: int,
    data: TableData,
    assigned: AbstractSet[int],
    *,
    alone: bool,
) -> bool:
    """Whether changing the rows while the join reads them disturbs neither it nor what SET reads.

    slot, data: of the table that is read first. assigned: the columns that SET changes there. alone: no other table is
    changed. The table is read by a key that WHERE restricts, or as a whole: InnoDB then by its primary key.
    What a constant finds by a unique key is read only once (as a 9.7.4 answers, cluster constants_changed_at_once).
    """
    found = join.conditions.is_constant(slot, data)
    if found and sum(other.data is data for other in join.tables) == 1:
        return True
    sees_old = not run.context.variables.behaviour.rereads_changed_rows
    if sees_old and not alone and join.conditions.joins_on(slot, frozenset(assigned)):
        return False
    table = data.definition
    hashes = table.engine.name == "MEMORY"  # has no ranges
    used = (
        key
        for key in table.keys
        if (key.primary and table.engine.two_phase)
        or (not hashes and join.conditions.restricts(slot, frozenset(key.columns)))
    )
    keys = {column for key in used for column in key.columns}
    if sum(other.data is data for other in join.tables) != 1 or not keys.isdisjoint(assigned):
        return False
    return alone or not _is_read_by_set(tree, join, run, slot, data, assigned)


def _is_read_by_set(
    tree: exp.Update, join: JoinedRows, run: DmlRun, slot: int, data: TableData, assigned: AbstractSet[int]
) -> bool:
    """Whether SET reads a column of the table that it changes, so that what it reads has to stay as it was.

    Up to 5.7, and not where a unique key finds the table's only row. 5.1.27 never looked (captured:
    captured-old/5.1.27/updates_of_both_statement, captured-old/5.5.20/updates_of_both_row).
    """
    if not run.context.variables.behaviour.looks_at_what_set_reads or join.conditions.is_constant(slot, data):
        return False
    changed = {(slot, index) for index in assigned}
    columns = (column for node in tree.expressions for column in nodes_in(node.expression, exp.Column))
    return any(join.conditions.place(column) in changed for column in columns)
