"""Rows and statements as mysqlbinlog's text has them, read back into values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.rows_data import RowChange
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDiff, JsonDiffOperation, JsonDiffs, JsonDocument
from binwriter.formats.columns.vector import vector
from binwriter.formats.constants import (
    ColumnType,
    EventType,
)

from .server_texts import ServerEvent


@dataclass
class RowText:
    """A row as mysqlbinlog -vv prints it: for each image, column number -> text."""

    table: str
    partitions: tuple[int, ...]
    images: list[dict[int, str] | None]

    @property
    def group(self) -> tuple[object, ...]:
        """Rows of another table or partition stand in another event."""
        return self.table, self.partitions

    def columns(self, image: int) -> tuple[int, ...] | None:
        found = self.images[image]
        return None if found is None else tuple(sorted(found))

    def change(self, kind: EventType, specs: Sequence[ColumnSpec]) -> RowChange:
        before, after = (self.image(index, specs) for index in (0, 1))
        if kind is EventType.PARTIAL_UPDATE_ROWS and after is not None:
            is_partial = any(isinstance(value, JsonDiffs) for value in after.values)
            after = RowImage(after.columns, after.values, value_options=int(is_partial))
        return RowChange(before, after)

    def image(self, index: int, specs: Sequence[ColumnSpec]) -> RowImage | None:
        columns = self.columns(index)
        texts = self.images[index]
        if columns is None or texts is None:
            return None
        return RowImage(columns, tuple(_value(texts[column], specs[column]) for column in columns))


def row_texts(lines: Sequence[str]) -> Iterable[RowText]:
    partitions: tuple[int, ...] = ()
    row: RowText | None = None
    image = 0
    for line in lines:
        if not line.startswith("### "):
            continue
        text = line[4:]
        if text.startswith("Extra row info"):
            numbers = re.findall(r"partition: (\d+)", text)
            # of an update: printed with the source first, which stands last
            partitions = tuple(int(number) for number in reversed(numbers))
        elif found := re.match(r"(INSERT INTO|UPDATE|DELETE FROM) (.*)", text):
            if row:
                yield row
            row = RowText(
                found[2],
                partitions,
                [None if found[1] == "INSERT INTO" else {}, None if found[1] == "DELETE FROM" else {}],
            )
        elif text in ("SET", "WHERE"):
            image = int(text == "SET")
        elif row and (cell := re.match(r"  @(\d+)=(.*)$", text)):
            current = row.images[image]
            assert current is not None
            column = int(cell[1]) - 1
            current[column] = cell[2].partition(" /* ")[0]
        elif row and (more := row.images[image]):
            more[max(more)] += text.strip().partition(" /* ")[0]
    if row:
        yield row


_DIFFS = {
    "JSON_REPLACE": JsonDiffOperation.REPLACE,
    "JSON_INSERT": JsonDiffOperation.INSERT,
    "JSON_ARRAY_INSERT": JsonDiffOperation.INSERT,
    "JSON_SET": JsonDiffOperation.INSERT,
    "JSON_REMOVE": JsonDiffOperation.REMOVE,
}


def _time(text: str) -> timedelta:
    sign = -1 if text.startswith("-") else 1
    hours, minutes, seconds = (int(part) for part in text.strip("-").split(":"))
    return sign * timedelta(hours=hours, minutes=minutes, seconds=seconds)


_VALUES: dict[ColumnType, Callable[[str], object]] = {
    ColumnType.NEWDECIMAL: Decimal,
    ColumnType.DATE: lambda text: date(*(int(part) for part in text.split(":"))),
    ColumnType.TIME2: _time,
    ColumnType.DATETIME2: datetime.fromisoformat,
    ColumnType.VECTOR: lambda text: vector(float(entry) for entry in text.strip("[]").split(",")),
}


def _value(text: str, spec: ColumnSpec) -> object:
    if text == "NULL":
        return None
    if spec.type in _VALUES:
        return _VALUES[spec.type](text.strip("'"))
    if spec.type is not ColumnType.JSON:
        return text[1:-1] if text.startswith("'") else int(text.split()[0])
    if text.startswith("@"):
        return JsonDiffs(())
    if text.startswith("JSON_"):
        return JsonDiffs(tuple(_diffs(text)))
    # a string document is printed as a string, any other as its text
    inner = text[1:-1]
    try:
        return JsonDocument(json.loads(inner))
    except ValueError:
        return JsonDocument(inner)


def _diffs(text: str) -> Iterable[JsonDiff]:
    name, _, rest = text.partition("(")
    if name not in _DIFFS:
        raise AssertionError(text)
    inner = rest.rpartition(")")[0]
    if re.match(r"JSON_", inner):
        nested = inner[: inner.index("),") + 1]
        yield from _diffs(nested)
        inner = "@x" + inner[len(nested) :]
    arguments = [item.strip() for item in re.findall(r"(?:^|,)\s*('(?:[^'])*'|[^,]+)", inner)][1:]
    operation = _DIFFS[name]
    if operation is JsonDiffOperation.REMOVE:
        for path in arguments:
            yield JsonDiff(operation, path.strip("'"))
        return
    for path, value in zip(arguments[::2], arguments[1::2], strict=True):
        plain = value[1:-1] if value.startswith("'") else json.loads(value)
        yield JsonDiff(operation, path.strip("'"), JsonDocument(plain))


def statement_of(event: ServerEvent) -> tuple[str | None, str, str]:
    """Database (None if none is shown), text without what SHOW adds, and the whole."""
    info = event.info
    schema = None
    if found := re.match(r"use `(.*?)`; ", info):
        schema, info = found[1], info[found.end() :]
    if re.search(r"Xid = \d+", event.head):
        info = re.sub(r" /\* xid=\d+ \*/$", "", info)
    return schema, info, event.info


def file_id_of(event: ServerEvent) -> int:
    return int(event.info.rpartition("file_id=")[2].partition(";")[0])
