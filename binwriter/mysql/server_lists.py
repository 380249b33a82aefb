"""What a server has that no statement here changes: engines, plugins, collations, names of status variables.

The lists are in `data/server_lists.txt`, captured from a 9.7.4 by `integration/tables/server_lists.py`.
"""

from __future__ import annotations

from binwriter import data

Row = tuple[str | int | None, ...]


_LISTS = data.sections("server_lists.txt")


def _rows(name: str, *numbers: int) -> tuple[Row, ...]:
    """numbers: the columns that are integers."""
    rows = []
    for line in _LISTS[name]:
        cells: list[str | int | None] = [None if cell == "\\N" else cell for cell in line.split("|")]
        for place in numbers:
            cells[place] = int(cells[place] or 0)
        rows.append(tuple(cells))
    return tuple(rows)


ENGINES = _rows("ENGINES")
PLUGINS = tuple(tuple(str(cell) if cell is not None else None for cell in row) for row in _rows("PLUGINS"))
PRIVILEGES = _rows("PRIVILEGES")
CHARACTER_SETS = _rows("CHARACTER_SETS", 3)
COLLATIONS = _rows("COLLATIONS", 2, 5)
STATUS_NAMES = tuple(_LISTS["STATUS"])
_SESSION_ONLY = frozenset(_LISTS["SESSION_ONLY_STATUS"])
GLOBAL_STATUS_NAMES = tuple(name for name in STATUS_NAMES if name not in _SESSION_ONLY)
STATUS_BY_THREAD, STATUS_BY_ACCOUNT = (tuple(_LISTS[f"STATUS_BY_{whose}"]) for whose in ("THREAD", "ACCOUNT"))
PERFORMANCE_SCHEMA_STATUS = _rows("PERFORMANCE_SCHEMA_STATUS")
SYSTEM_PROCEDURES = tuple(_LISTS["SYSTEM_PROCEDURES"])
SYSTEM_FUNCTIONS = tuple(_LISTS["SYSTEM_FUNCTIONS"])
