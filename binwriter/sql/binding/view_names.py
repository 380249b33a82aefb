"""Names in a statement that changes a view: what the view does not show is no column, though its table has it.

Source: captured (clusters/names_behind_views).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_trees import column_behind, column_names, in_place_of
from binwriter.sql.text.known_trees import nodes_outside

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext

_CLAUSES: dict[type[object], str] = {
    exp.Where: "where clause",
    exp.Having: "having clause",
    exp.Order: "order clause",
    exp.Group: "group statement",
    exp.Join: "on clause",
}


def hidden_names(
    tables: Sequence[exp.Expression], shown: Collection[str], database: Database, context: StatementContext
) -> frozenset[str]:
    """The names of the tables' columns that are none of the view's, in lower case."""
    names = (name.lower() for table in tables for name in column_names(table, database, context, hidden=True))
    return frozenset(names) - frozenset(shown)


def refuse_unknown_first(
    tree: exp.Expression, node: exp.Expression, database: Database, context: StatementContext
) -> None:
    """ER_BAD_FIELD_ERROR for a name that the view has not, which old servers tell before it is not updatable: that of
    WHERE comes first (captured: captured-old/5.5.20/names_of_views_statement)."""
    kind = "DELETE" if isinstance(tree, exp.Delete) else "UPDATE"
    if kind not in context.variables.behaviour.names_before_targets:
        return
    names = {name.lower() for name in column_names(node, database, context)}
    parts = [("where clause", tree.args.get("where")), *(("field list", part) for part in tree.expressions)]
    for clause, part in parts:
        for column in nodes_outside(part, exp.Subquery) if part is not None else ():
            if isinstance(column, exp.Column) and column.name.lower() not in names:
                raise mysql_error("ER_BAD_FIELD_ERROR", _as_written(column), clause)


def refuse_hidden_names(
    parts: Sequence[exp.Expression | None],
    alias: str,
    hidden: Collection[str],
    others: Sequence[exp.Expression],
    database: Database,
    context: StatementContext,
) -> None:
    """ER_BAD_FIELD_ERROR for a name in these parts that only the tables below the view have.

    alias: under which the view stands; hidden: their names in lower case. A name that one of the other tables of the
    statement has is that one's, and is said to be so.
    """
    if not hidden:
        return
    for column in _columns(parts):
        table = column.text("table")
        if column.name.lower() not in hidden or table not in ("", alias):
            continue
        owner = _owner(column, table, others, database, context)
        if owner is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", _as_written(column), clause_of(column))
        if owner and not table:
            column.set("table", exp.to_identifier(owner, quoted=True))


def _qualified(parts: Sequence[exp.Expression | None], table: str) -> frozenset[str]:
    return frozenset(column.name.lower() for column in _columns(parts) if column.text("table") == table)


def _columns(parts: Sequence[exp.Expression | None]) -> Iterator[exp.Column]:
    for part in parts:
        if part is not None:
            yield from list(part.find_all(exp.Column, bfs=False))


def _as_written(column: exp.Column) -> str:
    return ".".join(text for text in (column.text("db"), column.text("table"), column.name) if text)


def clause_of(column: exp.Expression) -> str:
    """The clause in which a name stands, as errors call it."""
    node = column.parent
    while node is not None and not isinstance(node, (exp.Select, exp.Update, exp.Delete, exp.Insert)):
        if type(node) in _CLAUSES:
            return _CLAUSES[type(node)]
        node = node.parent
    return "field list"


def is_of(column: exp.Column, alias: str, database: Database, context: StatementContext) -> bool:
    """Whether a name in a statement is that of a column of its table under this alias: a subquery's own tables have
    theirs first (captured: clusters/names_in_subqueries_of_views)."""
    table = column.text("table")
    return table in ("", alias) and _owner(column, table, (), database, context) is None


def _owner(
    column: exp.Column,
    table: str,
    others: Sequence[exp.Expression],
    database: Database,
    context: StatementContext,
) -> str | None:
    """Under which name another table of the statement has the column; empty for one of a query around it, or one of
    which that is not known; None: there is none."""
    query = column.find_ancestor(exp.Select)
    while query is not None:
        if any(_has(node, column.name, table, database, context) is not False for node in _tables(query)):
            return ""
        query = query.find_ancestor(exp.Select)
    for node in others:
        if (has := _has(node, column.name, table, database, context)) is not False:
            return str(node.alias_or_name) if has else ""
    return None


def _tables(query: exp.Select) -> Iterator[exp.Expression]:
    from_ = query.args.get("from_")
    if from_ is not None:
        yield from_.this
        for join in (*(query.args.get("joins") or ()), *(from_.this.args.get("joins") or ())):
            yield join.this


def _has(node: exp.Expression, name: str, table: str, database: Database, context: StatementContext) -> bool | None:
    """None: who knows."""
    if table:
        return bool(node.alias_or_name == table)
    if isinstance(node, exp.Table):
        try:
            names = column_names(node, database, context, hidden=True)
        except MySQLError:
            return None
    elif isinstance(node, exp.Subquery):
        names = node.alias_column_names or node.named_selects
    else:
        return None
    return None if "*" in names else name.lower() in {one.lower() for one in names}


def read_names_of_view(
    tree: exp.Expression,
    name: str,
    base: exp.Expression,
    columns: dict[str, exp.Expression],
    database: Database,
    context: StatementContext,
) -> None:
    """The view's names in VALUES and behind ON DUPLICATE KEY UPDATE as those of its table."""
    rows, conflict = tree.args.get("expression"), tree.args.get("conflict")
    parts = [part for part in (rows if isinstance(rows, exp.Values) else None, conflict) if part is not None]
    if isinstance(rows, (exp.Values, exp.Select)) and not rows.args.get("alias"):
        others = list(_tables(rows)) if isinstance(rows, exp.Select) else []
        hidden = hidden_names([base], columns, database, context)
        refuse_hidden_names(parts, name, hidden, others, database, context)
        if base.name not in (name, *(other.alias_or_name for other in others)):
            refuse_hidden_names(parts, base.name, _qualified(parts, base.name), others, database, context)
    for part in parts:
        for column in list(part.find_all(exp.Column)):
            shown = columns.get(column.name.lower())
            if shown is not None and column.text("table") in ("", name):
                inner = in_place_of(column, shown, part)
                for own in list(inner.find_all(exp.Column)):
                    owner = _owner_in(column, own.name, rows, name, database, context)
                    own.set("table", None if owner is None else exp.to_identifier(owner, quoted=True))
                column.replace(inner)
    for call in conflict.find_all(exp.Anonymous) if conflict is not None else ():
        given = call.expressions[0] if call.expressions else None
        if str(call.this).upper() == "VALUES" and isinstance(given, exp.Identifier):
            target = column_behind(columns.get(given.name.lower()))
            if target is None:
                raise mysql_error("ER_BAD_FIELD_ERROR", given.name, "field list")
            given.replace(exp.to_identifier(target.name, quoted=True))


