"""The loops of FROM: what fills a row's slots with the rows of tables, one combination after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.derived import RowReader

MOST_PAIRS = 200_000  # beyond, the rows are found in the order of the text


class TableRows(Protocol):
    """What queries need of a stored table (`binwriter.storage.TableData`)."""

    @property
    def definition(self) -> Table: ...

    def scan(
        self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()
    ) -> Iterator[tuple[int, tuple[ColumnValue, ...]]]: ...

    def scan_equal(
        self, key: Key, prefix: tuple[ColumnValue, ...]
    ) -> Iterator[tuple[int, tuple[ColumnValue, ...]]]: ...

    def count(self, key: Key, prefix: tuple[ColumnValue, ...]) -> int: ...

    def __len__(self) -> int: ...


class DatabaseView(Protocol):
    """Where table names lead; temporary tables shadow base tables."""

    def table(self, schema: str | None, name: str) -> TableRows: ...

    def view(self, schema: str | None, name: str) -> View | None: ...


@dataclass(frozen=True)
class TableNode:
    """A leaf: fills one slot of the row. columns: how many; data: the stored table, where it is one."""

    slot: int
    columns: int
    read: RowReader
    data: TableRows | None = None


@dataclass(frozen=True)
class JoinNode:
    """left joined with right. outer: left rows without a partner come once with NULLs. condition None: every pair.

    partners: the rows of the table on the right that may match (`binwriter.sql.query.joins.partners`); None: all.
    on: the condition as written, with what USING and NATURAL equate. straight: STRAIGHT_JOIN.
    """

    left: FromNode
    right: FromNode
    outer: bool = False
    condition: Truth | None = None
    partners: RowReader | None = None
    on: tuple[exp.Expression, ...] = ()
    straight: bool = False


FromNode = TableNode | JoinNode


class Join(Protocol):
    """A join that finds its combinations itself. plain: the same in the order of the text."""

    @property
    def plain(self) -> FromNode: ...

    def combinations(self, context: StatementContext, row: list[Any]) -> Iterator[None] | None: ...


def iterate(node: FromNode | Join, context: StatementContext, row: list[Any]) -> Iterator[None]:
    """Fills the row's slots with one combination after the other."""
    if isinstance(node, TableNode):
        slot = node.slot
        for values in node.read(context, row):
            if interrupts.asked:
                interrupts.step()
            row[slot] = values
            yield
        return
    if not isinstance(node, JoinNode):  # it finds its combinations itself
        found_in_order = node.combinations(context, row)
        yield from found_in_order if found_in_order is not None else iterate(node.plain, context, row)
        return
    condition = node.condition
    right = node.right
    if isinstance(right, TableNode):
        yield from _joined_with_table(node, right, node.partners or right.read, context, row)
        return
    for _ in iterate(node.left, context, row):
        has_partner = False
        for _ in iterate(right, context, row):
            if condition is None or condition(context, row):
                has_partner = True
                yield
        if node.outer and not has_partner:
            _fill_with_nulls(node.right, row)
            yield


def _joined_with_table(
    node: JoinNode, right: TableNode, read: RowReader, context: StatementContext, row: list[Any]
) -> Iterator[None]:
    """The combinations with the rows of one table."""
    condition, slot = node.condition, right.slot
    for _ in iterate(node.left, context, row):
        has_partner = False
        for values in read(context, row):
            if interrupts.asked:
                interrupts.step()
            row[slot] = values
            if condition is None or condition(context, row):
                has_partner = True
                yield
        if node.outer and not has_partner:
            _fill_with_nulls(right, row)
            yield


def _fill_with_nulls(node: FromNode, row: list[Any]) -> None:
    if isinstance(node, TableNode):
        row[node.slot] = (None,) * node.columns
    else:
        _fill_with_nulls(node.left, row)
        _fill_with_nulls(node.right, row)


def table_source(alias: str, data: TableRows) -> tuple[Source, RowReader]:
    """A stored table as a source, read in table order."""
    return Source.of_table(alias, data.definition, rows=lambda: all_rows(data)), TableScan(data)


@dataclass(frozen=True)
class TableScan:
    """Reads a stored table in its own order."""

    data: TableRows

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterator[Sequence[Any]]:
        return (values for _, values in self.data.scan())


def all_rows(data: TableRows) -> Iterator[tuple[ColumnValue, ...]]:
    """The rows of a table as they are, without a lock."""
    return (values for _, values in unlocked(data).scan())


def unlocked(data: TableRows) -> TableRows:
    """A table that locks no row that is read."""
    peek = getattr(data, "peek", None)
    rows: TableRows = data if peek is None else peek()
    return rows


def leaves(tree: FromNode) -> list[TableNode]:
    """The tables, from left to right."""
    return [*leaves(tree.left), *leaves(tree.right)] if isinstance(tree, JoinNode) else [tree]


def joins_in(tree: FromNode) -> list[JoinNode]:
    """Each join, those around first."""
    return [tree, *joins_in(tree.left), *joins_in(tree.right)] if isinstance(tree, JoinNode) else []


def inner_joins(tree: FromNode) -> list[JoinNode]:
    """The joins whose conditions all rows of the tree fulfil, in the order of the text."""
    if not isinstance(tree, JoinNode):
        return []
    return inner_joins(tree.left) if tree.outer else [*inner_joins(tree.left), *inner_joins(tree.right), tree]


def stored_tables(tree: FromNode | None, base: int) -> Iterator[tuple[int, Table]]:
    """The stored tables of FROM, by the number of their source."""
    if isinstance(tree, JoinNode):
        yield from stored_tables(tree.left, base)
        yield from stored_tables(tree.right, base)
    elif tree is not None and tree.data is not None:
        yield tree.slot - base, tree.data.definition


def inner_slots(tree: FromNode | None, inner: bool = False) -> Iterator[int]:
    """The sources whose rows an outer join may fill with NULLs."""
    if isinstance(tree, JoinNode):
        yield from inner_slots(tree.left, inner)
        yield from inner_slots(tree.right, inner or tree.outer)
    elif tree is not None and inner:
        yield tree.slot
