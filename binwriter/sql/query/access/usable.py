"""Which conditions of WHERE an index may be searched with: a column beside something that the row does not change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import conjuncts, operands, plain_numbers, without_not
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Coercibility, CompiledExpression, ExprType, Kind
from binwriter.sql.query.access import sought
from binwriter.sql.query.access.bounds import numbers_of
from binwriter.sql.query.access.conditions import Condition, is_program_name, named_column
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.volatile import is_asked_anew

_RANGES: dict[type[exp.Expression], int] = {exp.GT: 1, exp.GTE: 1, exp.LT: 1, exp.LTE: 1, exp.NEQ: 2}
_COMPARED: tuple[type[exp.Expression], ...] = (exp.EQ, exp.NullSafeEQ, *_RANGES, exp.Between, exp.In)
_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})


def usable_conditions(where: exp.Expression, scope: Scope) -> Iterator[Condition]:
    for node in _positive(where):
        usable = _usable(node, scope)
        if usable is not None:
            column, equality, ranges, value = usable
            test = truth(compile_expression(node, scope))
            stored = scope.sources[0].columns[column]
            bounds, points = numbers_of(node, stored.column)
            whole = Condition(
                column, equality, ranges, test, value, _below(node, scope), *_ends(node, scope), None, bounds, points
            )
            if stored.column is not None and bounds is None and points is None:
                asked, spec = without_not(node), stored.column.spec
                within, listed = sought.ends_of(asked, spec, scope), sought.listed_in(asked, spec, scope)
                whole = replace(whole, within=within, listed=listed)
            is_text = stored.type.kind is Kind.STRING
            yield replace(whole, prefixed=_prefixed(whole, node, scope)) if is_text else whole


def variables_of_ranges(
    where: exp.Expression, scope: Scope, *, first: bool = False
) -> Callable[[StatementContext], None]:
    """What asks for the user variables that ranges of keys are compared with, as a server does before it reads a row:
    in the order of the conditions. first: equalities come first, as in UPDATE and DELETE of one table, see
    `equal_first` (captured: variables_of_ranges_statement)."""
    from binwriter.sql.expressions.conditions.equal_first import in_asked_order  # late: see `logic`

    parts = conjuncts(where)
    table = scope.sources[0].table
    keyed = (
        {} if table is None else {table.columns[part.column].name.lower() for key in table.keys for part in key.parts}
    )
    asked: list[CompiledExpression] = []
    told = len(scope.context.diagnostics)
    for part in in_asked_order(parts, scope) if first else parts:
        for term in operands(part, exp.Or):
            sides = (term.this, *term.args.values()) if isinstance(term, _COMPARED) else ()
            if any(isinstance(side, exp.Column) and side.name.lower() in keyed for side in sides):
                asked += [
                    compile_expression(constant, scope)
                    for constant in (*sides[1:], *term.expressions)
                    if isinstance(constant, exp.Expression) and constant.find(exp.Parameter) is not None
                ]
    del scope.context.diagnostics[told:]

    def ask(context: StatementContext) -> None:
        begin = len(context.diagnostics)
        for constant in asked:
            constant.eval(context, ())
        del context.diagnostics[begin:]

    return ask


def within(
    rows: Rows, is_read: Callable[[tuple[tuple[ColumnValue, ...], ...]], bool], context: StatementContext
) -> Rows:
    """Those of the rows that a server reads; what is told of the others is not told."""
    for row_id, row in rows:
        told = len(context.diagnostics)
        read = is_read((row,))
        del context.diagnostics[told:]
        if read:
            yield row_id, row


def _positive(where: exp.Expression) -> Iterator[exp.Expression]:
    """What AND joins, comparisons behind NOT as their complements, those of NOT (one OR other), too."""
    for node in map(without_not, conjuncts(where)):
        inner = node.this.unnest() if isinstance(node, exp.Not) else None
        if isinstance(inner, exp.Or):
            yield from (without_not(exp.Not(this=term.copy())) for term in operands(inner, exp.Or))
        else:
            yield node


def _prefixed(whole: Condition, node: exp.Expression, scope: Scope) -> Callable[[int], Condition | None]:
    @cache
    def prefixed(length: int) -> Condition | None:
        from binwriter.sql.query.access.prefixes import asked_of_prefix

        stored = scope.sources[0].columns[whole.column]
        column = exp.column(stored.name) if stored.column is not None and stored.column.spec.nullable else None
        asked = asked_of_prefix(node, column, length)
        if asked is None:
            return None
        ranges = 1 if isinstance(asked, exp.Not) else whole.ranges
        return replace(whole, test=truth(compile_expression(asked, scope)), ranges=ranges)

    return prefixed


def _below(node: exp.Expression, scope: Scope) -> Truth | None:
    """The test of rows in front of the range, only made where rows are locked."""
    if scope.context.locking is None:
        return None
    if isinstance(node, (exp.GT, exp.GTE)):
        return lambda context, row: True
    if isinstance(node, exp.EQ):
        return _beside(exp.LT, node, node.expression, scope)
    if isinstance(node, exp.Between):
        return _beside(exp.LT, node, node.args["low"], scope)
    return None


def _ends(node: exp.Expression, scope: Scope) -> tuple[Truth | None, Truth | None]:
    """The tests of rows with which the range begins and ends; made where rows are locked, too."""
    if scope.context.locking is None:
        return None, None
    low = node.expression if isinstance(node, exp.GTE) else node.args.get("low")
    high = node.expression if isinstance(node, exp.LTE) else node.args.get("high")
    tests = (_beside(exp.EQ, node, end, scope) if end else None for end in (low, high))
    return next(tests), next(tests)


def _beside(kind: type[exp.LT | exp.EQ], node: exp.Expression, bound: exp.Expression, scope: Scope) -> Truth | None:
    """The test of what is compared with a bound. None for a bound that the column does not take: a range is only warned
    of it, a comparison with it would be refused (captured: clusters/moments_beside_constant_texts)."""
    told = len(scope.context.diagnostics)
    try:
        compared: exp.Expression = kind(this=node.this.copy(), expression=bound.copy())
        return truth(compile_expression(compared, scope))
    except MySQLError:
        del scope.context.diagnostics[told:]
        return None


Usable = tuple[int, bool, int, CompiledExpression | None]


def _usable(node: exp.Expression, scope: Scope) -> Usable | None:
    """Of a condition that compares a column with constants: column, only points?, ranges, an equality's constant.

    Keys of ENUM and SET are in the order of numbers, so that no range of texts is looked up in them (captured: cluster
    ranges_of_members)."""
    usable = _compared(node, scope)
    if usable is None or usable[1] or not _has_members(usable[0], scope) or _is_not_null(without_not(node)):
        return usable
    return None


def _has_members(column: int, scope: Scope) -> bool:
    stored = scope.sources[0].columns[column].column
    return stored is not None and stored.spec.type in _MEMBERS


def _compared(node: exp.Expression, scope: Scope) -> Usable | None:
    if isinstance(node, exp.Paren):
        return _usable(node.this, scope)
    node = without_not(node)
    if isinstance(node, exp.Or):
        column, equality, ranges = None, True, 0
        for term in operands(node, exp.Or):
            usable = _usable(term, scope)
            if usable is None or column not in (None, usable[0]):
                return None
            column, equality, ranges = usable[0], equality and usable[1], ranges + usable[2]
        return None if column is None else (column, equality, ranges, None)
    if isinstance(node, (exp.EQ, exp.NullSafeEQ, *_RANGES)):
        return _comparison(node, scope)
    if isinstance(node, exp.Not) and isinstance(inner := node.this.unnest(), (exp.In, exp.Between)):
        within = _usable(inner, scope)  # what lies between the values, or around them
        return None if within is None else (within[0], False, within[2] + 1, None)
    if isinstance(node, exp.Column):
        return (
            _usable(exp.NEQ(this=node.copy(), expression=exp.Literal.number(0)), scope)
            if _is_number(node, scope)
            else None
        )
    if isinstance(node, exp.Not) and isinstance(inner := node.this.unnest(), exp.Column) and _is_number(inner, scope):
        return _usable(exp.EQ(this=inner.copy(), expression=exp.Literal.number(0)), scope)
    subject = node.this.this if _is_not_null(node) else node.this
    column = named_column(subject, scope) if isinstance(subject, exp.Expression) else None
    if column is None:
        return None
    if isinstance(node, exp.In):
        listed = node.expressions
        if listed and plain_numbers(node) is not None:
            is_text = scope.sources[0].columns[column].type.kind is Kind.STRING and not _has_members(column, scope)
            return None if is_text else (column, True, len(listed), None)
        if not listed or not all(_constant(item, column, scope) for item in listed):
            return None
        return column, True, len(listed), None
    if isinstance(node, exp.Between):
        bounds = (node.args["low"], node.args["high"])
        return (column, False, 1, None) if all(_constant(bound, column, scope) for bound in bounds) else None
    if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
        return column, True, 1, None
    if _is_not_null(node):
        stored = scope.sources[0].columns[column].column
        return (column, False, 1, None) if stored is not None and stored.spec.nullable else None
    if isinstance(node, exp.Like) and not node.args.get("negate"):
        return None if _pattern(node.expression, column, scope)[:1] in ("%", "_", "") else (column, False, 1, None)
    return None


def _pattern(node: exp.Expression, column: int, scope: Scope) -> str:
    """What LIKE compares with, as far as it is a constant."""
    if isinstance(node, exp.Literal):
        return node.name
    constant = None if node.find(exp.Parameter, exp.Placeholder) is not None else _constant(node, column, scope)
    if constant is None:
        return ""
    told = len(scope.context.diagnostics)
    try:
        value = constant.eval(scope.context, ())
    except MySQLError:
        value = None
    del scope.context.diagnostics[told:]
    return value if isinstance(value, str) else ""


def _is_number(node: exp.Column, scope: Scope) -> bool:
    """Whether it is a column that holds as a condition where it is not 0."""
    column = named_column(node, scope)
    return column is not None and scope.sources[0].columns[column].type.kind in _NUMBERS


def _is_not_null(node: exp.Expression) -> bool:
    inner = node.this
    return isinstance(node, exp.Not) and isinstance(inner, exp.Is) and isinstance(inner.expression, exp.Null)


def _comparison(node: exp.Expression, scope: Scope) -> Usable | None:
    for subject, other in ((node.this, node.expression), (node.expression, node.this)):
        column = named_column(subject, scope)
        if column is not None:
            value = _constant(other, column, scope)
            if value is None:
                return None
            equality = isinstance(node, (exp.EQ, exp.NullSafeEQ))
            return column, equality, 1 if equality else _RANGES[type(node)], value if equality else None
    return None


def _constant(node: exp.Expression, column: int, scope: Scope) -> CompiledExpression | None:
    """The compiled constant, if an index of the column can look it up: strings are not found by numbers, and nothing
    by a document. What has an effect beside its value is asked once, too: LAST_INSERT_ID(), GET_LOCK(), @a := 1
    (captured: cluster constants_that_find)."""
    columns = any(not is_program_name(column_node, scope) for column_node in node.find_all(exp.Column))
    if columns or node.find(exp.Query) is not None or any(map(is_asked_anew, node.find_all(exp.Func))):
        return None
    compiled = compile_expression(node, scope)
    if compiled.items or not _comparable(scope.sources[0].columns[column].type, compiled.type):
        return None
    return compiled


def _comparable(column: ExprType, value: ExprType) -> bool:
    if column.kind is Kind.STRING:  # an index is in the order of its own collation (captured: keys_of_other_collations)
        is_other = value.coercibility is Coercibility.EXPLICIT and value.collation != column.collation
        return value.kind is Kind.STRING and not is_other
    return value.kind is not Kind.JSON or column.kind is Kind.JSON
