"""Conditions of UPDATE and DELETE that a server finds impossible before it looks at a row: it logs nothing then.

Found: constants that are not true, columns that equal two values, IS NULL of a NOT NULL column, and ranges of integers
in which nothing is for a key's column (captured: impossible_constants). Ranges of other values count as possible.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.keys import has_order
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.sql.dml import beyond_types
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.conditions import resolved
from binwriter.sql.expressions.conditions.chains import conjuncts, operands, without_not
from binwriter.sql.expressions.conditions.logic import asked
from binwriter.sql.expressions.literals import plain_value
from binwriter.sql.expressions.numbers import number_prefix
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.usable import variables_of_ranges
from binwriter.sql.query.ordering import limit_count
from binwriter.sql.query.volatile import is_asked_anew
from binwriter.sql.text.known_trees import has, nodes_in, nodes_outside
from binwriter.sql.text.tree_text import TURNED

_RANGES: dict[type[Any], tuple[int | None, int | None]] = {
    # what is added to the value for the lowest and the highest one that fits
    exp.EQ: (0, 0),
    exp.GT: (1, None),
    exp.GTE: (0, None),
    exp.LT: (None, -1),
    exp.LTE: (None, 0),
    exp.NEQ: (None, None),
}

_EQUALITIES = frozenset({exp.EQ})
_JOINED = (exp.Exists, exp.In, exp.Any, exp.All, exp.PropertyEQ)


def is_impossible(where: Any, table: Table, alias: str, run: DmlRun) -> bool:
    """Whether no row can fulfil the condition, whatever the table holds."""
    joined = [without_not(condition) for condition in conjuncts(where)]
    for condition in joined:
        if isinstance(condition, exp.Or) and all(
            is_impossible(side, table, alias, run) for side in operands(condition, exp.Or)
        ):
            return True
    if any(_is_false_subquery(condition, run) for condition in joined):
        return True
    conditions = [condition for condition in joined if is_plain(condition, run)]
    if any(_is_known_false(condition, run) for condition in conditions if not _columns(condition, run)):
        return True
    if run.context.variables.behaviour.folds_beyond_types and any(_is_beyond(part, table, run) for part in conditions):
        return True
    known, given_by = _constants(conditions, table, run)
    source = (Source.of_table(alias, table),)
    row = tuple(known.get(column.name.lower()) for column in table.columns)
    for condition in conditions:
        columns = _columns(condition, run)
        is_told = columns and columns <= known.keys() and not any(condition is given for given in given_by)
        if is_told and _is_false(condition, source, (row,), run):
            return True
        if _is_null_of_not_null(condition, table, run):
            return True
    ordered, hashed = _key_columns(table)
    if run.context.variables.behaviour.ranges_ask_subqueries:
        for condition in joined:
            beside = _beside_keys(condition, table, ordered, hashed)
            if any(_is_null_subquery(other, name, table, run) for name, other in beside):
                return True
    if any(_is_null_of_key(condition, ordered | hashed, table, run) for condition in conditions):
        return True
    return any(_is_empty(name, conditions, run) for name in ordered) or any(
        _is_empty(name, conditions, run, only=_EQUALITIES) for name in hashed - ordered
    )


def _is_beyond(condition: exp.Expression, table: Table, run: DmlRun) -> bool:
    found = beyond_types.compared(condition, table)
    asked = [(beyond_types.is_beyond, *found)] if found is not None else []
    asked += [(beyond_types.ends_beyond, *end) for end in beyond_types.ends(condition, table)]
    for is_beyond, operator, spec, other in asked:
        if beyond_types.is_literal(other) and is_beyond(operator, spec, value := value_of(other, run)):
            if isinstance(value, str) and not number_prefix(value)[1]:
                kind = "DECIMAL" if spec.type is ColumnType.NEWDECIMAL else "DOUBLE"
                run.context.value_problem("ER_TRUNCATED_WRONG_VALUE", kind, value)
            return True
    return False


def _is_false_subquery(condition: exp.Expression, run: DmlRun) -> bool:
    """Whether it compares nothing but constants and scalar subqueries that name no column of the table, and is not
    true: those are asked while the statement is planned, as EXISTS and IN never are (captured:
    clusters/impossible_subqueries)."""
    if not has(condition, exp.Subquery):
        return False
    subqueries = [node for node in nodes_in(condition, exp.Subquery) if has(node, exp.Table)]
    behaviour = run.context.variables.behaviour
    if not subqueries or not (behaviour.joins_subqueries or behaviour.ranges_ask_subqueries):
        return False
    if any(has(condition, kind) for kind in _JOINED):
        return False
    outside = any(isinstance(node, exp.Column) for node in nodes_outside(condition, exp.Subquery))
    if outside or any(map(is_asked_anew, nodes_in(condition, exp.Func))):
        return False
    try:
        return _is_known_false(condition, run, tells=True)
    except MySQLError:  # it names a column of the table, or is told when the rows are looked at
        return False


def _beside_keys(
    condition: exp.Expression, table: Table, ordered: set[str], hashed: set[str]
) -> Iterator[tuple[str, exp.Expression]]:
    """A key's column, and what it is compared with."""
    if isinstance(condition, exp.Between):
        if _name(condition.this) in ordered:
            yield from ((condition.this.name.lower(), condition.args[side]) for side in ("low", "high"))
        return
    if type(condition) not in _RANGES and not isinstance(condition, exp.NullSafeEQ):
        return
    for side, other in ((condition.this, condition.expression), (condition.expression, condition.this)):
        name = _name(side)
        if name is None or not (name in ordered or (name in hashed and isinstance(condition, exp.EQ))):
            continue
        if not (isinstance(condition, exp.NullSafeEQ) and table.columns[table.index_of[name]].spec.nullable):
            yield name, other


