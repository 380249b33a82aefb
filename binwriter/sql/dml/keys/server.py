"""Foreign keys as the server looks after them, from 9.6 on: above the engine, so that cascades are logged.

Source: MySQL manual, "FOREIGN KEY Constraints", and what a 9.7.4 does (captured: scenarios foreign_keys_*). Parents are
looked for before a row is inserted, before its AUTO_INCREMENT value is taken and before its rivals are looked for.
Children change before their parent's row, those that hang on a cascaded row behind it, and a row's own parents come
last. What one row of the statement sets off is a chain, which remembers where it has been (`_Chain`); where it must
not go again it ends, in a DELETE without a word: rows are left that refer to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import Enum

from binwriter.catalog.tables import ForeignKey, ForeignKeyAction, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.foreign_key_tables import CASCADING
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import duplicates
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.sql.dml.keys import texts
from binwriter.sql.dml.keys.foreign import (
    KeyKeeper,
    Row,
    indexes,
    is_referenced,
    key_on,
    no_parent,
    specs_of,
    values_of,
)
from binwriter.sql.dml.rivals import rival
from binwriter.sql.dml.trigger_nulls import without_nulls
from binwriter.statement.values import RowOperation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

# how many foreign keys a chain may follow; an engine has its own limit
_MAX_DEPTH = 15
# how many tables it may come to, those of triggers' chains counted too
_MAX_TABLES = 30


class _Change(Enum):
    """What happens to a parent's row."""

    UPDATE = "UPDATE"
    DELETE = "DELETE"
    REPLACE = "DELETE by REPLACE"


@dataclass
class _Chain:
    """Where the changes that one row sets off have been.

    keys: the foreign keys on the way here, by child and name. Of the whole chain, the ways that have ended too:
    parents, those tables whose children were to change, and parent_keys, by which keys; child_keys, by which key the
    rows of a table were found to be updated.
    """

    keys: list[tuple[str, str, str]] = field(default_factory=list)
    parents: set[int] = field(default_factory=set)
    parent_keys: set[tuple[int, Key | None]] = field(default_factory=set)
    child_keys: set[tuple[int, Key | None]] = field(default_factory=set)


@dataclass(frozen=True)
class _Link:
    """One foreign key, from the row of the parent that changes to the child. after: None when the row is deleted."""

    parent: Table
    child: Table
    key: ForeignKey
    change: _Change
    before: Row
    after: Row | None

    @property
    def action(self) -> ForeignKeyAction:
        return self.key.on_update if self.change is _Change.UPDATE else self.key.on_delete

    @property
    def name(self) -> tuple[str, str, str]:
        return self.child.schema, self.child.name, self.key.name

    @property
    def to_itself(self) -> bool:
        """The child is the parent's table."""
        return self.child is self.parent

    @property
    def columns(self) -> tuple[int, ...]:
        return indexes(self.child, self.key.columns)

    @property
    def parent_columns(self) -> tuple[int, ...]:
        return indexes(self.parent, self.key.parent_columns)

    @property
    def child_key(self) -> tuple[int, Key | None]:
        return id(self.child), key_on(self.child, self.columns)

    @property
    def parent_key(self) -> tuple[int, Key | None]:
        return id(self.parent), key_on(self.parent, self.parent_columns)


@dataclass
class _TableCount:
    """How many tables the chains of a row, its triggers' among them, are in.

    A table's key to itself is not counted when it is followed, but taken off behind, and below zero a server sees a
    large number: a row whose chain follows two such keys, one after the other, is refused (captured:
    foreign_keys_trees).
    """

    tables: int = 0
    firing: list[int] = field(default_factory=list)  # tables whose triggers run because of a cascade

    def check(self) -> None:
        """ER_FK_MAX_TABLES_IN_CASCADE_CHAIN_EXCEEDED."""
        if not 0 <= self.tables < _MAX_TABLES:
            raise mysql_error("ER_FK_MAX_TABLES_IN_CASCADE_CHAIN_EXCEEDED", _MAX_TABLES)


