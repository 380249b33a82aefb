"""EXPLAIN of a query of one derived table, view or common table: merged into it, or made before it.

Captured: tests/golden/clusters/plans_of_derived_tables. What has conditions above a table that is made is told by
`explained`: a server asks them below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.errors import BinwriterError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.server.execute.union_plans import Plan, PlanOf, Row
from binwriter.sql.binding.mergeable import is_merged
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.context import StatementContext
from binwriter.sql.printing.join_notes import JoinPrinter
from binwriter.sql.printing.plan_notes import understood
from binwriter.sql.query.select_list import title
from binwriter.sql.text.brackets import without_brackets
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types import is_aggregate

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

_NOT_TAKEN_OVER = ("windows", "with_", "laterals", "locks")  # of what is merged
_NOT_ABOVE = ("where", "group", "having", "distinct", "windows", "joins", "laterals")
_LEAST_ROWS = 2  # that a made table is thought to have
_NUMBER = pattern(r"select#(\d+)")
_NUMBERS = pattern(r"\d+")


@dataclass(frozen=True)
class _Derived:
    """A query in FROM. alias: by which it is known; names: of its columns, where they are given; view: as the statement
    names it."""

    query: exp.Expression
    alias: str
    names: Sequence[str] = ()
    view: exp.Table | None = None


def plan_of_derived(
    statement: ParsedStatement, database: Database, context: StatementContext, plan_of: PlanOf
) -> Plan | None:
    """None for other statements. plan_of: of a query without one."""
    tree = statement.node
    if not isinstance(tree, exp.Select) or tree.args.get("from_") is None or tree.args.get("joins"):
        return None
    derived = _derived(tree, database, context)
    if derived is None:
        return None
    if is_merged(derived.query):
        merged = _merged(tree, derived, database, context)
        return None if merged is None else plan_of(replace(statement, node=merged))
    if any(tree.args.get(part) for part in _NOT_ABOVE):
        return None
    return _made(statement, tree, derived, database, context, plan_of)


def _derived(tree: exp.Select, database: Database, context: StatementContext) -> _Derived | None:
    node = tree.args["from_"].this
    written = node.args.get("alias")
    names = [column.name for column in written.args.get("columns") or ()] if written is not None else []
    if isinstance(node, exp.Subquery) and node.alias and tree.args.get("with_") is None:
        return _Derived(without_brackets(node.this), node.alias, names)
    if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
        return None
    tables = tree.args.get("with_")
    if tables is not None:
        common = tables.expressions
        if len(common) != 1 or tables.args.get("recursive") or common[0].alias != node.name or node.text("db"):
            return None
        given = common[0].args["alias"].args.get("columns") or ()
        return _Derived(common[0].this, node.alias or node.name, names or [column.name for column in given])
    view = database.view(node.text("db") or context.database, node.name)
    if view is None or view.algorithm == "TEMPTABLE":
        return None
    query = view_tree(view).copy()
    for table in query.find_all(exp.Table):
        table.set("db", exp.to_identifier(table.text("db") or view.schema))
    return _Derived(query, node.alias or node.name, names or view.columns, node)


def _has_aggregates(query: exp.Select) -> bool:
    return any(is_aggregate(node) for item in query.expressions for node in item.walk())


# --- merged -----------------------------------------------------------------------------------------------------------


def _merged(tree: exp.Select, derived: _Derived, database: Database, context: StatementContext) -> exp.Select | None:
    """The query with the expressions of the other one in place of its columns; None where they cannot be told."""
    inner = derived.query.copy()
    assert isinstance(inner, exp.Select)
    if any(inner.args.get(part) for part in _NOT_TAKEN_OVER) or any(
        each is not inner for each in inner.find_all(exp.Query)
    ):
        return None
    items = _items(inner, database, context)
    if items is None:
        return None
    names = derived.names or [title(item) for item in items]
    known: dict[str, tuple[str, exp.Expression]] = {
        name.lower(): (name, item.this if isinstance(item, exp.Alias) else item)
        for name, item in zip(names, items, strict=False)
    }
    made = tree.copy()
    made.set("from_", None)
    made.set("with_", None)
    named = [column for column in made.find_all(exp.Column) if not isinstance(column.this, exp.Star)]
    listed: list[exp.Expression] = []
    for item in made.expressions:
        if is_star(item):
            listed += [_named(expression.copy(), name) for name, expression in known.values()]
        elif isinstance(item, exp.Alias):
            listed.append(item)
        else:
            listed.append(_named(item, title(item)))
    made.set("expressions", listed)
    if not all(_replaced(column, known) for column in named):
        return None
    _name_places(made, [item.this if isinstance(item, exp.Alias) else item for item in listed])
    keeps_order = not any(made.args.get(part) for part in ("order", "group", "distinct")) and not _has_aggregates(made)
    if inner.args.get("order") is not None and keeps_order:
        made.set("order", inner.args["order"].copy())
    terms = [clause.this for clause in (made.args.get("where"), inner.args.get("where")) if clause is not None]
    where = None
    for term in terms:
        where = term.copy() if where is None else exp.And(this=where, expression=term.copy())
    made.set("from_", inner.args["from_"].copy())
    made.set("joins", [join.copy() for join in inner.args.get("joins") or ()] or None)
    made.set("where", None if where is None else exp.Where(this=where))
    return made


def _name_places(tree: exp.Select, listed: Sequence[exp.Expression]) -> None:
    """Numbers in ORDER BY and GROUP BY as what they stand for."""
    for clause in ("order", "group"):
        for term in tree.args[clause].expressions if tree.args.get(clause) is not None else ():
            place = term.this if isinstance(term, exp.Ordered) else term
            if isinstance(place, exp.Literal) and place.is_int and 0 < int(place.name) <= len(listed):
                place.replace(listed[int(place.name) - 1].copy())


def _named(expression: exp.Expression, name: str) -> exp.Expression:
    alias = exp.to_identifier(name, quoted=True)
    return exp.Alias(this=expression, alias=alias)


def _items(query: exp.Select, database: Database, context: StatementContext) -> list[exp.Expression] | None:
    """Its list, stars spelled out."""
    if not any(map(is_star, query.expressions)):
        return list(query.expressions)
    node = query.args["from_"].this
    if query.args.get("joins") or not isinstance(node, exp.Table) or len(query.expressions) > 1:
        return None
    if database.view(node.text("db") or context.database, node.name) is not None:
        return None
    columns = database.table_of(node, context).definition.columns
    return [exp.column(column.name, node.alias or node.name) for column in columns if column.spec.visible]


def _replaced(column: exp.Column, known: Mapping[str, tuple[str, exp.Expression]]) -> bool:
    found = known.get(column.name.lower())
    if found is None:
        return False
    column.replace(found[1].copy())
    return True


# --- made before ------------------------------------------------------------------------------------------------------


def _made(
    statement: ParsedStatement,
    tree: exp.Select,
    derived: _Derived,
    database: Database,
    context: StatementContext,
    plan_of: PlanOf,
) -> Plan | None:
    planned = plan_of(replace(statement, node=derived.query))
    if planned is None:
        return None
    inner, note = planned
    count = _expected(inner, derived.query)
    if count is None:
        return None
    extra = "Using filesort" if tree.args.get("order") is not None else None
    rows: list[Row] = [(1, "PRIMARY", "<derived2>", None, "ALL", *(None,) * 4, count, 100.0, extra)]
    rows += [(row[0] + 1, _KINDS.get(row[1], row[1]), _shifted(row[2]), *row[3:]) for row in inner]
    text = None if note is None else _text(tree, derived, note.message, database, context)
    return tuple(rows), understood(text)


_KINDS = {"SIMPLE": "DERIVED", "PRIMARY": "DERIVED"}


def _shifted(name: Any) -> Any:
    if not isinstance(name, str) or not name.startswith("<"):
        return name
    return _NUMBERS.sub(lambda number: str(int(number[0]) + 1), name)


def _expected(rows: Sequence[Row], query: exp.Expression) -> int | None:
    """How many rows a made table is thought to have; None of one that is read at once."""
    by_query: dict[int, list[float]] = {}
    for row in rows:
        if row[9] is not None:
            by_query.setdefault(row[0], []).append(row[9] * row[10] / 100)
        elif not str(row[1]).endswith("RESULT"):
            by_query.setdefault(row[0], []).append(1.0)
    found = sum(prod(counts) for counts in by_query.values())
    limit = query.args.get("limit")
    if limit is not None:
        if not isinstance(limit.expression, exp.Literal):
            return None
        found = min(found, int(limit.expression.name))
    if isinstance(query, exp.Select) and (found <= 1 or (_has_aggregates(query) and not query.args.get("group"))):
        return None
    return max(_LEAST_ROWS, int(found))


def _text(tree: exp.Select, derived: _Derived, inner: str, database: Database, context: StatementContext) -> str | None:
    shown = tree.copy()
    first = derived.query
    while isinstance(first, exp.SetOperation):
        first = without_brackets(first.this)
    items = _items(first, database, context) if isinstance(first, exp.Select) else None
    if items is None:
        return None
    if derived.view is not None:
        table = shown.args["from_"].this
        table.set("db", exp.to_identifier(table.text("db") or context.database or ""))
    else:
        shown.set("from_", exp.From(this=exp.to_table(derived.alias, quoted=True)))
    shown.set("with_", None)
    names = tuple(derived.names or map(title, items))
    columns = [exp.column(name, derived.alias) for name in names]
    listed = [column for item in tree.expressions for column in (columns if is_star(item) else [item.unalias()])]
    _name_places(shown, listed)
    try:
        text = JoinPrinter(database, None, common={derived.alias.lower(): names}).print(shown)
    except (BinwriterError, KeyError, AttributeError):
        return None
    if derived.view is not None:
        return f"/* select#1 */ {text}"
    numbered, alias = _NUMBER.sub(lambda number: f"select#{int(number[1]) + 1}", inner), quoted(derived.alias)
    given = f" ({','.join(map(quoted, derived.names))})" if derived.names else ""
    if tree.args.get("with_") is not None:
        return f"with {alias}{given} as ({numbered}) /* select#1 */ {text}"
    return f"/* select#1 */ {text.replace(f' from {alias}', f' from ({numbered}) {alias}{given}', 1)}"
