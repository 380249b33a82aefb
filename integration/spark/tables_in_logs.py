"""What the logs themselves say of a table's columns."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.binlog.files.rows import MappedTable
from binwriter.errors import CorruptLogError, OptionError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import EventType
from binwriter.formats.events import TableMap

_SPEAKING = frozenset({EventType.TABLE_MAP, EventType.TRANSACTION_PAYLOAD})


def specs_in_logs(files: Iterable[Path], table: tuple[str, str], *, verify: bool = True) -> tuple[ColumnSpec, ...]:
    """The columns as the table's first Table_map describes them, with names if it is of binlog_row_metadata=FULL.

    verify: look at checksums. OptionError if no file has one; CorruptLogError naming file and position for damage
    before it, or if it contradicts itself.
    """
    wanted = tuple(part.encode() for part in table)
    for path in files:
        for event in read_events(path, verify=verify, stop_at_truncation=True):
            if event.type not in _SPEAKING:
                continue
            for each in (event, *nested_events(event)):
                body = each.body if each.type == EventType.TABLE_MAP else None
                if isinstance(body, TableMap) and (body.schema, body.table) == wanted:
                    return _specs(each, body)
    raise OptionError(f"no rows of table {table[0]}.{table[1]} in these logs; option schema can say what it is")


def _specs(event: LogEvent, body: TableMap) -> tuple[ColumnSpec, ...]:
    try:
        return MappedTable(body).specs
    except CorruptLogError as error:
        raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error
