"""What the logs themselves say of a table's columns."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.binlog.files.rows import MappedTable
from binwriter.errors import CorruptLogError, OptionError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import EventType
from binwriter.formats.events import TableMap
from binwriter.server.declared_columns import DeclaredColumns

_SPEAKING = frozenset({EventType.TABLE_MAP, EventType.TRANSACTION_PAYLOAD, EventType.QUERY})


def specs_in_logs(files: Iterable[Path], table: tuple[str, str], *, verify: bool = True) -> tuple[ColumnSpec, ...]:
    """The columns as the table's first Table_map describes them.

    Names and members come from it too if it is of binlog_row_metadata=FULL, else from the definitions before it
    (`DeclaredColumns`); else they are `@1`, `@2`.
    verify: look at checksums. OptionError if no file has a Table_map of it; CorruptLogError naming file and position
    for damage before it, or if it contradicts itself.
    """
    wanted = tuple(part.encode() for part in table)
    with DeclaredColumns(only=table[1]) as declared:
        for path in files:
            for event in read_events(path, verify=verify, stop_at_truncation=True):
                for each in (event, *nested_events(event)) if event.type in _SPEAKING else ():
                    body = each.body if each.type is EventType.TABLE_MAP else None
                    declared.follow(each)
                    if isinstance(body, TableMap) and (body.schema, body.table) == wanted:
                        try:
                            return declared.specs(MappedTable(body))
                        except CorruptLogError as error:
                            raise CorruptLogError(f"{each.file}:{each.position}: {error}") from error
    raise OptionError(f"no rows of table {table[0]}.{table[1]} in these logs; option schema can say what it is")
