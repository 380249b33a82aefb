"""The types of a statement's parameters: what gives each its type is described as a query over the same tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.server.execute.prepare.places import PARAMETER, Places, counts_rows, with_values
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.temporal import parse_datetime
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types.parameter_kinds import ParameterKind, kind_beside
from binwriter.sql.types.parameters import Standing, number_of, parameters_in, spelled, standing
from binwriter.statement.columns import ColumnFlag, ResultColumn
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import StatementResult

_NUMBERS = (ParameterKind.INTEGER, ParameterKind.UNSIGNED, ParameterKind.DECIMAL, ParameterKind.DOUBLE)
_BYTES = (ParameterKind.BYTES, ParameterKind.LONG_BYTES, ParameterKind.JSON, ParameterKind.BITS)
_STATEMENTS = (exp.Select, exp.Update, exp.Delete, exp.Insert)


@dataclass(frozen=True)
class ParameterTypes:
    """kinds: by parameter. columns: what clients are told of them. depending: the items of the query that have some;
    alone: the parameters that are an item by themselves; stored: those that are a column's value."""

    kinds: tuple[ParameterKind, ...]
    columns: tuple[ResultColumn, ...]
    depending: frozenset[int] = frozenset()
    alone: frozenset[int] = frozenset()
    stored: frozenset[int] = frozenset()


def types_of(
    runner: Execution, text: str, places: Places, counts: Sequence[int], context: StatementContext
) -> ParameterTypes:
    """The parameters' types. counts: which of them stand behind LIMIT."""
    kinds = [ParameterKind.UNSIGNED if number in counts else ParameterKind.TEXT for number in range(len(places))]
    columns = [kind.column for kind in kinds]
    names = ["0" if number in counts else spelled(number) for number in range(len(places))]
    try:
        parsed = parse_statement(with_values(text, places, names))
    except MySQLError:  # NULL may stand where no variable may
        return ParameterTypes(tuple(kinds), tuple(columns))
    node = parsed.node
    if not isinstance(node, exp.Expression):
        return ParameterTypes(tuple(kinds), tuple(columns))
    statements: dict[int, exp.Expression | None] = {}
    asked: dict[int, tuple[exp.Expression, list[tuple[int, Standing, exp.Expression]]]] = {}
    stored: set[int] = set()
    for number, place in parameters_in(node):
        standing_there = standing(place)
        if standing_there.is_stored:
            stored.add(number)
        kinds[number], columns[number] = standing_there.kind, standing_there.kind.column
        scope = _statement_around(place, statements)
        giver = exp.Star() if standing_there.column is not None else standing_there.giver
        if giver is not None and scope is not None:
            asked.setdefault(id(scope), (scope, []))[1].append((number, standing_there, giver))
    for scope, of_scope in asked.values():
        for number, given in _described(runner, parsed, scope, of_scope, context):
            kinds[number], columns[number] = given
    return ParameterTypes(tuple(kinds), tuple(columns), _depending(node), _alone(node), frozenset(stored))


def _statement_around(place: exp.Expression, known: dict[int, exp.Expression | None]) -> exp.Expression | None:
    """known: of nodes of this tree that were passed: a chain of thousands of conditions is gone through once."""
    passed: list[int] = []
    node: exp.Expression | None = place
    while node is not None and id(node) not in known and not isinstance(node, _STATEMENTS):
        passed.append(id(node))
        above = node.parent
        node = above if isinstance(above, exp.Expression) else None
    around = node if node is None else known.get(id(node), node)
    for node_passed in passed:
        known[node_passed] = around
    return around


def columns_of(
    runner: Execution, text: str, places: Places, kinds: tuple[ParameterKind, ...], context: StatementContext
) -> tuple[ResultColumn, ...]:
    """What the result of a query will be with parameters of these types (none: they have no types); a parameter stands
    in a column's name as ?."""
    nulls = [kind.null for kind in kinds] or [PARAMETER] * len(places)
    values = ["0" if counts_rows(text, start) else null for (start, _), null in zip(places, nulls, strict=True)]
    try:
        described = runner.front_end.described(parse_statement(with_values(text, places, values)), context)
    except MySQLError:
        if not places:
            raise
        return ()  # with NULL in the place of its parameters: it is refused when it has them
    alone = "" if "null" in text.lower() else "NULL"  # as an item that is nothing else is called
    return tuple(
        replace(column, name="?" if column.name == alone else _without_values(column.name)) for column in described
    )


