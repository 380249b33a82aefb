"""The rows of rows events, as texts."""

from __future__ import annotations

import json
from collections.abc import Sequence

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import OpenTables
from binwriter.errors import BinwriterError
from binwriter.explain.model import RowView
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.inspection.value_json import Json, cell_json
from binwriter.server.declared_columns import DeclaredColumns

_MOST_ROWS, _MOST_TEXT = 20, 200


def event_rows(tables: OpenTables, event: LogEvent, declared: DeclaredColumns) -> tuple[tuple[RowView, ...], int]:
    """The first rows, and how many follow; none for another event, or one whose rows cannot be read.

    tables, declared: have been given the events before.
    """
    try:
        rows = tables.follow(event)
        declared.follow(event)
        changes = () if rows is None else rows.changes()
        specs = () if rows is None else declared.specs(rows.table)
    except BinwriterError:
        return (), 0
    shown = tuple(RowView(_image(change.before, specs), _image(change.after, specs)) for change in changes[:_MOST_ROWS])
    return shown, len(changes) - len(shown)


def _image(image: RowImage | None, specs: Sequence[ColumnSpec]) -> tuple[tuple[str, str], ...]:
    if image is None:
        return ()
    cells = zip(image.columns, image.values, strict=True)
    return tuple((specs[place].name, _text(cell_json(value, specs[place]))) for place, value in cells)


def _text(value: Json) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, str):
        text = "'" + value.replace("'", "''") + "'"
    elif isinstance(value, dict) and "hex" in value:
        text = f"0x{value['hex']}"
    else:
        text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"
