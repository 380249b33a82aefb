"""Names in scope: which tables an expression sees, and which value in the row a column name means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import collation_by_name
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.columns import padded_reader, reader, type_of_column
from binwriter.sql.expressions.types import Coercibility, CompiledExpression, Eval, ExprType, Kind, Row

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext

Reader = Callable[["StatementContext", Any], Any]
RowsOfTable = Callable[[], Iterable[tuple[Any, ...]]]


class KeptRows(Protocol):
    """The table that keeps a query's rows (`query.described.kept_columns`): its columns by their places."""

    def measure(self, index: int) -> Any:
        """The `Measure` of a column."""

    def type(self, index: int) -> ExprType:
        """Of a text or a year."""


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column that a source offers.

    reader turns the stored value into the expression value (None: it is one already). made_by: of a derived table or
    view, its query and the column's place there. kept: the table that keeps that query's rows.
    """

    name: str
    type: ExprType
    reader: Reader | None = None
    column: Column | None = None
    made_by: tuple[object, int] | None = None
    kept: KeptRows | None = field(default=None, compare=False)

    @property
    def is_visible(self) -> bool:
        """Whether * stands for it, too."""
        return self.column is None or self.column.spec.visible


@dataclass(frozen=True)
class Source:
    """A table in scope: one value tuple of every row. hidden: only qualified names find it.

    leading: the columns with which a key begins. table, rows: of a stored table, for who needs all of its rows. view:
    the view that it is, as (schema, name). is_merged: a derived table or view that a server merges into the query;
    is_stored: a view that asks for a table of its own (ALGORITHM = TEMPTABLE). in_definition: see `of_definition`.
    """

    alias: str
    columns: tuple[SourceColumn, ...]
    schema: str | None = None
    hidden: bool = False
    coalesced: frozenset[str] = frozenset()  # columns that USING or NATURAL merged into an earlier source's
    leading: frozenset[int] = frozenset()
    table: Table | None = None
    rows: RowsOfTable | None = field(default=None, compare=False)
    view: tuple[str, str] | None = field(default=None, compare=False)
    is_merged: bool = False
    is_stored: bool = False
    in_definition: bool = False

    @property
    def is_taken_in(self) -> bool:
        """Whether its query is a part of the one around it."""
        return self.is_merged and not self.is_stored

    @property
    def gives_one_row(self) -> bool:
        """Whether it is a derived table that is made, of one row at most: a server makes it before it plans."""
        made_by = self.columns[0].made_by if self.columns and not self.is_taken_in else None
        return made_by is not None and bool(getattr(made_by[0], "gives_one_row", False))

    @classmethod
    def of_definition(cls, table: Table) -> Source:
        """What the expressions of the table's own definition read: messages show its columns without the table's name
        (captured: clusters/expressions_out_of_range)."""
        return replace(cls.of_table(table.name, table), in_definition=True)

    @classmethod
    def of_table(
        cls,
        alias: str,
        table: Table,
        *,
        hidden: bool = False,
        rows: RowsOfTable | None = None,
    ) -> Source:
        kept: dict[str, Source] = table.__dict__.setdefault(_SOURCES, {}) if rows is None and not hidden else {}
        made = kept.get(alias)
        if made is None:
            leading = frozenset(key.columns[0] for key in table.keys if key.columns)
            made = cls(alias, columns_of_table(table), table.schema, hidden, leading=leading, table=table, rows=rows)
            if len(kept) < _MOST_SOURCES:
                kept[alias] = made
        return made

    @property
    def shown_names(self) -> list[str]:
        """Of the columns that are not invisible: NATURAL JOIN compares no others."""
        return [column.name for column in self.columns if column.is_visible]

    def is_named_by(self, node: exp.Expression) -> bool:
        """Whether what stands before a column's name, if anything does, is this source's name; alone, a name that USING
        or NATURAL merged means the other side (captured: clusters/outer_joins_of_merged_names)."""
        table = node.text("table")
        if not table and node.name.lower() in self.coalesced:
            return False
        return table in ("", self.alias) and node.text("db") in ("", self.schema or "")

    def index(self, name: str) -> int | None:
        return self._places.get(name.lower())

    @cached_property
    def _places(self) -> dict[str, int]:
        """By name in lower case; the first of those with one name."""
        places = {column.name.lower(): index for index, column in reversed(tuple(enumerate(self.columns)))}
        if self.table is not None and (rowid := _rowid(self.table)) is not None:
            places.setdefault("_rowid", rowid)
        return places


def _rowid(table: Table) -> int | None:
    """The column that `_rowid` stands for: the one integer of the primary key, or of the first unique key without
    NULLs where there is no primary key (MySQL manual, "CREATE INDEX Statement")."""
    first = table.primary_key or next(
        (key for key in table.keys if key.unique and not any(table.columns[at].spec.nullable for at in key.columns)),
        None,
    )
    if first is None or len(first.columns) != 1 or table.columns[first.columns[0]].spec.type not in _INTEGERS:
        return None
    return first.columns[0]


_INTEGERS = frozenset(
    {ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG, ColumnType.YEAR}
)
_COLUMNS, _SOURCES = "columns of a source", "sources by alias"  # in a table's `__dict__`
_MOST_SOURCES = 8


def columns_of_table(table: Table) -> tuple[SourceColumn, ...]:
    """What a table offers; most statements are about a few tables that stay as they are.

    Kept beside the table's own cached properties, so that it goes when the table goes.
    """
    known: tuple[SourceColumn, ...] | None = table.__dict__.get(_COLUMNS)
    if known is None:
        known = table.__dict__[_COLUMNS] = tuple(
            SourceColumn(column.name, _type_in(table, column), reader(column.spec), column) for column in table.columns
        )
    return known


def _type_in(table: Table, column: Column) -> ExprType:
    """Names in views of information_schema are put into their collation there, which counts as COLLATE (captured:
    clusters/names_of_the_catalog_compared)."""
    type_ = type_of_column(column)
    if table.schema == "information_schema" and type_.collation == _OF_NAMES:
        return replace(type_, coercibility=Coercibility.EXPLICIT)
    return type_


_OF_NAMES = collation_by_name("utf8mb3_tolower_ci").id


class CompiledQuery(Protocol):
    """A subquery, compiled: its columns, and its rows for the outer row."""

    @property
    def columns(self) -> tuple[tuple[str, ExprType], ...]: ...

    @property
    def correlated(self) -> bool: ...

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]: ...


@runtime_checkable
class Alternatives(Protocol):
    """A query whose rows are those of several ones, in the types of the whole: IN asks each for itself."""

    @property
    def alternatives(self) -> tuple[CompiledQuery, ...]:
        """Its queries; empty where the rows of all must be known first."""


@runtime_checkable
class AskedForAny(Protocol):
    """A query that can be asked for nothing but whether it has a row."""

    @property
    def asked_for_any(self) -> CompiledQuery: ...


class QueryCompiler(Protocol):
    """Who compiles subqueries (binwriter.sql.query); a protocol, so that expressions need not know queries."""

    def __call__(self, node: exp.Expression, outer: Scope) -> CompiledQuery: ...


@dataclass
class Aggregates:
    """The aggregate functions of one SELECT: `compile` appends here, the query computes them for each group.

    windows: its window functions, computed for all rows that are left then. rolled: expressions of GROUP BY that WITH
    ROLLUP makes NULL, with what a row's `SlotValues.rolled` calls them. inner: those that an argument may call.
    """

    calls: list[Any] = field(default_factory=list)
    allowed: bool = True
    windows: list[Any] = field(default_factory=list)
    rolled: list[tuple[Any, tuple[int, int]]] = field(default_factory=list)
    inner: Aggregates | None = None


# the values that an uncorrelated subquery gives, but for NULL, for a row of those around it
Members = Callable[["StatementContext", Row], Collection[Any]]


@dataclass(frozen=True)
class Scope:
    """What names mean in one place of a statement.

    unseen: the sources in which no name is looked for (tables in front of the join whose ON it is). clause: how
    error 1054 names the place. base: number of row slots that the outer scopes take; a scope takes one slot a
    source and one for its aggregates. row_aliases: select items that HAVING, GROUP BY and ORDER BY may name.
    of_change: of an UPDATE or DELETE of one table.
    values_source: the source whose row VALUES(col) reads (ON DUPLICATE KEY UPDATE). parameters: names that are
    neither columns nor variables (those of stored routines), with the way to read them. listed: named items of the
    select list, which subqueries in it and behind it may name; a text says why an item may not be. Filled while
    compiling: correlation, the bases of outer scopes whose columns were named; used, the (source, column) pairs
    that were read; compiled, the subqueries by the `id` of their node, whose outer rows have `width` slots; members,
    what IN looks whole numbers of a column up in, by the `id` of its node.
    """

    context: StatementContext
    sources: tuple[Source, ...] = ()
    unseen: frozenset[int] = frozenset()
    outer: Scope | None = None
    clause: str = "field list"
    compile_query: QueryCompiler | None = None
    aggregates: Aggregates | None = None
    row_aliases: dict[str, exp.Expression] = field(default_factory=dict)
    aliases_first: bool = False
    of_change: bool = False
    values_source: int | None = None
    parameters: dict[str, CompiledExpression] = field(default_factory=dict)
    listed: dict[str, CompiledExpression | str] = field(default_factory=dict)
    correlation: set[int] = field(default_factory=set)
    used: set[tuple[int, int]] = field(default_factory=set)
    compiled: dict[int, CompiledQuery] = field(default_factory=dict)
    members: dict[int, Members] = field(default_factory=dict)

    @property
    def base(self) -> int:
        return 0 if self.outer is None else self.outer.width

    @property
    def width(self) -> int:
        return self.base + len(self.sources) + 1

    def inside_aggregate(self) -> Scope:
        """Where the arguments of an aggregate stand: no other may be called there, but for one in a window, and an
        alias is a name there where no table has it. ER_INVALID_GROUP_FUNC_USE where none may stand, whatever its
        arguments are (captured: clusters/errors_at_prepare)."""
        if self.aggregates is None or not self.aggregates.allowed:
            raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
        aliases = {name: node for name, node in self.row_aliases.items() if self._lacks(name)}
        return replace(self, aggregates=self.aggregates.inner, row_aliases=aliases, aliases_first=False)

    def _lacks(self, name: str) -> bool:
        try:
            return self.locate(name) is None
        except MySQLError:  # several have it
            return False

    @property
    def sees_sources(self) -> bool:
        """Whether there is a table at all."""
        return len(self.sources) > len(self.unseen)

    @property
    def aggregate_slot(self) -> int:
        return self.base + len(self.sources)

    def within(self, clause: str, **changes: Any) -> Scope:
        """The same names in another clause."""
        return replace(self, clause=clause, **changes)

    def begins_key(self, name: str, table: str | None = None) -> bool:
        """Whether a column of this scope is the first one of a key."""
        place = self.locate(name, table)
        return place is not None and place[1] in self.sources[place[0]].leading

    def locate(self, name: str, table: str | None = None, schema: str | None = None) -> tuple[int, int] | None:
        """(source, column) of this scope alone. MySQLError ER_NON_UNIQ_ERROR when several sources have it."""
        place: tuple[int, int] | None = None
        for position, source in enumerate(self.sources):
            if position in self.unseen:
                continue
            if table is not None:
                if source.alias != table or (schema is not None and source.schema != schema):
                    continue
            elif source.hidden or name.lower() in source.coalesced:
                continue
            index = source.index(name)
            if index is None:
                continue
            if place is not None:
                raise mysql_error("ER_NON_UNIQ_ERROR", _shown(name, table, schema), self.clause)
            place = position, index
        return place

    def place_of(self, node: exp.Expression) -> tuple[int, int] | None:
        """The same of a name in a tree, with the table and the database that stand before it; None if it is no name."""
        if not isinstance(node, exp.Column):
            return None
        return self.locate(node.name, node.text("table") or None, node.text("db") or None)

    def has(self, name: str) -> bool:
        """Whether exactly one source has a column of that name."""
        try:
            return self.locate(name) is not None
        except MySQLError:
            return False

    def column(self, name: str, table: str | None = None, schema: str | None = None) -> CompiledExpression:
        """The expression that reads a column, of this scope or the nearest outer one that has it.

        Raises MySQLError ER_BAD_FIELD_ERROR, ER_NON_UNIQ_ERROR, ER_UNKNOWN_TABLE.
        """
        names = self.context.program_names
        if names is not None and schema is None:
            local: CompiledExpression | None = names.find(name, table)
            if local is not None:
                return local
        scope: Scope | None = self
        while scope is not None:
            place = scope.locate(name, table, schema)
            if place is not None:
                self.note_correlation(scope)
                return scope.read(*place)
            if table is None and name.lower() in scope.parameters:
                return scope.parameters[name.lower()]
            if table is None and scope is not self and name.lower() in scope.listed:
                return self._listed(name, scope)
            scope = scope.outer
        if table is not None and not self.sees_sources and self.outer is None and self.clause != "having clause":
            raise mysql_error("ER_UNKNOWN_TABLE", table, self.clause)  # there is no table at all
        raise mysql_error("ER_BAD_FIELD_ERROR", _shown(name, table, schema), self.clause)

    def _listed(self, name: str, home: Scope) -> CompiledExpression:
        """An item of the select list of an outer query. ER_ILLEGAL_REFERENCE for one that has no value yet."""
        item = home.listed[name.lower()]
        if isinstance(item, str):
            raise mysql_error("ER_ILLEGAL_REFERENCE", name, item)
        self.note_correlation(home)
        return item

    def note_correlation(self, home: Scope) -> None:
        """What this scope computes depends on rows of an outer one."""
        scope: Scope | None = self
        while scope is not None and scope.base > home.base:
            scope.correlation.add(home.base)
            scope = scope.outer

    def read(self, source: int, index: int) -> CompiledExpression:
        """The expression that reads this column of this scope's source."""
        self.used.add((source, index))
        column = self.sources[source].columns[index]
        slot = self.base + source
        owner = self.sources[source]
        names = (column.name,) if owner.in_definition else (owner.schema, owner.alias, column.name)
        text = ".".join(shown_name(part, self.context) for part in names if part)
        convert = column.reader
        if convert is None and column.column is not None and self.context.has_mode("PAD_CHAR_TO_FULL_LENGTH"):
            convert = padded_reader(column.column.spec)
        type_ = column.type
        if column.kept is not None and type_.kind in _CHANGED_WHERE_KEPT and not owner.is_taken_in:
            type_ = column.kept.type(index)
        elif type_.kind is Kind.REAL and not self.context.variables.behaviour.shortest_reals:
            type_ = replace(type_, printed=True)
        return CompiledExpression(type_, _read(slot, index, convert), text)


_CHANGED_WHERE_KEPT = frozenset((Kind.STRING, Kind.YEAR))


def shown_name(name: str, context: StatementContext) -> str:
    """A name within the text of an expression, as messages have it."""
    quote = '"' if context.has_mode("ANSI_QUOTES") else "`"
    return f"{quote}{name}{quote}"


def _read(slot: int, index: int, convert: Reader | None) -> Eval:
    if convert is None:
        return lambda context, row: row[slot][index]
    return lambda context, row: convert(context, row[slot][index])


def _shown(name: str, table: str | None, schema: str | None) -> str:
    return ".".join(part for part in (schema, table, name) if part)
