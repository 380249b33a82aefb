"""The tables that a data-changing statement locks for writing: its own, and those that cascades may change.

With triggers or functions in it, `sql.programs.prelocking` says in which order all are opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.sql.binding.foreign_key_tables import children_changed, goes_on, is_open_before

if TYPE_CHECKING:
    from binwriter.sql.dml.run import DmlRun

DELETES = frozenset({"DELETE"})
UPDATES = frozenset({"UPDATE"})


@dataclass(frozen=True)
class Locked:
    """A table that a statement writes. events: what happens to its rows. route: the tables that led to it; parent: the
    place of the last one."""

    table: Table
    events: frozenset[str] = frozenset()
    route: tuple[Table, ...] = ()
    parent: int | None = None

    @property
    def own(self) -> bool:
        """The statement itself names it."""
        return self.parent is None


def locked_tables(run: DmlRun, tables: Iterable[Locked]) -> list[Table]:
    """The tables, then level by level those that cascades may reach; one that two ways lead to twice (captured:
    foreign_keys_trees)."""
    named = list(tables)
    return own_locked(run, named) + children_locked(run, named)


def own_locked(run: DmlRun, tables: Iterable[Locked]) -> list[Table]:
    """What the statement itself names, and what is merged in it."""
    affected = []
    for locked in tables:
        affected.append(locked.table)
        merged = locked.table.merges if run.context.variables.behaviour.logs_merged_tables else ()
        affected += [run.database.table(*child).definition for child in merged]
    return affected


def children_locked(run: DmlRun, tables: Iterable[Locked]) -> list[Table]:
    """What cascades may reach from these tables, level by level."""
    pending = list(tables)
    affected, place = list[Table](), 0
    while place < len(pending) and run.context.opens_key_tables:
        parent = pending[place]
        route = (*parent.route, parent.table)
        if not is_open_before(parent, pending):
            for child, events in children_changed(parent.table, parent.events, run.database.catalog):
                if goes_on(child, route):
                    affected.append(child)
                    pending.append(Locked(child, events, route, place))
        place += 1
    return affected