def _owner_in(
    column: exp.Column,
    inner: str,
    rows: exp.Expression | None,
    name: str,
    database: Database,
    context: StatementContext,
) -> str | None:
    """By which name the table's column is told from those of the query whose rows go into the view; None: by none,
    which may be ambiguous. inner: what the table calls it; name: of the view."""
    if not isinstance(rows, exp.Select):
        return name if column.text("table") else None
    clause = column.find_ancestor(exp.OnConflict)
    is_assigned = column.arg_key == "this" and clause is not None and getattr(column.parent, "parent", None) is clause
    if column.text("table") or is_assigned or not has_column(rows, column.name, database, context):
        return name
    if inner.lower() != column.name.lower():
        raise mysql_error("ER_NON_UNIQ_ERROR", column.name, "field list")
    return None


def has_column(rows: exp.Expression, name: str, database: Database, context: StatementContext) -> bool:
    """Whether a table of a query may have a column of this name."""
    tables = _tables(rows) if isinstance(rows, exp.Select) else ()
    return any(_has(node, name, "", database, context) is not False for node in tables)


def own_columns(
    condition: exp.Expression, base: exp.Expression, database: Database, context: StatementContext
) -> Iterator[exp.Column]:
    """The columns of a view's condition that are its table's, in subqueries those that these do not have themselves
    (captured: views_that_ask_tables_row). base: the table's node in the view."""
    for column in condition.find_all(exp.Column):
        if not _is_of_subquery(column, condition, base, database, context):
            yield column


def _is_of_subquery(
    column: exp.Column, whole: exp.Expression, base: exp.Expression, database: Database, context: StatementContext
) -> bool:
    table, node = column.text("table"), column.parent
    while node is not None:
        if isinstance(node, exp.Select):
            from_ = node.args.get("from_")
            joined = (join.this for join in node.args.get("joins") or ())
            for source in (*(() if from_ is None else (from_.this,)), *joined):
                if table:
                    found = source.alias_or_name == table
                elif isinstance(source, exp.Table):
                    names = column_names(source, database, context, hidden=True)
                    found = column.name.lower() in (name.lower() for name in names)
                else:
                    found = column.name.lower() in (name.lower() for name in source.named_selects)
                if found:
                    return True
        if node is whole:
            break
        node = node.parent
    return bool(table) and table != base.alias_or_name


def in_terms_of(
    columns: dict[str, exp.Expression], condition: exp.Expression, alias: str, above: str
) -> exp.Expression:
    """A condition over a view's columns, over those of its table. above: what the view is called in it."""

    def below(node: exp.Expression) -> exp.Expression:
        if not isinstance(node, exp.Column) or node.text("table") != above or node.name.lower() not in columns:
            return node
        target = columns[node.name.lower()].copy()
        for part in target.find_all(exp.Column):
            part.set("table", exp.to_identifier(alias, quoted=True))
        return target

    return condition.transform(below)
