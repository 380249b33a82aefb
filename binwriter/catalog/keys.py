"""Keys that a table is known by."""

from __future__ import annotations

from binwriter.catalog.tables import Key, Table


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