def _is_null_subquery(node: exp.Expression, name: str, table: Table, run: DmlRun) -> bool:
    """Whether it is a scalar subquery that names no column of the table, and NULL; texts are not looked for by
    numbers."""
    if not isinstance(node, exp.Subquery) or any(map(is_asked_anew, nodes_in(node, exp.Func))):
        return False
    if any(map(partial(_is_unset, run), _variables(node))):
        return False
    told = len(run.context.diagnostics)
    try:
        query, column = run.compile(node, clause="where clause"), table.columns[table.index_of[name]]
        if column_type(column.spec).kind is Kind.STRING and query.type.kind not in (Kind.STRING, Kind.NULL):
            return False
        return query.eval(run.context, ()) is None
    except MySQLError:  # told when the rows are looked at
        return False
    finally:
        del run.context.diagnostics[told:]


def _is_known_false(condition: exp.Expression, run: DmlRun, *, tells: bool = False) -> bool:
    """Of a condition without columns. tells: of one that is not true it is told here what a query in it warned of; all
    else is told where the statement's conditions are resolved."""
    context = run.context
    told, folded, of_conditions = len(context.diagnostics), context.folded, context.resolved
    context.folded, context.resolved = dict(folded), list(of_conditions)
    is_kept = False
    try:
        is_false = _is_false(condition, (), (), run)
        is_kept = is_false and tells
    finally:
        if not is_kept:
            del context.diagnostics[told:]
            context.folded, context.resolved = folded, of_conditions
    return is_false


def is_plain(condition: exp.Expression, run: DmlRun) -> bool:
    """Neither queries of tables nor assignments nor functions in it, but for those that are constant in a statement."""
    if run.context.variables.behaviour.joins_subqueries and has(condition, exp.Exists):
        return False
    if any(map(partial(_is_unset, run), _variables(condition))):
        return False
    if has(condition, exp.PropertyEQ) or (has(condition, exp.Subquery) and has(condition, exp.Table)):
        return False
    functions = [node for node in nodes_in(condition, exp.Func) if not isinstance(node, exp.Connector)]
    return not functions or not (has(condition, exp.Column) or any(map(is_asked_anew, functions)))


def _variables(condition: exp.Expression) -> Iterator[str]:
    return (parameter.this.name.lower() for parameter in nodes_in(condition, exp.Parameter))


def _is_unset(run: DmlRun, name: str) -> bool:
    """Whether no statement before this one has named the variable, which is no constant then up to 5.7 (captured:
    variables_not_set_statement)."""
    context = run.context
    if not context.variables.behaviour.unset_variables_vary:
        return False
    return name in context.facts.user_variables_made or name not in context.session.user_variables


