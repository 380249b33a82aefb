"""The tables that a statement opens because of foreign keys: parents to look into, children to check or to change.

From 9.6 on the server itself, not the engine, sees to foreign keys (MySQL manual, "FOREIGN KEY Constraints",
innodb_native_foreign_keys). It opens these tables with the statement's own, and they count where it decides whether
the statement is safe, as those of triggers do (captured: tests/golden/scenarios/foreign_keys_opened_*.scn). A table's
reference to itself adds nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import ForeignKey, ForeignKeyAction, Table
from binwriter.formats.records import dataclass

CASCADING = frozenset({ForeignKeyAction.CASCADE, ForeignKeyAction.SET_NULL})


@dataclass(frozen=True, slots=True)
class KeyTable:
    """A table that a foreign key leads to. written: an action of the key may change its rows."""

    table: Table
    written: bool


def children_of(table: Table, catalog: Catalog) -> Iterator[tuple[Table, ForeignKey]]:
    """The foreign keys that refer to a table, with their tables."""
    if _has_keys(table):
        yield from catalog.children(table.schema, table.name)


def _has_keys(table: Table) -> bool:
    """Whether foreign keys are kept of such a table. One that has the place of a parent may be of another engine."""
    return not table.temporary and table.engine.two_phase


def any_parent(tables: Iterable[Table], catalog: Catalog) -> bool:
    """Whether foreign keys refer to one of the tables."""
    return any(_has_keys(table) and catalog.is_parent(table.schema, table.name) for table in tables)


def change_of_child(key: ForeignKey, *, updates: bool, deletes: bool) -> tuple[bool, bool]:
    """Whether rows of the child are deleted, and whether they are updated, when the parent's are."""
    removes = deletes and key.on_delete is ForeignKeyAction.CASCADE
    changes = (deletes and key.on_delete is ForeignKeyAction.SET_NULL) or (updates and key.on_update in CASCADING)
    return removes, changes


def children_changed(table: Table, events: frozenset[str], catalog: Catalog) -> Iterator[tuple[Table, frozenset[str]]]:
    """The children whose rows the actions of foreign keys may change, one by each key and event: what happens to it."""
    for child, key in children_of(table, catalog):
        for event in sorted(events & {"UPDATE", "DELETE"}, reverse=True):
            removes, changes = change_of_child(key, updates=event == "UPDATE", deletes=event == "DELETE")
            if removes or changes:
                yield child, frozenset({"DELETE" if removes else "UPDATE"})


def goes_on(child: Table, route: Sequence[Table]) -> bool:
    """Whether a way from table to table, by keys and triggers, goes on to the child.

    Never in a circle, but once to where it began; there it ends (captured: foreign_keys_trees).
    """
    began_again = len(route) > 1 and route[-1] is route[0]
    return not began_again and child is not route[-1] and all(child is not other for other in route[1:])


class Opened(Protocol):
    """A table that is opened. parent: of one that a key leads to, the place of the table that the key refers to."""

    @property
    def table(self) -> Table: ...
    @property
    def parent(self) -> int | None: ...
    @property
    def own(self) -> bool: ...


def is_open_before(one: Opened, opened: Sequence[Opened], *, own: bool = True) -> bool:
    """Whether a key leads to what the statement, or a program, has opened in front of the key's parent: the way does
    not go on from there (captured: foreign_keys_opened_twice). own: the statement's own tables count."""
    before = opened[: one.parent] if one.parent else ()
    return any(other.table is one.table and other.parent is None and (own or not other.own) for other in before)


def keys_read(table: Table, events: frozenset[str], catalog: Catalog) -> Iterator[Table]:
    """The tables that a change opens to read only: parents of new values, and children that no action changes."""
    if not _has_keys(table):
        return
    if events & {"INSERT", "UPDATE"}:
        parents = (catalog.find(*key.parent) for key in table.foreign_keys)
        yield from (parent for parent in parents if parent is not None and parent is not table)
    updates, deletes = "UPDATE" in events, "DELETE" in events
    for child, key in children_of(table, catalog) if updates or deletes else ():
        if child is not table and not any(change_of_child(key, updates=updates, deletes=deletes)):
            yield child


def tables_of_keys(table: Table, events: frozenset[str], catalog: Catalog) -> Iterator[KeyTable]:
    """What is opened with a table that is changed. events: INSERT, UPDATE, DELETE, as triggers have them."""
    if not _has_keys(table):
        return
    pending = [(table, events)]
    seen = {(table.schema, table.name, events)}
    while pending:
        changed, how = pending.pop(0)
        yield from (KeyTable(read_table, written=False) for read_table in keys_read(changed, how, catalog))
        updates, deletes = "UPDATE" in how, "DELETE" in how
        for child, key in catalog.children(changed.schema, changed.name) if updates or deletes else ():
            if child is changed:
                continue
            removes, changes = change_of_child(key, updates=updates, deletes=deletes)
            if not (removes or changes):
                continue
            yield KeyTable(child, written=True)
            actions = {"DELETE": removes, "UPDATE": changes}
            following = (child, frozenset(event for event, happens in actions.items() if happens))
            name = (child.schema, child.name, following[1])
            if name not in seen:
                seen.add(name)
                pending.append(following)
