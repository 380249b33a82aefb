"""What clients are told of the columns of a query: names, type, length, flags, decimals.

Lengths of texts are in characters here, those of longer ones in bytes; whoever sends them knows the client's character
set. Source: the answers of a 9.7.4 (tests/golden/wire/metadata.json, calls.txt).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.scope import CompiledQuery, Source, SourceColumn
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.query.described.computed import (
    computed,
    in_rows,
    of_subquery,
    returned_column,
    united,
)
from binwriter.sql.query.described.grouped import behind_groups, in_groups
from binwriter.sql.query.described.stored import of_column
from binwriter.sql.query.described.system import system_column
from binwriter.sql.query.described.temporary import (
    TEXTS,
    in_table,
    is_constant,
    is_rolled_up,
    sorts_behind_groups,
    uses_temporary,
)
from binwriter.sql.query.result_items import ResultItem, result_items
from binwriter.sql.query.select import Select
from binwriter.sql.query.setops import Values
from binwriter.sql.text.meta_keys import RETURNED
from binwriter.sql.types import NullRules
from binwriter.statement.columns import ColumnFlag, ResultColumn


def described(query: CompiledQuery, *, prepared: bool = False) -> tuple[ResultColumn, ...]:
    """The columns of a query that was compiled. prepared: as PREPARE tells them, which fills no temporary table.

    What functions of strings make may be NULL in a strict sql_mode only (captured: clusters/flags_without_strict)."""
    columns = _described(query, NullRules(), prepared=prepared)
    if not any(map(_may_be_null_by_mode, columns)):
        return columns
    others = _described(query, NullRules(strings=False), prepared=prepared)
    return tuple(
        replace(other, not_in_strict=True) if (other.flags & ~column.flags) & ColumnFlag.NOT_NULL else column
        for column, other in zip(columns, others, strict=True)
    )


def _may_be_null_by_mode(column: ResultColumn) -> bool:
    """Whether it could be one of those that depend on the sql_mode: a text, and no stored column."""
    is_stored = column.original_table not in ("", column.table)
    return column.type in TEXTS and not column.flags & ColumnFlag.NOT_NULL and not is_stored


def _described(query: CompiledQuery, rules: NullRules, *, prepared: bool) -> tuple[ResultColumn, ...]:
    items = result_items(query, rules=rules)
    if isinstance(query, Values):
        return tuple(in_rows(name, type_, item) for (name, type_), item in zip(query.columns, items, strict=False))
    return tuple(
        _column(name, type_, item, prepared=prepared) for (name, type_), item in zip(query.columns, items, strict=False)
    )  # fmt: skip


def _column(name: str, type_: ExprType, item: ResultItem, *, prepared: bool = False) -> ResultColumn:
    """In the table that a UNION, a GROUP BY or a window function fills, if there is one."""
    if item.expression is None:
        return united(name, type_, item, prepared=prepared)
    select = item.select
    origin = _origin(item)
    sorted_behind = not prepared and select is not None and sorts_behind_groups(select)
    if select is not None and is_rolled_up(item, select):
        made = computed(name, type_, item)
        made = replace(made, flags=made.flags & ~ColumnFlag.NOT_NULL)
        return in_table(made) if sorted_behind or select.aggregates.windows else made
    made = _computed(name, type_, item) if origin is None else _of_origin(name, origin)
    if prepared or select is None:
        return made
    if uses_temporary(select) and not (origin is None and is_constant(item)):
        if origin is None:
            return made if _is_returned(item) else in_groups(made, item)
        return _of_system(name, origin, stored=True) or in_table(made)
    return behind_groups(made, item) if sorted_behind else made


def _computed(name: str, type_: ExprType, item: ResultItem) -> ResultColumn:
    if item.expression is None or item.is_window:
        return computed(name, type_, item)
    if _is_returned(item):
        return returned_column(name, item.node, name)
    query = item.expression.query
    return computed(name, type_, item) if query is None else of_subquery(name, item, query)


def _is_returned(item: ResultItem) -> bool:
    """Whether it is the call of a stored function: it has a column before there is any table."""
    return item.node is not None and not item.is_window and RETURNED in item.node.meta


# --- where a column comes from


@dataclass(frozen=True)
class _Origin:
    """What an item reads: a column of a source. nullable: an outer join may make it NULL."""

    source: Source
    column: SourceColumn
    item: ResultItem
    nullable: bool


def _origin(item: ResultItem) -> _Origin | None:
    if item.expression is None or not isinstance(item.node, exp.Column) or item.select is None:
        return None
    placed = _placed(item.select, item.node)
    if placed is None or (placed[1].column is None and placed[1].made_by is None):
        return None
    return _Origin(placed[0], placed[1], item, placed[2])


def _of_origin(name: str, origin: _Origin) -> ResultColumn:
    source, column = origin.source, origin.column
    if column.made_by is None:
        assert column.column is not None
        made = _of_system(name, origin) or _stored(column.column, source.table, source.schema or "")
    else:
        made = _below(origin)
    if origin.nullable:
        made = replace(made, flags=made.flags & ~ColumnFlag.NOT_NULL)
    return replace(made, name=name, table=source.alias)


def _of_system(name: str, origin: _Origin, *, stored: bool = False) -> ResultColumn | None:
    """A column of a view of information_schema; None of others. stored: in a temporary table."""
    table, column = origin.source.table, origin.column.column
    known = system_column(table.schema, table.name, column.name, in_table=stored) if table and column else None
    if known is None or not stored:
        return known
    original = name if known.original_name else ""
    return replace(known, name=name, table=origin.source.alias if original else "", original_name=original)


def _stored(column: Column, table: Table | None, schema: str) -> ResultColumn:
    table_name = _OF_DOCUMENTS if table is None else table.name
    return replace(of_column(column, table), original_name=column.name, original_table=table_name, schema=schema)


_OF_DOCUMENTS = "json_table"  # what stored columns are of that no table has


def _below(origin: _Origin) -> ResultColumn:
    """A column of a view or derived table: as its query has it, in a table of its own where that is not merged."""
    source, column = origin.source, origin.column
    assert column.made_by is not None
    query, index = column.made_by
    below = origin.item._made(column)
    name, type_ = query.columns[index]  # type: ignore[attr-defined]
    made = _column(name, type_, below)
    if not source.is_merged and below.expression is not None:
        made = replace(made, name=column.name)
        made = kept_column(made, below)
    if made.schema and not source.is_merged:  # in a table of its own, it is still the stored one's
        return replace(made, original_name=column.name)
    if source.view is not None:
        schema, view = source.view
        shows = schema if made.schema or not source.is_merged else ""
        return replace(made, original_name=column.name, original_table=view, schema=shows)
    if made.schema and source.is_merged and (alias := _alias_below(origin)) is not None:
        return replace(made, original_name=column.name, original_table=alias)
    return made if made.schema else replace(made, original_name=column.name, original_table="")


def kept_column(column: ResultColumn, item: ResultItem) -> ResultColumn:
    """A query's column in the table of its rows: what a stored function returns is as it was, integers of queries in
    place of values are no shorter than INT."""
    if _is_returned(item) and column.type != ColumnType.JSON:
        return replace(column, original_name=column.name)
    made = in_table(column)
    is_short = isinstance(item.node, exp.Subquery) and made.type in _SHORT_INTEGERS
    return replace(made, type=ColumnType.LONG) if is_short else made


_SHORT_INTEGERS = frozenset((ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24))


def _alias_below(origin: _Origin) -> str | None:
    """What the stored table is called that a column comes from through queries that were merged."""
    if origin.column.made_by is None:
        return origin.source.alias
    below = _origin(origin.item._made(origin.column)) if origin.source.is_merged else None
    return None if below is None else _alias_below(below)


def _placed(select: Select, node: exp.Column) -> tuple[Source, SourceColumn, bool] | None:
    for position, source in enumerate(select.from_sources):
        if source.is_named_by(node):
            index = source.index(node.name)
            if index is not None:
                return source, source.columns[index], position in select.nullable_sources
    return None
