"""How a SELECT comes to the rows that it locks: the ways of its plan (`locked`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.conditions.chains import chain_of
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.path import AccessPath, PathRows
from binwriter.sql.query.joins.combining import PlannedTable
from binwriter.sql.query.joins.locked import Test, Way, givers_of, looked_up_by, tests_of
from binwriter.sql.query.joins.partners import equalities

if TYPE_CHECKING:
    from binwriter.sql.query.joins.planner import Step


class ReadsTables(Protocol):
    """A join of tables in the order of the text."""

    @property
    def tables(self) -> tuple[PlannedTable, ...]: ...

    def fixed_columns(self, position: int) -> set[int]:
        """The columns of a table that equal constants, or what is in others."""


@dataclass(frozen=True)
class Asked:
    """What a SELECT asks of its tables. inner: WHERE and inner joins; outer: of the tables of LEFT JOINs, by their
    places."""

    inner: Sequence[exp.Expression]
    outer: Mapping[int, Sequence[exp.Expression]]
    scope: Scope

    def ways(
        self, join: ReadsTables, plan: Mapping[int, Step | None], rows: Sequence[Sequence[Sequence[Any]]]
    ) -> list[Way]:
        """How the tables are read. plan: in their order, nothing of those of one row. rows: of those that are made."""
        done, found = set(range(self.scope.base)), []
        equal = equalities(self.inner, self.scope)
        for place, step in plan.items():
            table, outer = join.tables[place], self.outer.get(place)
            node, read = table.node, table.node.read
            path = read.path if isinstance(read, PathRows) else None
            way = Way(node.slot, node.columns, path, rows[place], is_constant=step is None)
            if outer is not None:
                way = replace(way, on=tuple(tests_of(outer, self.scope)))
                if path is not None and path.locked is not None:  # by what its ON asks of it
                    alone = Scope(self.scope.context, (table.source,), clause="where clause")
                    path = AccessPath(
                        path.locked, chain_of(node.copy() for node in outer), alone, path.used, joined=True
                    )
                    way = replace(way, path=path)
            if path is not None:
                here = equal if outer is None else equalities(outer, self.scope)
                key, parts = self._key(path.table, place, join, step)
                givers = givers_of(node.slot, () if key is None else key.columns[:parts], done, here, self.scope)
                columns = looked_up_by(key, parts, givers, path.constants_of(key))
                if givers and columns:
                    way = replace(way, key=key, columns=columns, givers=givers)
            done.add(node.slot)
            found.append(way)
        return found

    def tests(self) -> list[Test]:
        """What is asked of all rows."""
        return tests_of(self.inner, self.scope)

    def _key(self, table: Table, place: int, join: ReadsTables, step: Step | None) -> tuple[Key | None, int]:
        if step is not None:
            return (None, 0) if step.index is None else (step.index.key, step.parts)
        fixed = join.fixed_columns(place)
        key = next((known for known in table.keys if known.unique and set(known.columns) <= fixed), None)
        return key, 0 if key is None else len(key.columns)
