"""Keys and samples of rows that have been decoded."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.binlog.files.rows import MappedTable
from binwriter.formats.columns.rows_data import RowChange
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import primary_key_of
from binwriter.formats.patterns import pattern
from binwriter.inspection.report.model import MOST_COLUMNS, TableSums, Value
from binwriter.inspection.value_json import Json, cell_json
from binwriter.mysql.secret_text import without_secrets

_MOST_TEXT = 80
_DECIMAL = pattern(r"-?\d{1,30}(\.\d{1,30})?")


def describe(table: TableSums, mapped: MappedTable) -> None:
    """Columns and key, as the Table_map tells them; if the table was altered, its sample begins anew."""
    specs = mapped.specs
    names = tuple(spec.name for spec in specs[:MOST_COLUMNS])
    if table.columns == names:
        return
    keys = primary_key_of((item.type, item.value) for item in mapped.body.optional_metadata)
    table.key = tuple(specs[place].name for place, _ in keys or ((0, 0),)) if specs else ()
    table.columns = names
    table.types = tuple(spec.type.name for spec in specs[:MOST_COLUMNS])
    table.sample.kept.clear()


def count_keys(table: TableSums, specs: Sequence[ColumnSpec], changes: Sequence[RowChange]) -> None:
    """Which rows were changed: by the key before the change. Images without it are left out."""
    places = [place for place, spec in enumerate(specs) if spec.name in table.key]
    for change in changes:
        image = change.before if change.before is not None else change.after
        cells = {} if image is None else dict(zip(image.columns, image.values, strict=True))
        if places and all(place in cells for place in places):
            table.keys.add(", ".join(_value(cell_json(cells[place], specs[place])).text or "NULL" for place in places))


def keep_sample(table: TableSums, specs: Sequence[ColumnSpec], changes: Sequence[RowChange]) -> None:
    """Rows as they came to be, as far as the sample wants them."""
    for change in changes:
        if change.after is None:
            continue
        if not table.sample.wants:
            table.sample.skip()
            continue
        cells = dict(zip(change.after.columns, change.after.values, strict=True))
        table.sample.add(
            tuple(
                _value(cell_json(cells[place], spec)) if place in cells else None
                for place, spec in enumerate(specs[:MOST_COLUMNS])
            )
        )


def _value(cell: Json) -> Value:
    if cell is None:
        return Value(None)
    if isinstance(cell, bool | int | float):
        return Value(str(cell), float(cell), len(str(cell)))
    if isinstance(cell, dict) and "hex" in cell:
        text = str(cell["hex"])
        return Value("0x" + text[:_MOST_TEXT], None, len(text) // 2)
    text = cell if isinstance(cell, str) else str(cell)
    return Value(without_secrets(text[:_MOST_TEXT]), _number(text), len(text))


def _number(text: str) -> float | None:
    """Of a DECIMAL, which is text."""
    return float(text) if _DECIMAL.fullmatch(text) else None
