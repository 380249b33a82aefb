"""EXPLAIN of one table in the traditional form: its row, and note 1003.

What joins, subqueries, unions, derived tables or partitions have is told by `explained`, table by table.
Captured: tests/golden/clusters/plans_of_one_table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.behaviour import PlanNotes
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execution import Execution
from binwriter.sql.binding.system_tables import PERFORMANCE_SCHEMA
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.printing.plan_notes import Read, change_note, select_note, understood, values_of
from binwriter.sql.query.access import filesort
from binwriter.sql.query.access.told import Told, key_length, told_way
from binwriter.sql.query.access.told_of_server import told_of_server
from binwriter.sql.query.loops import TableRows, all_rows
from binwriter.sql.query.run import query_scope
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types import is_aggregate

Row = tuple[Any, ...]

_NOT_PLAIN = ("joins", "with_", "having", "windows", "laterals", "into", "using", "tables")
_NOWHERE = (None,) * 9
_IMPOSSIBLE, _NO_ROW = "Impossible WHERE", "no matching row in const table"
_IMPOSSIBLE_BY_ROW = "Impossible WHERE noticed after reading const tables"
_AWAY, _NO_TABLES = "Select tables optimized away", "No tables used"


@dataclass(frozen=True)
class _Asked:
    """A statement of one table. where: without what is always true; "false" in constant: it is never."""

    tree: exp.Expression
    data: TableRows
    alias: str
    scope: Scope
    context: StatementContext
    where: exp.Expression | None = None
    constant: str = ""

    @property
    def table(self) -> Table:
        return self.data.definition


def plan_of_one_table(
    runner: Execution, statement: ParsedStatement, context: StatementContext
) -> tuple[Row, Diagnostic | None] | None:
    """The row, and the note where the statement can be printed; None for other statements."""
    tree = statement.node
    database = runner.front_end.database_of(context)
    if isinstance(tree, exp.Select) and tree.args.get("from_") is None and not _has_queries(tree):
        note = select_note(tree, None, database, Read()) if tree.args.get("where") is None else None
        noted = None if context.variables.behaviour.notes_plans is PlanNotes.NONE else _noted(note)
        return ((1, "SIMPLE", *_NOWHERE, _NO_TABLES), noted) if note is not None else None
    asked = _asked(runner, tree, context)
    if asked is None:
        return None
    notes = context.variables.behaviour.notes_plans
    if isinstance(asked.tree, exp.Select):
        told, read = _selected(asked)
        note = select_note(asked.tree, asked.table, database, read) if notes is not PlanNotes.NONE else None
        kind = "SIMPLE"
    else:
        told, note = _changed(asked), None
        if notes is PlanNotes.ALL:
            note = change_note(asked.tree, asked.table, database, asked.constant)
        kind = "UPDATE" if isinstance(tree, exp.Update) else "DELETE"
    if isinstance(told, str):
        return (1, kind, *_NOWHERE, told), _noted(note)
    refers = ",".join(["const"] * told.refers) or None
    key = (told.key, str(told.length), refers) if told.key is not None else (None, None, None)
    extra = "; ".join(told.extra) or None
    share = round(100 * told.share, 2)
    row = (1, kind, asked.alias, None, told.way, ",".join(told.possible) or None, *key, told.rows, share, extra)
    return row, _noted(note)


def _noted(note: str | None) -> Diagnostic | None:
    return understood(note)


def _has_queries(tree: exp.Expression) -> bool:
    return any(node is not tree for node in tree.find_all(exp.Query, exp.Window))


def _asked(runner: Execution, tree: object, context: StatementContext) -> _Asked | None:
    if not isinstance(tree, (exp.Select, exp.Update, exp.Delete)) or _has_queries(tree):
        return None
    if any(tree.args.get(part) for part in _NOT_PLAIN):
        return None
    node = tree.args["from_"].this if isinstance(tree, exp.Select) else tree.this
    if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier) or node.args.get("joins"):
        return None
    database = runner.front_end.database_of(context)
    schema = node.text("db") or context.database or ""
    is_temporary = database.temporary.find(schema, node.name) is not None
    is_server_s = schema.lower() == PERFORMANCE_SCHEMA and isinstance(tree, exp.Select)
    if not is_temporary and not is_server_s and database.catalog.find(schema, node.name) is None:
        return None
    if node.args.get("partition") or node.args.get("hints") or node.find(exp.IndexTableHint) is not None:
        return None
    data = database.table_of(node, context)
    table = data.definition
    if table.partitioning is not None or table.engine.rows_as_text or table.special_keys:
        return None
    alias = node.alias or node.name
    scope = query_scope(
        database, context, [Source.of_table(alias, table, rows=lambda: all_rows(data))], clause="where clause"
    )
    return _without_constants(_Asked(tree, data, alias, scope, context))


def _without_constants(asked: _Asked) -> _Asked:
    where = asked.tree.args.get("where")
    if where is None:
        return asked
    kept = []
    for term in conjuncts(where.this):
        if _is_never(asked.table, term):
            return replace(asked, constant="false")
        if term.find(exp.Column, exp.Func, exp.Parameter, exp.SessionParameter) is not None:
            kept.append(term)
        elif not truth(compile_expression(term, asked.scope))(asked.context, ()):
            return replace(asked, constant="false")
    if len(kept) == len(conjuncts(where.this)):
        return replace(asked, where=where.this)
    if not kept:
        return replace(asked, constant="-")
    together = kept[0].copy()
    for term in kept[1:]:
        together = exp.And(this=together, expression=term.copy())
    return replace(asked, where=together)


def _is_never(table: Table, term: exp.Expression) -> bool:
    """IS NULL of a column that is NOT NULL."""
    if not isinstance(term, exp.Is) or not isinstance(term.expression, exp.Null):
        return False
    place = table.index_of.get(term.this.name.lower()) if isinstance(term.this, exp.Column) else None
    return place is not None and not table.columns[place].spec.nullable


# --- SELECT -----------------------------------------------------------------------------------------------------------


def _selected(asked: _Asked) -> tuple[Told | str, Read]:
    read = Read(where=asked.constant)
    if asked.constant == "false":
        return _IMPOSSIBLE, read
    used = _used(asked)
    if asked.table.schema == PERFORMANCE_SCHEMA:
        told = told_of_server(asked.table, asked.where)
    else:
        told = told_way(asked.data, asked.where, asked.scope, used, asked.context)
    if told.only is not None:
        return _const(asked, told)
    if _is_known_before(asked):
        return _AWAY, read
    return _sorted(asked, told, used), read


def _const(asked: _Asked, told: Told) -> tuple[Told | str, Read]:
    assert told.only is not None
    columns = set(told.only.columns)
    terms = conjuncts(asked.where)
    by_key = [term for term in terms if _column(asked.table, term.this) in columns]
    found = _first(asked, by_key)
    if found is None:
        equal = " and ".join(f"multiple equal({_plain(term.expression)}, NULL)" for term in by_key)
        return _NO_ROW, Read(values_of(asked.table, None), equal if len(by_key) == 1 else f"({equal})")
    values = values_of(asked.table, found)
    if _first(asked, terms) is None:
        return _IMPOSSIBLE_BY_ROW, Read(values, "false")
    return told, Read(values, "true")


def _plain(node: exp.Expression) -> str:
    return f"'{node.name}'" if isinstance(node, exp.Literal) and node.is_string else node.sql("mysql")


def _first(asked: _Asked, terms: Sequence[exp.Expression]) -> Sequence[Any] | None:
    tests = [truth(compile_expression(term, asked.scope)) for term in terms]
    rows = (row for _, row in asked.data.scan() if all(test(asked.context, (row,)) for test in tests))
    return next(rows, None)


def _column(table: Table, node: object) -> int | None:
    return table.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None


def _used(asked: _Asked) -> frozenset[int]:
    for item in asked.tree.expressions:
        if isinstance(item, exp.Star) or (isinstance(item, exp.Column) and isinstance(item.this, exp.Star)):
            return frozenset(range(len(asked.table.columns)))
    places = (_column(asked.table, node) for node in asked.tree.find_all(exp.Column))
    return frozenset(place for place in places if place is not None)


def _is_known_before(asked: _Asked) -> bool:
    """COUNT(*) that an engine knows, MIN and MAX at the end of an index."""
    tree, table = asked.tree, asked.table
    if tree.args.get("group") or asked.where is not None or not tree.expressions:
        return False
    firsts = {key.parts[0].column for key in table.keys}
    for item in tree.expressions:
        call = item.unalias()
        name, arguments = (call.name.lower(), call.expressions) if isinstance(call, exp.Anonymous) else ("", [])
        if name == "count" and table.engine.name.lower() == "myisam" and isinstance(arguments[0], exp.Star):
            continue
        if name not in ("min", "max") or _column(table, arguments[0]) not in firsts:
            return False
    return True


def _sorted(asked: _Asked, told: Told, used: frozenset[int]) -> Told:
    """What ORDER BY, GROUP BY and DISTINCT ask for besides."""
    tree, table = asked.tree, asked.table
    grouped = tree.args.get("group") or (tree.args.get("distinct") and not tree.args.get("order"))
    aggregates = any(is_aggregate(node) for item in tree.expressions for node in item.walk())
    if grouped:
        nodes = tree.args["group"].expressions if tree.args.get("group") else [e.unalias() for e in tree.expressions]
        columns = [_column(table, node) for node in nodes]
        in_order = _by_key(table, told.key, columns, [False] * len(columns), frozenset()) is not None
        unique = any(
            key.unique and set(key.columns) <= set(columns) and not _may_be_null(table, key) for key in table.keys
        )
        in_order = in_order or unique
        sorts = tree.args.get("order") is not None and not in_order
        firsts = tuple(key.name for key in table.keys if key.parts[0].column in columns or _has(key, columns))
        possible = told.possible or (firsts if in_order else ())
        return replace(
            told,
            possible=possible,
            extra=told.extra if in_order else (*told.extra, "Using temporary", *(("Using filesort",) if sorts else ())),
        )
    order = tree.args.get("order")
    if order is None or aggregates:
        return told
    terms = [term for term in order.expressions if term.find(exp.Column) is not None]
    if not terms:
        return told
    columns = [_column(table, term.this) for term in terms]
    down = [bool(term.args.get("desc")) for term in terms]
    fixed = frozenset(
        place
        for place in (_column(table, term.this) for term in conjuncts(asked.where) if isinstance(term, exp.EQ))
        if place is not None
    )
    wanted = [(column, way) for column, way in zip(columns, down, strict=True) if column not in fixed]
    if not wanted:
        return told
    backwards = _by_key(table, told.key, [column for column, _ in wanted], [way for _, way in wanted], fixed)
    if backwards is not None:
        return replace(told, extra=(*told.extra, "Backward index scan") if backwards else told.extra)
    primary = table.primary_key
    if told.way in ("ALL", "index") and primary is not None and table.engine.two_phase:
        backwards = filesort.key_way(primary, columns, down)
        if backwards is not None:
            covers = ("Using index",) if used <= frozenset(primary.columns) else ()
            where = tuple(word for word in told.extra if word != "Using index")
            extra = (*where, *(("Backward index scan",) if backwards else ()), *covers)
            length = key_length(table, primary, len(primary.parts))
            rows = min(told.rows, _limit(tree)) if asked.where is None else told.rows
            return replace(told, way="index", key=primary.name, length=length, rows=rows, extra=extra)
    return replace(told, extra=(*told.extra, "Using filesort"))


def _may_be_null(table: Table, key: Key) -> bool:
    return any(table.columns[part.column].spec.nullable for part in key.parts)


def _has(key: Key, columns: Sequence[int | None]) -> bool:
    return any(part.column in columns for part in key.parts)


def _limit(tree: exp.Expression) -> int:
    limit = tree.args.get("limit")
    number = limit.expression if limit is not None else None
    return int(number.name) if isinstance(number, exp.Literal) else 1 << 62


def _by_key(
    table: Table, name: str | None, columns: Sequence[int | None], down: Sequence[bool], fixed: frozenset[int]
) -> bool | None:
    key = next((each for each in table.keys if each.name == name), None)
    return None if key is None else filesort.key_way(key, columns, down, fixed)


# --- UPDATE and DELETE ------------------------------------------------------------------------------------------------


def _changed(asked: _Asked) -> Told | str:
    if asked.constant == "false":
        return _IMPOSSIBLE
    told = told_way(asked.data, asked.where, asked.scope, None, asked.context)
    primary = asked.table.primary_key
    if told.way != "ALL" or told.possible or primary is None or not isinstance(asked.tree, exp.Update):
        return told
    if not asked.table.engine.two_phase:
        return told
    return replace(told, way="index", key=primary.name, length=key_length(asked.table, primary, len(primary.parts)))
