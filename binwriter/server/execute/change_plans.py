"""EXPLAIN of an UPDATE or DELETE that joins tables, in the traditional form: that of the SELECT that finds their rows.

Captured: tests/golden/clusters/plans_of_unions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.errors import BinwriterError
from binwriter.mysql.behaviour import PlanNotes
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execute.join_plans import plan_of_select
from binwriter.sql.context import StatementContext
from binwriter.sql.printing.join_notes import JoinPrinter
from binwriter.sql.printing.plan_notes import understood

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

_FROM, _WHERE = " from ", " where "


def plan_of_joined_change(
    tree: object, database: Database, context: StatementContext
) -> tuple[tuple[tuple[Any, ...], ...], Diagnostic | None] | None:
    """The rows, and the note where the statement can be printed; None for other statements."""
    if not isinstance(tree, (exp.Update, exp.Delete)) or tree.find(exp.Query) is not None:
        return None
    using = tree.args.get("using")
    first = using[0] if using else tree.this
    if not isinstance(first, exp.Table) or not first.args.get("joins") or (using and len(using) > 1):
        return None
    changed = _changed(tree)
    if changed is None:
        return None
    items = [exp.Column(this=exp.Star(), table=exp.to_identifier(name)) for name in changed]
    if isinstance(tree, exp.Update):
        items += [column.copy() for each in tree.expressions for column in each.expression.find_all(exp.Column)]
    planned = plan_of_select(
        _query(tree, first, items), database, context, _query(tree, first, [exp.Literal.number(1)])
    )
    if planned is None:
        return None
    rows, note = planned
    word = "UPDATE" if isinstance(tree, exp.Update) else "DELETE"
    kinds = {name.lower() for name in changed}
    is_row = rows[0][2] is not None
    told = tuple((1, word if not is_row or str(row[2]).lower() in kinds else "SIMPLE", *row[2:]) for row in rows)
    if note is None or context.variables.behaviour.notes_plans is not PlanNotes.ALL:
        return told, None
    text = _text(tree, note.partition(_FROM)[2], changed, _query(tree, first, []), database, context)
    return told, understood(text)


def _changed(tree: exp.Update | exp.Delete) -> list[str] | None:
    """The tables, as the statement names them; None where its columns do not say so."""
    if isinstance(tree, exp.Update):
        names = [each.this.text("table") for each in tree.expressions]
    else:
        names = [table.name for table in tree.args.get("tables") or [tree.this]]
    return list(dict.fromkeys(names)) if all(names) else None


def _query(tree: exp.Expression, first: exp.Table, items: Sequence[exp.Expression]) -> exp.Select:
    table = first.copy()
    joins = table.args["joins"]
    table.set("joins", None)
    where = tree.args.get("where")
    select = exp.Select(expressions=list(items), joins=joins, where=None if where is None else where.copy())
    select.set("from_", exp.From(this=table))
    return select


def _text(
    tree: exp.Update | exp.Delete,
    found: str,
    changed: Sequence[str],
    query: exp.Select,
    database: Database,
    context: StatementContext,
) -> str | None:
    """found: FROM and WHERE, printed."""
    for node in query.find_all(exp.Table):
        node.set("db", exp.to_identifier(node.text("db") or context.database or ""))
    printer = JoinPrinter(database, None)
    tables = printer.tables_of(query)
    qualifiers = {table.alias.lower(): table.qualifier for table in tables}
    tables_text, _, where = found.partition(_WHERE)
    behind = f"{_WHERE}{where}" if where else ""
    if isinstance(tree, exp.Delete):
        listed = ", ".join(qualifiers.get(name.lower(), quoted(name)) for name in changed)
        return f"delete {listed}{_FROM}{tables_text}{behind}"
    expressions = printer.printer_of(tables)
    try:
        pairs = (f"{expressions.print(one.this)} = {expressions.print(one.expression)}" for one in tree.expressions)
        return f"update {tables_text} set {','.join(pairs)}{behind}"
    except (BinwriterError, KeyError, AttributeError):
        return None
