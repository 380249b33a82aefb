"""Rows as JSON text, and the transactions that they are in: what was seen before is not parsed again."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import OpenTables
from binwriter.bulk.decode.exact import Transaction, Transactions
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.rows_data import RowChange
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import CellValue, JsonDiffs, plain_value
from binwriter.formats.constants import EventType
from binwriter.inspection.event_json import event_json
from binwriter.inspection.json_numbers import KnownNumbers
from binwriter.inspection.json_rows import KnownRows, RowsHead, RowsImage
from binwriter.inspection.value_json import cell_json

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID})


class RowText(NamedTuple):
    """A row's images, and which columns they have where they have not all."""

    before: str | None
    after: str | None
    before_columns: list[str] | None
    after_columns: list[str] | None


class RowTexts(NamedTuple):
    """The rows of an event."""

    database: str
    table: str
    operation: str
    rows: list[RowText]


class TextWalk:
    """A walk over events. wanted: which tables' rows are read, by database and table."""

    def __init__(self, wanted: Callable[[str, str], bool]) -> None:
        self._wanted = functools.cache(wanted)
        self._tables = OpenTables()
        self._transactions = Transactions()
        self._numbers = KnownNumbers()
        self._rows = KnownRows()

    @property
    def transaction(self) -> Transaction:
        """In which we are."""
        return self._transactions.current

    def follow(self, event: LogEvent) -> None:
        """The next event of the file."""
        kind = event.type
        if kind == EventType.FORMAT_DESCRIPTION:
            self._numbers, self._rows = KnownNumbers(), KnownRows()
        if kind not in _GTIDS:
            self._transactions.follow(event)
            return
        fields: dict[str, Any] | None = self._numbers.fields(kind, event.body_bytes)
        if fields is None:
            self._transactions.follow(event)
            self._numbers.learn(event, event_json(event)["body"])
            return
        named = kind == EventType.GTID
        current = Transaction(
            0,
            fields["uuid"] if named else None,
            fields["gno"] if named else None,
            fields["last_committed"],
            fields["sequence_number"],
            fields["immediate_commit_timestamp"],
        )
        self._transactions.go_on(current, 0)

    def rows(self, event: LogEvent) -> RowTexts | None:
        """The rows of an event, which may be inside the one that was followed last; None: none that are wanted.

        Raises CorruptLogError as `OpenTables` and `TableRows` do.
        """
        head = self._rows.head(event.type, event.body_bytes, self._tables)
        if head is None:
            return self._parsed(event)
        name = head.table.schema, head.table.name
        if not self._wanted(*name):
            self._tables.passed(head.flags)
            return None
        images = head.images(event.body_bytes)
        if images is None:
            return self._parsed(event)
        self._tables.passed(head.flags)
        before, after = _names(head, head.before), _names(head, head.after)
        if head.before is None:
            return RowTexts(*name, "insert", [RowText(None, text, before, after) for _, text in images])
        if head.after is None:
            return RowTexts(*name, "delete", [RowText(text, None, before, after) for text, _ in images])
        return RowTexts(*name, "update", [RowText(*texts, before, after) for texts in images])

    def _parsed(self, event: LogEvent) -> RowTexts | None:
        table = self._tables.follow(event)
        if table is None or not self._wanted(table.table.schema, table.table.name):
            return None
        specs, changes = table.specs(), table.changes()
        self._rows.learn(event, table, {})
        rows = [
            RowText(
                _image_text(specs, change.before),
                _image_text(specs, change.after),
                _present(specs, change.before),
                _present(specs, change.after),
            )
            for change in changes
        ]
        first = changes[0] if changes else RowChange()
        operation = "update" if first.before and first.after else "insert" if first.after else "delete"
        return RowTexts(table.table.schema, table.table.name, operation, rows)


def _names(head: RowsHead, image: RowsImage | None) -> list[str] | None:
    specs = head.table.specs
    return None if image is None or len(image.cells) == len(specs) else [specs[column].name for column in image.columns]


def names_of(specs: Sequence[ColumnSpec], bits: int) -> list[str] | None:
    """The names of the columns that a bitmap has; None if it has them all."""
    names = [spec.name for column, spec in enumerate(specs) if bits >> column & 1]
    return None if len(names) == len(specs) else names


def _image_text(specs: Sequence[ColumnSpec], image: RowImage | None) -> str | None:
    if image is None:
        return None
    cells = {specs[column].name: cell_json(value, specs[column]) for column, value in _cells(image)}
    return json.dumps(cells, ensure_ascii=False)


def _cells(image: RowImage) -> Iterator[tuple[int, CellValue]]:
    return zip(image.columns, image.values, strict=True)


def _present(specs: Sequence[ColumnSpec], image: RowImage | None) -> list[str] | None:
    """As `names_of`; a column of which only differences are logged is not there."""
    if image is None:
        return None
    bits = sum(1 << column for column, value in _cells(image) if not isinstance(plain_value(value), JsonDiffs))
    return names_of(specs, bits)
