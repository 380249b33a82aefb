"""What CREATE TRIGGER checks of the rows NEW and OLD that its body names."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.programs import Expression, SetNew

_MISSING_ROWS = {"INSERT": "OLD", "DELETE": "NEW"}


def check_trigger_names(node: CreateProgram, table: Table) -> None:
    """MySQLError 1363 for a row that the event does not have, 1362 for SET NEW after it, 1054 for unknown columns."""
    for part in walk(node.body):
        if isinstance(part, SetNew):
            if node.event == "DELETE":
                raise mysql_error("ER_TRG_NO_SUCH_ROW_IN_TRG", "NEW", node.event)
            if node.timing == "AFTER":
                raise mysql_error("ER_TRG_CANT_CHANGE_ROW", "NEW", "after ")
            _check_column("NEW", part.column, table)
        elif isinstance(part, exp.Expression):
            for column in part.find_all(exp.Column):
                row = column.table.upper()
                if row in ("NEW", "OLD"):
                    if _MISSING_ROWS.get(node.event) == row:
                        raise mysql_error("ER_TRG_NO_SUCH_ROW_IN_TRG", row, node.event)
                    _check_column(row, column.name, table)


def _check_column(row: str, name: str, table: Table) -> None:
    if name.lower() not in table.index_of:
        raise mysql_error("ER_BAD_FIELD_ERROR", name, row)


def refuse_same_names(tree: exp.Expression, schema: str) -> None:
    """MySQLError ER_NONUNIQ_TABLE for a FROM clause that names two tables alike. schema: where names without one are.

    The parser says so, before anything is looked up (captured: names_twice).
    """
    for part in tree.find_all(exp.Select, exp.Update, exp.Delete):
        clause = part.args.get("from_")
        using = part.args.get("using")
        first = using[0] if using else clause.this if clause is not None else part.this
        if not isinstance(first, (exp.Table, exp.Subquery)):
            continue
        joins = [*(first.args.get("joins") or ()), *(part.args.get("joins") or ())]
        seen: set[tuple[str, str]] = set()
        for node in (first, *(join.this for join in joins)):
            name = ((node.text("db") or schema) if isinstance(node, exp.Table) else "", node.alias_or_name)
            if name[1] and name in seen:
                raise mysql_error("ER_NONUNIQ_TABLE", node.alias_or_name)
            seen.add(name)


def check_delete_targets(tree: exp.Delete, schema: str) -> None:
    """The names in front of FROM, or of USING, are names of its tables; the parser says so (captured:
    tests/golden/clusters/delete_targets.sql).

    A name without a database is an alias or a table of the session's database: ER_NO_DB_ERROR where there is none.
    ER_NONUNIQ_TABLE where several tables have it, ER_UNKNOWN_TABLE where none has.
    """
    using = tree.args.get("using")
    first = using[0] if using else tree.this
    named = tree.args.get("tables") or (_with_joined(tree.this) if using else [])
    tables = [node for node in _with_joined(first) if isinstance(node, exp.Table)]
    if not schema and not all(node.text("db") for node in (*named, *tables)):
        raise mysql_error("ER_NO_DB_ERROR")
    for target in named:
        matching = [node for node in tables if _is_target(target, node, schema)]
        if len(matching) > 1:
            raise mysql_error("ER_NONUNIQ_TABLE", matching[1].alias_or_name)
        if not matching and all(isinstance(node, exp.Table) for node in _with_joined(first)):
            raise mysql_error("ER_UNKNOWN_TABLE", target.name, "MULTI DELETE")


def _is_target(target: exp.Expression, node: exp.Table, schema: str) -> bool:
    database = target.text("db")
    if node.alias:
        return not database and target.name == node.alias
    return target.name == node.name and (database or schema) == (node.text("db") or schema)


def _with_joined(first: exp.Expression) -> list[exp.Expression]:
    """A table and those that are joined to it, also within brackets."""
    inner = first.this if isinstance(first, (exp.Paren, exp.Subquery)) else None
    own = _with_joined(inner) if isinstance(inner, (exp.Table, exp.Paren, exp.Subquery)) else [first]
    return own + [node for join in first.args.get("joins") or () for node in _with_joined(join.this)]


def columns_of_new(body: Any, *, set_only: bool) -> Iterator[str]:
    """The columns of NEW that a trigger's body sets, or also those that it reads."""
    for part in walk(body):
        if isinstance(part, SetNew):
            yield part.column
        elif isinstance(part, exp.Expression) and not set_only:
            yield from (column.name for column in part.find_all(exp.Column) if column.table.upper() == "NEW")


def walk(part: Any) -> Iterator[Any]:
    """Every part of a body, trees of expressions and statements included, in the order of the text."""
    if isinstance(part, exp.Expression):
        yield part
    elif isinstance(part, Expression):
        yield part.node
    elif isinstance(part, tuple):
        for one in part:
            yield from walk(one)
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        yield part
        for field in dataclasses.fields(part):
            yield from walk(getattr(part, field.name))
