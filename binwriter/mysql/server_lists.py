"""What a server has that no statement here changes: engines, plugins, collations, names of status variables.

The lists are in `server_list_data`, captured from a 9.7.4 by `integration/server_lists.py`.
"""

from __future__ import annotations

from binwriter import server_list_data as data

Row = tuple[str | int | None, ...]


def _rows(text: str, *numbers: int) -> tuple[tuple[str | int | None, ...], ...]:
    """numbers: the columns that are integers."""
    lines = text.replace("+\n", "").splitlines()
    rows = []
    for line in lines:
        cells: list[str | int | None] = [None if cell == "\\N" else cell for cell in line.split("|")]
        for place in numbers:
            cells[place] = int(cells[place] or 0)
        rows.append(tuple(cells))
    return tuple(rows)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENGINES = _rows(data.ENGINES)
PLUGINS = tuple(tuple(str(cell) if cell is not None else None for cell in row) for row in _rows(data.PLUGINS))
PRIVILEGES = _rows(data.PRIVILEGES)
CHARACTER_SETS = _rows(data.CHARACTER_SETS, 3)
COLLATIONS = _rows(data.COLLATIONS, 2, 5)
STATUS_NAMES = _names(data.STATUS)
_SESSION_ONLY = frozenset(_names(data.SESSION_ONLY_STATUS))
GLOBAL_STATUS_NAMES = tuple(name for name in STATUS_NAMES if name not in _SESSION_ONLY)
PERFORMANCE_SCHEMA_STATUS = _rows(data.PERFORMANCE_SCHEMA_STATUS)
SYSTEM_PROCEDURES = _names(data.SYSTEM_PROCEDURES)
SYSTEM_FUNCTIONS = _names(data.SYSTEM_FUNCTIONS)
HELP_CONTENTS = _rows(data.HELP_CONTENTS)
