"""Conditions of joined changes that no row of a table can fulfil: a server reads no rows then, and tells of none."""

from __future__ import annotations

from functools import reduce

from sqlglot import exp

from binwriter.sql.dml.impossible import is_impossible
from binwriter.sql.dml.joined.clauses import rows_from
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.query.joins.rows import JoinedRows, JoinedTable
from binwriter.storage.table_data import TableData


def finds_none(tree: exp.Expression, root: exp.Expression, join: JoinedRows, run: DmlRun) -> bool:
    """Whether what WHERE asks of one table, or of none, is impossible (captured: clusters/joins_that_find_none).

    Tables that an outer join may fill up are asked nothing: NULL may be what is looked for. root: the first table."""
    where = tree.args.get("where")
    if where is None:
        return False
    variables, diagnostics = run.context.facts.user_variables_read, run.context.diagnostics
    read, told = set(variables), len(diagnostics)
    found = _finds_none(conjuncts(where.this), _filled_up(root), join, run)
    if not found:  # the join asks and warns, in its own order (captured: scenario user_variables_asked)
        del diagnostics[told:]
        for name in variables.keys() - read:
            del variables[name]
    return found


def _finds_none(asked: list[exp.Expression], filled: set[str], join: JoinedRows, run: DmlRun) -> bool:
    for table in join.tables:
        if not isinstance(table.data, TableData) or table.alias.lower() in filled:
            continue
        own = [condition.copy() for condition in asked if _is_of(condition, table, join)]
        if own and is_impossible(
            reduce(lambda left, right: exp.And(this=left, expression=right), own),
            table.data.definition,
            table.alias,
            run,
        ):
            return True
    return False


def _filled_up(root: exp.Expression) -> set[str]:
    """The tables that have NULLs where an outer join finds no partner."""
    seen, filled = set[str](), set[str]()
    from_ = rows_from(root).args["from_"].this
    for node, side in (
        (from_, ""),
        *((join.this, join.text("side").upper()) for join in from_.args.get("joins") or ()),
    ):
        names = {table.alias_or_name.lower() for table in (node, *node.find_all(exp.Table))}
        if node is from_:
            names = {node.alias_or_name.lower()}
        if side == "LEFT" or isinstance(node, exp.Subquery):
            filled |= names
        elif side == "RIGHT":
            filled |= seen
        seen |= names
    return filled


def _is_of(condition: exp.Expression, table: JoinedTable, join: JoinedRows) -> bool:
    """Whether it names columns of that table alone, or none; queries are no conditions of a table."""
    if condition.find(exp.Query) is not None:
        return False
    known = [other.data for other in join.tables]
    for column in condition.find_all(exp.Column):
        name, owner = column.name.lower(), column.text("table").lower()
        if owner and (owner != table.alias.lower() or column.text("db")):
            return False
        if not owner and not (
            all(isinstance(data, TableData) for data in known)
            and [name in data.definition.index_of for data in known if isinstance(data, TableData)].count(True) == 1
        ):
            return False
        if not isinstance(table.data, TableData) or name not in table.data.definition.index_of:
            return False
    return True
