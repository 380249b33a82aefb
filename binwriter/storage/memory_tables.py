"""Tables that are in memory only, when the server's process ends."""

from __future__ import annotations

from binwriter.storage.tables import Storage


def empty_memory_tables(storage: Storage) -> None:
    """What the end of the server's process does to them."""
    for data in storage.all():
        if data.definition.engine.in_memory:
            data.truncate()
            data.emptied = True
