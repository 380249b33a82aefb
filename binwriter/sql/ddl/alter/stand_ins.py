"""Unique keys that InnoDB keeps the rows by: one that stands in for a primary key goes as that does, by a copy.

Source: MySQL manual, 17.12.1 "Online DDL Operations", primary keys; captured: clusters/stand_ins_dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Column, Key, Table
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.table import KeySyntax

DROPPED_REASON = "Dropping a primary key is not allowed without also adding a new primary key"
_NULL_REASON = "All parts of a PRIMARY KEY must be NOT NULL; if you need NULL in a key, use UNIQUE instead"


class _Slot(Protocol):
    """A column of the new table."""

    @property
    def column(self) -> Column: ...
    @property
    def old(self) -> int | None: ...
    @property
    def old_name(self) -> str: ...


class _Alteration(Protocol):
    """What an ALTER TABLE is about: the keys and columns that the table is to have."""

    @property
    def context(self) -> StatementContext: ...
    @property
    def table(self) -> Table: ...
    @property
    def keys(self) -> Sequence[KeySyntax]: ...
    @property
    def slots(self) -> Sequence[_Slot]: ...
    @property
    def drops_primary(self) -> bool: ...
    @property
    def adds_primary(self) -> bool: ...


def reason_of_lost_primary(alter: _Alteration) -> str:
    """Why the key by which InnoDB keeps the rows cannot go in place; "" where it stays, or another takes its place."""
    if not alter.table.engine.two_phase:
        return ""
    if alter.drops_primary:
        return "" if alter.adds_primary or _takes_place(alter) else DROPPED_REASON
    old = primary_key_equivalent(alter.table)
    if old is None or old.primary or not alter.context.variables.behaviour.alters_in_place or alter.adds_primary:
        return ""
    candidates = list(_candidates(alter))
    if _stays(alter, old):
        return "" if candidates else _NULL_REASON
    others = any(key is not old and _stood(alter.table, key) and _stays(alter, key) for key in alter.table.keys)
    return "" if candidates and not others else DROPPED_REASON


def _takes_place(alter: _Alteration) -> bool:
    """Whether a new unique key takes the place of the primary one, in which no other one stands that was there before
    (captured: clusters/stand_ins_added)."""
    if not alter.context.variables.behaviour.alters_in_place:
        return False
    stood = any(_stood(alter.table, key) and _stays(alter, key) for key in alter.table.keys if not key.primary)
    return not stood and any(_candidates(alter))


def _stood(table: Table, key: Key) -> bool:
    """Whether a key might have stood in, too: a unique one without prefixes and columns that may be NULL."""
    return key.unique and not any(part.length or table.columns[part.column].spec.nullable for part in key.parts)


def _stays(alter: _Alteration, key: Key) -> bool:
    """Whether a unique key of these columns is still there."""
    return any(one.kind == "unique" and _places(alter, one) == key.columns for one in alter.keys)


def _candidates(alter: _Alteration) -> Iterator[KeySyntax]:
    """The unique keys of the new table without prefixes and columns that may be NULL."""
    for key in alter.keys:
        slots = _slots(alter, key)
        if key.kind == "unique" and slots is not None and not any(slot.column.spec.nullable for slot in slots):
            yield key


def _places(alter: _Alteration, key: KeySyntax) -> tuple[int | None, ...] | None:
    """Where a key's columns stand in the old table; None for one with prefixes or expressions."""
    slots = _slots(alter, key)
    return None if slots is None else tuple(slot.old for slot in slots)


def _slots(alter: _Alteration, key: KeySyntax) -> list[_Slot] | None:
    found: list[_Slot] = []
    for part in key.parts:
        name = part.column.lower()
        # by its new name first: another column may have had that before
        slot = next((slot for slot in alter.slots if name == slot.column.name.lower()), None) or next(
            (slot for slot in alter.slots if name == slot.old_name.lower()), None
        )
        if slot is None or part.length or part.expression:
            return None
        found.append(slot)
    return found
