"""EXPLAIN of a join of stored tables in the traditional form: its rows, and note 1003.

What has subqueries, derived tables, views or windows is told by `explained`, table by table.
Captured: tests/golden/clusters/plans_of_joins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.behaviour import PlanNotes
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.printing.join_notes import join_note
from binwriter.sql.printing.plan_notes import understood
from binwriter.sql.query.joins.plan import PlannedJoin
from binwriter.sql.query.joins.told import JoinConditions, JoinedTable, ToldJoin, conditions_of
from binwriter.sql.query.joins.told_order import in_order
from binwriter.sql.query.run import Compiler, query_scope
from binwriter.sql.query.select import Select
from binwriter.sql.text.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

Row = tuple[Any, ...]

_NOT_PLAIN = ("with_", "windows", "laterals", "into")
_NOWHERE = (None,) * 9
_IMPOSSIBLE = "Impossible WHERE"
_IMPOSSIBLE_BY_ROW = "Impossible WHERE noticed after reading const tables"


def plan_of_join(
    runner: Execution, statement: ParsedStatement, context: StatementContext
) -> tuple[tuple[Row, ...], Diagnostic | None] | None:
    """The rows, and the note where the statement can be printed; None for other statements."""
    if not isinstance(statement.node, exp.Select):
        return None
    planned = plan_of_select(statement.node, runner.front_end.database_of(context), context)
    return None if planned is None else (planned[0], _noted(planned[1]))


def plan_of_select(
    tree: exp.Select, database: Database, context: StatementContext, shown: exp.Select | None = None
) -> tuple[tuple[Row, ...], str | None] | None:
    """The same. shown: the query that is printed, where it has another list."""
    if not tree.args.get("joins") or any(tree.args.get(part) for part in _NOT_PLAIN):
        return None
    if any(join.text("side").upper() == "RIGHT" for join in tree.args["joins"]):
        return None
    if any(node is not tree for node in tree.find_all(exp.Query, exp.Window)):
        return None
    query = Compiler(database, context)(tree, None)
    if not isinstance(query, Select) or not isinstance(query.tree, PlannedJoin):
        return None
    join = query.tree
    if not all(_is_plain(table.node.data) for table in join.tables):
        return None
    if any(database.view(table.source.schema, table.source.alias) is not None for table in join.tables):
        return None
    asked, is_never = _without_constants(conditions_of(tree, join), database, context)
    planner, steps, rows = join.told(context)
    told = ToldJoin(asked, join.tables, planner.tables, steps, context)

    def note(where: str = "", constants: Mapping[int, Sequence[Any]] | None = None) -> str | None:
        if context.variables.behaviour.notes_plans is PlanNotes.NONE:
            return None
        return join_note(tree if shown is None else shown, told, database, where, constants)

    if is_never or any(equal.is_never for equal in asked.where.equal) or _asks_null(told):
        return _nowhere(_IMPOSSIBLE), note("false")
    if (limit := tree.args.get("limit")) is not None and limit.expression.name == "0":
        return _nowhere("Zero limit"), None
    if any(not rows[slot] for slot in told.constants):
        return _nowhere("no matching row in const table"), None
    if _is_known_before(tree, told):
        return _nowhere("Select tables optimized away"), note()
    is_one_row = query.grouped and not tree.args.get("group")
    listed = in_order(tree, told, list(told.rows()), is_one_row=is_one_row)
    constants = {slot: rows[slot][0] for slot in told.constants}
    if constants and not _is_true_of(told, constants, database, context):
        return _nowhere(_IMPOSSIBLE_BY_ROW), note("false", constants)
    return tuple(_row(told, one) for one in listed), note("", constants)


def _nowhere(extra: str) -> tuple[Row, ...]:
    return ((1, "SIMPLE", *_NOWHERE, extra),)


def _noted(note: str | None) -> Diagnostic | None:
    return understood(note)


def _is_plain(data: Any) -> bool:
    if data is None:
        return False
    table = data.definition
    return table.partitioning is None and not table.engine.rows_as_text and not table.special_keys


def _without_constants(
    asked: JoinConditions, database: Database, context: StatementContext
) -> tuple[JoinConditions, bool]:
    """Without what names no column; and whether one of that is never true."""
    scope, kept, is_never = query_scope(database, context, clause="where clause"), [], False
    for node in asked.where.others:
        if node.find(exp.Column, exp.Func, exp.Parameter, exp.SessionParameter) is not None:
            kept.append(node)
        elif not truth(compile_expression(node, scope))(context, ()):
            is_never = True
    return replace(asked, where=replace(asked.where, others=tuple(kept))), is_never


def _is_known_before(tree: exp.Select, told: ToldJoin) -> bool:
    """COUNT(*) of engines that know it, MIN and MAX at the ends of indexes."""
    where = told.conditions.where
    if tree.args.get("group") or where.equal or where.others or told.conditions.own:
        return False
    for item in tree.expressions:
        call = item.unalias()
        name, arguments = (call.name.lower(), call.expressions) if isinstance(call, exp.Anonymous) else ("", [])
        if name == "count" and isinstance(arguments[0], exp.Star):
            if any(told.definition(slot).engine.name != "MyISAM" for slot in told.steps):
                return False
            continue
        place = told.conditions.place(arguments[0]) if name in ("min", "max") else None
        if place is None or not any(key.columns[0] == place[1] for key in told.definition(place[0]).keys):
            return False
    return True


def _asks_null(told: ToldJoin) -> bool:
    """Whether a column that has no NULLs is to be NULL."""
    for node in told.conditions.where.others:
        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            place = told.conditions.place(node.this)
            if place is None or place[0] in told.conditions.own:
                continue
            if not told.definition(place[0]).columns[place[1]].spec.nullable:
                return True
    return False


def _is_true_of(
    told: ToldJoin, constants: Mapping[int, Sequence[Any]], database: Database, context: StatementContext
) -> bool:
    """Whether what is asked of tables of one row alone holds of these."""
    scope = query_scope(database, context, told.conditions.sources, clause="where clause")
    row: list[Sequence[Any]] = [constants.get(n, ()) for n in range(len(told.tables))]
    for node in told.conditions.where.others:
        places = {told.conditions.place(column) for column in node.find_all(exp.Column)}
        is_known = all(place is not None and place[0] in constants for place in places)
        if is_known and not truth(compile_expression(node, scope))(context, row):
            return False
    for equal in told.conditions.where.equal:
        values = {constants[slot][column] for slot, column in equal.places if slot in constants}
        if len(values) > 1 or (None in values):
            return False
    return True


def _row(told: ToldJoin, one: JoinedTable) -> Row:
    key = (None, None, None)
    if one.key is not None:
        key = (one.key.name, str(one.length), ",".join(one.refers) or None)  # type: ignore[assignment]
    alias = told.tables[one.slot].source.alias
    share = round(100 * one.share, 2)
    possible = ",".join(one.possible) or None
    return (1, "SIMPLE", alias, None, one.way, possible, *key, one.rows, share, "; ".join(one.extra) or None)
