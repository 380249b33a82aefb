"""What a document leaves out and a join says: values go from parent to child and back."""

from __future__ import annotations

from binwriter.catalog.tables import Column
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_order import json_key
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.duality.bindings import Binding, Cell, Given, is_nil, same

_ZERO = json_key(0)


def is_made(column: Column, given: Given, context: StatementContext) -> bool:
    """Whether the column makes its own value."""
    if not column.auto_increment:
        return False
    if given is None or given.value is None:
        return True
    return not context.has_mode("NO_AUTO_VALUE_ON_ZERO") and json_key(given.value) == _ZERO


def look_for_values(bindings: list[Binding], context: StatementContext) -> None:
    """Fills `Binding.cells`. MySQLError where keys are missing, or joins do not hold."""
    for binding in bindings:
        if binding.given is None:
            continue
        for key, column in binding.node.columns:
            given = binding.given.member(key)
            binding.cells.append(Cell(column, key, given, is_made(column, given, context)))
    resolve(bindings, context)


def resolve(bindings: list[Binding], context: StatementContext) -> None:
    """Again, once a value is made that others wait for."""
    left = True
    while left:
        left = False
        for binding in bindings:
            if binding.given is not None and binding.node.join is not None:
                left |= _passed_on(binding, *_cells_of_join(binding), context)
    for binding in bindings:
        if binding.given is not None:
            _check(binding, context)


def _cells_of_join(binding: Binding) -> tuple[Cell, Cell]:
    assert binding.node.join is not None and binding.parent is not None
    own, other = binding.node.join
    return binding.cells[own], binding.parent.cells[other]


def _passed_on(binding: Binding, child: Cell, parent: Cell, context: StatementContext) -> bool:
    """Whether a value went from one to the other."""
    child_made = is_made(child.column, child.given, context)
    parent_made = is_made(parent.column, parent.given, context)
    if binding.node.is_singleton:
        if parent.given is None:
            parent.deferred |= child.deferred
        child.deferred |= is_nil(child.given) and child_made
    if binding.node.is_nested:
        if child.given is None:
            child.deferred |= parent.deferred
        parent.deferred |= is_nil(parent.given) and parent_made
    if not child_made and not is_nil(child.given) and parent.given is None:
        parent.given = child.given
        return True
    if not parent_made and not is_nil(parent.given) and child.given is None:
        child.given = parent.given
        return True
    return False


def _check(binding: Binding, context: StatementContext) -> None:
    node, primary = binding.node, binding.primary
    assert binding.given is not None
    if not primary.deferred and is_nil(primary.given):
        names = node.table_text, primary.column.name, binding.given.path, primary.key or ""
        raise mysql_error("ER_JDV_PRIMARY_KEY_MUST_BE_PROVIDED", *names)
    if node.join is None:
        return
    child, parent = _cells_of_join(binding)
    missing, parent_missing = (is_nil(cell.given) or is_made(cell.column, cell.given, context)
                               for cell in (child, parent))  # fmt: skip
    differ = not missing and not parent_missing and not same(child.given, parent.given)
    if differ or (missing and not child.deferred) or (parent_missing and not parent.deferred):
        assert node.parent is not None
        paths = ("$" if cell.given is None else cell.given.path for cell in (child, parent))
        columns = (node.table_text, child.column.name), (node.parent.table_text, parent.column.name)
        told = [part for path, column in zip(paths, columns, strict=True) for part in (path, *column)]
        raise mysql_error("ER_JDV_JOIN_CONDITION_NOT_SATISFIED", *told)
