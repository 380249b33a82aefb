"""Keys that MyISAM makes at once behind a statement, by sorting: it has counted their values then, as ANALYZE does.

Of an empty table with a key that is not unique, where a statement brings a hundred rows, or it is not known how many
(captured: cluster keys_made_at_once). A statement that fails leaves them so, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from binwriter.sql.query.loops import unlocked
from binwriter.storage.table_data import TableData

_FEWEST_ROWS = 100


@contextmanager
def made_behind(table: object, expected: int) -> Iterator[None]:
    """Around what brings the rows to a table whose engine does so. expected: how many rows the statement brings, 0
    where that is not known."""
    data: object = unlocked(table)  # type: ignore[arg-type]
    if not isinstance(data, TableData) or len(data) or 0 < expected < _FEWEST_ROWS:
        yield
        return
    keys = data.definition.keys
    sorts = any(not key.unique for key in keys) or bool(data.definition.special_keys)
    try:
        yield
    finally:
        if sorts and len(data):
            data.analyzed = True
            data.statistics.counted(len(data))
            data.maintained = data.maintained.after("analyze", data.version, has_keys=True)