_NULLS = tuple(sorted({kind.null for kind in ParameterKind} | {PARAMETER}, key=len, reverse=True))


def _without_values(name: str) -> str:
    """The name of a column with ? where a NULL stands for a parameter."""
    for null in _NULLS:
        name = name.replace(null, "?")
    return name


def _depending(node: exp.Expression) -> frozenset[int]:
    if not isinstance(node, exp.Select):
        return frozenset()
    return frozenset(
        place
        for place, item in enumerate(node.expressions)
        if any(number_of(parameter) is not None for parameter in item.find_all(exp.Parameter))
    )


def _alone(node: exp.Expression) -> frozenset[int]:
    items = node.expressions if isinstance(node, exp.Select) else []
    numbers = (number_of(item.this if isinstance(item, exp.Alias) else item) for item in items)
    return frozenset(number for number in numbers if number is not None)


def _described(
    runner: Execution,
    parsed: ParsedStatement,
    scope: exp.Expression,
    asked: list[tuple[int, Standing, exp.Expression]],
    context: StatementContext,
) -> list[tuple[int, tuple[ParameterKind, ResultColumn]]]:
    """Of each parameter of a query whose type another value gives: that type; none of one that cannot be told."""
    asked_values = []
    rows = [ask for ask in asked if isinstance(ask[2], exp.Star)]
    values = [ask for ask in asked if not isinstance(ask[2], exp.Star)]
    if values:
        columns = _columns(runner, parsed, scope, [giver for _, _, giver in values], context)
        if columns is None:  # one of them may be wrong
            for ask in values:
                alone = _columns(runner, parsed, scope, [ask[2]], context)
                asked_values += [(ask[0], _given(ask[1], alone[0]))] if alone else []
        else:
            asked_values += [(ask[0], _given(ask[1], column)) for ask, column in zip(values, columns, strict=True)]
    if rows:
        insert = scope if isinstance(scope, exp.Insert) else scope.find_ancestor(exp.Insert)
        assert insert is not None
        into = insert.this
        named = into.expressions if isinstance(into, exp.Schema) else []
        items: list[exp.Expression] = [exp.Column(this=name.copy()) for name in named] or [exp.Star()]
        columns = _columns(runner, parsed, insert, items, context) or []
        for number, standing_here, _ in rows:
            assert standing_here.column is not None
            if standing_here.column < len(columns):
                asked_values.append((number, _given(standing_here, columns[standing_here.column])))
    return asked_values


def _given(asked: Standing, described: tuple[ResultColumn, int]) -> tuple[ParameterKind, ResultColumn]:
    column, collation = described
    kind = kind_beside(column)
    if not asked.matched:
        return kind, kind.column_in(collation)
    made = ParameterKind.BYTES if kind in _BYTES and kind is not ParameterKind.JSON else ParameterKind.TEXT
    told = made.column_in(collation if kind is made else 0)
    return made, replace(told, flags=ColumnFlag.BINARY) if kind is ParameterKind.JSON else told


def _columns(
    runner: Execution,
    parsed: ParsedStatement,
    scope: exp.Expression,
    items: Sequence[exp.Expression],
    context: StatementContext,
) -> list[tuple[ResultColumn, int]] | None:
    """The items, selected from the tables of a statement: how they are described, and their collations."""
    select = exp.Select(expressions=[_without_parameters(item) for item in items])
    if isinstance(scope, exp.Select):
        for part in ("from_", "joins", "with_"):
            if scope.args.get(part):
                select.set(part, _copied(scope.args[part]))
    elif isinstance(scope, exp.Insert):
        into = scope.this
        select.set("from_", exp.From(this=(into.this if isinstance(into, exp.Schema) else into).copy()))
    else:
        using = scope.args.get("using")
        select.set("from_", exp.From(this=(using[0] if using else scope.this).copy()))
    conditions = len(context.diagnostics)
    try:
        return runner.front_end.described_with_collations(replace(parsed, node=select), context)
    except (MySQLError, UnsupportedError):
        return None
    finally:
        del context.diagnostics[conditions:]


