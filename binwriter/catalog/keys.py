"""Keys that a table is known by."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.catalog.tables import Column, Key, Table


def primary_key_equivalent(table: Table) -> Key | None:
    """The PKE's key, or None when the PKE is the set of all columns.

    The PRIMARY KEY; else the first defined unique key whose columns are all NOT NULL and whole (no prefix parts).
    """
    if table.primary_key is not None:
        return table.primary_key
    for key in table.keys:
        if key.unique and all(not part.length and not table.columns[part.column].spec.nullable for part in key.parts):
            return key
    return None


def has_order(table: Table, key: Key) -> bool:
    """Whether values stand in a key one behind the other: those of MEMORY are hashed, but for BTREE."""
    return table.engine.name != "MEMORY" or key.algorithm == "BTREE"


def sort_keys(keys: Sequence[Key], columns: Sequence[Column]) -> tuple[Key, ...]:
    """MySQL's order: PRIMARY, NOT NULL unique keys, unique keys with NULL-able columns, the others.

    Among the unique ones of either kind those with column prefixes come last; equals stay as defined. So the first
    NOT NULL unique key without prefixes is the first defined one, as the PKE asks for.
    """

    def rank(key: Key) -> tuple[bool, ...]:
        nullable = any(columns[column].spec.nullable for column in key.columns)
        partial = any(part.length for part in key.parts)
        return (not key.unique, key.unique and nullable, not key.primary, key.unique and partial)

    return tuple(sorted(keys, key=rank))
