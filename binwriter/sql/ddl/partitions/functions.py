"""Compiles PARTITION BY: from a row to the number of its partition.

Source: MySQL manual, "Partitioning Types", "LINEAR HASH Partitioning", "How MySQL Partitioning Handles NULL"; the hash
of KEY as a 9.7.4 distributes rows (captured: partitions_rows_*).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from sqlglot import exp

from binwriter.catalog.partitions import Partitioning
from binwriter.catalog.tables import Table
from binwriter.errors import UnsupportedError
from binwriter.mysql.identifiers import quoted_if_needed
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.partitions.allowed import check_nodes
from binwriter.sql.ddl.partitions.checks import (
    check_lists,
    check_named_columns,
    check_ranges,
    checked_names,
    with_checked_comments,
)
from binwriter.sql.ddl.partitions.hashing import START, WORD, hasher_of, of_null
from binwriter.sql.ddl.partitions.values import check_column_types, column_value, with_shown_values
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import BinaryLiteral, Kind
from binwriter.sql.printing.tables import printed
from binwriter.sql.store import store
from binwriter.sql.syntax.partitions import MAXVALUE, PartitionBySyntax, PartitionDefinition, PartitionFunction
from binwriter.sql.text.trees import parse_expression
from binwriter.storage.order import comparable

Row = Sequence[Any]
Number = Callable[[Row], int]
_MAXIMUM = (2,)  # behind NULL (0,) and values (1, value)


def compile_partitioning(table: Table, syntax: PartitionBySyntax, context: StatementContext) -> Partitioning:
    """The partitions of a table. MySQLError for columns that are not there and values that do not fit."""
    names, subpartitions = checked_names(table, syntax, context)
    function = syntax.function
    syntax = with_checked_comments(syntax, context)
    number, used = _number(table, function, syntax, len(names), context)
    syntax = with_shown_values(table, syntax, context)
    columns = set(used)
    locate = number
    if syntax.sub is not None:
        count = len(subpartitions[0])
        inner, more = _hash(table, syntax.sub, count, context)
        columns |= set(more)

        def locate(row: Row) -> int:
            return number(row) * count + inner(row)

    return Partitioning(
        function.kind,
        names,
        subpartitions,
        shown_text(table, syntax, names, subpartitions, as_given=not context.variables.behaviour.rewrites_partitions),
        syntax,
        frozenset(columns),
        locate,
    )


def check_columns(table: Table, syntax: PartitionBySyntax, context: StatementContext) -> None:
    """Of RANGE COLUMNS and LIST COLUMNS what is seen before names of constraints are (captured: faults). MySQLError."""
    if syntax.function.by_columns:
        check_named_columns(table, syntax)
        check_column_types(table, syntax)
        with_shown_values(table, syntax, context)


def _number(
    table: Table, function: PartitionFunction, syntax: PartitionBySyntax, count: int, context: StatementContext
) -> tuple[Number, Sequence[int]]:
    if function.kind in ("HASH", "KEY"):
        return _hash(table, function, count, context)
    if function.by_columns:
        return _by_columns(table, function, syntax, context)
    return _by_value(table, function, syntax, context)


def compare_bounds(
    table: Table,
    syntax: PartitionBySyntax,
    old: PartitionDefinition,
    new: PartitionDefinition,
    context: StatementContext,
) -> int:
    """How far a new partition of RANGE reaches beside an old one: less (-1), as far (0), further (1)."""
    if syntax.function.by_columns:
        used = [table.index_of[name.lower()] for name in syntax.function.columns]
        here, there = (_up_to_maxvalue(_bounds(table, used, side.values[0], context)) for side in (old, new))
        return (there > here) - (there < here)
    before, after = (_constant(side.values[0][0], context, side.name) for side in (old, new))
    left, right = ((bound is None, bound or 0) for bound in (before, after))
    return (right > left) - (right < left)


def _as_signed(bound: int) -> int:
    """A bound as a number of 64 bits with a sign: one beyond is negative (cluster amounts_beyond_units)."""
    return bound - (1 << 64) if bound >> 63 > 0 else bound


# --- RANGE and LIST ---------------------------------------------------------------------------------------------------


def _by_value(
    table: Table, function: PartitionFunction, syntax: PartitionBySyntax, context: StatementContext
) -> tuple[Number, Sequence[int]]:
    value, used, unsigned = _expression(table, function.expression, context)
    if function.kind == "RANGE":
        bounds = [_constant(definition.values[0][0], context, definition.name) for definition in syntax.definitions]
        _check_domain(bounds, unsigned)
        if not unsigned:
            bounds = [None if bound is None else _as_signed(bound) for bound in bounds]
        check_ranges([(bound is None, bound or 0) for bound in bounds])

        known = [bound for bound in bounds if bound is not None]  # ascending; MAXVALUE is the last one

        def by_range(row: Row) -> int:
            result = value(row)
            if result is None:
                return 0
            number = bisect_right(known, result)
            if number == len(bounds):
                raise mysql_error("ER_NO_PARTITION_FOR_GIVEN_VALUE", result)
            return number

        return by_range, used
    values = [
        (_constant(text, context, definition.name), number)
        for number, definition in enumerate(syntax.definitions)
        for (text,) in definition.values
    ]
    _check_domain((result for result, _ in values), unsigned)
    check_lists([result for result, _ in values])
    places = dict(values)

    def by_list(row: Row) -> int:
        result = value(row)
        number = places.get(result)
        if number is None:
            raise mysql_error("ER_NO_PARTITION_FOR_GIVEN_VALUE", "NULL" if result is None else result)
        return number

    return by_list, used


def _check_domain(constants: Iterable[int | None], unsigned: bool) -> None:
    """ER_PARTITION_CONST_DOMAIN_ERROR for what a function without sign never is (clusters/types_that_part)."""
    if unsigned and any(constant is not None and constant < 0 for constant in constants):
        raise mysql_error("ER_PARTITION_CONST_DOMAIN_ERROR")


def _expression(
    table: Table, text: str, context: StatementContext
) -> tuple[Callable[[Row], int | None], Sequence[int], bool]:
    """The function, the columns that it reads, and whether it has no sign."""
    node = parse_expression(text)
    scope = Scope(context, (Source.of_definition(table),), clause="partition function")
    compiled = compile_expression(node, scope)
    if compiled.type.kind not in (Kind.INT, Kind.YEAR):
        raise mysql_error("ER_PARTITION_FUNC_NOT_ALLOWED_ERROR", "PARTITION")
    used = [table.index_of[column.name.lower()] for column in node.find_all(exp.Column)]

    def value(row: Row) -> int | None:
        result = compiled.eval(context, (row,))
        return None if result is None else int(result)

    return value, used, compiled.type.unsigned


def _constant(text: str, context: StatementContext, partition: str) -> int | None:
    """The value of a constant expression; None for MAXVALUE and NULL, which are asked for in different places.

    ER_VALUES_IS_NOT_INT_TYPE_ERROR.
    """
    if text.upper() in (MAXVALUE, "NULL"):
        return None
    node = parse_expression(text)
    if (column := node.find(exp.Column)) and column.name.upper() != "DEFAULT":
        raise mysql_error("ER_BAD_FIELD_ERROR", column.name, "partition function")
    if node.find(exp.Parameter, exp.SessionParameter, exp.Rand, exp.Column):
        raise UnsupportedError(f"VALUES of a partition that are no constant: {text}")
    check_nodes(node)
    if node.find(exp.Boolean):  # which a partitioning function may have (captured: tests/reliability/crafted)
        raise mysql_error("ER_PARTITION_FUNCTION_IS_NOT_ALLOWED")
    result: int | None = compile_expression(node, Scope(context)).eval(context, ())
    is_integer = isinstance(result, int) and not isinstance(result, BinaryLiteral) and -(1 << 63) <= result < 1 << 64
    if result is not None and not is_integer:
        raise mysql_error("ER_VALUES_IS_NOT_INT_TYPE_ERROR", partition)
    return result


def _by_columns(
    table: Table, function: PartitionFunction, syntax: PartitionBySyntax, context: StatementContext
) -> tuple[Number, Sequence[int]]:
    used = [table.index_of[name.lower()] for name in function.columns]
    specs = [table.columns[index].spec for index in used]

    def key(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(
            (0,) if value is None else (1, comparable(value, spec)) for value, spec in zip(values, specs, strict=True)
        )

    if function.kind == "RANGE":
        bounds = [
            _up_to_maxvalue(_bounds(table, used, definition.values[0], context)) for definition in syntax.definitions
        ]
        check_ranges(list(bounds))

        def by_range(row: Row) -> int:
            own = key([row[index] for index in used])
            for number, limit in enumerate(bounds):
                if own < limit:
                    return number
            raise mysql_error("ER_NO_PARTITION_FOR_GIVEN_VALUE", "from column_list")

        return by_range, used
    lists = [
        (_bounds(table, used, texts, context), number)
        for number, definition in enumerate(syntax.definitions)
        for texts in definition.values
    ]
    check_lists([values for values, _ in lists])
    places = dict(lists)

    def by_list(row: Row) -> int:
        number = places.get(key([row[index] for index in used]))
        if number is None:
            raise mysql_error("ER_NO_PARTITION_FOR_GIVEN_VALUE", "from column_list")
        return number

    return by_list, used


def _bounds(
    table: Table, used: Sequence[int], texts: Sequence[str], context: StatementContext
) -> tuple[tuple[Any, ...], ...]:
    return tuple(
        _MAXIMUM if text.upper() == MAXVALUE else _bound(table, index, text, context)
        for index, text in zip(used, texts, strict=True)
    )


def _up_to_maxvalue(bound: tuple[Any, ...]) -> tuple[Any, ...]:
    """Behind a MAXVALUE nothing is looked at."""
    return bound[: bound.index(_MAXIMUM) + 1] if _MAXIMUM in bound else bound


def _bound(table: Table, index: int, text: str, context: StatementContext) -> tuple[Any, ...]:
    column = table.columns[index]
    value = column_value(text, column, context)
    if value is None:
        return (0,)
    return 1, comparable(store(column, value, context, as_error=True), column.spec)


# --- HASH and KEY -----------------------------------------------------------------------------------------------------


def _hash(
    table: Table, function: PartitionFunction, count: int, context: StatementContext
) -> tuple[Number, Sequence[int]]:
    reduce = _linear(count) if function.linear else _modulo(count)
    if function.kind == "HASH":
        value, used, _ = _expression(table, function.expression, context)
        return lambda row: reduce(_OF_NULL if (number := value(row)) is None else number), used
    used = [table.index_of[name.lower()] for name in function.columns]
    if not used:
        key = table.primary_key or next((key_there for key_there in table.keys if key_there.unique), None)
        if key is None:
            raise mysql_error("ER_FIELD_NOT_FOUND_PART_ERROR")
        used = list(key.columns)
    used.sort()  # the columns are hashed in the table's order (captured: partitions_by_key_of_texts)
    hashers = [hasher_of(table.columns[index].spec, old=function.algorithm == 1) for index in used]

    def by_key(row: Row) -> int:
        state = START
        for index, hasher in zip(used, hashers, strict=True):
            value = row[index]
            state = of_null(state) if value is None else hasher(state, value)
        return reduce(state[0] & WORD)

    return by_key, used


# What stands for NULL: partition 0 where their number is a power of two (captured: counters_promised).
_OF_NULL = -(1 << 63)


def _modulo(count: int) -> Callable[[int], int]:
    return lambda value: abs(value) % count


def _linear(count: int) -> Callable[[int], int]:
    mask = 1
    while mask < count:
        mask <<= 1
    mask -= 1

    def reduce(value: int) -> int:
        number = value & mask
        return number if number < count else number & (mask >> 1)

    return reduce


# --- the clause as a server writes it ---------------------------------------------------------------------------------


def shown_text(
    table: Table,
    syntax: PartitionBySyntax,
    names: tuple[str, ...],
    subpartitions: tuple[tuple[str, ...], ...],
    *,
    as_given: bool = False,
) -> str:
    """The comment behind the table options of SHOW CREATE TABLE. as_given: its expressions are the client's (5.7)."""
    function, shown_name = syntax.function, partial(quoted_if_needed, before_8_0=as_given)
    version = 50500 if function.by_columns else 50100
    lines = [f"/*!{version} PARTITION BY {_shown_function(table, function, as_given)}"]
    if syntax.sub is not None:
        lines.append(f"SUBPARTITION BY {_shown_function(table, syntax.sub, as_given)}")
        if not any(definition.subpartitions for definition in syntax.definitions) and syntax.subcount:
            lines.append(f"SUBPARTITIONS {syntax.subcount}")
    if not syntax.definitions:
        if syntax.count or len(names) > 1:
            lines.append(f"PARTITIONS {len(names)}")
        return "\n".join(lines) + " */"
    shown = []
    named = any(each.subpartitions for each in syntax.definitions)
    for number, definition in enumerate(syntax.definitions):
        text = f"PARTITION {shown_name(definition.name)}{_values(function, definition.shown or definition.values)}"
        if named:
            inner = ",\n  ".join(
                f"SUBPARTITION {shown_name(name)}{limits}{_comment(comment)} ENGINE = {table.engine.name}"
                for name, limits, comment in zip_longest(
                    subpartitions[number], definition.subrow_limits, definition.subcomments, fillvalue=""
                )
            )
            shown.append(f"{text}\n ({inner})")
        else:
            shown.append(f"{text}{definition.row_limits}{_comment(definition.comment)} ENGINE = {table.engine.name}")
    lines.append("(" + ",\n ".join(shown) + ")")
    return "\n".join(lines) + " */"


