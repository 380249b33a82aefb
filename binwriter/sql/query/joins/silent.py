"""Which conditions say nothing: they neither warn nor fail, whatever the rows are, and leave nothing behind.

Nobody could notice of how many rows they are asked. They compare columns with columns, constants and calls of their own
kind; which calls are silent is in the functions' records (captured: cluster calls_that_say_nothing).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.sql.expressions.conditions.chains import conjuncts, operands
from binwriter.sql.expressions.packets import packet_limit
from binwriter.sql.expressions.scope import Scope, SourceColumn
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.kinds import Measure, of_stored, of_type

Place = tuple[int, int]  # slot and column

_SHORT_INTEGERS = frozenset({ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG})
_NUMBERS = frozenset({ColumnType.NEWDECIMAL, ColumnType.DOUBLE})
_TEXTS = frozenset({ColumnType.VARCHAR, ColumnType.STRING})
_MOMENTS = frozenset({ColumnType.DATE, ColumnType.DATETIME2})
_BINARY = 63
_WIDEST = 4  # bytes that a character may need
_PLAIN_NUMBER = pattern(r"[0-9]{1,18}(?:\.[0-9]{1,9})?")
_SMALL_NUMBER = pattern(r"[0-9]{1,9}")
_MOMENT = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?)?")
_COMPARISONS = (exp.EQ, exp.NullSafeEQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)
# the letters of `Function.silent`, and what each of them takes
_TEXT, _NUMBER, _NO_BIGINT, _SHORT, _MOMENT_KIND, _ALIKE, _ANY = "tnfim=*"
_TAKES = {_NUMBER: "nfi", _NO_BIGINT: "fi", _ANY: "tnfim"}
_NONE = "-"


def leading(terms: Iterable[exp.Expression | None], scope: Scope) -> tuple[list[exp.Expression], bool]:
    """The conditions of a chain of AND in front of which none says anything, these themselves not either; and whether
    they are all."""
    silent: list[exp.Expression] = []
    for chain in terms:
        for term in conjuncts(chain):
            if not is_silent(term, scope):
                return silent, False
            silent.append(term)
    return silent, True


def are_silent(conditions: Iterable[exp.Expression | None], scope: Scope) -> bool:
    """Whether none of the conditions says anything."""
    return leading(conditions, scope)[1]


def is_silent(node: exp.Expression, scope: Scope) -> bool:
    """Whether a condition says nothing."""
    if isinstance(node, (exp.Paren, exp.Not)):
        return is_silent(node.this, scope)
    if isinstance(node, (exp.Or, exp.And)):
        return all(is_silent(term, scope) for term in operands(node, type(node)))
    if isinstance(node, exp.In):
        sides = None if node.args.get("query") or not node.expressions else (node.this, *node.expressions)
    elif isinstance(node, exp.Between):
        sides = node.this, node.args["low"], node.args["high"]
    elif isinstance(node, exp.Like):
        return _kind(node.this, scope) == _TEXT and isinstance(node.expression, exp.Literal)
    elif isinstance(node, exp.Is):
        return isinstance(node.expression, exp.Null) and _kind(node.this, scope) is not None
    elif isinstance(node, _COMPARISONS):
        if isinstance(node.this, exp.Tuple) and isinstance(node.expression, exp.Tuple):
            pairs = list(zip(node.this.expressions, node.expression.expressions, strict=False))
            return len(node.this.expressions) == len(node.expression.expressions) and all(
                _are_alike(pair, scope) for pair in pairs
            )
        sides = node.this, node.expression
    else:
        return (_kind(node, scope) or _NONE) in _TAKES[_NUMBER]
    return sides is not None and _are_alike(sides, scope)


def _are_alike(nodes: Sequence[exp.Expression], scope: Scope) -> bool:
    kinds = {_kind(node, scope) for node in nodes}
    if _MOMENT_KIND in kinds:
        return all(_kind(node, scope) == _MOMENT_KIND or _is_moment(node) for node in nodes)
    return kinds == {_TEXT} or all((kind or _NONE) in _TAKES[_NUMBER] for kind in kinds)


def _is_moment(node: exp.Expression) -> bool:
    """A text that is a date, or a date and a time, and nothing else."""
    if not (isinstance(node, exp.Literal) and node.is_string and _MOMENT.fullmatch(str(node.this))):
        return False
    try:
        datetime.fromisoformat(str(node.this))
    except ValueError:
        return False
    return True


def _is_small(node: exp.Expression | None) -> bool:
    """A sum or product of two numbers that are no more than nine digits."""
    if isinstance(node, exp.Paren):
        return _is_small(node.this)
    if isinstance(node, (exp.Add, exp.Sub, exp.Mul)):
        sides = node.this.unnest(), node.expression.unnest()
        return all(isinstance(side, exp.Literal) and not side.is_string for side in sides) and all(
            _SMALL_NUMBER.fullmatch(str(side.this)) for side in sides
        )
    return False


def _kind(node: exp.Expression, scope: Scope) -> str | None:
    """What is compared with its like without a word, as a letter of `Function.silent`; None of what may say more."""
    if isinstance(node, exp.Literal):
        if node.is_string:
            return _TEXT
        if not _PLAIN_NUMBER.fullmatch(str(node.this)):
            return None
        return _SHORT if _SMALL_NUMBER.fullmatch(str(node.this)) else _NUMBER
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal):
        return _kind(node.this, scope) if not node.this.is_string else None
    if isinstance(node, exp.Paren):
        return _kind(node.this, scope)
    if _is_small(node):
        return _NUMBER
    column = column_of(node, scope)
    return _kind_of_call(node, scope) if column is None else _kind_of_column(column)


def _kind_of_column(column: SourceColumn) -> str | None:
    if column.column is None:
        return _NUMBER if is_whole(column) else None
    type_ = column.column.spec.type
    if type_ in _MOMENTS:
        return _MOMENT_KIND
    if type_ in _NUMBERS:
        return _NO_BIGINT
    if is_whole(column):
        return _SHORT if type_ in _SHORT_INTEGERS else _NUMBER
    return _TEXT if text_collation(column) is not None else None


def _kind_of_call(node: exp.Expression, scope: Scope) -> str | None:
    """Of a call of a silent function, with arguments of which it is."""
    function, arguments = called(node)
    if function is None or not function.silent or not arguments:
        return None
    parts = [part for part in node.args.values() if isinstance(part, exp.Expression)]
    if any(part not in arguments for part in parts):  # it has a grammar of its own
        return None
    kinds = [_kind(argument, scope) or _NONE for argument in arguments]
    if function.silent == _ALIKE:
        if len({kind if kind not in _TAKES[_NUMBER] else _NUMBER for kind in kinds} - {_NONE}) != 1 or _NONE in kinds:
            return None
    elif any(
        kind not in _TAKES.get(letter, letter)
        for kind, letter in zip(kinds, function.silent.ljust(len(kinds), function.silent[-1]), strict=False)
    ):
        return None
    if kinds.count(_TEXT) > 1 and not _are_of_one_charset(arguments, scope):
        return None
    made = measure(node, partial(_measure_of_column, scope=scope))
    return None if made is None else _kind_of_measure(made)


def _kind_of_measure(made: Measure) -> str | None:
    if made.kind in (Kind.INT, Kind.YEAR):
        return _NUMBER if made.wide else _SHORT
    if made.kind in (Kind.DECIMAL, Kind.REAL):
        return _NO_BIGINT
    if made.kind in (Kind.DATE, Kind.DATETIME):
        return _MOMENT_KIND
    return _TEXT if made.kind is Kind.STRING and not made.binary else None


def _measure_of_column(node: exp.Expression, scope: Scope) -> Measure | None:
    column = column_of(node, scope)
    if column is None:
        return None
    return of_type(column.type) if column.column is None else of_stored(column.column)


def _are_of_one_charset(arguments: Iterable[exp.Expression], scope: Scope) -> bool:
    """Whether texts need not be converted to be put together, and are not too long together."""
    collations, length = set[int](), 0
    for argument in arguments:
        for literal in argument.find_all(exp.Literal):
            if not str(literal.this).isascii():
                return False
            length += len(str(literal.this))
        for node in argument.find_all(exp.Column):
            column = column_of(node, scope)
            collation = None if column is None else text_collation(column)
            if column is not None and collation is not None:
                collations.add(collation)
                length += column.type.length
    return len(collations) <= 1 and length * _WIDEST <= packet_limit(scope.context)


def is_whole(column: SourceColumn) -> bool:
    """Whether its values are whole numbers, in which equal ones are alike."""
    if column.column is not None:
        type_ = column.column.spec.type
        return type_ in _SHORT_INTEGERS or type_ is ColumnType.LONGLONG
    made = column.type
    return column.made_by is not None and made.kind is Kind.INT and not (made.bit or made.member)


def text_collation(column: SourceColumn) -> int | None:
    """The collation of a column of texts; None of others."""
    spec = None if column.column is None else column.column.spec
    return None if spec is None or spec.type not in _TEXTS or spec.collation == _BINARY else spec.collation


def place_of(node: exp.Expression, scope: Scope) -> Place | None:
    """Slot and column of a column of this query or of one around it."""
    if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
        return None
    table, schema = node.text("table") or None, node.text("db") or None
    names = scope.context.program_names
    if names is not None and names.find(node.name, table) is not None:
        return None
    for around in _from_inside(scope):
        place = around.locate(node.name, table, schema)
        if place is not None:
            return around.base + place[0], place[1]
        if node.name.lower() in around.parameters or node.name.lower() in around.row_aliases:
            return None
    return None


def column_of(node: exp.Expression, scope: Scope) -> SourceColumn | None:
    """What the source of a name says of it."""
    place = place_of(node, scope)
    for around in _from_inside(scope) if place is not None else ():
        if place is not None and around.base <= place[0] < around.base + len(around.sources):
            return around.sources[place[0] - around.base].columns[place[1]]
    return None


def _from_inside(scope: Scope) -> Iterator[Scope]:
    around: Scope | None = scope
    while around is not None:
        yield around
        around = around.outer