def _is_false(condition: exp.Expression, sources: Sequence[Source], row: Sequence[Sequence[Any]], run: DmlRun) -> bool:
    return not run.compile(condition, *sources, clause="where clause").eval(run.context, row)


def value_of(node: exp.Expression, run: DmlRun) -> object:
    """A constant's value; the node itself if it is none."""
    if type(node) is exp.Literal and (plain := plain_value(node)) is not None:
        return plain
    return node if _columns(node, run) else run.compile(node, clause="where clause").eval(run.context, ())


def _is_variable(column: exp.Column, run: DmlRun) -> bool:
    """Whether the name means a variable of the program that runs: a constant as far as a server looks ahead."""
    names = run.context.program_names
    return names is not None and names.find(column.name, column.table or None) is not None


def _columns(node: exp.Expression, run: DmlRun) -> set[str]:
    return {column.name.lower() for column in nodes_in(node, exp.Column) if not _is_variable(column, run)}


def _reads_variables(node: exp.Expression, run: DmlRun) -> bool:
    return has(node, exp.Parameter) or any(_is_variable(column, run) for column in nodes_in(node, exp.Column))


def _name(node: object) -> str | None:
    return node.name.lower() if isinstance(node, exp.Column) else None


def _constants(conditions: list[Any], table: Table, run: DmlRun) -> tuple[dict[str, int | str], list[Any]]:
    """The columns that must equal a value of their own type, and the conditions that say so, which are true of it."""
    constants: dict[str, int | str] = {}
    given_by: list[Any] = []
    for condition in conditions:
        name = _name(condition.left) if isinstance(condition, exp.EQ) else None
        if name is None or name not in table.index_of or _reads_variables(condition.right, run):
            continue  # variables are asked for keys only
        type_ = column_type(table.columns[table.index_of[name]].spec)
        kind = Kind.NULL if type_.member else type_.kind  # ENUM and SET are kept as numbers
        if not _may_be(kind, condition.right, run):
            continue
        value = value_of(condition.right, run)
        if (type(value) is int and kind is Kind.INT) or (type(value) is str and kind is Kind.STRING):
            if name not in constants and type(condition.right) is exp.Literal:
                given_by.append(condition)
            constants.setdefault(name, value)
    return constants, given_by


def _may_be(kind: Kind, node: exp.Expression, run: DmlRun) -> bool:
    """Whether a constant is of the kind, by its type: another one is not asked for (captured: cluster
    divisions_beside_columns)."""
    if type(node) is exp.Literal or _columns(node, run):
        return True
    return run.compile(node, clause="where clause").type.kind in (kind, Kind.NULL)


def _is_null_of_not_null(condition: exp.Expression, table: Table, run: DmlRun) -> bool:
    name = _name(condition.this) if isinstance(condition, exp.Is) else None
    if name not in table.index_of or not isinstance(condition.expression, exp.Null):
        return False
    column = table.columns[table.index_of[name]]
    is_date = column.spec.type in (ColumnType.DATE, ColumnType.DATETIME2)  # of which the zero date counts as NULL
    variables = run.context.variables
    counts = column.auto_increment and (variables.behaviour.counters_may_be_null or variables.settings.sql_auto_is_null)
    return not column.spec.nullable and not counts and not is_date


def _is_null_of_key(condition: exp.Expression, keyed: set[str], table: Table, run: DmlRun) -> bool:
    """Whether a key's column that is NOT NULL is asked for NULL by <=>: of other columns that is found out row by row
    (captured: impossible_nulls_statement)."""
    if not isinstance(condition, exp.NullSafeEQ):
        return False
    for side, other in ((condition.this, condition.expression), (condition.expression, condition.this)):
        name = _name(side)
        if name in keyed and not table.columns[table.index_of[name]].spec.nullable and value_of(other, run) is None:
            return True
    return False