def _comment(text: str) -> str:
    return f" COMMENT = '{text}'" if text else ""


# servers before 5.6.11 know no ALGORITHM (captured: clusters/keys_and_casts_shown)
_FIRST_HASH = "*/ /*!50611 ALGORITHM = 1 */ /*!50100 "


def _shown_function(table: Table, function: PartitionFunction, as_given: bool) -> str:
    linear = "LINEAR " if function.linear else ""
    if function.kind == "KEY":
        names = ",".join(
            quoted_if_needed(table.columns[table.index_of[name.lower()]].name, before_8_0=as_given)
            for name in function.columns
        )
        algorithm = _FIRST_HASH if function.algorithm == 1 else ""
        return f"{linear}KEY {algorithm}({names})"
    if function.by_columns:
        names = ",".join(quoted_if_needed(name, before_8_0=as_given) for name in function.columns)
        return f"{function.kind}  COLUMNS({names})"
    if as_given:
        return f"{linear}{function.kind} ({function.expression})"
    return f"{linear}{function.kind} ({printed(function.expression, table)})"


def _values(function: PartitionFunction, values: tuple[tuple[str, ...], ...]) -> str:
    if not values:
        return ""
    if function.kind == "LIST":
        texts = (row[0] if len(row) == 1 else f"({','.join(row)})" for row in values)
        return f" VALUES IN ({','.join(texts)})"
    if values[0] == (MAXVALUE,) and not function.by_columns:
        return " VALUES LESS THAN MAXVALUE"
    return f" VALUES LESS THAN ({','.join(values[0])})"