def _copied(part: object) -> object:
    return [child.copy() for child in part] if isinstance(part, list) else part.copy()  # type: ignore[attr-defined]


def _without_parameters(item: exp.Expression) -> exp.Expression:
    copied = item.copy()
    for node in list(copied.find_all(exp.Parameter)):
        if number_of(node) is not None:
            node.replace(exp.Null())
    return copied


# --- what is bound


def bound_kinds(kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None]) -> tuple[ParameterKind, ...]:
    """The types that the parameters have with these values. kinds: those of the execution before, or of PREPARE."""
    return tuple(_bound_kind(kind, value) for kind, value in zip(kinds, values, strict=True))


def rebound(
    first: tuple[ParameterKind, ...], before: tuple[ParameterKind, ...], values: Sequence[UserVariable | None]
) -> tuple[ParameterKind, ...]:
    """The types with these values of parameters that had such types before; where one of several is another now, the
    statement is prepared anew, and all of them are what they are at first with these values (captured:
    tests/golden/wire/changing_values).
    """
    kinds = bound_kinds(before, values)
    return kinds if kinds == before or len(kinds) == 1 else bound_kinds(first, values)


def _bound_kind(kind: ParameterKind, variable: UserVariable | None) -> ParameterKind:
    """The type that a parameter of that type has with such a value: numbers and texts are made what it is, as far as
    they can be; other values bring their own type."""
    value = None if variable is None else variable.value
    if value is None or variable is None:
        return kind
    if isinstance(value, str) and variable.moment:
        return _moment(kind, variable.moment)
    if isinstance(value, str | bytes):
        return ParameterKind.DECIMAL if kind in _WHOLE and _is_no_integer(value) else kind
    if kind in (ParameterKind.DATE, ParameterKind.TIME, ParameterKind.DATETIME, ParameterKind.DOUBLE):
        return kind
    if isinstance(value, float):
        return ParameterKind.DOUBLE
    if isinstance(value, Decimal):
        return ParameterKind.DECIMAL
    unsigned = variable.unsigned
    if kind in (ParameterKind.DECIMAL, ParameterKind.YEAR) or (kind is ParameterKind.BITS and unsigned):
        return kind
    return ParameterKind.UNSIGNED if unsigned else ParameterKind.INTEGER


_WHOLE = (ParameterKind.INTEGER, ParameterKind.UNSIGNED)
_NUMBER = pattern(r"\s*([-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?)\s*", re.ASCII)


def _is_no_integer(value: str | bytes) -> bool:
    """Whether a text is a number that no BIGINT is."""
    text = _number_in(value)
    return text is not None and not (text.lstrip("+-").isdigit() and -(1 << 63) <= int(text) < 1 << 63)


def _number_in(value: str | bytes) -> str | None:
    match = _NUMBER.fullmatch(value.decode("latin-1") if isinstance(value, bytes) else value)
    return None if match is None else match[1]


_MOMENTS = {"DATE": ParameterKind.DATE, "TIME": ParameterKind.TIME, "TIMESTAMP": ParameterKind.DATETIME}


def _moment(kind: ParameterKind, moment: str) -> ParameterKind:
    actual = _MOMENTS[moment]
    if kind is ParameterKind.DATETIME or (kind is ParameterKind.TIME and actual is ParameterKind.DATETIME):
        return kind
    if kind is ParameterKind.DATE and actual is ParameterKind.TIME:
        return ParameterKind.DATETIME
    return actual


def typed_texts(
    types: ParameterTypes, kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None], texts: Sequence[str]
) -> list[str]:
    """The values in SQL, each as a value of its parameter's type."""
    return [
        _typed_text(kind, types.kinds[number] not in _SHOWN and number not in types.alone, value, text)
        if types.kinds[number] not in _SHOWN or kind not in _NUMBERS or not _is_word(value)
        else text
        for number, (kind, value, text) in enumerate(zip(kinds, values, texts, strict=True))
    ]


def _is_word(variable: UserVariable | None) -> bool:
    value = None if variable is None else variable.value
    return isinstance(value, str | bytes) and _number_in(value) is None