class ServerKeys(KeyKeeper):
    """The keys of one statement's rows, kept by the server."""

    def __init__(self, run: ChangeRun) -> None:
        super().__init__(run)
        around = run.outer.constraints.keys(run.outer) if run.outer is not None else None
        self._count: _TableCount = around._count if isinstance(around, ServerKeys) else _TableCount()

    def _new_chain(self) -> _Chain:
        if self._run.outer is None:
            self._count.tables = 0
        return _Chain()

    def before_values(self, table: Table, row: Callable[[], Row], fill: Callable[[], None]) -> None:
        counter = table.auto_increment_column
        for key in table.foreign_keys:
            if counter is not None and indexes(table, key.columns)[0] == counter:
                fill()  # the value is looked for
            whole = row()
            self.require_parent(table, key, whole, whole)

    def before_update(self, table: Table, before: Row, after: Row) -> None:
        self._refer(table, _Change.UPDATE, before, after, self._new_chain())
        self._require_parents(table, before, after)

    def before_delete(self, table: Table, before: Row) -> None:
        self._refer(table, _Change.DELETE, before, None, self._new_chain())

    def before_replace(self, table: Table, before: Row, after: Row) -> None:
        self._refer(table, _Change.REPLACE, before, after, self._new_chain())

    def is_null(self, table: Table, columns: tuple[int, ...], row: Row) -> bool:
        # the server looks at all that is in the index by which it goes (captured: foreign_keys_changed_columns)
        # and a number that is not made yet is 0 there (captured: clusters/keys_with_counters_behind)
        key = key_on(table, columns)
        looked_at = columns if key is None else key.columns
        return any(row[at] is None and not table.columns[at].auto_increment for at in looked_at)

    def _require_parents(self, table: Table, before: Row, after: Row, but: ForeignKey | None = None) -> None:
        """The parents of a row that is updated, among the rows that are there: the new one is not yet. A parent that is
        no table is missed whatever changes (captured: clusters/parents_that_are_gone)."""
        for key in table.foreign_keys:
            columns = indexes(table, key.columns)
            stays = values_of(before, columns) == values_of(after, columns)
            if key is not but and not (stays and self._run.database.catalog.find(*key.parent) is not None):
                self.require_parent(table, key, after)

    def _refer(self, table: Table, change: _Change, before: Row, after: Row | None, chain: _Chain) -> None:
        for child, key in self.children(table):
            self._follow(_Link(table, child, key, change, before, after), chain)

    def _follow(self, link: _Link, chain: _Chain) -> None:
        """What one foreign key asks of the child's rows."""
        old = values_of(link.before, link.parent_columns)
        stays = link.after is not None and old == values_of(link.after, link.parent_columns)
        if stays or self.is_null(link.parent, link.parent_columns, link.before):
            return
        if not link.to_itself:
            if link.name in chain.keys or not _may_go_on(link, chain, self._run.context):
                return
            chain.keys.append(link.name)
            self._count.tables += 1
        try:
            self._change_children(link, chain, old)
        finally:
            if not link.to_itself:
                chain.keys.pop()
                self._count.tables -= 1

    def _change_children(self, link: _Link, chain: _Chain, old: Row) -> None:
        child, key, action = link.child, link.key, link.action
        data = self._run.database.storage.data(child.schema, child.name)
        asking = specs_of(link.parent, link.parent_columns)
        rows_there = self.children_with(data, link.columns, old, asking, action)
        if not rows_there:
            return
        if action in CASCADING and self._run.outer is not None and id(child) in self._count.firing:
            raise mysql_error("ER_CANT_UPDATE_USED_TABLE_IN_FK_CASCADE", child.name)
        if link.to_itself:
            chain.keys.append(link.name)
        try:
            if len(chain.keys) >= _MAX_DEPTH:
                raise mysql_error("ER_FK_DEPTH_EXCEEDED", _MAX_DEPTH)
            self._count.check()
            for row_id, seen in rows_there:
                if interrupts.asked:
                    interrupts.step()
                if not self.lock(data, row_id, link.columns, action):
                    continue
                row = data.row(row_id)
                if values_of(row, link.columns) != values_of(seen, link.columns):  # the chain has changed it meanwhile
                    continue
                if action not in CASCADING or (link.to_itself and link.change is _Change.UPDATE):
                    raise is_referenced(child, key, self._run.context)
                if not self._change(link, chain, data, row_id, row):
                    break
        finally:
            if link.to_itself:
                chain.keys.pop()
                self._count.tables -= 1

    def _change(self, link: _Link, chain: _Chain, data: TableData, row_id: RowId, row: Row) -> bool:
        """Deletes or updates a child's row. Whether the others follow: IGNORE ends it for one key."""
        after = None
        if link.action is ForeignKeyAction.CASCADE and link.change is not _Change.UPDATE:
            if link.to_itself and values_of(row, link.columns) == values_of(row, link.parent_columns):
                return True  # it is the statement's own row, or will have its turn
            self._fire("BEFORE", link, row, None)
            self.deleted(data, row_id, row)
            if link.change is _Change.REPLACE:
                self._fire("AFTER", link, row, None)
                return True  # for what hangs on it a server looks with values that it has not read
        else:
            after = self._as_triggers_leave(link, data, row, _with_parent(link, row, self._run))
            conflict = rival(self._run, data, after, row_id)
            if conflict is not None:
                raise _would_be_double(link, conflict.key, self._run.context)
            self.updated(data, row_id, row, after)
        try:
            if after is not None:
                self._require_parents(link.child, row, after, but=link.key)
            self._refer(link.child, _Change.DELETE if after is None else _Change.UPDATE, row, after, chain)
        except MySQLError as error:
            self._run.forgive(error)
            return False
        self._fire("AFTER", link, row, after)
        return True

    def _as_triggers_leave(self, link: _Link, data: TableData, row: Row, after: Row) -> Row:
        """The child's new row behind its BEFORE triggers, which must leave the key's columns as they are.

        MySQLError ER_FK_CASCADE_TRIGGER_UPDATING_FK_COLUMNS_NOT_SUPPORTED.
        """
        new = self._fire("BEFORE", link, row, after)
        if new is not after and new is not None:
            if values_of(new, link.columns) != values_of(after, link.columns):
                raise mysql_error("ER_FK_CASCADE_TRIGGER_UPDATING_FK_COLUMNS_NOT_SUPPORTED")
            after = tuple(without_nulls(self._run, link.child, new, null_is_error=self._run.strict()))
        return self._run.with_generated(data, after)

    def _fire(self, timing: str, link: _Link, before: Row, after: Row | None) -> Row | None:
        """The triggers of a child's row, where enable_cascade_triggers lets them fire. NEW as they leave it."""
        child, operation = link.child, RowOperation.DELETE if after is None else RowOperation.UPDATE
        enabled = self._run.context.variables.get("enable_cascade_triggers")
        if not enabled or not self._run.has_triggers(child, operation, timing):
            return after
        self._count.firing.append(id(child))
        try:
            return self._run.fire(timing, child, operation, before, after)
        finally:
            self._count.firing.pop()


