"""Keys that a table is known by."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.catalog.tables import Column, Key, SpecialKey, Table
from binwriter.formats.records import replace


def primary_key_equivalent(table: Table) -> Key | None:
    """The PKE's key, or None when the PKE is the set of all columns.

    The PRIMARY KEY; else the first defined unique key whose columns are all NOT NULL and whole (no prefix parts), and
    none of them virtual (captured: virtual_keys_are_no_primary_row).
    """
    if table.primary_key is not None:
        return table.primary_key
    for key in table.keys:
        if key.unique and all(not part.length and _may_stand_in(table.columns[part.column]) for part in key.parts):
            return key
    return None


def _may_stand_in(column: Column) -> bool:
    return not column.spec.nullable and not column.virtual


def has_order(table: Table, key: Key) -> bool:
    """Whether values stand in a key one behind the other: those of MEMORY are hashed, but for BTREE."""
    return table.engine.name != "MEMORY" or key.algorithm == "BTREE"


def sort_keys(keys: Sequence[Key], columns: Sequence[Column]) -> tuple[Key, ...]:
    """MySQL's order: PRIMARY, NOT NULL unique keys, unique keys with NULL-able columns, the others.

    Among the unique ones of either kind those with column prefixes come last, and those over virtual columns behind
    others that are alike; equals stay as defined. So the first NOT NULL unique key without prefixes and virtual columns
    is the first defined one, as the PKE asks for.
    """
    return tuple(sorted(keys, key=lambda key: _rank(key, columns)))


def _rank(key: Key, columns: Sequence[Column]) -> tuple[bool, ...]:
    nullable = any(columns[column].spec.nullable for column in key.columns)
    partial = any(part.length for part in key.parts)
    virtual = any(columns[column].virtual for column in key.columns)
    return (not key.unique, key.unique and nullable, not key.primary, key.unique and partial, False, virtual)


def _rank_of_special(key: SpecialKey) -> tuple[bool, ...]:
    """The columns of its expressions are virtual ones."""
    virtual = key.kind == "FUNCTIONAL"
    return (not key.unique, key.unique and key.nullable, True, False, key.kind == "FULLTEXT", virtual)


def placed(
    special: Sequence[tuple[SpecialKey, int]], keys: Sequence[Key], columns: Sequence[Column]
) -> tuple[SpecialKey, ...]:
    """With how many of the others stand before each. special: beside each how many of `keys`, as they were defined,
    came before it."""
    places = []
    for key, count in special:
        rank = _rank_of_special(key)
        ranks = [_rank(other, columns) for other in keys]
        lower = sum(other < rank for other in ranks)
        places.append(replace(key, place=lower + sum(other == rank for other in ranks[:count])))
    return tuple(sorted(places, key=_rank_of_special))