def _key_columns(table: Table) -> tuple[set[str], set[str]]:
    """The columns of keys that have an order, with those of partitions, and of keys that have none: those of MEMORY,
    but for BTREE (captured: scenarios/beyond_all_partitions)."""
    parted = table.partitioning.columns if table.partitioning is not None else ()
    found: tuple[set[str], set[str]] = {table.columns[index].name.lower() for index in parted}, set()
    for key in table.keys:
        found[not has_order(table, key)].update(table.columns[index].name.lower() for index in key.columns)
    return found


def _is_empty(name: str, conditions: list[Any], run: DmlRun, only: Collection[type[Any]] = ()) -> bool:
    """Whether the conditions leave a column no value. only: the comparisons that count, all by default."""
    bounds = bounds_of(name, conditions, run, only)
    return bounds is None or (bounds[0] is not None and bounds[1] is not None and bounds[0] > bounds[1])


def _value_of_range(node: exp.Expression, run: DmlRun) -> object:
    """A constant's value as it is asked for where keys are chosen: what is wrong with it is a warning, even under a
    strict mode (captured: cluster divisions_beside_columns)."""
    changes, run.context.changes_data = run.context.changes_data, False
    try:
        return value_of(node, run)
    finally:
        run.context.changes_data = changes


def bounds_of(
    name: str, conditions: list[Any], run: DmlRun, only: Collection[type[Any]] = ()
) -> tuple[int | None, int | None] | None:
    """The lowest and the highest integer that the conditions leave a column; None: it is compared with NULL."""
    low: int | None = None
    high: int | None = None
    for condition in conditions:
        for operator, nodes in comparisons(condition, name):
            if only and operator not in only:
                continue
            values = [value for node in nodes if (value := _value_of_range(node, run)) is not None]
            if not values:
                return None
            above, below = _RANGES[operator]
            numbers = [value for value in values if isinstance(value, int)]
            if len(numbers) < len(values):
                continue
            if above is not None:
                low = min(numbers) + above if low is None else max(low, min(numbers) + above)
            if below is not None:
                high = max(numbers) + below if high is None else min(high, max(numbers) + below)
    return low, high


def comparisons(condition: Any, name: str) -> Iterator[tuple[type[Any], Sequence[Any]]]:
    """Comparisons of the column with something, BETWEEN as two, IN with its list."""
    if isinstance(condition, exp.Between) and _name(condition.this) == name:
        yield exp.GTE, (condition.args["low"],)
        yield exp.LTE, (condition.args["high"],)
    elif isinstance(condition, exp.In) and _name(condition.this) == name and not condition.args.get("query"):
        yield exp.EQ, condition.expressions
    elif isinstance(condition, exp.Binary) and type(condition) in _RANGES and _name(condition.left) == name:
        yield type(condition), (condition.right,)
    elif isinstance(condition, exp.Binary) and type(condition) in TURNED and _name(condition.right) == name:
        yield TURNED[type(condition)], (condition.left,)


def _is_zero(limit: exp.Expression, run: DmlRun) -> bool:
    """Whether a program's variable behind LIMIT is 0 (captured: limits_of_none_statement)."""
    return limit_count(limit, run.scope(clause="limit clause")).count == 0


def matches_none(
    where: exp.Expression | None, limit: exp.Expression | None, table: Table, alias: str, run: DmlRun
) -> bool:
    """Whether the server sees without looking at rows that none can match: WHERE 1=0, LIMIT 0."""
    bound = None if limit is None else limit.expression
    if bound is not None and (bound.name == "0" or (isinstance(bound, exp.Column) and _is_zero(bound, run))):
        return True
    told = len(run.context.diagnostics)
    if where is not None and table.keys and has(where, exp.Parameter) and not has(where, exp.Subquery):
        inside = run.scope(Source.of_table(alias, table), clause="where clause")
        variables_of_ranges(where.this, inside, first=True)(run.context)
    if where is None or not is_impossible(where.this, table, alias, run):
        return False
    later = run.context.diagnostics[told:]
    del run.context.diagnostics[told:]
    scope = run.scope(Source.of_table(alias, table), clause="where clause")
    asked(run.compile_in(where.this, scope), scope, where.this)  # resolves it, as looking for rows would
    found = resolved.taken_out(run.context, told) if run.context.resolved else []
    run.context.diagnostics[told:] = [*found, *later]
    return True
