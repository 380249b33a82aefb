"""Keys that one ALTER TABLE drops and makes again as they were: up to 5.7 such a statement changes nothing of them.

Captured: captured-old/5.1.54/keys_made_again_statement and the same of 5.5.20, 5.6.21 and 5.7.18.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from binwriter.catalog.tables import Table
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AddKey, AlterTableSyntax, DropKey
from binwriter.sql.syntax.table import KeySyntax


class _Alteration(Protocol):
    """What an ALTER TABLE is about. dropped_keys: as they were, with their names."""

    @property
    def syntax(self) -> AlterTableSyntax: ...
    @property
    def context(self) -> StatementContext: ...
    @property
    def table(self) -> Table: ...
    @property
    def dropped_keys(self) -> Sequence[tuple[KeySyntax, str]]: ...


def ignoring_same_keys(alteration: _Alteration) -> Sequence[object]:
    """The actions without the pairs of DROP KEY and ADD KEY that leave a key as it was."""
    actions = alteration.syntax.actions
    if not alteration.context.variables.behaviour.compares_keys:
        return actions
    again = {id(action): made for action in actions if (made := _made_again(alteration, action)) is not None}
    dropped = {name.lower() for name in again.values()}
    return tuple(
        action
        for action in actions
        if id(action) not in again and not (isinstance(action, DropKey) and action.name.lower() in dropped)
    )


def makes_named_again(alteration: _Alteration) -> bool:
    """Whether a key is dropped and another of its name made, which an engine that drops keys in place cannot do."""
    names = {name.lower() for _, name in alteration.dropped_keys}
    added = (action.key.name for action in alteration.syntax.actions if isinstance(action, AddKey))
    return any(name is not None and name.lower() in names for name in added)


def primary_takes_nulls(alteration: _Alteration) -> bool:
    """Whether a new primary key has columns that may be NULL so far, which are not changed in place unless sql_mode is
    strict (captured: captured-old/5.6.21/keys_made_again_statement)."""
    named = {
        part.column.lower()
        for action in alteration.syntax.actions
        if isinstance(action, AddKey) and action.key.kind == "primary"
        for part in action.key.parts
    }
    return any(column.spec.nullable and column.name.lower() in named for column in alteration.table.columns)


def _made_again(alteration: _Alteration, action: object) -> str | None:
    """The name of the dropped key that an ADD KEY makes again."""
    if not isinstance(action, AddKey):
        return None
    by_name = alteration.context.variables.behaviour.compares_named_keys
    for key, name in alteration.dropped_keys:
        named = action.key.name
        is_same = named.lower() == name.lower() and by_name if named else _unnamed(action.key, name)
        if is_same and replace(action.key, name=None, algorithm="") == replace(key, name=None, algorithm=""):
            return name
    return None


def _unnamed(key: KeySyntax, name: str) -> bool:
    """Whether a key without a name gets this one, its first column's."""
    return key.kind == "primary" or key.parts[0].column.lower() == name.lower()