def _may_go_on(link: _Link, chain: _Chain, context: StatementContext) -> bool:
    """Whether the chain goes on to a child whose rows may change, and if so notes where it has been.

    An UPDATE that would come back to a table by another key, or to a key by another way, is an error; a DELETE ends.
    """
    if link.action not in CASCADING or link.change is _Change.REPLACE:
        return True
    if link.change is _Change.UPDATE:
        if id(link.child) in chain.parents and link.child_key not in chain.parent_keys:
            raise is_referenced(link.child, link.key, context)
        if link.child_key in chain.child_keys:
            raise no_parent(link.child, link.key, context)
        chain.child_keys.add(link.child_key)
    elif id(link.child) in chain.parents:
        return False
    chain.parents.add(id(link.parent))
    chain.parent_keys.add(link.parent_key)
    return True


def _with_parent(link: _Link, row: Row, run: ChangeRun) -> Row:
    """The child's row with the parent's new values, or with NULL. ER_ROW_IS_REFERENCED_2 if it does not take them."""
    values, context = list(row), run.context
    new = link.after if link.action is ForeignKeyAction.CASCADE else None
    parent, child = link.parent.columns, link.child.columns
    for column, source in zip(link.columns, link.parent_columns, strict=True):
        value = None if new is None else new[source]
        try:
            values[column] = texts.carried(parent[source], child[column], value, context)
        except ValueError:
            raise is_referenced(link.child, link.key, context) from None
        if values[column] is None and not child[column].spec.nullable:
            raise is_referenced(link.child, link.key, context)
    return tuple(values)


def _would_be_double(link: _Link, key: Key, context: StatementContext) -> MySQLError:
    """ER_FOREIGN_DUPLICATE_KEY_WITH_CHILD_INFO: it names the parent's new values."""
    parent_key = link.parent_key[1]
    text = ""
    if parent_key is not None and link.after is not None:
        text = duplicates.key_text(link.parent, parent_key, link.after, context)
    return mysql_error("ER_FOREIGN_DUPLICATE_KEY_WITH_CHILD_INFO", link.parent.name, text, link.child.name, key.name)