def pinned_texts(
    types: ParameterTypes, kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None], texts: Sequence[str]
) -> list[str]:
    """The values in SQL, texts as numbers where an execution has made their parameter one: it stays that (captured:
    clusters/parameters_that_were_numbers)."""
    return [
        _typed_text(kind, False, value, text, number in types.stored)
        if _is_made(first, kind, value, number in types.stored)
        else text
        for number, (first, kind, value, text) in enumerate(zip(types.kinds, kinds, values, texts, strict=True))
    ]


def _is_made(first: ParameterKind, kind: ParameterKind, variable: UserVariable | None, stored: bool) -> bool:
    """Whether a text is not what the parameter is: a number for one that was a number, bytes for a number, a text that
    is no moment (stored: but for what a column is set to, which says what it lacks, as captured:
    clusters/texts_that_are_no_moments)."""
    value = None if variable is None or variable.moment else variable.value
    if kind is ParameterKind.YEAR:
        return isinstance(value, bytes)
    if kind in _NUMBERS and isinstance(value, str | bytes):
        return isinstance(value, bytes) if first in _NUMBERS else _number_in(value) is not None
    if stored or kind not in _PARSED or not isinstance(value, str | bytes):
        return False
    return _PARSED[kind](value.decode("latin-1") if isinstance(value, bytes) else value)[0] is None


_PARSED: dict[ParameterKind, Callable[[str], tuple[Any, ...]]] = {
    ParameterKind.DATE: parse_datetime,
    ParameterKind.DATETIME: parse_datetime,
}


_SHOWN = frozenset({ParameterKind.TEXT, ParameterKind.LONG_TEXT, *_BYTES})  # a number is shown as it is
_MADE = frozenset({*_NUMBERS, *_MOMENTS.values(), ParameterKind.YEAR})
_UNMADE = frozenset({ParameterKind.BITS, ParameterKind.JSON, ParameterKind.GEOMETRY})


def _typed_text(
    kind: ParameterKind, scaled: bool, variable: UserVariable | None, text: str, stored: bool = False
) -> str:
    """scaled: a DECIMAL has all of its type's digits behind the point."""
    value = None if variable is None else variable.value
    if value is None or variable is None:
        return kind.null
    if kind is ParameterKind.BYTES and isinstance(value, str | bytes):
        return f"CAST({text} AS BINARY)"
    if kind not in _MADE:
        return text
    if kind is ParameterKind.DECIMAL and not scaled:
        number = _number_in(value) if isinstance(value, str | bytes) else text
        if number is not None:
            return f"{Decimal(number):f}"
    if isinstance(value, bytes):
        text = f"CONCAT({text})"  # else it would be a number
        if stored and kind is ParameterKind.YEAR:
            return text
    elif isinstance(value, str):
        if _MOMENTS.get(variable.moment) is kind:
            return text
    elif kind in _WHOLE_OR_REAL and isinstance(value, float if kind is ParameterKind.DOUBLE else int):
        shown = kind is not ParameterKind.YEAR or value in _YEARS
        return text if shown else kind.null
    return kind.null.replace(PARAMETER, text)


_YEARS = range(1 << 16)  # what a client can be sent as one
_WHOLE_OR_REAL = (ParameterKind.INTEGER, ParameterKind.UNSIGNED, ParameterKind.DOUBLE, ParameterKind.YEAR)


def described_typed(
    runner: Execution,
    result: StatementResult,
    prepared: tuple[ResultColumn, ...],
    text: str,
    places: Places,
    types: ParameterTypes,
    kinds: tuple[ParameterKind, ...],
    clock: int,
) -> StatementResult:
    """What is made of parameters is described with their types, not with what the values look like.

    prepared: the columns with the types that PREPARE found; kinds: those of the values.
    """
    described = result.described
    if described is None or len(result.columns) != len(prepared) or not _UNMADE.isdisjoint(kinds):
        return result

    def typed() -> tuple[ResultColumn, ...]:
        columns = prepared
        if kinds != types.kinds:
            columns = columns_of(runner, text, places, kinds, runner.new_context(clock)) or columns
        plain = described()
        return tuple(columns[place] if place in types.depending else plain[place] for place in range(len(prepared)))

    return replace(result, described=typed)
