"""Rows that an engine is asked to write though they stay as they are: of columns that an UPDATE assigns and has not
read, which a server cannot compare, and rows that IGNORE keeps."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Column, DefaultKind, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.sql.dml.forgiven import FOREIGN_KEYS
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.store import implicit_default
from binwriter.sql.text.known_trees import nodes_in
from binwriter.statement.values import RowOperation


def writes_unread_columns(tree: exp.Expression, table: Table, assigned: frozenset[int], run: DmlRun) -> bool:
    """Whether InnoDB is asked to write rows even where nothing changes.

    A server that has not read a column it assigns cannot compare; in row form it reads them all, and generated columns
    always (captured: no_change_*), and what BEFORE triggers only read (captured: nulls_left_by_triggers_statement), and
    the key that its rows are found by again (captured: keys_set_to_themselves_statement).
    """
    if not table.engine.two_phase or run.context.row_form:
        return False
    targets = {id(item.this) for item in tree.expressions}
    names = run.context.program_names
    read = {
        table.index_of.get(column.name.lower())
        for column in nodes_in(tree, exp.Column)
        if id(column) not in targets
        and (names is None or names.find(column.name, column.table or None) is None)
        and not _is_of_subquery(column, run)
    }
    reads_all = run.context.variables.behaviour.triggers_read_what_they_set
    set_later = frozenset() if reads_all else run.assigned_by_triggers(table, RowOperation.UPDATE)
    read |= run.marked_by_triggers(table, RowOperation.UPDATE) - set_later
    if _moves_row(tree, table, assigned, run):
        read |= set(range(len(table.columns)))
    elif _is_found_again(tree, table, assigned, run):
        key = primary_key_equivalent(table)
        read |= set(key.columns if key is not None else ())
    return any(index not in read for index in assigned if not table.columns[index].generated)


def _moves_row(tree: exp.Expression, table: Table, assigned: frozenset[int], run: DmlRun) -> bool:
    """Whether all columns are read: the row may go into another partition. Up to 5.5 a sort of the whole table reads
    them, too."""
    partitions = table.partitioning.columns if table.partitioning is not None else frozenset[int]()
    where = tree.args.get("where")
    asked = {table.index_of.get(column.name.lower()) for column in nodes_in(where, exp.Column)} if where else set()
    sorts = _sorts(tree, table) and not any(key.columns[0] in asked for key in table.keys)
    return bool(partitions & assigned) or (sorts and run.context.variables.behaviour.sorts_whole_rows)


def _is_found_again(tree: exp.Expression, table: Table, assigned: frozenset[int], run: DmlRun) -> bool:
    """Whether rows are gathered before they are changed, because the change moves them in the clustered key: their
    places are values of that key. A row that another unique key gives is changed at once since 5.6; sorted ones stand
    gathered there already, up to 5.7 with no more than their places."""
    key, behaviour = primary_key_equivalent(table), run.context.variables.behaviour
    if key is None or not assigned.intersection(key.columns):
        return False
    if _sorts(tree, table) and behaviour.sorts_places:
        return False
    return behaviour.sorts_whole_rows or not _given_by_unique_key(tree, table, key)


def _sorts(tree: exp.Expression, table: Table) -> bool:
    """Whether the rows are asked for in an order that is not the clustered key's."""
    order, key = tree.args.get("order"), primary_key_equivalent(table)
    if order is None:
        return False
    first = order.expressions[0].this
    index = table.index_of.get(first.name.lower()) if isinstance(first, exp.Column) else None
    return key is None or index != key.columns[0]


def _given_by_unique_key(tree: exp.Expression, table: Table, clustered: Key) -> bool:
    """Whether the condition is that a unique key has certain values."""
    where = tree.args.get("where")
    if where is None:
        return False
    given = set()
    for part in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
        if isinstance(part, exp.EQ):
            sides = (part.this, part.expression)
            given |= {table.index_of.get(one.name.lower()) for one in sides if isinstance(one, exp.Column)}
    return any(key.unique and key is not clustered and given.issuperset(key.columns) for key in table.keys)


def _is_of_subquery(column: exp.Column, run: DmlRun) -> bool:
    """Whether the column is one of a table that a query around it reads, and not the statement's own."""
    query = column.find_ancestor(exp.Select)
    while query is not None:
        source = query.args.get("from_")
        nodes = [source, *(query.args.get("joins") or ())] if source is not None else []
        for node in nodes:
            if not isinstance(node.this, exp.Table):
                continue
            if column.table:
                if column.table == (node.this.alias or node.this.name):
                    return True
            elif (table := _known_table(node.this, run)) is not None and column.name.lower() in table.index_of:
                return True
        query = query.find_ancestor(exp.Select)
    return False


def _known_table(node: exp.Table, run: DmlRun) -> Table | None:
    schema = node.text("db") or run.context.database or ""
    temporary = run.database.temporary.find(schema, node.name)
    return temporary.definition if temporary is not None else run.database.catalog.find(schema, node.name)


def goes_on_behind(error: MySQLError, run: DmlRun) -> bool:
    """Forgives the error of a row that is changed, or raises it; whether further rows are looked at.

    Where the engine looks at foreign keys, a row that they keep counts as written (captured: 5.7.18); up to 5.6 it was
    the last one (captured: 5.1.54, 5.5.20, 5.6.21), which those are not that others have the key of (captured:
    5.6.21/ignored_updates_of_keys_row).
    """
    run.forgive(error)
    return error.code not in FOREIGN_KEYS or not run.context.variables.behaviour.engine_tells_parents


def differs_beneath(table: Table, row: Row, assigned: Iterable[int]) -> bool:
    """Whether a NULL that is set again makes a server take the row for changed: the NULLs that InnoDB reads have the
    bytes of their columns' defaults beneath them, those that are assigned have none. The engine then keeps the row
    (captured: nulls_over_defaults_*)."""
    return table.engine.two_phase and any(row[index] is None and _has_bytes(table.columns[index]) for index in assigned)


def has_bytes_beneath(table: Table, assigned: Iterable[int]) -> bool:
    """Whether that may be."""
    return table.engine.two_phase and any(_has_bytes(table.columns[index]) for index in assigned)


def _has_bytes(column: Column) -> bool:
    if column.default_kind is not DefaultKind.LITERAL or column.default is None:
        return False
    return column.spec.type is ColumnType.ENUM or column.default != implicit_default(column)
